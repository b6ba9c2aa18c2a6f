"""Voices from Amazon Polly, through boto3.

Region and voice come from configuration; credentials only from the standard chain of the AWS tools,
never from a profile. The audio asked for is the project's own format, so nothing is converted.
Neural voices take no pitch, so it is sent only to the standard engine.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.model.errors import ConfigurationError, SpeechError, SpeechMissing
from engine.voice.pcm import SAMPLE_RATE_HZ, Pcm, levelled
from engine.voice.ssml import ssml
from engine.voice.synthesiser import VoiceSpec, speakable

__all__ = ["PollySettings", "PollySynthesiser"]

_INSTALL = "Amazon Polly needs the service extra: pip install 'marshall[service]'"
# A reply that comes later than this is no reply; the caller falls back to a local voice.
_CONNECT_TIMEOUT_S = 2
_READ_TIMEOUT_S = 4
_SHARE_OF_ACCESS_CODES = frozenset(
    {
        "AccessDeniedException",
        "ExpiredTokenException",
        "InvalidSignatureException",
        "UnrecognizedClientException",
    }
)


@dataclass(frozen=True, slots=True)
class PollySettings:
    """Where Polly is asked, and with which of its engines; the default voice is `voice`."""

    region: str
    voice: str = "Matthew"
    engine: str = "neural"


class PollySynthesiser:
    """Speaks with the voices of Amazon Polly."""

    def __init__(self, settings: PollySettings, *, client: Any = None) -> None:
        try:
            import boto3  # noqa: PLC0415  # heavy and optional
            from botocore.config import Config  # noqa: PLC0415
            from botocore.exceptions import (  # noqa: PLC0415
                BotoCoreError,
                ClientError,
                InvalidRegionError,
                NoCredentialsError,
                PartialCredentialsError,
            )
        except ImportError as error:
            raise SpeechMissing(_INSTALL) from error
        self._settings = settings
        self._client_error: type[Exception] = ClientError
        self._any_error: type[Exception] = BotoCoreError
        self._no_credentials = (NoCredentialsError, PartialCredentialsError)
        if client is not None:
            self._client: Any = client
            return
        try:
            self._client = boto3.client(
                "polly",
                region_name=settings.region,
                config=Config(
                    connect_timeout=_CONNECT_TIMEOUT_S,
                    read_timeout=_READ_TIMEOUT_S,
                    retries={"total_max_attempts": 2, "mode": "standard"},
                ),
            )
        except (InvalidRegionError, BotoCoreError, ValueError) as error:
            message = f"Amazon Polly cannot be used in region '{settings.region}'"
            raise ConfigurationError(message) from error

    def synthesise(self, text: str, voice: VoiceSpec) -> Pcm:
        """Return the text as sound."""
        line = speakable(text)
        name = voice.name or self._settings.voice
        is_standard = self._settings.engine == "standard"
        try:
            answer = self._client.synthesize_speech(
                Engine=self._settings.engine,
                OutputFormat="pcm",
                SampleRate=str(SAMPLE_RATE_HZ),
                Text=ssml(line, rate=voice.rate, pitch=voice.pitch if is_standard else None),
                TextType="ssml",
                VoiceId=name,
            )
            with closing(answer["AudioStream"]) as stream:
                raw: bytes = stream.read()
        except self._no_credentials as error:
            message = "Amazon Polly has no credentials; set them up as for the AWS command line"
            raise SpeechMissing(message) from error
        except self._client_error as error:
            raise _translated(error, name) from error
        except self._any_error as error:
            message = f"Amazon Polly did not answer ({type(error).__name__})"
            raise SpeechError(message) from error
        pcm = np.frombuffer(raw[: len(raw) - len(raw) % 2], dtype="<i2").astype(np.int16)
        if not len(pcm):
            message = f"Amazon Polly made no sound of {line!r}"
            raise SpeechError(message)
        return levelled(pcm)


def _translated(error: Exception, voice: str) -> SpeechError:
    code = str(getattr(error, "response", {}).get("Error", {}).get("Code", "unknown"))
    if code in _SHARE_OF_ACCESS_CODES:
        return SpeechMissing(f"Amazon Polly refused the credentials ({code}); allow polly:*Speech")
    return SpeechError(f"Amazon Polly refused voice '{voice}' or this text ({code})")
