"""`marshall hear`: what a transmission means, or how well a file of them is understood."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.exit_codes import ExitCode
from engine.model.errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.language.hear import Hearing
    from engine.language.lexicon import Lexicon
    from engine.language.score import Score
    from engine.language.score_file import Line
    from engine.model.call import Call, Reading

__all__ = ["hear"]

_FILE = click.Path(path_type=Path, dir_okay=False)
_CALLSIGNS = ("Pony 1-1", "Pony 1-2", "Colt 2-1", "Sockeye")
"""Who may be talking when no roster says; enough to try a phrase."""


@dataclass(frozen=True, slots=True)
class _Aloud:
    """How lines are spoken: how many, what is kept where, and which model hears them."""

    limit: int | None
    cache: Path | None
    model: str


@click.command()
@click.argument("text", required=False)
@click.option("--roster", type=_FILE, help="JSON lists of names: callsigns, stations, fixes...")
@click.option("--score", "score_file", type=_FILE, help="Score the lines of a file.")
@click.option("--audio", "aloud", is_flag=True, help="Speak the lines and score the whole path.")
@click.option("--limit", type=click.IntRange(min=1), help="With --audio, so many lines at most.")
@click.option(
    "--cache",
    type=click.Path(path_type=Path, file_okay=False),
    help="With --audio, keep clips and readings here; a run that is stopped goes on from them.",
)
@click.option("--model", default="", help="With --audio, a model's folder or name.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def hear(  # noqa: PLR0917 - click gives every option by name
    text: str | None,
    roster: Path | None,
    score_file: Path | None,
    aloud: bool,
    limit: int | None,
    cache: Path | None,
    model: str,
    as_json: bool,
) -> None:
    """Parse one transmission, or score a file of them.

    Lines of a score file are: utterance TAB intent TAB slots as JSON. With --audio each is spoken
    by four voices, clean and in noise, through Opus and speech recognition; with --limit, lines are
    taken from all over the file. Ends 1 when a text is not understood.
    """
    from cli.language_files import load_language  # noqa: PLC0415 - keeps --help quick
    from engine.language.score import score  # noqa: PLC0415

    if (text is None) == (score_file is None):
        message = "give a text to parse, or --score FILE"
        raise click.UsageError(message)
    if score_file is None and aloud:
        message = "--audio goes with --score FILE"
        raise click.UsageError(message)
    if not aloud and (limit is not None or cache is not None or model):
        message = "--limit, --cache and --model go with --audio"
        raise click.UsageError(message)
    language = load_language()
    lexicon = _lexicon(roster)
    if score_file is not None and aloud:
        how = _Aloud(limit, cache, model)
        _score_audio(_lines(score_file), language.hearing, lexicon, how, as_json=as_json)
        return
    if score_file is not None:
        result = score(_lines(score_file), language.hearing, lexicon)
        click.echo(json.dumps(result.as_json(), indent=2) if as_json else _table(result))
        return
    call = language.hearing.hear(text or "", lexicon=lexicon)
    click.echo(json.dumps(_as_json(call), indent=2) if as_json else _reading(call))
    if not call.understood:
        sys.exit(ExitCode.FOUND)


def _score_audio(
    lines: Sequence[Line],
    hearing: Hearing,
    lexicon: Lexicon,
    how: _Aloud,
    *,
    as_json: bool,
) -> None:
    from cli import hear_audio, hear_audio_score  # noqa: PLC0415 - speech is heavy and optional
    from engine.voice.cache import CachedSynthesiser  # noqa: PLC0415
    from engine.voice.espeak import EspeakSynthesiser  # noqa: PLC0415
    from engine.voice.models import find_larger, find_model  # noqa: PLC0415
    from engine.voice.piper import PiperSynthesiser  # noqa: PLC0415
    from engine.voice.recogniser import Recogniser  # noqa: PLC0415
    from engine.voice.recognition_cache import CachedRecogniser  # noqa: PLC0415
    from engine.voice.synthesiser import VoiceBank  # noqa: PLC0415
    from engine.voice.whisper import WhisperRecogniser  # noqa: PLC0415

    count = min(how.limit or len(lines), len(lines))
    chosen = [lines[number * len(lines) // count] for number in range(count)]
    model = find_model(how.model)
    larger = find_larger(how.model)
    label = model.label if larger is None else f"{model.label}, in doubt {larger.label}"
    whisper = WhisperRecogniser(model, larger=larger)
    recogniser: Recogniser = whisper
    if how.cache is not None:
        recogniser = CachedRecogniser(whisper, folder=how.cache / "heard", label=label)
    voices = CachedSynthesiser(
        VoiceBank({"piper": PiperSynthesiser(), "espeak": EspeakSynthesiser()}),
        folder=None if how.cache is None else how.cache / "spoken",
    )
    total = len(chosen) * len(hear_audio.VOICES) * len(hear_audio.CONDITIONS)
    try:
        with click.progressbar(length=total, label=label, file=sys.stderr) as bar:
            takes = list(
                hear_audio.recognised(
                    chosen,
                    hearing=hearing,
                    lexicon=lexicon,
                    recogniser=recogniser,
                    synthesiser=voices,
                    on_take=lambda _: bar.update(1),
                )
            )
    finally:
        whisper.close()
    scores = hear_audio_score.score_takes(takes, hearing, lexicon)
    if as_json:
        click.echo(json.dumps(hear_audio_score.as_json(scores), indent=2))
    else:
        click.echo(hear_audio_score.report(scores))


def _lines(path: Path) -> list[Line]:
    from engine.language.score_file import read_lines  # noqa: PLC0415

    try:
        return read_lines(_text(path))
    except ConfigurationError as error:
        message = str(error)
        named = message if message.startswith(str(path)) else f"{path}: {message}"
        raise ConfigurationError(named) from None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        message = f"{path}: {error.strerror}"
        raise ConfigurationError(message) from None
    except UnicodeDecodeError:
        message = f"{path}: not UTF-8 text"
        raise ConfigurationError(message) from None


def _lexicon(roster: Path | None) -> Lexicon:
    from engine.language.score_file import lexicon_from_roster  # noqa: PLC0415

    if roster is None:
        return _shipped()
    try:
        data = json.loads(_text(roster))
    except ValueError as error:
        message = f"{roster}: not JSON: {error}"
        raise ConfigurationError(message) from None
    if not isinstance(data, dict):
        message = f'{roster}: wanted an object of lists, such as {{"callsigns": ["Pony 1-1"]}}'
        raise ConfigurationError(message)
    try:
        return lexicon_from_roster(data)
    except ConfigurationError as error:
        message = f"{roster}: {error}"
        raise ConfigurationError(message) from None


def _shipped() -> Lexicon:
    """Return the names of the theatres that ship, with a few callsigns to try."""
    from engine.language.lexicon import Lexicon  # noqa: PLC0415
    from engine.profile.loader import load_theatre, theatre_folders  # noqa: PLC0415
    from engine.resources import profiles_dir  # noqa: PLC0415
    from engine.turn.hearing import static_lexicon  # noqa: PLC0415

    for folder in theatre_folders(profiles_dir()):
        theatre = load_theatre(folder).theatre
        if theatre is not None:
            return static_lexicon(theatre).with_callsigns(_CALLSIGNS)
    return Lexicon(callsigns=_CALLSIGNS)


def _as_json(call: Call) -> dict[str, Any]:
    def plain(one: Reading) -> dict[str, Any]:
        return {
            "intent": one.intent,
            "slots": dict(one.slots),
            "spans": {name: list(span) for name, span in one.spans.items()},
            "missing": list(one.missing),
        }

    return {
        "transcript": call.transcript,
        "station": call.station,
        "callsign": call.callsign,
        "heard": call.heard,
        "confidence": round(call.confidence, 3),
        "readings": [plain(one) for one in call.readings],
        "runner_up": plain(call.runner_up) if call.runner_up is not None else None,
    }


def _reading(call: Call) -> str:
    lines = [f"station   {call.station or '-'}"]
    written = f' (written "{call.heard}")' if call.heard else ""
    lines.append(f"callsign  {call.callsign or '-'}{written}")
    for one in call.readings:
        slots = ", ".join(f"{name}={_value(value)}" for name, value in one.slots.items())
        lines.append(f"means     {one.intent}{': ' if slots else ''}{slots}")
        if one.missing:
            lines.append(f"missing   {', '.join(one.missing)}")
    if not call.readings:
        lines.append("means     not understood: he would be asked to say again")
    if call.runner_up is not None:
        lines.append(f"second    {call.runner_up.intent}")
    lines.append(f"sure      {call.confidence:.0%}")
    return "\n".join(lines)


def _value(value: object) -> str:
    return ",".join(str(one) for one in value) if isinstance(value, tuple) else str(value)


def _table(result: Score) -> str:
    lines = [
        f"lines           {result.lines}",
        f"intent accuracy {result.intent_accuracy:.2%}",
        f"slot accuracy   {result.slot_accuracy:.2%} (micro F1)",
        f"call accuracy   {result.call_accuracy:.2%}",
        f"false actions   {result.false_actions}",
    ]
    counted = sorted(result.confusion.items())
    confused = [(pair, count) for pair, count in counted if pair[0] != pair[1]]
    if confused:
        lines += ["", "heard as another intent"]
        lines += [f"  {wanted} -> {got}: {count}" for (wanted, got), count in confused]
    if result.misses:
        lines += ["", "misses"]
    for miss in result.misses:
        lines.append(f"  {miss['utterance']}")
        lines.append(f"    {miss['intent']} heard as {miss['heard_as']}")
        lines += [f"    missed {', '.join(miss['missed'])}"] if miss["missed"] else []
        lines += [f"    invented {', '.join(miss['invented'])}"] if miss["invented"] else []
    return "\n".join(lines)
