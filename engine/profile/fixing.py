"""Making the edits that diagnostics offer, in the text, so that comments and layout survive.

After each round the theatre is checked again; a round that did not lower the number of findings of
its codes, or brought an error that was not there, is taken back. So a fix that turns out wrong is
never kept, and fixing twice equals fixing once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.model.errors import ProfileError
from engine.profile.diagnostic import Diagnostic, Edit, Safety, Severity
from engine.profile.places import shown_name

__all__ = ["Fixed", "edited", "fix_all"]

_LINE_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
_MOST_ROUNDS = 8
_BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class Fixed:
    """What fixing gave: each changed file before and after, and how many findings are gone."""

    before: Mapping[Path, str]
    after: Mapping[Path, str]
    count: int


def edited(text: str, edits: Iterable[Edit]) -> tuple[str, int]:
    """Return a text with edits made, the first of those that overlap, and how many were made."""
    starts = [0, *(match.end() for match in _LINE_BREAK.finditer(text))]
    shift = len(_BOM) if text.startswith(_BOM) else 0

    def offset(line: int, column: int) -> int:
        if line > len(starts):
            return len(text)
        return min(starts[line - 1] + column - 1 + (shift if line == 1 else 0), len(text))

    wanted = sorted(
        {
            (
                offset(edit.span.line, edit.span.column),
                offset(edit.span.end_line, edit.span.end_column),
                edit.insert,
            )
            for edit in edits
        }
    )
    out: list[str] = []
    at = made = 0
    for start, end, insert in wanted:
        if start < at:
            continue
        before = text[at:start]
        if not insert:  # what is deleted at the end of a line leaves no blanks behind
            before = before.rstrip(" \t")
        out += [before, insert]
        at = end
        made += 1
        if not insert and (not before or before[-1:] in "\r\n") and _LINE_BREAK.match(text, at):
            match = _LINE_BREAK.match(text, at)
            at = match.end() if match is not None else at
    return "".join([*out, text[at:]]), made


def fix_all(
    check: Callable[[], Sequence[Diagnostic]], paths: Mapping[str, Path], *, unsafe: bool = False
) -> Fixed:
    """Make every fix that may be made and write the files; `paths` are by the shown names.

    `check` looks at the files again and returns what is found.
    """
    first: dict[Path, str] = {}
    found = check()
    total = 0
    refused: set[tuple[str, str]] = set()
    for _ in range(_MOST_ROUNDS):
        chosen = [
            one
            for one in found
            if _may(one, unsafe=unsafe) and _key(one) not in refused and _is_ours(one, paths)
        ]
        if not chosen:
            break
        before = _make(chosen, paths)
        if not before:
            break
        again = check()
        if _worse(found, again, chosen):
            _write(before)
            if len(chosen) == 1:
                refused.add(_key(chosen[0]))
                continue
            again, kept = _one_by_one(check, chosen, paths, refused, first)
            total += kept
        else:
            for path, text in before.items():
                first.setdefault(path, text)
            total += len(chosen)
        found = again
    after = {path: _read(path) for path in first}
    changed = {path for path in first if first[path] != after[path]}
    return Fixed(
        {path: first[path] for path in changed}, {path: after[path] for path in changed}, total
    )


def _one_by_one(
    check: Callable[[], Sequence[Diagnostic]],
    chosen: Sequence[Diagnostic],
    paths: Mapping[str, Path],
    refused: set[tuple[str, str]],
    first: dict[Path, str],
) -> tuple[Sequence[Diagnostic], int]:
    """Make the first fix alone that helps; those that do not are remembered."""
    found = check()
    for one in chosen:
        before = _make([one], paths)
        again = check()
        if before and not _worse(found, again, [one]):
            for path, text in before.items():
                first.setdefault(path, text)
            return again, 1
        _write(before)
        refused.add(_key(one))
    return found, 0


def _may(found: Diagnostic, *, unsafe: bool) -> bool:
    return found.fix is not None and (unsafe or found.fix.safety is Safety.SAFE)


def _is_ours(found: Diagnostic, paths: Mapping[str, Path]) -> bool:
    return found.fix is not None and all(edit.span.file in paths for edit in found.fix.edits)


def _key(found: Diagnostic) -> tuple[str, str]:
    return found.code, found.message


def _worse(
    before: Sequence[Diagnostic], after: Sequence[Diagnostic], chosen: Sequence[Diagnostic]
) -> bool:
    def errors(found: Sequence[Diagnostic]) -> int:
        return sum(1 for one in found if one.severity is Severity.ERROR)

    was, is_now = Counter(map(_key, before)), Counter(map(_key, after))
    gone = all(is_now[_key(one)] < was[_key(one)] for one in chosen)
    return not gone or errors(after) > errors(before)


def _make(chosen: Iterable[Diagnostic], paths: Mapping[str, Path]) -> dict[Path, str]:
    """Write the files with the fixes in them; return what was written there before."""
    by_path: dict[Path, list[Edit]] = {}
    for one in chosen:
        for edit in one.fix.edits if one.fix is not None else ():
            if edit.span.file in paths:
                by_path.setdefault(paths[edit.span.file], []).append(edit)
    before, after = {}, {}
    for path, edits in by_path.items():
        text = _read(path)
        changed, made = edited(text, edits)
        if made and changed != text:
            before[path], after[path] = text, changed
    _write(after)
    return before


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        message = f"{shown_name(path)} was changed while it was being fixed: try again"
        raise ProfileError(message) from error


def _write(texts: Mapping[Path, str]) -> None:
    """Write files, all or none.

    Raises:
        ProfileError: one cannot be written; what was written before it is as it was.
    """
    written: dict[Path, bytes] = {}
    for path, text in texts.items():
        try:
            before = path.read_bytes()
            path.write_bytes(text.encode("utf-8"))
        except OSError as error:
            for other, content in written.items():
                other.write_bytes(content)
            message = (
                f"{shown_name(path)} cannot be written ({error.strerror}): no fix of this round "
                "was made; make it writable, or mend it by hand"
            )
            raise ProfileError(message) from error
        written[path] = before
