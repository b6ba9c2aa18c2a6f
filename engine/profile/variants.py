"""Finds what is wrong with the variants of fields, and tells whom an inherited mistake reaches.

A variant is never worked beside its field, but in its place: it is judged in a theatre in which it
stands there. A finding that field and variant share is told once, at the value, with everybody whom
it reaches; one that only the variant has, at an inherited value, says how to have it otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engine.profile.diagnostic import Diagnostic
from engine.profile.overlay import Variant
from engine.profile.project import Project
from engine.profile.rules import BETWEEN_FIELDS, OF_A_FIELD, check_some
from engine.profile.shape import check_shape
from engine.profile.source import Source
from engine.profile.theatre import VariationTable
from engine.resources import schemas_dir

__all__ = ["check_variant", "whole_shape", "with_reach"]

_FIRST_OF_MEANING = "M2"
"""Codes before it say that a file cannot be read as meant."""


def whole_shape(source: Source, variant: Variant) -> Iterator[Diagnostic]:
    """Yield what a variant lacks as a whole, at what took it away.

    What is wrong with a value is found in the file that writes it, and not told again.
    """
    for one in check_shape(source, schemas_dir() / "airfield.schema.json"):
        if one.code != "M102":
            continue
        name = one.hint.removeprefix("add `").removesuffix(":`")
        place = next(
            (span for path, span in variant.removed.items() if path.split(".")[-1] == name), None
        )
        yield one if place is None else replace(one, span=place, hint=f"write `{name}` as well")


def check_variant(project: Project, key: str) -> list[Diagnostic]:
    """Return what the rules find of a variant that stands in the place of its field."""
    airfield = project.variants.get(key)
    if airfield is None:
        return []  # what it lacks has been told
    around = {
        name: field
        for name, field in project.fields.items()
        if name not in project.overlays[key].bases
    }
    alone = replace(
        project,
        fields={key: airfield},
        mission_year=airfield.mission_year or project.mission_year,
        variation=_variation(project, key),
    )
    among = replace(alone, fields=around | {key: airfield})
    own = {project.overlays[key].file} | {
        project.sources[base].file for base in project.overlays[key].bases
    }
    found = [*check_some(alone, OF_A_FIELD)]
    found += [
        one
        for one in check_some(among, BETWEEN_FIELDS)
        if own & {one.span.file, *(label.span.file for label in one.related)}
    ]
    return found


def with_reach(
    project: Project, found: Sequence[Diagnostic], of_variants: Mapping[str, Sequence[Diagnostic]]
) -> list[Diagnostic]:
    """Return all findings, those of inherited values with the profiles that they reach."""
    reached: dict[tuple[object, str], list[str]] = {}
    shared = {(one.span, one.code) for one in found}
    own: list[Diagnostic] = []
    unread = {one.span.file for one in found if one.code < _FIRST_OF_MEANING}
    for key, findings in of_variants.items():
        variant = project.overlays[key]
        for one in findings:
            mark = (one.span, one.code)
            if mark in shared:
                if one.span.file != variant.file and _is_base(project, variant, one):
                    names = reached.setdefault(mark, [])
                    names.extend([key] if key not in names else [])
            elif one.span.file != variant.file and _is_base(project, variant, one):
                if variant.file in unread:
                    continue  # what cannot be read may have it otherwise
                note = f"inherited by {key}, which it is wrong for; {variant.bases[0]} is right"
                hint = f"write it otherwise in {variant.file}"
                own.append(
                    replace(
                        one,
                        notes=(*one.notes, note),
                        hint=f"{one.hint}; {hint}" if one.hint else hint,
                    )
                )
            else:
                own.append(one)
    return [*(_told(project, one, reached) for one in found), *own]


def _is_base(project: Project, variant: Variant, one: Diagnostic) -> bool:
    return one.span.file in {project.sources[base].file for base in variant.bases}


def _told(
    project: Project, one: Diagnostic, reached: Mapping[tuple[object, str], Sequence[str]]
) -> Diagnostic:
    names = reached.get((one.span, one.code))
    if not names:
        return one
    base = next(key for key, source in project.sources.items() if source.file == one.span.file)
    listed = ", ".join((base, *names))
    return replace(one, notes=(*one.notes, f"reaches {listed}: mended here, it is in all of them"))


def _variation(project: Project, key: str) -> dict[str, VariationTable]:
    table = dict(project.variation)
    for base in project.overlays[key].bases:
        if key not in table and base in table:
            table[key] = table[base]
    return table
