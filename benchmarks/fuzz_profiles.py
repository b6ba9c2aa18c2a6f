"""Any bytes at all as a profile, a hundred thousand times: `make fuzz`.

Prints the slowest load in processor time, the memory, and the seed of anything that did not end in
diagnostics.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from engine.profile import files  # noqa: E402
from engine.profile.loader import load_theatre  # noqa: E402
from tests.profile.desk import DESK  # noqa: E402
from tests.profile.fuzz import inputs, small_theatre  # noqa: E402

_BATCH = 500
_LONGEST_S = 2.0
_MOST_MB = 300.0


def _memory_mb() -> float:
    if sys.platform == "win32":
        return 0.0
    import resource  # noqa: PLC0415 - not on Windows

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0


def main() -> int:
    """Fuzz, and end with 1 when anything failed, was slow, or used too much memory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", nargs="?", type=int, default=100_000, help="how many inputs")
    parser.add_argument("--seed", type=int, default=1000, help="where the inputs begin")
    options = parser.parse_args()
    count: int = options.count
    shipped = sorted(DESK.glob("*/*.yaml"))
    slowest = 0.0
    failures = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = small_theatre(Path(scratch))
        places = [folder / "batumi.yaml", folder / "theatre.yaml"]
        places.append(folder.parent / "common" / "phases.yaml")
        kept = {path: path.read_bytes() for path in places}
        for done in range(0, count, _BATCH):
            seed = options.seed + done // _BATCH
            for number, data in enumerate(inputs(seed, min(_BATCH, count - done), shipped)):
                path = places[number % len(places)]
                path.write_bytes(data)
                began = time.process_time()
                try:
                    load_theatre(folder)
                except Exception as error:  # noqa: BLE001 - the one place where any is a result
                    failures += 1
                    sys.stdout.write(
                        f"seed {seed}, input {number}: {type(error).__name__}: {error}\n"
                    )
                slowest = max(slowest, time.process_time() - began)
                path.write_bytes(kept[path])
            files.forget()
    sys.stdout.write(
        f"fuzz: {count:,} inputs, {failures} failures, slowest {slowest:.2f} s, "
        f"at most {_memory_mb():.0f} MB\n"
    )
    return int(failures > 0 or slowest > _LONGEST_S or _memory_mb() > _MOST_MB)


if __name__ == "__main__":
    sys.exit(main())
