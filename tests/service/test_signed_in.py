"""What is attached to is compared without typing its user, password and key again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from chat.servers import DRAFT, PLAIN, started
from compare_stage import FAST
from service_stage import Stage

from specdesk.chat.attached.engine import Options
from specdesk.service.address_arms import Address
from specdesk.service.chats import Chats
from specdesk.service.compare_store import Compared
from specdesk.service.events import CompareDone, CompareProgress, Event, ServerWatched
from specdesk.service.neighbours import Neighbours

Fakes = Callable[..., Path]
Stages = Callable[..., Stage]


async def _nothing(_key: str) -> Compared | None:
    return None


@pytest.mark.parametrize("key", [None, "sesame"])
def test_the_attached_address_is_signed_in(fake_llama: Fakes, key: str | None) -> None:
    posted: list[Event] = []

    async def attach(url: str) -> None:
        whole = url.replace("http://", "http://jan:geheim@")
        neighbours = Neighbours(posted.append, cast(Chats, None), _nothing)
        assert neighbours.signed_in(Address(url=url)) == Address(url=url)
        await neighbours.attach(f"{whole}/v1", key, Options())
        (told,) = [event.url for event in posted if isinstance(event, ServerWatched)]
        assert told == url, "this is what the dialog offers"
        options = Options(guesses=4)
        as_attached = Address(url=f"{whole}/v1", key=key, options=options)
        assert neighbours.signed_in(Address(url=url, options=options)) == as_attached
        assert neighbours.signed_in(Address(url=f"{url}/v1/", options=options)) == as_attached
        for other in (
            Address(url="http://127.0.0.1:9"), Address(url=url, key="another"),
            Address(url=url.replace("http://", "http://piet:pw@")),
        ):  # fmt: skip
            assert neighbours.signed_in(other) == other
        await neighbours.close()
        assert neighbours.signed_in(Address(url=url)) == Address(url=url), "it is forgotten when it is let go"

    with started(fake_llama(), *PLAIN) as url:
        asyncio.run(attach(url))


def test_a_compare_of_what_is_attached_needs_no_key_again(stage: Stages, fake_llama: Fakes, prompts: str) -> None:
    table = stage()
    with started(fake_llama(**FAST), *PLAIN) as a, started(fake_llama(**FAST), *DRAFT, "--api-key", "sesame") as b:
        table.service.watch_server(b, "sesame")
        watched = table.wait(ServerWatched)
        table.service.compare_addresses(Address(url=a), Address(url=watched.url or ""), 1.0, True, prompts)
        assert table.wait(CompareProgress).words.startswith("Warming up")
        table.service.cancel_compare()
        assert table.wait(CompareDone).stored.setup.asked is not None
