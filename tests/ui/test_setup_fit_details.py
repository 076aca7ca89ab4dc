"""The memory dialog: every change with its gain and one button, contexts, drafts, quantisations, who uses the rest."""

from __future__ import annotations

import msgspec
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from setup_parts import DRAFT, TARGET, gpu_fit

from specdesk.memory.advice import Remedy
from specdesk.memory.choices import Quantization, Quantizations
from specdesk.memory.measured import Difference
from specdesk.records.memory_use import MemoryUser, MemoryUsers
from specdesk.records.plan import LaunchPlan
from specdesk.service.events import FitReady
from specdesk.service.memory_events import ContextChoice, DraftChoice, MemoryChoices
from specdesk.ui.setup.fit_details import MemoryDialog
from specdesk.ui.setup.fit_offers import Offers

SMALLER, LONGER = LaunchPlan(target=TARGET.path, context=4096), LaunchPlan(target=TARGET.path, context=65536)
HELPS = (
    Remedy(plan=SMALLER, gain_mib=2150.0, words="smaller cache", costs="answers may be a little less exact"),
    Remedy(plan=LONGER, gain_mib=700.0, words="12k context", costs="conversations must be shorter"),
)
CONTEXTS = (
    ContextChoice(cache="f16", tokens=None),
    ContextChoice(cache="q8_0", tokens=65536, plan=LONGER),
)
DRAFT_CHOICE = DraftChoice(path=DRAFT.path, name=DRAFT.name, size_mib=390.0, plan=SMALLER)
FILES = Quantizations(
    name="Qwen2.5 32B", best_alone=None, best_with_draft=None,
    words="With this draft only Q3_K_M fits, without it Q4_K_M.",
    files=(
        Quantization(path=TARGET.path, label="Q4_K_M", size_mib=19000.0, alone="tight", with_draft="no"),
        Quantization(path="/models/q3.gguf", label="Q3_K_M", size_mib=15000.0, alone="fits", with_draft="fits"),
        Quantization(path="/models/half.gguf", label="Q2_K", size_mib=None, problem="The file is cut short."),
    ),
)  # fmt: skip
CHOICES = MemoryChoices(
    request=1, plan=SMALLER, remedies=HELPS, contexts=CONTEXTS, draft=DRAFT_CHOICE, quantizations=FILES
)  # fmt: skip


@pytest.fixture
def dialog(qtbot: QtBot) -> MemoryDialog:
    made = MemoryDialog()
    qtbot.addWidget(made)
    made.show()
    return made


def press(qtbot: QtBot, offers: Offers, row: int) -> None:
    qtbot.mouseClick(offers.buttons[row], Qt.MouseButton.LeftButton)


def test_each_change_has_its_gain_its_price_and_one_button(qtbot: QtBot, dialog: MemoryDialog) -> None:
    dialog.set_choices(CHOICES, TARGET.path, None)
    assert dialog.helps.texts() == [
        "Smaller cache", "Answers may be a little less exact.", "saves 2.1 GiB", "12k context",
        "Conversations must be shorter.", "saves 0.7 GiB",
    ]  # fmt: skip
    assert dialog.helps.buttons[1].accessibleName() == "Apply: 12k context"
    with qtbot.waitSignal(dialog.take_over) as caught:
        press(qtbot, dialog.helps, 1)
    assert caught.args == [LONGER]


def test_the_largest_context_per_cache_type(qtbot: QtBot, dialog: MemoryDialog) -> None:
    dialog.set_choices(CHOICES, TARGET.path, None)
    assert dialog.contexts.texts() == [
        "Cache type f16", "The engine's own, exact", "none fits", "Cache type q8_0",
        "Half the size, hardly a difference", "65,536 tokens",
    ]  # fmt: skip
    assert len(dialog.contexts.buttons) == 1
    dialog.set_choices(msgspec.structs.replace(CHOICES, plan=LONGER), TARGET.path, None)
    assert dialog.contexts.buttons == []
    dialog.set_choices(CHOICES, TARGET.path, None)
    with qtbot.waitSignal(dialog.take_over) as caught:
        press(qtbot, dialog.contexts, 0)
    assert caught.args == [LONGER]


def test_the_largest_draft(qtbot: QtBot, dialog: MemoryDialog) -> None:
    dialog.set_choices(CHOICES, TARGET.path, None)
    with qtbot.waitSignal(dialog.choose_draft) as caught:
        press(qtbot, dialog.draft, 0)
    assert caught.args == [DRAFT.path]
    dialog.set_choices(CHOICES, TARGET.path, DRAFT.path)
    assert dialog.draft.texts() == [DRAFT.name, "In use.", "0.4 GiB"]
    assert dialog.draft.buttons == []
    none = MemoryChoices(request=1, plan=SMALLER, remedies=(), contexts=())
    dialog.set_choices(none, TARGET.path, None)
    assert dialog.draft.sentence.text() == "None of your files that match the target as a draft fits beside it."
    assert dialog.helps.sentence.text() == "No simple change would free much memory."
    assert dialog.quantizations.isHidden()


def test_quantisations_with_the_true_price_of_a_draft(qtbot: QtBot, dialog: MemoryDialog) -> None:
    dialog.set_choices(CHOICES, TARGET.path, None)
    assert dialog.quantizations.sentence.text() == "With this draft only Q3_K_M fits, without it Q4_K_M."
    assert dialog.quantizations.texts() == [
        "Q4_K_M (in use)", "Alone: tight, with this draft: too big", "18.6 GiB",
        "Q3_K_M", "Alone: fits, with this draft: fits", "14.6 GiB", "Q2_K", "The file is cut short.",
    ]  # fmt: skip
    with qtbot.waitSignal(dialog.choose_target) as caught:
        press(qtbot, dialog.quantizations, 0)
    assert caught.args == ["/models/q3.gguf"]
    assert len(dialog.quantizations.buttons) == 1


def test_who_uses_memory_and_who_can_be_asked(qtbot: QtBot, dialog: MemoryDialog) -> None:
    users = (
        MemoryUser(name="ollama", place="RTX 3090", mib=5000.0, pids=(3,), asks="ollama"),
        MemoryUser(name="game", place="RTX 3090", mib=None, pids=(4, 5)),
        MemoryUser(name="SpecDesk and its server", place="RAM", mib=900.0, ours=True, pids=(1,)),
    )
    dialog.set_users(MemoryUsers(users=users, notes=("The driver does not count.",)))
    assert dialog.users.sentence.text() == "The driver does not count."
    assert dialog.users.texts() == [
        "ollama", "RTX 3090", "4.9 GiB", "game", "RTX 3090, 2 processes", "not told", "SpecDesk and its server", "RAM",
        "0.9 GiB",
    ]  # fmt: skip
    assert [button.text() for button in dialog.users.buttons] == ["Ask Ollama to unload"]
    with qtbot.waitSignal(dialog.unload) as caught:
        press(qtbot, dialog.users, 0)
    assert caught.args == ["ollama"]
    dialog.set_told("Ollama unloaded qwen3:8b. 4.9 GiB came free.")
    assert dialog.told.text().startswith("Ollama unloaded")
    dialog.set_users(MemoryUsers(users=()))
    assert dialog.users.sentence.text() == "No program uses much."


def test_the_reserve_can_be_set(qtbot: QtBot, dialog: MemoryDialog) -> None:
    dialog.set_reserve(2048)
    assert dialog.reserve.value() == 2048
    with qtbot.waitSignal(dialog.reserve_changed) as caught:
        qtbot.keyClick(dialog.reserve.box, Qt.Key.Key_Up)
    assert caught.args == [2304]


def test_the_verdict_and_the_notes_of_the_fit(dialog: MemoryDialog) -> None:
    fit = gpu_fit(notes=("300 MiB per GPU are assumed.", "The devices differ in size."))
    dialog.set_fit(FitReady(request=1, fit=fit, words="Fits. (estimate)"))
    assert dialog.verdict.text() == "Fits.\u00a0(estimate)"
    assert dialog.notes.texts() == ["300 MiB per GPU are assumed.", "The devices differ in size."]
    assert dialog.helps.title.text() == "What would free memory"
    dialog.set_fit(FitReady(request=1, fit=gpu_fit(verdict="tight"), words="Tight."))
    assert dialog.helps.title.text() == "What would help"
    dialog.set_fit(FitReady(request=2, fit=None, words="", problem="The file is gone."))
    assert dialog.verdict.text() == "The file is gone."
    assert dialog.notes.isHidden()


def test_what_was_predicted_beside_what_was_measured(dialog: MemoryDialog) -> None:
    rows = (
        Difference(place="CUDA0", name="RTX 3090", part="the target's cache", predicted=2048.0, measured=2048.0),
        Difference(place="CUDA0", name="RTX 3090", part="the engine's own use", predicted=300.0, measured=452.4),
    )
    dialog.set_fit(FitReady(request=1, fit=gpu_fit(), words="Fits. (measured)", differences=rows))
    assert dialog.measured.sentence.text() == (
        "RTX 3090 holds 0.1 GiB more than predicted, mostly the engine's own use."
    )
    assert dialog.measured.texts() == [
        "Target's cache", "RTX 3090", "2,048 → 2,048 MiB", "Engine's own use", "RTX 3090", "300 → 452 MiB",
    ]  # fmt: skip
    dialog.set_fit(FitReady(request=2, fit=gpu_fit(), words="Fits. (estimate)"))
    assert dialog.measured.isHidden()


def test_it_says_that_it_works(dialog: MemoryDialog) -> None:
    dialog.set_choices(None, TARGET.path, None)
    assert dialog.helps.sentence.text() == "Working out what else fits…"


def test_it_stays_inside_the_screen(dialog: MemoryDialog) -> None:
    dialog.set_choices(CHOICES, TARGET.path, None)
    room = dialog.screen().availableGeometry()
    room.setHeight(420)
    dialog.fit_into(room)
    assert dialog.height() <= 420
    assert dialog.scroll.verticalScrollBar().maximum() > 0
