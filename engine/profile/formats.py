"""Diagnostics for other programs: JSON lines, SARIF, GitHub, GitLab, JUnit."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

from engine.profile.codes import CODES
from engine.profile.diagnostic import Diagnostic, Severity, Span
from engine.profile.render import as_object

__all__ = ["github", "gitlab", "junit", "sarif", "to_jsonl"]

_SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFORMATION: "note"}
_GITLAB = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFORMATION: "info"}
_GITHUB = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFORMATION: "notice"}


def to_jsonl(diagnostics: Sequence[Diagnostic]) -> str:
    """Return one JSON object a line."""
    return "".join(json.dumps(as_object(found), ensure_ascii=False) + "\n" for found in diagnostics)


def sarif(diagnostics: Sequence[Diagnostic], version: str) -> str:
    """Return SARIF 2.1.0, as code scanning reads it."""
    used = sorted({found.code for found in diagnostics})
    rules = [
        {
            "id": code,
            "name": CODES[code].slug,
            "shortDescription": {"text": CODES[code].law},
            "helpUri": f"docs/rules/{code}.md",
            "defaultConfiguration": {"level": _LEVELS[CODES[code].severity]},
        }
        for code in used
    ]
    driver = {"name": "marshall", "version": version, "rules": rules}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(found, used.index(found.code)) for found in diagnostics],
    }
    whole = {"$schema": _SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def github(diagnostics: Sequence[Diagnostic]) -> str:
    """Return workflow commands that annotate the lines of a pull request."""
    lines = []
    for found in diagnostics:
        span, text = found.span, found.message
        if found.hint:
            text += f"; {found.hint}"
        end = f",endColumn={span.end_column}" if span.end_line == span.line else ""
        where = (
            f"file={_property(span.file)},line={span.line},endLine={span.end_line},"
            f"col={span.column}{end},title={found.code} {found.slug}"
        )
        lines.append(f"::{_GITHUB[found.severity]} {where}::{_data(text)}\n")
    return "".join(lines)


def gitlab(diagnostics: Sequence[Diagnostic]) -> str:
    """Return a Code Quality report, as a merge request of GitLab shows it."""
    report = []
    seen: Counter[str] = Counter()
    for found in diagnostics:
        text = found.message + (f"; {found.hint}" if found.hint else "")
        told = str(as_object(found)["fingerprint"])
        seen[told] += 1  # GitLab shows one of those that share a fingerprint
        told += f":{seen[told]}"
        begin, end = found.span.line, found.span.end_line
        report.append(
            {
                "description": text,
                "check_name": found.code,
                "fingerprint": hashlib.sha256(told.encode()).hexdigest(),
                "severity": _GITLAB[found.severity],
                "location": {"path": found.span.file, "lines": {"begin": begin, "end": end}},
            }
        )
    return json.dumps(report, indent=2, ensure_ascii=False) + "\n"


def junit(diagnostics: Sequence[Diagnostic], files: Sequence[str]) -> str:
    """Return a test suite in which each file is a case and each finding a failure of it."""
    by_file: Mapping[str, list[Diagnostic]] = {
        name: [found for found in diagnostics if found.span.file == name]
        for name in sorted({*files, *(found.span.file for found in diagnostics)})
    }
    errors = sum(1 for found in diagnostics if found.severity is Severity.ERROR)
    out = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuite name="marshall validate" tests="{len(by_file)}" failures="{errors}">',
    ]
    for name, found in by_file.items():
        out.append(f'  <testcase classname="profiles" name={quoteattr(name)}>')
        for one in found:
            tag = "failure" if one.severity is Severity.ERROR else "system-out"
            told = f"{name}:{one.span.line}:{one.span.column}: {one.code} {one.message}"
            told += f"; {one.hint}" if one.hint else ""
            kind = f" type={quoteattr(one.code)} message={quoteattr(one.message)}"
            out.append(f"    <{tag}{kind if tag == 'failure' else ''}>{_xml(told)}</{tag}>")
        out.append("  </testcase>")
    return "\n".join([*out, "</testsuite>", ""])


def _result(found: Diagnostic, index: int) -> dict[str, object]:
    text = found.message + (f"; {found.hint}" if found.hint else "")
    result: dict[str, object] = {
        "ruleId": found.code,
        "ruleIndex": index,
        "level": _LEVELS[found.severity],
        "message": {"text": text},
        "locations": [_location(found.span)],
        "partialFingerprints": {"marshall/v1": str(as_object(found)["fingerprint"])},
    }
    if found.related:
        result["relatedLocations"] = [
            {**_location(label.span), "message": {"text": label.text or "see also"}}
            for label in found.related
        ]
    if found.fix is not None:
        changes = [
            {
                "artifactLocation": {"uri": edit.span.file},
                "replacements": [
                    {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.insert}}
                ],
            }
            for edit in found.fix.edits
        ]
        result["fixes"] = [
            {"description": {"text": found.hint or "fix"}, "artifactChanges": changes}
        ]
    return result


def _location(span: Span) -> dict[str, object]:
    return {"physicalLocation": {"artifactLocation": {"uri": span.file}, "region": _region(span)}}


def _region(span: Span) -> dict[str, int]:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _xml(text: str) -> str:
    return escape("".join(char for char in text if char >= " " or char in "\t\n"))
