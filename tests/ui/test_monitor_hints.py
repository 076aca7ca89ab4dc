"""Hints while chatting: one quiet line with its number and one thing to do, each cause once per chat; the ledger."""

from __future__ import annotations

import msgspec
import pytest
from monitor_stage import MEASURED, PLAN, READY, baseline, facts, generated, shown
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from window_stage import DRAFT, TARGET, Stage

from specdesk.chat.conversation import Message
from specdesk.measure.hints import ledger_of
from specdesk.records.fit import ModelParts
from specdesk.records.plan import Sampling
from specdesk.records.sample import Sample
from specdesk.service.compare_store import Compared
from specdesk.service.events import BaselineKnown, ReplyDone, ReplyFailed, ReplySample, ReplyStarted
from specdesk.ui.monitor import MonitorPanel
from specdesk.ui.monitor.replies import Replies
from specdesk.ui.monitor.words import NOTHING

COMPARED = Compared(
    compare=3, made=1.0, plain=18.4, rate=31.0, h=0.34, extra_first_ms=120.0, break_even_tokens=40
)  # fmt: skip


def known(compared: Compared | None = COMPARED) -> BaselineKnown:
    return msgspec.structs.replace(baseline(18.4), compared=compared, plan=PLAN, h=0.34)


def reply(used: float, tokens: int = 200, length: int = 4) -> Sample:
    """A reply that used this share of its guesses, at 18.4 passes per second and a third of one per guess."""
    passes = max(1, round((tokens - 1) / (1 + length * used)))
    drafted = length * passes
    decode_ms = 1000.0 * (passes + 0.34 * drafted) / 18.4
    return Sample(
        t=1000.0, tokens=tokens, decode_ms=decode_ms, rate=1000.0 * tokens / decode_ms, drafted=drafted,
        accepted=tokens - 1 - passes, passes=passes, passes_derived=True,
    )  # fmt: skip


def of_replies(*samples: Sample, chat: int = 1, temperature: float | None = 0.7, first: int = 1) -> list[object]:
    """What the service tells about these replies of one chat."""
    told: list[object] = []
    for number, sample in enumerate(samples, first):
        message = Message(id=number, role="assistant", text="Words.", samples=(sample,))
        told += [
            ReplyStarted(reply=number, chat=chat, message=number, sampling=Sampling(temperature=temperature)),
            ReplySample(reply=number, sample=sample),
            ReplyDone(reply=number, message=message, words="", stopped=False),
        ]
    return told


def tell(panel: MonitorPanel, *events: object) -> MonitorPanel:
    for event in events:
        how = {ReplyStarted: panel.reply_started, ReplySample: panel.add_sample, ReplyDone: panel.reply_done}
        how[type(event)](event)  # type: ignore[operator]
    panel.flush()
    return panel


def panel_of(qtbot: QtBot, *samples: Sample, **how: object) -> MonitorPanel:
    made = MonitorPanel()
    made.set_state(READY)
    made.set_facts(facts())
    made.set_baseline(known())
    return tell(shown(qtbot, made), *of_replies(*samples, **how))


def test_a_draft_that_costs_speed_for_long_is_told_once_with_its_number(qtbot: QtBot) -> None:
    panel = panel_of(qtbot, *[reply(0.18)] * 3)
    hint = panel.summary.hint
    assert hint.isVisible()
    assert hint.words.text() == "Not this answer alone: 18 % were used over the last 3 answers."
    assert panel.summary.verdict.words.text() == "Costs speed: 18 % used, you need 34 %."
    assert not hint.button.isVisible(), "the verdict above has the button"
    with qtbot.waitSignal(panel.turn_off):
        panel.summary.verdict.off_button.click()
    hint.cross.click()
    assert not hint.isVisible()
    tell(panel, *of_replies(reply(0.18), reply(0.18), first=4))
    assert not hint.isVisible(), "once per chat"
    tell(panel, *of_replies(reply(0.18), chat=2, first=6))
    assert not hint.isVisible(), "its text may be another"
    tell(panel, *of_replies(reply(0.18), reply(0.18), chat=2, first=7))
    assert hint.isVisible(), "another chat"
    tell(panel, *of_replies(*[reply(0.9)] * 9, chat=2, first=9))
    assert not hint.isVisible(), "it holds no more"
    tell(panel, *of_replies(*[reply(0.18)] * 3, chat=1, first=18))
    assert not hint.isVisible(), "closed in this chat, whatever was asked in another one meanwhile"


def test_answers_that_were_stopped_or_failed_are_not_short_ones(qtbot: QtBot) -> None:
    for ending in ("whole", "stopped", "failed"):
        panel = panel_of(qtbot)
        for event in of_replies(*[reply(0.9, tokens=12)] * 8):
            if isinstance(event, ReplyDone) and ending == "failed":
                failed = ReplyFailed(reply=event.reply, message=event.message, what="Broken off.", why="", next_step="")
                panel.reply_done(failed)
            elif isinstance(event, ReplyDone):
                panel.reply_done(msgspec.structs.replace(event, stopped=ending == "stopped"))
            else:
                tell(panel, event)
        hint = panel.replies.hints.current
        assert (None if hint is None else hint.kind) == ("short-replies" if ending == "whole" else None), ending


def test_the_whole_sentence_stands_where_the_last_answer_says_otherwise(qtbot: QtBot) -> None:
    panel = panel_of(qtbot, *[reply(0.1)] * 4, reply(0.36, tokens=60))
    assert not panel.summary.verdict.off_button.isVisible()
    hint = panel.summary.hint
    assert hint.words.text().startswith("The draft costs speed: 1")
    assert hint.button.text() == "Turn off"


def test_a_reply_that_pays_says_nothing(qtbot: QtBot) -> None:
    assert not panel_of(qtbot, *[reply(0.62)] * 6).summary.hint.isVisible()
    assert not panel_of(qtbot, *[reply(0.18)] * 2).summary.hint.isVisible(), "not sure yet"


def test_a_temperature_that_hurts_can_be_set_back(qtbot: QtBot) -> None:
    panel = panel_of(qtbot, *[reply(0.7)] * 3, temperature=0.2)
    tell(panel, *of_replies(*[reply(0.2)] * 3, temperature=1.0, first=4))
    hint = panel.summary.hint
    assert hint.words.text() == ("Temperature is what hurts: at 1, 20 % of the guesses are used; at 0.2 it was 71 %.")
    assert hint.button.text() == "Set temperature to 0.2"
    with qtbot.waitSignal(panel.cooler) as asked:
        hint.button.click()
    assert asked.args == [0.2]


def test_short_answers_are_told_where_the_draft_pays_later(qtbot: QtBot) -> None:
    panel = panel_of(qtbot, *[reply(0.7, tokens=18)] * 5)
    hint = panel.summary.hint
    assert hint.words.text() == "Your answers are short (18 tokens); the draft pays from 40 tokens on."
    assert hint.button.text() == "Turn off"
    with qtbot.waitSignal(panel.turn_off):
        hint.button.click()


def test_a_draft_on_the_processor_is_told_by_what_the_engine_has_allocated(qtbot: QtBot) -> None:
    panel = panel_of(qtbot, reply(0.62))
    assert not panel.summary.hint.isVisible()
    gpu = msgspec.structs.replace(MEASURED.devices[0], draft=None)
    host = msgspec.structs.replace(MEASURED.host, draft=ModelParts(weights=700.0))
    panel.set_facts(facts(measured=msgspec.structs.replace(MEASURED, devices=(gpu,), host=host)))
    tell(panel, *of_replies(reply(0.62), first=2))
    hint = panel.summary.hint
    assert hint.words.text() == (
        "The draft runs on the processor while the target is on the graphics card: each guess costs 34 % of a step. "
        "Moving it there makes guesses cheaper."
    )
    with qtbot.waitSignal(panel.move_draft):
        hint.button.click()


def test_the_line_goes_when_another_set_up_runs_and_never_takes_the_focus_away(qtbot: QtBot) -> None:
    panel = panel_of(qtbot, *[reply(0.18)] * 3)
    hint = panel.summary.hint
    assert hint.isVisible()
    panel.set_facts(facts(plan=msgspec.structs.replace(PLAN, draft_max=2), run=2))
    panel.flush()
    QTest.qWait(1)
    assert not hint.isVisible()
    assert panel.summary.number.text() != NOTHING


# ---- the ledger ----


def test_the_ledger_counts_later_first_words_where_a_compare_has_measured_them() -> None:
    replies = Replies()
    replies.facts = facts()
    replies.set_baseline(known(None))
    stored = [generated(seed=seed)[-1] for seed in range(4)]
    for number, sample in enumerate(stored, 1):
        replies.begin(number)
        replies.add(number, sample)
        replies.end(number)
    assert replies.ledger() == ledger_of(stored, 18.4)
    assert not replies.counts_first_word
    replies.set_baseline(known())
    assert replies.ledger() == ledger_of(stored, 18.4, 120.0), "recomputed from the stored samples"
    assert replies.ledger().microseconds == ledger_of(stored, 18.4).microseconds - 4 * 120_000
    assert replies.counts_first_word


def test_a_first_word_that_the_newest_compare_does_not_tell_is_charged_no_longer() -> None:
    replies = Replies()
    replies.facts = facts()
    replies.set_baseline(known())
    sample = generated()[-1]
    replies.begin(1)
    replies.add(1, sample)
    replies.end(1)
    assert replies.ledger() == ledger_of([sample], 18.4, 120.0)
    replies.set_baseline(known(msgspec.structs.replace(COMPARED, compare=4, extra_first_ms=None)))
    assert replies.ledger() == ledger_of([sample], 18.4)
    assert not replies.counts_first_word


def test_the_first_word_of_another_set_up_is_not_charged() -> None:
    replies = Replies()
    replies.facts = facts()
    replies.set_baseline(known(None))
    sample = generated()[-1]
    replies.begin(1)
    replies.add(1, sample)
    replies.end(1)
    longer = msgspec.structs.replace(PLAN, draft_max=8)
    replies.set_baseline(msgspec.structs.replace(known(), plan=longer))
    assert replies.ledger() == ledger_of([sample], 18.4)


def test_a_short_answer_can_lose_by_its_first_word_alone(qtbot: QtBot) -> None:
    panel = panel_of(qtbot, reply(0.9, tokens=5))
    assert panel.summary.ledger.text().startswith("Guessing has cost less than 0.1 s in 1 answer.")
    assert panel.summary.ledger.toolTip() == "By the engine's own times, with the first words that come later."


# ---- in the window ----


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_what_a_hint_proposes_is_done(staged: object, qtbot: QtBot) -> None:
    stage: Stage = staged()  # type: ignore[operator]
    stage.controller.monitor.make()
    panel = stage.controller.monitor.panel
    assert panel is not None
    stage.controller.setup.choose_draft(DRAFT.path)
    stage.start()
    panel.cooler.emit(0.2)
    assert stage.keeper.settings.sampling.temperature == 0.2
    assert stage.window.chat.composer.temperature.value() == 0.2
    starts = len(stage.service.named("start_server"))
    panel.move_draft.emit()
    own = stage.keeper.settings.memory_of(TARGET.path).plan
    assert own is not None
    assert (own.draft_place.layers, own.draft_place.device) == ("all", None)
    begun = stage.service.named("start_server")
    assert len(begun) == starts + 1
    assert begun[-1][0].draft_place.layers == "all"
