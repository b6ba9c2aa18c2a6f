"""Which file of a folder of profiles a text belongs to, by the name it gives itself."""

from __future__ import annotations

import re
from pathlib import Path

__all__ = ["file_of_field"]

_NAMED = re.compile(rb"(?m)^(airfield|theatre):[ \t]*(\S.*?)[ \t\r]*(?:#.*)?$")
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
