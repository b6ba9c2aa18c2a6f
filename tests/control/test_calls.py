"""Every kind of call gets its reply, or its silence, and nothing else happens."""

from __future__ import annotations

import pytest

from engine.control.capabilities import CAPABILITIES
from engine.control.plan import Refusal, plan_call
from engine.model.call import Call, Reading
from engine.model.directive import Priority
from engine.model.geometry import GridPoint, offset
from engine.model.intent import Intent
from engine.model.picture import Coalition
from engine.model.slots import SlotValue
from engine.model.stimulus import Heard
from tests.control.flying import APPROACH, GROUND, TOWER, Plane, Sortie, batumi, from_threshold

Said = list[tuple[str, dict[str, SlotValue]]]


def place(bearing: float, distance: float) -> GridPoint:
    return offset(batumi().reference_point.grid, bearing, distance)


@pytest.fixture
def plane() -> Plane:
    return Plane("Sockeye", 11, place(315, 12), altitude_ft=5000.0, heading=125.0)


@pytest.fixture
def sortie(plane: Plane) -> Sortie:
    return Sortie([plane])


def said(sortie: Sortie) -> Said:
    return [
        (one.kind, dict(one.slots))
        for transmission in sortie.decisions[-1].transmissions
        for one in transmission.directives
    ]


def kinds(sortie: Sortie) -> list[str]:
    return [kind for kind, _ in said(sortie)]


def test_a_radio_check_is_answered_by_the_station_that_heard_it(
    sortie: Sortie, plane: Plane
) -> None:
    sortie.call(plane, "radio_check", spoken="Batumi Tower", station=APPROACH)

    assert said(sortie) == [("radio_check_reply", {"readability": 5})]
    assert sortie.decisions[-1].transmissions[0].station == APPROACH


def test_a_check_in_is_identified_and_asked_what_he_wants(sortie: Sortie, plane: Plane) -> None:
    sortie.call(plane, "check_in", spoken="Batumi Approach", callsign="Sockeye")

    assert said(sortie) == [
        ("identified", {"range_nm": 12, "direction": "NW"}),
        ("say_missing", {"item": "intentions"}),
    ]
    strip = sortie.board.strips[plane.track_id]
    assert (strip.station, strip.approach, strip.queued_ms) == (APPROACH, None, None)


def test_a_check_in_that_asks_for_the_approach_gets_both(sortie: Sortie, plane: Plane) -> None:
    sortie.call(plane, "check_in", also=(Reading("request_approach", {"approach": "asr"}),))

    assert kinds(sortie) == [
        "identified",
        "vector",
        "level",
        "expect_approach",
        "altimeter",
    ]


@pytest.mark.parametrize(
    ("topic", "wanted"),
    [
        ("wind", ["wind"]),
        ("altimeter", ["altimeter"]),
        ("weather", ["altimeter", "wind"]),
        ("runway", ["runway_in_use"]),
        ("atis", ["runway_in_use", "altimeter", "wind"]),
        ("position", ["identified"]),
        ("frequency", ["contact"]),
        ("next_fix", ["unable"]),
        ("altitude", ["unable"]),
        ("delay", ["say_missing"]),
        ("sequence", ["say_missing"]),
        ("nonsense", ["unable"]),
    ],
)
def test_a_question_is_answered_or_refused(
    sortie: Sortie, plane: Plane, topic: str, wanted: list[str]
) -> None:
    sortie.call(plane, "request_info", topic=topic)

    assert kinds(sortie) == wanted


def test_the_same_question_has_the_same_answer(sortie: Sortie, plane: Plane) -> None:
    answers = []
    for _ in range(3):
        sortie.call(plane, "request_info", topic="wind")
        answers.append(said(sortie))

    assert (
        answers[0]
        == answers[1]
        == answers[2]
        == [("wind", {"wind_from_deg_mag": 80, "wind_speed_kt": 5})]
    )


def test_calm_has_its_own_word(plane: Plane) -> None:
    sortie = Sortie([plane], wind=(90.0, 1.0))

    sortie.call(plane, "request_info", topic="wind")

    assert said(sortie) == [("wind_calm", {})]


def test_say_again_repeats_the_last_words_to_him_and_nothing_else(
    sortie: Sortie, plane: Plane
) -> None:
    sortie.call(plane, "request_approach")
    first = said(sortie)
    sortie.run(12)
    before = sortie.board.strips[plane.track_id]

    sortie.call(plane, "say_again")

    def unmoved(words: Said) -> Said:
        return [one for one in words if one[0] != "identified"]

    assert unmoved(said(sortie)) == unmoved(first)
    assert kinds(sortie)[0] == "identified", "where he is now, not where he was"
    after = sortie.board.strips[plane.track_id]
    assert (after.queued_ms, after.letdown_ms, after.told) == (
        before.queued_ms,
        before.letdown_ms,
        before.told,
    )


def test_say_again_of_a_part_repeats_that_part(sortie: Sortie, plane: Plane) -> None:
    sortie.call(plane, "request_approach")
    sortie.run(12)

    sortie.call(plane, "say_again", part="altimeter")

    assert said(sortie) == [("altimeter", {"qnh_hpa": 1013})]


def test_say_again_before_anything_was_said_asks_what_he_wants(
    sortie: Sortie, plane: Plane
) -> None:
    sortie.call(plane, "say_again")

    assert said(sortie) == [("say_missing", {"item": "intentions"})]


def test_stand_by_keeps_routine_calls_away_for_half_a_minute(sortie: Sortie, plane: Plane) -> None:
    sortie.call(plane, "request_approach")
    sortie.run(9)
    sortie.call(plane, "standby")
    assert kinds(sortie) == ["acknowledge"]
    heard = len(sortie.said)

    sortie.run(28)
    assert [one.directives[0].kind for _, one in sortie.said[heard:]] == ["acknowledge"]

    sortie.run(20)
    assert "vector" in sortie.kinds(plane)


def test_unable_is_acknowledged_and_he_is_asked_what_he_wants(sortie: Sortie, plane: Plane) -> None:
    sortie.call(plane, "unable", altitude_ft=6000)

    assert said(sortie) == [("say_missing", {"item": "intentions"})]


def test_cancelling_the_approach_frees_the_letdown(sortie: Sortie, plane: Plane) -> None:
    sortie.call(plane, "request_approach")
    sortie.run(20)

    sortie.call(plane, "cancel", what="approach")

    assert said(sortie) == [("approach_cancelled", {"reason": "requested"})]
    assert sortie.board.letdown == {}
    strip = sortie.board.strips[plane.track_id]
    assert (strip.approach, strip.queued_ms, strip.level_ft) == (None, None, None)
    sortie.run(60)
    assert "vector" not in [
        one.kind for at, tx in sortie.said[-2:] for one in tx.directives if at > sortie.now_ms
    ]


def test_disregard_cancels_the_last_request_only(sortie: Sortie, plane: Plane) -> None:
    sortie.call(plane, "cancel", what="last")

    assert said(sortie) == [("request_cancelled", {})]


def test_a_call_that_is_not_understood_is_asked_again_and_not_for_ever(
    sortie: Sortie, plane: Plane
) -> None:
    replies = []
    for _ in range(5):
        sortie.call(plane, "")
        replies.append(said(sortie))
        sortie.run(5)

    again = [("say_again", {"reason": "not_understood"})]
    assert replies == [again, again, [("say_missing", {"item": "intentions"})], [], []]

    sortie.call(plane, "radio_check")
    sortie.call(plane, "")
    assert said(sortie) == again


def test_two_that_talk_at_once_are_told_so(sortie: Sortie, plane: Plane) -> None:
    sortie.call(plane, "", text="", stepped_on=True)

    assert said(sortie) == [("say_again", {"reason": "stepped_on"})]


def test_nobody_speaking_is_no_call(sortie: Sortie, plane: Plane) -> None:
    sortie.call(plane, "", text="")

    assert sortie.decisions[-1].plan == Refusal("no_speech", "nobody spoke")


@pytest.mark.parametrize(
    ("spoken", "station", "contact"),
    [
        ("Batumi Tower", APPROACH, {"station": "Batumi Tower", "frequency_hz": 118_600_000}),
        ("Tower", APPROACH, {"station": "Batumi Tower", "frequency_hz": 118_600_000}),
        ("Ground", APPROACH, {"station": "Batumi Ground", "frequency_hz": 121_900_000}),
        ("Batumi Approach", TOWER, {"station": "Batumi Approach", "frequency_hz": 124_425_000}),
    ],
)
def test_the_wrong_station_names_the_right_one(
    sortie: Sortie, plane: Plane, spoken: str, station: str, contact: dict[str, SlotValue]
) -> None:
    sortie.call(plane, "request_landing", spoken=spoken, station=station)

    assert said(sortie) == [("contact", contact)]


def test_a_station_answers_for_the_roles_it_also_works(sortie: Sortie, plane: Plane) -> None:
    sortie.call(plane, "check_in", spoken="Departure", station=APPROACH)

    assert "contact" not in kinds(sortie)


def test_the_frequency_is_one_his_radio_reaches() -> None:
    uhf = Plane("Colt 1-1", 12, place(315, 12), type_name="F-86F Sabre")
    sortie = Sortie([uhf])

    sortie.call(uhf, "request_landing", spoken="Tower")

    assert said(sortie) == [("contact", {"station": "Batumi Tower", "frequency_hz": 260_000_000})]


def test_an_unstaffed_position_is_named_with_who_takes_him(sortie: Sortie, plane: Plane) -> None:
    sortie.call(plane, "check_in", spoken="Georgia Center")

    kind, slots = said(sortie)[0]
    assert kind in ("not_staffed", "unable")
    assert slots.get("role", "center") == "center"


@pytest.mark.parametrize(
    ("intent", "role"),
    [
        ("request_takeoff", "Batumi Tower"),
        ("report_holding_short", "Batumi Tower"),
        ("request_approach", "Batumi Approach"),
    ],
)
def test_ground_names_who_answers_that(plane: Plane, intent: str, role: str) -> None:
    plane.at, plane.altitude_ft, plane.speed_kt, plane.down = from_threshold(-0.3), 43.0, 0.0, True
    sortie = Sortie([plane])
    sortie.run(5)

    for _ in range(2):
        sortie.call(plane, intent, station=GROUND)
        assert [slots.get("station") for _, slots in said(sortie)] == [role]


@pytest.mark.parametrize("intent", [one for one in Intent if one is not Intent.NONE])
@pytest.mark.parametrize("station", [APPROACH, TOWER, GROUND])
def test_every_intent_is_planned_and_never_raises(
    sortie: Sortie, plane: Plane, intent: str, station: str
) -> None:
    sortie.call(plane, intent, station=station)

    plan = sortie.decisions[-1].plan
    assert not isinstance(plan, Refusal)
    assert all(step.capability in CAPABILITIES for step in plan)
    quiet = ("readback", "acknowledge", "answer")
    assert said(sortie) or intent in quiet, intent


@pytest.mark.parametrize("intent", [one for one in Intent if one is not Intent.NONE])
def test_a_voice_without_a_track_is_answered_and_given_no_place(intent: str) -> None:
    ghost = Plane("Raven", 0, place(315, 12))
    sortie = Sortie([ghost])
    sortie.hidden.add("Raven")
    sortie.board = Sortie([]).board
    sortie.events = []
    sortie.call(ghost, "check_in", callsign="Raven")
    assert ("not_identified", {}) in said(sortie)

    sortie.call(ghost, intent)

    assert len(sortie.board.strips) == 1
    strip = sortie.board.strips[f"radio:{ghost.guid}"]
    assert (strip.phase, strip.level_ft, strip.approach) == ("", None, None)
    assert sortie.board.letdown == {}


def test_ship_to_ship_is_silent_and_moves_nothing(sortie: Sortie, plane: Plane) -> None:
    sortie.call(plane, "none", kind="ship_to_ship", callsign="Pony 1-2")

    assert sortie.decisions[-1].plan == Refusal("not_for_us", "ship_to_ship")
    assert [event.kind for event in sortie.decisions[-1].events] == ["heard"]


def test_words_that_fit_nothing_are_asked_again_only_in_a_dialogue(
    sortie: Sortie, plane: Plane
) -> None:
    sortie.call(plane, "none", kind="chatter")
    assert said(sortie) == []

    sortie.call(plane, "radio_check")
    sortie.run(5)
    sortie.call(plane, "none", kind="chatter")
    assert said(sortie) == [("say_again", {"reason": "not_understood"})]

    sortie.run(40)
    sortie.call(plane, "none", kind="chatter")
    assert said(sortie) == []


def test_ship_to_ship_of_a_stranger_is_answered() -> None:
    ghost = Plane("Raven", 0, place(315, 12))
    sortie = Sortie([])

    sortie.call(ghost, "none", kind="ship_to_ship")

    assert said(sortie) == [("say_again", {"reason": "not_understood"})]


@pytest.mark.parametrize("name", ["Batumi Tower [BOT]", "Batumi Approach", "Other ATIS [bot]"])
def test_our_own_voice_and_other_machines_are_not_answered(sortie: Sortie, name: str) -> None:
    robot = Plane(name, 0, place(0, 1))

    sortie.call(robot, "check_in")

    plan = sortie.decisions[-1].plan
    assert isinstance(plan, Refusal)
    assert plan.gate == "own_voice"


def test_the_other_side_is_not_worked(sortie: Sortie, plane: Plane) -> None:
    heard = Heard(
        transmission_id="rx",
        guid="x" * 22,
        client_name="Bandit",
        unit_type="MiG-15bis",
        unit_id=77,
        coalition=Coalition.RED,
        station=APPROACH,
        frequency_hz=124_425_000,
        started_ms=0,
        ended_ms=1,
        hypotheses=(),
    )

    plan = plan_call(sortie.context(), heard, Call("words", (Reading("check_in"),)))

    assert isinstance(plan, Refusal)
    assert plan.gate == "coalition"


def test_the_name_of_another_pilot_gets_nobody_anything() -> None:
    mine = Plane("Hammer 1-1", 11, place(315, 12))
    other = Plane("Viper 1-1", 12, place(300, 20), altitude_ft=9000.0)
    sortie = Sortie([mine, other])

    sortie.call(mine, "request_approach", callsign="Viper 1-1")

    assert said(sortie) == [("say_missing", {"item": "callsign"})]
    assert sortie.board.letdown == {}
    assert all(strip.approach is None for strip in sortie.board.strips.values())


def test_a_misheard_neighbour_name_moves_only_the_speaker() -> None:
    one = Plane("Pony 1-1", 11, place(315, 12))
    two = Plane("Pony 1-2", 12, place(315, 16), altitude_ft=7000.0)
    sortie = Sortie([one, two])

    sortie.call(two, "request_approach", callsign="Pony 1-1")

    assert sortie.board.letdown == {"batumi": two.track_id}
    assert sortie.board.strips[one.track_id].approach is None
    assert sortie.decisions[-1].transmissions[0].callsign == "Pony 1-2"


def test_a_reply_to_a_pilot_goes_before_what_nobody_asked_for(sortie: Sortie, plane: Plane) -> None:
    sortie.call(plane, "request_approach")

    transmission = sortie.decisions[-1].transmissions[0]
    assert transmission.priority is Priority.REPLY
    assert transmission.reply_to is not None
    assert transmission.expires_ms - transmission.created_ms >= 60_000


@pytest.mark.parametrize("intent", ["say_again", "report_landed", "request_landing", "check_in"])
def test_an_answer_waits_as_long_as_it_must(sortie: Sortie, plane: Plane, intent: str) -> None:
    sortie.call(plane, "request_approach")
    sortie.run(14)

    sortie.call(plane, intent)

    sent = sortie.decisions[-1].transmissions
    assert all(one.expires_ms - one.created_ms >= 60_000 for one in sent)


def test_an_approach_that_is_not_worked_here_is_refused(sortie: Sortie, plane: Plane) -> None:
    sortie.call(plane, "request_approach", approach="ils")

    assert said(sortie) == [("unable", {"reason": "not_available"})]


def test_a_runway_that_is_not_there_was_misheard(sortie: Sortie, plane: Plane) -> None:
    sortie.call(plane, "request_approach", approach="radar", runway="14")

    assert "expect_approach" in kinds(sortie)


def test_an_approach_is_not_given_on_the_ground(plane: Plane) -> None:
    plane.at, plane.altitude_ft, plane.speed_kt, plane.down = from_threshold(-0.3), 43.0, 0.0, True
    sortie = Sortie([plane])
    sortie.run(5)

    sortie.call(plane, "request_approach")

    assert said(sortie) == [("unable", {"reason": "on_ground"})]
    assert sortie.board.strips[plane.track_id].phase == "parked"


def test_a_first_call_from_the_ramp_joins_no_sequence(plane: Plane) -> None:
    plane.at, plane.altitude_ft, plane.speed_kt, plane.down = from_threshold(-0.3), 43.0, 0.0, True
    sortie = Sortie([plane])
    sortie.run(5)

    sortie.call(plane, "check_in", station=GROUND, atis="D", parking="22")

    assert said(sortie) == [("say_missing", {"item": "intentions"})]
    assert sortie.board.strips[plane.track_id].queued_ms is None
