"""The language server: what an editor asks, answered from the files as they stand in it.

Findings are the same as those of `marshall validate`. They are published once typing pauses, for
every file of the theatre, since a change in one is often wrong in another.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import defaultdict
from pathlib import Path

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from cli.lsp_answers import (
    action_of,
    completions,
    findings,
    hint_at,
    location,
    symbols,
    workspace_edit,
)
from cli.lsp_workspace import Files, path_of, range_of, theatres_of
from engine import __version__
from engine.profile.checking import check_folder
from engine.profile.diagnostic import Diagnostic
from engine.profile.editor.cursor import Cursor, cursor_at, cursor_in_text
from engine.profile.editor.names import Mention, mention_at, mentions, renamed, same_name
from engine.profile.editor.outline import outline

__all__ = ["ProfileServer", "make_server"]

_PAUSE_S = 0.12
"""How long typing must pause before profiles are checked."""
_NAME = re.compile(r"^[A-Za-z0-9][A-Za-z0-9 _-]*$")
_RENAMED_FREELY = frozenset(
    {
        "station",
        "approach",
        "holding pattern",
        "node",
        "holding point",
        "stand",
        "phase",
        "rung",
        "fix",
        "navaid",
    }
)


class ProfileServer(LanguageServer):
    """A language server that remembers what it has published."""

    def __init__(self) -> None:
        super().__init__("marshall", __version__)
        self.found: dict[str, list[Diagnostic]] = defaultdict(list)
        self.waiting: dict[Path, asyncio.TimerHandle] = {}

    def unsaved(self) -> dict[Path, bytes]:
        """Return the texts of the open documents, by path."""
        open_: dict[Path, bytes] = {}
        for uri, document in self.workspace.text_documents.items():
            path = path_of(uri)
            if path is not None:
                open_[path] = document.source.encode("utf-8", errors="replace")
        return open_

    def files_of(self, uri: str) -> tuple[Files, str] | None:
        """Return the theatre's files and the name there of a document, or None outside of any."""
        path = path_of(uri)
        for folder in theatres_of(path) if path is not None else ():
            files = Files.of(folder, self.unsaved())
            source = files.source_of(path) if path is not None else None
            if source is not None:
                return files, source
        return None

    def check_soon(self, uri: str) -> None:
        """Check the theatres of a document once nothing has changed for a moment."""
        path = path_of(uri)
        for folder in theatres_of(path) if path is not None else ():
            before = self.waiting.pop(folder, None)
            if before is not None:
                before.cancel()
            loop = asyncio.get_running_loop()
            self.waiting[folder] = loop.call_later(_PAUSE_S, self.check, folder)

    def check(self, folder: Path) -> None:
        """Check a theatre and publish what is found in each of its files."""
        self.waiting.pop(folder, None)
        unsaved = self.unsaved()
        files = Files.of(folder, unsaved)
        checked = check_folder(folder, cached=False, unsaved=unsaved)
        by_file: dict[str, list[Diagnostic]] = defaultdict(list)
        for one in checked.diagnostics:
            by_file[one.span.file].append(one)
        for shown, uri in files.uris():
            found = by_file.get(shown, [])
            if not found and not self.found.get(uri):
                continue
            self.found[uri] = found
            self.text_document_publish_diagnostics(
                types.PublishDiagnosticsParams(
                    uri, findings(found, files, self.workspace.position_codec)
                )
            )

    def place(self, uri: str, position: types.Position) -> tuple[int, int]:
        """Return a place in a document as line and column from 1."""
        document = self.workspace.get_text_document(uri)
        here = document.position_from_client_units(position)
        return here.line + 1, here.character + 1

    def named(self, uri: str, position: types.Position) -> tuple[Files, list[Mention], Mention]:
        """Return what the name at a place names.

        Raises:
            JsonRpcInvalidParams: nothing there is the name of anything.
        """
        found = self.files_of(uri)
        if found is not None:
            files, source = found
            known = list(mentions(files.sources))
            here = mention_at(known, files.sources[source].file, *self.place(uri, position))
            if here is not None:
                return files, known, here
        message = "nothing here is a name that is declared in a profile"
        raise JsonRpcInvalidParams(message)


def make_server() -> ProfileServer:
    """Return the server with everything that it answers."""
    logging.getLogger("pygls").setLevel(logging.CRITICAL)  # its log is for its own authors
    server = ProfileServer()
    _watch(server)
    _help_typing(server)
    _find_names(server)
    return server


def _watch(server: ProfileServer) -> None:
    """Check profiles when a document is opened, changed, saved or closed."""

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(ls: ProfileServer, params: types.DidOpenTextDocumentParams) -> None:
        ls.check_soon(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(ls: ProfileServer, params: types.DidChangeTextDocumentParams) -> None:
        ls.check_soon(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(ls: ProfileServer, params: types.DidSaveTextDocumentParams) -> None:
        ls.check_soon(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(ls: ProfileServer, params: types.DidCloseTextDocumentParams) -> None:
        ls.check_soon(params.text_document.uri)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def files_changed(ls: ProfileServer, params: types.DidChangeWatchedFilesParams) -> None:
        for change in params.changes:
            ls.check_soon(change.uri)


def _help_typing(server: ProfileServer) -> None:
    """Complete, hint, and make fixes."""

    @server.feature(
        types.TEXT_DOCUMENT_COMPLETION,
        types.CompletionOptions(trigger_characters=[" ", ":", "{", "[", ",", '"']),
    )
    def complete(ls: ProfileServer, params: types.CompletionParams) -> list[types.CompletionItem]:
        found = ls.files_of(params.text_document.uri)
        if found is None:
            return []
        files, source = found
        line, column = ls.place(params.text_document.uri, params.position)
        text = ls.workspace.get_text_document(params.text_document.uri).source
        cursor = cursor_in_text(text, line, column)
        return completions(source, cursor, files, list(mentions(files.sources)))

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(ls: ProfileServer, params: types.HoverParams) -> types.Hover | None:
        found = ls.files_of(params.text_document.uri)
        if found is None:
            return None
        files, source = found
        line, column = ls.place(params.text_document.uri, params.position)
        cursor: Cursor | None = cursor_at(files.sources[source], line, column)
        if cursor is None:
            return None
        return hint_at(source, cursor, files, ls.workspace.position_codec)

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix]),
    )
    def actions(ls: ProfileServer, params: types.CodeActionParams) -> list[types.CodeAction]:
        found = ls.files_of(params.text_document.uri)
        if found is None:
            return []
        files, _ = found
        codec = ls.workspace.position_codec
        made = []
        for one in ls.found.get(params.text_document.uri, ()):
            where = range_of(one.span, files.text(one.span.file), codec)
            apart = where.end < params.range.start or params.range.end < where.start
            if one.fix is not None and not apart:
                made.append(action_of(one, files, codec))
        return made

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outlined(
        ls: ProfileServer, params: types.DocumentSymbolParams
    ) -> list[types.DocumentSymbol]:
        found = ls.files_of(params.text_document.uri)
        if found is None:
            return []
        files, source = found
        return symbols(outline(files.sources[source]), files, ls.workspace.position_codec)


def _find_names(server: ProfileServer) -> None:
    """Go to where a name is declared, find its uses, rename it everywhere."""

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(ls: ProfileServer, params: types.DefinitionParams) -> list[types.Location]:
        try:
            files, known, here = ls.named(params.text_document.uri, params.position)
        except JsonRpcInvalidParams:
            return []
        declared = [one for one in same_name(known, here) if one.declares]
        own = [one for one in declared if one.source == here.source]  # before those of variants
        return location(own or declared, files, ls.workspace.position_codec)

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def references(ls: ProfileServer, params: types.ReferenceParams) -> list[types.Location]:
        try:
            files, known, here = ls.named(params.text_document.uri, params.position)
        except JsonRpcInvalidParams:
            return []
        with_it = params.context.include_declaration
        wanted = [one for one in same_name(known, here) if with_it or not one.declares]
        return location(wanted, files, ls.workspace.position_codec)

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def may_rename(ls: ProfileServer, params: types.PrepareRenameParams) -> types.Range:
        files, _, here = ls.named(params.text_document.uri, params.position)
        if here.what not in _RENAMED_FREELY:
            message = f"the name of a {here.what} is the sim's, and not ours to change"
            raise JsonRpcInvalidParams(message)
        return range_of(here.span, files.text(here.span.file), ls.workspace.position_codec)

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def rename(ls: ProfileServer, params: types.RenameParams) -> types.WorkspaceEdit:
        files, known, here = ls.named(params.text_document.uri, params.position)
        name = params.new_name.strip()
        taken = any(
            one.what == here.what
            and one.name == name
            and one.declares
            and one.source == here.source
            for one in known
        )
        if here.what not in _RENAMED_FREELY or not _NAME.match(name) or taken:
            why = f"`{name}` cannot be the name of this {here.what}"
            raise JsonRpcInvalidParams(f"{why}: it is another's" if taken else why)
        edits = renamed(known, here, name)
        foreign = {edit.span.file for edit in edits} - files.own
        if foreign:
            message = f"`{here.name}` is also in a file that came with Marshall: {min(foreign)}"
            raise JsonRpcInvalidParams(message)
        return workspace_edit(edits, files, ls.workspace.position_codec)
