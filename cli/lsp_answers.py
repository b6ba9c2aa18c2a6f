"""Answers in the words of the protocol, made from what `engine.profile.editor` found."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from lsprotocol import types
from pygls.workspace import PositionCodec

from cli.lsp_workspace import Files, range_of
from engine.profile.diagnostic import Diagnostic, Edit, Safety, Severity
from engine.profile.editor.complete import OfferKind, offers
from engine.profile.editor.cursor import Cursor
from engine.profile.editor.hover import hover
from engine.profile.editor.names import Mention, mentions
from engine.profile.editor.outline import Entry
from engine.profile.node import Scalar
from engine.profile.shape import node_at

__all__ = [
    "action_of",
    "completions",
    "findings",
    "hint_at",
    "location",
    "symbols",
    "workspace_edit",
]

_SEVERITY = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
}
_KIND = {
    OfferKind.KEY: types.CompletionItemKind.Property,
    OfferKind.NEEDED: types.CompletionItemKind.Property,
    OfferKind.VALUE: types.CompletionItemKind.EnumMember,
    OfferKind.NAME: types.CompletionItemKind.Reference,
}


def findings(
    found: Iterable[Diagnostic], files: Files, codec: PositionCodec
) -> list[types.Diagnostic]:
    """Return findings of one file as an editor shows them."""
    return [_finding(one, files, codec) for one in found]


def _finding(one: Diagnostic, files: Files, codec: PositionCodec) -> types.Diagnostic:
    words = [one.message, *(f"note: {note}" for note in one.notes)]
    if one.hint:
        words.append(f"help: {one.hint}")
    related = [
        types.DiagnosticRelatedInformation(
            types.Location(uri, range_of(label.span, files.text(label.span.file), codec)),
            label.text,
        )
        for label in one.related
        if (uri := files.uri(label.span.file)) is not None
    ]
    return types.Diagnostic(
        range=range_of(one.span, files.text(one.span.file), codec),
        message="\n".join(words),
        severity=_SEVERITY.get(one.severity, types.DiagnosticSeverity.Hint),
        code=one.code,
        source="marshall",
        related_information=related or None,
    )


def action_of(one: Diagnostic, files: Files, codec: PositionCodec) -> types.CodeAction:
    """Return the fix of a finding as something an editor offers to do."""
    edits = one.fix.edits if one.fix is not None else ()
    safe = one.fix is not None and one.fix.safety is Safety.SAFE
    title = one.hint or f"fix {one.slug}"
    return types.CodeAction(
        title=title if safe else f"{title} (changes what pilots see or hear)",
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[_finding(one, files, codec)],
        is_preferred=safe,
        edit=workspace_edit(edits, files, codec),
    )


def workspace_edit(
    edits: Iterable[Edit], files: Files, codec: PositionCodec
) -> types.WorkspaceEdit:
    """Return edits of any of the theatre's files as one change."""
    by_uri: dict[str, list[types.TextEdit]] = defaultdict(list)
    for edit in edits:
        uri = files.uri(edit.span.file)
        if uri is not None:
            where = range_of(edit.span, files.text(edit.span.file), codec)
            by_uri[uri].append(types.TextEdit(where, edit.insert))
    return types.WorkspaceEdit(changes=dict(by_uri))


def completions(
    source: str, cursor: Cursor, files: Files, names: Sequence[Mention]
) -> list[types.CompletionItem]:
    """Return what can be written at the cursor."""
    return [
        types.CompletionItem(
            label=offer.text,
            kind=_KIND[offer.kind],
            detail=offer.about[0] if offer.about else None,
            documentation="\n".join(offer.about[1:]) or None,
            insert_text=f"{offer.text}: " if cursor.on_key else _quoted(offer.text, cursor),
            sort_text=f"{number:04}",
            preselect=offer.kind is OfferKind.NEEDED or None,
        )
        for number, offer in enumerate(offers(source, cursor, files.sources, names))
    ]


def _quoted(text: str, cursor: Cursor) -> str:
    """Return a value as it is written: digits alone are a name only in quotes."""
    quoted = cursor.span is not None
    return f'"{text}"' if text[:1].isdigit() and not quoted else text


def hint_at(source: str, cursor: Cursor, files: Files, codec: PositionCodec) -> types.Hover | None:
    """Return what is known of a place, or None."""
    told = hover(
        source, cursor, files.sources, list(mentions(files.sources)), lambda it: _said(files, it)
    )
    if not told:
        return None
    file = files.sources[source].file
    where = range_of(cursor.span, files.text(file), codec) if cursor.span is not None else None
    text = types.MarkupContent(types.MarkupKind.Markdown, "\n\n".join(told))
    return types.Hover(text, where)


def _said(files: Files, directive: str) -> str | None:
    """Return how a directive is worded by the authority that all others build on."""
    words = files.sources.get("common/phraseology/icao")
    node = words.root if words is not None else None
    found = node_at(node, ["directives", directive, "say"]) if node is not None else None
    return str(found.value) if isinstance(found, Scalar) else None


def location(found: Iterable[Mention], files: Files, codec: PositionCodec) -> list[types.Location]:
    """Return where names stand."""
    return [
        types.Location(uri, range_of(one.span, files.text(one.span.file), codec))
        for one in found
        if (uri := files.uri(one.span.file)) is not None
    ]


def symbols(
    entries: Iterable[Entry], files: Files, codec: PositionCodec
) -> list[types.DocumentSymbol]:
    """Return the outline of a file."""
    return [
        types.DocumentSymbol(
            name=one.title or "-",
            kind=types.SymbolKind.Object if one.inside else types.SymbolKind.Key,
            range=range_of(one.whole, files.text(one.whole.file), codec),
            selection_range=range_of(one.name, files.text(one.name.file), codec),
            children=symbols(one.inside, files, codec),
        )
        for one in entries
    ]
