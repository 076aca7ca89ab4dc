"""What is said to be left counts every part; what is measured again has the reply limit of what it repeats."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import cast

import msgspec
import pytest
from captured_results import FASTER
from simulated_pairs import FULL, ORDINARY

from specdesk.chat.compare_prompts import own_prompts
from specdesk.chat.history import FILE_NAME, History
from specdesk.measure.card import CardFacts, card_of
from specdesk.measure.protocol import MAX_CAP, Pace, is_least, schedule
from specdesk.records.plan import LaunchPlan
from specdesk.service.compare_cards import card_order
from specdesk.service.compare_record import CompareRecord
from specdesk.service.compare_session import CompareMoment, CompareOrder, Comparing, later_s, order_again
from specdesk.service.compare_store import CompareSetup, CompareStore
from specdesk.service.compare_whole import _later, whole_s
from specdesk.service.crowd_run import BUDGET_S
from specdesk.service.measuring_run import MeasuringRun

PLAN = LaunchPlan(target="/m/t.gguf", draft="/m/d.gguf", methods=("draft-simple",), draft_max=4)
PLAIN = LaunchPlan(target="/m/t.gguf")
SETUP = CompareSetup(plans=(PLAIN, PLAN), engine="/e", build="b1", minutes=6.0)
ORDER = CompareOrder(plan=PLAN, prompts=own_prompts(), pace=ORDINARY)


@pytest.mark.parametrize(
    ("wanted", "parts", "crowd_s"),
    [({}, 1, 0.0), ({"second_temperature": 0.7}, 2, 0.0), ({"second_temperature": 0.0}, 1, 0.0),
     ({"second_temperature": 0.7, "crowd": True}, 2, BUDGET_S)],
)  # fmt: skip
def test_all_parts_are_in_the_time_left(wanted: dict[str, object], parts: int, crowd_s: float, tmp_path: Path) -> None:
    order = msgspec.structs.replace(ORDER, **wanted)
    planned = order.schedule(ORDINARY)
    assert later_s(_later(order), planned) == pytest.approx((parts - 1) * planned.seconds + crowd_s)
    assert planned.seconds + later_s(_later(order), planned) == pytest.approx(whole_s(order))
    history = History(tmp_path / FILE_NAME)
    stored = CompareStore(history).begin(
        CompareSetup(plans=(PLAIN, PLAN), engine="/e", build="b1", minutes=6.0), planned
    )
    told: list[CompareMoment] = []

    class Idle:
        running = None
        others_now = ""

        def rest_s(self, asking_s: float) -> float:
            return asking_s

    record = CompareRecord(CompareStore(history), stored, pytest.fail)
    comparing = Comparing(
        record, told.append, lambda step: cast(MeasuringRun, Idle()), lambda planned: later_s(_later(order), planned)
    )
    comparing._step("Asking")
    assert told[0].seconds_left == pytest.approx(whole_s(order), rel=0.05)
    asyncio.run(record.change(ended="cancelled"))
    history.close()


def test_only_the_shortest_compare_is_the_least() -> None:
    assert is_least(schedule(own_prompts(), 120.0, Pace(rate=1.0)))
    assert not is_least(schedule(own_prompts(), 120.0, Pace(rate=50.0)))
    assert not is_least(FULL)


def test_a_card_and_a_re_check_repeat_the_reply_limit(tmp_path: Path) -> None:
    plans = (msgspec.to_builtins(PLAIN), msgspec.to_builtins(PLAN))
    facts = CardFacts(date="2026-05-12", plans=plans, prompts=tuple(prompt.id for prompt in own_prompts()[:12]))
    card = card_of(msgspec.structs.replace(FASTER, cap=77), facts, ())
    order = card_order(card, lambda name: f"/m/{name}").order
    assert order.schedule(Pace(rate=1000.0)).cap == 77
    endless = card_order(msgspec.structs.replace(card, cap=10**9), lambda name: f"/m/{name}").order
    assert endless.schedule(Pace(rate=1000.0)).cap == MAX_CAP
    history = History(tmp_path / FILE_NAME)
    stored = CompareStore(history).begin(SETUP, FULL)
    assert order_again(stored, None).schedule(Pace(rate=9.0)).cap == FULL.cap
    history.close()
