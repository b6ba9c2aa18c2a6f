"""Recordings of what was on the air, with consent and a cap.

SRS treats recording as opt-in: audio of a radio whose AllowRecord flag is false is never written.
What is kept is the Opus packets as they came, length-prefixed, because that is a twentieth of the
samples and loses nothing; the event log refers to a clip by its name.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from pathlib import Path

from engine.model.errors import StoreError
from engine.store.rotation import keep_newest

__all__ = ["AudioStore"]

_MAGIC = b"MOPUS1\n"
_SUFFIX = ".mopus"
_UNSAFE = re.compile(r"[^A-Za-z0-9_@-]")
_LONGEST_NAME = 120


class AudioStore:
    """A folder of clips that never grows beyond `cap_bytes`; the oldest clips go first."""

    def __init__(self, folder: Path, *, cap_bytes: int) -> None:
        self._folder = folder
        self._cap_bytes = cap_bytes
        self._since_sweep = 0

    def keep(self, name: str, packets: Sequence[tuple[int, bytes]], *, consent: bool) -> str:
        """Write a clip of (packet number, Opus payload) and return its reference.

        Returns "" and writes nothing without consent. The name may hold what a client of the voice
        server made up, so only what is safe in a file's name on every system is kept of it.

        Raises:
            StoreError: the clip cannot be written.
        """
        if not consent:
            return ""
        reference = f"{_UNSAFE.sub('_', name)[:_LONGEST_NAME]}{_SUFFIX}"
        body = bytearray(_MAGIC)
        for number, payload in packets:
            body += struct.pack("<QH", number, len(payload)) + payload
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            (self._folder / reference).write_bytes(body)
        except OSError as error:
            message = f"cannot write a recording ({error.strerror}); is there room on the disk?"
            raise StoreError(message) from error
        self._since_sweep += len(body)
        if self._since_sweep * 20 >= self._cap_bytes:
            self.sweep()
        return reference

    def load(self, reference: str) -> tuple[tuple[int, bytes], ...]:
        """Return the packets of a clip.

        Raises:
            StoreError: there is no such clip (perhaps the cap removed it), or it is damaged.
        """
        try:
            body = (self._folder / Path(reference).name).read_bytes()
        except OSError as error:
            message = f"there is no recording {reference}; the cap may have removed it"
            raise StoreError(message) from error
        if not body.startswith(_MAGIC):
            message = f"the recording {reference} is damaged"
            raise StoreError(message)
        packets: list[tuple[int, bytes]] = []
        at = len(_MAGIC)
        while at + 10 <= len(body):
            number, length = struct.unpack_from("<QH", body, at)
            at += 10
            packets.append((number, body[at : at + length]))
            at += length
        return tuple(packets)

    def sweep(self) -> tuple[Path, ...]:
        """Delete the oldest clips beyond the cap and return them."""
        self._since_sweep = 0
        return keep_newest(
            self._folder.glob(f"*{_SUFFIX}"), count=1_000_000, total_bytes=self._cap_bytes
        )
