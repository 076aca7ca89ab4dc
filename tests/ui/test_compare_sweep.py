"""A sweep in the window: asked for, watched, called off; the best setting applied and saved under a name."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from compare_page_stage import MADE, PAIR, PLAN, buttons, page, shown
from pytestqt.qtbot import QtBot
from sweep_page_stage import BEST, found
from window_stage import DRAFT, TARGET, Stage

from specdesk.engines.engine_info import EngineInfo
from specdesk.measure.sweep import PLAIN, Setting
from specdesk.profiles import SavedProfile
from specdesk.records.plan import LaunchPlan
from specdesk.service.events import LibraryRow, Problem, ResultsKnown, SweepDone, SweepProgress
from specdesk.service.profile_events import ProfileSaved, ProfilesKnown
from specdesk.service.sweep_store import UnfinishedSweep
from specdesk.settings import Settings, TargetMemory
from specdesk.ui.compare import sweep_words
from specdesk.ui.compare.start import Sweepable, Wish
from specdesk.ui.wiring.compare_applied import with_setting

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # raising, offscreen


def test_settings_in_words() -> None:
    assert sweep_words.setting_words(BEST) == "length 5, p-min 0.6"
    assert sweep_words.setting_words(PLAIN) == "no guessing"
    assert sweep_words.setting_words(Setting(values=(("methods", "ngram-mod"), ("ngram.mod_max", 32)))) == (
        "ngram-mod, guesses up to 32"
    )
    result = found()
    assert [row.name for row in sweep_words.rows_of(result)] == [
        "length 5, p-min 0.6", "length 4, p-min 0.6 (now)", "length 1, p-min 0.6 (given up)",
    ]  # fmt: skip
    assert sweep_words.headline(result) == "Best: length 5, p-min 0.6. Answers come 2.2 times as fast."
    assert sweep_words.headline(found("off")) == "Turn it off: no setting is faster than none."
    assert sweep_words.headline(found("stay")) == "Stay with what is set now; nothing is surely faster."
    assert sweep_words.basis(found(partial=True)).endswith("It was stopped before its end.")
    assert sweep_words.basis(result).startswith("The best against no guessing, on fresh questions: ")
    few = sweep_words.basis(msgspec.structs.replace(result, fresh=False))
    assert few.startswith("The best against no guessing, on the questions that chose it: ")


def test_from_the_question_to_the_proposal(qtbot: QtBot) -> None:
    made = page()
    made.show_plan(PLAN, "Qwen", made._names, "", Sweepable(possible=True))
    shown(qtbot, made)
    with qtbot.waitSignal(made.sweep_asked) as asked:
        buttons(made)["Find the best setting"].click()
    assert asked.args == [Wish(minutes=10.0)]
    assert made.phase == "sweeping"
    assert list(buttons(made)) == ["Cancel"]
    made.show_sweep(SweepProgress(words="length 5: reply 2 of 6", seconds_left=240.0, result=found()))
    assert made.sweep.step.text() == "length 5: reply 2 of 6"
    assert made.sweep.left.text() == "about 4\u00a0minutes left"
    assert made.sweep.bar.value() == 600
    assert len(made.sweep.rows.rows) == 3
    assert "length 8, p-min 0.6 could not be measured: Not enough memory." in made.sweep.failed.text()
    with qtbot.waitSignal(made.cancel):
        buttons(made)["Cancel"].click()
    made.sweep_done(found())
    assert made.phase == "swept"
    assert list(buttons(made))[:3] == ["Apply best", "Show the measurement", "Back"]
    with qtbot.waitSignal(made.open_result) as opened:
        buttons(made)["Show the measurement"].click()
    assert opened.args == [1]
    buttons(made)["Back"].click()
    assert made.phase == "before"


def test_a_search_that_was_broken_off_can_go_on(qtbot: QtBot) -> None:
    made = page()
    made.show_plan(PLAN, "Qwen", made._names, "", Sweepable(possible=True))
    shown(qtbot, made)
    unfinished = made.start.unfinished
    assert unfinished.isHidden()
    other = UnfinishedSweep(id=7, made=MADE, plan=msgspec.structs.replace(PLAN, target="/other.gguf"), replies=3)
    broken = UnfinishedSweep(id=8, made=MADE, plan=PLAN, replies=23, engine="/e", build="b1", seconds=300.0)
    made.results(ResultsKnown(rows=(), sweeps=(other,)))
    assert unfinished.isHidden(), "of another target"
    for changes in ({"draft": "/other.gguf"}, {"draft": None, "methods": ("ngram-mod",)}):
        made.results(
            ResultsKnown(
                rows=(), sweeps=(msgspec.structs.replace(broken, plan=msgspec.structs.replace(PLAN, **changes)),)
            )
        )
        assert unfinished.isHidden(), changes
    made.results(ResultsKnown(rows=(), sweeps=(other, broken)))
    told = f"A search for the best setting of {PAIR} (12 May 2026) was broken off after 23 answers."
    assert unfinished.words.text() == told
    here = EngineInfo(kind="llama-server", path="/e", usable=True, version="b1")
    for version, offered in (("b2", False), ("b1", True)):
        engine = msgspec.structs.replace(here, version=version)
        made.show_plan(PLAN, "Qwen", made._names, "", Sweepable(possible=True, engine=engine))
        assert unfinished.isHidden() is not offered
    with qtbot.waitSignal(made.sweep_open) as opened:
        buttons(made)["Show what it found"].click()
    with qtbot.waitSignal(made.delete_result) as forgotten:
        buttons(made)["Forget it"].click()
    with qtbot.waitSignal(made.sweep_go_on) as gone_on:
        buttons(made)["Go on"].click()
    assert (opened.args, forgotten.args, gone_on.args, made.phase) == ([8], [8], [8], "sweeping")
    assert made.sweep.left.text() == "about 5\u00a0minutes left", "of ten"


def test_going_on_and_looking_are_asked_of_the_service(staged: Callable[..., Stage]) -> None:
    stage = staged()
    made = stage.controller.compare.page
    made.sweep_go_on.emit(8)
    assert stage.service.last("resume_sweep")[0] == 8
    made.sweep_open.emit(8)
    assert stage.service.last("open_sweep") == (8,)


def test_turn_off_is_proposed_where_nothing_helps(qtbot: QtBot) -> None:
    made = shown(qtbot, page())
    made.sweep.begin("Qwen")
    made.sweep_done(found("off"))
    assert "Apply best" not in buttons(made)
    with qtbot.waitSignal(made.turn_off):
        buttons(made)["Turn off"].click()


@pytest.mark.parametrize("begun", [False, True])
def test_trouble(begun: bool, qtbot: QtBot) -> None:
    made = shown(qtbot, page())
    made.sweep.begin("Qwen")
    made._go("sweeping")
    if begun:
        made.show_sweep(SweepProgress(words="…", seconds_left=1.0, result=found()))
    made.failed()
    assert made.phase == ("sweeping" if begun else "before"), "its end is told by itself once it has begun"


def test_a_single_file_has_the_n_gram_methods_tried(staged: Callable[..., Stage], qtbot: QtBot) -> None:
    stage = staged(Settings(target=TARGET.path, targets={TARGET.path: TargetMemory(method="off")}))
    stage.press("Compare")
    made = stage.controller.compare.page
    qtbot.waitUntil(lambda: not made.start.sweep.isHidden(), timeout=20_000)
    assert made.start.sweep_words.text().startswith("One model file is enough for n-gram look-up")
    stage.press("Try the n-gram methods", made)
    plan, _access, minutes, prompts, from_chat, drafts = stage.service.last("sweep")
    assert (plan.target, plan.speculates, minutes, prompts, drafts) == (TARGET.path, False, 10.0, None, ())
    assert from_chat is False


@pytest.mark.parametrize(("source", "file", "from_chat"), [("chat", None, True), ("file", "/q.txt", False)])
def test_the_questions_that_are_chosen_are_asked(
    source: str, file: str | None, from_chat: bool, staged: Callable[..., Stage]
) -> None:
    stage = staged()
    stage.start(draft_max=4)
    stage.press("Compare")
    made = stage.controller.compare.page
    made.start.source.take(file, from_chat=source == "chat")
    stage.press("Find the best setting", made)
    _plan, _access, _minutes, asked, chat, *_ = stage.service.last("sweep")
    assert (asked, chat) == (file, from_chat)


def test_other_files_of_the_draft_are_tried_where_that_is_wanted(staged: Callable[..., Stage]) -> None:
    smaller = msgspec.structs.replace(DRAFT, path="/models/draft-q4.gguf", quantization="Q4_0", size_mib=300.0)
    stage = staged()
    stage.start(draft_max=4)
    made = stage.controller.compare.page
    assert made.start.quantisations.isHidden(), "there is one file only"
    stage.tell(LibraryRow(scan=0, row=smaller))
    assert made.start.quantisations.text() == "Other files of this draft, too (1)"
    stage.press("Compare")
    made.start.quantisations.click()
    stage.press("Find the best setting", made)
    assert stage.service.last("sweep")[-1] == (smaller.path,)
    tried = Setting(values=(("draft", smaller.path), ("draft_max", 4)))
    assert sweep_words.setting_words(tried) == "draft draft-q4, length 4"


def test_apply_best_is_remembered_saved_and_told(staged: Callable[..., Stage]) -> None:
    stage = staged()
    stage.start(draft_max=4)
    made = stage.controller.compare.page
    stage.tell(SweepProgress(words="length 5", seconds_left=100.0, result=found()), SweepDone(result=found(), words=""))
    assert stage.banners()["swept"].startswith("Best: length 5")
    stage.press("Show", stage.window.notices)
    stage.press("Apply best", made)
    memory = stage.keeper.settings.memory_of(TARGET.path)
    assert (memory.draft_max, memory.p_min) == (5, 0.6)
    assert stage.service.named("start_server"), "it takes effect"
    name, plan = stage.service.last("save_profile")
    assert name.endswith("best setting")
    assert plan.draft_max == 5
    stage.tell(ProfileSaved(name=name, path="/p.json"))
    assert "saved as the profile" in stage.banners()["applied"]


def test_what_was_found_for_another_pair_is_not_set(staged: Callable[..., Stage]) -> None:
    stage = staged()
    stage.start(draft_max=4)
    made = stage.controller.compare.page
    other = LaunchPlan(target=TARGET.path, draft="/models/other.gguf", methods=("draft-simple",))
    stage.tell(SweepDone(result=msgspec.structs.replace(found(), tried=other), words=""))
    before = stage.keeper.settings
    stage.press("Show", stage.window.notices)
    stage.press("Apply best", made)
    assert stage.keeper.settings == before
    assert not stage.service.named("save_profile")
    assert stage.banners()["applied"].endswith("other, which is not what is set now.")


def test_a_profile_to_compare_with(staged: Callable[..., Stage]) -> None:
    stage = staged()
    stage.start(draft_max=4)
    assert stage.service.named("list_profiles") == [()]
    made = stage.controller.compare.page
    assert made.start.more.against_row.isHidden(), "there is none yet"
    other = SavedProfile(path="/p/fast.json", name="Fast", plan=LaunchPlan(target=TARGET.path, methods=("ngram-mod",)))
    stage.tell(ProfilesKnown(profiles=(other,)))
    stage.press("Compare")
    stage.press("More options", made)
    made.start.more.against.setCurrentIndex(1)
    stage.press("Compare", made)
    call = stage.service.calls[-1]
    assert call[0] == "compare"
    assert other.plan in call[1]
    assert ("Fast", "The set-up of now") in call[1]


def test_trouble_of_a_sweep_is_told(staged: Callable[..., Stage]) -> None:
    stage = staged()
    stage.start(draft_max=4)
    stage.press("Compare")
    made = stage.controller.compare.page
    stage.press("Find the best setting", made)
    stage.tell(Problem(topic="compare", what="None of the settings could be measured."))
    assert made.phase == "before"


def test_a_setting_becomes_settings() -> None:
    plain = LaunchPlan(target=TARGET.path, methods=("none",))
    chosen = with_setting(Settings(), plain, [("methods", "ngram-mod"), ("ngram.mod_match", 16), ("ngram.mod_max", 32)])
    memory = chosen.memory_of(TARGET.path)
    assert (memory.method, memory.kind, memory.draft_max) == ("ngram", "ngram-mod", 32)
    assert chosen.plan.ngram.mod_match == 16
    drafted = LaunchPlan(target=TARGET.path, draft=DRAFT.path, methods=("draft-simple",), draft_max=4)
    memory = with_setting(Settings(), drafted, [("draft_max", 2), ("p_min", 0.85)]).memory_of(TARGET.path)
    assert (memory.kind, memory.draft_max, memory.p_min) == ("draft-simple", 2, 0.85)
