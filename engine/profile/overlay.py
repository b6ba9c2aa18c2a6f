"""Lays a variant's file over that of the field which it extends.

Sections merge key by key; a value or a list stands in place of the field's whole. What a section
says of where its values come from is not inherited by a section in which the variant writes a
value, as it would then speak of a value that it does not know. What is listed in `without` is taken
away first, so that a section can also be written anew.

Every value keeps its own place: a finding about an inherited value points into the field's file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from engine.profile.diagnostic import Diagnostic, Fix, Severity, Span, nearest
from engine.profile.kind_overlay import OVERLAY_KEYS
from engine.profile.node import Items, Node, Scalar, Table
from engine.profile.schema_terms import PROVENANCE
from engine.profile.shape import node_at
from engine.profile.source import Source

__all__ = ["Variant", "base_of", "lay_over"]

_RULES_BEGIN = "M2"
"""Codes before are of files and their shape."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant that stands: the chain of what it extends, nearest first, and what it has not."""

    key: str
    bases: tuple[str, ...]
    file: str
    extends: Span
    removed: Mapping[str, Span]


def base_of(source: Source) -> Node | None:
    """Return what a file extends, as written, or None for a field of its own."""
    return source.root.get("extends") if isinstance(source.root, Table) else None


def lay_over(sources: dict[str, Source], found: list[Diagnostic]) -> dict[str, Variant]:
    """Return the variants among the files, whose trees become whole; `found` gains what is wrong.

    A variant that cannot stand loses its tree, as nothing of it can be judged by itself.
    """
    return _Layers(sources, found).all()


class _Layers:
    """The variants of one theatre."""

    def __init__(self, sources: dict[str, Source], found: list[Diagnostic]) -> None:
        self._sources = sources
        self._found = found
        self._overlays = {
            key: given
            for key, source in sources.items()
            if "/" not in key and (given := base_of(source)) is not None
        }
        self._done: dict[str, Variant | None] = {}

    def all(self) -> dict[str, Variant]:
        """Return every variant that stands, by its key."""
        for key in self._overlays:
            self._resolve(key, (key,))
        return {key: one for key, one in self._done.items() if one is not None}

    def _resolve(self, key: str, path: tuple[str, ...]) -> Variant | None:
        if key not in self._done:
            made = self._made(key, path)
            self._done[key] = made
            if made is None:
                self._sources[key] = replace(self._sources[key], root=None)
        return self._done[key]

    def _made(self, key: str, path: tuple[str, ...]) -> Variant | None:
        given, source = self._overlays[key], self._sources[key]
        if not isinstance(given, Scalar) or given.spoiled or not isinstance(source.root, Table):
            return None
        base = given.raw
        if base in path:
            self._cycle(given, path[path.index(base) :])
            return None
        if base not in self._sources or base == "theatre" or "/" in base:
            self._unknown(given, path)
            return None
        chain: tuple[str, ...] = (base,)
        if base in self._overlays:
            below = self._resolve(base, (*path, base))
            if below is None:
                return None
            chain = (base, *below.bases)
        under = self._sources[base].root
        if not isinstance(under, Table) or self._is_broken(base):
            return None  # its own diagnostics say why it cannot be read
        removed = self._removed(source.root, under, base)
        for place in removed:
            under = _without(under, place.split("."))
        own = _own(source.root)
        told = list(_same(under, own, base, ()))
        self._found.extend(told)
        if source.root.get("without") is None and not _says(own):
            self._found.append(
                Diagnostic(
                    "M232",
                    f"nothing here is otherwise than at {base}",
                    given.span,
                    hint="write what this variant has otherwise, or delete the file",
                )
            )
        whole = _merged(under, own)
        self._sources[key] = replace(source, root=replace(whole, span=source.root.span))
        return Variant(key, chain, source.file, given.span, removed)

    def _removed(self, over: Table, under: Table, base: str) -> dict[str, Span]:
        listed = over.get("without")
        removed: dict[str, Span] = {}
        for item in listed.items if isinstance(listed, Items) else ():
            if not isinstance(item, Scalar) or item.spoiled:
                continue
            steps = item.raw.split(".")
            if node_at(under, steps) is not None:
                removed[item.raw] = item.span
                continue
            guess = _nearest_path(under, steps)
            self._found.append(
                Diagnostic(
                    "M233",
                    f"{base} has no `{item.raw}` to be without",
                    item.span,
                    hint=f"did you mean `{guess}`?" if guess else "delete it",
                    fix=Fix.rename(item.span, guess, quoted=item.quoted),
                )
            )
        return removed

    def _is_broken(self, key: str) -> bool:
        """Tell whether the shape of a file is wrong, so that nothing more is said of it."""
        file = self._sources[key].file
        return any(
            one.span.file == file and one.severity is Severity.ERROR and one.code < _RULES_BEGIN
            for one in self._found
        )

    def _unknown(self, given: Scalar, path: tuple[str, ...]) -> None:
        known = [key for key in self._sources if "/" not in key and key not in ("theatre", *path)]
        guess = nearest(given.raw, known)
        self._found.append(
            Diagnostic(
                "M230",
                f"no field is called `{given.raw}`",
                given.span,
                hint=f"did you mean `{guess}`?"
                if guess
                else "write the name of a file beside this one, without .yaml",
                fix=Fix.rename(given.span, guess, quoted=given.quoted),
            )
        )

    def _cycle(self, given: Scalar, around: tuple[str, ...]) -> None:
        told = " extends ".join((*around, around[0]))
        message = f"it extends itself: {told}" if len(around) > 1 else "it extends itself"
        self._found.append(
            Diagnostic("M231", message, given.span, hint="one of them must be a field of its own")
        )


def _own(over: Table) -> Table:
    """Return what a variant says of the field, without what it says of itself."""
    kept = tuple((key, value) for key, value in over.entries if key.raw not in OVERLAY_KEYS)
    return replace(over, entries=kept)


def _merged(under: Table, over: Table) -> Table:
    """Return a section with another laid over it, in the order of the lower one."""
    writes = any(not isinstance(value, Table) for _, value in over.entries)
    entries: list[tuple[Scalar, Node]] = []
    for key, value in under.entries:
        above = over.get(key.raw)
        if above is None:
            if not (writes and key.raw in PROVENANCE):
                entries.append((key, value))
        elif isinstance(above, Table) and isinstance(value, Table):
            entries.append((key, _merged(value, above)))
        else:
            entries.append((over.key(key.raw) or key, above))
    names = set(under.names())
    entries += [(key, value) for key, value in over.entries if key.raw not in names]
    return replace(under, entries=tuple(entries))


def _without(under: Table, steps: list[str]) -> Table:
    """Return a section without what stands at the end of a path."""
    first, *rest = steps
    entries = []
    for key, value in under.entries:
        if key.raw != first:
            entries.append((key, value))
        elif rest and isinstance(value, Table):
            entries.append((key, _without(value, rest)))
    return replace(under, entries=tuple(entries))


def _same(under: Table, over: Table, base: str, path: tuple[str, ...]) -> Iterator[Diagnostic]:
    """Yield each value that a variant writes as the field has it already."""
    for key, value in over.entries:
        below = under.get(key.raw)
        if key.raw in PROVENANCE or below is None:
            continue
        if isinstance(value, Table) and isinstance(below, Table):
            yield from _same(below, value, base, (*path, key.raw))
        elif value.plain() == below.plain() and not getattr(value, "spoiled", False):
            place = value.span if value.span.line == value.span.end_line else key.span
            yield Diagnostic(
                "M232",
                f"`{'.'.join((*path, key.raw))}` is what {base} has already",
                place,
                hint="delete it: what is not written is inherited",
            )


def _says(over: Table) -> bool:
    """Tell whether anything is written at all."""
    return any(_says(value) if isinstance(value, Table) else True for _, value in over.entries)


def _nearest_path(under: Table, steps: list[str]) -> str | None:
    """Return the path that is there and that these steps are a slip of, or None."""
    made: list[str] = []
    for step in steps:
        here = node_at(under, made)
        names = here.names() if isinstance(here, Table) else ()
        name = step if step in names else nearest(step, names)
        if name is None:
            return None
        made.append(name)
    return ".".join(made)
