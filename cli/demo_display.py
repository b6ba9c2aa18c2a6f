"""The live picture of a demo: who said what, what was decided by which rule, where everybody is."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Any, Self

from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from engine.model.geometry import range_nm
from engine.profile.theatre import Theatre
from engine.service.journal import Record
from engine.sim.script import Sortie

__all__ = ["Display"]

_POSITIONS_EVERY_S = 15.0


class Display:
    """Prints a line for each thing that happens; on a terminal a status table stays below."""

    def __init__(self, theatre: Theatre, sortie: Sortie, console: Console | None = None) -> None:
        self._console = console or Console(highlight=False, soft_wrap=True)
        airfield = theatre.fields[sortie.field]
        end = airfield.runway_end(airfield.approaches[sortie.approach].runway)
        self._origin = end.threshold.grid if end is not None else airfield.reference_point.grid
        self._started_s = time.monotonic()
        self._phases: dict[str, str] = {}
        self._where: dict[str, tuple[float, float]] = {}
        self._told_s = 0.0
        self._live: Live | None = None

    def __enter__(self) -> Self:
        self._line("stage", "starting the voice server, the sim, the pilots and the service")
        if self._console.is_terminal:
            self._live = Live(self._table(), console=self._console, refresh_per_second=2)
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None

    def take(self, record: Record) -> None:
        """Show one record of the service or the stage."""
        match record["kind"]:
            case "state":
                who = f" {record['station']}" if record["station"] else ""
                self._line("state", f"{record['part']}{who}: {record['line']}", style="dim")
            case "pilot_said":
                self._line(record["callsign"], record["words"], style="cyan")
            case "pilot_heard":
                self._line("", f"{record['callsign']} heard: {record['words']}", style="dim")
            case "heard":
                self._heard(record)
            case "decided":
                self._decided(record)
            case "keyed":
                self._keyed(record)
            case "picture":
                self._phases = {one["label"]: one["phase"] for one in record["aircraft"]}
            case "truth":
                self._truth(record)
            case _:
                return

    def _heard(self, record: Record) -> None:
        meaning = ", ".join(record["intents"]) or record["refused"] or "not understood"
        self._line("", f"heard: {record['words'] or '(no words)'}  -> {meaning}", style="dim")

    def _decided(self, record: Record) -> None:
        self._line(record["station_name"], record["words"], style="bold green")
        for one in record["directives"]:
            facts = ", ".join(f"{name} {value} {unit}" for name, value, unit, _ in one["facts"])
            self._line(
                "",
                f"{one['kind']} by {one['rule']}" + (f" ({facts})" if facts else ""),
                style="dim",
            )

    def _keyed(self, record: Record) -> None:
        if record["outcome"] != "keyed":
            self._line("", f"not keyed, {record['outcome']}: {record['reason']}", style="yellow")
        elif "total" in record["stages_ms"]:
            stages = ", ".join(f"{name} {ms}" for name, ms in record["stages_ms"].items())
            self._line("", f"ms: {stages}", style="dim")

    def _truth(self, record: Record) -> None:
        for one in record["aircraft"]:
            miles = range_nm(one["grid"], self._origin)
            self._where[one["callsign"]] = (miles, one["altitude_ft"])
        if self._live is not None:
            self._live.update(self._table())
        elif time.monotonic() - self._told_s >= _POSITIONS_EVERY_S:
            self._told_s = time.monotonic()
            places = "; ".join(
                f"{name} {miles:.1f} nm {feet:.0f} ft {self._phases.get(name, '')}".rstrip()
                for name, (miles, feet) in sorted(self._where.items())
            )
            self._line("positions", places, style="dim")

    def _table(self) -> Table:
        table = Table(title=f"{time.monotonic() - self._started_s:.0f} s", expand=False)
        for heading in ("aircraft", "phase", "nm from threshold", "feet"):
            table.add_column(heading)
        for name, (miles, feet) in sorted(self._where.items()):
            phase = self._phases.get(name, "")
            table.add_row(name, phase, f"{miles:.1f}", f"{feet:.0f}")
        return table

    def _line(self, who: str, what: str, *, style: str = "") -> None:
        seconds = time.monotonic() - self._started_s
        clock = f"{int(seconds) // 60:02d}:{seconds % 60:04.1f}"
        line: Any = Text(f"{clock}  {who:<18} {what}", style=style)
        self._console.print(line)
