"""`marshall talk`: be the pilot yourself, in text."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

from cli.completing import complete_field

if TYPE_CHECKING:
    from engine.profile.theatre import Airframe, Channel, Theatre
    from engine.service.typed_flight import Aired, TypedFlight
    from engine.sim.script import Sortie

__all__ = ["talk"]

CALLS_AFTER_MS = 5_000
LAG_MS = 700
"""A pilot at a keyboard is given time to think; the one who suggests words is quick."""

_HELP = """\
What you type is transmitted. Your aircraft flies what it is told; time runs while somebody speaks.
  :go             let time run until you are called, or have something to say
  :wait SECONDS   let time run for so long
  :hint           what a pilot might say now
  :where          where you are and what you fly to
  :tune MHZ       turn your radio to another frequency, like :tune 118.6
  :fly HEADING FEET KNOTS   fly something else than you were told
  :auto           let the simulated pilot speak for you, or stop it
  :board          what the controllers know of you
  :help           this
  :quit           the end
"""


@click.command(epilog="Example: echo 'Batumi Approach, Pony one one, radio check' | marshall talk")
@click.option(
    "--theatre", default=None, help="Theatre folder or name; by default the first with the field."
)
@click.option(
    "--field",
    "field_name",
    default="batumi",
    show_default=True,
    shell_complete=complete_field,
    help="Field to go to, by file name, name or ICAO code.",
)
@click.option("--callsign", default="Pony 1-1", show_default=True, help="Your callsign.")
@click.option("--type", "type_name", default="P-51D-30-NA", show_default=True, help="What you fly.")
@click.option("--seed", default=1, show_default=True, help="Where you start, wind, weather.")
@click.option("--auto", is_flag=True, help="Let the simulated pilot speak for you.")
def talk(
    *, theatre: str | None, field_name: str, callsign: str, type_name: str, seed: int, auto: bool
) -> None:
    """Be the pilot of one arrival: type your calls, read the controllers' answers.

    Each answer shows the rules that made it. Commands begin with a colon; :help lists them. Lines
    may be piped in.
    """
    from cli.find_theatre import find_theatre  # noqa: PLC0415 - keeps --help quick
    from engine.service.build import make_desk, make_language  # noqa: PLC0415
    from engine.service.typed_flight import TypedFlight  # noqa: PLC0415
    from engine.sim.script import Sortie  # noqa: PLC0415
    from engine.sim.spoken_grammar import SpokenGrammar  # noqa: PLC0415
    from engine.store import MemoryEventLog  # noqa: PLC0415

    place = find_theatre(theatre, field_name)
    loaded, field_name = place.theatre, place.field
    sortie = _alone(loaded, Sortie.from_seed(loaded, field_name, seed), callsign, type_name)
    language = make_language(loaded)
    phrasebook = language.phrasebook(loaded.fields[field_name].phraseology)
    flight = TypedFlight(
        loaded,
        make_desk(loaded, MemoryEventLog(), language=language),
        sortie,
        SpokenGrammar.of(loaded, phrasebook, [callsign]),
        _show,
        is_automatic=auto,
    )
    _introduce(flight)
    _Console(flight).run()


def _alone(theatre: Theatre, sortie: Sortie, callsign: str, type_name: str) -> Sortie:
    """Return the sortie of a seed with its first pilot alone, as who and in what he wants to be."""
    airframe = _airframe(theatre, type_name)
    script = sortie.pilots[0]
    channel = _channel(theatre, script.frequency_hz, airframe)
    pilot = replace(
        script,
        callsign=callsign,
        type_name=airframe.type_name,
        frequency_hz=channel.frequency_hz,
        speed_kt=max(script.speed_kt, float(airframe.minimum_vector_kt)),
        calls_after_ms=CALLS_AFTER_MS,
        lag_ms=LAG_MS,
        radio_check=False,
    )
    return replace(sortie, pilots=(pilot,), misheard_rate=0.0)


def _airframe(theatre: Theatre, type_name: str) -> Airframe:
    from engine.model.errors import ConfigurationError  # noqa: PLC0415
    from engine.profile.diagnostic import nearest  # noqa: PLC0415

    found = theatre.airframes.get(type_name)
    if found is not None:
        return found
    guess = nearest(type_name, sorted(theatre.airframes))
    hint = (
        f"did you mean {guess}?" if guess else f"there are {', '.join(sorted(theatre.airframes))}"
    )
    message = f"no aircraft type is called {type_name!r}; {hint}"
    raise ConfigurationError(message)


def _channel(theatre: Theatre, frequency_hz: int, airframe: Airframe) -> Channel:
    """Return the station's channel of that frequency, or another that his radio reaches."""
    from engine.model.errors import ConfigurationError  # noqa: PLC0415

    for station in theatre.all_stations():
        if all(one.frequency_hz != frequency_hz for one in station.channels):
            continue
        first = sorted(station.channels, key=lambda one: one.frequency_hz != frequency_hz)
        for channel in first:
            if airframe.can_tune(channel):
                return channel
    message = f"the radios of {airframe.display} reach no channel of the approach; fly another type"
    raise ConfigurationError(message)


def _introduce(flight: TypedFlight) -> None:
    pilot, sortie = flight.pilot, flight.sortie
    station = flight.station_on(pilot.frequency_hz)
    click.echo(
        f"You are {pilot.callsign}, {pilot.airframe.display}, on {pilot.frequency_hz / 1e6:.3f}"
        f"{f' with {station.name}' if station else ''}. {_where(flight)}"
    )
    click.echo(
        f"Wind {sortie.wind.from_deg_grid:03.0f}/{sortie.wind.speed_kt:.0f} kt, cloud base "
        f"{sortie.cloud_base_ft:.0f} ft. Type what you say, or :help."
    )


def _where(flight: TypedFlight) -> str:
    now, orders = flight.situation, flight.pilot.mind.orders
    if not now.airborne:
        return "You stand on the ground." if now.stopped else "You roll out on the runway."
    return (
        f"You are {now.range_nm:.1f} nm {now.direction} of the runway at {now.altitude_ft:.0f} ft, "
        f"heading {now.heading_deg_mag:03d}; flying to heading {orders.heading_deg_mag:03d}, "
        f"{orders.altitude_ft:.0f} ft, {orders.speed_kt:.0f} kt."
    )


def _show(aired: Aired) -> None:
    minutes, seconds = divmod(aired.at_ms // 1000, 60)
    at = f"{minutes:02d}:{seconds:02d}"
    if not aired.speaker:
        click.echo(f"{at}  ({aired.words})")
        return
    rules = f"  [{', '.join(aired.rules)}]" if aired.rules else ""
    deaf = "" if aired.audible else "  (you are on another frequency)"
    megahertz = f"{aired.frequency_hz / 1e6:.3f}"
    click.echo(f"{at}  {aired.speaker:<16} {megahertz}  {aired.words}{rules}{deaf}")


@dataclass(frozen=True, slots=True)
class _Console:
    """Reads lines until the end, and does what they say."""

    flight: TypedFlight

    def run(self) -> None:
        """Read and do until the end of the input."""
        while True:
            if sys.stdin.isatty():
                click.echo("> ", nl=False)
            line = sys.stdin.readline()
            if not line:
                return
            text = line.strip()
            if not text or text.startswith("#"):
                continue
            if text in (":quit", ":q"):
                return
            before = self.flight.hint
            self._do(text)
            if self.flight.hint and self.flight.hint != before:
                click.echo(f"        (you might say: {self.flight.hint})")

    def _do(self, text: str) -> None:
        if not text.startswith(":"):
            self.flight.say(text)
            return
        name, *arguments = text[1:].split()
        commands: dict[str, Callable[[list[str]], None]] = {
            "go": self._go,
            "wait": self._wait,
            "hint": self._hint,
            "where": lambda _: click.echo(_where(self.flight)),
            "tune": self._tune,
            "fly": self._fly,
            "auto": self._auto,
            "board": self._board,
            "help": lambda _: click.echo(_HELP, nl=False),
        }
        command = commands.get(name)
        if command is None:
            click.echo(f"there is no command :{name}; :help lists them")
            return
        try:
            command(arguments)
        except (ValueError, IndexError):
            usage = next(one for one in _HELP.splitlines() if one.startswith(f"  :{name}"))
            click.echo(f"write it like this: {usage.strip()}")

    def _go(self, _: list[str]) -> None:
        before = self.flight.hint
        if not self.flight.go() and self.flight.hint == before:
            click.echo(f"nobody has called you. {_where(self.flight)}")

    def _wait(self, arguments: list[str]) -> None:
        self.flight.wait(min(3600.0, max(0.0, float(arguments[0]))))

    def _hint(self, _: list[str]) -> None:
        click.echo(self.flight.hint or "nothing is expected of you now")

    def _tune(self, arguments: list[str]) -> None:
        frequency_hz = round(float(arguments[0]) * 1000) * 1000
        self.flight.tune(frequency_hz)
        station = self.flight.station_on(frequency_hz)
        click.echo(f"tuned {frequency_hz / 1e6:.3f}, {station.name if station else 'nobody there'}")

    def _fly(self, arguments: list[str]) -> None:
        heading, altitude_ft, speed_kt = (float(one) for one in arguments)
        self.flight.fly(
            heading_deg_mag=round(heading) % 360 or 360,
            altitude_ft=altitude_ft,
            speed_kt=speed_kt,
        )

    def _auto(self, _: list[str]) -> None:
        self.flight.is_automatic = not self.flight.is_automatic
        click.echo(
            f"the simulated pilot {'speaks for you' if self.flight.is_automatic else 'is silent'}"
        )

    def _board(self, _: list[str]) -> None:
        board = self.flight.desk.board
        for strip in (board.strips[name] for name in sorted(board.strips)):
            known = {
                "phase": strip.phase,
                "station": strip.station,
                "approach": strip.approach,
                "level": strip.level_ft,
                "heading": strip.heading_deg_mag,
                "letdown": "his" if board.holds_letdown(strip.aircraft) else None,
            }
            shown = ", ".join(f"{name} {value}" for name, value in known.items() if value)
            click.echo(f"{strip.label}: {shown or 'not identified'}")
        if not board.strips:
            click.echo("nobody is known")
