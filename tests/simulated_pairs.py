"""Engines that exist in numbers only: known h, acceptance and noise. They answer the steps of a compare."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import msgspec
import numpy as np

from specdesk.chat.compare_prompts import ComparePrompt, own_prompts
from specdesk.measure.measured import Measured
from specdesk.measure.protocol import Pace, Schedule, schedule
from specdesk.measure.steps import Ask, Running, Start, Stop, WarmUp, next_step
from specdesk.records.sample import Sample

KINDS = ("code", "rewrite", "extract", "factual", "reasoning", "creative")
ORDINARY = Pace(rate=50.0, rate_b=80.0, load_s=3.0, prompt_s=0.05)

Answer = Callable[[Ask], Measured]


def prompts(per_kind: int, kinds: tuple[str, ...] = KINDS) -> list[ComparePrompt]:
    """That many of every kind, taking turns."""
    return [
        ComparePrompt(id=f"{kind}-{number}", kind=kind, language="en", text=f"{kind} {number}")
        for number in range(per_kind)
        for kind in kinds
    ]


QUICK = schedule(prompts(4), 360.0, ORDINARY, quick=True)
FULL = schedule(prompts(4), 360.0, ORDINARY)
EXACT = msgspec.structs.replace(FULL, exact_cost=True)
"""FULL, going on for the cost of a guess."""
LONG = schedule(prompts(6), 900.0, ORDINARY)
"""With as many looks as a budget may have."""
OWN_QUICK = schedule(own_prompts(), 120.0, ORDINARY, quick=True)
OWN_FULL = schedule(own_prompts(), 360.0, ORDINARY)
"""The program's own questions, of which half have a twin."""


def run(planned: Schedule, answer: Answer, measured: Sequence[Measured] = ()) -> tuple[list[Measured], Stop]:
    """The whole compare, as the service would run it; going on from what is `measured`."""
    measured = list(measured)
    running: Running | None = None
    while True:
        step = next_step(planned, measured, running)
        if isinstance(step, Stop):
            return measured, step
        if isinstance(step, Start):
            running = Running(start=step.start)
        elif isinstance(step, WarmUp):
            running = Running(start=step.start, warm=True)
        else:
            measured.append(answer(step))


def timed(
    step: Ask, rate: float, *, tokens: int = 96, drafted: int | None = None, accepted: int | None = None
) -> Measured:
    """A reply of this many tokens at this rate (tokens/s)."""
    sample = Sample(t=0.0, tokens=tokens, decode_ms=1000.0 * (tokens - 1) / rate, drafted=drafted, accepted=accepted)
    return Measured(
        prompt=step.prompt,
        kind=step.prompt.split("-")[0],
        language="nl" if step.prompt.endswith(".nl") else "en",
        arm=step.arm,
        block=step.block,
        visit=step.visit,
        sample=sample,
        ttft_ms=100.0 if step.arm == "A" else 150.0,
        seconds=2.0,
        text="words",
        finish_reason="length",
    )


class RatioPair:
    """Arms whose speed-up is `truth`, with this spread of the log ratio over prompts of one kind.

    Kinds differ (by `kinds_apart`, up and down), which must not matter. drift: growth of the log rate per reply.
    """

    def __init__(self, rng: random.Random, truth: float, spread: float, kinds_apart: float = 0.2, drift: float = 0.0):
        self._rng = rng
        self._truth, self._spread, self._drift = truth, spread, drift
        steps = len(KINDS) - 1
        self._offsets = {kind: kinds_apart * (2 * place / steps - 1) for place, kind in enumerate(KINDS)}
        self._plain: dict[str, float] = {}
        self._ratio: dict[str, float] = {}
        self._asked = 0

    def __call__(self, step: Ask) -> Measured:
        kind = step.prompt.split("-")[0]
        if step.prompt not in self._plain:
            self._plain[step.prompt] = 50.0 * math.exp(0.05 * self._rng.gauss())
            ratio = math.log(self._truth) + self._offsets[kind] + self._spread * self._rng.gauss()
            self._ratio[step.prompt] = ratio
        self._asked += 1
        rate = self._plain[step.prompt] * math.exp(self._drift * self._asked)
        if step.arm == "A":
            return timed(step, rate)
        return timed(step, rate * math.exp(self._ratio[step.prompt]), drafted=100, accepted=60)


class TwinPair:
    """Arms whose speed-up is `truth`, over the program's own list: each task moves the log ratio by `task`, and each
    prompt, in whichever language, by `own` besides. A reply has 1 % of noise. language: what Dutch adds to it."""

    def __init__(self, rng: random.Random, truth: float, task: float, own: float, language: float = 0.0) -> None:
        self._rng, self._truth = rng, math.log(truth)
        self._spreads = (task, own)
        self._language = language
        self._moved: dict[str, float] = {}

    def _gauss(self, name: str, spread: float) -> float:
        """Drawn once per name."""
        return self._moved.setdefault(name, spread * self._rng.gauss())

    def __call__(self, step: Ask) -> Measured:
        rate = 50.0 * math.exp(0.01 * self._rng.gauss())
        if step.arm == "A":
            return timed(step, rate)
        task, own = self._spreads
        moved = self._gauss(f"task {step.prompt.removesuffix('.nl')}", task) + self._gauss(step.prompt, own)
        moved += self._language / 2.0 * (1 if step.prompt.endswith(".nl") else -1)
        return timed(step, rate * math.exp(self._truth + moved), drafted=100, accepted=60)


@dataclass
class DraftPair:
    """A target with a draft: `cost` is h, `alphas` the chance per kind that one more token is accepted, `k` the length.

    spread: of alpha's logit over prompts. noise: standard deviation of the log rate of a single reply. lead: what a
    pass costs before its first guess, in guesses. goes_on: chance that p-min lets one more guess be made, whose work is
    spent when it does not. With both, `cost` is that of a guess alone, and h is more.
    """

    rng: np.random.Generator
    cost: float
    alphas: dict[str, float]
    k: int
    spread: float = 0.3
    noise: float = 0.01
    counts_positions: bool = True
    plain: float = 50.0
    lead: float = 0.0
    goes_on: float = 1.0

    def __post_init__(self) -> None:
        self._alpha: dict[str, float] = {}

    def alpha_of(self, prompt: str) -> float:
        """Drawn once per prompt."""
        if prompt not in self._alpha:
            mean = self.alphas[prompt.split("-")[0]]
            logit = math.log(mean / (1 - mean)) + self.spread * self.rng.standard_normal()
            self._alpha[prompt] = 1 / (1 + math.exp(-logit))
        return self._alpha[prompt]

    def true_speedup(self, k: int, cap: int, count: int = 1600) -> float:
        """Over many prompts with replies of `cap` tokens, kinds weighted equally (geometric mean), at length k.

        The prompts of a kind stand at the quantiles of its spread, and each reply has chance of its own: drawn alike
        for all kinds, a few hundred of them were off by more than half the error of a whole compare.
        """
        if k == 0:
            return 1.0
        rng = np.random.default_rng(3)
        spread = self.spread * np.array([NormalDist().inv_cdf((place + 0.5) / count) for place in range(count)])
        logs = []
        for mean in self.alphas.values():
            alphas = 1.0 / (1.0 + np.exp(-(math.log(mean / (1.0 - mean)) + spread)))
            draws = rng.random((count, cap - 1))
            kept = sum((draws < (alphas**place)[:, None]).astype(np.int32) for place in range(1, k + 1))
            most, thrown = self.most(rng, k, kept.shape)
            kept = np.minimum(kept, most)
            room = cap - 1 - (np.cumsum(kept + 1, axis=1) - (kept + 1))
            works = np.clip(np.minimum(most, room - 1), 0, None) + (room > 0) * (self.lead + thrown)
            steps = (room > 0).sum(axis=1) + self.cost * works.sum(axis=1)
            logs.append(float(np.mean(np.log((cap - 1) / steps))))
        return math.exp(float(np.mean(logs)))

    def __call__(self, step: Ask) -> Measured:
        slower = math.exp(self.noise * self.rng.standard_normal())
        if step.arm == "A":
            return timed(step, self.plain / slower, tokens=step.cap)
        alpha = self.alpha_of(step.prompt)
        drafts, kept, thrown = self.passes(alpha, step.cap)
        passes, drafted = len(kept), int(drafts.sum())
        works = drafted + passes * self.lead + int(thrown.sum())
        decode_ms = 1000.0 / self.plain * (passes + works * self.cost) * slower
        positions = tuple(int((kept >= place).sum()) for place in range(1, self.k + 1))
        base = timed(step, 1.0, tokens=step.cap)
        sample = Sample(
            t=0.0,
            tokens=step.cap,
            decode_ms=decode_ms,
            drafted=drafted,
            accepted=int(kept.sum()),
            passes=passes,
            per_position=positions if self.counts_positions else None,
            passes_derived=True,
        )
        return Measured(**{**{f: getattr(base, f) for f in base.__struct_fields__}, "sample": sample})

    def most(self, rng: np.random.Generator, k: int, shape: int | tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
        """(guesses that p-min lets be made, whether one more was thrown away) per pass."""
        if self.goes_on >= 1.0:
            return np.full(shape, k), np.zeros(shape, dtype=np.int64)
        made = rng.geometric(1.0 - self.goes_on, size=shape) - 1
        return np.minimum(made, k), (made < k).astype(np.int64)

    def passes(self, alpha: float, tokens: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(drafted, accepted, thrown away) per pass. As in llama-server a draft is never longer than what is still to
        come."""
        chances = [alpha**place * (1 - alpha) for place in range(self.k)] + [alpha**self.k]
        kept = self.rng.choice(self.k + 1, size=tokens, p=chances)
        most, thrown = self.most(self.rng, self.k, tokens)
        kept = np.minimum(kept, most)
        before = np.concatenate(([0], np.cumsum(kept + 1)[:-1]))
        room = tokens - 1 - before
        kept, most, thrown, room = (of_all[room > 0] for of_all in (kept, most, thrown, room))
        drafts = np.minimum(most, room - 1)
        return drafts, np.minimum(kept, drafts), thrown
