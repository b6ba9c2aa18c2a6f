"""Keeping a folder of logs within bounds: the newest stay, by count and by size."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

__all__ = ["keep_newest"]


def keep_newest(paths: Iterable[Path], *, count: int, total_bytes: int) -> tuple[Path, ...]:
    """Delete the oldest files beyond `count` or `total_bytes`, and return what was deleted.

    Age is the file's modification time, then its name. The newest file always stays, whatever its
    size: it is the one being written. A file that cannot be deleted (in use on Windows) is left.
    """
    newest_first = sorted(
        (path for path in paths if path.is_file()),
        key=lambda path: (path.stat().st_mtime_ns, path.name),
        reverse=True,
    )
    kept_bytes = 0
    deleted: list[Path] = []
    for position, path in enumerate(newest_first):
        size = path.stat().st_size
        if position == 0 or (position < count and kept_bytes + size <= total_bytes):
            kept_bytes += size
            continue
        try:
            path.unlink()
        except OSError:
            continue
        deleted.append(path)
    return tuple(deleted)
