"""A Monitor panel with what the service would tell it: replies made up or recorded, readings, set-ups."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from pathlib import Path

import msgspec
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from specdesk.chat.conversation import Message
from specdesk.chat.stream import SseParser
from specdesk.chat.timings import DeltaReader
from specdesk.engines.lifecycle import Ready
from specdesk.records.device import GpuReading, HostReading, MonitorReading
from specdesk.records.fit import DeviceFit, Fit, HostFit, ModelParts
from specdesk.records.plan import LaunchPlan
from specdesk.records.sample import Sample
from specdesk.service.events import (
    BaselineKnown,
    Reading,
    ReplyDone,
    ReplySample,
    ReplyStarted,
    ServerFacts,
    SpeculationStatus,
)
from specdesk.ui.monitor import MonitorPanel

CAPTURES = Path(__file__).parents[1] / "captures" / "http"
READY = Ready(run_id=1, pid=7, url="http://127.0.0.1:8080", since=0.0, speculative=True)
PLAN = LaunchPlan(target="target.gguf", draft="draft.gguf", methods=("draft-simple",), draft_max=4, context=8192)
START = 1000.0

GPU = GpuReading(
    t=0.0, index=0, name="NVIDIA GeForce RTX 3090", total_mib=24576.0, used_mib=21504.0, free_mib=3072.0, busy=97.0,
    memory_bus_busy=81.0, power_w=312.0, temperature_c=67.0, throttle="",
)  # fmt: skip
HOST = HostReading(t=0.0, total_mib=32768.0, available_mib=20480.0, server_cpu=112.0, server_rss_mib=2048.0)
MEASURED = Fit(
    verdict="fits",
    provenance="measured",
    devices=(
        DeviceFit(
            name="RTX 3090", id="CUDA0", total_mib=24576.0, free_mib=23000.0, other_programs=1500.0,
            target=ModelParts(weights=16384.0, cache=1024.0, compute=512.0), projector=0.0, overhead=512.0,
            draft=ModelParts(weights=700.0, cache=200.0, compute=124.0), left_mib=3000.0, verdict="fits",
        ),
    ),
    host=HostFit(
        total_mib=32768.0, free_mib=20480.0, target=ModelParts(), draft=None, prompt_cache=0.0, left_mib=20000.0,
        verdict="fits",
    ),
)  # fmt: skip


class Clock:
    """Seconds that a test sets."""

    def __init__(self, now: float = START) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def captured(name: str, start: float = START) -> list[Sample]:
    """The samples of a recorded stream, read as the program reads one; each arrives at its own decode time."""
    reader, found = DeltaReader(), []
    for event in SseParser().feed((CAPTURES / f"{name}.chat.sse").read_bytes()):
        if not event.text.startswith("{"):
            continue
        chunk = json.loads(event.text)
        spent = (chunk.get("timings") or {}).get("predicted_ms", 0.0)
        sample = reader.read(chunk, start + spent / 1000.0).sample
        if sample is not None:
            found.append(sample)
    return found


def last_timings(name: str) -> dict[str, float]:
    """The engine's own figures on the last chunk of a recorded stream that has any."""
    lines = (CAPTURES / f"{name}.chat.sse").read_text().splitlines()
    chunks = [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: {")]
    return [chunk["timings"] for chunk in chunks if chunk.get("timings")][-1]


def generated(
    tokens: int = 200,
    plain: float = 18.0,
    acceptance: float = 0.6,
    length: int = 4,
    start: float = START,
    seed: int = 1,
) -> list[Sample]:
    """A made-up reply. plain: passes per second; length 0: without a draft, and without counts."""
    dice, t, ms, emitted, drafted, accepted = random.Random(seed), start, 0.0, 1, 0, 0
    told = length > 0
    samples = [Sample(t=t, tokens=1, decode_ms=0.0, drafted=0 if told else None, accepted=0 if told else None)]
    while emitted < tokens:
        kept = 0
        while kept < length and dice.random() < acceptance:
            kept += 1
        step = 1000.0 / plain * (1 + 0.08 * length)
        ms, t = ms + step, t + step / 1000.0
        emitted, drafted, accepted = emitted + kept + 1, drafted + length, accepted + kept
        sample = Sample(t=t, tokens=emitted, decode_ms=ms, rate=(emitted - 1) * 1000.0 / ms)
        if told:
            counts = {"drafted": drafted, "accepted": accepted, "passes": emitted - 1 - accepted}
            sample = msgspec.structs.replace(sample, passes_derived=True, **counts)
        samples.append(sample)
    return samples


def facts(
    speculation: SpeculationStatus = "on", *, plan: LaunchPlan = PLAN, measured: Fit | None = None, run: int = 1
) -> ServerFacts:
    """What a running server is."""
    return ServerFacts(
        run=run, speculation=speculation, reason=None, context=8192, slots=1, url=READY.url, api_key=None,
        build="b11434", argv=(), plan=plan, measured=measured,
    )  # fmt: skip


def reading(*gpus: GpuReading, host: HostReading = HOST, problem: str | None = None) -> Reading:
    """One look at the devices."""
    return Reading(reading=MonitorReading(t=0.0, gpus=gpus, host=host, gpu_problem=problem))


def baseline(rate: float | None = 18.4, key: str = "key", h: float | None = None) -> BaselineKnown:
    """A plain speed of 12 May 2026."""
    return BaselineKnown(key=key, rate=rate, made="2026-05-12T10:00", h=h)


def feed(panel: MonitorPanel, samples: Iterable[Sample], reply: int = 1, *, started: bool = True) -> list[Sample]:
    """Give a panel a reply so far."""
    given = list(samples)
    if started:
        panel.reply_started(ReplyStarted(reply=reply, chat=1, message=reply))
    for sample in given:
        panel.add_sample(ReplySample(reply=reply, sample=sample))
    return given


def finish(panel: MonitorPanel, samples: list[Sample], reply: int = 1, **changes: object) -> None:
    """End a reply; changes: what the last saved sample tells in addition."""
    kept = (*samples[:1], msgspec.structs.replace(samples[-1], **changes)) if samples else ()
    message = Message(id=reply, role="assistant", text="Words.", samples=kept)
    panel.reply_done(ReplyDone(reply=reply, message=message, words="", stopped=False))


def running(
    speculation: SpeculationStatus = "on", rate: float | None = 18.4, clock: Clock | None = None, **of: object
) -> MonitorPanel:
    """A panel beside a server that is ready."""
    panel = MonitorPanel(clock=clock or Clock(START + 60))
    panel.set_state(READY)
    panel.set_facts(facts(speculation, **of))
    panel.set_baseline(baseline(rate))
    return panel


def settle(panel: MonitorPanel) -> None:
    """Let everything that is due be laid out, drawn and told."""
    panel.flush()
    QTest.qWait(1)


def shown(qtbot: QtBot, panel: MonitorPanel, width: int = 360, height: int = 900) -> MonitorPanel:
    """The panel on the screen, with its plots made."""
    qtbot.addWidget(panel)
    panel.resize(width, height)
    panel.show()
    qtbot.waitUntil(lambda: panel.board.speed is not None)
    settle(panel)
    return panel


def answered(qtbot: QtBot, **of: object) -> MonitorPanel:
    """A panel on the screen after one reply, beside a plain speed of 18 tokens/s."""
    panel = shown(qtbot, running(rate=18.0))
    finish(panel, feed(panel, generated(**of)))
    settle(panel)
    return panel
