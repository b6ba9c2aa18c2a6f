"""Breaking valid profiles by machine: the reviewed table of operators and the code each must give.

An operator finds what it breaks by a pattern, so that it works on any field. It counts as caught
when exactly its code is given as an error or warning that was not there before, at the line that
was broken (or at one that the operator names). Operators of `HARMLESS` change nothing that a pilot
or a controller could notice, and must give nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

__all__ = ["HARMLESS", "OPERATORS", "Mutant", "Operator", "mutants_of"]

_Becomes = str | Callable[[re.Match[str]], str]


@dataclass(frozen=True, slots=True)
class Operator:
    """One way of breaking: of which kind of file, what is found, what stands there instead.

    `line` is a pattern of the line that is accused instead of the broken one. `most` is how many
    places of a file are broken, each in a mutant of its own.
    """

    name: str
    kind: str
    code: str
    find: str
    becomes: _Becomes
    line: str = ""
    most: int = 2


@dataclass(frozen=True, slots=True)
class Mutant:
    """A broken text: by which operator, and the line that must be accused."""

    operator: Operator
    text: str
    line: int


def _slip(match: re.Match[str]) -> str:
    """Drop the last letter but one of the name in the second group: a slip of the fingers."""
    name = match[2]
    return match[1] + name[:-2] + name[-1:]


def _times(group: int, factor: float) -> Callable[[re.Match[str]], str]:
    def scaled(match: re.Match[str]) -> str:
        value = str(round(float(match[group]) * factor))
        start, end = match.span(group)
        whole = match.string[match.start() : match.end()]
        return whole[: start - match.start()] + value + whole[end - match.start() :]

    return scaled


def _plus(group: int, step: float) -> Callable[[re.Match[str]], str]:
    def moved(match: re.Match[str]) -> str:
        value = (
            f"{float(match[group]) + step:g}" if step % 1 == 0 else str(float(match[group]) + step)
        )
        start, end = match.span(group)
        whole = match.string[match.start() : match.end()]
        return whole[: start - match.start()] + value + whole[end - match.start() :]

    return moved


_F, _P, _H, _T, _W, _A = "field", "phases", "handoffs", "theatre", "words", "airframes"
_I = "intents"

OPERATORS: tuple[Operator, ...] = (
    # the file itself
    Operator("a tab indents", _F, "M002", r"(?m)^  (\w+): \{within", r"\t\1: {within"),
    Operator(
        "a bracket is left open",
        _F,
        "M002",
        r'ends: \["(\w+)", "(\w+)"\]',
        r'ends: ["\1", "\2"',
        line=r"headings_deg_grid",
    ),
    Operator(
        "a quote is left open", _F, "M002", r'frequencies: \["([^"]*)"\]', r'frequencies: ["\1]'
    ),
    Operator("a second document", _F, "M004", r"(?m)^stations:", "---\nstations:"),
    Operator("a tag", _F, "M005", r"role: (\w+)", r"role: !x \1"),
    Operator("an alias of nothing", _F, "M002", r"role: (\w+)", r"role: *\1"),
    Operator(
        "a merge key",
        _F,
        "M011",
        r"(?m)^    role: (\w+)$",
        r"    role: \1\n    <<: {radar: true}",
        line=r"<<:",
    ),
    Operator("a key twice", _F, "M010", r"(?m)^(    role: \w+)$", r"\1\n\1", line="+1"),
    Operator("a control character", _F, "M009", r"name: (\w+)", "name: \\1\x0b"),
    Operator("a leading zero", _F, "M012", r"(leg_min|glidepath_deg): (\d)", r"\1: 0\2"),
    Operator("yes or no", _F, "M013", r"radar: (true|false)", "radar: NO"),
    Operator("base sixty", _F, "M014", r"final_s: (\d+)", "final_s: 1:15"),
    Operator("an anchor of nothing", _F, "M015", r"speeds:", "speeds: &speeds"),
    # shape
    Operator("a key misspelt", _F, "M101", r"(\s)(frequencies):", lambda m: f"{m[1]}frequences:"),
    Operator("a key in the plural", _F, "M101", r"(?m)^    role:", "    roles:"),
    Operator("a key deleted", _F, "M102", r"(?m)^phraseology: \w+\n", "", line=r"^airfield:"),
    Operator(
        "a key of a section deleted",
        _F,
        "M102",
        r"(?m)^    worked_by: \w+\n",
        "",
        line=r"^  [a-z]+-\d\d[lrc]?:",
    ),
    Operator("text for a number", _F, "M103", r"pattern_s: (\d+)", "pattern_s: sixty"),
    Operator("a number in quotes", _F, "M103", r"pattern_s: (\d+)", r'pattern_s: "\1"'),
    Operator("a list for a text", _F, "M103", r"role: (\w+)", r"role: [\1]"),
    Operator("a runway without quotes", _F, "M103", r'runway: "([1-3]\d)"', r"runway: \1"),
    Operator("nothing for a value", _F, "M103", r"(?m)^elevation_ft:.*$", "elevation_ft:"),
    Operator("a role misspelt", _F, "M104", r"(role: )(tower|approach|ground)", _slip),
    Operator("a turn misspelt", _F, "M104", r"turn(s?): (left|right)", r"turn\1: lefft"),
    Operator("a kind misspelt", _F, "M104", r"kind: (\w+)", r"kind: \1x"),
    Operator("out of range", _F, "M105", r"final_s: (\d+)", "final_s: 900"),
    Operator(
        "a heading over 360", _F, "M105", r"inbound_deg_grid: ([\d.]+)", "inbound_deg_grid: 425.5"
    ),
    Operator("an angle without a frame", _F, "M106", r"inbound_deg_grid:", "inbound_deg:"),
    Operator("a length without a unit", _F, "M106", r"length_ft:", "length:"),
    Operator(
        "a code in small letters", _F, "M107", r"icao: (\w+)", lambda m: f"icao: {m[1].lower()}"
    ),
    Operator(
        "left to do",
        _F,
        "M110",
        r"missed_approach_point_nm: [\d.]+",
        'missed_approach_point_nm: !todo "?"',
    ),
    # guards
    Operator("a guard breaks off", _F, "M120", r"(?m)when: (.*)$", r"when: \1 and"),
    Operator("an unknown fact", _F, "M121", r"when: on ground", "when: on groud"),
    Operator("knots for feet", _F, "M122", r"speed < (\d+) kt", r"speed < \1 ft"),
    Operator("an unknown word", _F, "M123", r"approach kind is asr", "approach kind is asrr"),
    # names
    Operator("a station misspelt", _F, "M203", r"(worked_by: )(\w+)", _slip),
    Operator("a station to call misspelt", _F, "M203", r"(call: )(\w+)", _slip),
    Operator("an unknown fix", _F, "M205", r"at: \{from: field, [^}]*\}", "at: {fix: NOWHERE}"),
    Operator("an unknown phraseology", _F, "M206", r"phraseology: \w+", "phraseology: icoa"),
    Operator(
        "an unknown runway", _F, "M207", r'(?<=    )runway: "(\d)(\d)(\w?)"', r'runway: "36C"'
    ),
    Operator("an unworked role", _F, "M208", r"(?m)^    to: \w+$", "    to: marshal"),
    Operator("an unknown rung", _F, "M209", r"(?m)(replaces: .*)$", r"\1 x"),
    # altitude and geometry
    Operator(
        "a hold over the mountains", _F, "M411", r"levels_ft: \{from: \d+", "levels_ft: {from: 0"
    ),
    Operator("a platform too low", _F, "M412", r"platform_ft: (\d+)", _times(1, 0.45)),
    Operator(
        "a minimum as a height",
        _F,
        "M413",
        r"minimum_descent_altitude_ft: \{value: \d+",
        "minimum_descent_altitude_ft: {value: 1",
    ),
    Operator("a platform too high", _F, "M415", r"platform_ft: (\d+)", _times(1, 2.6)),
    Operator(
        "hundreds of feet",
        _F,
        "M416",
        r"(?:climb_to|straight_to|up_to)_ft: (\d+)00(?!\d)",
        lambda m: m[0][:-2],
    ),
    Operator("a missed approach too low", _F, "M417", r"climb_to_ft: (\d+)", "climb_to_ft: 1"),
    Operator(
        "a fix beyond the intercept",
        _F,
        "M418",
        r"final_approach_fix_nm: ([\d.]+)",
        _plus(1, 20),
        line=r"minimum_intercept_nm|final_approach_fix_nm",
    ),
    Operator("rings in the wrong order", _F, "M419", r"within_nm: \[5, 10,", "within_nm: [10, 5,"),
    Operator(
        "a ring without an altitude", _F, "M419", r"(within_nm: \[[^\]]*\], ft: \[\d+), \d+", r"\1"
    ),
    Operator("steps that do not reach", _F, "M420", r"to: (\d+), step: 1000", _plus(1, 300)),
    Operator(
        "the other end by 17",
        _F,
        "M421",
        r'ends: \["(\d\d)(\w?)", "(\d\d)(\w?)"\]',
        lambda m: f'ends: ["{m[1]}{m[2]}", "{int(m[3]) % 36 + 1:02d}{m[4]}"]',
    ),
    Operator(
        "headings that are not opposite",
        _F,
        "M421",
        r"headings_deg_grid: \[([\d.]+), ([\d.]+)\]",
        lambda m: f"headings_deg_grid: [{m[1]}, {(float(m[2]) + 1.5) % 360:g}]",
    ),
    Operator(
        "names of ends swapped", _F, "M422", r'ends: \["(\w+)", "(\w+)"\]', r'ends: ["\2", "\1"]'
    ),
    Operator(
        "headings swapped",
        _F,
        "M422",
        r"headings_deg_grid: \[([\d.]+), ([\d.]+)\]",
        r"headings_deg_grid: [\2, \1]",
        line=r"ends:",
    ),
    Operator(
        "headings of the globe",
        _F,
        "M422",
        r"headings_deg_grid: \[([\d.]+), ([\d.]+)\]",
        lambda m: f"headings_deg_grid: [{(float(m[1]) + 5) % 360:g}, {(float(m[2]) + 5) % 360:g}]",
    ),
    Operator("a threshold a degree away", _F, "M425", r"(?m)^      - \{lat: ([\d.]+)", _plus(1, 1)),
    Operator(
        "a threshold on the other side", _F, "M425", r"(?m)^      - \{lat: ", "      - {lat: -"
    ),
    Operator(
        "the field a degree away", _F, "M425", r"reference_point: \{lat: ([\d.]+)", _plus(1, 1)
    ),
    Operator(
        "a runway in metres", _F, "M426", r"length_ft: (?:\{value: )?(\d+)", _times(1, 0.3048)
    ),
    Operator(
        "a sector that ends early",
        _F,
        "M428",
        r"from_deg_true: (\d+), to_deg_true: (\d+)",
        _plus(2, -7),
    ),
    Operator(
        "a sector that ends late",
        _F,
        "M428",
        r"from_deg_true: (\d+), to_deg_true: (\d+)",
        lambda m: f"from_deg_true: {m[1]}, to_deg_true: {(int(m[2]) + 9) % 360}",
    ),
    Operator(
        "a tower over its approach",
        _F,
        "M431",
        r"tower: \{within_nm: \d+",
        "tower: {within_nm: 190",
    ),
    Operator(
        "an airspace under the field",
        _F,
        "M431",
        r"approach:\s*\{within_nm: [\d.]+",
        "approach: {within_nm: 3",
        line=r"approach:|within_nm",
    ),
    # radio
    Operator(
        "a shared channel",
        _F,
        "M501",
        r'(frequencies: \["([\d.]+ AM)"[\s\S]*?frequencies: \[)"[\d.]+ AM"',
        r'\1"\2"',
        line="frequencies",
    ),
    Operator(
        "the emergency channel",
        _F,
        "M502",
        r'frequencies: \["[\d.]+ AM"',
        'frequencies: ["121.500 AM"',
    ),
    Operator(
        "off the channels",
        _F,
        "M503",
        r'frequencies: \["(\d{3}\.\d)\d\d AM"',
        r'frequencies: ["\g<1>20 AM"',
    ),
    Operator("no modulation", _F, "M510", r'frequencies: \["([\d.]+) AM"', r'frequencies: ["\1"'),
    Operator(
        "a channel nobody has",
        _F,
        "M512",
        r'frequencies: \["[\d.]+ AM"',
        'frequencies: ["187.500 AM"',
    ),
    Operator("no channel", _F, "M520", r"frequencies: \[[^\]]*\]", "frequencies: []"),
    # the ground and the aids
    Operator("a node misspelt", _F, "M442", r"(through: \[)(\w+[\w-]*)", _slip),
    Operator("a node of a hold misspelt", _F, "M442", r"(at: )([a-z]+-hold)", _slip),
    Operator(
        "a hold on the runway", _F, "M454", r"at: (\w+)-hold, runways", r"at: \1-runway, runways"
    ),
    Operator(
        "a hold of one end only",
        _F,
        "M441",
        r'(at: \w+-hold), runways: \["13", "31"\]',
        r'\1, runways: ["31"]',
        line=r"ends:",
    ),
    Operator("a node a degree away", _F, "M443", r"(?m)^    [a-z-]+: \{lat: ([\d.]+)", _plus(1, 1)),
    Operator("a stand a degree away", _F, "M443", r'(?m)^    "\d+": \{lat: ([\d.]+)', _plus(1, 1)),
    Operator("a stand that joins nothing", _F, "M442", r"(joins: )(\w+)", _slip),
    Operator(
        "an ILS between its frequencies",
        _F,
        "M450",
        r'frequency_mhz: "110\.30"',
        'frequency_mhz: "110.40"',
    ),
    Operator("an ILS as a number", _F, "M103", r'frequency_mhz: "([\d.]+)"', r"frequency_mhz: \1"),
    Operator(
        "an ILS on the true course",
        _F,
        "M451",
        r"course_deg_grid: ([\d.]+)",
        _plus(1, 5.7),
    ),
    Operator(
        "a localizer at the wrong end",
        _F,
        "M451",
        r"localizer: \{lat: [\d.]+, lon: [\d.]+",
        "localizer: {lat: 41.618000, lon: 41.585000",
    ),
    Operator(
        "a minimum under its category",
        _F,
        "M453",
        r"minimum_descent_altitude_ft: 392",
        "minimum_descent_altitude_ft: 192",
    ),
    Operator("a channel without its band", _F, "M107", r'channel: "(\d+)X"', r'channel: "\1"'),
    Operator("a beacon off the band", _F, "M105", r"frequency_khz: (\d+)", _times(1, 10)),
    # what cannot be meant
    Operator(
        "FM in the air band", _F, "M504", r'frequencies: \["([\d.]+) AM"', r'frequencies: ["\1 FM"'
    ),
    Operator("a unit in the value", _F, "M103", r"climb_to_ft: (\d+)", r"climb_to_ft: \1 ft"),
    Operator("a decimal comma", _F, "M103", r"glidepath_deg: (\d)\.(\d)", r"glidepath_deg: \1,\2"),
    Operator("nothing for a section", _F, "M103", r"(?m)^    speeds:[ ]\{[^}]*\}", "    speeds:"),
    Operator("nothing in a list", _F, "M105", r"within_nm: \[[^\]]*\]", "within_nm: []"),
    Operator(
        "a frequency ten times smaller", _F, "M107", r'"(\d\d)(\d)\.(\d{3}) AM"', r'"\1.\2\3 AM"'
    ),
    Operator(
        "a frequency ten times larger", _F, "M107", r'"(\d{3})\.(\d)(\d\d) AM"', r'"\1\2.\3 AM"'
    ),
    Operator("a frequency without a zero", _F, "M107", r'"(\d{3}\.\d\d)\d AM"', r'"\1 AM"'),
    Operator("megahertz for modulation", _F, "M107", r'"([\d.]+) AM"', r'"\1 MHz"'),
    Operator("a runway of no compass", _F, "M107", r'ends: \["\d\d', 'ends: ["37'),
    Operator(
        "the same end twice", _F, "M201", r'ends: \["(\w+)", "(\w+)"\]', r'ends: ["\1", "\1"]'
    ),
    Operator(
        "a missed approach ten times too high",
        _F,
        "M435",
        r"climb_to_ft: (?:\{value: )?(\d+)",
        _times(1, 10),
    ),
    Operator(
        "a hold over the airspace",
        _F,
        "M435",
        r"levels_ft: \{from: \d+, to: (\d+)",
        _plus(1, 8000),
    ),
    Operator(
        "a missed approach ahead to the ground",
        _F,
        "M436",
        r"straight_to_ft: (?:\{value: )?(\d+)",
        _times(1, 0.3048),
    ),
    Operator("another glidepath", _F, "M437", r"glidepath_deg: [\d.]+", "glidepath_deg: 5.0"),
    Operator(
        "a final in thousands of metres",
        _F,
        "M439",
        r"final_kt: (?:\{value: )?(\d+)",
        _times(1, 0.3048),
    ),
    Operator(
        "a missed approach point out on final",
        _F,
        "M418",
        r"missed_approach_point_nm: [\d.]+",
        "missed_approach_point_nm: 5",
    ),
    Operator(
        "an approach called after another kind",
        _F,
        "M444",
        r"(?m)^    kind: asr$",
        "    kind: par",
    ),
    Operator(
        "no airspace for the tower",
        _F,
        "M445",
        r"(?m)^  tower: \{within_nm.*\n",
        "",
        line=r"^  tower:$",
    ),
    Operator("a long silence", _F, "M446", r"final_s: (?:\{value: )?\d+", "final_s: 45"),
    Operator(
        "a tower as small as its runway",
        _F,
        "M431",
        r"tower: \{within_nm: \d+",
        "tower: {within_nm: 0.5",
    ),
    Operator(
        "a ring of its own",
        _F,
        "M429",
        r"within_nm: \[5, 10, 15, 25\]",
        "within_nm: [5, 10, 15, 30]",
    ),
    Operator(
        "a safe altitude that ends early",
        _F,
        "M429",
        r"(?m)^(  - \{from_deg_true: [\d.]+, to_deg_true: [\d.]+, within_nm:) 25, ft",
        r"\1 2.5, ft",
    ),
    Operator(
        "a safe altitude under the field",
        _F,
        "M434",
        r"(?m)^(  - \{from_deg_true: .*, within_nm: \[[^\]]*\], ft: \[)\d+",
        r"\g<1>10",
    ),
    Operator(
        "a threshold with lat and lon swapped",
        _F,
        "M425",
        r"(?m)^      - \{lat: ([\d.]+), lon: (?!4[0-3])([\d.]+)\}",
        r"      - {lat: \2, lon: \1}",
    ),
    Operator(
        "a threshold in the west",
        _F,
        "M425",
        r"(?m)^      - \{lat: ([\d.]+), lon: (\d)",
        r"      - {lat: \1, lon: -\2",
    ),
    Operator("a station misspelt on the air", _F, "M521", r"(name: \w+ )Tower", r"\1Towr"),
    Operator("a name in other letters", _F, "M705", r"name: (\w+) Tower", r"name: \1 Тауэр"),
    # phases
    Operator("a phase misspelt", _P, "M204", r"(?m)^      (vectoring): ", r"      vectorng: "),
    Operator("the first phase misspelt", _P, "M204", r"on_ground: parked", "on_ground: parkd"),
    Operator("a directive misspelt", _P, "M212", r"allows: \[(\w+)", r"allows: [\1x"),
    Operator("a trigger misspelt", _P, "M213", r"on: vectors_given", "on: vectors_givn"),
    Operator("a trigger of nobody", _P, "M213", r"on: approach_cleared", "on: sim teleported"),
    Operator(
        "the only way in removed",
        _P,
        "M301",
        r"(?m)^      line_up: .*\n",
        "",
        line=r"^  line_up:",
    ),
    Operator("an owner misspelt", _P, "M104", r"(owner: )(tower|approach|ground)", _slip),
    Operator(
        "two ways on one trigger",
        _P,
        "M304",
        r"approach: \{on: approach_cleared\}",
        "approach: {on: vectors_given}",
        line=r"approach: |vectoring: ",
    ),
    Operator(
        "a way that is never taken",
        _P,
        "M216",
        r"or_when: on ground and runway vacated",
        "or_when: on ground and airborne",
        line=r"vacated: ",
    ),
    Operator(
        "no go-around from final",
        _P,
        "M308",
        r"on: \[call report_missed, go_around_ordered, missed_seen\]",
        "on: [call report_missed, missed_seen]",
        line=r"^  final:",
    ),
    Operator(
        "no go-around to order", _P, "M308", r"(?m)^      - go_around\n", "", line=r"^    allows:"
    ),
    # the ladder
    Operator(
        "a rung twice",
        _H,
        "M201",
        r"name: approach to tower on the ground",
        "name: approach to tower on final",
    ),
    Operator(
        "a role of nobody", _H, "M104", r"(?m)^(    from: )(tower|approach|departure)$", _slip
    ),
    Operator("a phase of nobody", _H, "M204", r"where: phase is missed", "where: phase is mised"),
    Operator("a unit that does not fit", _H, "M122", r"range <= tower edge", "range <= 4000 ft"),
    Operator(
        "a rung that excludes itself",
        _H,
        "M216",
        r"when: airborne and inbound and range <= tower edge",
        "when: inbound and outbound",
    ),
    Operator(
        "a rung that starves others",
        _H,
        "M215",
        r"where: phase is missed",
        "where: airborne",
        line=r"tower to departure",
    ),
    Operator(
        "a rung without its limit",
        _H,
        "M215",
        r"(?m)^    where: phase is departure\n(?=    when: airborne and outbound and range >= to)",
        "",
        line=r"tower to ground|tower to approach",
        most=1,
    ),
    Operator("a guard without a unit", _H, "M106", r"range <= terminal edge", "range <= 25"),
    # the theatre
    Operator("variation by the other sign", _T, "M402", r'"2016": ([\d.]+)', r'"2016": -\1'),
    Operator(
        "a fix by the other sign",
        _T,
        "M423",
        r"(?m)^  [A-Z]+: \{lat: [\d.]+, lon: ([\d.]+)",
        lambda m: m[0].replace(f"lon: {m[1]}", f"lon: -{m[1]}"),
    ),
    Operator("variation of a field of nobody", _T, "M211", r"(?m)^    batumi:$", "    batumy:"),
    Operator(
        "a date of nobody", _T, "M107", r'mission_date: "(\d{4})-\d\d', r'mission_date: "\1-13'
    ),
    Operator("variation that jumps", _T, "M402", r'"2010": (\d)\.', r'"2010": 1\1.', most=4),
    Operator("a year without quotes", _T, "M016", r'"2016": ', "2016: "),
    Operator("a scale out of range", _T, "M105", r"scale: 0\.9996", "scale: 9.996"),
    # words
    Operator("words for nothing", _W, "M101", r"(?m)^  resume_speed:", "  resume_sped:"),
    Operator(
        "words left out",
        _W,
        "M601",
        r"(?m)^  resume_speed:\n    say: .*\n",
        "",
        line=r"^directives:",
    ),
    Operator(
        "a slot misspelt",
        _W,
        "M602",
        r"runway \{runway\}, cleared to land",
        "runway {runwy}, cleared to land",
    ),
    Operator(
        "a slot left out",
        _W,
        "M603",
        r'say: "number \{number\} to land"',
        'say: "you are sequenced"',
    ),
    Operator("a read-back left out", _W, "M604", r"readback: \[kind, runway\]", "readback: [kind]"),
    Operator(
        "a number in words", _W, "M605", r'say: "resume normal speed"', 'say: "resume 250 knots"'
    ),
    Operator(
        "a value without words",
        _W,
        "M607",
        r"(?m)^        too_low: .*\n",
        "",
        line=r"^      reason:",
    ),
    # what pilots say
    Operator(
        "a word of two terms",
        _I,
        "M702",
        r"(?m)^  climb: \[climbing",
        "  climb: [climbing, descending",
        line="+1",
    ),
    Operator(
        "a word of two values",
        _I,
        "M702",
        r"par: \[PAR,",
        "par: [PAR, surveillance,",
    ),
    Operator(
        "a phrase twice",
        _I,
        "M703",
        r'(?<=    hear:\n)(      - "[^"]+")\n',
        r"\1\n\1\n",
        line="+1",
        most=4,
    ),
    Operator(
        "a phrase of nothing",
        _I,
        "M703",
        r"(?m)^(    hear:\n)(      - )",
        r'\1\2"to the"\n\2',
        line="+1",
    ),
    Operator(
        "a phrase of two intents",
        _I,
        "M701",
        r'(?m)^      - "short of? ?\[of\] \[runway\] \{runway\}"$',
        '      - "holding at [runway] {runway}"\n      - "say again"',
    ),
    Operator(
        "a call that is not heard so", _I, "M704", r"Pony one one, say again", "Pony one one, hello"
    ),
    Operator(
        "an example with another slot",
        _I,
        "M704",
        r"approach: asr, runway",
        "approach: par, runway",
    ),
    Operator(
        "a slot nobody declared",
        _I,
        "M707",
        r'- "holding short \[of\] \[runway\] \{runway\}"',
        '- "holding short [of] [runway] {runwy}"',
    ),
    Operator("an intent misspelt", _I, "M101", r"(?m)^  request_takeoff:$", "  request_takof:"),
    # airframes
    Operator("a band misspelt", _A, "M107", r'bands: \["[\d.]+-', 'bands: ["fast-'),
    Operator(
        "an airframe without a speed",
        _A,
        "M102",
        r"(?m)^    approach_kt: \d+\n",
        "",
        line=r"^  [\w-]+:",
    ),
)
"""Every operator with its code."""

HARMLESS: tuple[Operator, ...] = (
    Operator("a comment", _F, "", r"(?m)^elevation_ft", "# said by the AIP\nelevation_ft"),
    Operator("blank lines", _F, "", r"(?m)^stations:", "\n\nstations:"),
    Operator(
        "a source", _F, "", r"phraseology: (\w+)", r"phraseology: \1   # as its country has it"
    ),
    Operator("other quotes", _F, "", r'ends: \["(\w+)", "(\w+)"\]', r"ends: ['\1', '\2']"),
    Operator("an angle the long way", _F, "", r"from_deg_true: 0,", "from_deg_true: 360,"),
)
"""Changes that nobody could notice, which must give nothing."""


def mutants_of(
    kind: str, text: str, operators: tuple[Operator, ...] = OPERATORS
) -> Iterator[Mutant]:
    """Yield the mutants of a file of a kind."""
    for operator in operators:
        if operator.kind != kind:
            continue
        for count, match in enumerate(re.finditer(operator.find, text)):
            if count >= operator.most:
                break
            instead = (
                match.expand(operator.becomes)
                if isinstance(operator.becomes, str)
                else operator.becomes(match)
            )
            broken = text[: match.start()] + instead + text[match.end() :]
            if broken != text:
                yield Mutant(operator, broken, text.count("\n", 0, match.start()) + 1)
