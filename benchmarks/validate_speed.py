"""How long `marshall validate` takes: what ships, cold and unchanged, a long profile, many fields.

Times are of whole processes, as a designer waits for them; cold is with an empty cache.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_TRIES = 3
_BUDGETS_S = {"cold": 1.0, "unchanged": 0.3, "1,000 lines": 0.3}


def _timed(folder: Path, cache: Path, *, cold: bool) -> float:
    """Return the best of a few runs of the command, in seconds."""
    environment = dict(os.environ, XDG_CACHE_HOME=str(cache), PYTHONPATH=str(ROOT))
    best = float("inf")
    for _ in range(_TRIES):
        if cold:
            shutil.rmtree(cache, ignore_errors=True)
        began = time.perf_counter()
        subprocess.run(  # noqa: S603 - our own command
            [sys.executable, "-m", "cli.main", "validate", str(folder), "--exit-zero"],
            env=environment,
            cwd=ROOT,
            check=True,
            capture_output=True,
        )
        best = min(best, time.perf_counter() - began)
    return best


def _many(base: Path, count: int) -> Path:
    """Return a theatre of many copies of one field, each in its own place and on its channels."""
    theatre = base / f"many-{count}" / "caucasus"
    shutil.copytree(ROOT / "profiles" / "common", theatre.parent / "common")
    theatre.mkdir()
    shutil.copy(ROOT / "profiles" / "caucasus" / "theatre.yaml", theatre)
    text = (ROOT / "profiles" / "caucasus" / "batumi.yaml").read_text(encoding="utf-8")
    for number in range(count):
        north = 0.35 * (number // 20)
        east = 0.35 * (number % 20)

        def moved(match: re.Match[str], north: float = north, east: float = east) -> str:
            return f"lat: {float(match[1]) + north:.6f}, lon: {float(match[2]) + east:.6f}"

        made = re.sub(r"lat: ([\d.]+), lon: ([\d.]+)", moved, text)
        made = made.replace("airfield: Batumi", f"airfield: Field {number}")
        (theatre / f"field-{number}.yaml").write_text(made, encoding="utf-8")
    return theatre


def _long(base: Path) -> Path:
    """Return a theatre with one field of a thousand lines."""
    theatre = _many(base, 1)
    path = theatre / "field-0.yaml"
    text = path.read_text(encoding="utf-8")
    nodes = "".join(
        f"    n{number}: {{lat: {41.6059 + number * 1e-5:.6f}, lon: 41.6103}}\n"
        for number in range(440)
    )
    edges = "".join(f"    - {{from: n{number}, to: n{number + 1}}}\n" for number in range(439))
    section = f"\ntaxi:\n  nodes:\n{nodes}  edges:\n{edges}"
    text = re.sub(r"(?m)^taxi:\n(?:[ ].*\n|\n)*", "", text)
    path.write_text(text.rstrip("\n") + "\n" + section, encoding="utf-8")
    return theatre


def main() -> int:
    """Print the figures; end with 1 when one is over its budget."""
    out = sys.stdout.write
    over = []
    with tempfile.TemporaryDirectory() as scratch:
        base, cache = Path(scratch), Path(scratch) / "cache"
        cold = _timed(ROOT / "profiles", cache, cold=True)
        warm = _timed(ROOT / "profiles", cache, cold=False)
        whole = _timed(_long(base), cache, cold=True)
        for name, took in (("cold", cold), ("unchanged", warm), ("1,000 lines", whole)):
            out(f"validate, {name}: {took:.2f} s (budget {_BUDGETS_S[name]} s)\n")
            if took > _BUDGETS_S[name]:
                over.append(name)
        figures = []
        for count in (100, 200, 400):
            took = _timed(_many(base, count), cache, cold=True)
            figures.append(took)
            out(f"validate, {count} fields cold: {took:.2f} s, {1000 * took / count:.1f} ms each\n")
        growth = (figures[2] - figures[1]) / max(figures[1] - figures[0], 1e-6) / 2.0
        out(f"growth from 200 to 400 against 100 to 200: {growth:.2f} (1 is linear)\n")
    return int(bool(over))


if __name__ == "__main__":
    sys.exit(main())
