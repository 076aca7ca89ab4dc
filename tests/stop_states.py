"""A server brought into a state from which it is then stopped, for the tests and the bench of Stop."""

from __future__ import annotations

import logging
import re
from pathlib import Path

from service_stage import GREEDY, Stage

from specdesk.engines.lifecycle import Loading
from specdesk.records.plan import LaunchPlan, ModelPlacement
from specdesk.service.access import Access
from specdesk.service.events import ReplySample

STATES = ("loading", "idle", "answering", "guessing")
LOGGER = "specdesk.service.run"
TEXT = "Tell a long story about a fox and a river."


def plan_for(target: Path, state: str) -> LaunchPlan:
    """A small set-up; with guesses where the state asks for them."""
    methods = ("ngram-simple",) if state == "guessing" else ("none",)
    return LaunchPlan(target=str(target), context=2048, slots=1, methods=methods, place=ModelPlacement(threads=2))


def bring(table: Stage, target: Path, state: str) -> None:
    """Start a server and wait until it is in that state."""
    plan = plan_for(target, state)
    if state == "loading":
        table.state(Loading, table.service.start_server(plan, Access()))
        return
    table.start(plan)
    if state != "idle":
        table.service.send(TEXT, GREEDY, 1500)
        table.wait(ReplySample, lambda event: event.sample.tokens >= 4)


class Endings(logging.Handler):
    """How each run was ended, as its log says: "on request", "by force", ..."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.found: list[str] = []
        self._logger = logging.getLogger(LOGGER)
        self._level = self._logger.level

    def emit(self, record: logging.LogRecord) -> None:
        """Keep what is about an end."""
        said = re.fullmatch(r"run \d+ was ended (.+)", record.getMessage())
        if said is not None:
            self.found.append(said[1])

    def __enter__(self) -> Endings:
        self._logger.addHandler(self)
        self._logger.setLevel(logging.INFO)
        return self

    def __exit__(self, *_error: object) -> None:
        self._logger.removeHandler(self)
        self._logger.setLevel(self._level)
