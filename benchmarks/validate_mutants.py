"""Breaks every profile that ships by machine and counts what `validate` catches.

The operators and the code each must give are the reviewed table of tests/profile/mutants.py. A
mutant is caught when the only new errors or warnings are of its code, at the line that was broken.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.profile.mutant_judge import judged  # noqa: E402

_LEAST_PERCENT = 95.0


def _alone(profiles: Path, theatre: Path, name: str, base: Path) -> Path:
    """Return a copy of a theatre with one of its fields, so that a check reads little."""
    folder = base / theatre.name
    folder.mkdir(parents=True)
    shutil.copytree(profiles / "common", base / "common")
    for file in ("theatre.yaml", "terrain.json", name):
        if (theatre / file).exists():
            shutil.copy(theatre / file, folder / file)
    return folder


def main() -> int:
    """Print the figure, and every mutant that was missed with `-v`."""
    total: Counter[str] = Counter()
    missed: list[str] = []
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("profiles", nargs="?", type=Path, default=ROOT / "profiles")
    parser.add_argument("-v", "--verbose", action="store_true", help="print each that was missed")
    options = parser.parse_args()
    profiles: Path = options.profiles
    shared = [
        ("common/phases.yaml", "phases"),
        ("common/handoffs.yaml", "handoffs"),
        ("common/phraseology/icao.yaml", "words"),
        ("common/airframes.yaml", "airframes"),
        ("common/intents.yaml", "intents"),
    ]
    theatres = sorted(path.parent for path in profiles.glob("*/theatre.yaml"))
    for number, theatre in enumerate(theatres):
        fields = [path.name for path in sorted(theatre.glob("*.yaml")) if path.stem != "theatre"]
        for place, name in enumerate(fields):
            first = place == 0
            wanted = [(f"{theatre.name}/{name}", "field")]
            wanted += [(f"{theatre.name}/theatre.yaml", "theatre")] if first else []
            wanted += shared if first and number == 0 else []
            with tempfile.TemporaryDirectory() as scratch:
                folder = _alone(profiles, theatre, name, Path(scratch) / "profiles")
                for file, kind in wanted:
                    for mutant, wrong in judged(folder, folder.parent / file, kind):
                        if not mutant.operator.code:
                            total["harmless"] += 1
                            total["false alarms"] += bool(wrong)
                            continue
                        total["mutants"] += 1
                        total["caught"] += not wrong
                        if wrong:
                            told = f"{mutant.operator.name} ({mutant.operator.code}): {wrong}"
                            missed.append(f"{file}: {told}")
    percent = 100.0 * total["caught"] / max(total["mutants"], 1)
    out = sys.stdout.write
    out(
        f"mutants: {total['caught']} of {total['mutants']} caught at the right line "
        f"({percent:.1f} %); {total['harmless']} harmless changes, "
        f"{total['false alarms']} false alarms\n"
    )
    if options.verbose:
        out("".join(f"{line}\n" for line in missed))
    return 0 if percent >= _LEAST_PERCENT and not total["false alarms"] else 1


if __name__ == "__main__":
    sys.exit(main())
