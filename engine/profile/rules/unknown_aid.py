"""M452: an approach names the aid that its kind is flown on, and that aid is there."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic, nearest
from engine.profile.project import Project

__all__ = ["check"]

_BEACONS = {
    "ndb": ("ndb",),
    "vor": ("vor", "vortac"),
    "tacan": ("tacan", "vortac"),
}
_ILS = "ils"


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each approach without its aid, with an unknown one, or with one of another kind."""
    for key, airfield in project.fields.items():
        aids = {**project.navaids, **airfield.navaids}
        written = {*project.names("theatre", "navaids"), *project.names(key, "navaids")}
        for name, approach in airfield.approaches.items():
            path = ("approaches", name)
            wants = _ILS if approach.kind == _ILS else "navaid"
            if approach.kind != _ILS and approach.kind not in _BEACONS:
                wants = ""
            for own in (_ILS, "navaid"):
                if own != wants and project.has(key, *path, own):
                    yield Diagnostic(
                        "M452",
                        f"an approach of kind {approach.kind} has no `{own}`",
                        project.key_span(key, *path, own),
                        hint=f"write `{wants}`" if wants else "delete it, or change `kind`",
                    )
            if wants and not project.has(key, *path, wants):
                yield Diagnostic(
                    "M452",
                    f"the {approach.kind.upper()} approach `{name}` says not on what it is flown",
                    project.key_span(key, *path),
                    hint=f"add `{wants}:`",
                )
            elif wants == "navaid":
                yield from _named(project, key, name, approach.kind, aids.keys() | written)


def _named(
    project: Project, key: str, name: str, kind: str, known: frozenset[str] | set[str]
) -> Iterator[Diagnostic]:
    airfield = project.fields[key]
    span = project.span(key, "approaches", name, "navaid")
    aid = airfield.approaches[name].navaid
    if aid is not None:
        if aid.kind not in _BEACONS[kind]:
            yield Diagnostic(
                "M452", f"`{aid.key}` is a {aid.kind.upper()}, which no {kind} approach uses", span
            )
        return
    root = project.root(key)
    said = root.plain() if root is not None else {}
    approaches = said.get("approaches") if isinstance(said, dict) else None
    one = approaches.get(name) if isinstance(approaches, dict) else None
    given = one.get("navaid") if isinstance(one, dict) else None
    if not isinstance(given, str) or given in known:
        return  # its own diagnostic says why it could not be had
    guess = nearest(given, known)
    yield Diagnostic(
        "M452",
        f"no beacon is called `{given}`",
        span,
        hint=f"did you mean `{guess}`?" if guess else "write it under `navaids`",
    )
