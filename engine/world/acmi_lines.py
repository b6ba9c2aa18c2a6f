"""From an ACMI file to its logical lines, forgiving what real recorders write.

Tacview's ACMI 2.x is UTF-8 text, often with a byte order mark, sometimes in a zip whose name does
not say so. A line that ends in an odd number of backslashes goes on in the next, and the next may
then begin with anything, also with what looks like a record.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from engine.model.errors import FeedRefused

__all__ = ["logical_lines", "open_recording", "split_properties"]

_ZIP_MAGIC = b"PK\x03\x04"


@contextmanager
def open_recording(path: Path) -> Iterator[Iterable[str]]:
    """Open a recording, zipped or plain, as an iterable of physical lines.

    Raises:
        FeedRefused: it cannot be read, or is no ACMI 2.x recording.
    """
    try:
        with path.open("rb") as file:
            zipped = file.read(len(_ZIP_MAGIC)) == _ZIP_MAGIC
            file.seek(0)
            if not zipped:
                yield _checked_text(file, path.name)
                return
            with zipfile.ZipFile(file) as archive, _only_member(archive, path.name) as member:
                yield _checked_text(member, path.name)
    except OSError as error:
        message = f"the recording {path.name} cannot be read: {error.strerror or 'read error'}"
        raise FeedRefused(message) from error
    except (zipfile.BadZipFile, EOFError) as error:
        message = f"the recording {path.name} is a damaged zip"
        raise FeedRefused(message) from error


def logical_lines(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines with their continuations joined; a joined break becomes a newline."""
    begun: list[str] = []
    for physical in lines:
        line = physical.rstrip("\r\n")
        trailing = len(line) - len(line.rstrip("\\"))
        if trailing % 2:
            begun.append(line[:-1])
            continue
        yield "\n".join([*begun, line])
        begun.clear()
    if begun:
        yield "\n".join(begun)


def split_properties(text: str) -> list[tuple[str, str]]:
    r"""Return the `key=value` pairs of a record; `\,` is a comma, only the first `=` divides.

    >>> split_properties(r"Pilot=Smith\, J,Name=F-16=C")
    [('Pilot', 'Smith, J'), ('Name', 'F-16=C')]
    """
    parts: list[str] = []
    part: list[str] = []
    escaped = False
    for character in text:
        if escaped:
            part.append(character if character in ",\\" else f"\\{character}")
            escaped = False
        elif character == "\\":
            escaped = True
        elif character == ",":
            parts.append("".join(part))
            part.clear()
        else:
            part.append(character)
    if escaped:
        part.append("\\")
    parts.append("".join(part))
    pairs = (part.partition("=") for part in parts)
    return [(key, value) for key, divider, value in pairs if divider]


def _checked_text(file: IO[bytes], name: str) -> Iterator[str]:
    text = io.TextIOWrapper(file, encoding="utf-8-sig", errors="replace", newline="\n")
    kind, version = text.readline().strip(), text.readline().strip()
    if kind != "FileType=text/acmi/tacview" or not version.startswith("FileVersion=2."):
        message = f"{name} is not an ACMI 2 recording: it must begin with its FileType and version"
        raise FeedRefused(message)
    yield from text
    text.detach()


@contextmanager
def _only_member(archive: zipfile.ZipFile, name: str) -> Iterator[IO[bytes]]:
    members = [member for member in archive.namelist() if member.lower().endswith(".acmi")]
    if not members:
        message = f"{name} is a zip without an .acmi recording in it"
        raise FeedRefused(message)
    with archive.open(members[0]) as member:
        yield member
