"""Advice: the largest context that still fits, and what helps when a plan does not fit. `words` says it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

import msgspec
from msgspec import structs

from specdesk.language import mark, translate
from specdesk.memory.fit import Basis, Overhead, estimate, understand, uses_gpu
from specdesk.memory.shape import shape_of
from specdesk.memory.sizing import OLD_DIALECTS, gpu_layers
from specdesk.models.header import Header
from specdesk.records.build import BuildTraits
from specdesk.records.device import Device
from specdesk.records.fit import Fit
from specdesk.records.plan import LaunchPlan, Layers

FINE_STEP: Final = 256
COARSE_STEP: Final = 1024
COARSE_FROM: Final = 4096
SMALLEST_OFFERED: Final = 2048
UNTRAINED_CONTEXT: Final = 131_072
WORTH_SAYING_MIB: Final = 32.0
SMALL_CACHE: Final = "q8_0"
ENOUGH_STEPS: Final = 3
Kind = Literal[
    "cache", "draft cache", "context", "one slot", "draft on host", "no draft", "experts on host", "fewer layers"
]
"""What a change is about, whatever its number and the language."""

SMALL_STEPS: Final[tuple[Kind, ...]] = ("cache", "draft cache", "context", "one slot")
WORDS: Final[dict[Kind, str]] = {
    "cache": mark("Memory", "smaller cache"),
    "draft cache": mark("Memory", "smaller draft cache"),
    "context": mark("Memory", "{count} tokens of context"),
    "one slot": mark("Memory", "one slot"),
    "draft on host": mark("Memory", "draft on the processor"),
    "no draft": mark("Memory", "no draft"),
    "experts on host": mark("Memory", "experts on the processor"),
    "fewer layers": mark("Memory", "{count} of {all} layers on the GPU"),
}
COSTS: Final[dict[Kind, str]] = {
    "cache": mark("Memory", "answers may be a little less exact"),
    "draft cache": mark("Memory", "a few guesses more may be rejected"),
    "context": mark("Memory", "conversations must be shorter"),
    "one slot": mark("Memory", "one conversation at a time"),
    "draft on host": mark("Memory", "drafting becomes slower, perhaps too slow to help"),
    "no draft": mark("Memory", "no speculation by a draft"),
    "experts on host": mark("Memory", "expect it to be slower"),
    "fewer layers": mark("Memory", "expect it to be slower"),
}
"""What each kind of change costs."""

LEFT_OUT: Final[tuple[tuple[Kind, ...], ...]] = ((), ("draft on host",), (*SMALL_STEPS, "draft on host"))
"""What a chain of changes does without: small steps are skipped when they would only make it long."""


@dataclass(frozen=True, slots=True)
class _Change:
    """One change. words: `WORDS` of its kind, filled in."""

    plan: LaunchPlan
    kind: Kind
    words: str


def _change(plan: LaunchPlan, kind: Kind, **figures: object) -> _Change:
    return _Change(plan, kind, translate("Memory", WORDS[kind]).format(**figures))


@dataclass(frozen=True, slots=True)
class Question:
    """Everything that `estimate` is asked, so that the same question can be asked again with another plan."""

    target: Sequence[Header]
    draft: Sequence[Header]
    projector: Header | None
    plan: LaunchPlan
    traits: BuildTraits
    devices: Sequence[Device]
    host: Device
    overhead_mib: Overhead = None
    reserve_mib: float = 1024

    def basis(self) -> Basis:
        """Shapes and bytes. Raises FileFormatError, UsageError as `estimate` does."""
        return understand(self.target, self.draft, self.projector, self.plan, self.traits, self.devices)

    def fit(self) -> Fit:
        """The estimate. Raises FileFormatError, UsageError as `estimate` does."""
        return estimate(
            self.target, self.draft, self.projector, self.plan, self.traits, self.devices, self.host,
            self.overhead_mib, self.reserve_mib,
        )  # fmt: skip

    def with_plan(self, plan: LaunchPlan) -> Question:
        """The same question about another plan."""
        return replace(self, plan=plan)


class Remedy(msgspec.Struct, frozen=True, kw_only=True):
    """One change that frees memory where it is short. plan: with the change made; gain_mib: how much more stays free at
    the tightest place; words: what changes, to be used in a sentence. costs: what is given up for it, in words. kind:
    what it is about."""

    plan: LaunchPlan
    gain_mib: float
    words: str
    costs: str = ""
    kind: Kind | None = None


def spare(fit: Fit) -> float | None:
    """What stays free at the tightest place that the plan uses (MiB, negative when short); None when unknown."""
    found = [device.left_mib for device in fit.devices if _used(device.target.total, device.overhead)]
    found.append(fit.host.left_mib)
    known = [left for left in found if left is not None]
    return min(known) if known else None


def _used(target: float, overhead: float) -> bool:
    return target > 0 or overhead > 0


def _largest(low: int, high: int, good: Callable[[int], bool]) -> int | None:
    """The largest n of low..high with `good(n)`, when whatever fits makes everything smaller fit too."""
    if high < low or not good(low):
        return None
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if good(middle) else (low, middle - 1)
    return low


def largest_context(question: Question, verdict: str = "fits") -> int | None:
    """The largest context (tokens of all slots, `-c`) with the given verdict or a better one, None when none has it.

    In steps of 256 tokens up to 4096 and of 1024 beyond; never more than the model was trained for.
    """
    fine_enough = ("fits",) if verdict == "fits" else ("fits", "tight")

    def good(step: int, size: int) -> bool:
        return question.with_plan(structs.replace(question.plan, context=step * size)).fit().verdict in fine_enough

    most = _most_context(question)
    coarse = _largest(COARSE_FROM // COARSE_STEP, most // COARSE_STEP, lambda step: good(step, COARSE_STEP))
    if coarse is not None:
        return coarse * COARSE_STEP
    fine = _largest(1, min(most, COARSE_FROM) // FINE_STEP, lambda step: good(step, FINE_STEP))
    return None if fine is None else fine * FINE_STEP


def _most_context(question: Question) -> int:
    """The tokens of all slots that the model was trained for."""
    slots = question.plan.slots or 1
    trained = shape_of(question.target).context or UNTRAINED_CONTEXT
    return trained * (1 if question.plan.kv_unified or slots < 1 else slots)


def limited_by_model(question: Question, tokens: int) -> bool:
    """`largest_context` came to what the model was trained for: more memory would not make it larger."""
    return shape_of(question.target).context is not None and tokens > _most_context(question) - COARSE_STEP


def _context(plan: LaunchPlan, tokens: int) -> _Change:
    if tokens < 1024 or tokens % 1024:
        return _change(plan, "context", count=tokens)
    return _Change(plan, "context", translate("Memory", "{count}k context").format(count=tokens // 1024))


def _smaller_caches(question: Question, fit: Fit) -> Iterator[_Change]:
    plan = question.plan
    place, draft = plan.place, plan.draft_place
    possible = plan.flash_attention != "off" and question.traits.default_flash_attention != "off"
    if possible and place.cache_k in (None, "f16") and place.cache_v in (None, "f16"):
        small = structs.replace(place, cache_k=SMALL_CACHE, cache_v=SMALL_CACHE)
        yield _change(structs.replace(plan, place=small), "cache")
    has_draft = any(device.draft for device in fit.devices) or fit.host.draft is not None
    if possible and has_draft and draft.cache_k in (None, "f16") and draft.cache_v in (None, "f16"):
        small = structs.replace(draft, cache_k=SMALL_CACHE, cache_v=SMALL_CACHE)
        yield _change(structs.replace(plan, draft_place=small), "draft cache")


def _less_context(question: Question, fit: Fit) -> Iterator[_Change]:
    slots = question.plan.slots or 1
    now = question.plan.context or (fit.context or 0)
    most = _most_context(question) // COARSE_STEP * COARSE_STEP
    half = most if now > 2 * most else now // 2 // COARSE_STEP * COARSE_STEP
    fitting = largest_context(question, "tight")
    wanted = fitting if fitting is not None and half <= fitting < now else half
    if wanted >= SMALLEST_OFFERED * slots:
        yield _context(structs.replace(question.plan, context=wanted), wanted)


def without_draft(question: Question) -> Question:
    """The same question about the same target alone."""
    methods = () if question.traits.dialect in OLD_DIALECTS else ("none",)
    return replace(question, plan=structs.replace(question.plan, draft=None, methods=methods), draft=())


def _without_draft(question: Question, fit: Fit) -> Iterator[_Change]:
    plan = question.plan
    if fit.host.draft is None:
        return
    separate, gpu = bool(question.draft), uses_gpu(plan, question.devices)
    if separate and gpu and plan.draft_place.layers != 0:
        on_host = structs.replace(plan.draft_place, layers=0)
        yield _change(structs.replace(plan, draft_place=on_host), "draft on host")
    yield _change(without_draft(question).plan, "no draft")


def _less_on_gpu(question: Question) -> Iterator[_Change]:
    plan, shape = question.plan, shape_of(question.target)
    if not uses_gpu(plan, question.devices):
        return
    if shape.experts_used and not plan.place.cpu_moe:
        moved = structs.replace(plan.place, cpu_moe=True)
        yield _change(structs.replace(plan, place=moved), "experts on host")
    every = len(shape.layers) + 1
    given = gpu_layers(plan.place.layers, question.traits)
    count = _most_layers(question, every if given is None else min(given, every), ("fits", "tight"))
    if count is not None:
        yield _change(with_layers(plan, count), "fewer layers", count=count, all=every)


def with_layers(plan: LaunchPlan, layers: Layers | None) -> LaunchPlan:
    """A plan with so many layers of the target on the GPU."""
    return structs.replace(plan, place=structs.replace(plan.place, layers=layers))


def _most_layers(question: Question, now: int, verdicts: Sequence[str]) -> int | None:
    """The most layers below `now` with which every device has one of these verdicts."""

    def devices_hold(count: int) -> bool:
        fit = question.with_plan(with_layers(question.plan, count)).fit()
        return all(one.verdict in verdicts for one in fit.devices)

    return _largest(0, now - 1, devices_hold)


def fitted_layers(question: Question) -> tuple[int, int] | None:
    """(layers of the target that go on the GPU, of how many) where not all fit there; None where all do or none can.

    Fewer layers leave what is to stay free, where that is possible.
    """
    if not uses_gpu(question.plan, question.devices):
        return None
    every = len(shape_of(question.target).layers) + 1
    whole = question.with_plan(with_layers(question.plan, "all"))
    if all(device.verdict != "no" for device in whole.fit().devices):
        return None
    found = (_most_layers(whole, every, verdicts) for verdicts in (("fits",), ("fits", "tight")))
    count = next((one for one in found if one is not None), None)
    return None if count is None else (count, every)


def _changes(question: Question, fit: Fit) -> Iterator[_Change]:
    """Single changes, those that cost the user least first."""
    yield from _smaller_caches(question, fit)
    yield from _less_context(question, fit)
    if (question.plan.slots or question.traits.default_slots) > 1:
        yield _change(structs.replace(question.plan, slots=1), "one slot")
    yield from _without_draft(question, fit)
    yield from _less_on_gpu(question)


def _asked(question: Question, plan: LaunchPlan) -> Question:
    dropped = question.plan.draft is not None and plan.draft is None
    return replace(question, plan=plan, draft=() if dropped else question.draft)


def _remedy(question: Question, before: float, change: _Change) -> Remedy | None:
    after = spare(_asked(question, change.plan).fit())
    gain = 0.0 if after is None else after - before
    if gain < WORTH_SAYING_MIB:
        return None
    costs = translate("Memory", COSTS[change.kind])
    return Remedy(plan=change.plan, gain_mib=gain, words=change.words, costs=costs, kind=change.kind)


def remedies(question: Question) -> tuple[Remedy, ...]:
    """Single changes that free memory at the tightest place, the most helpful first. Each gain is re-estimated."""
    fit = question.fit()
    before = spare(fit)
    if before is None:
        return ()
    found = (_remedy(question, before, change) for change in _changes(question, fit))
    return tuple(sorted((one for one in found if one is not None), key=lambda one: -one.gain_mib))


def easiest(question: Question) -> tuple[Remedy, ...]:
    """Changes that together make the plan start, each on top of the one before, those that cost least first.

    Empty when the plan starts already or nothing simple is enough. The last one's plan has them all.
    """
    steps: tuple[Remedy, ...] = ()
    for left_out in LEFT_OUT:
        found = _steps(question, set(left_out))
        if found and (not steps or len(found) < len(steps)):
            steps = found
        if 0 < len(steps) <= ENOUGH_STEPS:
            break
    if len(steps) < 2:
        return steps
    alone = _alone(question, steps[-1].kind)
    return steps if alone is None else (alone,)


def easiest_for_all(question: Question) -> tuple[Remedy, ...]:
    """`easiest`, where it lets every layer be on the GPU; empty where it does not."""
    steps = easiest(question)
    return () if any(step.kind == "fewer layers" for step in steps) else steps


def _steps(question: Question, tried: set[Kind]) -> tuple[Remedy, ...]:
    """One change after the other until the plan starts; empty when they run out before. tried: left out."""
    found: list[Remedy] = []
    while True:
        fit = question.fit()
        before = spare(fit)
        if fit.verdict != "no" or before is None:
            return tuple(found)
        step = _next_step(question, fit, before, tried)
        if step is None:
            return ()
        found.append(step)
        question = _asked(question, step.plan)


def _alone(question: Question, kind: Kind | None) -> Remedy | None:
    """The change of one kind, if it is enough by itself."""
    fit = question.fit()
    before = spare(fit)
    for change in _changes(question, fit):
        if change.kind == kind and before is not None and _asked(question, change.plan).fit().verdict != "no":
            return _remedy(question, before, change)
    return None


def _next_step(question: Question, fit: Fit, before: float, tried: set[Kind]) -> Remedy | None:
    for change in _changes(question, fit):
        if change.kind in tried:
            continue
        tried.add(change.kind)
        step = _remedy(question, before, change)
        if step is not None:
            return step
    return None
