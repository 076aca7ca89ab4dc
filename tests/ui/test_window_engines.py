"""The menu's entries for other engines and the guide, in the whole window."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot
from window_stage import DRAFT, TARGET, Stage

from specdesk.chat.attached.engine import Options
from specdesk.chat.attached.identity import Identity, Probed
from specdesk.models.repositories import Repository
from specdesk.records.plan import LaunchPlan
from specdesk.service.attached_events import EngineProbed, RepositoriesRead

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # dialogs on the offscreen platform


@pytest.fixture
def stage(qtbot: QtBot) -> Iterator[Stage]:
    made = Stage()
    qtbot.addWidget(made.window)
    made.begin()
    yield made
    for dialog in (made.controller.engines.attach, made.controller.engines.export, made.controller.engines.guide):
        if dialog is not None:
            dialog.close()
    made.window.closes_now()


def test_attach_goes_through_the_service_with_the_key(stage: Stage) -> None:
    stage.controller.actions["attach"].trigger()
    dialog = stage.controller.engines.attach
    dialog.address.setEditText("127.0.0.1:11434")
    dialog.key.setText("k")
    stage.press("Look", dialog)
    assert stage.service.last("probe_engine") == (1, "127.0.0.1:11434", "k")
    identity = Identity(engine="ollama", url="http://127.0.0.1:11434", model="q", models=("q",))
    stage.tell(EngineProbed(number=1, probed=Probed(identity=identity, where="LOCAL", words="It is Ollama.")))
    assert dialog.words.text() == "It is Ollama."
    stage.press("Attach", dialog)
    assert stage.service.last("watch_server") == ("http://127.0.0.1:11434", "k", Options(model="q"))
    assert not dialog.isVisible()


def test_export_takes_the_set_up_and_asks_the_files_for_their_repositories(stage: Stage) -> None:
    stage.controller.setup.choose_draft(DRAFT.path)
    stage.controller.actions["export"].trigger()
    dialog = stage.controller.engines.export
    assert TARGET.path in dialog.texts.blocks[0].view.toPlainText()
    assert (TARGET.path,) in stage.service.named("read_repositories")
    stage.tell(RepositoriesRead(path=TARGET.path, repositories=(Repository(id="Qwen/Q", key="general.repo_url"),)))
    assert dialog.vllm.repository("target") == "Qwen/Q"


def test_the_guide_opens_from_the_menu_and_from_a_dialog(stage: Stage) -> None:
    stage.controller.actions["guide"].trigger()
    guide = stage.controller.engines.guide
    assert (guide.isVisible(), guide.key()) == (True, "start")
    stage.controller.actions["attach"].trigger()
    stage.press("What works with what", stage.controller.engines.attach)
    assert guide.key() == "other-programs"


@pytest.mark.parametrize(("methods", "page"), [
    (("draft-eagle3",), "eagle3"), (("ngram-mod",), "ngram"), (("draft-simple",), "draft-model"), (("none",), "start"),
])  # fmt: skip
def test_the_guide_explains_the_control_that_has_the_keyboard(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, methods: tuple[str, ...], page: str
) -> None:
    engines = stage.controller.engines
    plan = LaunchPlan(target=TARGET.path, methods=methods)
    monkeypatch.setattr(engines._setup, "plan", lambda: plan)
    stage.controller.setup.method.box.setFocus()
    engines.show_guide()
    assert engines.guide.key() == page


def test_a_server_of_our_own_is_said_to_answer_first(stage: Stage) -> None:
    stage.controller.actions["attach"].trigger()
    dialog = stage.controller.engines.attach
    assert dialog.own.isHidden()
    stage.start()
    assert not dialog.own.isHidden()
