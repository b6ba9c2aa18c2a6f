"""One failing example for every code: what to break in the desk theatre, why the law, the way out.

The pages under docs/rules are written from this table by `python -m tests.profile.rule_pages`, with
the output that the program really gives; the tests hold them equal.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["EXAMPLES", "Example"]

BATUMI = "desk/batumi.yaml"
KOBULETI = "desk/kobuleti.yaml"
THEATRE = "desk/theatre.yaml"
PHASES = "common/phases.yaml"
HANDOFFS = "common/handoffs.yaml"
AIRFRAMES = "common/airframes.yaml"
WORDS = "common/phraseology/icao.yaml"
INTENTS = "common/intents.yaml"
SCENARIOS = "desk/scenarios/batumi.yaml"
STRIP = '    source: "names and headings: DCS; painted thresholds: 2013 ground chart"\n'
PARALLEL = (
    STRIP
    + """\
  - ends: ["06L", "24R"]
    headings_deg_grid: [70.03, 250.03]
    length_ft: 7870
    width_ft: 197
    thresholds:
      - {lat: 41.931333, lon: 41.849583}
      - {lat: 41.936533, lon: 41.877367}
  - ends: ["06R", "24L"]
    headings_deg_grid: [70.03, 250.03]
    length_ft: 7870
    width_ft: 197
    thresholds:
      - {lat: 41.935333, lon: 41.849583}
      - {lat: 41.940533, lon: 41.877367}
"""
)


@dataclass(frozen=True, slots=True)
class Example:
    """A text of a file and what stands there instead, with the page's words.

    `new_file` is a file that is written instead; `drop` one that is taken away.
    """

    code: str
    file: str
    was: str
    becomes: str
    why: str
    fix: str
    new_file: str = ""
    encoding: str = "utf-8"
    drop: str = ""


def _e(  # noqa: PLR0917 - a table reads best without the names of its columns
    code: str, file: str, was: str, becomes: str, why: str, fix: str, **more: str
) -> Example:
    return Example(code, file, was, becomes, why, fix, **more)


EXAMPLES: tuple[Example, ...] = (
    # files and YAML
    _e(
        "M001",
        BATUMI,
        "airfield: Batumi",
        "airfield: Batumi # piste à l'est",
        "An editor that saves in another encoding turns names into other names.",
        "Save the file as UTF-8.",
        encoding="latin-1",
    ),
    _e(
        "M002",
        BATUMI,
        "elevation_ft: {value: 33, source",
        "elevation_ft: {value: 33 source",
        "What cannot be read as YAML has no meaning at all.",
        "Look at the line and at the one before it: brackets, commas, colons, indentation.",
    ),
    _e(
        "M003",
        BATUMI,
        "airfield: Batumi",
        "x: " + "[" * 45 + "]" * 45 + "\nairfield: Batumi",
        "Limits on size and depth keep a damaged or hostile file from stopping the program.",
        "A profile of a hundred fields stays far below the limits: split the file.",
    ),
    _e(
        "M004",
        BATUMI,
        "\ntaxi:\n",
        "\n---\ntaxi:\n",
        "Readers of YAML differ in what they do with a second document.",
        "Put it in a file of its own, or delete the `---`.",
    ),
    _e(
        "M005",
        BATUMI,
        "role: ground",
        "role: !env ground",
        "A tag can make a YAML reader run code; profiles carry values only.",
        "Delete the tag. (`!todo` alone is read: see M110.)",
    ),
    _e(
        "M006",
        BATUMI,
        "speeds:\n",
        "speeds: &speeds\n      more: *speeds\n",
        "A section that contains itself never ends.",
        "Write the values out.",
    ),
    _e(
        "M007",
        BATUMI,
        "airfield: Batumi",
        "a: &a ["
        + ", ".join("x" for _ in range(50))
        + "]\nb: &b ["
        + ", ".join("*a" for _ in range(50))
        + "]\nc: &c ["
        + ", ".join("*b" for _ in range(50))
        + "]\nairfield: Batumi",
        "A few lines of aliases can stand for millions of values.",
        "Write the values out, or use fewer aliases.",
    ),
    _e(
        "M008",
        "desk/senaki.yaml",
        "",
        "# nothing yet\n",
        "An empty file is a field that nobody can fly to.",
        "Write the field (`marshall new airfield`), or delete the file.",
        new_file="desk/senaki.yaml",
    ),
    _e(
        "M009",
        BATUMI,
        "name: Batumi Ground",
        "name: Batumi\x07 Ground",
        "Characters that cannot be seen make two names that look like one.",
        "Delete the character; retype the word if you cannot find it.",
    ),
    _e(
        "M010",
        BATUMI,
        "    role: tower\n",
        "    role: tower\n    role: ground\n",
        "A YAML reader keeps one of the two without a word, and not always the same one.",
        "Keep one of them.",
    ),
    _e(
        "M011",
        BATUMI,
        "    role: tower\n",
        "    role: tower\n    <<: {radar: true}\n",
        "Which value wins in a merge differs between readers, and between versions of one reader.",
        "Write the keys out.",
    ),
    _e(
        "M012",
        BATUMI,
        "leg_min: 1\n",
        "leg_min: 01\n",
        "A number with a leading zero is octal to some YAML readers: 010 is 8.",
        "Write it without the zero, or in quotes if it is a name.",
    ),
    _e(
        "M013",
        BATUMI,
        "radar: false",
        "radar: NO",
        "`NO`, `on` and `yes` are true or false to some readers and text to others.",
        "Write `true` or `false`, or quote the word if it is a name.",
    ),
    _e(
        "M014",
        BATUMI,
        "leg_min: 1\n",
        "leg_min: 1:30\n",
        "`1:30` is ninety to readers of YAML 1.1.",
        "Write minutes as a number, or quote it.",
    ),
    _e(
        "M015",
        BATUMI,
        "speeds:\n",
        "speeds: &speeds\n",
        "An anchor without an alias is a slip: somebody meant to use it.",
        "Delete the anchor, or use it.",
    ),
    _e(
        "M016",
        BATUMI,
        '  stands:\n    "1": {at: apron}',
        "  stands:\n    1: {at: apron}",
        "A key that is a number or a word like `on` is not text to a YAML reader.",
        "Put it in quotes.",
    ),
    _e(
        "M021",
        THEATRE,
        "theatre: Desk",
        "theatre: Desk",
        "Without it there is no map to place the fields on.",
        "A theatre is a folder with `theatre.yaml` and a file for each field.",
        drop=THEATRE,
    ),
    _e(
        "M022",
        "desk/terrain.json",
        '"grids"',
        '"grid"',
        "Without terrain nothing can be said about what a vector clears.",
        "Take the file that ships with the theatre, or delete it.",
    ),
    # shape
    _e(
        "M101",
        BATUMI,
        "    turns: right\n",
        "    turns: right\n    turn: right\n",
        "A key that nobody reads is a fact that nobody obeys.",
        "Write the key that was meant.",
    ),
    _e(
        "M102",
        BATUMI,
        "phraseology: icao\n",
        "",
        "Nothing that matters has a silent default, and nothing is taken from another field.",
        "Write the key.",
    ),
    _e(
        "M103",
        BATUMI,
        "pattern_s: 60",
        "pattern_s: sixty",
        "A value of another kind cannot be reckoned with.",
        "Write a value of the kind that the message names.",
    ),
    _e(
        "M104",
        BATUMI,
        "    turns: right",
        "    turns: rihgt",
        "Words of a closed list are compared letter by letter.",
        "Take one of the list.",
    ),
    _e(
        "M105",
        BATUMI,
        "leg_min: 1",
        "leg_min: 90",
        "A figure outside what can be is a slip of unit or of digit.",
        "Look at the unit in the key.",
    ),
    _e(
        "M106",
        BATUMI,
        "inbound_deg_grid: 125.56",
        "inbound_deg: 125.56",
        "Degrees without a frame have sent aircraft six degrees off; feet are not metres.",
        "Write the key with its unit and, for an angle, its frame.",
    ),
    _e(
        "M107",
        BATUMI,
        "icao: UGSB",
        "icao: Ugsb",
        "Names are read one way, so that they can be said and compared.",
        "Write it as the message says.",
    ),
    _e(
        "M110",
        BATUMI,
        "missed_approach_point_nm: 0.6",
        'missed_approach_point_nm: !todo "where he lands or misses"',
        "`!todo` marks what only somebody who knows the place can fill in.",
        "Write the value in its place.",
    ),
    _e(
        "M120",
        HANDOFFS,
        "where: phase is missed",
        "where: phase is",
        "A condition that cannot be read is one that never holds.",
        "See docs/designer/guards.md.",
    ),
    _e(
        "M121",
        HANDOFFS,
        "when: airborne and outbound and range >= tower edge",
        "when: airborn and outbound and range >= tower edge",
        "A condition on a fact that does not exist is always unknown.",
        "Take a fact of docs/designer/guards.md.",
    ),
    _e(
        "M122",
        HANDOFFS,
        "when: airborne and inbound and range <= tower edge",
        "when: airborne and inbound and range <= 4000 ft",
        "Miles and feet do not compare.",
        "Compare like with like.",
    ),
    _e(
        "M123",
        BATUMI,
        "where: approach kind is asr or",
        "where: approach kind is asrr or",
        "A fact never has a word that is not in its list.",
        "Take one of the list.",
    ),
    # names
    _e(
        "M201",
        HANDOFFS,
        "name: approach to tower on the ground",
        "name: approach to tower on final",
        "A name that means two things cannot be replaced by name.",
        "Give each its own name.",
    ),
    _e(
        "M203",
        BATUMI,
        "worked_by: approach",
        "worked_by: aproach",
        "A pilot would be sent to somebody who does not exist.",
        "Write the key of a station of this field.",
    ),
    _e(
        "M204",
        HANDOFFS,
        "where: phase is missed",
        "where: phase is mised",
        "A condition on a phase that does not exist never holds.",
        "Take a phase of common/phases.yaml.",
    ),
    _e(
        "M205",
        BATUMI,
        "at: {from: field, bearing_deg_grid: 300, range_nm: 12}",
        "at: {fix: INITAL}",
        "A place without a position cannot be flown to.",
        "Write the fix in theatre.yaml, or take one of those.",
    ),
    _e(
        "M206",
        BATUMI,
        "phraseology: icao",
        "phraseology: icoa",
        "Without words nothing can be said.",
        "Take one of common/phraseology.",
    ),
    _e(
        "M207",
        BATUMI,
        'runway: "13"\n    final',
        'runway: "12"\n    final',
        "An approach leads to a runway of its own field.",
        "Write the name of an end as in `runways`.",
    ),
    _e(
        "M208",
        BATUMI,
        "    to: ground\n",
        "    to: marshal\n",
        "A rung that leads to nobody keeps the aircraft where he is.",
        "Add the role to a station (`also:`), or take another.",
    ),
    _e(
        "M209",
        BATUMI,
        "replaces: approach to tower on final",
        "replaces: approach to tower on finals",
        "A rung that replaces nothing stands above the ladder instead.",
        "Write the name of the common rung exactly.",
    ),
    _e(
        "M210",
        THEATRE,
        "  Batumi: bah-too-mee",
        "  Batumy: bah-too-mee",
        "A respelling of a name that nobody says is a slip in the name.",
        "Write the name as the field or the station has it.",
    ),
    _e(
        "M211",
        THEATRE,
        "    batumi:\n",
        "    batumy:\n",
        "A variation for a field that does not exist is used for none.",
        "Write the name of the field's file.",
    ),
    _e(
        "M212",
        PHASES,
        "allows: [hold, level, sequence]",
        "allows: [hold, level, sequense]",
        "A phase that allows what does not exist allows less than was meant.",
        "Take a directive of docs/designer/reference.md.",
    ),
    _e(
        "M213",
        PHASES,
        "landed: {on: [sim landed, call report_landed]",
        "landed: {on: [sim landd, call report_landed]",
        "A way out on something that never happens is no way out.",
        "Take a trigger of docs/designer/phases.md.",
    ),
    _e(
        "M215",
        HANDOFFS,
        "  - name: tower to approach on a missed approach\n    from: tower\n    to: approach\n"
        "    where: phase is missed\n",
        "  - name: tower to approach on a missed approach\n    from: tower\n    to: approach\n"
        "    where: airborne\n",
        "Rungs are tried from the top, and one that governs lets nothing below it speak.",
        "Move the rung up, or narrow the one above it.",
    ),
    _e(
        "M216",
        HANDOFFS,
        "where: phase is final\n    when: airborne and inbound and range <= tower edge",
        "where: phase is final\n    when: airborne and inbound and range <= 3 nm and range > 5 nm",
        "A condition that contradicts itself is a rung that is not there.",
        "Change one of its parts.",
    ),
    _e(
        "M217",
        KOBULETI,
        "icao: UG5X\n",
        "icao: UG5X\nairframes: [F-5E-4]\n",
        "A field that is for an airframe nobody flies is for nobody.",
        "Write the type as the sim has it; common/airframes.yaml lists them.",
    ),
    _e(
        "M218",
        "desk/senaki.yml",
        "",
        "airfield: Senaki\n",
        "A file that nobody reads is a field that nobody controls.",
        "Call it `.yaml`, or move it.",
        new_file="desk/senaki.yml",
    ),
    # machines
    _e(
        "M230",
        "desk/kobuleti-1944.yaml",
        "",
        "extends: kobuletti\nphraseology: ww2\n",
        "A variant of nothing has no runway, no station and no ground under it.",
        "Write the name of the field's file, without `.yaml`; it lies in the same theatre.",
        new_file="desk/kobuleti-1944.yaml",
    ),
    _e(
        "M231",
        "desk/kobuleti-1944.yaml",
        "",
        "extends: kobuleti-1944\nphraseology: ww2\n",
        "What extends itself never comes to what it is.",
        "Let it extend a field of its own.",
        new_file="desk/kobuleti-1944.yaml",
    ),
    _e(
        "M232",
        "desk/kobuleti-1944.yaml",
        "",
        "extends: kobuleti\nairfield: Kobuleti 1944\nelevation_ft: 59\n",
        "A copy of a value stays behind when the field's own is mended.",
        "Delete it: what is not written is inherited.",
        new_file="desk/kobuleti-1944.yaml",
    ),
    _e(
        "M233",
        "desk/kobuleti-1944.yaml",
        "",
        "extends: kobuleti\nwithout: [stations.aproach.also]\n",
        "What was to be taken away may still be there, under its right name.",
        "Write the keys as the field has them, with dots between.",
        new_file="desk/kobuleti-1944.yaml",
    ),
    _e(
        "M301",
        PHASES,
        "      line_up: {on: line_up_cleared}\n",
        "",
        "A phase that is never reached is work that is never done.",
        "Add a way to it, or delete it.",
    ),
    _e(
        "M302",
        PHASES,
        "  taxi_in:\n    owner: ground\n    airborne: false\n    exits:\n"
        "      taxi: {on: taxi_out_cleared}\n",
        "  taxi_in:\n    owner: ground\n",
        "An aircraft in it would stay there for the rest of the sortie.",
        "Add `exits:`.",
    ),
    _e(
        "M303",
        PHASES,
        "    parked: {on: sim parked}",
        "    taxi: {on: sim parked}",
        "Every sortie ends where it began, or the next one cannot begin.",
        "Add a way that leads back.",
    ),
    _e(
        "M304",
        PHASES,
        "      approach: {on: approach_cleared}\n  holding:",
        "      approach: {on: vectors_given}\n  holding:",
        "One thing that happens leads one way; which of two would depend on the order of a file.",
        "Keep one of them.",
    ),
    _e(
        "M305",
        BATUMI,
        '"131.000 AM"]\n',
        '"131.000 AM"]\n    staffed: false\n',
        "After silence in cloud a pilot calls the station he was told; somebody must be there.",
        "Name a staffed station in `lost_communication`.",
    ),
    _e(
        "M306",
        HANDOFFS,
        "where: phase is missed\n    when: airborne and outbound and range >= tower edge",
        "where: phase is final or phase is missed\n    when: airborne and range <= tower edge",
        "He would be sent to and fro at every look.",
        "Let the conditions exclude each other.",
    ),
    _e(
        "M307",
        HANDOFFS,
        "  - name: delivery to tower in the air\n    from: delivery\n",
        "  - name: delivery to tower in the air\n    from: tasking\n",
        "A controller who cannot hand on keeps everybody for ever.",
        "Add a rung from the role.",
    ),
    _e(
        "M308",
        PHASES,
        "on: [call report_missed, go_around_ordered, missed_seen]",
        "on: [call report_missed, missed_seen]",
        "Every clearance to land may have to be taken back.",
        "Let the phase allow `go_around`, and lead to `missed` when it is ordered or said.",
    ),
    _e(
        "M309",
        PHASES,
        "  taxi_in:\n    owner: ground\n    airborne: false\n",
        "  taxi_in:\n    owner: ground\n",
        "If we forget him, or wait for another, he stays in it for ever.",
        "Add a way on what is seen or said.",
    ),
    # altitude and geometry
    _e(
        "M402",
        THEATRE,
        '"2016": 6.42',
        '"2016": -6.42',
        "With the wrong sign every heading is spoken twice the variation off.",
        "East is positive. Look the place and year up in a magnetic model.",
    ),
    _e(
        "M411",
        BATUMI,
        "bearing_deg_grid: 300, range_nm: 12",
        "bearing_deg_grid: 120, range_nm: 12",
        "Whoever holds there is below what clears the ground around the pattern.",
        "Begin higher, or move the hold.",
    ),
    _e(
        "M412",
        BATUMI,
        "platform_ft: 2000",
        "platform_ft: 900",
        "Until the final approach fix he flies level over ground that he cannot see.",
        "Raise the platform.",
    ),
    _e(
        "M413",
        BATUMI,
        "minimum_descent_altitude_ft: {value: 732",
        "minimum_descent_altitude_ft: {value: 20",
        "A minimum is an altitude above the sea, not a height above the runway.",
        "Add the elevation of the field.",
    ),
    _e(
        "M414",
        BATUMI,
        'asr-13:\n    kind: asr\n    runway: "13"',
        'asr-31:\n    kind: asr\n    runway: "31"',
        "A path that is right for one end of a runway may go through a hill at the other.",
        "Offer another runway, or a visual approach.",
    ),
    _e(
        "M415",
        BATUMI,
        "platform_ft: 2000",
        "platform_ft: 4500",
        "Too steep a descent ends too high, too fast, or in a go-around.",
        "Let descent begin farther out, or lower the platform.",
    ),
    _e(
        "M416",
        BATUMI,
        "platform_ft: 2000",
        "platform_ft: 20",
        "Charts and pilots write hundreds; profiles write feet.",
        "Write the altitude in feet.",
    ),
    _e(
        "M417",
        BATUMI,
        "climb_to_ft: 3000",
        "climb_to_ft: 900",
        "After a missed approach he climbs on one heading without seeing the ground ahead.",
        "Climb higher, or turn elsewhere.",
    ),
    _e(
        "M418",
        BATUMI,
        "final_approach_fix_nm: 6",
        "final_approach_fix_nm: 9",
        "He meets the points of an approach in one order.",
        "Order them: intercept, nearest intercept, final approach fix, missed approach point.",
    ),
    _e(
        "M419",
        BATUMI,
        "within_nm: [5, 10, 15, 25], ft: [1500, 1000, 1500, 1500]",
        "within_nm: [5, 15, 10, 25], ft: [1500, 1000, 1500, 1500]",
        "The first ring that holds a range answers, so rings must grow.",
        "Write the edges from the field outward, and one altitude each.",
    ),
    _e(
        "M420",
        BATUMI,
        "to: 10000, step: 1000",
        "to: 10500, step: 1000",
        "A level that no step reaches cannot be given to anybody.",
        "Let the steps end at the highest level.",
    ),
    _e(
        "M421",
        BATUMI,
        'ends: ["13", "31"]',
        'ends: ["13", "30"]',
        "The two ends of a strip point opposite ways.",
        "Add or take 18.",
    ),
    _e(
        "M422",
        BATUMI,
        "headings_deg_grid: [125.56, 305.56]",
        "headings_deg_grid: [131.3, 311.3]",
        "The sim's grid and the globe differ by the convergence; a course from the globe misses.",
        "Write the heading on the grid: what the sim shows as true.",
    ),
    _e(
        "M423",
        THEATRE,
        "INITIAL: {lat: 41.787527, lon: 41.368361",
        "INITIAL: {lat: 41.787527, lon: -41.368361",
        "A fix on the other side of the world is a wrong sign.",
        "Look at the signs, and at the order of `lat` and `lon`.",
    ),
    _e(
        "M424",
        BATUMI,
        "airfield: Batumi",
        "airfield: Batumi",
        "A pilot compares the number painted with his compass. The sim's names can be years old.",
        "Nothing, if the sim paints it so.",
    ),
    _e(
        "M425",
        BATUMI,
        "{lat: 41.602117, lon: 41.611567}",
        "{lat: 41.902117, lon: 41.611567}",
        "One wrong digit moves a runway by miles.",
        "Compare it with the field's reference point.",
    ),
    _e(
        "M426",
        KOBULETI,
        "length_ft: 7870",
        "length_ft: 2400",
        "Metres written as feet make a runway that nobody can land on.",
        "Write the length in feet.",
    ),
    _e(
        "M427",
        KOBULETI,
        "reference_point: {lat: 41.929919, lon: 41.863275",
        "reference_point: {lat: 41.609597, lon: 41.600237",
        "A file that was copied and half edited flies people to the other field.",
        "Write this field's own figures.",
    ),
    _e(
        "M428",
        KOBULETI,
        "{from_deg_true: 60, to_deg_true: 90, within_nm: 25, ft: 7900}",
        "{from_deg_true: 60, to_deg_true: 80, within_nm: 25, ft: 7900}",
        "Where no sector answers nobody can be vectored; where two do, the higher one decides.",
        "Let each sector end where the next begins.",
    ),
    _e(
        "M429",
        BATUMI,
        "within_nm: [5, 10, 15, 25], ft: [3000, 6200, 7900, 12600]",
        "within_nm: [5, 10, 15], ft: [3000, 6200, 7900]",
        "Where rings end early the floor jumps from one mile to the next.",
        "Give every sector rings to the same range.",
    ),
    _e(
        "M430",
        KOBULETI,
        "tower: {within_nm: 5, up_to_ft: 4000}",
        "tower: {within_nm: 24, up_to_ft: 4000}",
        "Two towers that own one piece of sky clear two aircraft into it.",
        "Make it smaller than the way to the next field.",
    ),
    _e(
        "M431",
        BATUMI,
        "tower: {within_nm: 5, up_to_ft: 4000",
        "tower: {within_nm: 5, up_to_ft: 16000",
        "Between two airspaces that do not meet nobody works an aircraft.",
        "Let the approach airspace hold the tower's.",
    ),
    _e(
        "M432",
        KOBULETI,
        "within_nm: 25, ft: 11600",
        "within_nm: 25, ft: 8600",
        "An altitude that is said to be safe must be.",
        "Raise it; the message says to what.",
    ),
    _e(
        "M433",
        KOBULETI,
        "minimum_safe_altitude:             #",
        """approaches:
  asr-07:
    kind: asr
    runway: "07"
    final_intercept_nm: 13
    minimum_intercept_nm: 11
    final_approach_fix_nm: 9
    platform_ft: 3000
    glidepath_deg: 3.0
    minimum_descent_altitude_ft: 760
    missed_approach_point_nm: 0.6
    missed: {straight_to_ft: 800, turn: left, heading_deg_grid: 330, climb_to_ft: 3000}
    lost_communication: {pattern_s: 60, final_s: 15, call: tower}
    speeds: {pattern_kt: 210, final_kt: 175}
    worked_by: approach
    pattern_side: left

minimum_safe_altitude:             #""",
        "A procedure that was copied from another field has led into the ground at this one.",
        "Write this field's own.",
    ),
    _e(
        "M440",
        BATUMI,
        "{taxiway: Delta, through: [apron, delta-hold, delta-runway]}",
        "{taxiway: Delta, through: [delta-hold, delta-runway], one_way: true}",
        "A stand that leads nowhere, or a runway that nobody reaches.",
        "Add the stretch that is missing.",
    ),
    _e(
        "M441",
        BATUMI,
        'Charlie: {at: charlie-hold, runways: ["13", "31"]}',
        'Charlie: {at: charlie-hold, runways: ["31"]}',
        "Nobody can be told to hold short of a runway without a place to do it.",
        "Add the end to a holding point.",
    ),
    _e(
        "M442",
        BATUMI,
        "through: [apron, charlie-hold, charlie-runway]",
        "through: [apron, charly-hold, charlie-runway]",
        "A stretch to nowhere is not there.",
        "Write a node of `nodes`.",
    ),
    _e(
        "M443",
        BATUMI,
        "apron: {lat: 41.605900",
        "apron: {lat: 42.605900",
        "A wrong digit makes a taxi route of sixty miles.",
        "Look at the digits.",
    ),
    _e(
        "M454",
        BATUMI,
        "Charlie: {at: charlie-hold",
        "Charlie: {at: charlie-runway",
        "Who waits on the runway is in the way of who lands on it.",
        "Name a node of the taxiway, before the edge of the strip.",
    ),
    # aids
    _e(
        "M450",
        BATUMI,
        'frequency_mhz: "110.30"',
        'frequency_mhz: "110.40"',
        "A receiver that steps past a frequency never shows its needle.",
        "Write the frequency of the chart: even tenths are VORs, odd ones ILS.",
    ),
    _e(
        "M451",
        BATUMI,
        "course_deg_grid: 125.58",
        "course_deg_grid: 131.31",
        "A true course on the grid leads beside the runway: the two differ by the convergence.",
        "Write the course as the sim has it, on its grid.",
    ),
    _e(
        "M452",
        BATUMI,
        '    ils: {ident: ILU, frequency_mhz: "110.30", course_deg_grid: 125.58, category: I,\n'
        "          localizer: {lat: 41.601731, lon: 41.612203}}\n",
        "",
        "An approach on an aid that is not named cannot be tuned, nor told to a pilot.",
        "Write `ils` for an ILS, the `navaid` for an approach to a beacon, and neither for others.",
    ),
    _e(
        "M453",
        BATUMI,
        "minimum_descent_altitude_ft: 392",
        "minimum_descent_altitude_ft: 150",
        "Below its minimum the beam of that category is not to be trusted.",
        "Write at least 200 ft above the field for category I, 100 for II.",
    ),
    _e(
        "M460",
        BATUMI,
        "elevation_ft: {value: 33",
        "elevation_ft: {value: 133",
        "Every minimum begins from the elevation: written in metres it is too low for all of them.",
        "Write the elevation that the sim has, in feet.",
    ),
    _e(
        "M461",
        BATUMI,
        "inbound_deg_grid: 125.56",
        "inbound_deg_grid: 305.56",
        "The inbound course is flown to the fix; the other way round the pattern lies behind it.",
        "Write the course to the holding point, not the radial from it.",
    ),
    _e(
        "M462",
        BATUMI,
        "worked_by: approach",
        "worked_by: tower",
        "The ladder would take an aircraft away from whoever has not the role of its phase.",
        "Name a station with the role `approach`; a tower may work a visual approach.",
    ),
    _e(
        "M463",
        THEATRE,
        "false_easting_m: -99517",
        "false_easting_m: 99517",
        "All places would agree with one another and with nothing in the sim.",
        "Write the figure of the map; the message has it.",
    ),
    _e(
        "M464",
        THEATRE,
        "dcs_name: Caucasus",
        "dcs_name: Caucassus",
        "A mission is matched to its theatre by the sim's own name of the map.",
        "Write the name as the sim does.",
    ),
    _e(
        "M465",
        KOBULETI,
        STRIP,
        PARALLEL,
        "One aircraft would land where another has been sent to line up.",
        "Let the names of the strips change places.",
    ),
    # radio
    _e(
        "M501",
        KOBULETI,
        '"263.000 AM"',
        '"260.000 AM"',
        "One call would be answered by two controllers.",
        "Give one of them another channel.",
    ),
    _e(
        "M502",
        KOBULETI,
        '"263.000 AM"',
        '"243.000 AM"',
        "The emergency frequencies are kept free for emergencies.",
        "Give it a working channel.",
    ),
    _e(
        "M503",
        KOBULETI,
        '"133.000 AM"',
        '"133.020 AM"',
        "Radios step in channels; between two of them nobody can be heard.",
        "Take the nearest channel.",
    ),
    _e(
        "M505",
        KOBULETI,
        "minimum_safe_altitude:             #",
        """approaches:
  ils-07:
    kind: ils
    runway: "07"
    ils: {ident: IKB, frequency_mhz: "110.30", course_deg_grid: 70, category: I}
    final_intercept_nm: 10.9
    minimum_intercept_nm: 7.9
    final_approach_fix_nm: 5.9
    platform_ft: 3000
    glidepath_deg: 4.5
    minimum_descent_altitude_ft: 340
    missed_approach_point_nm: 0.5
    missed: {straight_to_ft: 800, turn: left, heading_deg_grid: 320, climb_to_ft: 3000}
    lost_communication: {pattern_s: 60, final_s: 15, call: tower}
    speeds: {pattern_kt: 210, final_kt: 175}
    worked_by: approach
    pattern_side: left

minimum_safe_altitude:             #""",
        "A receiver that hears two localizers shows a needle that means neither.",
        "Give each its own; where one end at a time radiates, keep it with a comment that says so.",
    ),
    _e(
        "M510",
        KOBULETI,
        '"133.000 AM"',
        '"133.000"',
        "AM and FM on one frequency do not hear each other.",
        "Write the modulation.",
    ),
    _e(
        "M512",
        KOBULETI,
        '"133.000 AM"',
        '"187.500 AM"',
        "A channel that no aircraft can dial is no channel.",
        "Take one that aircraft have: 118 to 136 or 225 to 399.975 MHz.",
    ),
    _e(
        "M513",
        KOBULETI,
        '"133.000 AM", "263.000 AM"',
        '"133.000 AM"',
        "Aircraft with UHF alone, or VHF alone, would never be heard there.",
        "Give the station a channel on each band, if those aircraft are to use it.",
    ),
    _e(
        "M514",
        WORDS,
        'say: "stand by"',
        'say: "stand by on 123.450"',
        "A frequency that nobody works is silence for whoever dials it.",
        "Use the slot for it: a slot is always a channel.",
    ),
    _e(
        "M520",
        BATUMI,
        'frequencies: ["121.900 AM", "271.900 AM"]',
        "frequencies: []",
        "A station without a channel can neither hear nor be heard.",
        "Give it one, or mark it `staffed: false` and delete it from the ladder.",
    ),
    # phraseology
    _e(
        "M530",
        KOBULETI,
        "role: approach\n    also: [departure]",
        "role: tower\n    also: [approach, departure]",
        "Whoever is handed to a role goes to the first station that has it, never to the second.",
        "Give each station the role that it works.",
    ),
    _e(
        "M531",
        BATUMI,
        '"118.600 AM"',
        '"110.600 AM"',
        "Most radios of today only listen below 118 MHz: a pilot could not answer there.",
        "Take a channel from 118 to 137 MHz.",
    ),
    _e(
        "M601",
        WORDS,
        '  resume_speed:\n    say: "resume normal speed"\n',
        "",
        "A decision without words is never heard of.",
        "Give every directive a `say`, or let the phraseology `extends` one that has them.",
    ),
    _e(
        "M602",
        WORDS,
        "runway {runway}, cleared to land",
        "runway {runwy}, cleared to land",
        "A slot that the directive does not carry has no value to say.",
        "Take a slot of the directive.",
    ),
    _e(
        "M603",
        WORDS,
        'say: "number {number} to land"',
        'say: "follow traffic to land"',
        "What was decided and is not said is lost between the rules and the pilot.",
        "Say every slot.",
    ),
    _e(
        "M604",
        WORDS,
        "readback: [kind, runway]",
        "readback: [kind]",
        "What is not read back is not known to have been heard.",
        "Add it to `readback`.",
    ),
    _e(
        "M605",
        WORDS,
        'say: "resume normal speed"',
        'say: "resume 250 knots"',
        "A number in a phrase was decided by nobody, and is said the wrong way.",
        "Use a slot.",
    ),
    _e(
        "M606",
        WORDS,
        'say: "stand by"',
        'say: "vacate the runway when you are able to do so without delay and then please report '
        'to me when you have completely vacated it and are clear of all traffic"',
        "A long call is half forgotten, and blocks the channel for everybody.",
        "Say less.",
    ),
    _e(
        "M607",
        WORDS,
        "        too_low: [too low]\n",
        "",
        "A value without words cannot be said.",
        "Give every value of the slot its words.",
    ),
    # what pilots say
    _e(
        "M701",
        INTENTS,
        '      - {hear: "wilco", means: {word: wilco}}',
        '      - {hear: "wilco", means: {word: wilco}}\n      - "unable"',
        "A call with two meanings is answered by chance.",
        "Keep the phrase under one intent.",
    ),
    _e(
        "M702",
        INTENTS,
        "  climb: [climbing, climbs]",
        "  climb: [climbing, climbs, descending]",
        "The first that claims a word gets it; the other is never heard.",
        "Keep the word under one of them.",
    ),
    _e(
        "M703",
        INTENTS,
        'hear: ["stand by [one]", "wait [one]",',
        'hear: ["stand by [one]", "wait [one]", "wait [one]",',
        "A phrase that is never heard looks as if it were.",
        "Delete it, or write it with words that are heard.",
    ),
    _e(
        "M704",
        INTENTS,
        "Pony one one, say again",
        "Pony one one, come back to me",
        "What the words promise, pilots will say.",
        "Give the intent the phrase, or correct the example.",
    ),
    _e(
        "M705",
        KOBULETI,
        "name: Kobuleti Tower",
        "name: Кобулети Tower",
        "Voices and recognition are English: other letters are read as nothing.",
        "Write the name in Latin letters.",
    ),
    _e(
        "M708",
        INTENTS,
        """    hear:
      - "holding short [of] [runway] {runway}"
      - "holding short [of] [the] (runway|active) [{runway}]"
      - "holding short"
      - "short [of] [runway] {runway}"
      - "short [of] [the] active [runway] [{runway}]"
      - "short [of] [the] runway"
      - "at [the] hold [{runway}]"
      - "at [the] holding point [{runway}]"
      - "holding point [runway] {runway}"
      - "holding at [runway] {runway}"
""",
        "    hear: []\n",
        "A phase that waits for a call nobody can make waits for ever.",
        "Give the intent a phrase.",
    ),
    _e(
        "M707",
        INTENTS,
        'with: ["good day", "thanks", "thank you"]',
        'with: ["good day", "thanks {runwy}", "thank you"]',
        "A slot that is not declared cannot be heard.",
        "Declare it under `slots`, or take one that is.",
    ),
    # scenarios
    _e(
        "M850",
        SCENARIOS,
        "{never: hold, to: pony}",
        "{never: hold, says: vector}",
        "A line that says two things leaves open which of them is meant.",
        "Write a line for each.",
    ),
    _e(
        "M851",
        SCENARIOS,
        "{never: hold, to: pony}",
        "{never: hold, to: ponny}",
        "A line about an aircraft that is not there can never come true, or always does.",
        "Write the name that stands under `given: aircraft:`.",
    ),
    _e(
        "M853",
        SCENARIOS,
        "{final: asr-13, range_nm: 5}",
        "{final: asr-31, range_nm: 5}",
        "A place on a final course needs the approach that has the course.",
        "Write the key of an approach of the field, or its kind.",
    ),
    _e(
        "M854",
        SCENARIOS,
        "slots: {approach: asr}",
        "slots: {aproach: asr}",
        "A slot that the directive never carries can never be heard.",
        "docs/designer/reference.md lists the slots of every directive.",
    ),
    _e(
        "M855",
        SCENARIOS,
        "by: approach, slots",
        'by: approach, on: "118.600 AM", slots',
        "A pilot there would hear nothing, and the scenario would fail for no good reason.",
        "Write a frequency of the station, or leave `on` out.",
    ),
    _e(
        "M856",
        SCENARIOS,
        "{never: hold, to: pony}",
        "{never: expect_approach, to: pony}",
        "What is expected and forbidden at once cannot come true.",
        "Take one of the two away, or say whom each is said to.",
    ),
    _e(
        "M858",
        SCENARIOS,
        "covers: [en_route to final]",
        "covers: [en_route to finals]",
        "A claim about something that does not exist makes a gap look closed.",
        "Write `PHASE to PHASE`, `rung NAME` or `approach KEY`; `marshall graph` draws them.",
    ),
    _e(
        "M434",
        BATUMI,
        "{from_deg_true: 240, to_deg_true: 270, within_nm: [5, 10, 15, 25], ft: [1500,",
        "{from_deg_true: 240, to_deg_true: 270, within_nm: [5, 10, 15, 25], ft: [150,",
        "Over the field itself the ground is at least as high as the field.",
        "Look at the elevation, then at the altitudes.",
    ),
    _e(
        "M435",
        BATUMI,
        "heading_deg_grid: 330, climb_to_ft: 3000",
        "heading_deg_grid: 330, climb_to_ft: 30000",
        "Above its airspace the approach may clear nobody to anything.",
        "Take the digit away, or raise the airspace.",
    ),
    _e(
        "M436",
        BATUMI,
        "missed: {straight_to_ft: 800",
        "missed: {straight_to_ft: 240",
        "He begins the missed approach at the minimum; ahead to less is a turn at once.",
        "Let him climb ahead to more than the minimum.",
    ),
    _e(
        "M437",
        BATUMI,
        "glidepath_deg: 3.0",
        "glidepath_deg: 5.0",
        "Who is told to descend on another angle than leads to the runway never gets there.",
        "Work out one of the three from the two others.",
    ),
    _e(
        "M438",
        BATUMI,
        "{from_deg_true: 240, to_deg_true: 270, within_nm: [5, 10, 15, 25], ft: [1500,",
        "{from_deg_true: 240, to_deg_true: 270, within_nm: [5, 10, 15, 25], ft: [15000,",
        "A safe altitude clears everything in its sector; a ring of it cannot need more.",
        "Look at the digits of both.",
    ),
    _e(
        "M439",
        BATUMI,
        "final_kt: {value: 175",
        "final_kt: {value: 53",
        "Metres or kilometres written as knots give speeds that nothing can fly.",
        "Write knots.",
    ),
    _e(
        "M444",
        BATUMI,
        'kind: asr\n    runway: "13"',
        'kind: asr\n    runway: "31"',
        "A procedure that leads to another runway than its name is flown to the wrong one.",
        "Change the runway, or the name.",
    ),
    _e(
        "M445",
        KOBULETI,
        "  tower: {within_nm: 5, up_to_ft: 4000}\n",
        "",
        "A tower without airspace is never asked and never hands anybody on.",
        "Write the airspace.",
    ),
    _e(
        "M446",
        BATUMI,
        "final_s: 15",
        "final_s: 45",
        "On the final of a talk-down three quarters of a minute is two miles.",
        "At most 60 seconds in the pattern, 15 on final.",
    ),
    _e(
        "M447",
        BATUMI,
        "    radar: true\n",
        "    radar: false\n",
        "Nobody talks an aircraft down whom he cannot see.",
        "Write `radar: true`, or let another station work it.",
    ),
    _e(
        "M448",
        KOBULETI,
        """minimum_safe_altitude:             # sector maxima of a 15-arc-second model, 25 nm
  - {from_deg_true: 240, to_deg_true: 60, within_nm: 25, ft: 3000}
  - {from_deg_true: 60, to_deg_true: 90, within_nm: 25, ft: 7900}
  - {from_deg_true: 90, to_deg_true: 180, within_nm: 25, ft: 11600}
  - {from_deg_true: 180, to_deg_true: 210, within_nm: 25, ft: 9100}
  - {from_deg_true: 210, to_deg_true: 240, within_nm: 25, ft: 4000}
""",
        """holding:
  main:
    at: {from: field, bearing_deg_grid: 300, range_nm: 12}
    inbound_deg_grid: 70
    turns: right
    leg_min: 1
    levels_ft: {from: 5000, to: 10000, step: 1000}
""",
        "Who vectors without knowing the ground vectors into it.",
        "Write the sectors.",
    ),
    _e(
        "M504",
        KOBULETI,
        '"133.000 AM"',
        '"133.000 FM"',
        "Between 118 and 137 MHz everybody else is on AM, and hears nothing of FM.",
        "Write AM.",
    ),
    _e(
        "M521",
        BATUMI,
        "name: Batumi Tower",
        "name: Batumi Tovver",
        "Pilots call a station by the name that is written here.",
        "Spell it like the field and the role.",
    ),
    # the validator itself
    _e(
        "M901",
        KOBULETI,
        "elevation_ft: 59",
        "elevation_ft: 59  # marshall: ignore[M501] shared on purpose",
        "A suppression that outlives its cause hides the next mistake.",
        "Delete it (`--fix` does).",
    ),
    _e(
        "M902",
        KOBULETI,
        '"263.000 AM"]',
        '"260.000 AM"]  # marshall: ignore[M501]',
        "Whoever reads the profile next must know why.",
        "Write the reason after the bracket.",
    ),
    _e(
        "M903",
        KOBULETI,
        "within_nm: 25, ft: 11600}",
        "within_nm: 25, ft: 8600}  # marshall: ignore[M432] good enough",
        "What keeps aircraft off the ground is accepted by somebody with a name, or not at all.",
        "Write `# marshall: accept[M432] by=NAME because ...`.",
    ),
)
