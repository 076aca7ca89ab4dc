"""Compares on the real engine with a small model. Run it on a machine that does nothing else.

usage: PYTHONPATH=tests python tests/benches/bench_compare_engines.py WHAT [--engine embedded|PATH] [--minutes N]
       [--threads N] [--runs N] [--lengths K,K]

own-draft   the target as its own draft: has to be called slower
identical   two identical arms, 20 times: never faster or slower (--runs N)
rewrite     n-gram look-up on the rewriting prompts: never slower
predict     speed predicted at draft lengths that were not run, by a run at 4 that tries a second length, beside what is
            then measured: median within 5 %
control     h by real guesses beside h with no guess taken (embedded: it has synthetic acceptance): within 5 %
overhead    share of a compare that is neither loading nor generating: under 5 %
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import tempfile
import time
from collections import Counter
from pathlib import Path

import msgspec
from layer_drop import drop_blocks
from real_parts import server_binary, target_model

from specdesk import paths
from specdesk.chat.compare_prompts import ComparePrompt, own_prompts
from specdesk.cli.measuring import carry_out
from specdesk.engines.discover import embedded_engine
from specdesk.engines.engine_info import EMBEDDED, EngineInfo
from specdesk.engines.probe import probe
from specdesk.measure.advice import best_setting, counts_of
from specdesk.measure.compare import CompareResult
from specdesk.measure.evidence import prompt_pairs
from specdesk.measure.lead import expected_lead
from specdesk.records.plan import LaunchPlan, ModelPlacement
from specdesk.service.access import Access
from specdesk.service.compare_session import CompareOrder, Comparing
from specdesk.service.compare_store import CompareStore
from specdesk.service.measured_server import Stage

RUN_AT, PREDICTED = 4, (1, 2, 3, 6, 8)
DROPPED_BLOCK = 25
METHODS = ("draft-simple",)


def compared(engine: EngineInfo, order: CompareOrder) -> tuple[Comparing, CompareResult, float]:
    """One compare: everything about it, its result, seconds it took."""

    async def make(stage: Stage, store: CompareStore) -> Comparing:
        return await Comparing.begin(stage, order, store, lambda moment: None, print)

    began = time.monotonic()
    carried = asyncio.run(carry_out(engine, Access(), make))
    if carried.error is not None:
        raise carried.error
    return carried.job, carried.job.result(), time.monotonic() - began


def shown(name: str, result: CompareResult) -> None:
    """One line."""
    found = result.speedup
    speed = "no number" if found is None else f"{found.estimate:.3f} ({found.low:.3f} to {found.high:.3f})"
    print(f"{name:<24} {result.verdict:<14} {speed}  h {result.h}  {dict(result.left_out)}", flush=True)


class Bench:
    """What all of them share."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.minutes: float = options.minutes
        self.runs: int = options.runs
        self.lengths: tuple[int, ...] = options.lengths
        if options.engine == EMBEDDED:
            self.engine = embedded_engine()
        else:
            self.engine = probe(Path(options.engine or server_binary()), paths.cache_dir())
        self.plain = LaunchPlan(
            target=str(target_model()), context=2048, slots=1, place=ModelPlacement(threads=options.threads)
        )

    def order(self, prompts: tuple[ComparePrompt, ...], **changes: object) -> CompareOrder:
        """The plain plan with these fields changed, against its plain twin."""
        plan = msgspec.structs.replace(self.plain, **changes)
        return CompareOrder(plan=plan, prompts=prompts, minutes=self.minutes)

    def own_draft(self) -> None:
        """A draft as big as the target cannot pay."""
        draft = {"draft": self.plain.target, "methods": METHODS, "draft_max": RUN_AT}
        shown("target as its own draft", compared(self.engine, self.order(own_prompts(("en",)), **draft))[1])

    def identical(self) -> None:
        """Nothing may be found where nothing is."""
        verdicts: Counter[str] = Counter()
        for number in range(self.runs):
            order = msgspec.structs.replace(self.order(own_prompts(("en",))), against=self.plain, quick=True)
            result = compared(self.engine, order)[1]
            shown(f"identical, run {number + 1}", result)
            verdicts[result.verdict] += 1
        print(dict(verdicts))

    def rewrite(self) -> None:
        """Where the text repeats itself, look-up must not be called slower."""
        prompts = tuple(prompt for prompt in own_prompts() if prompt.kind == "rewrite")
        for method in ("ngram-simple", "ngram-mod"):
            shown(method, compared(self.engine, self.order(prompts, methods=(method,)))[1])

    def predict(self) -> None:
        """One run at one length, asked for the exact cost of a guess, and what it says about the others: by itself,
        with the second length that it tries, and with what runs at all lengths but the foretold one have told."""
        with tempfile.TemporaryDirectory() as folder:
            draft = Path(folder) / "draft.gguf"
            drop_blocks(target_model(), draft, {DROPPED_BLOCK})
            measured = {k: self._at(str(draft), k, exact_cost=k == RUN_AT) for k in (RUN_AT, *self.lengths)}
        stored = measured[RUN_AT][0].stored
        second = stored.second.costs(stored.measured)
        print(f"second length: {second}")
        told = {k: result.h_interval for k, (_, result) in measured.items() if result.h_interval is not None}
        counts, errors = counts_of(prompt_pairs(stored.measured)), {"alone": [], "with a second": [], "with others": []}
        for k in self.lengths:
            found = measured[k][1].speedup
            if found is None or k in second:
                continue
            others = {other: cost for other, cost in told.items() if other not in (k, RUN_AT)}
            line = f"length {k}: measured {found.estimate:.3f}"
            for name, costs in (("alone", {}), ("with a second", second), ("with others", others)):
                advice = best_setting(counts, RUN_AT, costs, lead=expected_lead(METHODS))
                if advice is not None:
                    foretold = advice.lengths[k].speedup
                    errors[name].append(abs(foretold.estimate / found.estimate - 1))
                    line += f", {name} {foretold.estimate:.3f} ({foretold.low:.3f} to {foretold.high:.3f})"
            print(line)
        for name, apart in errors.items():
            print(f"{name}: median error {100 * statistics.median(apart):.1f} %" if apart else f"{name}: too little")

    def _at(self, draft: str, k: int, *, exact_cost: bool) -> tuple[Comparing, CompareResult]:
        changes = {"draft": draft, "methods": METHODS, "draft_max": k, "p_min": 0.0}
        order = msgspec.structs.replace(self.order(own_prompts(("en",)), **changes), exact_cost=exact_cost)
        job, result, _ = compared(self.engine, order)
        shown(f"draft of length {k}", result)
        return job, result

    def control(self) -> None:
        """Two ways to the cost of a guess, within one run."""
        with tempfile.TemporaryDirectory() as folder:
            draft = Path(folder) / "draft.gguf"
            drop_blocks(target_model(), draft, {DROPPED_BLOCK})
            changes = {"draft": str(draft), "methods": METHODS, "draft_max": RUN_AT, "p_min": 0.0}
            order = msgspec.structs.replace(self.order(own_prompts(("en",)), **changes), quick=True, control=True)
            result = compared(self.engine, order)[1]
        shown("with a draft", result)
        found = result.control
        if found is None or found.h is None or result.h is None:
            print("this engine has no synthetic acceptance, or the text was too little")
            return
        print(f"h {result.h:.3f} by real guesses ({_span(result)}), {found.h:.3f} with no guess taken: ", end="")
        print(f"{100 * (found.h / result.h - 1):+.1f} %; {found}")

    def overhead(self) -> None:
        """Time that is spent on nothing useful."""
        job, result, seconds = compared(self.engine, self.order(own_prompts(("en",)), methods=("ngram-mod",)))
        shown("ngram-mod", result)
        print(f"{seconds:.1f} s, neither loading nor generating {100 * (1 - job.useful_s / seconds):.1f} %")


def _span(result: CompareResult) -> str:
    found = result.h_interval
    return "no interval" if found is None else f"{found.low:.3f} to {found.high:.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("own-draft", "identical", "rewrite", "predict", "control", "overhead"))
    parser.add_argument("--engine")
    parser.add_argument("--minutes", type=float, default=6.0)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument(
        "--lengths", type=lambda text: tuple(int(part) for part in text.split(",")), default=PREDICTED, metavar="K,K"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ["SPECDESK_HOME"] = home
        getattr(Bench(options), options.what.replace("-", "_"))()


if __name__ == "__main__":
    main()
