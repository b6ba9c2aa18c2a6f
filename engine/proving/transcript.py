"""A sortie as a pilot would read it: who said what, as said and as heard, and by which rule.

One block a transmission, fixed columns, no wall time and no ids that change between runs: two runs
of one seed give the same text byte for byte, and a change of behaviour shows as a diff that a pilot
can judge.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.capture import AirRecord, Capture
from engine.profile.theatre import Theatre
from engine.proving.truth import Paths, along_cross_nm

__all__ = ["transcript", "transcript_lines"]


def transcript(capture: Capture, theatre: Theatre) -> str:
    """Return the whole transcript, one trailing newline."""
    lines: list[str] = [
        f"# {theatre.fields[capture.field].name}, {capture.approach}, seed {capture.seed}"
    ]
    paths = Paths(capture.truth)
    for record in sorted(capture.air, key=lambda one: (one.started_ms, one.speaker)):
        lines.extend(transcript_lines(record, paths=paths, theatre=theatre, capture=capture))
    return "\n".join(lines) + "\n"


def transcript_lines(
    record: AirRecord, *, paths: Paths, theatre: Theatre, capture: Capture
) -> Sequence[str]:
    """Return the lines of one transmission."""
    frequencies = "/".join(f"{one / 1_000_000:.3f}" for one in record.frequencies_hz)
    head = f"{_clock(record.started_ms)}  {record.speaker:<18} {frequencies:<16} {record.words}"
    lines = [f"{head}{'  [stepped on]' if record.stepped_on else ''}"]
    for listener, text in sorted(record.heard.items()):
        if text != record.words:
            lines.append(f"{'':10}{listener} heard: {text or '(nothing)'}")
    for one in record.directives:
        declared = [spec.name for spec in one.type.slots if spec.name in one.slots]
        slots = " ".join(f"{name}={one.slots[name]}" for name in declared)
        lines.append(f"{'':10}{one.kind} [{one.rule}] {slots}".rstrip())
    subject = paths.named(record.addressed or record.speaker)
    where = _where(subject, record.started_ms, paths=paths, theatre=theatre, capture=capture)
    if where:
        lines.append(f"{'':10}{where}")
    return lines


def _where(callsign: str, t_ms: int, *, paths: Paths, theatre: Theatre, capture: Capture) -> str:
    point = paths.at(callsign, t_ms)
    field = theatre.fields[capture.field]
    end = field.runway_end(field.approaches[capture.approach].runway)
    if point is None or end is None:
        return ""
    along, cross = along_cross_nm(end, point)
    side = "right" if cross > 0 else "left"
    return (
        f"{callsign} {along:.1f} nm out, {abs(cross):.1f} nm {side} of course, "
        f"{point.altitude_ft:.0f} ft"
    )


def _clock(t_ms: int) -> str:
    minutes, rest = divmod(t_ms, 60_000)
    return f"{minutes:02d}:{rest / 1000:04.1f}"
