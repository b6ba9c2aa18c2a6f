"""`marshall new`: begin a theatre or an airfield from what is known of it."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from engine.profile.aptdat import AptField
    from engine.profile.known_fields import KnownField, KnownTheatre

__all__ = ["new"]

_MOST_NOTES = 8
_USUAL = Path("profiles")
"""Where a designer's own profiles are looked for, so that nobody has to say it."""
_ICAO_LINE = re.compile(r"^icao:\s*[\"']?([A-Z0-9]{4})", re.MULTILINE)
_CHANNEL = re.compile(r"\b(\d{3}\.\d{3}) [AF]M\b")
_NOT_A_NAME = re.compile(r"[^a-z0-9]+")


@click.group()
def new() -> None:
    """Begin a theatre or an airfield; what only a person knows is left as `!todo`."""


@new.command(epilog="Example: marshall new theatre caucasus")
@click.argument("name")
@click.option(
    "--profiles",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("profiles"),
    show_default=True,
    help="The folder of theatres to write into.",
)
def theatre(name: str, folder: Path) -> None:
    """Begin a theatre NAME: a map of the sim (caucasus, nevada, syria, persian-gulf) or another."""
    from engine.profile.begin_theatre import theatre_text  # noqa: PLC0415 - keeps --help quick
    from engine.profile.known_fields import known_theatres  # noqa: PLC0415

    key = _key(name)
    known = known_theatres().get(key)
    path = folder / key / "theatre.yaml"
    _write(path, theatre_text(name, known, _schemas(path)))
    if known is None:
        click.echo(
            f"{name} is no map that is known here: its figures are left to fill in", err=True
        )
    there = "" if folder == _USUAL else f" --profiles {folder}"
    click.echo(f"next: marshall new airfield ICAO --theatre {key}{there}", err=True)


@new.command(epilog="Example: marshall new airfield UGKO --theatre caucasus")
@click.argument("icao")
@click.option("--theatre", "theatre_name", required=True, help="The theatre it lies in.")
@click.option(
    "--profiles",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("profiles"),
    show_default=True,
    help="The folder of theatres to write into.",
)
@click.option(
    "--from-aptdat",
    "apt_path",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    default=None,
    help="An X-Plane apt.dat with its taxi network, and its place if the field is not known.",
)
def airfield(icao: str, theatre_name: str, folder: Path, apt_path: Path | None) -> None:
    """Begin an airfield, by ICAO code or name, in a theatre.

    What is known of it is written; the rest is left as questions, each with an example. A file
    that is there already is never overwritten.
    """
    from engine.profile.begin import airfield_text, field_of_apt  # noqa: PLC0415

    key = _key(theatre_name)
    known_theatre = _known_theatre(key, folder)
    known = _known_field(icao, key, required=apt_path is None)
    apt = _read_apt(apt_path, icao) if apt_path is not None else None
    field = field_of_apt(apt, known_theatre, known) if apt is not None else known
    if field is None:
        return
    path = folder / key / f"{_key(field.name) or _key(field.icao)}.yaml"
    _refuse_twice(field, path)
    text = airfield_text(field, known_theatre, _schemas(path), apt, taken=_taken(folder / key))
    _write(path, text)
    todo = text.count("!todo '")
    there = "" if folder == _USUAL else f" --theatre {folder / key}"
    for line in (
        f"{todo} values are left to fill in; each says what is wanted, with an example",
        f"next: marshall validate {path} --all",
        f"then: marshall demo --text{there} --field {path.stem}",
    ):
        click.echo(line, err=True)


def _known_theatre(key: str, folder: Path) -> KnownTheatre:
    from engine.profile.known_fields import known_theatres  # noqa: PLC0415

    known = known_theatres()
    if not (folder / key / "theatre.yaml").is_file():
        there = "" if folder == _USUAL else f" --profiles {folder}"
        message = (
            f"{folder / key} holds no theatre; begin it with: marshall new theatre {key}{there}"
        )
        raise click.UsageError(message)
    if key not in known:
        message = f"nothing is known of the map {key}; there are: {', '.join(known)}"
        raise click.UsageError(message)
    return known[key]


def _known_field(icao: str, theatre_key: str, *, required: bool) -> KnownField | None:
    from engine.profile.diagnostic import nearest  # noqa: PLC0415
    from engine.profile.known_fields import known_fields  # noqa: PLC0415

    said = icao.casefold()
    called = [
        one
        for one in known_fields()
        if said in {one.icao.casefold(), one.name.casefold(), _key(one.name)}
    ]
    for one in called:
        if one.theatre == theatre_key:
            return one
        message = f"{one.icao} {one.name} lies in another theatre: --theatre {one.theatre}"
        raise click.UsageError(message)
    here = [one for one in known_fields() if one.theatre == theatre_key]
    if not required:
        return None
    guess = nearest(icao, [*(one.icao for one in here), *(one.name for one in here)])
    listed = ", ".join(f"{one.icao} {one.name}" for one in here)
    hint = f"did you mean {guess}?" if guess else f"there are: {listed}; or give --from-aptdat"
    message = f"no field of {theatre_key} is called {icao}; {hint}"
    raise click.UsageError(message)


def _refuse_twice(field: KnownField, path: Path) -> None:
    """Refuse a field that another file of the theatre has already."""
    for other in sorted(path.parent.glob("*.yaml")):
        code = _ICAO_LINE.search(_text(other))
        if code is not None and code[1] == field.icao and other != path:
            message = f"{other} is {field.icao} already; nothing was written: go on with that file"
            raise click.UsageError(message)


def _taken(folder: Path) -> frozenset[str]:
    """Return the channels of a theatre in MHz: in its files, and of the fields that are known."""
    from engine.profile.known_fields import known_fields  # noqa: PLC0415

    written = {mhz for path in folder.glob("*.yaml") for mhz in _CHANNEL.findall(_text(path))}
    here = [one for one in known_fields() if one.theatre == folder.name]
    known = {f"{mhz:.3f}" for one in here for mhz in (one.vhf_mhz, one.uhf_mhz) if mhz is not None}
    return frozenset(written | known)


def _text(path: Path) -> str:
    from engine.profile.places import read_bounded  # noqa: PLC0415

    return (read_bounded(path) or b"").decode("utf-8", errors="replace")


def _read_apt(path: Path, icao: str) -> AptField:
    from engine.profile.aptdat import AptError  # noqa: PLC0415
    from engine.profile.aptdat_network import read_apt_dat  # noqa: PLC0415

    try:
        data = path.read_bytes()
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("latin-1")  # what older tools write
        apt = read_apt_dat(text, icao)
    except OSError as error:
        message = f"{path.name} cannot be read"
        raise click.UsageError(message) from error
    except AptError as error:
        message = f"{path.name}: {error}"
        raise click.UsageError(message) from error
    for note in apt.notes[:_MOST_NOTES]:
        click.echo(f"{path.name}: {note}", err=True)
    if len(apt.notes) > _MOST_NOTES:
        click.echo(f"{path.name}: and {len(apt.notes) - _MOST_NOTES} more like these", err=True)
    return apt


def _key(name: str) -> str:
    return _NOT_A_NAME.sub("-", name.casefold()).strip("-")


def _schemas(path: Path) -> str:
    """Return where the schemas are, seen from a file; write them if there are none near."""
    from engine.profile.kinds import write_for_designers  # noqa: PLC0415

    folder = path.parent.parent
    beside = folder.parent / "schemas"
    if not (beside / "airfield.schema.json").is_file():
        beside = folder / "schemas"
        beside.mkdir(parents=True, exist_ok=True)
        write_for_designers(beside)
    return Path(os.path.relpath(beside, path.parent)).as_posix()


def _write(path: Path, text: str) -> None:
    if path.exists():
        message = (
            f"{path} is there already; nothing was written: go on with that file, or begin "
            "another in an empty folder, with --profiles FOLDER"
        )
        raise click.UsageError(message)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
    click.echo(f"wrote {path}", err=True)
