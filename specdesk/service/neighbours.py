"""Servers that somebody else runs on this computer: noticed once, watched on request, never touched."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime

import msgspec

from specdesk.chat.answers import Props
from specdesk.chat.attached.engine import Options
from specdesk.chat.attached.identity import Identity, Probed, engine_words
from specdesk.chat.attached.probing import base_of, client_of, probe
from specdesk.chat.client import EngineClient
from specdesk.chat.trouble import KeyRefusedError, refused_key, still_loading
from specdesk.errors import ChatError
from specdesk.language import translate
from specdesk.records.sample import Sample
from specdesk.service.address_arms import Address, asked_arm
from specdesk.service.answering import Answering
from specdesk.service.attached_events import AttachedSpeed
from specdesk.service.chats import Chats
from specdesk.service.compare_store import Compared
from specdesk.service.events import Event, ServerNoticed, ServerWatched
from specdesk.service.read_back import model_name
from specdesk.service.watching import Watching
from specdesk.shown_address import shown_address

USUAL_PORTS = (8080, 9931, 8081, 8000)
"""llama-server's own port, the one that newer builds announce, and those that guides use."""

WATCHED_RUN = 0
"""Run number of a server that is not ours."""


class Neighbours:
    """Lives on the service's loop. answering: who answers while a server is watched, else None. rests: a compare of
    addresses asks."""

    def __init__(
        self, post: Callable[[Event], None], chats: Chats, known: Callable[[str], Awaitable[Compared | None]]
    ) -> None:
        """known: what compares have found at an address, by its key (`baselines.address_key`)."""
        self.answering: Answering | None = None
        self._post = post
        self._chats = chats
        self._watching: Watching | None = None
        self.rests = False
        self._known = known
        self._known_as = self._name = ""
        self._attached: Address | None = None
        self._noticed: set[str] = set()
        self._told: Callable[[], ServerWatched] | None = None
        self._closing: asyncio.Task[None] | None = None
        self._telling: asyncio.Task[None] | None = None

    async def look(self, is_ours: Callable[[int], bool]) -> None:
        """Ask the usual loopback ports; post the first llama-server that answers and was not posted before.

        is_ours: whether a server on that port was started by SpecDesk.
        """
        urls = {port: f"http://127.0.0.1:{port}" for port in USUAL_PORTS if not is_ours(port)}
        found = await asyncio.gather(*(_server_at(url) for url in urls.values()))
        for (port, url), words in zip(urls.items(), found, strict=True):
            if words is not None and url not in self._noticed and not is_ours(port):
                self._noticed.add(url)
                told = translate("Service", "A llama-server already answers on port {port}: {model}.")
                self._post(ServerNoticed(url=url, words=told.format(port=port, model=words)))
                return

    async def attach(self, url: str, key: str | None, options: Options) -> None:
        """Watch the engine at `url`, in place of the one that was watched. Raises ChatError when none answers there."""
        probed = await probe(url, key)
        identity = probed.identity
        if identity.needs_key:
            raise refused_key(identity.url)
        if identity.loading:
            raise still_loading()
        client = client_of(probed, key, options)
        await self.close()
        name = options.model or identity.model or shown_address(url)
        speculative = _speculates(identity, options)
        self._told = lambda: ServerWatched(
            url=shown_address(client.base_url), words=_attached_words(probed, name), speculative=speculative,
            context=identity.context, slots=identity.slots, build=_build(identity),
        )  # fmt: skip
        self.answering = Answering(
            client=client, setup=_watched(name), build=_build(identity), speculating=speculative,
        )  # fmt: skip
        self._attached, self._name = Address(url=url, key=key), name
        self._watching = Watching(
            WATCHED_RUN, client, self._chats, self._post, ours=False, on_lost=lambda: self._lost(client)
        )
        self._watching.rest(self.rests)
        self._post(self._told())
        self._known_as = asked_arm(probed, options).known_as
        self._tell_speed_anew()

    async def close(self, words: str = "") -> None:
        """Watch no more. words: why, where there is more to say than that."""
        answering, self.answering, self._attached = self.answering, None, None
        if self._telling is not None:
            self._telling.cancel()
        if self._watching is not None:
            self._watching.close()
            self._watching = None
        if answering is not None:
            await answering.client.aclose()
            self._post(ServerWatched(url=None, words=words or translate("Service", "It is no longer watched.")))

    def restate(self) -> None:
        """Another language is spoken now: what is watched is told in it, and its replies say so in it."""
        if self.answering is not None and self._told is not None:
            self._post(self._told())
            self.answering = msgspec.structs.replace(self.answering, setup=_watched(self._name))
            self._tell_speed_anew()

    def signed_in(self, address: Address) -> Address:
        """The same address as it was attached to, with user, password and key, where it is that one and says none of
        its own: whoever compares what is attached need not type them again, and they are shown nowhere."""
        attached, plain = self._attached, base_of(address.url)
        if attached is None or address.key or plain != shown_address(base_of(attached.url)):
            return address
        return msgspec.structs.replace(address, url=attached.url, key=attached.key)

    def rest(self, rests: bool) -> None:
        """A compare of addresses asks, or no longer: what it asks is no traffic of others."""
        self.rests = rests
        if self._watching is not None:
            self._watching.rest(rests)
        if self.answering is not None and not rests:
            self._tell_speed_anew()

    def _tell_speed_anew(self) -> None:
        """In place of a telling that is under way, which may have looked before the newest compare was kept."""
        if self._telling is not None:
            self._telling.cancel()
        self._telling = asyncio.get_running_loop().create_task(self._tell_speed())

    async def _tell_speed(self) -> None:
        """What compares have found of the engine that is watched."""
        who, name = self.answering, self._known_as
        compared = await self._known(name)
        if self.answering is who and name == self._known_as:
            made = None if compared is None else datetime.fromtimestamp(compared.made).astimezone()
            told = None if made is None else made.isoformat(timespec="minutes")
            self._post(AttachedSpeed(key=name, compared=compared, made=told))

    def own_reply(self, who: Answering, sample: Sample | None, *, stopped: bool) -> None:
        """A reply of ours has ended."""
        if self._watching is not None:
            self._watching.own_reply(who.client, sample, stopped=stopped)

    def _lost(self, client: EngineClient) -> None:
        words = translate("Service", "The server at {url} no longer answers.").format(
            url=shown_address(client.base_url)
        )
        self._closing = asyncio.get_running_loop().create_task(self.close(words))


async def _server_at(url: str) -> str | None:
    """What the llama-server at `url` runs, in words; None when there is none."""
    client = EngineClient(url)
    try:
        if await client.health() != "ready":
            return None
        props = await client.props()
    except KeyRefusedError:
        return translate("Service", "it asks for a key")
    except ChatError:
        return None
    finally:
        await client.aclose()
    return model_name(props, translate("Service", "a model")) if _is_llama_server(props) else None


def _speculates(identity: Identity, options: Options) -> bool | None:
    """What the engine says, unless the questions themselves say otherwise."""
    if options.guesses is not None:
        return options.guesses > 0
    return True if options.draft_model else identity.speculation


def _watched(name: str) -> str:
    """For the footer of its replies."""
    return translate("Service", "{name} (watched)").format(name=name)


def _build(identity: Identity) -> str | None:
    """The engine's name of itself, for the footer of replies."""
    if identity.engine == "llama-server":
        return identity.version
    return f"{engine_words(identity.engine)} {identity.version or ''}".strip()


def _attached_words(probed: Probed, name: str) -> str:
    identity = probed.identity
    named = name if identity.engine == "llama-server" else f"{name} ({engine_words(identity.engine)})"
    url = shown_address(identity.url)
    if probed.where == "LOCAL":
        return translate("Service", "{name} at {url}").format(name=named, url=url)
    words = translate("Service", "{name} at {url}, {where}: your text leaves this computer")
    return words.format(name=named, url=url, where=probed.where)


def _is_llama_server(props: Props) -> bool:
    return props.total_slots is not None or props.router
