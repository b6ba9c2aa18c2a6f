"""A host's configuration, read from YAML with the same care as a profile.

Secrets are never in the file: it names the environment variables that hold them. A mistake is told
with file, line and column, and stops the start. Who writes the secret itself there is told so
without the secret being shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from engine.model.errors import ConfigurationError
from engine.model.picture import Coalition
from engine.profile.diagnostic import in_order
from engine.profile.node import Node
from engine.profile.render import full
from engine.profile.section import Section, as_text
from engine.profile.shape import check_shape
from engine.profile.source import read_source
from engine.resources import profiles_dir, schemas_dir
from engine.service.redaction import hidden_lines, hidden_values
from engine.voice.synthesiser import VoiceSpec

__all__ = [
    "Config",
    "RecordSettings",
    "SimSettings",
    "SpeechSettings",
    "SrsSettings",
    "read_config",
]


_SRS_PORT = 5002
_DCS_ADDRESS = "127.0.0.1:50051"
_WIND = "transposed"


@dataclass(frozen=True, slots=True)
class SrsSettings:
    """Where the voice server is and how to be let in."""

    host: str
    port: int = _SRS_PORT
    coalition: Coalition = Coalition.BLUE
    eam_password_env: str | None = None
    eam_password: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class SimSettings:
    """Where aircraft are seen: a DCS-gRPC server, or a recording."""

    kind: str
    address: str = _DCS_ADDRESS
    token_env: str | None = None
    token: str | None = field(default=None, repr=False)
    file: str = ""
    wind: str = _WIND


@dataclass(frozen=True, slots=True)
class SpeechSettings:
    """How speech is recognised; `model` None means it is found by itself."""

    model: str | None = None
    threads: int = 2
    hypotheses: int = 3
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
    places: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)
    """Where each field and voice is written, as file:line:column, for mistakes found later."""


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
        text = full(in_order(found), {path.name: hidden_lines(source.text)}).rstrip()
        text = hidden_values(text or f"{path.name}: it is empty", source.root)
        message = f"the configuration cannot be used\n{text}"
        raise ConfigurationError(message)
    return _Reader(path.name, path.parent, environment).config(Section(source.root))


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads a file whose shape has been checked; paths in it are beside the file."""

    file: str
    beside: Path
    environment: Mapping[str, str]

    def config(self, root: Section) -> Config:
        speech = root.section("speech") if root.has("speech") else None
        voices = root.section("voices") if root.has("voices") else None
        return Config(
            theatre=self._theatre(root),
            srs=self._srs(root.section("srs")),
            sim=self._sim(root.section("sim")),
            fields=root.texts("fields"),
            mission_year=root.number("mission_year") if root.has("mission_year") else None,
            speech=SpeechSettings() if speech is None else _speech(speech),
            voice=_voice(root.section("voice")) if root.has("voice") else VoiceSpec("piper"),
            voices={}
            if voices is None
            else {name: _voice(voices.section(name)) for name in voices.table.names()},
            polly_region=root.section("polly").text("region") if root.has("polly") else None,
            record=self._record(root),
            places=self._places(root, voices),
        )

    def _theatre(self, root: Section) -> Path:
        written = root.text("theatre")
        for folder in (self.beside / written, profiles_dir() / written):
            if (folder / "theatre.yaml").is_file():
                return folder
        shipped = sorted(path.parent.name for path in profiles_dir().glob("*/theatre.yaml"))
        message = f"there is no theatre {written!r}; those that ship are {', '.join(shipped)}"
        raise self._mistake(root, "theatre", message)

    def _srs(self, section: Section) -> SrsSettings:
        return SrsSettings(
            host=section.text("host"),
            port=section.whole("port") if section.has("port") else _SRS_PORT,
            coalition=Coalition(section.optional_text("coalition") or "blue"),
            eam_password_env=section.optional_text("eam_password_env"),
            eam_password=self._secret(
                section, "eam_password_env", "the External AWACS Mode password"
            )
            or "",
        )

    def _sim(self, section: Section) -> SimSettings:
        kind = section.text("kind")
        file = section.optional_text("file") or ""
        if kind == "acmi" and not (file and (self.beside / file).is_file()):
            wanted = f"there is no recording {file!r}" if file else "write `file:` beside it"
            message = f"a feed of kind acmi plays a recording; {wanted}"
            raise self._mistake(section, "file" if file else "kind", message)
        return SimSettings(
            kind=kind,
            address=section.optional_text("address") or _DCS_ADDRESS,
            token_env=section.optional_text("token_env"),
            token=self._secret(section, "token_env", "the DCS-gRPC token"),
            file=str(self.beside / file) if file else "",
            wind=section.optional_text("wind") or _WIND,
        )

    def _record(self, root: Section) -> RecordSettings:
        default = RecordSettings()
        if not root.has("record"):
            return RecordSettings(folder=self.beside / default.folder)
        section = root.section("record")
        return RecordSettings(
            folder=self.beside / (section.optional_text("folder") or default.folder),
            logs=section.whole("logs") if section.has("logs") else default.logs,
            logs_mb=section.whole("logs_mb") if section.has("logs_mb") else default.logs_mb,
            audio=section.flag("audio", default=default.audio),
            audio_mb=section.whole("audio_mb") if section.has("audio_mb") else default.audio_mb,
        )

    def _secret(self, section: Section, key: str, what: str) -> str | None:
        variable = section.optional_text(key)
        if variable is None:
            return None
        value = self.environment.get(variable, "")
        if not value:
            message = (
                f"{what} is to be in the environment variable {variable}, which is not set; "
                "set it before starting, or remove the line from the configuration"
            )
            raise self._mistake(section, key, message)
        return value

    def _places(self, root: Section, voices: Section | None) -> dict[str, str]:
        fields = {as_text(node): self._place(node) for node in root.items("fields")}
        keys = () if voices is None else (key for key, _ in voices.table.pairs())
        return fields | {as_text(key): self._place(key) for key in keys}

    def _mistake(self, section: Section, key: str, message: str) -> ConfigurationError:
        node = section.table.get(key) or section.table
        return ConfigurationError(f"{self._place(node)}: {message}")

    def _place(self, node: Node) -> str:
        return f"{self.file}:{node.span.line}:{node.span.column}"


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
