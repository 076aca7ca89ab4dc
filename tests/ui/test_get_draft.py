"""Getting a draft through the window: what is offered, what is said before anything is fetched, what comes of it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from opened_pages import OpenedPages
from pytestqt.qtbot import QtBot
from shapes import write_shape
from window_stage import DRAFT, ENGINE, TARGET, Stage, rows

from specdesk.models import hub
from specdesk.models.draft_sources import advised
from specdesk.records.pair import Choice, PairVerdict
from specdesk.service.events import EnginesFound, FetchEnded, FetchProgress, FilesArrived, PairsJudged
from specdesk.ui.get_draft.dialog import GetDraftDialog
from specdesk.ui.parts import Text
from specdesk.ui.wiring.get_draft import ARRIVED, FETCHED

NGRAM = Choice(methods=("ngram-mod",), draft=None, draft_max=None, p_min=None, reason="None of your files matches.")
FITS = PairVerdict(path=DRAFT.path, compatible=True, method="draft-simple", reason="The same vocabulary.")
NOT = msgspec.structs.replace(FITS, compatible=False, reason="The token tables differ.")
Staged = Callable[..., Stage]
AGAIN_S = 20.0
"""Longer than the folders are looked at twice."""


@pytest.fixture(autouse=True)
def here(specdesk_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(hub.ENDPOINT_VARIABLE, raising=False)


def opened(staged: Staged) -> tuple[Stage, GetDraftDialog]:
    stage = staged()
    stage.tell(EnginesFound(engines=(ENGINE,), chosen=ENGINE), *rows(TARGET))
    stage.tell(PairsJudged(target=TARGET.path, verdicts=(), choice=NGRAM))
    button = stage.controller.setup.method.get_button
    assert button.isVisible()
    button.click()
    assert stage.controller.get_draft.dialog is not None
    return stage, stage.controller.get_draft.dialog


def test_host_and_size_are_said_and_nothing_is_fetched_before_a_click(staged: Staged) -> None:
    stage, dialog = opened(staged)
    offer = dialog.offers[0]
    assert offer.sentence.text() == (
        "qwen2.5-0.5b-instruct-q4_k_m.gguf, about 469 MiB, from huggingface.co (Qwen/Qwen2.5-0.5B-Instruct-GGUF)."
    )
    assert stage.service.named("fetch_file") == []
    folders = (*stage.keeper.settings.model_folders, os.path.dirname(TARGET.path))
    assert stage.service.named("watch_folders") == [(tuple(dict.fromkeys(folders)),)]
    offer.fetch_button.click()
    _number, order = stage.service.last("fetch_file")
    assert (order.file, order.size_mib) == ("qwen2.5-0.5b-instruct-q4_k_m.gguf", 469.0)
    assert not offer.fetch_button.isEnabled()


def test_progress_cancel_and_the_end(staged: Staged) -> None:
    stage, dialog = opened(staged)
    dialog.offers[0].fetch_button.click()
    number = stage.service.last("fetch_file")[0]
    stage.tell(FetchProgress(number=number, done_mib=117.25, total_mib=469.0))
    assert dialog.step.text() == "117 MiB of 469 MiB (25 %)"
    assert dialog.bar.value() == 250
    dialog.stop.click()
    assert stage.service.named("cancel_fetch") == [()]
    stage.tell(FetchEnded(number=number, cancelled=True))
    assert dialog.step.text() == "Cancelled. What has come is kept and continued at the next try."
    assert dialog.offers[0].fetch_button.isEnabled()
    assert dialog.stop.isHidden()


def test_another_size_asks_again(staged: Staged) -> None:
    stage, dialog = opened(staged)
    dialog.offers[0].fetch_button.click()
    stage.tell(FetchEnded(number=stage.service.last("fetch_file")[0], resized_mib=900.0))
    assert "is 900 MiB now" in dialog.offers[0].sentence.text()
    dialog.offers[0].fetch_button.click()
    assert stage.service.last("fetch_file")[1].size_mib == 900.0


def test_what_came_is_judged_by_the_file_and_offered(staged: Staged) -> None:
    stage, dialog = opened(staged)
    dialog.offers[0].fetch_button.click()
    stage.tell(FetchEnded(number=stage.service.last("fetch_file")[0], path=DRAFT.path))
    assert stage.keeper.settings.model_folders == ("/models",)
    assert stage.service.last("inspect_file") == (DRAFT.path,)
    stage.tell(*rows(DRAFT))
    assert dialog.verdict.text() == "Qwen2.5 0.5B: Comparing it with the target…"
    assert dialog.take.isHidden()
    stage.tell(PairsJudged(target=TARGET.path, verdicts=(NOT,), choice=NGRAM))
    assert dialog.verdict.text() == "Qwen2.5 0.5B: The token tables differ."
    assert dialog.take.isHidden()
    stage.tell(PairsJudged(target=TARGET.path, verdicts=(FITS,), choice=NGRAM))
    dialog.take.click()
    assert stage.keeper.settings.memory_of(TARGET.path).draft == DRAFT.path
    assert dialog.isHidden()
    assert stage.service.named("unwatch_folders") == [()]


def test_a_fetch_that_ends_out_of_sight_is_told_in_the_window(staged: Staged) -> None:
    stage, dialog = opened(staged)
    dialog.offers[0].fetch_button.click()
    dialog.close_button.click()
    assert stage.service.named("cancel_fetch") == [], "a fetch goes on when the dialog is closed"
    stage.tell(FetchEnded(number=stage.service.last("fetch_file")[0], path=DRAFT.path))
    assert stage.window.notices.banner(FETCHED) is not None
    stage.tell(*rows(DRAFT), PairsJudged(target=TARGET.path, verdicts=(FITS,), choice=NGRAM))
    assert stage.window.notices.banner(ARRIVED) is None, "told once"
    stage.window.notices.acted.emit(FETCHED, "show")
    assert dialog.isVisible()
    assert stage.window.notices.banner(FETCHED) is None


def test_a_fetch_of_the_window_before_is_told_called_off_and_taken_in(staged: Staged) -> None:
    stage = staged()
    before = 10**9  # no number of this window
    stage.tell(FetchProgress(number=before, done_mib=117.25, total_mib=469.0))
    said = stage.window.notices.shown()[FETCHED]
    assert (said.what, said.why) == ("A file is being fetched.", "It was asked for in the window before this one.")
    stage.window.notices.acted.emit(FETCHED, "cancel")
    assert stage.service.named("cancel_fetch") == [()]
    stage.tell(FetchEnded(number=before, cancelled=True))
    assert stage.window.notices.shown()[FETCHED].what == "Fetching was cancelled."
    stage.tell(FetchEnded(number=before, path="/fetched/draft.gguf"))
    assert stage.window.notices.shown()[FETCHED].what == "The file has been fetched."
    assert "/fetched" in stage.keeper.settings.model_folders


def test_who_has_made_heads_for_a_target_is_told(staged: Staged) -> None:
    _stage, dialog = opened(staged)
    searched = advised(msgspec.structs.replace(TARGET, name="gpt-oss-120b", architecture="gpt-oss", vocab_size=201088))
    dialog.open_for(TARGET, searched, "huggingface.co", True, True)
    told = [[text.text() for text in offer.findChildren(Text)] for offer in dialog.offers]
    assert [offer.source.name for offer in dialog.offers] == ["EAGLE-3", "gpt-oss 20B"]
    assert "Known makers of it: lmsys, nvidia." in told[0]
    assert not any("Known makers" in words for words in told[1])


@pytest.mark.long
def test_a_window_that_is_left_watches_no_more_and_no_number_comes_twice(staged: Staged) -> None:
    numbers = []
    for _ in range(2):
        stage, dialog = opened(staged)
        dialog.offers[0].fetch_button.click()
        numbers.append(stage.service.last("fetch_file")[0])
        assert stage.service.named("unwatch_folders") == []
        assert stage.controller.leave()
        assert stage.service.named("unwatch_folders") == [()]
    assert numbers[0] != numbers[1]


def test_a_file_that_arrives_is_offered(staged: Staged) -> None:
    stage, dialog = opened(staged)
    stage.tell(FilesArrived(paths=(DRAFT.path,)))
    stage.tell(*rows(DRAFT), PairsJudged(target=TARGET.path, verdicts=(FITS,), choice=NGRAM))
    assert dialog.arrival.isVisible()
    assert dialog.take.isVisible()


def test_a_file_that_arrives_when_the_dialog_is_closed_is_offered_by_a_banner(staged: Staged) -> None:
    stage, dialog = opened(staged)
    dialog.close_button.click()
    assert stage.service.named("unwatch_folders") == [], "the wait goes on"
    stage.tell(FilesArrived(paths=(DRAFT.path,)))
    stage.tell(*rows(DRAFT), PairsJudged(target=TARGET.path, verdicts=(NOT,), choice=NGRAM))
    assert stage.window.notices.banner(ARRIVED) is None, "of what does not match nothing is said"
    stage.tell(PairsJudged(target=TARGET.path, verdicts=(FITS,), choice=NGRAM))
    said = stage.window.notices.shown()[ARRIVED]
    assert said.what == "Qwen2.5 0.5B has arrived and may draft for this target."
    stage.window.notices.acted.emit(ARRIVED, "show")
    assert dialog.isVisible()
    assert dialog.take.isVisible()
    assert stage.window.notices.banner(ARRIVED) is None


def test_another_target_ends_the_wait(staged: Staged) -> None:
    stage, dialog = opened(staged)
    dialog.close_button.click()
    stage.keeper.change(theme="dark")
    assert stage.service.named("unwatch_folders") == []
    stage.tell(*rows(msgspec.structs.replace(TARGET, path="/models/another.gguf")))
    stage.controller.setup.choose_target("/models/another.gguf")
    assert stage.service.named("unwatch_folders") == [()]
    stage.tell(PairsJudged(target=TARGET.path, verdicts=(FITS,), choice=NGRAM))
    assert stage.window.notices.banner(ARRIVED) is None


@pytest.mark.parametrize("how", ["in the list", "by Automatic", "another method"])
def test_a_draft_or_a_method_that_is_chosen_elsewhere_ends_the_wait(staged: Staged, qtbot: QtBot, how: str) -> None:
    stage, dialog = opened(staged)
    dialog.close_button.click()
    stage.tell(*rows(DRAFT), PairsJudged(target=TARGET.path, verdicts=(FITS,), choice=NGRAM))
    assert stage.service.named("unwatch_folders") == [], "nothing was chosen"
    if how == "in the list":
        stage.controller.setup.choose_draft(DRAFT.path)
    elif how == "by Automatic":
        found = Choice(methods=("draft-simple",), draft=DRAFT.path, draft_max=4, p_min=0.6, reason="It matches.")
        stage.tell(PairsJudged(target=TARGET.path, verdicts=(FITS,), choice=found))
    else:
        stage.controller.setup.method.method_chosen.emit("off")
    qtbot.waitUntil(lambda: stage.service.named("unwatch_folders") == [()], timeout=20_000)
    assert stage.window.notices.banner(ARRIVED) is None


def test_all_model_folders_are_watched(staged: Staged) -> None:
    stage = staged()
    stage.tell(EnginesFound(engines=(ENGINE,), chosen=ENGINE), *rows(TARGET))
    stage.keeper.change(model_folders=("/big/models", "/nas"))
    stage.tell(PairsJudged(target=TARGET.path, verdicts=(), choice=NGRAM))
    stage.controller.get_draft.show()
    assert stage.service.last("watch_folders") == (("/big/models", "/nas", os.path.dirname(TARGET.path)),)


def test_without_the_part_that_fetches_there_is_the_page_only(staged: Staged, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "LIBRARY", "no_such_library_here")
    _stage, dialog = opened(staged)
    assert dialog.offers[0].fetch_button.isHidden()
    assert not dialog.offers[0].page_button.isHidden()
    assert "cannot fetch files in this installation" in dialog.note.text()


def test_n_gram_is_one_press_away(staged: Staged) -> None:
    stage, dialog = opened(staged)
    dialog.no_file.click()
    assert stage.keeper.settings.memory_of(TARGET.path).method == "ngram"


def test_the_page_of_a_draft_opens_on_a_click_and_not_before(staged: Staged) -> None:
    with OpenedPages() as browser:
        stage, dialog = opened(staged)
        assert browser.urls == []
        dialog.offers[0].page_button.click()
    assert browser.urls == ["https://huggingface.co/Qwen/Qwen2.5-0.5B-Instruct-GGUF"]
    assert stage.service.named("fetch_file") == [], "opening a page fetches nothing"


def test_where_no_file_is_known_the_hubs_search_opens(staged: Staged) -> None:
    with OpenedPages() as browser:
        _stage, dialog = opened(staged)
        searched = advised(msgspec.structs.replace(TARGET, name="Gemma 4 12B It", architecture="gemma4"))
        dialog.open_for(TARGET, searched, "huggingface.co", True, True)
        (offer,) = dialog.offers
        assert offer.sentence.text() == (
            "“Gemma 4 12B It assistant” on huggingface.co: a search, since no file is known for certain. "
            "Take a GGUF file."
        )
        assert (offer.page_button.text(), offer.page_button.accessibleName()) == (
            "Look for it", "Look for -it-assistant on the hub",
        )  # fmt: skip
        assert offer.fetch_button.isHidden()
        offer.page_button.click()
    assert browser.urls == ["https://huggingface.co/models?search=Gemma 4 12B It assistant"]


@pytest.mark.long
def test_a_file_that_a_browser_puts_into_downloads_is_read_judged_and_taken(
    qtbot: object, whole_window: Callable[..., object], fake_llama: Callable[..., Path], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    downloads = tmp_path / "Downloads"
    downloads.mkdir()
    monkeypatch.setenv("XDG_DOWNLOAD_DIR", str(downloads))
    program = whole_window(fake_llama(), method="off")
    parts = program.controller
    qtbot.waitUntil(lambda: parts.setup.plan() is not None and parts.server.engine is not None)
    parts.get_draft.show()
    dialog = parts.get_draft.dialog
    model = write_shape(tmp_path, "qwen25_05b.gguf").read_bytes()

    def offered() -> bool:
        """A file that is there when the looking begins is not new: put it there again until it is noticed."""
        if not dialog.take.isVisible() and not (downloads / "arrived.gguf").exists():
            (downloads / "arrived.gguf").write_bytes(model)
        elif not dialog.take.isVisible() and time.time() - (downloads / "arrived.gguf").stat().st_mtime > AGAIN_S:
            (downloads / "arrived.gguf").unlink()
        return dialog.take.isVisible()

    qtbot.waitUntil(offered, timeout=60_000)
    assert dialog.verdict.text().startswith("fake: Neither model has a vocabulary of its own")
    dialog.take.click()
    assert parts.setup.plan().draft == str(downloads / "arrived.gguf")
