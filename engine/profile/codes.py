"""Every diagnostic code: its slug, its severity and its law in one line.

Codes are never used for anything else once given. M0 is file and YAML, M1 shape, M2 names, M3
machines, M4 altitude and geometry, M5 radio, M6 phraseology, M7 what pilots say, M8 a
mission, M85 scenarios, M9 the validator itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

__all__ = ["CODES", "Code", "Severity"]


class Severity(StrEnum):
    """How bad a finding is, gravest first."""

    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding and the law that it guards (at most 80 characters)."""

    code: str
    slug: str
    severity: Severity
    law: str


_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFORMATION

_ALL: tuple[Code, ...] = (
    Code("M001", "not-utf-8", _E, "a profile is UTF-8 text"),
    Code("M002", "syntax", _E, "a profile is YAML that can be read"),
    Code("M003", "too-large", _E, "a profile stays under the size, depth and node limits"),
    Code("M004", "several-documents", _E, "a file holds one document"),
    Code("M005", "tag", _E, "values carry no YAML tags"),
    Code("M006", "alias-cycle", _E, "an anchor never contains its own alias"),
    Code("M007", "alias-growth", _E, "aliases do not blow a file up"),
    Code("M008", "empty-file", _E, "a profile says something"),
    Code("M009", "control-character", _E, "a profile holds printable text only"),
    Code("M010", "duplicate-key", _E, "a key stands once in its section"),
    Code("M011", "merge-key", _E, "sections are written out, never merged with `<<`"),
    Code("M012", "odd-number", _E, "a number is plain decimal, with no leading zero"),
    Code("M013", "yes-no-word", _E, "a word that YAML readers take for true or false is quoted"),
    Code("M014", "base-sixty", _E, "digits and colons are quoted"),
    Code("M015", "unused-anchor", _W, "every anchor has an alias"),
    Code("M016", "key-not-text", _E, "a key is text"),
    Code("M020", "unreadable", _E, "every file of a profile can be opened"),
    Code("M021", "missing-file", _E, "a theatre has all the files it needs"),
    Code("M022", "unreadable-terrain", _E, "the terrain of a theatre can be read"),
    Code("M101", "unknown-key", _E, "only known keys are written"),
    Code("M102", "missing-key", _E, "every key that is needed is written"),
    Code("M103", "wrong-type", _E, "a value is of the kind its key wants"),
    Code("M104", "not-one-of", _E, "a word of a closed list is in the list"),
    Code("M105", "out-of-range", _E, "a value is within the limits of its key"),
    Code("M106", "no-unit", _E, "a quantity says its unit and an angle its frame"),
    Code("M107", "badly-written", _E, "a name is written the way it is read"),
    Code("M110", "todo", _E, "every value that was left open is filled in"),
    Code("M120", "guard-syntax", _E, "a `when` can be read"),
    Code("M121", "unknown-fact", _E, "a `when` uses facts that exist"),
    Code("M122", "wrong-dimension", _E, "a `when` compares like with like"),
    Code("M123", "unknown-word", _E, "a `when` uses words that its fact can have"),
    Code("M201", "duplicate-name", _E, "a name means one thing"),
    Code("M203", "unknown-station", _E, "a station that is named exists"),
    Code("M204", "unknown-phase", _E, "a phase that is named exists"),
    Code("M205", "unknown-fix", _E, "a fix that is named exists"),
    Code("M206", "unknown-phraseology", _E, "the phraseology of a field exists"),
    Code("M207", "unknown-runway", _E, "a runway that is named exists"),
    Code("M208", "unworked-role", _W, "a role that a field's ladder names is worked there"),
    Code("M209", "unknown-rung", _E, "a rung that is replaced exists"),
    Code("M210", "never-used", _I, "what is declared is used"),
    Code("M211", "unknown-field", _E, "a field that is named has a file"),
    Code("M212", "unknown-directive", _E, "a directive that is named exists"),
    Code("M213", "unknown-trigger", _E, "a phase is left on something that happens"),
    Code("M215", "shadowed-rung", _W, "no rung is starved by the rungs above it"),
    Code("M216", "never-fires", _E, "every `when` can hold"),
    Code("M217", "unknown-airframe", _E, "an airframe that is named exists"),
    Code("M218", "file-not-read", _W, "every file of a profile is read"),
    Code("M230", "unknown-base", _E, "the field that a variant extends has a file"),
    Code("M231", "extends-itself", _E, "no variant extends itself"),
    Code("M232", "changes-nothing", _W, "a variant says only what it has otherwise"),
    Code("M233", "nothing-to-remove", _E, "a variant is without what its field has"),
    Code("M301", "unreachable-phase", _E, "every phase can be reached"),
    Code("M302", "dead-end", _E, "every phase has a way out"),
    Code("M303", "no-way-home", _E, "from every phase an aircraft can get back to the start"),
    Code("M304", "two-ways", _E, "one trigger leads from a phase to one phase"),
    Code("M305", "silence-unanswered", _E, "after silence he calls somebody who answers"),
    Code("M306", "handoff-cycle", _E, "no two rungs hand an aircraft to and fro"),
    Code("M307", "never-hands-off", _W, "a role that works a phase can hand its aircraft on"),
    Code("M308", "landing-without-go-around", _E, "whoever may be cleared to land may go around"),
    Code("M309", "wait-without-exit", _E, "no phase waits for our own decision alone"),
    Code("M320", "invariant-broken", _E, "no way through the profile breaks a safety invariant"),
    Code("M321", "promise-broken", _E, "a sortie flown through a profile keeps every promise"),
    Code("M402", "variation-disagrees", _W, "magnetic variation is what the world model gives"),
    Code("M411", "hold-below-floor", _E, "no holding level is below the safe altitude around it"),
    Code("M412", "platform-below-floor", _E, "the platform is above the safe altitude"),
    Code("M413", "minimum-below-field", _E, "the minimum descent altitude is above the field"),
    Code("M414", "glidepath-under-terrain", _E, "a glidepath clears the ground under it"),
    Code("M415", "descent-impossible", _E, "an approach descends no steeper than can be flown"),
    Code("M416", "hundreds-of-feet", _E, "an altitude is in feet, not in hundreds of feet"),
    Code("M417", "missed-below-floor", _E, "a missed approach climbs to a safe altitude"),
    Code("M418", "approach-order", _E, "the points of an approach follow one another"),
    Code("M419", "rings-out-of-order", _E, "rings grow outward, one altitude each"),
    Code("M420", "levels-out-of-order", _E, "holding levels go up from the lowest by whole steps"),
    Code("M421", "not-reciprocal", _E, "the two ends of a runway point opposite ways"),
    Code("M422", "heading-disagrees", _E, "a runway's heading is that of its thresholds"),
    Code("M423", "off-the-map", _E, "every place lies on the theatre's map"),
    Code("M424", "painted-otherwise", _I, "a runway is painted with what a compass shows on it"),
    Code("M425", "threshold-far-away", _E, "a threshold lies at its own field"),
    Code("M426", "length-disagrees", _W, "a runway is as long as its thresholds are apart"),
    Code("M427", "copied-place", _E, "no two fields stand in one place"),
    Code("M428", "sectors-gap", _E, "safe-altitude sectors go round once, with no gap or overlap"),
    Code("M429", "ring-edge-jump", _W, "all vectoring sectors reach equally far"),
    Code("M430", "airspace-overlap", _W, "every point of the sky has one owner"),
    Code("M431", "airspace-gap", _E, "airspaces stand on one another without a gap"),
    Code(
        "M432", "safe-altitude-under-terrain", _E, "a safe altitude clears the ground by 1,000 ft"
    ),
    Code("M433", "copied-procedure", _W, "a missed approach is a field's own"),
    Code(
        "M434",
        "safe-altitude-under-field",
        _E,
        "a safe altitude clears the field itself",
    ),
    Code("M435", "above-airspace", _E, "nothing is flown above the approach airspace"),
    Code("M436", "missed-starts-low", _E, "a missed approach climbs from the minimum upward"),
    Code("M437", "glidepath-disagrees", _E, "the glidepath leads from the platform to the runway"),
    Code(
        "M438",
        "vectoring-above-safe",
        _E,
        "no vectoring altitude is above the safe altitude",
    ),
    Code("M439", "speed-not-flown", _E, "speeds slow down on the way in, and can be flown"),
    Code("M440", "taxi-not-connected", _E, "every stand can taxi to every runway"),
    Code("M441", "no-holding-point", _W, "every runway end has a holding point"),
    Code("M442", "unknown-node", _E, "a taxi node that is named exists"),
    Code("M443", "node-far-away", _E, "a taxi node lies at its own field"),
    Code("M444", "approach-named-otherwise", _E, "an approach is what its name says"),
    Code("M445", "role-without-airspace", _E, "a station that works the air has an airspace"),
    Code("M446", "silent-too-long", _W, "nobody waits long in silence on a talk-down"),
    Code("M447", "radar-approach-blind", _E, "a radar approach is worked by a station with radar"),
    Code(
        "M448",
        "no-safe-altitude",
        _E,
        "where aircraft are vectored, it is known how high is safe",
    ),
    Code("M450", "aid-out-of-band", _E, "an aid is on a frequency or channel of its kind"),
    Code("M451", "course-disagrees", _E, "the course of an ILS is that of its runway"),
    Code("M452", "unknown-aid", _E, "an approach names the aid that it is flown on"),
    Code("M453", "under-category", _E, "an ILS is flown no lower than its category allows"),
    Code("M454", "holding-on-runway", _E, "a holding point is off the runway"),
    Code("M460", "elevation-disagrees", _E, "a field is as high as it is in the sim"),
    Code("M461", "hold-leads-away", _W, "the inbound course of a hold leads toward its field"),
    Code(
        "M462",
        "approach-worked-otherwise",
        _E,
        "an approach is worked by a station that works approaches",
    ),
    Code("M463", "projection-disagrees", _E, "the projection of a theatre is that of the map"),
    Code("M464", "unknown-map", _W, "a theatre is called as the sim calls its map"),
    Code("M465", "left-and-right", _E, "of two parallel runways the left one lies left"),
    Code("M501", "shared-frequency", _E, "no two stations share a frequency"),
    Code("M502", "guard-frequency", _E, "the emergency frequencies are nobody's working channel"),
    Code("M503", "off-channel", _E, "a frequency is a channel that radios have"),
    Code("M504", "wrong-modulation", _E, "a frequency has the modulation of its band"),
    Code("M505", "shared-aid", _W, "two ILS that are near have two frequencies"),
    Code("M510", "no-modulation", _E, "a frequency says AM or FM"),
    Code("M512", "untunable", _E, "some airframe can tune every frequency"),
    Code("M513", "some-cannot-tune", _I, "every airframe can tune a channel of every station"),
    Code("M514", "unknown-frequency", _E, "a frequency that is spoken is somebody's channel"),
    Code("M520", "no-frequency", _E, "a station has a frequency"),
    Code("M521", "misspelt-name", _W, "a station is called after its field and its role"),
    Code("M530", "role-worked-twice", _W, "one station of a field has a role as its own"),
    Code("M531", "navigation-band", _W, "no station talks in the band of navigation aids"),
    Code("M601", "wordless-directive", _E, "every directive has words to be said in"),
    Code("M602", "slot-not-carried", _E, "a phrase uses only slots that its directive carries"),
    Code("M603", "slot-never-said", _E, "every slot that a directive carries is said"),
    Code("M604", "readback-missing", _W, "what must be read back is asked for"),
    Code("M605", "number-in-words", _E, "numbers are slots, never written into a phrase"),
    Code("M606", "too-long-to-say", _W, "a phrase is said in eight seconds"),
    Code("M607", "value-without-words", _E, "every value of a closed slot has words"),
    Code("M701", "two-meanings", _E, "one phrase of a pilot means one intent"),
    Code("M702", "words-collide", _E, "one word of pilots means one thing"),
    Code("M703", "phrase-never-heard", _E, "every phrase of a pilot can be heard"),
    Code("M704", "example-not-heard", _E, "an example of an intent is heard as it says"),
    Code("M705", "name-not-heard", _E, "every name can be said and heard"),
    Code("M706", "call-unanswered", _E, "every call has an answer in every phase"),
    Code("M707", "undeclared-slot", _E, "a phrase of a pilot uses slots that are declared"),
    Code("M708", "call-without-words", _E, "a call that a phase waits for can be said"),
    Code("M801", "other-map", _E, "the airfields are on the mission's map"),
    Code("M802", "slot-not-covered", _W, "every slot is for an airframe that is described"),
    Code("M803", "frequency-taken", _E, "no station is on a frequency the mission uses itself"),
    Code("M804", "date-outside-model", _W, "variation is known at the mission's date"),
    Code("M850", "unclear-line", _E, "a line of a scenario says one thing"),
    Code("M851", "unknown-pilot", _E, "a scenario's lines are about aircraft that it has"),
    Code("M853", "unknown-approach", _E, "an approach that is named exists"),
    Code("M854", "impossible-slot", _E, "a scenario expects slots and values that there are"),
    Code("M855", "wrong-frequency", _E, "a scenario's frequencies are worked and can be tuned"),
    Code("M856", "contradiction", _E, "no scenario expects what it forbids"),
    Code("M857", "unheard-call", _E, "what a scenario's pilot says is understood"),
    Code("M858", "covers-nothing", _E, "what a pending scenario covers exists"),
    Code("M901", "unused-suppression", _W, "a suppression silences something"),
    Code("M902", "suppression-without-reason", _E, "a suppression names its code and its reason"),
    Code("M903", "not-suppressible", _E, "only what may be kept is silenced"),
)

CODES: Mapping[str, Code] = {code.code: code for code in _ALL}
"""Every code, by itself."""
