"""The language server as an editor meets it: the real program, over its own input and output."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.client import LanguageClient

from engine.resources import profiles_dir

_PATIENCE_S = 30.0
_START = "from cli.main import main; main()"
_ROOT = Path(__file__).resolve().parents[2]


class _Editor:
    """An editor that has one profile open."""

    def __init__(self, client: LanguageClient, path: Path, text: str) -> None:
        self.client = client
        self.uri = path.as_uri()
        self.text = text
        self.version = 1
        self.published: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()

    @property
    def document(self) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri)

    def open(self) -> None:
        item = types.TextDocumentItem(self.uri, "yaml", self.version, self.text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def type(self, old: str, new: str) -> None:
        """Put a text in place of another, the first there is."""
        at = self.place(old)
        end = types.Position(at.line, at.character + len(old.encode("utf-16-le")) // 2)
        self.text = self.text.replace(old, new, 1)
        self.version += 1
        change = types.TextDocumentContentChangePartial(range=types.Range(at, end), text=new)
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(self.version, self.uri), [change]
            )
        )

    def place(self, text: str, shift: int = 0) -> types.Position:
        before = self.text[: self.text.index(text)]
        line = before.rpartition("\n")[2]
        return types.Position(before.count("\n"), len(line.encode("utf-16-le")) // 2 + shift)

    async def findings(self, wanted: Callable[[list[str]], bool]) -> list[types.Diagnostic]:
        """Wait until what is published for the document is as wanted."""
        while True:
            told = await asyncio.wait_for(self.published.get(), _PATIENCE_S)
            if told.uri == self.uri and wanted([str(one.code) for one in told.diagnostics]):
                return list(told.diagnostics)


def _with_editor(
    folder: Path, use: Callable[[_Editor], Awaitable[None]], *, field: str = "batumi"
) -> int | None:
    """Start the server, open a field, do something, end in order; return the exit code."""

    async def session() -> int | None:
        client = LanguageClient("editor", "1")
        path = folder / "caucasus" / f"{field}.yaml"
        editor = _Editor(client, path, path.read_text(encoding="utf-8"))

        @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(_: LanguageClient, params: types.PublishDiagnosticsParams) -> None:
            editor.published.put_nowait(params)

        await client.start_io(sys.executable, "-c", _START, "lsp", cwd=_ROOT)
        await client.initialize_async(
            types.InitializeParams(types.ClientCapabilities(), root_uri=folder.as_uri())
        )
        client.initialized(types.InitializedParams())
        editor.open()
        await use(editor)
        await client.shutdown_async(None)
        client.exit(None)
        process = client._server
        code = await asyncio.wait_for(process.wait(), _PATIENCE_S) if process else None
        await client.stop()
        return code

    return asyncio.run(session())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(profiles_dir(), tmp_path / "profiles")
    return (tmp_path / "profiles").resolve()


def test_a_mistake_is_shown_while_it_is_typed_and_its_fix_is_offered(folder: Path) -> None:
    async def use(editor: _Editor) -> None:
        editor.type("worked_by: approach", "worked_by: aproach")
        found = await editor.findings(lambda codes: "M203" in codes)
        one = next(each for each in found if each.code == "M203")
        assert one.range.start == editor.place("aproach")
        assert "did you mean" in one.message

        actions = await editor.client.text_document_code_action_async(
            types.CodeActionParams(editor.document, one.range, types.CodeActionContext([one]))
        )
        assert actions is not None
        edits = [
            edit
            for action in actions
            if isinstance(action, types.CodeAction) and action.edit and action.edit.changes
            for edit in action.edit.changes[editor.uri]
        ]
        assert [edit.new_text for edit in edits] == ["approach"]

        editor.type("aproach", "approach")
        await editor.findings(lambda codes: "M203" not in codes)

    assert _with_editor(folder, use) == 0


def test_columns_are_counted_as_the_editor_counts_them(folder: Path) -> None:
    async def use(editor: _Editor) -> None:
        editor.type(
            "worked_by: approach", 'speeds: {source: "\U0001f6ec"}\n    worked_by: approach'
        )
        editor.type(
            "    worked_by: approach", "    # \U0001f6ec\n    worked_by: aproach # \U0001f6ec"
        )
        found = await editor.findings(lambda codes: "M203" in codes)
        assert next(one for one in found if one.code == "M203").range.start == editor.place(
            "aproach"
        )

    assert _with_editor(folder, use) == 0


def test_half_a_file_is_survived_and_completed(folder: Path) -> None:
    async def use(editor: _Editor) -> None:
        editor.type("    worked_by: approach", '    worked_by: "app')
        await editor.findings(lambda codes: any(code.startswith("M00") for code in codes))
        editor.type('    worked_by: "app', "    worked_by: ")
        items = await editor.client.text_document_completion_async(
            types.CompletionParams(editor.document, editor.place("worked_by: ", 11))
        )
        assert isinstance(items, list)
        assert {"ground", "tower", "approach"} <= {one.label for one in items}

    assert _with_editor(folder, use) == 0


def test_a_name_is_found_and_changed_in_every_place(folder: Path) -> None:
    async def use(editor: _Editor) -> None:
        at = editor.place("worked_by: approach", 12)
        where = await editor.client.text_document_definition_async(
            types.DefinitionParams(editor.document, at)
        )
        assert isinstance(where, list)
        assert [one.range.start for one in where if isinstance(one, types.Location)] == [
            editor.place("  approach:\n    name", 2)
        ]
        hint = await editor.client.text_document_hover_async(types.HoverParams(editor.document, at))
        assert hint is not None
        assert "the station that works it" in str(hint.contents)
        edit = await editor.client.text_document_rename_async(
            types.RenameParams(editor.document, at, "radar")
        )
        assert edit is not None
        assert edit.changes is not None
        assert {one.new_text for one in edit.changes[editor.uri]} == {"radar"}
        with pytest.raises(JsonRpcException, match="another's"):
            await editor.client.text_document_rename_async(
                types.RenameParams(editor.document, editor.place("  approach:\n", 3), "tower")
            )

    assert _with_editor(folder, use) == 0


def test_the_outline_and_a_place_that_names_nothing(folder: Path) -> None:
    async def use(editor: _Editor) -> None:
        told = await editor.client.text_document_document_symbol_async(
            types.DocumentSymbolParams(editor.document)
        )
        assert told is not None
        assert "stations" in [one.name for one in told]
        nowhere = await editor.client.text_document_definition_async(
            types.DefinitionParams(editor.document, types.Position(0, 0))
        )
        assert nowhere == []

    assert _with_editor(folder, use) == 0


def test_a_file_that_is_of_no_theatre_is_left_alone(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "notes.yaml"
    other.write_text("a: 1\n", encoding="utf-8")

    async def use(editor: _Editor) -> None:
        item = types.TextDocumentItem(other.as_uri(), "yaml", 1, "a: 1\n")
        editor.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        told = await editor.client.text_document_hover_async(
            types.HoverParams(types.TextDocumentIdentifier(other.as_uri()), types.Position(0, 0))
        )
        assert told is None
        items = await editor.client.text_document_completion_async(
            types.CompletionParams(types.TextDocumentIdentifier("untitled:1"), types.Position(0, 0))
        )
        assert items == []

    assert _with_editor(folder, use) == 0
