"""Who is connected: player ids to names, for events that carry only an id."""

from __future__ import annotations

from engine.model.errors import FeedError
from engine.world.dcs_link import DcsLink
from engine.world.dcs_rpc import GET_PLAYERS
from engine.world.proto import net_pb2

__all__ = ["DcsPlayers"]


class DcsPlayers:
    """Remembers the names of connected players."""

    def __init__(self, link: DcsLink) -> None:
        self._link = link
        self._names: dict[int, str] = {}

    def connected(self, player_id: int, name: str) -> None:
        """Take note of a player who joins."""
        self._names[player_id] = name

    def disconnected(self, player_id: int) -> str | None:
        """Return the name of a player who left, and forget him."""
        return self._names.pop(player_id, None)

    async def refresh(self) -> None:
        """Ask the sim who is connected; what it does not say stays as it was."""
        try:
            answer = await self._link.call(GET_PLAYERS, net_pb2.GetPlayersRequest())
        except FeedError:
            # Names are a nicety: a paused or older sim must not cost the connection.
            return
        self._names.update({player.id: player.name for player in answer.players})

    async def name(self, player_id: int) -> str | None:
        """Return a player's name, asking the sim when it is not known yet."""
        if player_id not in self._names:
            await self.refresh()
        return self._names.get(player_id)
