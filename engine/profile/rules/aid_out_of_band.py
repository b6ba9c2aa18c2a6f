"""M450: an aid is tuned the way its kind is, on a frequency or channel that its kind has.

ILS localizers have odd tenths of a megahertz from 108.10 to 111.95 and the same plus 0.05, VORs
even tenths below 112 MHz and everything by 0.05 from there to 117.95; a TACAN channel and the
frequency of a VOR belong together (ICAO Annex 10 volumes I and V). NDBs have 190 to 1,750 kHz, and
a beacon for homing with a VHF set anything that such a set tunes (SCR-522: 100 to 156 MHz).
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic, Span
from engine.profile.navaid import Navaid
from engine.profile.project import Project

__all__ = ["channel_of", "check", "is_ils_frequency", "is_vor_frequency"]

_KHZ = 1_000
_STEP_KHZ = 50
_ILS_KHZ = (108_100, 111_950)
_VOR_KHZ = (108_000, 117_950)
_ONLY_VOR_KHZ = 112_000
_NDB_KHZ = (190, 1_750)
_HOMING_KHZ = (100_000, 156_000)
_ILS_HINT = "odd tenths from 108.10 to 111.95: 108.10, 108.15, 108.30, 108.35 ..."


def is_ils_frequency(frequency_hz: int) -> bool:
    """Tell whether localizers have this frequency.

    >>> is_ils_frequency(110_300_000), is_ils_frequency(109_750_000), is_ils_frequency(110_400_000)
    (True, True, False)
    """
    khz = frequency_hz // _KHZ
    inside = _ILS_KHZ[0] <= khz <= _ILS_KHZ[1]
    return inside and khz % _STEP_KHZ == 0 and khz // 100 % 2 == 1


def is_vor_frequency(frequency_hz: int) -> bool:
    """Tell whether VORs have this frequency."""
    khz = frequency_hz // _KHZ
    if not _VOR_KHZ[0] <= khz <= _VOR_KHZ[1] or khz % _STEP_KHZ:
        return False
    return khz >= _ONLY_VOR_KHZ or khz // 100 % 2 == 0


def channel_of(frequency_hz: int) -> str | None:
    """Return the TACAN channel that belongs to a VOR frequency, or None.

    >>> channel_of(113_600_000), channel_of(117_200_000), channel_of(108_250_000)
    ('83X', '119X', '19Y')
    """
    if not is_vor_frequency(frequency_hz) and not is_ils_frequency(frequency_hz):
        return None
    tenths, rest = divmod(frequency_hz // _KHZ, 100)
    low = frequency_hz // _KHZ < 112_300
    number = tenths - 1_063 if low else tenths - 1_053
    return f"{number}{'Y' if rest else 'X'}"


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each aid that no receiver of its kind can be tuned to, or not as it is written."""
    for name, aid in project.navaids.items():
        yield from _beacon(aid, project, "theatre", name)
    for key, airfield in project.fields.items():
        for name, aid in airfield.navaids.items():
            yield from _beacon(aid, project, key, name)
        for name, approach in airfield.approaches.items():
            ils = approach.ils
            if ils is not None and not is_ils_frequency(ils.frequency_hz):
                place = project.span(key, "approaches", name, "ils", "frequency_mhz")
                yield _finding(f"no ILS is on {ils.frequency_hz / 1e6:.2f}", place, _ILS_HINT)


def _beacon(aid: Navaid, project: Project, source: str, name: str) -> Iterator[Diagnostic]:
    path = ("navaids", name)
    wanted = {"tacan": "channel", "ndb": "frequency_khz"}.get(aid.kind, "frequency_mhz")
    if (aid.channel if aid.kind == "tacan" else aid.frequency_hz) is None:
        yield _finding(
            f"the {aid.kind.upper()} `{name}` has nothing to tune",
            project.key_span(source, *path),
            f"write `{wanted}`",
        )
        return
    hz = aid.frequency_hz
    if hz is None:
        return
    place = project.span(source, *path, "frequency_mhz")
    if not project.has(source, *path, "frequency_mhz"):
        place = project.span(source, *path, "frequency_khz")
    shown = aid.dialled.rpartition(", ")[2]
    if aid.kind == "ndb":
        khz = hz // _KHZ
        if not (_NDB_KHZ[0] <= khz <= _NDB_KHZ[1] or _HOMING_KHZ[0] <= khz <= _HOMING_KHZ[1]):
            yield _finding(f"no NDB is on {shown}", place, "190 to 1,750 kHz")
    elif aid.kind == "localizer":
        if not is_ils_frequency(hz):
            yield _finding(f"no ILS is on {shown}", place, _ILS_HINT)
    elif aid.kind != "tacan" and not is_vor_frequency(hz):
        hint = "even tenths from 108.00 to 111.85, then every 0.05 to 117.95"
        yield _finding(f"no VOR is on {shown}", place, hint)
    elif aid.channel is not None and channel_of(hz) != aid.channel:
        yield _finding(
            f"{shown} and channel {aid.channel} do not belong together",
            project.span(source, *path, "channel"),
            f"{shown} goes with {channel_of(hz)}" if channel_of(hz) else "leave one of them out",
        )


def _finding(message: str, span: Span, hint: str) -> Diagnostic:
    return Diagnostic("M450", message, span, hint=hint)
