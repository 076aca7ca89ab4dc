"""Whoever chats while something is measured is answered by an arm: its answers are not what the user's draft saves."""

from __future__ import annotations

import msgspec
import pytest
from monitor_stage import PLAN, baseline, facts, generated

from specdesk.measure.baseline import plain_plan
from specdesk.measure.hints import ledger_of
from specdesk.records.plan import LaunchPlan
from specdesk.service.events import ServerFacts
from specdesk.ui.monitor.replies import Replies
from specdesk.ui.monitor.words import caption, headline

SAMPLES = [generated(seed=seed)[-1] for seed in range(6)]
LONGER = msgspec.structs.replace(PLAN, draft_max=16)
NO_GUESS = msgspec.structs.replace(PLAN, synth_rates=("0", "0", "0", "0"))


def arm(plan: LaunchPlan, run: int) -> ServerFacts:
    """A server that is up only to be measured."""
    return msgspec.structs.replace(facts(plan=plan, run=run), arm=True)


def ask(replies: Replies, number: int) -> None:
    replies.begin(number)
    replies.add(number, SAMPLES[number])
    replies.end(number)


def started() -> Replies:
    """The user's own server has answered once."""
    replies = Replies()
    replies.set_baseline(baseline())
    replies.set_facts(facts(run=1), 0.0)
    ask(replies, 1)
    assert replies.ledger() == ledger_of([SAMPLES[1]], 18.4)
    return replies


@pytest.mark.parametrize("plan", [LONGER, NO_GUESS, plain_plan(PLAN)], ids=["length", "no-guess", "plain"])
def test_the_answer_of_an_arm_counts_for_nothing(plan: LaunchPlan) -> None:
    replies = started()
    cost = replies.cost()
    replies.set_facts(arm(plan, 2), 1.0)
    replies.set_facts(arm(plan, 2), 1.0)  # told once more
    ask(replies, 2)
    replies.set_baseline(baseline(rate=9.0, key="another"))
    assert replies.ledger() == ledger_of([SAMPLES[1]], 18.4)
    assert (replies.verdict(), replies.plain_rate, replies.otherwise(), replies.hints.current) == (None,) * 4
    assert "by the set-up that is measured" in caption(replies)
    assert headline(replies).endswith("tokens/s"), "no ratio"
    replies.set_baseline(baseline())
    replies.set_facts(facts(run=3), 2.0)
    ask(replies, 3)
    assert replies.ledger() == ledger_of([SAMPLES[1], SAMPLES[3]], 18.4)
    assert "measured" not in caption(replies)
    assert cost is None
    costs = replies.cost()
    assert costs is not None
    assert costs.replies == 1, "the answer before those of the arm"


def test_an_arm_that_runs_what_the_user_runs_counts_as_that() -> None:
    replies = started()
    replies.set_facts(arm(PLAN, 2), 1.0)
    ask(replies, 2)
    assert replies.ledger() == ledger_of([SAMPLES[1], SAMPLES[2]], 18.4)
    assert replies.verdict() is not None
    assert "measured" not in caption(replies)


def test_where_the_user_runs_nothing_every_arm_is_one() -> None:
    replies = Replies()
    replies.set_baseline(baseline())
    replies.set_facts(arm(PLAN, 1), 0.0)
    ask(replies, 1)
    assert replies.ledger().replies == 0


def test_the_plain_speed_of_another_target_measures_no_answer() -> None:
    """A restart with another one, and a question in the moment before its plain speed is looked up."""
    replies = started()
    replies.set_baseline(msgspec.structs.replace(baseline(), plan=PLAN))
    other = msgspec.structs.replace(PLAN, target="other.gguf")
    replies.set_facts(facts(plan=other, run=2), 1.0)
    replies.begin(2)
    replies.add(2, SAMPLES[2])
    assert replies.plain_rate is None
    replies.set_baseline(msgspec.structs.replace(baseline(rate=9.0, key="other"), plan=other))
    assert replies.plain_rate == 9.0
    replies.end(2)
    assert replies.ledger().microseconds == (ledger_of([SAMPLES[1]], 18.4) + ledger_of([SAMPLES[2]], 9.0)).microseconds
