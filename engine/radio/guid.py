"""Make and judge the 22-character names by which SRS knows a client.

The voice channel takes exactly the last 22 bytes of a datagram, so a GUID of any other length, or
one that is not ASCII, is never heard and nobody says so. GUIDs come from the system's entropy and
not from a seeded generator: a restart that drew the same GUID again would meet its own ghost on
the server, and its packet numbers would start below what listeners have already played.
"""

from __future__ import annotations

import base64
import re
import secrets

__all__ = ["GUID_LENGTH", "fresh_guid", "is_sendable_guid", "is_tolerable_guid"]

GUID_LENGTH = 22
_SENDABLE = re.compile(r"[A-Za-z0-9_-]{22}")
_TOLERABLE = re.compile(r"[!-~]{22}")


def fresh_guid() -> str:
    """Return a GUID nobody has: 128 random bits in URL-safe base64 without padding."""
    return base64.urlsafe_b64encode(secrets.token_bytes(16)).rstrip(b"=").decode("ascii")


def is_sendable_guid(guid: str) -> bool:
    """Tell whether `guid` is of the form that we put on the wire."""
    return _SENDABLE.fullmatch(guid) is not None


def is_tolerable_guid(guid: str) -> bool:
    """Tell whether `guid` could be another client's: 22 visible ASCII characters."""
    return _TOLERABLE.fullmatch(guid) is not None
