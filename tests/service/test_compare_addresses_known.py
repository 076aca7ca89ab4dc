"""What a compare of addresses has found is known where that engine is watched: by its address, model and build."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from chat.servers import started
from compare_stage import FAST
from service_stage import Stage

from specdesk.service.address_arms import Address
from specdesk.service.attached_events import AttachedSpeed
from specdesk.service.baselines import address_key
from specdesk.service.events import CompareDone, ReplyDone, ServerWatched
from specdesk.ui.monitor.replies import Replies

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]
PLAIN = ("-m", "t.gguf", "-np", "1", "--metrics")
DRAFT = (*PLAIN, "-md", "d.gguf", "--spec-type", "draft-simple", "--spec-draft-n-max", "4")


def test_the_plain_address_tells_what_a_watched_one_needs(
    stage: Stages, fake_llama: Fakes, prompts: str, specdesk_home: Path
) -> None:
    """While it is watched, when it is watched again, and not for another model or a plain one."""
    table = stage()
    with started(fake_llama(**FAST), *PLAIN) as a, started(fake_llama(**FAST), *DRAFT) as b:
        table.service.watch_server(b)
        assert table.wait(AttachedSpeed).compared is None
        table.service.compare_addresses(Address(url=a), Address(url=b), 1.0, True, prompts)
        done = table.wait(CompareDone)
        told = table.wait(AttachedSpeed)
        found = told.compared
        assert found is not None
        assert (found.compare, found.plain, found.h) == (done.stored.id, done.result.arms[0].rate, done.result.h)
        assert found.rate == done.result.arms[1].rate
        assert told.made is not None
        table.service.watch_server(f"{b.replace('http://', 'http://user:pw@')}/v1")
        again = table.wait(AttachedSpeed)
        assert (again.key, again.compared) == (told.key, found), "a password has no part in it"
        table.service.watch_server(a)
        table.wait(ServerWatched, lambda event: event.url == a)
        assert table.wait(AttachedSpeed).compared is None, "it was not judged"
        assert b.removeprefix("http://") not in told.key


@pytest.mark.long
def test_other_models_and_sides_that_guess_tell_nothing(stage: Stages, fake_llama: Fakes, prompts: str) -> None:
    table = stage()
    other = ("-m", "other.gguf", *PLAIN[2:])
    with started(fake_llama(**FAST), *other) as a, started(fake_llama(**FAST), *DRAFT) as b:
        table.service.compare_addresses(Address(url=a), Address(url=b), 1.0, True, prompts)
        assert table.wait(CompareDone).result.verdict == "faster"
        table.service.watch_server(b)
        assert table.wait(AttachedSpeed).compared is None
    with started(fake_llama(**FAST), *DRAFT) as a, started(fake_llama(**FAST), *DRAFT) as b:
        table.service.compare_addresses(Address(url=a), Address(url=b), 1.0, True, prompts)
        assert table.wait(CompareDone).result.verdict == "no-difference"
        table.service.watch_server(b)
        assert table.wait(AttachedSpeed).compared is None


@pytest.mark.long
def test_a_reply_of_a_watched_engine_is_judged_by_it(stage: Stages, fake_llama: Fakes, prompts: str) -> None:
    """The same arithmetic as for our own: so many times the plain speed, and what share of guesses it needs."""
    table = stage()
    with started(fake_llama(**FAST), *PLAIN) as a, started(fake_llama(**FAST), *DRAFT) as b:
        table.service.compare_addresses(Address(url=a), Address(url=b), 1.0, True, prompts)
        result = table.wait(CompareDone).result
        table.service.watch_server(b)
        told = table.wait(AttachedSpeed)
        table.ask(limit=64)
        message = table.all(ReplyDone)[-1].message
    replies = Replies()
    replies.watches = True
    replies.set_attached(told)
    replies.begin(1)
    replies.add(1, message.samples[-1])
    replies.end(1, message.samples)
    verdict = replies.verdict()
    assert verdict is not None
    assert result.speedup is not None
    assert verdict.kind == "worth"
    assert verdict.speedup == pytest.approx(result.speedup.estimate, rel=0.35)
    assert verdict.needed == pytest.approx(result.h, abs=0.01)
    assert replies.ledger().replies == 1


def test_the_key_is_of_address_model_and_build_and_not_of_a_secret() -> None:
    key = address_key("http://10.0.0.7:8000", "m", "1")
    assert address_key("http://u:pw@10.0.0.7:8000/v1?token=x", "m", "1") == key
    assert address_key("10.0.0.7:8000/", "m", "1") == key
    assert address_key("http://LOCALHOST:8000", "m", "1") == address_key("http://127.0.0.1:8000", "m", "1")
    others = [
        address_key("http://10.0.0.8:8000", "m", "1"), address_key("http://10.0.0.7:8001", "m", "1"),
        address_key("http://10.0.0.7:8000", "n", "1"), address_key("http://10.0.0.7:8000", "m", "2"),
        address_key("http://10.0.0.7:8000", "m", None), address_key("http://10.0.0.7:8000", "m", "1", "x"),
    ]  # fmt: skip
    assert len({key, *others}) == 7
    assert "10.0.0" not in key
