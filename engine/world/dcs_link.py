"""One channel to a DCS-gRPC server: deadlines on every call, plain errors out of it.

A mission that is paused neither answers nor refuses: a call waits in an unbounded queue on the
server and is still run when the mission resumes, even after the caller gave up. So every call here
has a deadline, and what asks again must first see time move.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from types import TracebackType
from typing import Self, TypeVar

import grpc
import grpc.aio
from google.protobuf.message import Message

from engine.model.errors import FeedError, FeedRefused, FeedUnreachable
from engine.world.dcs_rpc import API_KEY_HEADER, Rpc

__all__ = ["DcsLink", "FeedTimedOut", "NotServed", "translate"]

RequestT = TypeVar("RequestT", bound=Message)
ResponseT = TypeVar("ResponseT", bound=Message)

_CHANNEL_OPTIONS = (
    ("grpc.enable_retries", 0),
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.max_receive_message_length", 16 * 1024 * 1024),
)


class FeedTimedOut(FeedUnreachable):
    """The server took a call and did not answer in time; the mission may be paused."""


class NotServed(FeedRefused):
    """The server does not know the call: an older release."""


def translate(code: grpc.StatusCode, *, address: str, method: str) -> FeedError:
    """Return the error a user should see for a call that ended with `code`."""
    if code is grpc.StatusCode.UNAUTHENTICATED:
        return FeedRefused(
            f"DCS-gRPC at {address} refused the API key; give one of its auth.tokens, or none if "
            "its auth is off"
        )
    if code is grpc.StatusCode.PERMISSION_DENIED:
        return FeedRefused(f"DCS-gRPC at {address} does not permit {method}")
    if code is grpc.StatusCode.UNIMPLEMENTED:
        return NotServed(
            f"DCS-gRPC at {address} does not know {method}; Marshall needs release 0.7 or later"
        )
    if code is grpc.StatusCode.DEADLINE_EXCEEDED:
        return FeedTimedOut(
            f"DCS-gRPC at {address} did not answer {method} in time; is the mission paused?"
        )
    if code is grpc.StatusCode.UNAVAILABLE:
        return FeedUnreachable(
            f"nothing answers at {address}; is DCS running a mission with DCS-gRPC started?"
        )
    return FeedUnreachable(f"DCS-gRPC at {address} failed {method}: {code.name.lower()}")


class DcsLink:
    """A channel to one server, closed when the `async with` block ends."""

    def __init__(self, address: str, *, token: str | None, deadline_s: float) -> None:
        self.address = address
        self._deadline_s = deadline_s
        self._metadata = ((API_KEY_HEADER, token),) if token else ()
        self._channel = grpc.aio.insecure_channel(address, options=_CHANNEL_OPTIONS)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._channel.close(None)

    async def call(self, rpc: Rpc[RequestT, ResponseT], request: RequestT) -> ResponseT:
        """Return the answer to one call.

        Raises:
            FeedError: what `translate` makes of the status.
        """
        try:
            return await self._unary(rpc, request)
        except grpc.aio.AioRpcError as error:
            raise translate(error.code(), address=self.address, method=rpc.method) from error

    async def find(self, rpc: Rpc[RequestT, ResponseT], request: RequestT) -> ResponseT | None:
        """Return the answer to one call, or None when the server does not find its object.

        Raises:
            FeedError: what `translate` makes of any other status.
        """
        try:
            return await self._unary(rpc, request)
        except grpc.aio.AioRpcError as error:
            if error.code() is grpc.StatusCode.NOT_FOUND:
                return None
            raise translate(error.code(), address=self.address, method=rpc.method) from error

    async def stream(
        self, rpc: Rpc[RequestT, ResponseT], request: RequestT
    ) -> AsyncGenerator[ResponseT, None]:
        """Yield a stream's messages until the server ends it, which it does without an error.

        Raises:
            FeedError: what `translate` makes of the status.
        """
        start = self._channel.unary_stream(
            rpc.path,
            request_serializer=rpc.request.SerializeToString,
            response_deserializer=rpc.response.FromString,
        )
        call = start(request, metadata=self._metadata)
        try:
            async for message in call:
                yield message
        except grpc.aio.AioRpcError as error:
            raise translate(error.code(), address=self.address, method=rpc.method) from error
        finally:
            call.cancel()

    async def _unary(self, rpc: Rpc[RequestT, ResponseT], request: RequestT) -> ResponseT:
        start = self._channel.unary_unary(
            rpc.path,
            request_serializer=rpc.request.SerializeToString,
            response_deserializer=rpc.response.FromString,
        )
        response: ResponseT = await start(
            request, timeout=self._deadline_s, metadata=self._metadata
        )
        return response
