"""Keep spoken clips, in memory and on disk, by engine, voice and text.

A station says the same few hundred sentences all evening. A clip found here costs nothing, and
makes a run repeatable whatever the engine does. Entries on disk carry a checksum: one that was cut
short or damaged is made again, and one that cannot be written only costs the time to make it again.
"""

from __future__ import annotations

import hashlib
import logging
import os
import tempfile
import threading
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.voice.pcm import Pcm
    from engine.voice.synthesiser import Synthesiser, VoiceSpec

__all__ = ["CacheCounts", "CachedSynthesiser", "clip_key"]

# 64 MB holds about half an hour of speech in memory, 512 MB about four hours on disk.
DEFAULT_MEMORY_BYTES = 64 * 1024 * 1024
DEFAULT_DISK_BYTES = 512 * 1024 * 1024

# Raised when an engine's way of speaking changes, so that old clips are not found any more.
_EPOCH = 1
_MAGIC = b"MRSHCLIP"
_DIGEST_BYTES = 32
_SUFFIX = ".clip"

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CacheCounts:
    """How often clips were found and had to be made."""

    memory_hits: int = 0
    disk_hits: int = 0
    made: int = 0
    damaged: int = 0


def clip_key(text: str, voice: VoiceSpec) -> str:
    """Return the name of a clip: the same for the same words in the same voice."""
    parts = (_EPOCH, voice.engine, voice.name, f"{voice.rate:.4f}", f"{voice.pitch:.4f}", text)
    return hashlib.sha256("\0".join(map(str, parts)).encode("utf-8")).hexdigest()


class CachedSynthesiser:
    """Speaks through another synthesiser, and only what it has not spoken before."""

    def __init__(
        self,
        inner: Synthesiser,
        *,
        folder: Path | None = None,
        memory_bytes: int = DEFAULT_MEMORY_BYTES,
        disk_bytes: int = DEFAULT_DISK_BYTES,
    ) -> None:
        self._inner = inner
        self._memory: OrderedDict[str, Pcm] = OrderedDict()
        self._memory_bytes = memory_bytes
        self._disk = None if folder is None else _ClipFolder(folder, disk_bytes)
        self._lock = threading.Lock()
        self._memory_hits = self._disk_hits = self._made = 0

    @property
    def counts(self) -> CacheCounts:
        """Return how often clips were found and had to be made."""
        damaged = 0 if self._disk is None else self._disk.damaged
        return CacheCounts(self._memory_hits, self._disk_hits, self._made, damaged)

    def synthesise(self, text: str, voice: VoiceSpec) -> Pcm:
        """Return the clip, found or made; the caller may change its copy."""
        key = clip_key(text, voice)
        with self._lock:
            found = self._memory.get(key)
            if found is not None:
                self._memory.move_to_end(key)
                self._memory_hits += 1
                return found.copy()
            stored = None if self._disk is None else self._disk.read(key)
            if stored is not None:
                self._disk_hits += 1
                self._remember(key, stored)
                return stored.copy()
        made = self._inner.synthesise(text, voice)
        with self._lock:
            self._made += 1
            self._remember(key, made)
            if self._disk is not None:
                self._disk.write(key, made)
        return made.copy()

    def _remember(self, key: str, pcm: Pcm) -> None:
        self._memory[key] = pcm.copy()
        self._memory.move_to_end(key)
        size = sum(clip.nbytes for clip in self._memory.values())
        while self._memory and size > self._memory_bytes:
            _, dropped = self._memory.popitem(last=False)
            size -= dropped.nbytes


class _ClipFolder:
    """Clips as files, the least recently used thrown out first."""

    def __init__(self, folder: Path, limit_bytes: int) -> None:
        self._folder = folder
        self._limit_bytes = limit_bytes
        self.damaged = 0

    def read(self, key: str) -> Pcm | None:
        file = self._file(key)
        try:
            raw = file.read_bytes()
        except OSError:
            return None
        head, digest = len(_MAGIC), len(_MAGIC) + _DIGEST_BYTES
        body = raw[digest:]
        is_whole = raw[:head] == _MAGIC and raw[head:digest] == hashlib.sha256(body).digest()
        if not is_whole or len(body) % 2:
            self.damaged += 1
            with suppress(OSError):
                file.unlink()
            return None
        with suppress(OSError):
            os.utime(file)
        return np.frombuffer(body, dtype="<i2").astype(np.int16)

    def write(self, key: str, pcm: Pcm) -> None:
        body = pcm.astype("<i2").tobytes()
        file = self._file(key)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            # One rename, so that another process never reads half a clip.
            with tempfile.TemporaryDirectory(dir=self._folder) as scratch:
                whole = Path(scratch) / file.name
                whole.write_bytes(_MAGIC + hashlib.sha256(body).digest() + body)
                whole.replace(file)
            self._evict()
        except OSError as error:
            _LOG.warning("a spoken clip was not kept on disk: %s", error.strerror)

    def _evict(self) -> None:
        entries = sorted(self._entries())
        size = sum(entry[1] for entry in entries)
        for _, entry_bytes, path in entries:
            if size <= self._limit_bytes:
                return
            with suppress(OSError):
                Path(path).unlink()
            size -= entry_bytes

    def _entries(self) -> Iterator[tuple[int, int, str]]:
        for file in self._folder.glob(f"??/*{_SUFFIX}"):
            with suppress(OSError):
                status = file.stat()
                yield status.st_mtime_ns, status.st_size, str(file)

    def _file(self, key: str) -> Path:
        return self._folder / key[:2] / f"{key}{_SUFFIX}"
