"""One mistake, one finding: what a scenario says of a field is not judged while the field is wrong.

And never the other way round: no warning, and nothing that an author has accepted, takes an error
away.
"""

from __future__ import annotations

import pytest

from engine.profile.diagnostic import Severity
from engine.profile.loader import Loaded, load_theatre
from tests.profile.folders import PROFILES

CAUCASUS = PROFILES / "caucasus"


def _broken(file: str, *edits: tuple[str, str]) -> Loaded:
    """Return what the shipped theatre gives with texts of one file replaced, its tests too."""
    path = PROFILES / file
    text = path.read_text(encoding="utf-8")
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new, 1)
    return load_theatre(CAUCASUS, unsaved={path.resolve(): text.encode()})


def _loud(loaded: Loaded) -> list[str]:
    return [d.code for d in loaded.diagnostics if d.severity is not Severity.INFORMATION]


@pytest.mark.parametrize(
    ("file", "old", "new", "code"),
    [
        ("caucasus/kobuleti.yaml", 'runway: "07"', "runway: 07", "M012"),
        ("caucasus/batumi.yaml", "glidepath_deg: 3.0", "glidepath_deg: 30", "M105"),
        ("caucasus/batumi.yaml", "pattern_kt:", "patern_kt:", "M101"),
        ("caucasus/batumi.yaml", '"118.600 AM"', '"118.600 MHz"', "M107"),
        ("caucasus/batumi.yaml", '"118.600 AM"', '"187.500 AM"', "M512"),
        ("caucasus/batumi.yaml", '"118.600 AM"', '"133.000 AM"', "M501"),
        ("caucasus/batumi.yaml", "also: [departure]", "also: [depature]", "M104"),
        ("caucasus/theatre.yaml", "role: center", "role: centre", "M104"),
        ("common/phases.yaml", "  landed:\n    owner", "  missed:\n    owner", "M010"),
        ("caucasus/scenarios/batumi.yaml", "      aircraft:\n        colt", "      colt", "M101"),
    ],
)
def test_a_mistake_in_a_field_is_not_told_again_by_its_scenarios(
    file: str, old: str, new: str, code: str
) -> None:
    assert _loud(_broken(file, (old, new))) == [code]


def test_words_that_cannot_be_read_are_not_missed_by_every_field() -> None:
    path = PROFILES / "common" / "phraseology" / "icao.yaml"

    found = load_theatre(CAUCASUS, unsaved={path.resolve(): b"# nothing yet\n"}).diagnostics

    assert [d.code for d in found if d.severity is Severity.ERROR] == ["M008"]


def test_a_scenario_is_still_judged_by_fields_that_are_right() -> None:
    loaded = _broken("caucasus/scenarios/batumi.yaml", ("by: ground", "by: grund"))

    assert _loud(loaded) == ["M203"]


def test_a_warning_takes_no_error_away() -> None:
    loaded = _broken(
        "caucasus/batumi.yaml",
        (
            "within_nm: [5, 10, 15, 25], ft: [3000, 6200, 7900, 12600]",
            "within_nm: [5, 10, 15, 30], ft: [3000, 6200, 7900, 1260]",
        ),
    )

    assert _loud(loaded) == ["M429", "M432"]
    assert loaded.theatre is None


def test_what_is_accepted_takes_no_error_away() -> None:
    sector = "  - {from_deg_true: 90, to_deg_true: 120, within_nm: [5, 10, 15, 25], ft: "
    accepted = "  # marshall: accept[M434] by=rdc because of a reason\n"
    loaded = _broken(
        "caucasus/batumi.yaml",
        (f"{sector}[3000, 6200, 7900, 12600]", f"{accepted}{sector}[300, 6200, 7900, 1260]"),
    )

    assert set(_loud(loaded)) == {"M432"}
    assert "M434" in {one.code for one in loaded.accepted}


def test_a_variant_that_cannot_be_read_whole_is_not_judged_by_what_it_inherits() -> None:
    loaded = _broken("caucasus/batumi-1944.yaml", ("  tower:\n    freq", "  ground:\n    freq"))

    assert _loud(loaded) == ["M010"]
