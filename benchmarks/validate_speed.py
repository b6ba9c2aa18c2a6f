"""How long `marshall validate` takes: what ships, cold and unchanged, a long profile, many fields.

Times are of whole processes, as a designer waits for them, with the processor time they used (all
that can be held to a budget where other work shares the machine); cold is with an empty cache.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_TRIES = 3
_BUDGETS_S = {"cold": 1.0, "unchanged": 0.3, "1,000 lines": 0.3, "proved": 30.0}


@dataclass(frozen=True, slots=True)
class Took:
    """The best of a few runs: seconds waited for, and of processor time."""

    waited_s: float
    used_s: float

    def __str__(self) -> str:
        return f"{self.waited_s:.2f} s ({self.used_s:.2f} s of processor time)"


def _used_s() -> float:
    times = os.times()
    return times.children_user + times.children_system


def _timed(folder: Path, cache: Path, *more: str, cold: bool, tries: int = _TRIES) -> Took:
    """Return the best of a few runs of the command."""
    environment = dict(os.environ, XDG_CACHE_HOME=str(cache), PYTHONPATH=str(ROOT))
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # what is installed is compiled
    waited = used = float("inf")
    for _ in range(tries):
        if cold:
            shutil.rmtree(cache, ignore_errors=True)
        began, before = time.perf_counter(), _used_s()
        subprocess.run(  # noqa: S603 - our own command
            [sys.executable, "-m", "cli.main", "validate", str(folder), "--exit-zero", *more],
            env=environment,
            cwd=ROOT,
            check=True,
            capture_output=True,
        )
        waited = min(waited, time.perf_counter() - began)
        used = min(used, _used_s() - before)
    return Took(waited, used)


def _many(base: Path, count: int) -> Path:
    """Return a theatre of many copies of one field, each in its own place and on its channels."""
    theatre = base / f"many-{count}" / "caucasus"
    shutil.copytree(ROOT / "profiles" / "common", theatre.parent / "common")
    theatre.mkdir()
    map_text = (ROOT / "profiles" / "caucasus" / "theatre.yaml").read_text(encoding="utf-8")
    of_other_fields = re.compile(r"(?m)^  fields:\n(?:^ {4}.*\n)*")
    (theatre / "theatre.yaml").write_text(of_other_fields.sub("", map_text, 1), encoding="utf-8")
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
    edges = "".join(f"    - {{through: [n{number}, n{number + 1}]}}\n" for number in range(439))
    section = f"\ntaxi:\n  nodes:\n{nodes}  edges:\n{edges}"
    text = re.sub(r"(?m)^taxi:\n(?:[ ].*\n|\n)*", "", text)
    path.write_text(text.rstrip("\n") + "\n" + section, encoding="utf-8")
    return theatre


def main() -> int:
    """Print the figures; end with 1 when one is over its budget."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    out = sys.stdout.write
    over = []
    with tempfile.TemporaryDirectory() as scratch:
        base, cache = Path(scratch), Path(scratch) / "cache"
        cold = _timed(ROOT / "profiles", cache, cold=True)
        warm = _timed(ROOT / "profiles", cache, cold=False)
        whole = _timed(_long(base), cache, cold=True)
        proved = _timed(ROOT / "profiles", cache, "--prove", cold=False, tries=1)
        for name, took in (
            ("cold", cold),
            ("unchanged", warm),
            ("1,000 lines", whole),
            ("proved", proved),
        ):
            out(f"validate, {name}: {took}; budget {_BUDGETS_S[name]} s\n")
            if min(took.waited_s, took.used_s) > _BUDGETS_S[name]:
                over.append(name)
        figures = []
        for count in (100, 200, 400):
            took = _timed(_many(base, count), cache, cold=True, tries=1)
            figures.append(took.used_s)
            each = 1000 * took.used_s / count
            out(f"validate, {count} fields cold: {took}, {each:.1f} ms each\n")
        growth = (figures[2] - figures[1]) / max(figures[1] - figures[0], 1e-6) / 2.0
        out(f"growth from 200 to 400 against 100 to 200: {growth:.2f} (1 is linear)\n")
    return int(bool(over))


if __name__ == "__main__":
    sys.exit(main())
