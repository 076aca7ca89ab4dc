"""Replies of engines that somebody else started: no baseline of ours measures them, and estimates are named."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from specdesk.chat.conversation import Message, ReplyFooter
from specdesk.chat.reply import footer_words
from specdesk.measure.verdict import Verdict
from specdesk.records.sample import Sample
from specdesk.service.attached_events import AttachedSpeed
from specdesk.service.compare_store import Compared
from specdesk.service.events import BaselineKnown, ReplySample, ReplyStarted, ServerWatched
from specdesk.ui.monitor.panel import MonitorPanel
from specdesk.ui.monitor.replies import Replies
from specdesk.ui.monitor.words import caption, verdict_mark

COUNTED = Sample(
    t=2.0, tokens=101, decode_ms=2000.0, rate=50.0, drafted=160, accepted=60, passes=40, passes_derived=True
)
ESTIMATED = Sample(
    t=2.0, tokens=101, decode_ms=2000.0, rate=50.0, passes=40, passes_derived=True,
    estimated=("decode_ms", "rate", "passes"),
)  # fmt: skip


def replies(*, foreign: bool, sample: Sample = COUNTED) -> Replies:
    """After one reply, with a plain speed known for the set-up on screen."""
    made = Replies()
    made.set_baseline(BaselineKnown(key="k", rate=25.0, made=None))
    made.watches = foreign
    made.begin(1)
    made.add(1, sample)
    made.end(1)
    return made


def verdict_of(made: Replies) -> Verdict:
    """There is one."""
    found = made.verdict()
    assert found is not None
    return found


def test_our_baseline_judges_our_replies_only() -> None:
    assert verdict_of(replies(foreign=False)).speedup == pytest.approx(2.0, rel=0.01)
    other = verdict_of(replies(foreign=True))
    assert (other.kind, other.speedup, other.needed) == ("unmeasured", None, None)
    assert replies(foreign=True).plain_rate is None


def test_a_baseline_that_comes_late_does_not_judge_it_either() -> None:
    made = replies(foreign=True)
    made.set_baseline(BaselineKnown(key="k", rate=25.0, made=None, h=0.1))
    assert verdict_of(made).kind == "unmeasured"


def test_the_words_give_a_band_and_no_threshold() -> None:
    mark = verdict_mark(verdict_of(replies(foreign=True)), foreign=True)
    assert mark.words == "Break-even not measured for this engine; on others it was from 9 to 53 %."
    assert "Measure the plain speed once" in verdict_mark(Verdict(kind="unmeasured", words="Unknown.")).words


def test_a_compare_of_addresses_judges_it() -> None:
    """Also the reply on screen; that of the next engine is not judged by it."""
    found = Compared(compare=3, made=0.0, plain=20.0, rate=50.0, h=0.1, extra_first_ms=80.0)
    made = replies(foreign=True)
    assert (made.attached, made.plain) == (None, None)
    made.set_attached(AttachedSpeed(key="a", compared=found, made="2026-11-30T08:00+00:00"))
    other = verdict_of(made)
    assert other.speedup == pytest.approx(2.5, rel=0.01)
    assert other.kind == "worth"
    assert (other.used, other.needed) == (pytest.approx(0.375), pytest.approx(0.1))
    assert "Worth it: 38 % used, you need 10 %." in verdict_mark(other, foreign=True).words
    assert made.baseline is not None
    assert made.baseline.rate == 25.0, "ours stays what it was"
    made.begin(2)
    made.add(2, COUNTED)
    made.end(2)
    assert made.ledger().replies == 1
    assert made.ledger().seconds == pytest.approx(100 / 20.0 - 2.0 - 0.08, abs=0.01)
    assert made.counts_first_word
    made.set_attached(None)
    made.begin(3)
    made.add(3, COUNTED)
    assert verdict_of(made).kind == "unmeasured"


def test_the_panel_holds_our_own_check_apart(qtbot: QtBot) -> None:
    made = MonitorPanel()
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    made.set_baseline(BaselineKnown(key="k", rate=25.0, made=None))
    made.set_watched(ServerWatched(url="http://127.0.0.1:8000", words="m at http://127.0.0.1:8000"))
    found = Compared(compare=3, made=0.0, plain=20.0, rate=50.0, h=0.1)
    made.set_attached_speed(AttachedSpeed(key="a", compared=found))
    made.reply_started(ReplyStarted(reply=1, chat=1, message=2))
    made.add_sample(ReplySample(reply=1, sample=COUNTED))
    made.flush()
    assert made.headline() == "50 tokens/s · 2.5x plain"
    assert "Worth it: 38 % used, you need 10 %." in made.summary.verdict.words.text()
    assert made.summary.verdict.off_button.isHidden()
    assert made.check.words.text() == "Plain speed 25 tokens/s."
    assert "the address without guesses" in " ".join(made.summary.ratio.toolTip().split())
    made.set_watched(ServerWatched(url=None, words="It is no longer watched."))
    made.reply_started(ReplyStarted(reply=2, chat=1, message=4))
    made.add_sample(ReplySample(reply=2, sample=COUNTED))
    made.flush()
    assert made.headline() == "50 tokens/s · 2.0x plain"
    assert "on this computer" in " ".join(made.summary.ratio.toolTip().split())


def test_the_next_reply_of_our_own_is_judged_again() -> None:
    made = replies(foreign=True)
    made.watches = False
    made.begin(2)
    made.add(2, COUNTED)
    assert not made.is_foreign
    assert verdict_of(made).speedup is not None


def test_estimates_are_named_in_the_caption_and_below_the_reply() -> None:
    words = caption(replies(foreign=True, sample=ESTIMATED))
    assert "about 2.5 per step, by arrival times" in words
    assert "speed by this computer's clock" in words
    assert "arrival" not in caption(replies(foreign=False))
    footer = ReplyFooter(
        rate=50.0, tokens=101, tokens_per_pass=ESTIMATED.tokens_per_pass, estimated=ESTIMATED.estimated
    )
    message = Message(id=1, role="assistant", text="x", footer=footer)
    assert message.footer is not None
    assert footer_words(message.footer) == (
        "50 tokens/s by this computer's clock · 101 tokens · about 2.5 per step, estimated from arrival times"
    )
