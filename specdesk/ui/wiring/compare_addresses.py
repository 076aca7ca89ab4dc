"""Comparing addresses in the window: the dialog that asks which, and what goes to the service."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from specdesk.chat.attached.engine import Choice
from specdesk.chat.attached.identity import EngineName
from specdesk.chat.attached.probing import base_of
from specdesk.chat.attached.table import engine_named
from specdesk.measure.headlines import ADDRESSES, Names
from specdesk.service.address_arms import Address
from specdesk.service.attached_events import EngineProbed
from specdesk.service.events import ServerWatched
from specdesk.service.service import Service
from specdesk.shown_address import shown_address
from specdesk.ui.bridge import Bridge
from specdesk.ui.compare import ComparePage
from specdesk.ui.compare.addresses import AddressesDialog
from specdesk.ui.compare.start import Wish
from specdesk.ui.window import MainWindow
from specdesk.ui.wiring.compare_questions import QuestionsDesk


class AddressDesk(QObject):
    """Made with the page. The dialog is made when it is needed first. explain(str): show this page of the guide.

    questions: looks at those that are chosen there.
    """

    explain = Signal(str)

    def __init__(
        self, service: Service, bridge: Bridge, window: MainWindow, page: ComparePage, questions: QuestionsDesk
    ) -> None:
        super().__init__(window)
        self._questions = questions
        self._service, self._window, self._page = service, window, page
        self._attached = ""
        self._engines: dict[str, EngineName] = {}
        self.dialog: AddressesDialog | None = None
        page.start.addresses_asked.connect(self.open)
        bridge.on(ServerWatched, self._on_watched)
        bridge.on(EngineProbed, self._on_probed)

    def open(self) -> None:
        """Ask which."""
        if self.dialog is None:
            self.dialog = AddressesDialog(self._window)
            self.dialog.asked.connect(self._begin)
            self.dialog.explain.connect(self.explain)
            self._questions.add(self.dialog.source, self.dialog.few)
        self.dialog.open_with(self._attached, self._choices(), self._page.start.wish())

    def _choices(self) -> frozenset[Choice]:
        """What the attached engine takes with each question."""
        engine = self._engines.get(self._attached)
        return frozenset() if engine is None else engine_named(engine).per_request

    def _begin(self, a: Address, b: Address, wish: Wish) -> None:
        same = base_of(a.url) == base_of(b.url)
        words = self.tr("{this}, on and off") if same else self.tr("{this}, compared with {other}")
        self._page.begin(
            words.format(this=shown_address(base_of(b.url)), other=shown_address(base_of(a.url))),
            Names() if same else ADDRESSES,
            60.0 * wish.minutes,
        )
        self._page.progress.goes_on = False  # addresses and keys are not kept
        self._service.compare_addresses(a, b, wish.minutes, wish.quick, wish.prompts, from_chat=wish.from_chat)

    def _on_probed(self, event: EngineProbed) -> None:
        if event.probed is not None:
            self._engines[shown_address(event.probed.identity.url)] = event.probed.identity.engine

    def _on_watched(self, event: ServerWatched) -> None:
        self._attached = event.url or ""
        self._page.start.set_attached(bool(self._attached))
