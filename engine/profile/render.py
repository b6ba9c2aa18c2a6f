"""Diagnostics as text: in full with the line and a caret, one line each, or JSON."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping, Sequence

from engine.profile.diagnostic import Diagnostic, Label, Severity, Span
from engine.profile.source import lines_of

__all__ = ["concise", "full", "summary", "to_json"]

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
        json.dumps([_object(found) for found in diagnostics], indent=2, ensure_ascii=False) + "\n"
    )


def summary(diagnostics: Sequence[Diagnostic], files: int) -> str:
    """Return how many of each severity there are, in one line."""
    counts = [
        (sum(1 for d in diagnostics if d.severity is Severity.ERROR), "error"),
        (sum(1 for d in diagnostics if d.severity is Severity.WARNING), "warning"),
    ]
    parts = [f"{count} {word}{'' if count == 1 else 's'}" for count, word in counts]
    notes = sum(1 for d in diagnostics if d.severity is Severity.INFORMATION)
    if notes:
        parts.append(f"{notes} note{'' if notes == 1 else 's'}")
    return f"{', '.join(parts)} in {files} file{'' if files == 1 else 's'}"


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
    if found.hint:
        out.append(f"{' ' * width} = help: {found.hint}")
    return "\n".join(out) + "\n"


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


def _object(found: Diagnostic) -> dict[str, object]:
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
    }
