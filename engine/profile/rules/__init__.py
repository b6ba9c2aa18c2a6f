"""What must hold of a theatre as a whole: one rule a file, each with one code.

A rule is a function from the project to diagnostics. It sees whatever could be compiled, says
nothing about what could not, and never repeats what the shape check has said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet

from engine.profile.codes import CODES
from engine.profile.diagnostic import Diagnostic
from engine.profile.project import Project
from engine.profile.rules import (
    above_airspace,
    aid_out_of_band,
    airspace_gap,
    airspace_overlap,
    approach_named_otherwise,
    approach_order,
    approach_worked_otherwise,
    badly_written,
    call_without_words,
    contradiction,
    copied_place,
    copied_procedure,
    course_disagrees,
    covers_nothing,
    dead_end,
    descent_impossible,
    duplicate_name,
    elevation_disagrees,
    example_not_heard,
    glidepath_disagrees,
    glidepath_under_terrain,
    guard_frequency,
    handoff_cycle,
    heading_disagrees,
    hold_below_floor,
    hold_leads_away,
    holding_on_runway,
    hundreds_of_feet,
    impossible_slot,
    landing_without_go_around,
    left_and_right,
    length_disagrees,
    levels_out_of_order,
    minimum_below_field,
    missed_below_floor,
    missed_starts_low,
    misspelt_name,
    name_not_heard,
    navigation_band,
    never_fires,
    never_hands_off,
    never_used,
    no_frequency,
    no_holding_point,
    no_safe_altitude,
    no_way_home,
    node_far_away,
    not_reciprocal,
    number_in_words,
    off_channel,
    off_the_map,
    painted_otherwise,
    phrase_never_heard,
    platform_below_floor,
    projection_disagrees,
    radar_approach_blind,
    readback_missing,
    ring_edge_jump,
    rings_out_of_order,
    role_without_airspace,
    role_worked_twice,
    safe_altitude_under_field,
    safe_altitude_under_terrain,
    sectors_gap,
    shadowed_rung,
    shared_aid,
    shared_frequency,
    silence_unanswered,
    silent_too_long,
    slot_never_said,
    slot_not_carried,
    some_cannot_tune,
    speed_not_flown,
    taxi_not_connected,
    threshold_far_away,
    too_long_to_say,
    two_meanings,
    two_ways,
    undeclared_slot,
    under_category,
    unknown_aid,
    unknown_airframe,
    unknown_approach,
    unknown_directive,
    unknown_field,
    unknown_frequency,
    unknown_map,
    unknown_node,
    unknown_phase,
    unknown_phraseology,
    unknown_pilot,
    unknown_runway,
    unknown_station,
    unknown_trigger,
    unreachable_phase,
    untunable,
    unworked_role,
    value_without_words,
    variation_disagrees,
    vectoring_above_safe,
    wait_without_exit,
    wordless_directive,
    words_collide,
    wrong_frequency,
    wrong_modulation,
)
from engine.profile.timings import Timings

__all__ = ["BETWEEN_FIELDS", "OF_A_FIELD", "RULES", "check_all", "check_some"]

RULES: Mapping[str, Callable[[Project], Iterator[Diagnostic]]] = {
    "M107": badly_written.check,
    "M201": duplicate_name.check,
    "M203": unknown_station.check,
    "M204": unknown_phase.check,
    "M206": unknown_phraseology.check,
    "M207": unknown_runway.check,
    "M208": unworked_role.check,
    "M210": never_used.check,
    "M211": unknown_field.check,
    "M212": unknown_directive.check,
    "M213": unknown_trigger.check,
    "M215": shadowed_rung.check,
    "M216": never_fires.check,
    "M217": unknown_airframe.check,
    "M301": unreachable_phase.check,
    "M302": dead_end.check,
    "M303": no_way_home.check,
    "M304": two_ways.check,
    "M305": silence_unanswered.check,
    "M306": handoff_cycle.check,
    "M307": never_hands_off.check,
    "M308": landing_without_go_around.check,
    "M309": wait_without_exit.check,
    "M402": variation_disagrees.check,
    "M411": hold_below_floor.check,
    "M412": platform_below_floor.check,
    "M413": minimum_below_field.check,
    "M414": glidepath_under_terrain.check,
    "M415": descent_impossible.check,
    "M416": hundreds_of_feet.check,
    "M417": missed_below_floor.check,
    "M418": approach_order.check,
    "M419": rings_out_of_order.check,
    "M420": levels_out_of_order.check,
    "M421": not_reciprocal.check,
    "M422": heading_disagrees.check,
    "M423": off_the_map.check,
    "M424": painted_otherwise.check,
    "M425": threshold_far_away.check,
    "M426": length_disagrees.check,
    "M427": copied_place.check,
    "M428": sectors_gap.check,
    "M429": ring_edge_jump.check,
    "M430": airspace_overlap.check,
    "M431": airspace_gap.check,
    "M432": safe_altitude_under_terrain.check,
    "M433": copied_procedure.check,
    "M434": safe_altitude_under_field.check,
    "M435": above_airspace.check,
    "M436": missed_starts_low.check,
    "M437": glidepath_disagrees.check,
    "M438": vectoring_above_safe.check,
    "M439": speed_not_flown.check,
    "M440": taxi_not_connected.check,
    "M441": no_holding_point.check,
    "M442": unknown_node.check,
    "M443": node_far_away.check,
    "M444": approach_named_otherwise.check,
    "M445": role_without_airspace.check,
    "M446": silent_too_long.check,
    "M447": radar_approach_blind.check,
    "M448": no_safe_altitude.check,
    "M450": aid_out_of_band.check,
    "M451": course_disagrees.check,
    "M452": unknown_aid.check,
    "M453": under_category.check,
    "M454": holding_on_runway.check,
    "M460": elevation_disagrees.check,
    "M461": hold_leads_away.check,
    "M462": approach_worked_otherwise.check,
    "M463": projection_disagrees.check,
    "M464": unknown_map.check,
    "M465": left_and_right.check,
    "M501": shared_frequency.check,
    "M502": guard_frequency.check,
    "M503": off_channel.check,
    "M504": wrong_modulation.check,
    "M505": shared_aid.check,
    "M512": untunable.check,
    "M513": some_cannot_tune.check,
    "M514": unknown_frequency.check,
    "M520": no_frequency.check,
    "M521": misspelt_name.check,
    "M530": role_worked_twice.check,
    "M531": navigation_band.check,
    "M601": wordless_directive.check,
    "M602": slot_not_carried.check,
    "M603": slot_never_said.check,
    "M604": readback_missing.check,
    "M605": number_in_words.check,
    "M606": too_long_to_say.check,
    "M607": value_without_words.check,
    "M701": two_meanings.check,
    "M702": words_collide.check,
    "M703": phrase_never_heard.check,
    "M704": example_not_heard.check,
    "M705": name_not_heard.check,
    "M707": undeclared_slot.check,
    "M708": call_without_words.check,
    "M851": unknown_pilot.check,
    "M853": unknown_approach.check,
    "M854": impossible_slot.check,
    "M855": wrong_frequency.check,
    "M856": contradiction.check,
    "M858": covers_nothing.check,
}
"""Every rule by its code."""


def check_all(project: Project, timings: Timings | None = None) -> Iterator[Diagnostic]:
    """Yield what every rule finds."""
    for code, check in RULES.items():
        if timings is None:
            yield from check(project)
        else:
            with timings.part(f"{code} {CODES[code].slug}"):
                found = tuple(check(project))
            yield from found


BETWEEN_FIELDS = frozenset({"M430", "M501", "M505"})
"""Rules that hold a field against its neighbours."""

_OF_THE_THEATRE = frozenset(
    {"M107", "M201", "M463", "M464", "M210", "M211", "M402", "M427", "M433", "M514"}
)
_OF_WHAT_ALL_SHARE = ("M213", "M30", "M6", "M7")
_OF_A_FIELDS_LADDER = frozenset({"M305", "M306", "M307"})

OF_A_FIELD = frozenset(
    code
    for code in RULES
    if code in _OF_A_FIELDS_LADDER
    or (
        code not in BETWEEN_FIELDS
        and code not in _OF_THE_THEATRE
        and not code.startswith(_OF_WHAT_ALL_SHARE)
    )
)
"""Rules that judge a field by itself."""


def check_some(project: Project, codes: AbstractSet[str]) -> Iterator[Diagnostic]:
    """Yield what the rules of some codes find."""
    for code, check in RULES.items():
        if code in codes:
            yield from check(project)
