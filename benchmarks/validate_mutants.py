"""Breaks every profile that ships by machine and counts what `validate` catches.

The operators and the code each must give are the reviewed table of tests/profile/mutants.py. A
mutant is caught when the only new errors or warnings are of its code, at the line that was broken.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.profile.mutant_judge import judged  # noqa: E402

_LEAST_PERCENT = 95.0


def main() -> int:
    """Print the figure, and every mutant that was missed with `-v`."""
    total: Counter[str] = Counter()
    missed: list[str] = []
    with tempfile.TemporaryDirectory() as scratch:
        profiles = Path(scratch) / "profiles"
        shutil.copytree(ROOT / "profiles", profiles)
        common = profiles / "common"
        shared = [
            (common / "phases.yaml", "phases"),
            (common / "handoffs.yaml", "handoffs"),
            (common / "phraseology" / "icao.yaml", "words"),
            (common / "airframes.yaml", "airframes"),
        ]
        for number, theatre in enumerate(
            sorted(path.parent for path in profiles.glob("*/theatre.yaml"))
        ):
            files = [
                (path, "field") for path in sorted(theatre.glob("*.yaml")) if path.stem != "theatre"
            ]
            files.append((theatre / "theatre.yaml", "theatre"))
            for path, kind in files + (shared if number == 0 else []):
                for mutant, wrong in judged(theatre, path, kind):
                    if not mutant.operator.code:
                        total["harmless"] += 1
                        total["false alarms"] += bool(wrong)
                        continue
                    total["mutants"] += 1
                    total["caught"] += not wrong
                    if wrong:
                        missed.append(
                            f"{path.stem}: {mutant.operator.name} ({mutant.operator.code}): {wrong}"
                        )
    percent = 100.0 * total["caught"] / max(total["mutants"], 1)
    out = sys.stdout.write
    out(
        f"mutants: {total['caught']} of {total['mutants']} caught at the right line "
        f"({percent:.1f} %); {total['harmless']} harmless changes, "
        f"{total['false alarms']} false alarms\n"
    )
    if "-v" in sys.argv:
        out("".join(f"{line}\n" for line in missed))
    return 0 if percent >= _LEAST_PERCENT and not total["false alarms"] else 1


if __name__ == "__main__":
    sys.exit(main())
