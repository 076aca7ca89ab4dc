"""Comparing addresses beside everything else: silent ones, checks, chats, our own server; what is said of the sides."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import attached_servers
import pytest
from attached_servers import FORTY_WORDS as TEXT
from chat.servers import DRAFT, PLAIN, started
from compare_stage import FAST
from service_stage import GREEDY, Stage

from specdesk.chat.attached.engine import Options
from specdesk.chat.client import EngineClient
from specdesk.chat.compare_prompts import ComparePrompt
from specdesk.chat.history import History
from specdesk.chat.trouble import unreachable
from specdesk.engines.lifecycle import Ready
from specdesk.errors import ChatError
from specdesk.records.plan import LaunchPlan
from specdesk.service import address_arms
from specdesk.service.access import Access
from specdesk.service.address_arms import (
    BOTH_SPECULATE,
    NONE_SPECULATES,
    NOT_OURS,
    NOT_TOLD,
    PLAIN_GUESSED,
    Address,
    AddressOrder,
    found,
    without_address,
)
from specdesk.service.address_session import begin_found
from specdesk.service.compare_failure import failing
from specdesk.service.compare_store import CompareStore
from specdesk.service.events import (
    CheckDone,
    CheckProgress,
    CompareDone,
    CompareProgress,
    Event,
    OtherTraffic,
    Problem,
    ReplyDone,
    ReplyStarted,
    ServerWatched,
    StateChanged,
)
from specdesk.service.measuring_run import MeasuringRun

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]
ONE = (ComparePrompt(id="p", kind="k", text="Why?"),)

pytestmark = pytest.mark.usefixtures("attached_fakes_end")


class Silent:
    """Accepts connections and says nothing."""

    def __init__(self, listening: socket.socket) -> None:
        self._listening = listening
        self._heard: list[socket.socket] = []
        self.url = f"http://127.0.0.1:{listening.getsockname()[1]}"

    def asked(self) -> None:
        """Wait until somebody connects."""
        self._heard.append(self._listening.accept()[0])

    def end(self) -> None:
        """Close every connection."""
        for connection in self._heard:
            connection.close()


@pytest.fixture
def silent() -> Iterator[Silent]:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(50)
        listening.settimeout(60.0)
        made = Silent(listening)
        yield made
        made.end()


def compare(table: Stage, a: Address, b: Address, prompts: str) -> None:
    """A quick one."""
    table.service.compare_addresses(a, b, 1.0, True, prompts)


def place(table: Stage, kind: type[Event], when: Callable[[Event], bool] = lambda event: True) -> int:
    """Of the first such event."""
    return next(at for at, event in enumerate(table.events) if isinstance(event, kind) and when(event))


def test_nothing_waits_for_an_address_that_says_nothing(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str, silent: Silent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stop, Cancel and the end of the program."""
    monkeypatch.setattr(address_arms, "PROBE_WHOLE_S", 3600.0)
    monkeypatch.setattr("specdesk.chat.attached.probing.PROBE_S", 3600.0)
    table = stage(engine=fake_llama(**FAST))
    table.start(plan)
    ends = (table.service.stop_server, table.service.cancel_compare)
    for end in ends:
        compare(table, Address(url=silent.url), Address(url=f"{silent.url}/x"), prompts)
        silent.asked()
        silent.asked()
        end()
        assert table.problem("compare").what == "The compare was stopped before it began; nothing was measured."
    compare(table, Address(url=silent.url), Address(url=f"{silent.url}/x"), prompts)
    silent.asked()
    table.close()
    told = [event.what for event in table.all(Problem)]
    assert told == ["The compare was stopped before it began; nothing was measured."] * 3


def test_silence_has_an_end(stage: Stages, prompts: str, silent: Silent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address_arms, "PROBE_WHOLE_S", 0.2)
    table = stage()
    compare(table, Address(url=silent.url), Address(url=f"{silent.url}/x"), prompts)
    assert table.problem("compare").what == f"{silent.url} does not say who it is within 0.2 seconds."


def test_a_check_ends_first_and_our_server_is_back_and_watched(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str
) -> None:
    slow = FAST | {"speed": 300}
    table = stage(engine=fake_llama(**slow))
    table.start(plan)
    with started(fake_llama(**FAST), *PLAIN) as a, started(fake_llama(**FAST), *DRAFT) as b:
        table.service.quick_check(plan, Access())
        table.wait(CheckProgress)
        compare(table, Address(url=a), Address(url=b), prompts)
        done = table.wait(CompareDone)
    assert done.result.verdict == "faster"
    assert [event.words for event in table.all(CheckDone)] == ["The plain check was stopped."]
    states = [event.state for event in table.all(StateChanged)]
    assert isinstance(states[-1], Ready)
    back = place(table, StateChanged, lambda event: getattr(event, "state", None) == states[-1])
    assert place(table, CheckDone) < back < place(table, CompareProgress)
    table.wait(OtherTraffic, lambda event: event.run == states[-1].run_id)


def test_an_answer_that_is_being_written_comes_first(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str
) -> None:
    slow = FAST | {"speed": 60, "acceptance": 0.0, "tokens": 90}
    table = stage(engine=fake_llama(**slow))
    table.start(plan)
    with started(fake_llama(**FAST), *PLAIN) as a, started(fake_llama(**FAST), *DRAFT) as b:
        table.service.send("How are you?", GREEDY, 90)
        table.wait(ReplyStarted)
        compare(table, Address(url=a), Address(url=b), prompts)
        table.wait(CompareProgress, lambda event: event.words == "Waiting for the end of your chat's answer…")
        assert not table.all(ReplyDone)
        done = table.wait(CompareDone)
    assert (done.result.verdict, done.result.partial) == ("faster", False)
    warming = place(table, CompareProgress, lambda event: "reply 1" in getattr(event, "words", ""))
    assert place(table, ReplyDone) < warming


def test_sides_that_are_the_wrong_way_round(stage: Stages, fake_llama: Fakes, prompts: str) -> None:
    table = stage()
    with started(fake_llama(**FAST), *DRAFT) as a, started(fake_llama(**FAST), *PLAIN) as b:
        compare(table, Address(url=a), Address(url=b), prompts)
        problem = table.problem("compare")
    assert (problem.what, problem.next_step) == ("The two addresses are the wrong way round.", "Swap them.")


def test_two_that_speculate(stage: Stages, fake_llama: Fakes, prompts: str) -> None:
    table = stage()
    with started(fake_llama(**FAST), *DRAFT) as a, started(fake_llama(**FAST), *DRAFT) as b:
        compare(table, Address(url=a), Address(url=b), prompts)
        done = table.wait(CompareDone)
    assert BOTH_SPECULATE in done.words
    assert PLAIN_GUESSED not in done.words
    assert done.result.h is None


def test_two_that_do_not(fake_llama: Fakes) -> None:
    async def noted(order: AddressOrder) -> tuple[str, ...]:
        arms = await found(order)
        await arms.close()
        return arms.notes

    with started(fake_llama(**FAST), *PLAIN) as a, started(fake_llama(**FAST), *PLAIN) as b:
        both = AddressOrder(a=Address(url=a), b=Address(url=b), prompts=ONE)
        assert asyncio.run(noted(both)) == (NOT_OURS, NONE_SPECULATES)


def test_guesses_without_a_draft_and_thoughts_that_nobody_forbade(stage: Stages, prompts: str) -> None:
    """LM Studio may be set to guess by itself; a model that thinks says so."""
    stats = {"total_draft_tokens_count": 30, "accepted_draft_tokens_count": 20, "tokens_per_second": 50.0}
    thought = [{"index": 0, "delta": {"reasoning_content": "Hm."}, "finish_reason": "stop"}]
    last = {"stats": stats, "choices": thought, "usage": {"prompt_tokens": 7, "completion_tokens": 40}}
    table = stage()
    with attached_servers.attached("lm-studio", text=TEXT, no_usage=True, details=last) as url:
        compare(table, Address(url=url), Address(url=url, options=Options(draft_model="d")), prompts)
        done = table.wait(CompareDone)
    assert PLAIN_GUESSED in done.words
    assert NOT_TOLD in done.words


def test_a_question_without_a_draft_is_one_without_speculation() -> None:
    async def look(url: str) -> tuple[bool, bool]:
        b = Address(url=url, options=Options(draft_model="d"))
        arms = await found(AddressOrder(a=Address(url=url), b=b, prompts=ONE))
        await arms.close()
        return arms.speculates

    with attached_servers.attached("lm-studio", text=TEXT) as url:
        assert asyncio.run(look(url)) == (False, True)


def test_every_connection_is_closed(monkeypatch: pytest.MonkeyPatch, specdesk_home: Path) -> None:
    """Also where the second cannot be asked, and where it is called off before its first step."""
    made: list[EngineClient] = []
    make = address_arms.client_of

    def kept(*arguments: object) -> EngineClient:
        made.append(make(*arguments))  # type: ignore[arg-type]
        return made[-1]

    async def look(a: Address, b: Address) -> None:
        order = AddressOrder(a=a, b=b, prompts=ONE)
        history = await asyncio.to_thread(History)
        whole = await begin_found(await found(order), CompareStore(history), lambda _moment: None, print)
        await whole.finish()
        await asyncio.to_thread(history.close)

    monkeypatch.setattr(address_arms, "client_of", kept)
    with attached_servers.attached("ollama", state=False) as url:
        with pytest.raises(ChatError, match="has no model"):
            asyncio.run(look(Address(url=url, options=Options(model="m")), Address(url=url)))
        assert [client._http.is_closed for client in made] == [True]
        asyncio.run(look(*(Address(url=url, options=Options(model="m", guesses=count)) for count in (0, 4))))
    assert [client._http.is_closed for client in made] == [True] * 3


def test_what_is_kept_of_an_error_names_no_address() -> None:
    url = "http://user:pw@10.0.0.7:8000"
    assert without_address(str(unreachable(url)), url, "this address").startswith("No engine answers at this address.")
    told = "10.0.0.7:8000 said no (see https://far.example/help, please)."
    assert without_address(told, url, "it") == "it said no (see it, please)."


def test_an_address_has_no_log_to_look_at() -> None:
    run = cast(MeasuringRun, SimpleNamespace(arm="B"))
    for ours, step in ((True, "Look at the log."), (False, "See to that engine, then compare again.")):
        error, failure = failing(run, "It is out of memory.", ours=ours)
        assert (error.why, error.next_step) == ("It is out of memory.", step)
        assert (failure.how, failure.arm) == ("failing", "B")


def test_an_engine_that_is_attached_meanwhile_rests_until_the_end(
    stage: Stages, fake_llama: Fakes, prompts: str
) -> None:
    slow = FAST | {"speed": 400}
    table = stage()
    with started(fake_llama(**slow), *PLAIN) as a, started(fake_llama(**slow), *DRAFT) as b:
        compare(table, Address(url=a), Address(url=b), prompts)
        table.wait(CompareProgress, lambda event: event.done >= 1)
        table.service.watch_server(b)
        table.wait(ServerWatched)
        table.wait(CompareDone)
        table.wait(OtherTraffic)
    last = max(at for at, event in enumerate(table.events) if isinstance(event, CompareProgress))
    assert place(table, ServerWatched) < last < place(table, OtherTraffic)
