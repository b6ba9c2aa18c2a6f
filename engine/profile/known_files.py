"""Which files a text or a mission belongs to, by the names that files give themselves."""

from __future__ import annotations

import re
from pathlib import Path

__all__ = ["file_of_field", "is_of_map"]

_NAMED = re.compile(rb"(?m)^(airfield|theatre):[ \t]*(\S.*?)[ \t\r]*(?:#.*)?$")
_MAP = re.compile(rb"(?m)^dcs_name:[ \t]*(\S.*?)[ \t\r]*(?:#.*)?$")
_MOST_READ = 4_096


def file_of_field(profiles: Path, data: bytes) -> Path | None:
    """Return the only file under a folder that names the same field or theatre, or None."""
    named = _NAMED.search(data)
    if named is None:
        return None
    same = []
    for path in sorted(profiles.glob("*/*.yaml")):
        try:
            with path.open("rb") as file:
                other = _NAMED.search(file.read(_MOST_READ))
        except OSError:
            continue
        if other is not None and other.groups() == named.groups():
            same.append(path)
    return same[0] if len(same) == 1 else None


def is_of_map(folder: Path, name: str) -> bool:
    """Tell whether a theatre's folder says that it is of a map of the sim."""
    try:
        with (folder / "theatre.yaml").open("rb") as file:
            given = _MAP.search(file.read(_MOST_READ))
    except OSError:
        return False
    written = given[1].decode("utf-8", errors="replace").strip("\"'") if given else ""
    return "".join(written.split()).casefold() == "".join(name.split()).casefold()
