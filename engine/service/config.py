"""A host's configuration, read from YAML with the same care as a profile.

Secrets are never in the file: it names the environment variables that hold them. A mistake is told
with file, line and column, and stops the start.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from engine.model.errors import ConfigurationError
from engine.model.picture import Coalition
from engine.profile.diagnostic import in_order
from engine.profile.render import full
from engine.profile.section import Section
from engine.profile.shape import check_shape
from engine.profile.source import read_source
from engine.resources import profiles_dir, schemas_dir
from engine.voice.synthesiser import VoiceSpec

__all__ = [
    "Config",
    "RecordSettings",
    "SimSettings",
    "SpeechSettings",
    "SrsSettings",
    "read_config",
]


@dataclass(frozen=True, slots=True)
class SrsSettings:
    """Where the voice server is and how to be let in."""

    host: str
    port: int = 5002
    coalition: Coalition = Coalition.BLUE
    eam_password_env: str | None = None
    eam_password: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class SimSettings:
    """Where aircraft are seen: a DCS-gRPC server, or a recording."""

    kind: str
    address: str = "127.0.0.1:50051"
    token_env: str | None = None
    token: str | None = field(default=None, repr=False)
    file: str = ""
    wind: str = "transposed"


@dataclass(frozen=True, slots=True)
class SpeechSettings:
    """How speech is recognised; `model` None means it is found by itself."""

    model: str | None = None
    threads: int = 2
    hypotheses: int = 5
    deadline_s: float = 6.0


@dataclass(frozen=True, slots=True)
class RecordSettings:
    """What is kept, where, and how much of it."""

    folder: Path = Path("marshall-data")
    logs: int = 20
    logs_mb: int = 500
    audio: bool = True
    audio_mb: int = 500


@dataclass(frozen=True, slots=True)
class Config:
    """Everything `marshall run` is told."""

    theatre: Path
    srs: SrsSettings
    sim: SimSettings
    fields: tuple[str, ...] = ()
    mission_year: float | None = None
    speech: SpeechSettings = field(default_factory=SpeechSettings)
    voice: VoiceSpec = field(default_factory=lambda: VoiceSpec("piper"))
    voices: Mapping[str, VoiceSpec] = field(default_factory=dict)
    polly_region: str | None = None
    record: RecordSettings = field(default_factory=RecordSettings)


def read_config(path: Path, environment: Mapping[str, str]) -> Config:
    """Return the configuration in a file.

    Raises:
        ConfigurationError: the file is missing or wrong, or a variable it names is not set; the
            message shows every place.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        message = f"cannot read the configuration {path.name}: {error.strerror}"
        raise ConfigurationError(message) from error
    source = read_source(path.name, data)
    found = [*source.diagnostics, *check_shape(source, schemas_dir() / "config.schema.json")]
    if found or source.root is None:
        text = full(in_order(found), {path.name: source.text}).rstrip()
        message = f"the configuration cannot be used\n{text or path.name + ': it is empty'}"
        raise ConfigurationError(message)
    return _config(Section(source.root), path.parent, environment)


def _config(root: Section, beside: Path, environment: Mapping[str, str]) -> Config:
    speech = root.section("speech") if root.has("speech") else None
    return Config(
        theatre=_theatre(root.text("theatre"), beside),
        srs=_srs(root.section("srs"), environment),
        sim=_sim(root.section("sim"), beside, environment),
        fields=root.texts("fields"),
        mission_year=root.number("mission_year") if root.has("mission_year") else None,
        speech=SpeechSettings() if speech is None else _speech(speech),
        voice=_voice(root.section("voice")) if root.has("voice") else VoiceSpec("piper"),
        voices=_voices(root),
        polly_region=root.section("polly").text("region") if root.has("polly") else None,
        record=_record(root, beside),
    )


def _theatre(written: str, beside: Path) -> Path:
    for folder in (beside / written, profiles_dir() / written):
        if (folder / "theatre.yaml").is_file():
            return folder
    shipped = sorted(path.parent.name for path in profiles_dir().glob("*/theatre.yaml"))
    message = f"there is no theatre {written!r}; those that ship are {', '.join(shipped)}"
    raise ConfigurationError(message)


def _srs(section: Section, environment: Mapping[str, str]) -> SrsSettings:
    variable = section.optional_text("eam_password_env")
    return SrsSettings(
        host=section.text("host"),
        port=section.whole("port") if section.has("port") else 5002,
        coalition=Coalition(section.optional_text("coalition") or "blue"),
        eam_password_env=variable,
        eam_password=_secret(variable, environment, "the External AWACS Mode password") or "",
    )


def _sim(section: Section, beside: Path, environment: Mapping[str, str]) -> SimSettings:
    kind = section.text("kind")
    variable = section.optional_text("token_env")
    file = section.optional_text("file") or ""
    if kind == "acmi" and not file:
        message = "sim: a feed of kind acmi needs `file`, the recording to play"
        raise ConfigurationError(message)
    return SimSettings(
        kind=kind,
        address=section.optional_text("address") or "127.0.0.1:50051",
        token_env=variable,
        token=_secret(variable, environment, "the DCS-gRPC token"),
        file=str(beside / file) if file else "",
        wind=section.optional_text("wind") or "transposed",
    )


def _secret(variable: str | None, environment: Mapping[str, str], what: str) -> str | None:
    if variable is None:
        return None
    value = environment.get(variable, "")
    if not value:
        message = (
            f"{what} is to be in the environment variable {variable}, which is not set; "
            "set it before starting, or remove the line from the configuration"
        )
        raise ConfigurationError(message)
    return value


def _speech(section: Section) -> SpeechSettings:
    default = SpeechSettings()
    return SpeechSettings(
        model=section.optional_text("model"),
        threads=section.whole("threads") if section.has("threads") else default.threads,
        hypotheses=section.whole("hypotheses") if section.has("hypotheses") else default.hypotheses,
        deadline_s=section.number("deadline_s")
        if section.has("deadline_s")
        else default.deadline_s,
    )


def _voice(section: Section) -> VoiceSpec:
    engine = section.text("engine")
    return VoiceSpec(
        engine=engine,  # type: ignore[arg-type]  # the schema holds the closed list
        name=section.optional_text("name") or "",
        rate=section.number("rate") if section.has("rate") else 1.0,
        pitch=section.number("pitch") if section.has("pitch") else 1.0,
    )


def _voices(root: Section) -> dict[str, VoiceSpec]:
    if not root.has("voices"):
        return {}
    voices = root.section("voices")
    return {name: _voice(voices.section(name)) for name in voices.table.names()}


def _record(root: Section, beside: Path) -> RecordSettings:
    default = RecordSettings()
    if not root.has("record"):
        return RecordSettings(folder=beside / default.folder)
    section = root.section("record")
    return RecordSettings(
        folder=beside / (section.optional_text("folder") or str(default.folder)),
        logs=section.whole("logs") if section.has("logs") else default.logs,
        logs_mb=section.whole("logs_mb") if section.has("logs_mb") else default.logs_mb,
        audio=section.flag("audio", default=default.audio),
        audio_mb=section.whole("audio_mb") if section.has("audio_mb") else default.audio_mb,
    )
