"""Asking an address who it is, and where that is. Nothing is followed that leads elsewhere, least of all with a key."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import msgspec

from specdesk.chat.attached import trouble as told
from specdesk.chat.attached.engine import PROBE_S, Options
from specdesk.chat.attached.identity import PLACE_WORDS, Identity, Place, Probed, identity_words, place_of
from specdesk.chat.attached.table import ENGINES, engine_named
from specdesk.chat.chat_stream import Answered
from specdesk.chat.client import EngineClient
from specdesk.chat.trouble import UnreachableError
from specdesk.errors import ChatError
from specdesk.language import translate

_ENDINGS = ("/v1", "/api/v0", "/api/v1", "/api", "/v1/chat/completions", "/api/chat")
RESOLVE_S = 5.0


class _Address:
    """`Asking` over a client; remembers what it was told, since several engines ask the same."""

    def __init__(self, client: EngineClient) -> None:
        self.url = client.base_url
        self._client = client
        self._known: dict[str, Answered | None] = {}
        self.seen = ""

    async def get(self, path: str) -> Answered | None:
        """The answer of `path`; None when nothing answers it in time. Raises ChatError for a redirect elsewhere."""
        if path not in self._known:
            self._known[path] = await self._ask("GET", path, None)
        return self._known[path]

    async def post(self, path: str, body: Mapping[str, Any]) -> Answered | None:
        """The same for a question with a body."""
        return await self._ask("POST", path, body)

    async def _ask(self, method: str, path: str, body: Mapping[str, Any] | None) -> Answered | None:
        try:
            answered = await self._client.exchange(method, path, body, read_s=PROBE_S)
        except ChatError:
            return None
        self.seen = self.seen or answered.text
        if 300 <= answered.status < 400 and answered.moved_to:
            raise told.moved(self.url, answered.moved_to)
        return answered


def base_of(address: str) -> str:
    """The base address in what people paste: with or without http://, and with the path of some request.

    What stands behind a question mark belongs to one request, and goes.
    """
    url, _, asked = address.strip().partition("?")
    url = (address.strip() if "@" in asked else url).rstrip("/")  # such a sign in a password: no address, told as that
    if url and "://" not in url and not any(letter.isspace() for letter in url):
        url = f"http://{url}"
    for ending in sorted(_ENDINGS, key=len, reverse=True):
        if url.endswith(ending):
            return url.removesuffix(ending).rstrip("/")
    return url


async def probe(address: str, key: str | None = None) -> Probed:
    """Who answers at `address`. Raises ChatError with a sentence when nobody does, or nobody who is known."""
    url = base_of(address)
    client = EngineClient(url, key)
    try:
        await _somebody(client)
        asking = _Address(client)
        for engine in ENGINES:
            identity = await engine.probe(asking)
            if identity is not None:
                can = () if identity.needs_key else engine.capabilities(identity)  # nothing is known of it yet
                identity = msgspec.structs.replace(identity, capabilities=can)
                return await _placed(identity, bool(key))
        raise told.unknown(url, asking.seen)
    finally:
        await client.aclose()


async def _somebody(client: EngineClient) -> None:
    """Tell nobody from somebody. Raises ChatError when nothing accepts connections."""
    try:
        await client.exchange("GET", "/", read_s=PROBE_S)
    except UnreachableError as error:
        raise told.nobody(client.base_url) from error
    except ChatError:
        return  # it is slow, or speaks no HTTP: the questions that follow tell


async def _placed(identity: Identity, with_key: bool) -> Probed:
    where: Place = "REMOTE" if identity.remote_model else await where_is(identity.url)
    place = translate("Chat", PLACE_WORDS[where])
    if identity.remote_model:
        place = translate("Chat", "The model itself runs on another computer: your text is sent there by the engine.")
    return Probed(identity=identity, where=where, words=f"{identity_words(identity, with_key)} {place}")


async def where_is(url: str) -> Place:
    """LOCAL, LAN or REMOTE by the addresses that the host's name stands for."""
    host = urlsplit(url).hostname or ""
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(RESOLVE_S):
            found = await loop.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, TimeoutError, UnicodeError):
        return "REMOTE"
    return place_of([str(entry[4][0]) for entry in found])


def client_of(probed: Probed, key: str | None, options: Options) -> EngineClient:
    """A client for what was found; arrival times are used on this computer only. Raises ChatError."""
    near = msgspec.structs.replace(options, estimates=options.estimates and probed.where == "LOCAL")
    return engine_named(probed.identity.engine).client(probed.identity, key, near)
