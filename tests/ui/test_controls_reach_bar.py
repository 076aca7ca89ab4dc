"""Every setting that costs or frees memory, changed in its own control, changes the bars of the fit card."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from shapes import write_shape
from stubs.nvml import Card, NvmlStub

from specdesk.service.events import FitReady
from specdesk.settings import TargetMemory
from specdesk.ui.app import Window
from specdesk.ui.setup.choice_box import ChoiceBox
from specdesk.ui.setup.fit_parts import HOST
from specdesk.ui.setup.panel import SetupPanel

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # raising, offscreen

WITH_GPU = "Available devices:\n  CUDA0: NVIDIA GeForce RTX 3090 (24576 MiB, 23000 MiB free)\n"
SMALLER = 34 / 64
"""q8_0 beside f16: a block of 32 values takes 34 bytes in place of 64."""

Sizes = dict[tuple[str, str], float]
CACHE, DRAFT_CACHE = ("CUDA0", "target-cache"), ("CUDA0", "draft-cache")
WEIGHTS, DRAFT_WEIGHTS = ("CUDA0", "target-weights"), ("CUDA0", "draft-weights")
COMPUTE = ("CUDA0", "target-compute")


def pick(box: ChoiceBox, key: str) -> None:
    """Choose an entry as a person does."""
    row = box.findData(key)
    assert row >= 0, f"{key} is not among {box.keys()}"
    box.setCurrentIndex(row)
    box.activated.emit(row)


class Bench:
    """The program with a card, a target that is its own draft, and the bars as they stand."""

    def __init__(self, one: Window, qtbot: QtBot) -> None:
        self.setup: SetupPanel = one.controller.setup
        self._qtbot = qtbot
        self._fits: list[object] = []
        one.bridge.on(FitReady, lambda _event: self._fits.append(self.setup.plan()))
        target = one.keeper.settings.target
        qtbot.waitUntil(lambda: one.controller.server.engine is not None)
        memory = TargetMemory(method="draft", kind="draft-simple", draft=target, context=8192)
        one.keeper.take(one.keeper.settings.remembering(target, memory))
        self.settle(lambda now: DRAFT_CACHE in now)

    def sizes(self) -> Sizes:
        """MiB by (device, part): what the bars show of our own."""
        bars = [row.bar.bar() for row in self.setup.fit_card._rows]
        return {(bar.id, part.key): part.mib for bar in bars if bar for part in bar.parts if part.key != "free"}

    def settle(self, holds: Callable[[Sizes], bool], control: str = "") -> Sizes:
        """Wait until the bars are those of the plan on the screen, and are as they should be. control: what was
        changed, named where they do not come to that."""
        try:
            self._qtbot.waitUntil(lambda: self._is_of_now() and holds(self.sizes()))
        except TimeoutError:
            of_now = "of the plan on the screen" if self._is_of_now() else "of another plan"
            pytest.fail(f"{control or 'the last change'}: the bars stayed {self.sizes()}, {of_now}")
        return self.sizes()

    def _is_of_now(self) -> bool:
        return bool(self._fits) and self._fits[-1] == self.setup.plan()


@pytest.fixture
def bench(
    whole_window: Callable[..., Window], fake_llama: Callable[..., Path], nvml_stub: NvmlStub, qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> Bench:  # fmt: skip
    nvml_stub.load_here(monkeypatch)
    nvml_stub.show(Card(used_mib=1000))
    return Bench(whole_window(fake_llama(devices=WITH_GPU), "off"), qtbot)


def grows(key: tuple[str, str], times: float) -> Callable[[Sizes, Sizes], bool]:
    """That one part is `times` as large, and the part of the other model as it was."""
    other = {CACHE: DRAFT_CACHE, DRAFT_CACHE: CACHE}[key]
    return lambda was, now: now[key] == pytest.approx(times * was[key], rel=1e-3) and now[other] == was[other]


def both_grow(was: Sizes, now: Sizes) -> bool:
    """Both models keep a cache of every token of the context."""
    return all(now[key] == pytest.approx(2 * was[key], rel=1e-3) for key in (CACHE, DRAFT_CACHE))


Step = tuple[str, Callable[[SetupPanel], None], Callable[[Sizes, Sizes], bool]]

HALF_SMALLER = (1 + SMALLER) / 2
PLACES: list[Step] = [
    ("context", lambda setup: setup.context.field.number.box.setValue(16384), both_grow),
    ("target keys", lambda setup: pick(setup.more.places.caches["place.cache_k"], "q8_0"), grows(CACHE, HALF_SMALLER)),
    ("target values", lambda setup: pick(setup.more.places.caches["place.cache_v"], "q8_0"),
     grows(CACHE, SMALLER / HALF_SMALLER)),
    ("draft keys", lambda setup: pick(setup.more.places.caches["draft_place.cache_k"], "q8_0"),
     grows(DRAFT_CACHE, HALF_SMALLER)),
    ("draft values", lambda setup: pick(setup.more.places.caches["draft_place.cache_v"], "q8_0"),
     grows(DRAFT_CACHE, SMALLER / HALF_SMALLER)),
    ("target layers", lambda setup: setup.more.places.layers["place"].setValue(12),
     lambda was, now: now[WEIGHTS] < was[WEIGHTS] and now[HOST, "target-cache"] > 0
     and now[CACHE] + now[HOST, "target-cache"] == pytest.approx(was[CACHE])),
    ("draft layers", lambda setup: setup.more.places.layers["draft_place"].setValue(0),
     lambda was, now: DRAFT_WEIGHTS not in now and now[HOST, "draft-cache"] == pytest.approx(was[DRAFT_CACHE])),
    ("draft layers back", lambda setup: setup.more.places.layers["draft_place"].setValue(-1),
     lambda was, now: now[DRAFT_WEIGHTS] > 0),
    ("draft device", lambda setup: pick(setup.more.places.devices["draft_place"], "none"),
     lambda was, now: DRAFT_WEIGHTS not in now and now[HOST, "draft-cache"] == pytest.approx(was[DRAFT_CACHE])),
    ("processor only", lambda setup: setup.more.places.processor_only.box.click(),
     lambda was, now: WEIGHTS not in now and now[HOST, "target-weights"] > was[HOST, "target-weights"]),
    ("both back", lambda setup: setup.more.places.processor_only.box.click(), lambda was, now: now[WEIGHTS] > 0),
    ("target device", lambda setup: pick(setup.more.places.devices["place"], "none"),
     lambda was, now: WEIGHTS not in now),
    ("target device back", lambda setup: pick(setup.more.places.devices["place"], ""),
     lambda was, now: now[WEIGHTS] > 0),
]  # fmt: skip
"""(control, what a person does, what has to become of the bars before and after); one after the other."""


def row(setup: SetupPanel, field: str) -> object:
    """The row of a setting on the second page."""
    return next(one for one in setup.more.server if one.field == field)


METHODS: list[Step] = [
    ("ubatch", lambda setup: row(setup, "ubatch").number.box.setValue(2048),
     lambda was, now: now[COMPUTE] > 2 * was[COMPUTE] and now[CACHE] == was[CACHE]),
    ("flash attention", lambda setup: pick(row(setup, "flash_attention").box, "off"),
     lambda was, now: now[COMPUTE] > was[COMPUTE] and now[CACHE] == was[CACHE]),
    ("method", lambda setup: pick(setup.method.box, "off"),
     lambda was, now: not any(part.startswith("draft") for _, part in now) and now[CACHE] == was[CACHE]),
    ("method back", lambda setup: pick(setup.method.box, "draft"),
     lambda was, now: {"draft-cache", "draft-weights"} <= {part for _, part in now}),
]  # fmt: skip


def test_each_control_changes_its_part_of_the_bars(bench: Bench) -> None:
    was = bench.sizes()
    for name, do, holds in (*PLACES, *METHODS):
        do(bench.setup)
        was = bench.settle(lambda now, was=was, holds=holds: holds(was, now), name)


def test_slots_and_another_target(bench: Bench, tmp_path: Path) -> None:
    """A sliding window is kept once per slot; the cache of a plain model is shared out among them."""
    before = bench.sizes()
    row(bench.setup, "slots").number.box.setValue(4)
    same = bench.settle(lambda now: bench.setup.plan().slots == 4)
    assert same[CACHE] == before[CACHE]
    bench.setup.choose_target(str(write_shape(tmp_path, "gemma3_270m.gguf")))
    four = bench.settle(lambda now: now.get(CACHE) not in (None, before[CACHE]))
    assert four[WEIGHTS] != before[WEIGHTS]
    row(bench.setup, "slots").number.box.setValue(1)
    bench.settle(lambda now: now[CACHE] < 0.8 * four[CACHE] and now[WEIGHTS] == four[WEIGHTS])
