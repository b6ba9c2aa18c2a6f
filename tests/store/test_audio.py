"""Recordings keep consent, a cap, and what they were given."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.model.errors import StoreError
from engine.store import AudioStore, keep_newest


def test_a_clip_is_read_back_packet_for_packet(tmp_path: Path) -> None:
    store = AudioStore(tmp_path, cap_bytes=1_000_000)
    packets = ((7, b"\x50"), (8, b""), (10, bytes(range(200))))

    reference = store.keep("tx-1", packets, consent=True)

    assert store.load(reference) == packets


def test_nothing_is_written_without_consent(tmp_path: Path) -> None:
    store = AudioStore(tmp_path / "audio", cap_bytes=1_000_000)

    assert store.keep("tx-1", ((1, b"x"),), consent=False) == ""
    assert not (tmp_path / "audio").exists()


def test_the_oldest_clips_go_when_the_cap_is_reached(tmp_path: Path) -> None:
    store = AudioStore(tmp_path, cap_bytes=2_000)

    for n in range(50):
        reference = store.keep(f"tx-{n}", ((n, bytes(90)),), consent=True)
        os.utime(tmp_path / reference, ns=(n, n))

    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 2_100
    assert (tmp_path / "tx-49.mopus").exists()
    assert not (tmp_path / "tx-0.mopus").exists()


def test_a_missing_or_foreign_clip_is_said_plainly(tmp_path: Path) -> None:
    store = AudioStore(tmp_path, cap_bytes=1_000)
    (tmp_path / "bad.mopus").write_bytes(b"garbage")

    with pytest.raises(StoreError, match="no recording"):
        store.load("gone.mopus")
    with pytest.raises(StoreError, match="damaged"):
        store.load("bad.mopus")


def test_a_reference_cannot_leave_the_folder(tmp_path: Path) -> None:
    secret = tmp_path / "secret.mopus"
    secret.write_bytes(b"MOPUS1\n")
    store = AudioStore(tmp_path / "audio", cap_bytes=1_000)

    with pytest.raises(StoreError):
        store.load("../secret.mopus")


def test_the_newest_file_always_stays(tmp_path: Path) -> None:
    for n in range(5):
        path = tmp_path / f"{n}.log"
        path.write_bytes(bytes(100))
        os.utime(path, ns=(n, n))

    deleted = keep_newest(tmp_path.iterdir(), count=3, total_bytes=50)

    assert sorted(path.name for path in deleted) == ["0.log", "1.log", "2.log", "3.log"]
    assert (tmp_path / "4.log").exists()


def test_a_name_that_a_client_made_up_is_a_safe_file_name(tmp_path: Path) -> None:
    store = AudioStore(tmp_path / "audio", cap_bytes=1_000_000)

    reference = store.keep("batumi/approach:../..\\evil:12@99", ((1, b"x"),), consent=True)

    assert store.load(reference) == ((1, b"x"),)
    assert [path.name for path in (tmp_path / "audio").iterdir()] == [reference]
    assert not set(reference) & set("/\\:")
