"""The engine's own word on a plan, over the service: when it is asked, when not, and what becomes of its answer."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from service_stage import PATIENCE_S, Stage
from shapes import write_shape
from stubs.nvml import Card, NvmlStub

from specdesk.records.plan import LaunchPlan, ModelPlacement
from specdesk.service.events import FitReady, Reading

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]

HELPS = Path(__file__).parent.parent / "captures" / "help"
HEAD = "common_memory_breakdown_print: | memory breakdown [MiB] | total   free    self   model   context   compute |"
END = "common_fit_params: fitting params to free memory took 0.09 seconds"
HOST = [HEAD, "common_memory_breakdown_print: |   - Host     |    199 =    92 +      90 +      17    |", END]
WITH_GPU = "Available devices:\n  CUDA0: NVIDIA GeForce RTX 3090 (24576 MiB, 23000 MiB free)\n"
STAY = "The figures stay estimated."


class Launches:
    """What the fake engine was started for: `--log-jsonl` is only ever said to ask it before it loads."""

    def __init__(self, log: Path) -> None:
        self.log = log

    def dry(self) -> list[list[str]]:
        """Arguments of every time it was asked what it would allocate."""
        return [argv for argv in self._all() if "--log-jsonl" in argv]

    def wait_for_dry(self, number: int = 1) -> None:
        """Until it was asked so often."""
        pause = threading.Event()
        for _ in range(int(PATIENCE_S / 0.02)):
            if len(self.dry()) >= number:
                return
            pause.wait(0.02)
        raise AssertionError("it was never asked")

    def _all(self) -> list[list[str]]:
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [json.loads(line)["argv"] for line in lines]


@pytest.fixture
def launches(tmp_path: Path) -> Launches:
    return Launches(tmp_path / "argv")


@pytest.fixture
def engine(fake_llama: Fakes, launches: Launches) -> Callable[..., Path]:
    """A fake engine that says what it would allocate, and notes its launches."""
    return lambda **more: fake_llama(argv_log=str(launches.log), **{"fit_lines": HOST, **more})


@pytest.fixture
def plan(model: Path) -> LaunchPlan:
    return LaunchPlan(target=str(model), context=1024, slots=1, methods=("none",))


def both(table: Stage, plan: LaunchPlan) -> tuple[FitReady, FitReady]:
    """The two answers to one request."""
    request = table.service.fit(plan)
    first = table.wait(FitReady, lambda event: event.request == request)
    return first, table.wait(FitReady, lambda event: event.request == request)


def asked_now() -> list[psutil.Process]:
    """Engines below this process that are being asked."""
    found = []
    for process in psutil.Process().children(recursive=True):
        try:
            if "--log-jsonl" in process.cmdline():
                found.append(process)
        except psutil.Error:
            continue
    return found


def test_the_engines_own_figures_follow_the_estimate(
    stage: Stages, engine: Fakes, launches: Launches, plan: LaunchPlan
) -> None:
    table = stage(engine=engine())
    table.engine()
    first, second = both(table, plan)
    assert first.fit is not None
    assert (first.fit.provenance, first.words.endswith(" (estimate)")) == ("estimate", True)
    assert second.fit is not None
    assert (second.fit.provenance, second.words.endswith(" (dry run)")) == ("dry-run", True)
    target = second.fit.host.target
    assert (target.weights, target.cache, target.compute) == (92.5, 90.5, 17.5)  # whole numbers, rounded down
    (argv,) = launches.dry()
    assert argv[argv.index("-c") + 1] == "1024"
    assert "--no-warmup" in argv


def test_only_the_newest_plan_is_asked_about_once_it_stays(
    stage: Stages, engine: Fakes, launches: Launches, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = stage(engine=engine())
    table.engine()
    with monkeypatch.context() as patch:
        patch.setattr("specdesk.service.dry_fits.WAIT_S", 600.0)  # no computer is too slow to be newer in time
        for context in (512, 1024, 1536):
            request = table.service.fit(LaunchPlan(target=str(model), context=context, slots=1))
            assert table.wait(FitReady).request == request
            threading.Event().wait(0.05)  # a person drags a slider
    last = table.service.fit(LaunchPlan(target=str(model), context=2048, slots=1))
    assert table.wait(FitReady).request == last
    ready = table.wait(FitReady)
    assert (ready.request, ready.words.endswith(" (dry run)")) == (last, True)
    (argv,) = launches.dry()
    assert argv[argv.index("-c") + 1] == "2048"


def test_a_newer_plan_ends_an_engine_that_is_being_asked(
    stage: Stages, engine: Fakes, launches: Launches, plan: LaunchPlan, model: Path
) -> None:
    table = stage(engine=engine(dry_wait_s=600.0, fit_lines=[]))
    table.engine()
    table.service.fit(plan)
    launches.wait_for_dry()
    (before,) = asked_now()
    newer = table.service.fit(LaunchPlan(target=str(model), context=2048, slots=1))
    assert table.wait(FitReady, lambda event: event.request == newer).words.endswith(" (estimate)")
    launches.wait_for_dry(2)
    assert not before.is_running()
    assert len(asked_now()) == 1
    assert all(event.fit is None or event.fit.provenance == "estimate" for event in table.all(FitReady))


def test_nobody_is_asked_beside_a_server_of_ours(
    stage: Stages, engine: Fakes, launches: Launches, plan: LaunchPlan
) -> None:
    table = stage(engine=engine(load_s=1.5, dry_wait_s=60.0))
    table.engine()
    table.service.fit(plan)
    launches.wait_for_dry()
    table.start(plan)
    assert asked_now() == []  # it was ended before the server was started
    other = LaunchPlan(target=plan.target, context=2048, slots=1)
    request = table.service.fit(other)
    table.wait(FitReady, lambda event: event.request == request)
    threading.Event().wait(0.8)
    assert len(launches.dry()) == 1


def test_once_the_server_is_gone_the_newest_plan_is_asked_about(
    stage: Stages, engine: Fakes, launches: Launches, plan: LaunchPlan
) -> None:
    table = stage(engine=engine())
    table.start(plan)
    request = table.service.fit(plan)
    table.wait(FitReady, lambda event: event.request == request and event.words.endswith(" (measured)"))
    assert launches.dry() == []
    table.stop()
    again = table.wait(FitReady, lambda event: event.request == request)
    assert again.words.endswith(" (estimate)")
    assert table.wait(FitReady).words.endswith(" (dry run)")
    assert len(launches.dry()) == 1


def test_closing_ends_an_engine_that_is_being_asked(
    stage: Stages, engine: Fakes, launches: Launches, plan: LaunchPlan
) -> None:
    table = stage(engine=engine(dry_wait_s=600.0, fit_lines=[]))
    table.engine()
    table.service.fit(plan)
    launches.wait_for_dry()
    table.close()
    assert asked_now() == []


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        (
            {"help_file": HELPS / "b5361.txt", "old": True},
            "This build of llama-server cannot say in advance what it will allocate.",
        ),
        ({"fit_lines": []}, "The engine loads at once without saying what it will allocate."),
    ],
    ids=["older build", "says nothing"],
)
def test_where_the_engine_says_nothing_the_estimate_stays(
    stage: Stages, engine: Fakes, plan: LaunchPlan, settings: dict[str, object], reason: str
) -> None:
    table = stage(engine=engine(**settings))
    table.engine()
    first, second = both(table, plan)
    assert first.fit is not None
    assert second.fit is not None
    assert second.words == first.words
    assert (second.fit.provenance, second.fit.notes) == ("estimate", (*first.fit.notes, f"{reason} {STAY}"))


@pytest.fixture
def nvml(nvml_stub: NvmlStub, monkeypatch: pytest.MonkeyPatch) -> NvmlStub:
    nvml_stub.load_here(monkeypatch)
    return nvml_stub


def test_remedies_go_by_what_the_engine_says(stage: Stages, engine: Fakes, nvml: NvmlStub, tmp_path: Path) -> None:
    """The estimate finds room where the engine does not."""
    nvml.show(Card(total_mib=8192, used_mib=300))
    row = (
        "common_memory_breakdown_print: |   - CUDA0 (RTX 3090) | 8192 =  7600 + (9200 =  4155 +  4800 +  245) + -1600 |"
    )
    listed = WITH_GPU.replace("24576 MiB, 23000", "8192 MiB, 7800")
    table = stage(engine=engine(devices=listed, fit_lines=[HEAD, row, *HOST[1:]]))
    table.engine()
    target = write_shape(tmp_path, "llama8b.gguf")
    plan = LaunchPlan(target=str(target), context=16384, slots=1, place=ModelPlacement(layers="all"))
    first, second = both(table, plan)
    assert first.fit is not None
    assert first.fit.verdict != "no"
    assert second.fit is not None
    assert (second.fit.provenance, second.fit.verdict) == ("dry-run", "no")
    assert second.remedies
    assert "Easiest: " in second.words


def test_no_reading_is_told_while_the_engine_takes_memory_to_answer(
    stage: Stages, engine: Fakes, launches: Launches, plan: LaunchPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its share would look like another program's, and the window would ask again for ever."""
    monkeypatch.setattr("specdesk.service.readings.EVERY_S", 0.02)
    table = stage(engine=engine(dry_wait_s=600.0, fit_lines=[]))
    table.engine()
    table.service.watch_devices(True)
    table.wait(Reading)
    table.service.fit(plan)
    launches.wait_for_dry()
    count = len(table.all(Reading))
    threading.Event().wait(0.4)
    assert len(table.all(Reading)) <= count + 1  # one may have been on its way
    table.service.fit(LaunchPlan())
    while len(table.all(Reading)) <= count + 1:
        table.wait(Reading)
