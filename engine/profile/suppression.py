"""Comments by which an author keeps a finding quiet, with his reason.

`# marshall: ignore[M215] reason` silences a code on its line, or on the next line when it stands
alone. What could put an aircraft into the ground (M4) is never ignored, only accepted by somebody
with a name: `# marshall: accept[M411] by=rdc because the map's own chart says so`. A suppression
that silences nothing is itself reported, so that none outlives its cause.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.profile.codes import CODES
from engine.profile.diagnostic import Diagnostic, Fix, Span, nearest
from engine.profile.node import Items, Node, Scalar, Table
from engine.profile.source import Source, lines_of

__all__ = ["Suppression", "apply_suppressions", "suppressions_of"]

_COMMENT = re.compile(
    r"(?:^|(?<=\s))#\s*marshall:\s*(?P<verb>ignore|accept)\[(?P<codes>[^\]]*)\]\s*(?P<reason>.*)$"
)
_ACCEPTED = re.compile(r"by=\S+\s+because\s+\S")
_FIRST_THAT_CAN = "M2"
"""M0 and M1 say that a file cannot be read as meant: there is nothing to keep instead."""
_ONLY_ACCEPTED = "M4"
_NOT_THEMSELVES = "M9"


@dataclass(frozen=True, slots=True)
class Suppression:
    """One comment: what it silences, where, and what it says for itself."""

    verb: str
    codes: tuple[str, ...]
    reason: str
    line: int
    span: Span


def suppressions_of(source: Source) -> tuple[Suppression, ...]:
    """Return the suppressions of a file, each with the line that it speaks of."""
    if "marshall:" not in source.text:
        return ()
    lines = lines_of(source.text)
    texts = _text_spans(source.root) if source.root is not None else []
    found = []
    for number, line in enumerate(lines, start=1):
        match = _COMMENT.search(line)
        if match is None or any(
            span.line <= number <= span.end_line
            and (number, match.start() + 1) >= (span.line, span.column)
            and (number, match.start() + 1) < (span.end_line, span.end_column)
            for span in texts
        ):
            continue
        about = number
        if not line[: match.start()].strip():
            about = next(
                (
                    later
                    for later in range(number + 1, len(lines) + 1)
                    if lines[later - 1].strip() and not lines[later - 1].lstrip().startswith("#")
                ),
                number,
            )
        codes = tuple(part.strip() for part in match["codes"].split(",") if part.strip())
        span = Span(source.file, number, match.start() + 1, number, len(line.rstrip()) + 1)
        found.append(Suppression(match["verb"], codes, match["reason"].strip(), about, span))
    return tuple(found)


def apply_suppressions(
    found: Iterable[Diagnostic], sources: Iterable[Source]
) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """Return what is left of the findings, with what is wrong with the suppressions, and the rest.

    The second list is what was silenced.
    """
    by_line: dict[tuple[str, int], list[Suppression]] = {}
    left: list[Diagnostic] = []
    every: list[Suppression] = []
    for source in sources:
        for one in suppressions_of(source):
            wrong = tuple(_wrong_with(one))
            left.extend(wrong)
            if not wrong:
                every.append(one)
                by_line.setdefault((source.file, one.line), []).append(one)
    if not every:
        return [*left, *found], []
    used: set[tuple[Span, str]] = set()
    silenced: list[Diagnostic] = []
    for finding in found:
        quiet = _silencer(finding, by_line)
        if quiet is None:
            left.append(finding)
        else:
            used.add(quiet)
            silenced.append(finding)
    # What cannot be read keeps rules from speaking; then nothing is known to be silent.
    whole = not any(finding.code < _FIRST_THAT_CAN for finding in left)
    for one in every if whole else ():
        left.extend(_unused(one, code) for code in one.codes if (one.span, code) not in used)
    return left, silenced


def _silencer(
    finding: Diagnostic, by_line: Mapping[tuple[str, int], list[Suppression]]
) -> tuple[Span, str] | None:
    for one in by_line.get((finding.span.file, finding.span.line), ()):
        for code in one.codes:
            if code in (finding.code, finding.slug):
                return one.span, code
    return None


def _wrong_with(one: Suppression) -> Iterable[Diagnostic]:
    slugs = {code.slug: code.code for code in CODES.values()}
    if not one.codes:
        yield Diagnostic("M902", "the suppression names no code", one.span, hint="write [M215]")
        return
    for code in one.codes:
        known = slugs.get(code, code)
        if known not in CODES:
            guess = nearest(code, [*CODES, *slugs])
            hint = f"did you mean `{guess}`?" if guess else "see `marshall rules`"
            yield Diagnostic("M902", f"no finding has the code `{code}`", one.span, hint=hint)
            return
        if known < _FIRST_THAT_CAN or known.startswith(_NOT_THEMSELVES):
            yield Diagnostic("M903", f"{known} cannot be silenced", one.span, hint="mend it")
            return
        if known.startswith(_ONLY_ACCEPTED) and one.verb != "accept":
            yield Diagnostic(
                "M903",
                f"{known} guards against the ground: it is accepted by name, never ignored",
                one.span,
                hint=f"write `# marshall: accept[{known}] by=NAME because ...`",
            )
            return
    if one.verb == "accept" and not _ACCEPTED.match(one.reason):
        yield Diagnostic(
            "M902", "an acceptance says who and why", one.span, hint="write `by=NAME because ...`"
        )
    elif one.verb == "ignore" and not one.reason:
        yield Diagnostic(
            "M902", "the suppression says no reason", one.span, hint="write it after the bracket"
        )


def _unused(one: Suppression, code: str) -> Diagnostic:
    fix = Fix.replace(one.span, "") if len(one.codes) == 1 else None
    return Diagnostic(
        "M901", f"nothing here gives `{code}` any more", one.span, hint="delete it", fix=fix
    )


def _text_spans(node: Node) -> list[Span]:
    """Return the places of all texts that a comment sign could stand in."""
    if isinstance(node, Scalar):
        return [node.span] if "#" in node.raw else []
    if isinstance(node, Items):
        return [span for item in node.items for span in _text_spans(item)]
    assert isinstance(node, Table)  # noqa: S101 - the only kind left
    return [span for _, value in node.pairs() for span in _text_spans(value)]
