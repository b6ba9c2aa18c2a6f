"""Compiles scenario files, as far as their lines can be read.

What a line names is held against the theatre by the rules (engine/profile/rules); a
line that says two things, or none, is found here, because nothing can be made of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from engine.profile.diagnostic import Diagnostic, Span
from engine.profile.guard_compiler import compile_guard
from engine.profile.node import Node, Scalar, Table
from engine.profile.scenario import (
    Action,
    Expectation,
    Given,
    Placement,
    Player,
    Scenario,
    SlotWish,
    Step,
)
from engine.profile.schema_terms import PROVENANCE
from engine.profile.section import Absent, Section, as_number, as_text

__all__ = ["compile_scenarios"]

_WORDS = ("says", "does", "tunes", "until")
_FLOWN = ("heading_deg_mag", "altitude_ft", "speed_kt")
_EXPECTS = ("says", "never", "hands_off", "phase", "silence_s")
_CALLSIGN = re.compile(r"[a-z]+")
_NOT_PLAYERS = frozenset({"until", "within_min", *PROVENANCE})


def compile_scenarios(
    source: str, root: Node | None, phases: AbstractSet[str], found: list[Diagnostic]
) -> tuple[Scenario, ...]:
    """Return the scenarios of one file; `found` gains what is wrong with their lines."""
    try:
        top = Section(root)
        items = top.items("scenarios")
    except Absent:
        return ()
    reader = _File(source, top, phases, found)
    scenarios = []
    for item in items:
        try:
            scenarios.append(reader.scenario(Section(item)))
        except Absent:
            continue
    return tuple(scenarios)


class _File:
    """One file; what it gives to all of its scenarios stands under each one's own."""

    def __init__(
        self, source: str, top: Section, phases: AbstractSet[str], found: list[Diagnostic]
    ) -> None:
        self._source = source
        self._top = top
        self._phases = phases
        self._found = found

    def scenario(self, section: Section) -> Scenario:
        """Return one scenario."""
        if section.has("steps"):
            for key in ("when", "then"):
                written = section.table.key(key)
                if written is not None:
                    message = f"`{key}` stands beside `steps`: nothing says which goes first"
                    self._unclear(written.span, message, "make it a step of its own")
            steps = tuple(self._steps(section.items("steps")))
        else:
            steps = (self._step(section),)
        fly = section.section("fly") if section.has("fly") else None
        own = section if section.has("fields") else self._top
        return Scenario(
            name=section.text("scenario"),
            span=section.scalar("scenario").span,
            source=self._source,
            fields=own.texts("fields"),
            given=self._given(section),
            steps=steps,
            needs=section.texts("needs"),
            covers=section.texts("covers"),
            manners=_manners(fly),
            until=(fly.optional_text("until") or "") if fly is not None else "",
            within_min=fly.number("within_min") if fly and fly.has("within_min") else 15.0,
            fly_span=_key_span(section, "fly") if fly is not None else None,
            complete=self._top.flag("complete", default=False),
            places={**_listed(section), **_listed(own), **_named(fly)},
        )

    # ------------------------------------------------------------------ given

    def _given(self, section: Section) -> Given:
        own = section.section("given") if section.has("given") else None
        shared = self._top.section("given") if self._top.has("given") else None
        both = [one for one in (own, shared) if one is not None]
        players: dict[str, Player] = {}
        unread: list[str] = []
        for one in reversed(both):
            for key, node in one.pairs("aircraft"):
                try:
                    players[key.raw] = self._player(key.raw, Section(node))
                except Absent:
                    unread.append(key.raw)
        return Given(
            players=tuple(players.values()),
            wind=_wind(both),
            qnh_hpa=_number(both, "qnh_hpa", 1013.0),
            cloud_base_ft=_number(both, "cloud_base_ft", 3000.0),
            visibility_nm=_number(both, "visibility_nm", 10.0),
            staffed=_texts(both, "staffed"),
            unstaffed=_texts(both, "unstaffed"),
            unread=tuple(unread),
        )

    def _player(self, key: str, section: Section) -> Player:
        word = _CALLSIGN.match(key)
        callsign = section.optional_text("callsign") or f"{(word[0] if word else key).title()} 1-1"
        return Player(
            key=key,
            callsign=callsign,
            type_name=section.text("type"),
            at=self._placement(section.section("at")),
            radio=section.optional_text("radio") or callsign,
            side=section.optional_text("side") or "blue",
            altitude_ft=section.whole("altitude_ft") if section.has("altitude_ft") else None,
            height_ft=section.whole("height_ft") if section.has("height_ft") else None,
            heading_deg_grid=section.number("heading_deg_grid")
            if section.has("heading_deg_grid")
            else None,
            speed_kt=section.whole("speed_kt") if section.has("speed_kt") else None,
            on=section.optional_text("on"),
            places={**_places(section), **_places(section.section("at"))},
        )

    def _placement(self, at: Section) -> Placement:
        written = [one for one in ("bearing_deg_grid", "final", "place") if at.has(one)]
        if len(written) != 1 or (written[0] != "place" and not at.has("range_nm")):
            self._unclear(
                at.table.span.part(0, 1),
                "the place is not given in one of the three ways",
                "write `bearing_deg_grid` and `range_nm`; or `final` and `range_nm`; or `place`",
            )
            raise Absent
        if written[0] == "place":
            place = at.text("place")
            stand, runway = at.optional_text("stand") or "", at.optional_text("runway") or ""
            if (place == "stand") != bool(stand):
                self._unclear(
                    at.scalar("place").span,
                    "`place: stand` and `stand` go together",
                    "write both, or neither",
                )
                raise Absent
            return Placement("ground", place=place, stand=stand, runway=runway)
        return Placement(
            "final" if written[0] == "final" else "bearing",
            bearing_deg_grid=at.number("bearing_deg_grid") if at.has("bearing_deg_grid") else 0.0,
            range_nm=at.number("range_nm"),
            final=at.optional_text("final") or "",
            off_deg=at.number("off_deg") if at.has("off_deg") else 0.0,
        )

    # ------------------------------------------------------------------ lines

    def _steps(self, nodes: Iterable[Node]) -> Iterable[Step]:
        for node in nodes:
            try:
                yield self._step(Section(node))
            except Absent:
                continue

    def _step(self, section: Section) -> Step:
        when: list[Action] = []
        then: list[Expectation] = []
        for node in section.items("when"):
            try:
                when.append(self._action(Section(node)))
            except Absent:
                continue
        for node in section.items("then"):
            try:
                then.append(self._expectation(Section(node)))
            except Absent:
                continue
        return Step(tuple(when), tuple(then))

    def _action(self, line: Section) -> Action:
        named = [key for key, _ in line.table.pairs() if _is_about(key.raw)]
        claims = len(named) + line.has("wait_s") + line.has("flies")
        if claims != 1:
            self._not_one_thing(line, claims, "`pony says`, `pony does`, `flies`, `wait_s`")
        if line.has("wait_s"):
            span = line.scalar("wait_s").span
            return Action("wait", span, wait_s=line.number("wait_s"))
        if line.has("flies"):
            heading, altitude, speed = (
                line.whole(one) if line.has(one) else None for one in _FLOWN
            )
            player = line.scalar("flies")
            if heading is None and altitude is None and speed is None:
                self._unclear(player.span, "nothing says what is flown", "add a heading or more")
                raise Absent
            return Action(
                "flies",
                player.span,
                player.raw,
                heading_deg_mag=heading,
                altitude_ft=altitude,
                speed_kt=speed,
                places=_places(line),
            )
        key = named[0]
        player_name, _, word = key.raw.partition(" ")
        value = line.scalar(key.raw)
        text = as_text(value)
        guard = None
        if word == "until":
            guard, problems = compile_guard(value, phases=self._phases)
            self._found.extend(problems)
            if guard is None:
                raise Absent
        return Action(
            word,
            value.span if value.span.line == value.span.end_line else key.span,
            player_name,
            text=text,
            on=line.optional_text("on") or "",
            guard=guard,
            within_s=line.number("within_s") if line.has("within_s") else 900.0,
            places={**_places(line), "player": key.span},
        )

    def _expectation(self, line: Section) -> Expectation:
        claimed = [one for one in _EXPECTS if line.has(one)]
        if len(claimed) != 1:
            self._not_one_thing(line, len(claimed), "`says`, `never`, `hands_off`, `phase`")
        kind = claimed[0]
        within = line.number("within_s") if line.has("within_s") else None
        by, on = line.optional_text("by") or "", line.optional_text("on") or ""
        to = line.optional_text("to") or ""
        span = line.scalar(kind).span if kind != "silence_s" else _key_span(line, kind)
        places = _places(line)
        match kind:
            case "silence_s":
                return Expectation(
                    "silence", span, to=to, within_s=line.number("silence_s"), places=places
                )
            case "hands_off":
                return Expectation(
                    kind, span, directive="contact", to=line.text(kind), station=to, by=by,
                    on=on, within_s=within, places=places,
                )  # fmt: skip
            case "phase":
                of = line.optional_text("of") or ""
                return Expectation(
                    kind, span, to=of, phase=line.text(kind), within_s=within, places=places
                )
            case _:
                return Expectation(
                    kind, span, directive=line.text(kind), to=to, by=by, on=on,
                    slots=tuple(_wishes(line)), within_s=within, places=places,
                )  # fmt: skip

    # ------------------------------------------------------------------ what is wrong

    def _not_one_thing(self, line: Section, claims: int, keys: str) -> None:
        what = "says nothing that is known" if claims == 0 else "says two things at once"
        self._unclear(line.table.span.part(0, 1), f"the line {what}", f"write one of {keys}")
        raise Absent

    def _unclear(self, span: Span, message: str, hint: str) -> None:
        self._found.append(Diagnostic("M850", message, span, hint=hint))


def _is_about(key: str) -> bool:
    return key.partition(" ")[2] in _WORDS


def _places(section: Section) -> dict[str, Span]:
    """Return where the values of a section stand, by key; keys where a value has many lines."""
    return {
        key.raw: value.span if value.span.line == value.span.end_line else key.span
        for key, value in section.table.pairs()
    }


def _listed(section: Section) -> dict[str, Span]:
    """Return where the fields and claims of a scenario stand, by what they say."""
    return {
        as_text(item): item.span
        for name in ("fields", "covers")
        for item in section.items(name)
        if isinstance(item, Scalar) and isinstance(item.value, str)
    }


def _named(fly: Section | None) -> dict[str, Span]:
    """Return where the aircraft that are flown are named."""
    return {key.raw: key.span for key, _ in fly.table.pairs()} if fly is not None else {}


def _key_span(section: Section, name: str) -> Span:
    key = section.table.key(name)
    return key.span if key is not None else section.table.span


def _manners(fly: Section | None) -> dict[str, str]:
    if fly is None:
        return {}
    return {
        key.raw: as_text(value)
        for key, value in fly.table.pairs()
        if key.raw not in _NOT_PLAYERS and isinstance(value, Scalar) and not value.spoiled
    }


def _wishes(line: Section) -> Iterable[SlotWish]:
    for key, node in line.pairs("slots"):
        if isinstance(node, Table):
            least, most = node.get("from"), node.get("to")
            yield SlotWish(
                key.raw,
                key.span,
                least=as_number(least) if least is not None else None,
                most=as_number(most) if most is not None else None,
            )
        elif isinstance(node, Scalar) and isinstance(node.value, str | int | float):
            yield SlotWish(key.raw, node.span, node.value)


def _wind(given: Iterable[Section]) -> tuple[float, float] | None:
    for one in given:
        if one.has("wind"):
            wind = one.section("wind")
            return wind.number("from_deg_mag"), wind.number("speed_kt")
    return None


def _number(given: Iterable[Section], name: str, default: float) -> float:
    return next((one.number(name) for one in given if one.has(name)), default)


def _texts(given: Iterable[Section], name: str) -> tuple[str, ...]:
    return next((one.texts(name) for one in given if one.has(name)), ())
