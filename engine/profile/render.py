"""Diagnostics as text: in full with the line and a caret, one line each, or JSON."""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from engine.profile.diagnostic import Diagnostic, Fix, Label, Severity, Span
from engine.profile.source import lines_of

__all__ = ["as_object", "concise", "counted", "full", "summary", "to_json"]

_WIDEST_LINE = 160


def concise(diagnostics: Sequence[Diagnostic]) -> str:
    """Return one line for each."""
    return "".join(
        f"{d.span.file}:{d.span.line}:{d.span.column}: {d.severity}[{d.code}] {d.message}"
        f"{'; ' + d.hint if d.hint else ''}\n"
        for d in diagnostics
    )


def full(diagnostics: Sequence[Diagnostic], texts: Mapping[str, str]) -> str:
    """Return each with the line it is on and a caret under it; `texts` by shown file name."""
    lines = {file: lines_of(text) for file, text in texts.items()}
    return "\n".join(_block(found, lines) for found in diagnostics)


def to_json(diagnostics: Sequence[Diagnostic]) -> str:
    """Return a JSON list, one object for each; places from 1, ends exclusive."""
    return (
        json.dumps([as_object(found) for found in diagnostics], indent=2, ensure_ascii=False) + "\n"
    )


def summary(diagnostics: Sequence[Diagnostic], files: int) -> str:
    """Return how many of each severity there are, in one line."""
    counts = Counter(found.severity for found in diagnostics)
    parts = [counted(counts[Severity.ERROR], "error"), counted(counts[Severity.WARNING], "warning")]
    if counts[Severity.INFORMATION]:
        parts.append(counted(counts[Severity.INFORMATION], "note"))
    return f"{', '.join(parts)} in {counted(files, 'file')}"


def counted(count: int, word: str) -> str:
    """Return a count with its word, which gains an s where it is not one.

    >>> counted(1, "field"), counted(30, "field")
    ('1 field', '30 fields')
    """
    return f"{count} {word}{'' if count == 1 else 's'}"


def _block(found: Diagnostic, lines: Mapping[str, list[str]]) -> str:
    places = [(Label(found.span, found.label), "^"), *((label, "-") for label in found.related)]
    width = max(len(str(label.span.line)) for label, _ in places)
    out = [f"{found.severity}[{found.code}]: {found.message}"]
    for index, (label, mark) in enumerate(places):
        span = label.span
        arrow = "-->" if index == 0 else ":::"
        out.append(f"{' ' * width}{arrow} {span.file}:{span.line}:{span.column}")
        text = lines.get(span.file)
        if text and span.line <= len(text):
            shown, pad, under = _underlined(text[span.line - 1], span, mark)
            out.append(f"{' ' * width} |")
            out.append(f"{span.line:>{width}} | {shown}".rstrip())
            tail = f" {label.text}" if label.text else ""
            out.append(f"{' ' * width} | {pad}{under}{tail}")
    out.extend(f"{' ' * width} = note: {note}" for note in found.notes)
    safety = f" ({found.fix.safety} fix)" if found.fix is not None else ""
    if found.hint:
        out.append(f"{' ' * width} = help: {found.hint}{safety}")
    if found.fix is not None:
        out.extend(_change(found.fix, lines, width))
    return "\n".join(out) + "\n"


def _change(fix: Fix, lines: Mapping[str, list[str]], width: int) -> Iterator[str]:
    """Yield the line before and after a fix of one place."""
    edit = fix.edits[0]
    span, text = edit.span, lines.get(edit.span.file)
    one_line = span.line == span.end_line and "\n" not in edit.insert
    if len(fix.edits) > 1 or not one_line or not text or span.line > len(text):
        return
    before = text[span.line - 1]
    after = before[: span.column - 1] + edit.insert + before[span.end_column - 1 :]
    if max(len(before), len(after)) > _WIDEST_LINE:
        return
    yield f"{' ' * width} |"
    yield f"{span.line:>{width}} - {before}"
    yield f"{span.line:>{width}} + {after}".rstrip()


def _underlined(line: str, span: Span, mark: str) -> tuple[str, str, str]:
    start = min(span.column - 1, len(line))
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    end = max(min(end, len(line)), start + 1)
    cut = 0
    if end > _WIDEST_LINE:
        cut = max(0, start - _WIDEST_LINE // 2)
        line = line[cut : cut + _WIDEST_LINE]
        start, end = start - cut, min(end - cut, len(line))
    pad = "".join("\t" if char == "\t" else " " * _cells(char) for char in line[:start])
    under = mark * max(sum(_cells(char) for char in line[start:end]), 1)
    return line, pad, under


def _cells(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in {"W", "F"} else 1


def as_object(found: Diagnostic) -> dict[str, object]:
    """Return a finding as plain values; keys are added over time, never renamed."""
    labels = [(Label(found.span, found.label), True), *((x, False) for x in found.related)]
    return {
        "version": 1,
        "code": found.code,
        "slug": found.slug,
        "severity": str(found.severity),
        "message": found.message,
        "labels": [
            {
                "path": label.span.file,
                "line": label.span.line,
                "column": label.span.column,
                "end_line": label.span.end_line,
                "end_column": label.span.end_column,
                "primary": primary,
                "text": label.text,
            }
            for label, primary in labels
        ],
        "notes": list(found.notes),
        "help": [found.hint] if found.hint else [],
        "fix": _fix(found.fix) if found.fix is not None else None,
        "docs": f"docs/rules/{found.code}.md",
        "fingerprint": f"{found.code}:{found.span.file}:{found.message}",
    }


def _fix(fix: Fix) -> dict[str, object]:
    edits = [
        {
            "path": edit.span.file,
            "line": edit.span.line,
            "column": edit.span.column,
            "end_line": edit.span.end_line,
            "end_column": edit.span.end_column,
            "insert": edit.insert,
        }
        for edit in fix.edits
    ]
    return {"safety": str(fix.safety), "edits": edits}
