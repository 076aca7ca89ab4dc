"""Stores that cannot be opened: the service says so and goes on without them; nothing waits for ever."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from service_stage import Stage

from specdesk.chat.history import FILE_NAME, History
from specdesk.models.library_cache import FILE_NAME as CACHE_NAME
from specdesk.models.library_cache import LibraryCache
from specdesk.service.events import BaselineKnown, ChatsChanged, LibraryDone, LibraryRow, Problem
from specdesk.service.service import Service

Stages = Callable[..., Stage]


def put_in_place(path: Path, what: str) -> None:
    """A thing that does not belong there. Permissions would not stop a privileged user, wrong kinds of things do."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if what == "folder":
        (path / "inside").mkdir(parents=True)
    else:
        path.write_bytes(b"SQLite format 3\0" + bytes(200) if what == "damaged" else b"no folder")


FAULTS = {
    "a file in place of the data folder": ("data", "file"),
    "a folder in place of the chats": (f"data/{FILE_NAME}", "folder"),
    "damaged chats": (f"data/{FILE_NAME}", "damaged"),
    "a file in place of the cache folder": ("cache", "file"),
    "a folder in place of the cache": (f"cache/{CACHE_NAME}", "folder"),
    "a damaged cache": (f"cache/{CACHE_NAME}", "damaged"),
    "a file in place of the state folder": ("state", "file"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_requests_are_answered_whatever_lies_in_the_way(
    stage: Stages, specdesk_home: Path, model: Path, fault: str
) -> None:
    name, what = FAULTS[fault]
    put_in_place(specdesk_home / name, what)
    table = stage()
    check_answers(table, model)
    if name.startswith("data"):
        (said,) = [one for one in table.all(Problem) if one.topic == "history"]
        assert all((said.what, said.why, said.next_step))
    kept = specdesk_home / f"cache/{CACHE_NAME}.bad"
    library = [one for one in table.all(Problem) if one.topic == "library"]
    assert kept.is_file() is (fault == "a damaged cache")
    assert [(one.what, one.why, one.next_step) for one in library] == (
        [
            (
                "What SpecDesk remembered of your model files could not be understood.",
                f"The old file is kept as {kept}.",
                "There is nothing to do: the files are read anew.",
            )
        ]
        if fault == "a damaged cache"
        else []
    )


def check_answers(table: Stage, model: Path) -> None:
    """Chats and models answer."""
    table.service.list_chats("x")
    assert table.wait(ChatsChanged, lambda event: event.search == "x").chats == ()
    number = table.service.scan([str(model.parent)])
    assert table.wait(LibraryRow, lambda event: event.scan == number).row.path == str(model)
    table.wait(LibraryDone, lambda event: event.scan == number)


@pytest.mark.parametrize(
    ("store", "topic", "goes_on"),
    [
        (History, "history", "Chats and measured speeds of this run are not kept."),
        (LibraryCache, "library", "Model files are read anew."),
    ],
)
def test_a_store_that_fails_in_a_way_nobody_expected_is_done_without(
    stage: Stages, model: Path, monkeypatch: pytest.MonkeyPatch, store: type, topic: str, goes_on: str
) -> None:
    open_store = store.__init__

    def fail(self: object, *, on_disk: bool = True) -> None:
        if on_disk:
            raise RuntimeError("nobody expects this")
        open_store(self, on_disk=False)

    monkeypatch.setattr(store, "__init__", fail)
    table = stage()
    problem = table.problem(topic)
    assert problem.what == "Something failed inside SpecDesk (RuntimeError)."
    assert problem.why.endswith(goes_on)
    check_answers(table, model)
    assert table.all(BaselineKnown) == []


def test_when_nothing_can_be_set_up_every_request_says_so(stage: Stages, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_stores: object) -> None:
        raise RuntimeError("nobody expects this either")

    monkeypatch.setattr(Service, "_made", fail)
    table = stage()
    assert table.problem("start").what == "Something failed inside SpecDesk (RuntimeError)."
    table.service.list_chats()
    assert table.problem("chat").what == "SpecDesk cannot do that now."
    table.service.scan([])
    assert table.problem("library").next_step == "Close SpecDesk and start it again."
