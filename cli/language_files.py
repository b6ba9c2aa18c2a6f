"""The language files that ship, for commands that need no theatre."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import yaml

from engine.model.errors import ProfileError
from engine.resources import profiles_dir

if TYPE_CHECKING:
    from pathlib import Path

    from engine.language.compile import Language

__all__ = ["load_language"]


def load_language() -> Language:
    """Compile the intents and the phraseology under `profiles/common`.

    Raises:
        ProfileError: a file is missing, is not YAML, or cannot be used.
    """
    from engine.language.compile import compile_language  # noqa: PLC0415 - keeps --help quick

    common = profiles_dir() / "common"
    files = sorted((common / "phraseology").glob("*.yaml"))
    return compile_language(
        _read(common / "intents.yaml"), {path.stem: _read(path) for path in files}
    )


def _read(path: Path) -> dict[str, Any]:
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError:
        message = f"{path.name} cannot be read: install Marshall again"
        raise ProfileError(message) from None
    except yaml.YAMLError as error:
        message = f"{path.name} is not YAML: {error}"
        raise ProfileError(message) from None
    if not isinstance(data, dict):
        message = f"{path.name} holds no sections"
        raise ProfileError(message)
    return data
