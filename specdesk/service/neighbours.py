"""Servers that somebody else runs on this computer: noticed once, watched on request, never touched."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from specdesk.chat.answers import Props
from specdesk.chat.client import EngineClient
from specdesk.errors import ChatError
from specdesk.service.events import Event, OtherTraffic, ServerNoticed
from specdesk.service.traffic import Traffic

log = logging.getLogger(__name__)

USUAL_PORTS = (8080, 9931, 8081, 8000)
"""llama-server's own port, the one that newer builds announce, and those that guides use."""

WATCHED_RUN = 0
"""Run number of a server that is not ours."""

EVERY_S = 1.0


class Neighbours:
    """Lives on the service's loop."""

    def __init__(self, post: Callable[[Event], None]) -> None:
        self._post = post
        self._task: asyncio.Task[None] | None = None
        self.client: EngineClient | None = None
        self.setup = ""

    async def look(self) -> None:
        """Ask the usual loopback ports once; post the first llama-server that answers."""
        for port in USUAL_PORTS:
            url = f"http://127.0.0.1:{port}"
            props = await _llama_server_at(url)
            if props is not None:
                model = props.model_alias or (props.model_path or "a model").rsplit("/", 1)[-1]
                self._post(ServerNoticed(url=url, words=f"A llama-server already answers on port {port}: {model}."))
                return

    async def attach(self, url: str, key: str | None) -> None:
        """Watch the server at `url`. Raises ChatError when none answers there."""
        await self.close()
        client = EngineClient(url, key)
        try:
            props = await client.props()
        except ChatError:
            await client.aclose()
            raise
        self.client = client
        self.setup = f"{props.model_alias or (props.model_path or url).rsplit('/', 1)[-1]} (watched)"
        self._task = asyncio.get_running_loop().create_task(self._follow(client))

    async def close(self) -> None:
        """Stop watching."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        if self.client is not None:
            await self.client.aclose()
            self.client = None

    async def _follow(self, client: EngineClient) -> None:
        traffic = Traffic()
        while True:
            try:
                seen = traffic.seen(await client.slots(), await client.metrics(), answering=False)
            except ChatError as error:
                log.info("the watched server: %s", error)
            else:
                self._post(OtherTraffic(run=WATCHED_RUN, busy_slots=seen.busy, sample=seen.sample))
            await asyncio.sleep(EVERY_S)


async def _llama_server_at(url: str) -> Props | None:
    client = EngineClient(url)
    try:
        if await client.health() != "ready":
            return None
        props = await client.props()
    except ChatError:
        return None
    finally:
        await client.aclose()
    return props if props.total_slots is not None else None
