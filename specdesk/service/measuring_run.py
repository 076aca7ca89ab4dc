"""What a compare asks of whatever it measures: servers of ours, or addresses."""

from __future__ import annotations

from typing import Protocol

from specdesk.errors import SpecDeskError
from specdesk.kept_sentence import Kept
from specdesk.measure.measured import Arm
from specdesk.measure.steps import Running
from specdesk.service.listening import Listener


class MeasuringRun(Protocol):
    """One run of one compare, on whatever it measures. server: what is asked. running: what is up."""

    @property
    def server(self) -> Listener:
        """Makes way for somebody who wants to talk."""

    @property
    def running(self) -> Running | None:
        """For the time that is left."""

    @property
    def arm(self) -> Arm:
        """Whose turn it is."""

    @property
    def is_starting(self) -> bool:
        """Its server is to become ready."""

    @property
    def others_now(self) -> str:
        """What other programs do, in a sentence; "" where that is not much, or not known."""

    def kept_error(self, error: SpecDeskError) -> Kept:
        """What ended it, as it may be kept. To be called where what was looked up is remembered
        (`language.remembering`)."""

    def rest_s(self, asking_s: float) -> float:
        """Seconds to its end; asking_s: what the questions that are left take."""

    async def run(self) -> str:
        """To the end; why it ended. Raises SpecDeskError."""
