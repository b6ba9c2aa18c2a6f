"""Any bytes at all as a profile: pure noise, YAML-like noise, and shipped files bitten into."""

from __future__ import annotations

import random
from pathlib import Path

from tests.profile.desk import copy_of_desk

__all__ = ["inputs", "small_theatre"]

_PIECES = [
    b"a: 1\n",
    b"- x\n",
    b"&a ",
    b"*a",
    b"[",
    b"]",
    b"{",
    b"}",
    b"? ",
    b": ",
    b"!!python/object:x ",
    b"!todo ",
    b"<<: *a\n",
    b"---\n",
    b"...\n",
    b"%YAML 1.1\n",
    b"\xff\xfe",
    b"\x00",
    b"\t",
    b"'",
    b'"',
    b"|\n",
    b">-\n",
    b"0x1F",
    b"1:30",
    b"010",
    b"NO",
    b"# marshall: ignore[M501] x\n",
    b"airfield: ",
    b"when: not (range < 5 nm",
    b"\xe2\x80\xa8",
    b"\xf0\x9f\x98\x80",
    b"\r",
    b"\n  ",
    b'frequencies: ["118.600 AM"]\n',
    b".inf",
    b"~",
    b"nm: {value: ",
    b"\\x",
    b"1e999",
    b"9" * 400,
    b"a" * 3000,
    b"- " * 200,
    b"[" * 60,
    b'runways:\n  - ends: ["13", "31"]\n',
]


def small_theatre(folder: Path) -> Path:
    """Return a theatre of one field with next to no words, so that only what is fuzzed costs."""
    theatre = copy_of_desk(folder)
    (theatre / "kobuleti.yaml").unlink()
    (theatre / "terrain.json").unlink()
    common = theatre.parent / "common"
    (common / "intents.yaml").write_text("slots: {}\nintents: {}\n", encoding="utf-8")
    for path in (common / "phraseology").glob("*.yaml"):
        path.write_text(f"authority: {path.stem}\n", encoding="utf-8")
    return theatre


def inputs(seed: int, count: int, shipped: list[Path]) -> list[bytes]:
    """Return inputs that a seed gives, the same every time."""
    rng = random.Random(seed)
    files = [path.read_bytes() for path in shipped]
    made = []
    for number in range(count):
        way = number % 4
        if way == 0:
            made.append(rng.randbytes(rng.randrange(0, 400)))
        elif way == 1:
            made.append(b"".join(rng.choice(_PIECES) for _ in range(rng.randrange(1, 40))))
        else:
            made.append(_bitten(rng, rng.choice(files), lightly=way == 2))
    return made


def _bitten(rng: random.Random, data: bytes, *, lightly: bool) -> bytes:
    """Return a file with pieces cut, doubled, swapped or put in."""
    for _ in range(1 if lightly else rng.randrange(2, 12)):
        at = rng.randrange(0, max(len(data), 1))
        length = rng.randrange(1, 60)
        match rng.randrange(5):
            case 0:
                data = data[:at] + data[at + length :]
            case 1:
                data = data[:at] + data[at : at + length] + data[at:]
            case 2:
                data = data[:at] + rng.choice(_PIECES) + data[at:]
            case 3:
                data = data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
            case _:
                other = rng.randrange(0, max(len(data), 1))
                data = data[:at] + data[other : other + length] + data[at + length :]
    return data
