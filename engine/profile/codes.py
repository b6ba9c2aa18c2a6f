"""Every diagnostic code: its slug, its severity and its law in one line.

Codes are never used for anything else once given. M0 is file and YAML, M1 shape, M2 names, M3
machines, M4 altitude and geometry, M5 radio.
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
    Code("M101", "unknown-key", _E, "only known keys are written"),
    Code("M102", "missing-key", _E, "every key that is needed is written"),
    Code("M103", "wrong-type", _E, "a value is of the kind its key wants"),
    Code("M104", "not-one-of", _E, "a word of a closed list is in the list"),
    Code("M105", "out-of-range", _E, "a value is within the limits of its key"),
    Code("M106", "no-unit", _E, "a quantity says its unit and an angle its frame"),
    Code("M107", "badly-written", _E, "a name is written the way it is read"),
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
    Code("M211", "unknown-field", _E, "a field that is named has a file"),
    Code("M212", "unknown-directive", _E, "a phase allows directives that exist"),
    Code("M301", "unreachable-phase", _E, "every phase can be reached"),
    Code("M302", "dead-end", _E, "every phase has a way out"),
    Code("M303", "no-way-home", _E, "from every phase an aircraft can get back to the start"),
    Code("M304", "two-ways", _E, "one trigger leads from a phase to one phase"),
    Code("M411", "hold-below-floor", _E, "no holding level is below the safe altitude around it"),
    Code("M412", "platform-below-floor", _E, "the platform is above the safe altitude"),
    Code("M413", "minimum-below-field", _E, "the minimum descent altitude is above the field"),
    Code("M417", "missed-below-floor", _E, "a missed approach climbs to a safe altitude"),
    Code("M418", "approach-order", _E, "the points of an approach follow one another"),
    Code("M419", "rings-out-of-order", _E, "rings grow outward, one altitude each"),
    Code("M420", "levels-out-of-order", _E, "holding levels go up from the lowest by whole steps"),
    Code("M421", "not-reciprocal", _E, "the two ends of a runway point opposite ways"),
    Code("M422", "heading-disagrees", _E, "a runway's heading is that of its thresholds"),
    Code("M424", "painted-otherwise", _I, "a runway is painted with what a compass shows on it"),
    Code("M501", "shared-frequency", _E, "no two stations share a frequency"),
    Code("M503", "off-channel", _E, "a frequency is a channel that radios have"),
    Code("M510", "no-modulation", _E, "a frequency says AM or FM"),
    Code("M512", "untunable", _E, "some airframe can tune every frequency"),
    Code("M520", "no-frequency", _E, "a station has a frequency"),
)

CODES: Mapping[str, Code] = {code.code: code for code in _ALL}
"""Every code, by itself."""
