"""Amazon Polly against botocore's own stub of the service."""

from __future__ import annotations

import io
from typing import Any

import boto3
import numpy as np
import pytest
from botocore.exceptions import ConnectTimeoutError, NoCredentialsError
from botocore.response import StreamingBody
from botocore.stub import Stubber

from engine.model.errors import ConfigurationError, SpeechError, SpeechMissing
from engine.voice.pcm import level_dbfs
from engine.voice.polly import PollySettings, PollySynthesiser
from engine.voice.synthesiser import VoiceSpec
from tests.voice.sounds import tone

SETTINGS = PollySettings(region="eu-central-1", voice="Brian")
VOICE = VoiceSpec("polly", rate=1.1)


@pytest.fixture
def client() -> Any:
    return boto3.client(
        "polly",
        region_name="eu-central-1",
        aws_access_key_id="test",
        aws_secret_access_key="test",  # noqa: S106
    )


def _answer(raw: bytes) -> dict[str, Any]:
    return {"AudioStream": StreamingBody(io.BytesIO(raw), len(raw)), "ContentType": "audio/pcm"}


def _asked(**changes: Any) -> dict[str, Any]:
    return {
        "Engine": "neural",
        "OutputFormat": "pcm",
        "SampleRate": "16000",
        "Text": '<speak><prosody rate="110%">Smith &amp; Sons</prosody></speak>',
        "TextType": "ssml",
        "VoiceId": "Brian",
        **changes,
    }


def test_text_goes_out_escaped_and_sound_comes_back(client: Any) -> None:
    with Stubber(client) as stub:
        stub.add_response("synthesize_speech", _answer(tone(500.0, 0.5).tobytes()), _asked())

        heard = PollySynthesiser(SETTINGS, client=client).synthesise("Smith & Sons", VOICE)

        stub.assert_no_pending_responses()
    assert len(heard) == 8_000
    assert level_dbfs(heard) == pytest.approx(-20.0, abs=0.3)


def test_the_standard_engine_takes_pitch_and_a_voice_its_own_name(client: Any) -> None:
    text = '<speak><prosody rate="100%" pitch="+20%">Roger</prosody></speak>'
    settings = PollySettings(region="eu-central-1", engine="standard")
    with Stubber(client) as stub:
        stub.add_response(
            "synthesize_speech",
            _answer(b"\1\0" * 160 + b"x"),
            _asked(Engine="standard", Text=text, VoiceId="Emma"),
        )

        heard = PollySynthesiser(settings, client=client).synthesise(
            "Roger", VoiceSpec("polly", "Emma", pitch=1.2)
        )

    assert len(heard) == 160


@pytest.mark.parametrize(
    ("code", "error", "words"),
    [
        ("InvalidSsmlException", SpeechError, "InvalidSsmlException"),
        ("ThrottlingException", SpeechError, "ThrottlingException"),
        ("UnrecognizedClientException", SpeechMissing, "refused the credentials"),
        ("AccessDeniedException", SpeechMissing, "refused the credentials"),
    ],
)
def test_a_refusal_is_told_in_our_words(
    client: Any, code: str, error: type[SpeechError], words: str
) -> None:
    with Stubber(client) as stub:
        stub.add_client_error("synthesize_speech", code, "secret detail")

        with pytest.raises(error, match=words) as caught:
            PollySynthesiser(SETTINGS, client=client).synthesise("Roger", VOICE)

    assert "secret detail" not in str(caught.value)
    assert type(caught.value) is error


class _Failing:
    def __init__(self, error: Exception) -> None:
        self._error = error

    def synthesize_speech(self, **_: Any) -> Any:
        raise self._error


@pytest.mark.parametrize(
    ("below", "error", "words"),
    [
        (NoCredentialsError(), SpeechMissing, "no credentials"),
        (ConnectTimeoutError(endpoint_url="https://x"), SpeechError, "did not answer"),
    ],
)
def test_what_goes_wrong_below_is_translated(
    below: Exception, error: type[SpeechError], words: str
) -> None:
    with pytest.raises(error, match=words):
        PollySynthesiser(SETTINGS, client=_Failing(below)).synthesise("Roger", VOICE)


def test_no_sound_is_an_error(client: Any) -> None:
    with Stubber(client) as stub:
        stub.add_response("synthesize_speech", _answer(b""))

        with pytest.raises(SpeechError, match="no sound"):
            PollySynthesiser(SETTINGS, client=client).synthesise("Roger", VOICE)


def test_a_region_that_cannot_be_is_a_mistake_of_configuration() -> None:
    with pytest.raises(ConfigurationError, match="region 'not a region'"):
        PollySynthesiser(PollySettings(region="not a region"))


def test_a_client_is_made_for_the_configured_region() -> None:
    made = PollySynthesiser(SETTINGS)

    assert made._client.meta.region_name == "eu-central-1"
    assert np.isclose(made._client.meta.config.read_timeout, 4)
