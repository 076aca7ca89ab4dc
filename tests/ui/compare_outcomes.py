"""Every way in which a compare can end, as stored results: what a stranger reads of it."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import msgspec
import numpy as np
from compare_page_stage import PLAN, draft, part, planned, ratio, silent, stored
from simulated_pairs import DraftPair, RatioPair, run, timed

from specdesk.chat.compare_prompts import ComparePrompt
from specdesk.kept_sentence import KeptSentence
from specdesk.measure.compare import ArmFacts
from specdesk.measure.headlines import ADDRESSES, DRAFT, NGRAM, Names
from specdesk.measure.measured import Measured
from specdesk.measure.no_answer import Failing, Failure
from specdesk.measure.protocol import Schedule
from specdesk.measure.steps import Ask
from specdesk.records.plan import LaunchPlan
from specdesk.service.address_arms import AskedArm
from specdesk.service.compare_arms import FAIR, NOT_WRITTEN_OUT
from specdesk.service.compare_run import THINKS
from specdesk.service.compare_store import StoredCompare
from specdesk.service.measured_server import STOPPED


def fixed(of: StoredCompare, *, lighter: bool = False) -> StoredCompare:
    """Without a length to set. lighter: the draft takes no memory."""
    a, b = of.arms
    changed = msgspec.structs.replace(b, length=None, memory_mib=a.memory_mib if lighter else b.memory_mib)
    return msgspec.structs.replace(of, arms=(a, changed))


def named(of: StoredCompare, names: Names) -> StoredCompare:
    """With other arms."""
    return msgspec.structs.replace(of, setup=msgspec.structs.replace(of.setup, names=names))


def noted(of: StoredCompare, *notes: str, layers: int | None = None) -> StoredCompare:
    """With sentences about it; layers: of the target on the GPU."""
    place = msgspec.structs.replace(PLAN.place, layers=layers)
    plans = tuple(msgspec.structs.replace(plan, place=place) for plan in of.setup.plans)
    return msgspec.structs.replace(of, notes=notes, setup=msgspec.structs.replace(of.setup, plans=plans))


def at_addresses(of: StoredCompare, names: Names = DRAFT) -> StoredCompare:
    """Measured where somebody else serves, so that it cannot be taken up again."""
    arm = AskedArm(engine="vllm", model="m")
    setup = msgspec.structs.replace(of.setup, plans=(LaunchPlan(), LaunchPlan()), names=names, asked=(arm, arm))
    return msgspec.structs.replace(of, setup=setup, arms=(ArmFacts(), ArmFacts()))


def without_spare(of: Schedule) -> Schedule:
    """Every question is asked."""
    return msgspec.structs.replace(of, spare=())


def answered(answer: Callable[[Ask], Measured]) -> StoredCompare:
    """All questions, answered so."""
    of = planned()
    return stored(run(of, answer)[0], of)


def whole(spread: float, truth: float, seed: int = 2) -> StoredCompare:
    """All that there is was asked, and it is not enough."""
    of = without_spare(planned(budget_s=900.0))
    return fixed(stored(run(of, RatioPair(random.Random(seed), truth, spread))[0], of))


def unsure(truth: float = 1.03, spread: float = 0.15) -> StoredCompare:
    """What the minutes held was asked, and there is more."""
    of = planned(budget_s=120.0)
    return stored(run(of, RatioPair(random.Random(3), truth, spread))[0], of)


def late(of: StoredCompare, ms: float) -> StoredCompare:
    """The first word with the draft comes so much later."""
    replies = tuple(
        msgspec.structs.replace(one, ttft_ms=300.0 + (ms if one.arm == "B" else 0.0)) for one in of.measured
    )
    return msgspec.structs.replace(of, measured=replies)


def untimed(step: Ask) -> Measured:
    """An engine that times nothing."""
    reply = timed(step, 50.0)
    return msgspec.structs.replace(reply, sample=None)


def short(step: Ask) -> Measured:
    """A model that says little."""
    return timed(step, 50.0, tokens=9)


def failing(step: Ask) -> Measured:
    """An engine that answers with errors."""
    return msgspec.structs.replace(timed(step, 50.0), error="It is out of memory.", sample=None)


def hiding(truth: float) -> Callable[[Ask], Measured]:
    """An engine that does not tell its guesses."""
    noise = random.Random(4)
    return lambda step: timed(step, 50.0 * (truth if step.arm == "B" else 1.0) * math.exp(0.02 * noise.gauss()))


def hidden(of: StoredCompare) -> StoredCompare:
    """The same from an engine that does not tell its guesses."""

    def without(reply: Measured) -> Measured:
        sample = None if reply.sample is None else msgspec.structs.replace(reply.sample, drafted=None, accepted=None)
        return msgspec.structs.replace(reply, sample=sample)

    return msgspec.structs.replace(of, measured=tuple(without(reply) for reply in of.measured))


def asked(count: int) -> StoredCompare:
    """A file with so many questions."""
    of = planned([ComparePrompt(id=f"code-{place}", kind="code", text="?") for place in range(count)])
    return stored(run(of, RatioPair(random.Random(3), 1.5, 0.05))[0], of, ended="complete")


def failed(of: StoredCompare, replies: int, how: Failing) -> StoredCompare:
    """An arm did not start, or ended, behind so many replies."""
    why = Failure(how=how, arm="B", error=KeptSentence(context="Service", text=STOPPED))
    return part(msgspec.structs.replace(of, failure=why), replies, "failed")


def hopeless_length() -> StoredCompare:
    """Longer than pays: fewer guesses should."""
    of = planned()
    pair = DraftPair(np.random.default_rng(7), 0.3, dict.fromkeys(("code", "rewrite", "extract", "factual",
                     "reasoning", "creative"), 0.6), 8, plain=31.0)  # fmt: skip
    made = stored(run(of, pair)[0], of)
    a, b = made.arms
    return msgspec.structs.replace(made, arms=(a, msgspec.structs.replace(b, length=8)))


OUTCOMES: dict[str, Callable[[], StoredCompare]] = {
    "faster": draft,
    "faster, for long answers": lambda: late(fixed(ratio(1.12, 0.02)), 3000.0),
    "faster, hidden": lambda: answered(hiding(2.0)),
    "slower": lambda: fixed(ratio(0.8)),
    "slower, hidden": lambda: answered(hiding(0.5)),
    "slower, another length pays": hopeless_length,
    "slower, fewer layers": lambda: noted(fixed(ratio(0.8)), FAIR, layers=20),
    "faster, fewer layers": lambda: noted(draft(), FAIR, layers=20),
    "same": lambda: fixed(ratio(1.0, 0.02)),
    "same, no memory": lambda: fixed(ratio(1.0, 0.02), lighter=True),
    "not sure, more": lambda: fixed(unsure()),
    "not sure, stopped": lambda: part(fixed(ratio(1.03, 0.15)), 40),
    "not sure, all asked": lambda: whole(0.25, 1.01, 3),
    "not sure, either way": lambda: whole(0.25, 1.01),
    "addresses, not sure": lambda: at_addresses(unsure(), ADDRESSES),
    "addresses, likely": lambda: at_addresses(part(ratio(1.08, 0.1), 60), ADDRESSES),
    "addresses, ended early": lambda: at_addresses(part(ratio(1.03, 0.15), 40)),
    "one address, no loss": lambda: at_addresses(unsure(1.05, 0.1)),
    "one address, no gain": lambda: at_addresses(unsure(0.96, 0.1)),
    "never guessed": silent,
    "never guessed, and why": lambda: noted(silent(), "Speculation is off: the vocabularies differ."),
    "n-gram never guessed": lambda: named(silent(), NGRAM),
    "hidden, no difference": lambda: answered(hiding(1.0)),
    "hidden, not sure": lambda: hidden(fixed(unsure())),
    "hidden, all asked": lambda: hidden(whole(0.25, 1.01)),
    "drifted": lambda: fixed(ratio(1.1, drift=-0.004)),
    "drifted, leaning": lambda: fixed(ratio(0.4, drift=-0.004)),
    "no timings": lambda: answered(untimed),
    "too short": lambda: answered(short),
    "failing": lambda: answered(failing),
    "one question": lambda: asked(1),
    "two questions": lambda: asked(2),
    "three questions": lambda: fixed(asked(3)),
    "did not start": lambda: failed(draft(), 12, "not-started"),
    "n-gram did not start": lambda: named(failed(draft(), 12, "not-started"), NGRAM),
    "one of two did not start": lambda: named(failed(draft(), 12, "not-started"), Names(thing="", a="Quiet", b="Fast")),
    "broke off": lambda: failed(draft(), 13, "broke-off"),
    "killed": lambda: part(draft(), 13, None),
    "thinks": lambda: noted(draft(), THINKS, NOT_WRITTEN_OUT),
    "two plans": lambda: named(fixed(ratio(1.0, 0.02)), Names(thing="", a="Quiet", b="Fast")),
}
"""By what they are; each makes one, since they take a moment."""
