"""Finds the file of a field by what somebody calls it, among a designer's own and those that ship.

A designer who has begun a field types its name where he stands and means his own file. So the
`profiles` folder here comes first, and what ships answers for what is not in it. Only the lines
that name a field are read: a mistake in another file is no reason not to find this one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.profile.diagnostic import nearest
from engine.profile.places import read_bounded, theatre_folders
from engine.resources import profiles_dir

__all__ = ["HERE", "FieldFile", "fields_in", "find_field", "folders_here", "not_found"]

HERE = "profiles"
_NAMES = re.compile(r"^(?:icao|airfield):[ \t]*[\"']?([^\"'#\r\n]+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class FieldFile:
    """The file of a field or a variant: its theatre's folder, its key, its name and code."""

    folder: Path
    key: str
    names: tuple[str, ...]

    def is_called(self, wanted: str) -> bool:
        """Tell whether somebody who says `wanted` means this field."""
        said = wanted.strip().casefold()
        return said in {self.key.casefold(), *(name.casefold() for name in self.names)}


def folders_here(folder: Path | None = None) -> tuple[Path, ...]:
    """Return the theatres of a folder; without one those of `profiles` here, then those that ship.

    A theatre that ships is left out where it is the same folder.
    """
    if folder is not None:
        return theatre_folders(folder)
    own = theatre_folders(Path(HERE))
    known = {path.resolve() for path in own}
    shipped = (path for path in theatre_folders(profiles_dir()) if path.resolve() not in known)
    return (*own, *shipped)


def fields_in(folders: Sequence[Path]) -> Iterator[FieldFile]:
    """Yield the field files of theatres, in their order."""
    for folder in folders:
        for path in sorted(folder.glob("*.yaml")):
            if path.stem != "theatre":
                text = (read_bounded(path) or b"").decode("utf-8", errors="replace")
                names = tuple(found[1].strip() for found in _NAMES.finditer(text))
                yield FieldFile(folder, path.stem, names)


def find_field(wanted: str, folders: Sequence[Path]) -> FieldFile | None:
    """Return the first field that is called so, by file name before name or ICAO code."""
    fields = [one for one in fields_in(folders) if one.is_called(wanted)]
    said = wanted.strip().casefold()
    return next((one for one in fields if one.key.casefold() == said), None) or next(
        iter(fields), None
    )


def not_found(wanted: str, folders: Sequence[Path], also: Sequence[str] = ()) -> str:
    """Return what to tell somebody who asked for a field that there is not."""
    known = list(dict.fromkeys([*(one.key for one in fields_in(folders)), *also]))
    if not known:
        return f"no field is called {wanted}; there are none: begin with marshall new theatre"
    guess = nearest(wanted, known)
    hint = f"did you mean {guess}?" if guess else f"there are: {', '.join(sorted(known))}"
    return f"no field is called {wanted}; {hint}"
