"""How a station is let onto a server, or not, over real sockets."""

from __future__ import annotations

import pytest

from engine.model.errors import RadioUnreachable
from engine.radio import (
    LinkPhase,
    LoopbackServer,
)
from tests.radio.rig import on_air, post, run

FRAMES = [b"\x50one"]
BLUE, RED, NEITHER = "blau", "rot", "gruen"
EAM = {"EXTERNAL_AWACS_MODE": "True"}


def test_a_station_goes_on_the_air_step_by_step() -> None:
    async def scene() -> None:
        async with LoopbackServer() as server, post(server.port) as tower:
            await on_air(tower)

            seen = list(dict.fromkeys(tower.phases))
            assert seen[:3] == [LinkPhase.CONNECTING, LinkPhase.SYNCED, LinkPhase.DECLARED]
            assert seen[-1] is LinkPhase.ON_AIR
            state = tower.client.state
            assert server.guids == {state.guid}
            assert state.server_version == "2.4.0.0"
            record = tower.client.clients[state.guid]
            assert (record.name, record.coalition) == ("tower [BOT]", 2)
            assert record.channels == {(260e6, 0)}

    run(scene())


def test_the_right_password_is_granted_its_side() -> None:
    async def scene() -> None:
        async with (
            LoopbackServer(settings=EAM, blue_password=BLUE, red_password=RED) as server,
            post(server.port, password=RED) as tower,
        ):
            await on_air(tower)

            assert LinkPhase.EAM_OK in tower.phases
            assert tower.client.clients[tower.client.state.guid].coalition == 1
            assert any("though side 2 is configured" in s.message for s in tower.states)

    run(scene())


@pytest.mark.parametrize(
    ("settings", "reason"), [(EAM, "check the password"), ({}, "External AWACS Mode is off")]
)
def test_a_refused_password_keeps_the_station_off_the_air_and_says_why(
    settings: dict[str, str], reason: str
) -> None:
    async def scene() -> None:
        async with (
            LoopbackServer(settings=settings, blue_password=BLUE) as server,
            post(server.port, password=NEITHER) as tower,
        ):
            await tower.until(lambda: LinkPhase.REFUSED in tower.phases)

            refused = next(s for s in tower.states if s.phase is LinkPhase.REFUSED)
            assert reason in refused.message
            assert not any(NEITHER in state.message for state in tower.states)
            assert LinkPhase.ON_AIR not in tower.phases
            with pytest.raises(RadioUnreachable, match="not on the air"):
                await tower.client.transmit(FRAMES)

    run(scene())


def test_a_station_leaves_when_the_server_switches_eam_off() -> None:
    async def scene() -> None:
        async with (
            LoopbackServer(settings=EAM, blue_password=BLUE) as server,
            post(server.port, password=BLUE) as tower,
        ):
            await on_air(tower)

            server.change_settings({"EXTERNAL_AWACS_MODE": "false"})

            await tower.until(lambda: LinkPhase.REFUSED in tower.phases)
            assert not tower.client.is_busy(260_000_000)
            assert tower.phases[-1] is not LinkPhase.ON_AIR

    run(scene())


def test_a_version_too_old_is_refused_with_both_versions_named() -> None:
    async def scene() -> None:
        async with (
            LoopbackServer(version="2.3.8.2") as server,
            post(server.port, version="1.8.0.0") as tower,
        ):
            await tower.until(lambda: LinkPhase.REFUSED in tower.phases)

            refused = next(s for s in tower.states if s.phase is LinkPhase.REFUSED)
            assert "2.3.8.2" in refused.message
            assert "1.8.0.0" in refused.message

    run(scene())
