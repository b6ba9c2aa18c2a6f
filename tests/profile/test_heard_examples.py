"""The examples of the words that ship are heard as they say, and the stamp is of these words."""

from __future__ import annotations

from engine.profile.hear_stamp import words_that_ship
from engine.profile.heard_examples import Miss, digest_of, is_stamped, missed


def test_every_example_that_ships_is_heard_as_it_says() -> None:
    intents, words = words_that_ship()

    assert sum(len(one.get("examples", ())) for one in intents["intents"].values()) >= 12
    assert missed(intents, words) == ()


def test_the_stamp_is_of_the_words_that_ship() -> None:
    assert is_stamped(digest_of(*words_that_ship())), "run python -m engine.profile.hear_stamp"


def test_an_example_with_another_slot_or_name_is_missed() -> None:
    intents, words = words_that_ship()
    given = dict(intents["intents"]["request_approach"])
    said = given["examples"][0]
    given["examples"] = [
        said,
        {**said, "means": {**said["means"], "approach": "par"}},
        {**said, "means": {**said["means"], "station": "Kobuleti Approach"}},
        {**said, "say": "Batumi Approach, Pony one one, request taxi"},
    ]
    broken = {**intents, "intents": {**intents["intents"], "request_approach": given}}

    assert missed(broken, words) == (
        Miss("request_approach", 1, "`approach` is heard as asr, not par"),
        Miss(
            "request_approach",
            2,
            "the station is heard as nobody, not Kobuleti Approach",
        ),
        Miss("request_approach", 3, "it is heard as request_taxi, not request_approach"),
    )
