"""Plan a turn: from what was heard or seen to an ordered list of steps, or a refusal. Pure.

The board already holds the stimulus when a plan is made. Steps run in order, and what each
decides is applied before the next looks at the board. A refusal is a successful turn that does
nothing, with its reason on record.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.control.lookup import station_named
from engine.control.names import handles, is_damaged_form, squash
from engine.control.outcome import Context, Request
from engine.control.readback import reads_back
from engine.control.speaking import is_talked_down
from engine.control.strip import Strip
from engine.model.call import Call, Reading
from engine.model.intent import Intent
from engine.model.picture import Coalition
from engine.model.slots import SlotValue
from engine.model.stimulus import Heard, RadioGone, RadioPresent, Sweep
from engine.profile.theatre import Station

__all__ = ["Refusal", "Step", "plan_call", "plan_presence", "plan_sweep"]


@dataclass(frozen=True, slots=True)
class Step:
    """One capability to run, why, and whether the turn needs it."""

    step_id: str
    capability: str
    request: Request
    reason: str
    required: bool = True


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a call is not acted on, and by which gate. It is silent, and it is on record."""

    gate: str
    reason: str


@dataclass(frozen=True, slots=True)
class _Way:
    """How an intent is answered: by which capability, by a station of which role."""

    capability: str
    role: str = ""
    arguments: Mapping[str, SlotValue] = field(default_factory=dict)


_GROUND = {"where": "ground"}
_AIR = {"where": "air"}
_WAYS: Mapping[str, _Way] = {
    Intent.RADIO_CHECK: _Way("radio_check"),
    Intent.CHECK_IN: _Way("check_in"),
    Intent.REQUEST_CLEARANCE: _Way("not_available", "delivery", _GROUND),
    Intent.REQUEST_STARTUP: _Way("not_available", "ground", _GROUND),
    Intent.REQUEST_TAXI: _Way("not_available", "ground", _GROUND),
    Intent.REPORT_HOLDING_SHORT: _Way("not_available", "tower", _GROUND),
    Intent.REQUEST_TAKEOFF: _Way("not_available", "tower", _GROUND),
    Intent.REPORT_AIRBORNE: _Way("check_in"),
    Intent.REPORT_POSITION: _Way("check_in"),
    Intent.REPORT_ALTITUDE: _Way("acknowledge"),
    Intent.REQUEST_ALTITUDE: _Way("not_available", "", _AIR),
    Intent.REQUEST_VECTOR: _Way("not_available", "approach", _AIR),
    Intent.REQUEST_HOLD: _Way("not_available", "approach", _AIR),
    Intent.REQUEST_FREQUENCY: _Way("wrong_station"),
    Intent.REQUEST_INFO: _Way("information"),
    Intent.REPORT_TRAFFIC: _Way("acknowledge"),
    Intent.REQUEST_APPROACH: _Way("request_approach", "approach"),
    Intent.REQUEST_VISUAL: _Way("not_available", "approach", _AIR),
    Intent.REQUEST_OVERHEAD: _Way("not_available", "tower", _AIR),
    Intent.REQUEST_LANDING: _Way("request_landing"),
    Intent.REPORT_IN_SIGHT: _Way("acknowledge"),
    Intent.REPORT_ESTABLISHED: _Way("acknowledge"),
    Intent.REPORT_PATTERN: _Way("acknowledge"),
    Intent.REPORT_MISSED: _Way("report_missed"),
    Intent.REPORT_LANDED: _Way("report_landed"),
    Intent.READBACK: _Way("read_back"),
    Intent.ACKNOWLEDGE: _Way("acknowledged"),
    Intent.ANSWER: _Way("acknowledged"),
    Intent.UNABLE: _Way("unable"),
    Intent.SAY_AGAIN: _Way("say_again"),
    Intent.STANDBY: _Way("standby"),
    Intent.FORMATION_CHANGE: _Way("not_available"),
    Intent.DECLARE_EMERGENCY: _Way("declare_emergency"),
    Intent.REPORT_FUEL: _Way("acknowledge"),
    Intent.REPORT_FAILURE: _Way("unable"),
    Intent.CARRIER_INBOUND: _Way("not_available", "", {"reason": "not_here"}),
    Intent.CARRIER_REPORT: _Way("not_available", "", {"reason": "not_here"}),
    Intent.CANCEL: _Way("cancel"),
}
"""Every intent of a pilot and who answers it; NONE is a gate."""

_VECTORS_TO_FINAL = frozenset(("final", "field"))
_ECHOES = frozenset(
    (
        Intent.READBACK,
        Intent.REQUEST_APPROACH,
        Intent.REQUEST_ALTITUDE,
        Intent.REPORT_ALTITUDE,
        Intent.REPORT_POSITION,
        Intent.REPORT_ESTABLISHED,
        Intent.REPORT_HOLDING_SHORT,
        Intent.REQUEST_HOLD,
        Intent.CHECK_IN,
        Intent.ANSWER,
    )
)
"""What a read-back may sound like."""
_CALLS = frozenset((Intent.REQUEST_APPROACH, Intent.CHECK_IN))
"""What sounds like a read-back and is as likely said again by one who heard no answer."""
_ANYWHERE = frozenset((Intent.RADIO_CHECK, Intent.DECLARE_EMERGENCY, Intent.CANCEL))
"""Intents that whoever hears them answers, whatever station was named."""
_DIALOGUE_MS = 30_000
_BOT_SUFFIX = "bot"
_SWEEP_STEPS = ("gone", "phase", "landed", "missed", "separation", "timers", "hand_off")
_CLOSE_LOOK = ("phase", "missed", "final")
"""What is decided at every look, also between seconds: a mile on final takes 20 seconds."""


def plan_call(context: Context, heard: Heard, call: Call) -> tuple[Step, ...] | Refusal:
    """Return the steps that answer a call, or the gate that stops it.

    Gates in their order: our own voice, another side, no speech, stepped on, not for us,
    another's name.
    """
    here = context.theatre.station(heard.station)
    if here is None or not here.staffed:
        return Refusal("station", f"nobody works {heard.station}")
    refusal = _own_voice(context, heard) or _other_side(context, heard) or _no_speech(heard, call)
    if refusal is not None:
        return refusal
    plan = _Planner(heard, call)
    if heard.stepped_on and not call.understood:
        plan.add("not_understood", "two spoke at once", arguments={"reason": "stepped_on"})
        return plan.steps()
    refusal = _not_for_us(context, heard, call)
    if refusal is not None:
        return refusal
    if not call.understood or call.readings[0].intent == Intent.NONE:
        plan.add("not_understood", "no reading of the call")
        return plan.steps()
    if _speaks_for_another(context, heard, call):
        plan.add("wrong_name", "the name is another's")
        return plan.steps()
    _answer_all(context, plan, here)
    return plan.steps()


def plan_sweep(context: Context, sweep: Sweep) -> tuple[Step, ...]:
    """Return what one look at the radar calls for, aircraft by aircraft."""
    board = context.board
    steps = [
        _step(1, "observe", Request(None, None, sweep), "how everything moves"),
        _step(2, "identify", Request(None, None, sweep), "who speaks for what"),
        _step(3, "distress_over", Request(None, None, sweep), "is silence still needed"),
        _step(4, "runways", Request(None, None, sweep), "which runways are free"),
    ]
    for aircraft in sorted(board.strips):
        strip = board.strips[aircraft]
        for capability in _wanted_by(strip, new_second=board.new_second):
            request = Request(aircraft, strip.station, sweep)
            steps.append(_step(len(steps) + 1, capability, request, "a look", required=False))
    return tuple(steps)


def plan_presence(context: Context, stimulus: RadioPresent | RadioGone) -> tuple[Step, ...]:
    """Return what a radio that came, changed or left calls for."""
    steps = [_step(1, "identify", Request(None, None, stimulus), "who speaks for what")]
    aircraft = context.board.aircraft_of(stimulus.guid)
    if isinstance(stimulus, RadioGone) and aircraft in context.board.strips:
        request = Request(aircraft, None, stimulus)
        steps.append(_step(2, "gone", request, "his radio left", required=False))
    return tuple(steps)


def _wanted_by(strip: Strip, *, new_second: bool) -> tuple[str, ...]:
    """Return the capabilities that a look may call on for a strip, so that few steps are idle."""
    if not new_second:
        return _CLOSE_LOOK if strip.identified and strip.approach is not None else ()
    if not strip.identified:
        return ("gone", "timers")
    steps = list(_SWEEP_STEPS)
    if strip.readback is not None and strip.readback.owed:
        steps.insert(1, "readback_owed")
    if strip.phase not in ("landed", "vacated"):
        steps.remove("landed")
    if strip.approach is None:
        steps = [one for one in steps if one not in ("missed", "separation")]
    else:
        steps += ["final", "vectoring"]
    return tuple(steps)


def _step(
    number: int, capability: str, request: Request, reason: str, *, required: bool = True
) -> Step:
    return Step(f"s{number}", capability, request, reason, required)


class _Planner:
    """Collects the steps of one call; who is calling is found first."""

    def __init__(self, heard: Heard, call: Call) -> None:
        self.heard = heard
        self.call = call
        self._steps = [
            _step(1, "identify", Request(None, heard.station, heard, call), "who is calling")
        ]

    def add(
        self,
        capability: str,
        why: str,
        *,
        reading: Reading | None = None,
        arguments: Mapping[str, SlotValue] | None = None,
        required: bool = True,
    ) -> None:
        """Add a step for the caller."""
        given = arguments or {}
        request = Request(None, self.heard.station, self.heard, self.call, reading, given)
        number = len(self._steps) + 1
        self._steps.append(_step(number, capability, request, why, required=required))

    def has(self, capability: str) -> bool:
        """Tell whether a capability is in the plan already."""
        return any(step.capability == capability for step in self._steps)

    def steps(self) -> tuple[Step, ...]:
        """Return the plan."""
        return tuple(self._steps)


def _own_voice(context: Context, heard: Heard) -> Refusal | None:
    """Stop what we said ourselves, and other machines that speak."""
    name = squash(heard.client_name)
    ours = {squash(station.name) for station in context.theatre.all_stations()}
    if "[bot]" in heard.client_name.casefold() or name.removesuffix(_BOT_SUFFIX) in ours:
        return Refusal("own_voice", f"{heard.client_name} is a controller")
    return None


def _other_side(context: Context, heard: Heard) -> Refusal | None:
    if heard.coalition in (context.board.coalition, Coalition.NEUTRAL):
        return None
    return Refusal("coalition", f"a {heard.coalition.value} radio is not worked here")


def _no_speech(heard: Heard, call: Call) -> Refusal | None:
    if heard.stepped_on:
        return None
    spoken = any(one.text.strip() for one in heard.hypotheses) or call.transcript.strip()
    return None if spoken else Refusal("no_speech", "nobody spoke")


def _not_for_us(context: Context, heard: Heard, call: Call) -> Refusal | None:
    """Stop what is said to somebody else; a speaker nobody knows is answered all the same."""
    if not call.readings or call.readings[0].intent != Intent.NONE:
        return None
    if _calls_us(context, heard, call):
        return None
    kind = str(call.readings[0].slots.get("kind", "not_for_us"))
    known = context.board.aircraft_of(heard.guid) in context.board.tracks
    if kind == "ship_to_ship" and not known:
        return None
    if kind == "chatter" and _in_dialogue(context, heard):
        return None  # words that fit nothing, from somebody we are talking with: he is asked
    return Refusal("not_for_us", kind)


def _calls_us(context: Context, heard: Heard, call: Call) -> bool:
    """Tell whether he named this station and himself: whatever he meant, he wants an answer."""
    here = context.theatre.station(heard.station)
    strip = context.board.strip(context.board.aircraft_of(heard.guid))
    if here is None or strip is None or call.station is None or call.callsign != strip.label:
        return False
    return _named(context, call, here) is None


def _in_dialogue(context: Context, heard: Heard) -> bool:
    """Tell whether this station spoke to him a moment ago."""
    strip = context.board.strip(context.board.aircraft_of(heard.guid))
    if strip is None or strip.last_said is None or strip.last_said.station != heard.station:
        return False
    return context.now_ms - strip.last_said.at_ms <= _DIALOGUE_MS


def _speaks_for_another(context: Context, heard: Heard, call: Call) -> bool:
    """Tell whether he uses a name that is another pilot's and cannot be his own misheard."""
    mine = context.board.aircraft_of(heard.guid)
    radio = context.board.radios.get(heard.guid)
    if call.callsign is None or radio is None or call.understood is False:
        return False
    if call.readings[0].intent in (Intent.READBACK, Intent.ACKNOWLEDGE, Intent.RADIO_CHECK):
        return False
    if call.readings[0].intent == Intent.DECLARE_EMERGENCY:
        return False
    strip = context.board.strip(mine)
    own = {radio.name, *(() if strip is None else (strip.label,))}
    spoken = call.heard or call.callsign
    if any(is_damaged_form(spoken, name) for name in own) or squash(spoken) in handles(radio.name):
        return False
    return any(
        other.label == call.callsign for key, other in context.board.strips.items() if key != mine
    )


def _answer_all(context: Context, plan: _Planner, here: Station) -> None:
    """Add a step for each reading, the most pressing first; a wrong station answers once."""
    readings = plan.call.readings
    there = _named(context, plan.call, here)
    strip = context.board.strip(context.board.aircraft_of(plan.heard.guid))
    on_final = is_talked_down(strip) and strip is not None and strip.station == here.key
    if there is not None and readings[0].intent not in _ANYWHERE and not on_final:
        plan.add(
            "wrong_station",
            "he named another station",
            reading=readings[0],
            arguments={"station": there},
        )
        return
    if strip is not None and _may_echo(readings) and reads_back(context, strip, plan.call):
        plan.add("read_back", "he repeats what he was told", reading=readings[0])
        if plan.call.station is not None and readings[0].intent in _CALLS:
            plan.add("acknowledge", "he calls by name and wants to hear that he was heard")
        return
    calls = plan.call.station is not None and there is None and not on_final
    echoes = all(reading.intent == Intent.READBACK for reading in readings)
    if calls and echoes and (strip is None or strip.readback is None):
        plan.add("acknowledge", "he calls by name, and nothing is to be read back")
        return
    for reading in readings:
        if on_final and strip is not None and _speaks_of_landing(strip, reading):
            if not plan.has("request_landing"):
                plan.add("request_landing", "he speaks of landing on final", reading=reading)
            continue
        _answer(plan, here, reading)


def _speaks_of_landing(strip: Strip, reading: Reading) -> bool:
    """Tell whether a call on final is about landing: asked for, or taken as given when it is not.

    "Short final" is said to be cleared to land; "cleared to land" read back by one who was not
    told so must not stand.
    """
    if reading.intent == Intent.READBACK:
        clears = reading.slots.get("clearance") == "land"
        return clears and not strip.was_told("cleared_to_land")
    at_final = reading.slots.get("position", "final") == "final"
    return reading.intent == Intent.REPORT_PATTERN and at_final


def _may_echo(readings: Sequence[Reading]) -> bool:
    return all(reading.intent in _ECHOES for reading in readings)


def _named(context: Context, call: Call, here: Station) -> str | None:
    """Return the station he named where it is not this one, as he spoke it."""
    if call.station is None:
        return None
    station, role = station_named(context.theatre, call.station, heard_on=here)
    if station is not None and station.key == here.key:
        return None
    if station is None and not role:
        return None
    return call.station


def _answer(plan: _Planner, here: Station, reading: Reading) -> None:
    way = _WAYS.get(reading.intent)
    if way is None:
        return
    capability, role = way.capability, way.role
    wants_final = reading.slots.get("purpose") in _VECTORS_TO_FINAL
    if reading.intent == Intent.REQUEST_VECTOR and wants_final:
        capability = "request_approach"
    if role and role not in here.roles:
        if not plan.has("wrong_station"):
            plan.add(
                "wrong_station", f"{role} answers that", reading=reading, arguments={"role": role}
            )
        return
    if reading.intent == Intent.REQUEST_FREQUENCY:
        target = reading.slots.get("target", "")
        plan.add(capability, "he asked to change", reading=reading, arguments={"station": target})
        return
    if not plan.has(capability):
        plan.add(capability, f"he said {reading.intent}", reading=reading, arguments=way.arguments)
    if capability in ("request_approach", "request_landing") and not plan.has("first_vector"):
        plan.add("first_vector", "he is flying meanwhile", required=False)
