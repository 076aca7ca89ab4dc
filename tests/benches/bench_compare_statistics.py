"""How often the compare is right, on simulated engines: coverage of the interval, wrong verdicts, h, best length.

usage: PYTHONPATH=tests python tests/benches/bench_compare_statistics.py [DRAWS] [lengths | own]
DRAWS: compares per line (default 1000, which takes hours). Each is the whole protocol, step by step.
lengths: only h and the best draft length. own: only the program's own questions, in which the same task comes in two
languages (a minute or two). "asked / certain": replies on average, and up to the first certain look; what
lies between them is asked for the cost of a guess alone.
"""

from __future__ import annotations

import sys

import msgspec
from simulated_compares import Tally, drafts, gone_on, ratios, told, twins
from simulated_pairs import EXACT, FULL, LONG, ORDINARY, OWN_FULL, OWN_QUICK, QUICK

from specdesk.measure.lead import HEAD, OWN_MODEL, WHOLE_BLOCK

PLANS = (("quick", QUICK), ("full", FULL), ("long", LONG))


def main() -> None:
    draws = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print(
        f"{draws} compares per line; quick: {QUICK.seconds:.0f} s of a pair at {ORDINARY.rate:.0f} tokens/s, ", end=""
    )
    print(f"full: {FULL.seconds:.0f} s, {len(FULL.looks)} looks; long: {LONG.seconds:.0f} s, {len(LONG.looks)} looks")
    only = sys.argv[2:3]
    if only != ["lengths"]:
        own_questions(draws)
    if only == []:
        speed_ups(draws)
    if only != ["own"]:
        lengths(draws)


def own_questions(draws: int) -> None:
    """Twins are alike. task: how far tasks move the log ratio; own: how far each prompt, in its language, does besides;
    apart: what Dutch adds for all alike."""
    print("\nplan   task   own apart truth  interval holds  wrong verdicts  asked / certain  verdicts")
    for name, planned in (("quick", OWN_QUICK), ("full", OWN_FULL)):
        for task, own in ((0.10, 0.10), (0.12, 0.08), (0.15, 0.03), (0.0, 0.15)):
            for truth in (1.0, 1.03, 1.1, 1.5):
                show(f"{name:6} {task:4.2f}  {own:4.2f}", 0.0, truth, twins(planned, truth, task, own, draws))
    for task, own in ((0.10, 0.10), (0.15, 0.03)):
        found = twins(OWN_QUICK, 1.0, task, own, draws, language=-0.2)
        show(f"quick  {task:4.2f}  {own:4.2f}", -0.2, 1.0, found)


def speed_ups(draws: int) -> None:
    """Coverage of the interval, and wrong verdicts."""
    print("\nplan   spread truth  interval holds  wrong verdicts  asked / certain  verdicts")
    for name, planned in PLANS:
        for spread in (0.05, 0.15, 0.25):
            for truth in (0.8, 0.95, 1.0, 1.03, 1.05, 1.1, 1.3, 1.8):
                show(name, spread, truth, ratios(planned, truth, spread, draws))
    for spread in (0.05, 0.15, 0.25):
        for truth in (1.0, 1.03, 1.1):
            show("on", spread, truth, gone_on(truth, spread, draws))


def lengths(draws: int) -> None:
    """h and the best length."""
    print(
        "\nplan  positions  k   h  alpha  speed-up  interval holds  h within 5 %  interval of h holds  best length"
        "  within 1 %  its interval  asked / certain"
    )
    whole = msgspec.structs.replace(FULL, looks=FULL.looks[-1:])
    pairs = ((0.05, 0.6), (0.05, 0.9), (0.1, 0.75), (0.1, 0.5), (0.2, 0.8), (0.3, 0.6), (0.5, 0.7))
    for name, planned in (*PLANS[:2], ("exact", EXACT), ("whole", whole)):
        for counted, k in ((True, 4), (False, 4), (True, 2)):
            for cost, alpha in pairs:
                found = drafts(planned, cost, alpha, draws, k=k, counted=counted)
                print(
                    f"{name:5} {'yes' if counted else 'no':>9} {k:2} {cost:4.2f} {alpha:5.2f} {found.truth:9.2f}"
                    f" {found.coverage:14.1%} {(abs(found.h) < 0.05).mean():13.1%} {found.h_held:20.1%}"
                    f" {found.best_k:12}"
                    f" {found.best:11.1%} {found.sure:13.1%} {found.asked:8.1f} / {found.certain:.1f}"
                    f"  {dict(found.actions)}"
                    f" {'' if not found.gains else f'least gain {min(found.gains):.2f}'}",
                    flush=True,
                )
    real_drafters(draws)
    print("\nh at length 8 told by an earlier run, with a standard error of 2, 5, 10, 20 %: interval there holds")
    for off in (0.02, 0.05, 0.1, 0.2):
        print(f"{off:5.0%} {told(QUICK, 0.1, 0.75, draws, off=off):14.1%}", flush=True)


def real_drafters(draws: int) -> None:
    """Passes that cost something before their first guess, p-min that ends drafts, whole blocks."""
    print("\nlead  goes on  k  cost  best length  within 1 %  its interval  least gain")
    drafters = ((0.0, 1.0, 4, HEAD), (1.0, 1.0, 4, OWN_MODEL), (0.5, 1.0, 8, OWN_MODEL), (1.0, 0.8, 16, OWN_MODEL),
                (0.5, 0.6, 8, OWN_MODEL), (6.0, 1.0, 15, WHOLE_BLOCK), (3.0, 1.0, 8, WHOLE_BLOCK))  # fmt: skip
    for lead, goes_on, k, expected in drafters:
        for cost, alpha in ((0.05, 0.8), (0.1, 0.75), (0.2, 0.8)):
            found = drafts(QUICK, cost, alpha, draws, k=k, lead=lead, goes_on=goes_on, expected=expected)
            gain = f"{min(found.gains):10.2f}" if found.gains else ""
            print(
                f"{lead:4.1f} {goes_on:8.1f} {k:2} {cost:5.2f} {found.best_k:12} {found.best:11.1%} {found.sure:13.1%}"
                f" {gain}  {dict(found.actions)}",
                flush=True,
            )


def show(name: str, spread: float, truth: float, tally: Tally) -> None:
    """One line."""
    print(
        f"{name:6} {spread:5.2f} {truth:6.2f} {tally.coverage:14.1%} {tally.wrong / tally.draws:15.1%}"
        f" {tally.asked / tally.draws:9.1f} / {tally.certain / tally.draws:.1f}  {dict(tally.verdicts)}",
        flush=True,
    )


if __name__ == "__main__":
    main()
