"""httpx's way to the network, with one thing added: a stream may be read in fewer and larger pieces.

An engine sends every token by itself, and each read wakes a thread, its loop and five layers, which costs more than
what is read. A `GatheringStream` that rests between two reads leaves what arrives in the system's buffer meanwhile.
"""

from __future__ import annotations

import asyncio
import importlib.util
import math
import ssl
import sys
import time
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any, cast

import httpcore
import httpx

if importlib.util.find_spec("sniffio") is None:
    # httpcore looks for it with every request and lock, all over the import path; told so, it stops looking.
    sys.modules.setdefault("sniffio", cast(ModuleType, None))

MUCH_BYTES = 32 * 1024
"""What one read brings when more waits than a pause is worth: the next read comes at once then."""

MOST_CONNECTIONS, MOST_KEPT, KEPT_S = 100, 20, 5.0
"""As httpx has them."""


class GatheringStream(httpcore.AsyncNetworkStream):
    """A connection. rest_s: shortest time from one read to the next, s; 0 = read as soon as something is there."""

    def __init__(self, stream: httpcore.AsyncNetworkStream, clock: Callable[[], float] = time.monotonic) -> None:
        """clock: s, monotonic."""
        self.rest_s = 0.0
        self._stream = stream
        self._clock = clock
        self._read_at = -math.inf

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """What is there; waits until something is. Raises as httpcore's streams."""
        left = self._read_at + self.rest_s - self._clock()
        if self.rest_s and left > 0:
            await asyncio.sleep(left)
        read = await self._stream.read(max_bytes, timeout)
        self._read_at = self._clock() if len(read) < MUCH_BYTES else -math.inf
        return read

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send. Raises as httpcore's streams."""
        await self._stream.write(buffer, timeout)

    async def aclose(self) -> None:
        """Close the connection."""
        await self._stream.aclose()

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.AsyncNetworkStream:
        """The same connection, encrypted; it does not rest, since one read of it is what the other side sent at once.

        Raises as httpcore's streams.
        """
        return await self._stream.start_tls(ssl_context, server_hostname, timeout)

    def get_extra_info(self, info: str) -> Any:
        """As httpcore's streams."""
        return self._stream.get_extra_info(info)


class _Network(httpcore.AsyncNetworkBackend):
    """Makes the connections."""

    def __init__(self) -> None:
        self._backend = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> GatheringStream:
        return GatheringStream(await self._backend.connect_tcp(host, port, timeout, local_address, socket_options))

    async def sleep(self, seconds: float) -> None:
        await self._backend.sleep(seconds)


class Transport(httpx.AsyncHTTPTransport):
    """httpx's own, whose pool of connections makes GatheringStreams."""

    def __init__(self, ssl_context: ssl.SSLContext | None = None) -> None:
        """ssl_context: for https; what httpcore takes by itself without. Made in place of the pool that the base would
        make, since that one cannot be told about a network."""
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context, max_connections=MOST_CONNECTIONS, max_keepalive_connections=MOST_KEPT, keepalive_expiry=KEPT_S,
            network_backend=_Network(),
        )  # fmt: skip
