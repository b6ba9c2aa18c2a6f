"""What can be written at the cursor: keys, the values of a closed list, names in scope."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.profile.editor.cursor import Cursor, Step
from engine.profile.editor.names import Mention, family_of, kind_of_name
from engine.profile.editor.schema_walk import described, keys_of, schema_at, schema_of, values_of
from engine.profile.files import kind_of, schema_kind
from engine.profile.node import Table
from engine.profile.shape import node_at
from engine.profile.source import Source

__all__ = ["Offer", "OfferKind", "offers"]

_SHARED = frozenset({"theatre", "common/handoffs", "common/phases", "common/airframes"})


class OfferKind(StrEnum):
    """What an offer is."""

    KEY = "key"
    NEEDED = "needed key"
    VALUE = "value"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that can be written here: its text, and a line or more about it."""

    text: str
    kind: OfferKind
    about: tuple[str, ...] = ()


def offers(
    source: str, cursor: Cursor, sources: Mapping[str, Source], names: Sequence[Mention]
) -> tuple[Offer, ...]:
    """Return what fits at the cursor of a file of the theatre, what must be there first."""
    kind = kind_of(source)
    whole = schema_of(schema_kind(source, sources.get(source)))
    family = family_of(sources, source)
    if cursor.on_key:
        found = _keys(source, cursor.path, sources, whole)
        what = kind_of_name(kind, (*cursor.path, "?"), is_key=True)
        if found or what is not None:
            return (*found, *_names(names, family, what))
    if cursor.path == ("extends",):
        fields = [key for key in sources if kind_of(key) == "airfield" and key != source]
        return tuple(Offer(key, OfferKind.NAME, ("a field",)) for key in fields)
    schema = schema_at(whole, cursor.path)
    listed = values_of(whole, schema) if schema is not None else ()
    about = described(schema)[:1] if schema is not None else ()
    values = tuple(Offer(value, OfferKind.VALUE, about) for value in listed)
    return (*values, *_names(names, family, kind_of_name(kind, cursor.path, is_key=False)))


def _keys(
    source: str,
    path: tuple[Step, ...],
    sources: Mapping[str, Source],
    whole: Mapping[str, object],
) -> tuple[Offer, ...]:
    schema = schema_at(whole, path)
    if schema is None:
        return ()
    root = sources[source].root if source in sources else None
    table = node_at(root, path) if root is not None else None
    there = set(table.names()) if isinstance(table, Table) else set()
    made = [
        Offer(name, OfferKind.NEEDED if needed else OfferKind.KEY, described(one))
        for name, (one, needed) in keys_of(whole, schema).items()
        if name not in there
    ]
    return tuple(sorted(made, key=lambda offer: offer.kind is not OfferKind.NEEDED))


def _names(names: Sequence[Mention], family: str, what: str | None) -> tuple[Offer, ...]:
    if what is None:
        return ()
    known = dict.fromkeys(
        one.name
        for one in names
        if one.what == what and one.declares and one.family in {family, *_SHARED}
    )
    return tuple(Offer(name, OfferKind.NAME, (f"a {what}",)) for name in known)
