"""The files behind an editor's documents: which theatre each is of, and what stands unsaved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from lsprotocol import types
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import PositionCodec, ServerTextPosition, ServerTextRange

from engine.profile.diagnostic import Span
from engine.profile.files import read_files
from engine.profile.places import own_paths, paths_by_name, shown_name, theatre_folders
from engine.profile.source import Source, lines_of

__all__ = ["Files", "range_of", "theatres_of", "uri_of"]

_DEEPEST = 3
"""How far above a file its theatre is looked for."""


def theatres_of(path: Path) -> tuple[Path, ...]:
    """Return the theatres that a file takes part in: one, or all beside a common file."""
    for folder in list(path.parents)[:_DEEPEST]:
        if (folder / "theatre.yaml").is_file() or folder / "theatre.yaml" == path:
            return (folder,)
        if folder.name == "common":
            return theatre_folders(folder.parent)
    return ()


def uri_of(path: Path) -> str:
    """Return how a file is named to an editor."""
    return from_fs_path(str(path)) or path.as_uri()


@dataclass(frozen=True, slots=True)
class Files:
    """The files of one theatre as they stand in the editor.

    `paths` are by shown name, those an author may change in `own`; `sources` by their name within
    the theatre; `unsaved` texts by resolved path.
    """

    folder: Path
    unsaved: Mapping[Path, bytes]
    paths: Mapping[str, Path]
    own: frozenset[str]
    sources: Mapping[str, Source]

    @classmethod
    def of(cls, folder: Path, unsaved: Mapping[Path, bytes]) -> Files:
        """Return the files of a theatre, with the unsaved texts in their place."""
        sources = read_files(folder, [], unsaved)
        paths = paths_by_name(folder) | {
            shown_name(path): path for path in unsaved if path.parent == folder.resolve()
        }
        return cls(folder, unsaved, paths, frozenset(own_paths(folder)), sources)

    def source_of(self, path: Path) -> str | None:
        """Return the name within the theatre of a file, or None where it is no part of it."""
        shown = shown_name(path)
        return next((name for name, one in self.sources.items() if one.file == shown), None)

    def text(self, shown: str) -> str:
        """Return the text of a file by its shown name; empty when it cannot be had."""
        path = self.paths.get(shown)
        if path is None:
            return ""
        given = self.unsaved.get(path.resolve())
        try:
            data = path.read_bytes() if given is None else given
        except OSError:
            return ""
        return data.decode("utf-8-sig", errors="replace")

    def uri(self, shown: str) -> str | None:
        """Return how a file is named to the editor, by its shown name."""
        path = self.paths.get(shown)
        return uri_of(path.resolve()) if path is not None else None

    def uris(self) -> Iterator[tuple[str, str]]:
        """Yield every file of the theatre that has findings of its own: shown name and URI."""
        for shown, path in self.paths.items():
            yield shown, uri_of(path.resolve())


def range_of(span: Span, text: str, codec: PositionCodec) -> types.Range:
    """Return a stretch of a text in the units that the editor counts in."""
    lines = lines_of(text)
    last = max(len(lines), 1)
    return codec.range_to_client_units(
        lines,
        ServerTextRange(
            ServerTextPosition(min(span.line, last) - 1, span.column - 1),
            ServerTextPosition(min(span.end_line, last) - 1, span.end_column - 1),
        ),
    )


def path_of(uri: str) -> Path | None:
    """Return the file that an editor names, or None for what is in no file."""
    name = to_fs_path(uri) if uri.startswith("file:") else None
    return Path(name).resolve() if name else None
