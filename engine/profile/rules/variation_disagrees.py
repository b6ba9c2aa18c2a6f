"""M402: magnetic variation has the sign and about the size that the world model gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.model.geometry import normalise_deg
from engine.profile.compile_values import year_of
from engine.profile.diagnostic import Diagnostic, Fix, Safety
from engine.profile.node import Scalar, Table
from engine.profile.project import Project
from engine.profile.rules.threshold_far_away import misplaced
from engine.profile.shape import node_at
from engine.profile.theatre import Airfield
from engine.profile.world_field import world_variation_deg

__all__ = ["check"]

# The coarse model has no yearly change: near its epoch a degree, long before it several.
_MODEL_YEARS = range(2005, 2027)
_NEAR_DEG, _FAR_DEG = 2.5, 7.0
# The table of a theatre is for its middle, which is not quite that of its fields.
_FIELDS_DIFFER_DEG = 1.0
# The field drifts by about a tenth of a degree a year, and turns slowly.
_JUMP_DEG = 0.4
_TURN_A_YEAR_DEG = 0.02
_MOST_A_YEAR_DEG = 0.15


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield the first year of each table that is far from the model."""
    root = project.root("theatre")
    part = node_at(root, ["magnetic_variation_deg_east"]) if root is not None else None
    if not isinstance(part, Table) or not project.fields:
        return
    astray = misplaced(project)
    places = {
        key: (place.latitude_deg, place.longitude_deg)
        for key, field in project.fields.items()
        for place in (
            field.runways[0].ends[0].threshold if key in astray else field.reference_point,
        )
    }
    middle = (
        sum(place[0] for place in places.values()) / len(places),
        sum(place[1] for place in places.values()) / len(places),
    )
    own = part.get("theatre")
    yield from list(_table(own, middle, allowed_more=_FIELDS_DIFFER_DEG)) or _jump(own)
    fields = part.get("fields")
    for key, table in fields.pairs() if isinstance(fields, Table) else ():
        told = []
        if key.raw in places:
            said = _called(project.fields[key.raw])
            told = list(_table(table, places[key.raw], allowed_more=0.0, called=said))
        yield from told or _jump(table)


def _table(
    node: object,
    place: tuple[float, float],
    *,
    allowed_more: float,
    called: Callable[[float], str] = str,
) -> Iterator[Diagnostic]:
    model = world_variation_deg(*place)
    for year, value in node.pairs() if isinstance(node, Table) else ():
        given = value.get("value") if isinstance(value, Table) else value
        number = year_of(year.raw)
        if not isinstance(given, Scalar) or given.spoiled or number is None:
            continue
        if not isinstance(given.value, int | float) or isinstance(given.value, bool):
            continue
        allowed = (_NEAR_DEG if number in _MODEL_YEARS else _FAR_DEG) + allowed_more
        if abs(given.value - model) <= allowed:
            continue
        flipped = given.value * model < 0 and abs(-given.value - model) <= allowed
        side, other = ("west", "east") if given.value < 0 else ("east", "west")
        what = "has the wrong sign" if flipped else "is not that of this place"
        right = other if flipped else ("east" if model > 0 else "west")
        turned = f"{-given.value:g}"
        yield Diagnostic(
            "M402",
            f"magnetic variation {what}",
            given.span,
            label=f"{abs(given.value):g} degrees {side}",
            hint=f"write {turned}" if flipped else "look it up again",
            notes=(
                f"the world model gives {abs(model):.1f} degrees {right} here; east is positive",
                *(
                    (f"with {given.value:g} {called(given.value)} instead of {called(model)[-3:]}",)
                    if called is not str
                    else ()
                ),
            ),
            fix=Fix.replace(given.span, turned, safety=Safety.UNSAFE) if flipped else None,
        )
        return


def _called(airfield: Airfield) -> Callable[[float], str]:
    """Return how the first runway's heading is said with a variation."""
    end = airfield.runways[0].ends[0] if airfield.runways else None

    def said(variation_deg: float) -> str:
        if end is None:
            return "a heading would be said as another"
        heading = round(normalise_deg(end.heading_deg_grid - variation_deg)) or 360
        return f"runway {end.designator} would be called at {heading:03d}"

    return said


def _jump(node: object) -> Iterator[Diagnostic]:
    """Yield the year of a table that is off the line between the years beside it."""
    years = [
        (number, float(value), given)
        for year, entry in (node.pairs() if isinstance(node, Table) else ())
        if isinstance(given := entry.get("value") if isinstance(entry, Table) else entry, Scalar)
        and not given.spoiled
        and (number := year_of(year.raw)) is not None
        and isinstance(value := given.value, int | float)
        and not isinstance(value, bool)
    ]
    years.sort(key=lambda one: one[0])
    off = []
    for (y0, v0, _), (y1, v1, given), (y2, v2, _) in zip(years, years[1:], years[2:], strict=False):
        between = v0 + (v2 - v0) * (y1 - y0) / max(y2 - y0, 1)
        allowed = _JUMP_DEG + _TURN_A_YEAR_DEG * (y2 - y0)
        off.append((abs(v1 - between) - allowed, given, between))
    worst = max(off, key=lambda one: one[0], default=(0.0, None, 0.0))
    for (y0, v0, inner), (y1, v1, outer) in (years[1::-1], years[-2:]) if len(years) > 2 else ():
        over = abs(v1 - v0) - _MOST_A_YEAR_DEG * abs(y1 - y0) - _JUMP_DEG
        if over > 0.0 and worst[1] in (inner, outer):
            worst = (over, outer, v0)
    over, given, between = worst
    if given is not None and over > 0.0:
        yield Diagnostic(
            "M402",
            "magnetic variation jumps from one year to the next",
            given.span,
            hint=f"the years beside it give about {between:.1f}",
        )
