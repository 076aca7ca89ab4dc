"""A Setup panel in a window of fixed size, with what the service would have handed in, and a record of its signals."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import QApplication, QWidget
from setup_parts import (
    BROKEN,
    DFLASH,
    DIFFERS,
    DRAFT,
    FITS,
    MTP,
    NO_DRAFT,
    OTHER,
    PICKED,
    PROJECTOR,
    TARGET,
    TRAINED,
    embedded,
    engine_of,
)

from specdesk.engines.engine_info import EngineInfo
from specdesk.records.model_file import ModelFile
from specdesk.records.pair import Choice, PairVerdict
from specdesk.records.plan import LaunchPlan
from specdesk.service.events import EnginesFound, PairsJudged
from specdesk.settings import Settings, TargetMemory
from specdesk.ui.setup import SetupPanel

ROWS = (TARGET, DRAFT, OTHER, DFLASH, MTP, PROJECTOR, BROKEN)
VERDICTS = (FITS, DIFFERS, TRAINED, NO_DRAFT)
SIGNALS = (
    "start_requested", "restart_requested", "memory_changed", "settings_changed", "engine_chosen", "file_dropped",
    "judge_requested", "open_library", "install_requested", "planned", "fit_wanted",
)  # fmt: skip


def chosen(**memory: object) -> Settings:
    """Settings with the 32B target, and what is remembered of it."""
    return Settings(target=TARGET.path, targets={TARGET.path: TargetMemory(**memory)})


class Stage(QWidget):
    """The window around the panel. heard: (signal, arguments), in order."""

    def __init__(
        self, settings: Settings | None = None, engine: EngineInfo | None = None, rows: Iterable[ModelFile] = ROWS,
        verdicts: tuple[PairVerdict, ...] = VERDICTS, choice: Choice = PICKED, size: tuple[int, int] = (320, 744),
    ) -> None:  # fmt: skip
        super().__init__()
        self.resize(*size)
        self.heard: list[tuple[str, tuple[object, ...]]] = []
        given = chosen() if settings is None else settings
        self.panel = SetupPanel(given, 8, self)
        self.panel.setGeometry(0, 0, *size)
        for name in SIGNALS:
            getattr(self.panel, name).connect(lambda *args, name=name: self.heard.append((name, args)))
        self.engines = (engine_of(11434, True), engine_of(5361), embedded())
        self.use_engine(engine or self.engines[0])
        self.panel.set_rows(rows)
        if given.target:
            self.panel.set_pairs(PairsJudged(target=given.target, verdicts=verdicts, choice=choice))
        self.show()
        QApplication.processEvents()

    def use_engine(self, engine: EngineInfo | None) -> None:
        """Another engine was found to be the one in use."""
        self.panel.set_engines(EnginesFound(engines=self.engines, chosen=engine))

    def plan(self) -> LaunchPlan:
        """What Start would run."""
        plan = self.panel.plan()
        assert plan is not None
        return plan

    def memory(self) -> TargetMemory:
        """What is remembered of the target now."""
        return self.panel.settings().memory_of(self.panel.settings().target or "")

    def names(self) -> list[str]:
        """Signals heard, in order."""
        return [name for name, _ in self.heard]

    def last(self, name: str) -> tuple[object, ...]:
        """Arguments of the newest signal of a name."""
        return [args for heard, args in self.heard if heard == name][-1]
