"""Every error that Marshall raises on purpose.

    MarshallError
    ├── ConfigurationError   the host's configuration cannot be used; the message says what to write
    ├── ProfileError         a profile cannot be loaded; carries the diagnostics
    ├── RadioError           the voice server cannot be used
    │   ├── RadioRefused     it answered, and said no (password, version, ban)
    │   └── RadioUnreachable it did not answer; try again later
    ├── FeedError            the sim's feed cannot be used
    │   ├── FeedRefused      it answered, and said no (token, version)
    │   └── FeedUnreachable  it did not answer; try again later
    ├── SpeechError          recognition or synthesis failed
    │   └── SpeechMissing    a model, engine or voice is not installed; says what to install
    ├── StoreError           the event log cannot be read or written
    └── InternalError        a promise of the program to itself was broken

A mistake in a profile is a diagnostic, returned; these are for the rest. Adapters translate what
lies below them (sockets, gRPC, SQLite, models), so nothing else reaches a user. Messages never
hold a secret, a path of the host or a traceback.
"""

from __future__ import annotations

__all__ = [
    "ConfigurationError",
    "FeedError",
    "FeedRefused",
    "FeedUnreachable",
    "InternalError",
    "MarshallError",
    "ProfileError",
    "RadioError",
    "RadioRefused",
    "RadioUnreachable",
    "SpeechError",
    "SpeechMissing",
    "StoreError",
]


class MarshallError(Exception):
    """Head of the tree; catch it at the command line to print one plain line."""


class ConfigurationError(MarshallError):
    """The configuration file or environment cannot be used."""


class ProfileError(MarshallError):
    """A profile cannot be loaded; the message is the rendered diagnostics."""


class RadioError(MarshallError):
    """The voice server cannot be used."""


class RadioRefused(RadioError):
    """The voice server answered and refused; retrying at once will not help."""


class RadioUnreachable(RadioError):
    """The voice server did not answer, or the connection was lost; back off and retry."""


class FeedError(MarshallError):
    """The sim's feed cannot be used."""


class FeedRefused(FeedError):
    """The sim answered and refused (token, version); retrying at once will not help."""


class FeedUnreachable(FeedError):
    """The sim did not answer, or its stream ended; back off and retry."""


class SpeechError(MarshallError):
    """Recognition or synthesis failed on this clip or text."""


class SpeechMissing(SpeechError):
    """A speech engine, model or voice is not installed; the message names what to install."""


class StoreError(MarshallError):
    """The event log cannot be read or written."""


class InternalError(MarshallError):
    """An invariant of the program itself was broken: a bug, reported and survived."""
