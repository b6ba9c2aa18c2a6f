"""The YAML of a host's configuration, declared once.

`schemas/config.schema.json` is written from here (`python -m engine.service.config_kind`), and a
test holds the two equal. Every key has a reader in `engine.service.config`; a test walks both.
"""

from __future__ import annotations

import json
from pathlib import Path

from engine.profile.schema_terms import (
    Schema,
    choice,
    document,
    flag,
    many,
    number,
    record,
    table,
    text,
    whole,
)
from engine.resources import schemas_dir

__all__ = ["CONFIG", "render", "write"]

_VOICE: Schema = record(
    "A voice.",
    {"engine": choice("what speaks", ("piper", "espeak", "polly"), example="piper")},
    {
        "name": text("the voice's name in that engine; its default when left out", example="joe"),
        "rate": number(
            "how fast", unit="times normal", example=1.1, minimum=0.5, maximum=2, default=1
        ),
        "pitch": number(
            "how high", unit="times normal", example=0.9, minimum=0.5, maximum=2, default=1
        ),
    },
)

CONFIG: Schema = document(
    "config",
    "Configuration of a host: which fields to work, and against which servers",
    record(
        "A host's configuration.",
        {
            "theatre": text("the theatre's folder under profiles, or a path", example="caucasus"),
            "srs": record(
                "the SRS voice server",
                {"host": text("its address", example="127.0.0.1")},
                {
                    "port": whole(
                        "its port",
                        unit="TCP and UDP",
                        example=5002,
                        minimum=1,
                        maximum=65535,
                        default=5002,
                    ),
                    "coalition": choice(
                        "whose side the stations are on", ("blue", "red"), default="blue"
                    ),
                    "eam_password_env": text(
                        "the environment variable that holds the External AWACS Mode password",
                        example="MARSHALL_EAM_PASSWORD",
                        pattern="^[A-Z_][A-Z0-9_]*$",
                        wanted="the name of an environment variable (never the password itself)",
                    ),
                },
            ),
            "sim": record(
                "where aircraft are seen",
                {"kind": choice("the kind of feed", ("dcs-grpc", "acmi"), example="dcs-grpc")},
                {
                    "address": text("host and port of DCS-gRPC", example="127.0.0.1:50051"),
                    "token_env": text(
                        "the environment variable that holds the DCS-gRPC token",
                        example="MARSHALL_DCS_TOKEN",
                        pattern="^[A-Z_][A-Z0-9_]*$",
                        wanted="the name of an environment variable (never the token itself)",
                    ),
                    "file": text("the recording to play, for acmi", example="flight.txt.acmi"),
                    "wind": choice(
                        "how the server reports wind: DCS-gRPC 0.7 and later turn it over",
                        ("transposed", "plain"),
                        default="transposed",
                    ),
                },
            ),
        },
        {
            "fields": many(
                text("a field's file name without .yaml", example="batumi"),
                "the fields to work; every field of the theatre when left out",
                distinct=True,
            ),
            "mission_year": number(
                "the year magnetic variation is taken at",
                unit="years",
                example=2016.5,
                minimum=1900,
                maximum=2100,
            ),
            "speech": record(
                "speech recognition",
                {},
                {
                    "model": text(
                        "a model folder or name; found by itself when left out", example="base.en"
                    ),
                    "threads": whole(
                        "processor threads",
                        unit="threads",
                        example=2,
                        minimum=1,
                        maximum=64,
                        default=2,
                    ),
                    "hypotheses": whole(
                        "readings asked for of each call",
                        unit="readings",
                        example=3,
                        minimum=1,
                        maximum=10,
                        default=5,
                    ),
                    "deadline_s": number(
                        "longest time for one call",
                        unit="seconds",
                        example=4,
                        minimum=0.5,
                        maximum=30,
                        default=6,
                    ),
                },
            ),
            "polly": record(
                "Amazon Polly, for voices whose engine is polly; credentials by AWS's own chain",
                {"region": text("the AWS region", example="eu-west-1")},
            ),
            "voice": _VOICE | {"description": "the voice of every station not listed in voices"},
            "voices": table(
                _VOICE,
                "voices by station, like batumi/tower",
                keys="^[a-z0-9_-]*/[a-z0-9_-]+$",
                wanted="a station as field/station, like batumi/tower",
            ),
            "record": record(
                "what is kept",
                {},
                {
                    "folder": text("where logs and recordings go", example="marshall-data"),
                    "logs": whole(
                        "event logs kept",
                        unit="files",
                        example=10,
                        minimum=1,
                        maximum=1000,
                        default=20,
                    ),
                    "logs_mb": whole(
                        "room for event logs",
                        unit="megabytes",
                        example=500,
                        minimum=1,
                        maximum=1_000_000,
                        default=500,
                    ),
                    "audio": flag("keep recordings of those who allow it", default=True),
                    "audio_mb": whole(
                        "room for recordings",
                        unit="megabytes",
                        example=500,
                        minimum=1,
                        maximum=1_000_000,
                        default=500,
                    ),
                },
            ),
        },
    ),
)


def render() -> str:
    """Return the text of the schema file."""
    return json.dumps(CONFIG, indent=2, ensure_ascii=False) + "\n"


def write(folder: Path) -> Path:
    """Write the schema file and return it."""
    path = folder / "config.schema.json"
    path.write_text(render(), encoding="utf-8", newline="\n")
    return path


if __name__ == "__main__":
    write(schemas_dir())
