"""The recorded landing at Anapa: one aircraft's position once a second, and the file it is from.

`tests/data/anapa_f14b_1hz.csv` tabulates object d01 of kavinsky/tacview-acmi-parser (MIT),
`tests/resources/simple-acmi.txt.acmi`: DCS 2.5.6, an F-14B straight in to Anapa-Vityazevo 04,
touchdown near 203 s. Where the whole file lies beside the checkout it is read too. The field
itself is known from its profile in `tests/data/anapa`, and no number of it stands here.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.model.geometry import FEET_PER_METRE, GridPoint, Position
from engine.model.picture import Coalition, Track
from engine.profile.loader import load_theatre_or_raise
from engine.world.acmi_lines import logical_lines, open_recording
from engine.world.acmi_records import Frame, Transform, Update, parse_record
from engine.world.motion import Sample, motion
from engine.world.runway_strip import RunwayStrip

__all__ = [
    "CAUCASUS",
    "ELEVATION_FT",
    "PROFILE",
    "RECORDING",
    "RUNWAY",
    "TABLE",
    "THEATRE",
    "WHY_NO_RECORDING",
    "Row",
    "read_table",
    "table_tracks",
    "tabulate",
]

TABLE = Path(__file__).resolve().parents[1] / "data" / "anapa_f14b_1hz.csv"
RECORDING = (
    Path(__file__).resolve().parents[3]
    / "shared/data/acmi"
    / "f14b-anapa-airfield-landing.txt.acmi"
)
WHY_NO_RECORDING = "the whole recording is not beside this checkout; its table is tested"

PROFILE = TABLE.parent / "anapa"
THEATRE = load_theatre_or_raise(PROFILE)
CAUCASUS = THEATRE.projection

_FIELD = THEATRE.fields["anapa"]
ELEVATION_FT = _FIELD.elevation_ft
RUNWAY = RunwayStrip(
    first_end=_FIELD.runways[0].ends[0].threshold.grid,
    second_end=_FIELD.runways[0].ends[1].threshold.grid,
    width_ft=_FIELD.runways[0].width_ft,
    first_elevation_ft=ELEVATION_FT,
    second_elevation_ft=ELEVATION_FT,
)

_OBJECT = "d01"
_REFERENCE_LATITUDE = 39.0
_REFERENCE_LONGITUDE = 33.0


@dataclass(frozen=True, slots=True)
class Row:
    """The aircraft as of a whole second of the recording."""

    t_s: int
    lat: float
    lon: float
    alt_m: float
    u_m: float
    v_m: float
    roll_deg: float
    pitch_deg: float
    yaw_deg_true: float
    heading_deg_grid: float


def read_table() -> list[Row]:
    """Return the committed table."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return [
            Row(t_s=int(row.pop("t_s")), **{k: float(v) for k, v in row.items()}) for row in rows
        ]


def table_tracks() -> list[Track]:
    """Return the table as looks, with motion derived from the positions as a feed does."""
    samples: list[Sample] = []
    tracks: list[Track] = []
    for row in read_table():
        samples.append(Sample(float(row.t_s), row.v_m, row.u_m, row.alt_m))
        moved = motion(samples, float(row.t_s))
        course = moved.course_deg_grid
        tracks.append(
            Track(
                track_id=f"track:anapa/{_OBJECT}/1",
                unit_id=int(_OBJECT, 16),
                unit_name="Player",
                type_name="F-14B",
                player_name="Player",
                coalition=Coalition.BLUE,
                position=Position(GridPoint(row.v_m, row.u_m), row.lat, row.lon),
                altitude_ft=row.alt_m * FEET_PER_METRE,
                heading_deg_grid=row.heading_deg_grid,
                course_deg_grid=row.heading_deg_grid if course is None else course,
                speed_kt=moved.speed_kt,
                vertical_fpm=moved.vertical_fpm,
                sim_time_s=float(row.t_s),
            )
        )
    return tracks


def tabulate(path: Path) -> Iterator[Row]:
    """Yield the table's rows from the recording: the last values at or before each second."""
    transform: Transform | None = None
    second = 1
    with open_recording(path) as lines:
        for line in logical_lines(lines):
            record = parse_record(line)
            if isinstance(record, Frame):
                while transform is not None and second < record.time_s:
                    yield _row(second, transform)
                    second += 1
            elif isinstance(record, Update) and record.object_id == _OBJECT:
                text = dict(record.properties).get("T")
                if text is not None:
                    before = transform or Transform()
                    transform = before.updated(text, first=transform is None)


def _row(second: int, transform: Transform) -> Row:
    values = (
        _REFERENCE_LATITUDE + (transform.latitude or 0.0),
        _REFERENCE_LONGITUDE + (transform.longitude or 0.0),
        transform.altitude_m or 0.0,
        transform.east_m or 0.0,
        transform.north_m or 0.0,
        transform.roll or 0.0,
        transform.pitch or 0.0,
        transform.yaw or 0.0,
        transform.heading or 0.0,
    )
    return Row(second, *(round(value, 7) for value in values))


def write_table(path: Path) -> None:
    """Write the table from the recording at `path`."""
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        file.write(
            "# An F-14B (object d01) landing at Anapa-Vityazevo 04, once a second, tabulated from\n"
            "# kavinsky/tacview-acmi-parser (MIT), tests/resources/simple-acmi.txt.acmi.\n"
        )
        table = csv.writer(file, lineterminator="\n")
        table.writerow(Row.__dataclass_fields__)
        for row in tabulate(path):
            table.writerow(getattr(row, name) for name in Row.__dataclass_fields__)


if __name__ == "__main__":
    write_table(RECORDING)
