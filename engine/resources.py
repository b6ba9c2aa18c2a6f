"""Where the YAML, grammars and schemas that ship are found.

The only module that knows whether Marshall runs from a checkout, where those folders stand beside
`engine/`, or from an installed wheel, which carries them under `engine/_bundled/`.
"""

from __future__ import annotations

from pathlib import Path

from engine.model.errors import InternalError

__all__ = ["grammars_dir", "profiles_dir", "rule_pages_dir", "schemas_dir"]

_ENGINE = Path(__file__).resolve().parent


def profiles_dir() -> Path:
    """Return the folder of the profiles that ship."""
    return _folder("profiles")


def grammars_dir() -> Path:
    """Return the folder of Lark grammars."""
    return _folder("grammars")


def schemas_dir() -> Path:
    """Return the folder of JSON Schemas."""
    return _folder("schemas")


def rule_pages_dir() -> Path:
    """Return the folder of the pages that explain what a check finds."""
    return _folder("docs/rules")


def _folder(name: str) -> Path:
    for base in (_ENGINE / "_bundled", _ENGINE.parent):
        if (base / name).is_dir():
            return base / name
    message = f"the `{name}` folder is missing from this installation: install Marshall again"
    raise InternalError(message)
