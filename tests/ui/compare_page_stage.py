"""A Compare page with what the service would tell it: results of simulated pairs, through the whole protocol."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec
import numpy as np
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot
from simulated_pairs import KINDS, DraftPair, RatioPair, run

from specdesk.chat.compare_prompts import ComparePrompt, own_prompts
from specdesk.measure import headlines
from specdesk.measure.compare import ArmFacts
from specdesk.measure.headlines import Names
from specdesk.measure.measured import Measured
from specdesk.measure.protocol import Pace, Schedule, schedule
from specdesk.measure.same_text import DifferenceKind
from specdesk.measure.steps import Ask
from specdesk.records.plan import LaunchPlan
from specdesk.service.alike import ratios_of, settings_of
from specdesk.service.compare_store import CompareSetup, StoredCompare
from specdesk.service.events import CompareDone, CompareProgress
from specdesk.service.result_rows import ResultRow
from specdesk.ui.compare import ComparePage
from specdesk.ui.parts import Text

MADE = 1_778_580_000.0
"""12 May 2026."""

PLAN = LaunchPlan(
    target="/models/Qwen2.5-32B-Instruct-Q4_K_M.gguf", draft="/models/Qwen2.5-0.5B-Instruct-Q8_0.gguf",
    methods=("draft-simple",), draft_max=4, context=8192,
)  # fmt: skip
PAIR = "Qwen2.5-32B-Instruct-Q4_K_M + Qwen2.5-0.5B-Instruct-Q8_0"
PLAIN = msgspec.structs.replace(PLAN, draft=None, methods=("none",), draft_max=None)
ARGV = ("/opt/llama.cpp/build/bin/llama-server", "-m", PLAN.target or "", "-c", "8192", "-np", "1", "-ngl", "99")
CAP = 66
"""Tokens of a reply: figures that these tests name do not move when the first look of a compare comes sooner."""
PACE = Pace(rate=31.0, rate_b=56.0, load_s=6.0, prompt_s=0.2)
CAP = 66
"""Tokens per reply, fixed: what the simulated pairs say hangs on it."""


def answers(prompt: ComparePrompt, arm: str) -> str:
    """What a model may say. One question in four is answered differently from the fourth word on."""
    words = f"This is what I know about {prompt.id}. "
    differs = arm == "B" and sum(map(ord, prompt.id)) % 4 == 0
    return words + ("And then another ending." if differs else "And then one ending.") + " It goes on for a while." * 12


def typed(text: str, arm: str) -> tuple[tuple[float, int], ...]:
    """Evenly typed: arm A in 10 s, arm B in 5 s, from the first half second on."""
    end = 10_000.0 if arm == "A" else 5_000.0
    return tuple((500.0 + (end - 500.0) * step / 50, round(len(text) * (step + 1) / 51)) for step in range(51))


def planned(prompts: Sequence[ComparePrompt] | None = None, budget_s: float = 360.0) -> Schedule:
    """A schedule over the program's own prompts."""
    return schedule(own_prompts() if prompts is None else prompts, budget_s, PACE, cap=CAP)


def stored(
    measured: Sequence[Measured],
    of: Schedule,
    *,
    more_mib: float = 1434.0,
    **fields: object,
) -> StoredCompare:
    """Everything about a compare that is over."""
    texts = {prompt.id: prompt for prompt in of.prompts}
    replies = tuple(
        msgspec.structs.replace(
            reply, kind=texts[reply.prompt].kind, language=texts[reply.prompt].language,
            text=answers(texts[reply.prompt], reply.arm),
            typed=typed(answers(texts[reply.prompt], reply.arm), reply.arm),
        )
        for reply in measured
    )  # fmt: skip
    setup = CompareSetup(
        plans=(PLAIN, PLAN), engine="/opt/llama-server", build="b11434", minutes=3.0,
        hardware=("NVIDIA GeForce RTX 3090",),
    )  # fmt: skip
    arms = (
        ArmFacts(argv=ARGV, build="b11434", memory_mib=20480.0),
        ArmFacts(argv=(*ARGV, "-md", PLAN.draft or "", "--draft-max", "4"), build="b11434", length=4,
                 memory_mib=20480.0 + more_mib),
    )  # fmt: skip
    made = StoredCompare(
        id=1, made=MADE, setup=setup, schedule=of, arms=arms, measured=replies, seconds=358.0, ended="certain"
    )
    return msgspec.structs.replace(made, **fields)


def draft(cost: float = 0.08, alpha: float = 0.72, seed: int = 7, k: int = 4) -> StoredCompare:
    """A pair with this cost per guess and about this chance that a guess is kept."""
    alphas = dict(zip(KINDS, alpha + np.linspace(-0.15, 0.15, len(KINDS)), strict=True))
    pair = DraftPair(np.random.default_rng(seed), cost, alphas, k, plain=31.0)
    of = planned()
    measured, _ = run(of, pair)
    ties: dict[str, DifferenceKind] = {prompt.id: "tie" for prompt in of.prompts}
    return stored(measured, of, differences=ties)


def ratio(truth: float, spread: float = 0.05, *, drift: float = 0.0, seed: int = 3, **fields: object) -> StoredCompare:
    """A pair with this speed-up."""
    of = planned()
    measured, _ = run(of, RatioPair(random.Random(seed), truth, spread, drift=drift))
    return stored(measured, of, **fields)


def silent() -> StoredCompare:
    """A draft that never guesses."""
    of = planned()
    inner = RatioPair(random.Random(3), 1.0, 0.05)

    def answer(step: Ask) -> Measured:
        reply = inner(step)
        assert reply.sample is not None
        return msgspec.structs.replace(reply, sample=msgspec.structs.replace(reply.sample, drafted=0, accepted=0))

    measured, _ = run(of, answer)
    return stored(measured, of)


def part(of: StoredCompare, replies: int, ended: str | None = "cancelled") -> StoredCompare:
    """The same, broken off."""
    return msgspec.structs.replace(of, measured=of.measured[:replies], ended=ended)


def done(of: StoredCompare) -> CompareDone:
    """The event that ends a compare."""
    return CompareDone(stored=of, result=of.result(), words="")


def progress(of: StoredCompare, replies: int) -> CompareProgress:
    """The event in the middle of a compare."""
    so_far = part(of, replies)
    return CompareProgress(
        compare=of.id, words=f"With draft: reply {replies + 1} of {len(of.measured)}", done=replies,
        total=len(of.measured), seconds_left=134.0, look_s=41.0, result=so_far.result() if replies else None,
    )  # fmt: skip


def row(of: StoredCompare, number: int = 1, made: float = MADE) -> ResultRow:
    """Its line in the list."""
    result = of.result()
    return ResultRow(
        id=number, made=made, pair=of.setup.pair, build=of.setup.build,
        headline=headlines.headline(result, of.setup.names), verdict=result.verdict, speedup=result.speedup,
        prompts=result.prompts, partial=result.partial, settings=settings_of(of.setup.plans),
        ratios=ratios_of(of.schedule, of.measured),
    )  # fmt: skip


def shown(qtbot: QtBot, made: ComparePage) -> ComparePage:
    """In sight, in the room that a window of usual size has for it."""
    qtbot.addWidget(made)
    made.resize(600, 720)
    made.show()
    return made


def buttons(made: QWidget) -> dict[str, QPushButton]:
    """Buttons in sight, by their words."""
    return {one.text(): one for one in made.findChildren(QPushButton) if one.isVisible() and one.text()}


def said(made: QWidget) -> str:
    """All words in sight."""
    return "\n".join(label.text() for label in made.findChildren(Text) if label.isVisible() and label.text())


def page(plan: LaunchPlan | None = PLAN, why_not: str = "") -> ComparePage:
    """A page beside a set-up."""
    made = ComparePage()
    made.show_plan(plan, f"{PAIR}, length 4", Names(), why_not)
    return made
