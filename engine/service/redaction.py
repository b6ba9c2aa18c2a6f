"""Keep secrets out of what is printed about a configuration file.

The file is to name the variable that holds a secret, never the secret. Whoever wrote it there all
the same is shown his mistake, and nobody who reads the console is shown the secret.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.profile.node import Items, Node, Scalar, Table

__all__ = ["HIDDEN", "hidden_lines", "hidden_values"]

HIDDEN = "***"

_SECRET_KEY = re.compile(r"password|token|secret", re.IGNORECASE)
_SECRET_LINE = re.compile(r"((?:password|token|secret)[a-z_]*[\"']?\s*:)([^\n\r]*)", re.IGNORECASE)
_VARIABLE = re.compile(r"[\s\"']*[A-Z_][A-Z0-9_]*[\s\"']*(#.*)?")


def hidden_lines(text: str) -> str:
    """Return a file's text with what stands after the key of a secret blanked, columns kept."""
    return _SECRET_LINE.sub(_blanked, text)


def hidden_values(message: str, root: Node | None) -> str:
    """Return a message without the values that a file gives to the keys of secrets."""
    for value in sorted(_secrets(root), key=len, reverse=True):
        message = message.replace(value, HIDDEN)
    return message


def _blanked(found: re.Match[str]) -> str:
    key, value = found.groups()
    return key + (value if _VARIABLE.fullmatch(value) else "*" * len(value))


def _secrets(node: Node | None) -> Iterator[str]:
    if isinstance(node, Items):
        for item in node.items:
            yield from _secrets(item)
    elif isinstance(node, Table):
        for key, value in node.pairs():
            if isinstance(value, Scalar) and _SECRET_KEY.search(str(key.value)):
                written = str(value.value)
                if written and not _VARIABLE.fullmatch(written):
                    yield written
            yield from _secrets(value)
