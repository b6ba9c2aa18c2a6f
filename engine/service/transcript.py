"""The readable transcript of a live service: what was said to whom, and by which rule."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

from engine.model.errors import StoreError
from engine.service.journal import Record
from engine.store import keep_newest

__all__ = ["TranscriptWriter", "line_of"]

_KEPT = 50
_KEPT_BYTES = 50_000_000


class TranscriptWriter:
    """Appends a line for each transmission to one file a day; old days go."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._day = ""
        self._file: TextIO | None = None

    def take(self, record: Record) -> None:
        """Write the record's line, if it has one.

        Raises:
            StoreError: the file cannot be written.
        """
        line = line_of(record)
        if not line:
            return
        now = datetime.now(UTC)
        try:
            out = self._open(f"{now:%Y-%m-%d}")
            out.write(f"{now:%H:%M:%S}  {line}\n")
            out.flush()
        except OSError as error:
            message = f"cannot write the transcript ({error.strerror}); is there room on the disk?"
            raise StoreError(message) from error

    def close(self) -> None:
        """Close the file; safe to call twice."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _open(self, day: str) -> TextIO:
        if self._file is None or day != self._day:
            self.close()
            keep_newest(self._folder.glob("transcript-*.txt"), count=_KEPT, total_bytes=_KEPT_BYTES)
            path = self._folder / f"transcript-{day}.txt"
            self._file = path.open("a", encoding="utf-8")
            self._day = day
        return self._file


def line_of(record: Record) -> str:
    """Return a record as one line of transcript, or "" for one that is nobody's words."""
    match record["kind"]:
        case "heard":
            note = f"  [not answered: {record['refused']}]" if record["refused"] else ""
            megahertz = record["frequency_hz"] / 1_000_000
            return f"{record['pilot']:<18} {megahertz:.3f}  {record['words'] or '(no words)'}{note}"
        case "decided":
            rules = ", ".join(one["rule"] for one in record["directives"])
            frequencies = "/".join(f"{hz / 1_000_000:.3f}" for hz in record["frequencies_hz"])
            return f"{record['station_name']:<18} {frequencies}  {record['words']}  [{rules}]"
        case "keyed" if record["outcome"] != "keyed":
            return f"{'':<18} {record['transmission_id']} {record['outcome']}: {record['reason']}"
        case _:
            return ""
