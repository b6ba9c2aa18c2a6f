"""Missed approaches, an occupied runway, distress, silence, and pilots who are gone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.control.gone import RADIO_GRACE_MS
from engine.control.timers import CLEARANCE_TIMEOUT_MS, QUIET_MS
from engine.model.call import Reading
from engine.model.directive import ALL_STATIONS, Priority
from engine.model.geometry import offset
from engine.model.picture import FeedReset, SimEvent, SimEventKind, TrackGone
from engine.model.stimulus import Sweep
from tests.control.flying import APPROACH, TOWER, Plane, Sortie, along_of, batumi, from_threshold

FIELD = batumi().reference_point.grid


def on_final(**changes: object) -> tuple[Sortie, Plane]:
    """Return an aircraft at about four miles on the talk-down."""
    plane = Plane("Pony 1-1", 11, from_threshold(7.0, 4.0), altitude_ft=3000.0, heading=200.0)
    for name, value in changes.items():
        setattr(plane, name, value)
    sortie = Sortie([plane])
    sortie.call(plane, "check_in", also=(Reading("request_approach", {}),))
    assert sortie.run(900, lambda: sortie.board.strips[plane.track_id].mile_called == 4)
    return sortie, plane


def kinds(sortie: Sortie) -> list[str]:
    return [
        one.kind
        for transmission in sortie.decisions[-1].transmissions
        for one in transmission.directives
    ]


def phase(sortie: Sortie, plane: Plane) -> str:
    return sortie.board.strips[plane.track_id].phase


def test_a_pilot_who_goes_around_gets_the_published_missed_approach_once() -> None:
    sortie, plane = on_final()

    sortie.call(plane, "report_missed")
    sortie.call(plane, "report_missed")

    missed = batumi().approaches["asr-13"].missed
    said = [
        one
        for transmission in sortie.decisions[-2].transmissions
        for one in transmission.directives
    ]
    assert [one.kind for one in said] == ["missed_approach_instruction"]
    assert said[0].slots["altitude_ft"] == missed.climb_to_ft
    assert kinds(sortie) == ["acknowledge"]
    strip = sortie.board.strips[plane.track_id]
    assert (strip.phase, strip.missed_count) == ("missed", 1)
    assert sortie.board.runways == {}


def test_on_the_missed_approach_nothing_else_is_said_and_one_altitude_only() -> None:
    sortie, plane = on_final()
    sortie.call(plane, "report_missed")
    since = len(sortie.said)

    sortie.run(400, lambda: sortie.board.strips[plane.track_id].missed_ms is None)

    heard = [one for _, tx in sortie.said[since:] for one in tx.directives]
    assert {one.kind for one in heard} == {"missed_approach_instruction"}
    assert {one.slots["altitude_ft"] for one in heard} == {3000}


def test_after_the_missed_approach_he_is_first_again_and_lands() -> None:
    sortie, plane = on_final()
    sortie.call(plane, "report_missed")

    sortie.run(1500, lambda: plane.down)

    assert plane.down
    calls = [
        one.slots["range_nm"]
        for _, tx in sortie.said
        for one in tx.directives
        if one.kind == "range_call"
    ]
    assert calls[-6:] == [6, 5, 4, 3, 2, 1]


def test_a_missed_approach_that_nobody_called_is_seen() -> None:
    sortie, plane = on_final()
    plane.final = False
    plane.want_ft = 3500.0

    sortie.run(90, lambda: phase(sortie, plane) == "missed")

    assert phase(sortie, plane) == "missed"
    assert sortie.kinds(plane).count("go_around") == 0


def test_one_jump_of_the_return_is_no_missed_approach() -> None:
    sortie, plane = on_final()
    plane.final = False
    plane.want_ft = 3500.0
    sortie.run(2)
    plane.final = True

    sortie.run(20)

    assert phase(sortie, plane) == "final"


def test_coming_back_up_to_his_altitude_is_no_missed_approach() -> None:
    sortie, plane = on_final()
    plane.final = False
    plane.altitude_ft -= 300.0
    plane.want_ft = plane.altitude_ft + 300.0

    sortie.run(12)

    assert phase(sortie, plane) == "final"


def test_say_again_on_the_talk_down_is_answered_with_what_holds() -> None:
    sortie, plane = on_final()

    sortie.call(plane, "say_again")

    assert kinds(sortie) == ["on_course_report"]


def test_the_letdown_is_his_until_the_missed_approach_is_flown() -> None:
    sortie, plane = on_final()
    waiting = Plane("Viper 2-1", 21, offset(FIELD, 300, 14), altitude_ft=6000.0)
    sortie.planes.append(waiting)
    sortie.tell(waiting.radio())
    sortie.run(2)
    sortie.call(waiting, "request_approach")

    sortie.call(plane, "report_missed")
    assert sortie.board.letdown == {"batumi": plane.track_id}

    sortie.run(300, lambda: sortie.board.strips[plane.track_id].missed_ms is None)
    assert "batumi" not in sortie.board.letdown or sortie.board.strips[plane.track_id].queued_ms


def test_after_a_second_miss_he_is_asked_and_not_sent_round_again() -> None:
    sortie, plane = on_final()
    strip = sortie.board.strips[plane.track_id]
    sortie.board = replace(
        sortie.board,
        strips={**sortie.board.strips, plane.track_id: replace(strip, missed_count=1)},
    )

    sortie.call(plane, "report_missed")
    sortie.run(400, lambda: sortie.board.strips[plane.track_id].missed_ms is None)
    sortie.run(20)

    assert sortie.board.letdown == {}
    assert sortie.kinds(plane)[-1] == "report"
    assert "cleared_approach" not in sortie.kinds(plane)[-3:]


def test_a_runway_that_is_not_free_by_two_miles_sends_him_around() -> None:
    sortie, plane = on_final()
    parked = Plane("Colt 3-1", 31, from_threshold(-0.3), altitude_ft=43.0, heading=125.0)
    parked.down, parked.speed_kt, parked.vacates_after_s = True, 0.0, None
    sortie.planes.append(parked)

    sortie.run(120, lambda: phase(sortie, plane) == "missed")
    sortie.run(8)

    assert phase(sortie, plane) == "missed"
    assert "go_around" in sortie.kinds(plane)
    orders = [tx for _, tx in sortie.said if tx.directives[0].kind == "go_around"]
    assert orders[0].priority is Priority.SAFETY
    assert orders[0].directives[0].slots["reason"] == "runway_occupied"


def test_too_low_on_final_is_sent_around() -> None:
    sortie, plane = on_final()
    plane.final = False
    plane.altitude_ft = 250.0
    plane.want_ft = 250.0

    sortie.run(4)

    assert phase(sortie, plane) == "missed"


def test_field_in_sight_is_no_landing_and_frees_nothing() -> None:
    sortie, plane = on_final()

    sortie.call(plane, "report_in_sight", what="field")

    assert kinds(sortie) == ["acknowledge"]
    assert sortie.board.letdown == {"batumi": plane.track_id}
    assert phase(sortie, plane) == "final"


@pytest.mark.parametrize("intent", ["request_landing", "report_pattern"])
def test_a_pilot_on_the_talk_down_who_asks_to_land_is_told_what_holds(intent: str) -> None:
    sortie, plane = on_final()
    sortie.call(plane, intent, spoken="Batumi Approach")
    assert kinds(sortie) == ["wind", "cleared_to_land"]
    assert sortie.board.runways == {"batumi/13-31": plane.track_id}

    sortie.call(plane, intent)
    assert kinds(sortie) == ["wind", "cleared_to_land"]


def test_on_the_talk_down_he_is_sent_nowhere_else() -> None:
    sortie, plane = on_final()

    sortie.call(plane, "check_in", spoken="Batumi Tower")

    assert kinds(sortie) == ["identified"]
    assert sortie.board.strips[plane.track_id].station == APPROACH


def test_a_pilot_who_misses_and_calls_the_tower_is_sent_back() -> None:
    sortie, plane = on_final()
    sortie.call(plane, "report_missed")

    sortie.call(plane, "check_in", station=TOWER, spoken="Batumi Tower")

    assert kinds(sortie) == ["contact"]
    assert sortie.board.strips[plane.track_id].station == APPROACH


def test_saying_landed_in_the_air_is_only_heard() -> None:
    sortie, plane = on_final()

    sortie.call(plane, "report_landed")

    assert kinds(sortie) == ["acknowledge"]
    assert sortie.board.letdown == {"batumi": plane.track_id}


def test_a_mayday_is_acknowledged_and_the_channel_cleared_once() -> None:
    plane = Plane("Pony 1-1", 11, offset(FIELD, 300, 12))
    other = Plane("Viper 2-1", 21, offset(FIELD, 330, 20), altitude_ft=8000.0)
    sortie = Sortie([plane, other])

    sortie.call(plane, "declare_emergency", level="mayday", nature="fire")

    first, second = sortie.decisions[-1].transmissions
    assert first.priority is second.priority is Priority.EMERGENCY
    assert {tx.callsign for tx in (first, second)} == {"Pony 1-1", ALL_STATIONS}
    assert sorted(kinds(sortie)) == ["emergency_acknowledged", "stop_transmitting"]
    assert sortie.board.silence == {APPROACH: plane.track_id}

    sortie.call(plane, "declare_emergency", level="mayday", nature="fire")
    assert kinds(sortie) == ["emergency_acknowledged"]


def test_on_a_silenced_channel_others_get_no_routine_call() -> None:
    plane = Plane("Pony 1-1", 11, offset(FIELD, 300, 12))
    other = Plane("Viper 2-1", 21, offset(FIELD, 330, 20), altitude_ft=8000.0)
    sortie = Sortie([plane, other])
    sortie.call(plane, "declare_emergency", level="mayday", nature="fire")

    for intent in ("radio_check", "check_in", "request_approach"):
        sortie.call(other, intent)
        assert sortie.decisions[-1].transmissions == ()
        assert sortie.decisions[-1].suppressed

    sortie.call(other, "radio_check", station=TOWER)
    assert kinds(sortie) == ["radio_check_reply"]
    sortie.call(plane, "request_info", topic="wind")
    assert kinds(sortie) == ["wind"]


@pytest.mark.parametrize("how", ["cancel", "gone", "ejected"])
def test_silence_ends_with_the_emergency(how: str) -> None:
    plane = Plane("Pony 1-1", 11, offset(FIELD, 300, 12))
    sortie = Sortie([plane])
    sortie.call(plane, "declare_emergency", level="mayday", nature="fire")
    sortie.run(6)

    if how == "cancel":
        sortie.call(plane, "cancel", what="emergency")
        assert kinds(sortie) == ["emergency_cancelled"]
    elif how == "gone":
        sortie.hidden.add(plane.name)
        sortie.gone.append(TrackGone(plane.track_id, plane.name, 8.0))
    else:
        sortie.sim_events.append(SimEvent(SimEventKind.EJECTION, plane.track_id, 8.0))
    sortie.run(8)

    assert sortie.board.silence == {}
    assert sortie.kinds().count("distress_ended") == 1


def test_a_pan_is_acknowledged_without_silence() -> None:
    plane = Plane("Pony 1-1", 11, offset(FIELD, 300, 12))
    sortie = Sortie([plane])

    sortie.call(plane, "declare_emergency", level="pan", nature="hydraulic")

    assert kinds(sortie) == ["emergency_acknowledged"]
    assert sortie.board.silence == {}


def test_a_mayday_without_a_track_is_acknowledged_and_located() -> None:
    sortie = Sortie([])

    sortie.call(Plane("Raven", 0, FIELD), "declare_emergency", level="mayday")

    assert kinds(sortie)[:2] == ["emergency_acknowledged", "not_identified"]


def test_one_in_distress_goes_before_those_who_wait() -> None:
    planes = [
        Plane(name, 10 + i, offset(FIELD, 300 - 12 * i, 10 + 4 * i), altitude_ft=5000.0 + 1000 * i)
        for i, name in enumerate(("Pony 1-1", "Viper 2-1", "Colt 3-1"))
    ]
    sortie = Sortie(planes)
    for plane in planes[:2]:
        sortie.call(plane, "request_approach")
    sortie.call(planes[2], "declare_emergency", level="pan", nature="fuel")
    sortie.call(planes[2], "request_approach")

    numbers = [
        one.slots["number"]
        for tx in sortie.decisions[-1].transmissions
        for one in tx.directives
        if one.kind == "sequence"
    ]
    assert numbers == [2]


Leave = Callable[[Sortie, Plane], None]


def _despawn(sortie: Sortie, plane: Plane) -> None:
    sortie.hidden.add(plane.name)
    sortie.gone.append(TrackGone(plane.track_id, plane.name, 1.0))


def _event(kind: SimEventKind) -> Leave:
    def leave(sortie: Sortie, plane: Plane) -> None:
        sortie.sim_events.append(SimEvent(kind, plane.track_id, 1.0))

    return leave


@pytest.mark.parametrize(
    "leave",
    [
        _despawn,
        _event(SimEventKind.EJECTION),
        _event(SimEventKind.CHANGE_SLOT),
        _event(SimEventKind.LEAVE_UNIT),
        _event(SimEventKind.CRASH),
        _event(SimEventKind.PILOT_DEAD),
    ],
)
def test_a_pilot_who_is_gone_closes_no_field(leave: Leave) -> None:
    plane = Plane("Pony 1-1", 11, offset(FIELD, 300, 12))
    sortie = Sortie([plane])
    sortie.call(plane, "request_approach")
    assert sortie.board.letdown

    leave(sortie, plane)
    sortie.run(2)

    assert sortie.board.letdown == {}
    assert sortie.board.runways == {}


def test_a_lost_radio_has_a_moment_to_come_back() -> None:
    plane = Plane("Pony 1-1", 11, offset(FIELD, 300, 12))
    sortie = Sortie([plane])
    sortie.call(plane, "request_approach")
    sortie.run(10)

    sortie.reads_back = False
    sortie.leave(plane)
    sortie.run(5)
    assert sortie.board.letdown == {"batumi": plane.track_id}
    sortie.tell(replace(plane.radio(), guid="new".ljust(22, "0")))
    sortie.run(60)
    assert sortie.board.letdown == {"batumi": plane.track_id}

    sortie.reads_back = False
    sortie.leave(replace_guid(plane, "new".ljust(22, "0")))
    sortie.run(RADIO_GRACE_MS / 1000 + 2)
    assert sortie.board.letdown == {}


class _Renamed(Plane):
    @property
    def guid(self) -> str:
        return "new".ljust(22, "0")


def replace_guid(plane: Plane, guid: str) -> Plane:
    assert guid == "new".ljust(22, "0")
    return _Renamed(plane.name, plane.unit_id, plane.at)


def test_a_silent_clearance_ends_and_the_next_is_served() -> None:
    plane = Plane("Pony 1-1", 11, offset(FIELD, 300, 12), obeys=False, altitude_ft=5000.0)
    waiting = Plane("Viper 2-1", 21, offset(FIELD, 330, 22), altitude_ft=8000.0, obeys=False)
    waiting.speed_kt = plane.speed_kt = 1.0
    sortie = Sortie([plane, waiting])
    sortie.call(plane, "request_approach")
    sortie.call(waiting, "request_approach")

    sortie.run(QUIET_MS / 1000 + 20)
    assert "report" in sortie.kinds(plane)

    sortie.call(waiting, "radio_check")
    sortie.run((CLEARANCE_TIMEOUT_MS - QUIET_MS) / 1000 + 5)
    assert "approach_cancelled" in sortie.kinds(plane)
    assert sortie.board.letdown == {"batumi": waiting.track_id}
    assert sortie.board.strips[plane.track_id].phase == "en_route"


def test_who_cancels_his_approach_is_en_route_again() -> None:
    plane = Plane("Pony 1-1", 11, offset(FIELD, 300, 12))
    sortie = Sortie([plane])
    sortie.call(plane, "request_approach")

    sortie.call(plane, "cancel", what="approach")

    strip = sortie.board.strips[plane.track_id]
    assert (strip.phase, strip.approach) == ("en_route", None)


def test_a_track_nobody_sees_any_more_loses_the_approach() -> None:
    plane = Plane("Pony 1-1", 11, offset(FIELD, 300, 12))
    sortie = Sortie([plane])
    sortie.call(plane, "request_approach")
    sortie.run(15)
    vectors = sortie.kinds(plane).count("vector")

    sortie.hidden.add(plane.name)
    sortie.run(50)
    assert sortie.kinds(plane).count("vector") <= vectors + 1
    sortie.run(30)

    assert sortie.board.letdown == {}
    assert "approach_cancelled" in sortie.kinds(plane)


def test_leaving_the_area_ends_the_approach_and_is_told() -> None:
    plane = Plane("Pony 1-1", 11, offset(FIELD, 300, 24), heading=300.0, obeys=False)
    plane.speed_kt = 400.0
    sortie = Sortie([plane])
    sortie.call(plane, "request_approach")
    assert sortie.board.letdown

    sortie.run(90)

    assert sortie.board.letdown == {}
    cancelled = [
        one.slots["reason"]
        for _, tx in sortie.said
        for one in tx.directives
        if one.kind == "approach_cancelled"
    ]
    assert cancelled == ["left_area"]


def test_a_restarted_mission_voids_every_track() -> None:
    plane = Plane("Pony 1-1", 11, offset(FIELD, 300, 12))
    sortie = Sortie([plane])
    sortie.call(plane, "request_approach")

    sortie.now_ms += 1000
    sortie.tell(Sweep((), reset=FeedReset("s2", "mission restarted")))
    sortie.now_ms += 1000
    sortie.tell(Sweep(()))

    assert sortie.board.letdown == {}
    assert sortie.board.tracks == {}
    assert sortie.board.session == "s2"
    assert plane.track_id not in sortie.board.strips


def test_a_vector_that_never_went_out_is_decided_anew() -> None:
    plane = Plane("Pony 1-1", 11, offset(FIELD, 300, 12))
    sortie = Sortie([plane])
    sortie.call(plane, "request_approach")
    sortie.run(13)
    sortie.busy_until_ms = sortie.now_ms + 30_000

    sortie.run(60)

    assert any(reason == "expired" for _, reason in sortie.withheld)
    assert "vector" in sortie.kinds(plane)
    assert sortie.refolds()


def test_a_mile_that_could_not_be_called_in_time_is_not_called_late() -> None:
    sortie, plane = on_final()
    sortie.busy_until_ms = sortie.now_ms + 40_000

    sortie.run(60)

    late = [tx for tx, reason in sortie.withheld if tx.directives[0].kind == "range_call"]
    assert late
    for at_ms, transmission in sortie.said:
        for one in transmission.directives:
            if one.kind == "range_call" and at_ms == sortie.now_ms:
                assert abs(along_of(plane) - float(str(one.slots["range_nm"]))) <= 0.2
    assert sortie.refolds()
