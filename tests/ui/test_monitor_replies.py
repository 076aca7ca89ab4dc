"""What the monitor knows of replies: their plain speed, the cost of a guess, other programs, and what is in view."""

from __future__ import annotations

import math
import statistics

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from monitor_stage import GPU, HOST, MEASURED, PLAN, START, baseline, facts, generated

from specdesk.measure import speculation
from specdesk.measure.hints import Ledger, ledger_of
from specdesk.measure.rates import CAPACITY
from specdesk.records.device import MonitorReading
from specdesk.records.sample import Sample
from specdesk.ui.monitor import read_out
from specdesk.ui.monitor.curves import curves_of, frame_of
from specdesk.ui.monitor.replies import MOST_COSTED, MOST_SPANS, MOST_STARTS, Replies
from specdesk.ui.monitor.scale import TIME_STEPS, reply_span, round_top, spacing_for, steady_top
from specdesk.ui.monitor.shares import Share, uses_of
from specdesk.ui.monitor.table import COLUMNS, csv_bytes, rows_of


def given_replies(*replies: list[Sample], rate: float | None = 18.4) -> Replies:
    known = Replies()
    known.facts = facts()
    known.set_baseline(baseline(rate))
    for number, samples in enumerate(replies, 1):
        known.begin(number)
        for sample in samples:
            known.add(number, sample)
        known.end(number)
    return known


# ---- time saved or lost -------------------------------------------------------------------------------------------


def test_the_ledger_is_recomputed_from_the_saved_figures() -> None:
    gains, loses = generated(acceptance=0.9), generated(acceptance=0.05, length=8, start=START + 100)
    for replies in ([gains], [loses], [gains, loses]):
        known = given_replies(*replies)
        assert known.ledger() == ledger_of([samples[-1] for samples in replies], 18.4)
        assert known.ledger().replies == len(replies)
    assert given_replies(gains).ledger().seconds > 0
    assert given_replies(loses).ledger().seconds < 0


def test_the_ledger_waits_for_the_plain_speed_and_then_counts_what_came_before() -> None:
    known = given_replies(generated(), rate=None)
    assert known.ledger() == Ledger()
    known.set_baseline(baseline(18.4))
    assert known.ledger() == ledger_of([generated()[-1]], 18.4)


def test_a_second_end_and_a_reply_without_a_draft_are_not_in_the_ledger() -> None:
    known = given_replies(generated())
    known.end(1)
    assert known.ledger().replies == 1
    for status, counted in (("off", 0), ("unknown", 0), ("on", 1)):
        plain = Replies()
        plain.facts = facts(status)
        plain.set_baseline(baseline(18.4))
        plain.begin(1)
        plain.add(1, generated(length=0)[-1])
        plain.end(1)
        assert plain.ledger().replies == counted


# ---- worth it? ----------------------------------------------------------------------------------------------------


def test_first_reply_is_judged_by_its_own_cost() -> None:
    samples = generated()
    verdict = given_replies(samples).verdict()
    assert verdict is not None
    assert verdict.needed == pytest.approx(speculation.extra_cost(samples[-1], 18.4))
    assert verdict.kind == "worth"


def test_later_replies_are_judged_by_the_median_cost_of_the_earlier_ones() -> None:
    speeds = (15.0, 17.5, 18.0, 12.0)
    replies = [generated(plain=plain, start=START + 100 * seed) for seed, plain in enumerate(speeds)]
    known = given_replies(*replies)
    costs = [speculation.extra_cost(samples[-1], 18.4) for samples in replies[:3]]
    verdict = known.verdict()
    assert verdict is not None
    assert verdict.needed == pytest.approx(statistics.median(cost for cost in costs if cost is not None))
    assert known.cost().replies == 3
    assert known.cost().low < verdict.needed < known.cost().high


def test_costs_of_another_draft_or_baseline_do_not_count() -> None:
    known = given_replies(generated(), generated(seed=2))
    assert known.cost().replies == 1
    known.facts = facts(plan=msgspec.structs.replace(PLAN, draft="other.gguf"))
    known.begin(3)
    assert known.cost() is None
    known.facts = facts()
    known.set_baseline(baseline(20.0, key="another machine"))
    known.begin(4)
    assert known.cost() is None
    known.set_baseline(baseline(18.4))
    known.begin(5)
    assert known.cost().replies == 2


def test_short_replies_leave_no_cost() -> None:
    known = given_replies(generated(tokens=20), generated(seed=2))
    assert known.cost() is None


def test_a_plain_speed_measured_afterwards_judges_the_reply_before() -> None:
    known = given_replies(generated(), rate=None)
    assert known.verdict().kind == "unmeasured"
    known.set_baseline(baseline(18.4))
    assert known.verdict().kind == "worth"
    # Another set-up's plain speed says nothing about that reply.
    known.set_baseline(baseline(60.0, key="another"))
    assert known.plain_rate == 18.4


def test_stored_cost_serves_until_replies_tell() -> None:
    known = Replies()
    known.facts = facts()
    known.set_baseline(baseline(18.4, h=0.9))
    known.begin(1)
    for sample in generated():
        known.add(1, sample)
    assert known.verdict().needed == 0.9
    assert known.verdict().kind == "costs"


@pytest.mark.parametrize("speculation_status", ["none", "off"])
def test_no_verdict_where_nothing_guesses(speculation_status: str) -> None:
    known = Replies()
    known.facts = facts(speculation_status)
    known.begin(1)
    for sample in generated(length=0):
        known.add(1, sample)
    assert known.verdict() is None
    assert known.speculates is False


def test_end_of_another_reply_changes_nothing() -> None:
    known = given_replies(generated())
    known.begin(2)
    known.end(1, (Sample(t=1.0, tokens=5),))
    assert known.phase == "reading"
    assert known.sample is None


def test_everything_is_bounded() -> None:
    known = Replies()
    known.facts = facts()
    known.set_baseline(baseline())
    long = generated(tokens=60)
    for number in range(1000):
        known.begin(number)
        shift = 50.0 * number
        for sample in long:
            known.add(number, msgspec.structs.replace(sample, t=sample.t + shift))
        known.add_others(1, Sample(t=shift, tokens=number), shift)
        known.add_others(0, None, shift + 1)
    assert len(known.trace) == CAPACITY
    assert len(known.starts) == MOST_STARTS
    assert len(known.busy) == MOST_SPANS
    assert len(known.others) == 1000
    assert known.cost().replies == MOST_COSTED


# ---- what is in view ----------------------------------------------------------------------------------------------


def test_a_reply_is_shown_from_its_first_token() -> None:
    samples = generated()
    known = given_replies(generated(start=START - 500), samples)
    frame = frame_of(known, "reply", START + 99)
    assert frame is not None
    assert (frame.origin, frame.first) == (START, 0.0)
    assert frame.last == reply_span(samples[-1].t - START)
    curves = curves_of(known, frame, START + 99)
    assert curves.points[0].t == START
    assert curves.rate[0][-1] == pytest.approx(samples[-1].t - START)
    assert curves.mean_acceptance[1][-1] == pytest.approx(100 * samples[-1].accepted / samples[-1].drafted)


def test_the_last_minute_ends_with_the_newest_and_breaks_between_replies() -> None:
    first, second = generated(tokens=80), generated(tokens=80, start=START + 30)
    known = given_replies(first, second)
    frame = frame_of(known, "minute", START + 99)
    assert (frame.origin, frame.first, frame.last) == (second[-1].t, -60.0, 0.0)
    curves = curves_of(known, frame, START + 99)
    assert curves.rate[0][-1] == 0.0
    gap = [time for time, value in zip(*curves.rate, strict=True) if math.isnan(value)]
    assert any(time == pytest.approx(START + 30 - second[-1].t) for time in gap)
    assert curves.starts == pytest.approx((START - second[-1].t, START + 30 - second[-1].t))


def test_nothing_is_in_view_before_the_first_sample() -> None:
    known = Replies()
    assert frame_of(known, "reply", START) is None
    assert frame_of(known, "minute", START) is None
    known.begin(1)
    assert frame_of(known, "reply", START) is None


def test_other_programs_alone_are_in_view() -> None:
    known = Replies()
    known.add_others(2, Sample(t=START, tokens=50, rate=22.0), START)
    frame = frame_of(known, "minute", START + 5)
    assert frame is not None
    curves = curves_of(known, frame, START + 5)
    assert curves.busy == ((-5.0, 0.0),)
    assert curves.others[1] == [22.0]
    assert curves.points == ()
    known.end_others(START + 5)
    assert known.busy[-1].end == START + 5
    assert (known.other_slots, known.other_tokens) == (0, None)


def test_nearest_point() -> None:
    known = given_replies(generated())
    curves = curves_of(known, frame_of(known, "reply", START), START)
    for place, point in enumerate(curves.points):
        assert curves.nearest(point.t - START + 0.001) == place
    assert curves.nearest(-50.0) == 0
    assert curves.nearest(1e6) == len(curves.points) - 1


@given(st.floats(0.0, 1e5))
@settings(deadline=None)
def test_axes_have_room_and_no_more_than_needed(highest: float) -> None:
    top = round_top(highest)
    assert highest < top
    assert top <= max(highest * 2.3, 1.5)
    assert steady_top(top, highest) == top
    assert steady_top(top, top * 1.01) > top
    assert highest <= reply_span(highest) <= max(1.0, 2 * highest)
    assert reply_span(highest) <= 1.5 * highest or highest < 2.0 or highest > 3600.0
    assert 1e5 / spacing_for(1e5, 4, TIME_STEPS) <= 4


def test_servers_that_became_ready_are_marked() -> None:
    known = Replies()
    known.set_facts(facts(), START)
    known.set_facts(facts(measured=MEASURED), START + 1)  # the same server, with what it has allocated
    known.set_facts(facts(run=2), START + 20)
    longer = msgspec.structs.replace(PLAN, draft_max=8)
    known.set_facts(facts(run=3, plan=longer), START + 30)
    assert [(mark.t - START, mark.kind) for mark in known.marks] == [
        (0, "server-ready"),
        (20, "server-restarted"),
        (30, "server-changed"),
    ]
    for sample in generated(start=START + 31, tokens=40):
        known.add(1, sample)
    frame = frame_of(known, "minute", START + 99)
    assert frame is not None
    marks = curves_of(known, frame, START + 99).marks
    assert [mark.kind for mark in marks] == ["server-ready", "server-restarted", "server-changed"]
    assert marks[-1].t == pytest.approx(START + 30 - frame.origin)
    again = f"at {START + 20 - frame.origin:.0f}\u00a0s: started again"
    newest = f"server ready; {again}; at {marks[-1].t:.0f}\u00a0s: started with"
    assert read_out.events(marks).split(": ", 1)[1].replace("\u2212", "-").startswith(newest)


# ---- memory -------------------------------------------------------------------------------------------------------


def test_gpu_memory_is_split_where_the_servers_own_buffers_are_known() -> None:
    gpu, host = uses_of(MonitorReading(t=0.0, gpus=(GPU,), host=HOST), MEASURED)
    assert gpu.shares == (
        Share("target-weights", 16384.0 + 1024.0 + 512.0 + 512.0),
        Share("draft-weights", 1024.0),
        Share("other", 21504.0 - 18432.0 - 1024.0),
        Share("free", 3072.0),
    )
    assert sum(share.mib for share in gpu.shares) == gpu.total_mib
    assert (host.used_mib, host.total_mib) == (12288.0, 32768.0)


def test_gpu_memory_is_not_split_by_guessing() -> None:
    reading = MonitorReading(t=0.0, gpus=(GPU,), host=HOST)
    assert [share.key for share in uses_of(reading)[0].shares] == ["used", "free"]
    twins = MonitorReading(t=0.0, gpus=(GPU, msgspec.structs.replace(GPU, index=1)), host=HOST)
    assert [share.key for share in uses_of(twins, MEASURED)[0].shares] == ["used", "free"]


def test_unknown_memory_has_no_shares() -> None:
    silent = msgspec.structs.replace(GPU, total_mib=None, used_mib=None, free_mib=None)
    use = uses_of(MonitorReading(t=0.0, gpus=(silent,), host=HOST))[0]
    assert (use.total_mib, use.used_mib, use.shares) == (None, None, ())
    half = msgspec.structs.replace(GPU, used_mib=None)
    assert uses_of(MonitorReading(t=0.0, gpus=(half,), host=HOST))[0].used_mib == 24576.0 - 3072.0


# ---- the numbers as text ------------------------------------------------------------------------------------------


def test_csv_has_one_row_per_point_and_blanks_for_the_unknown() -> None:
    known = given_replies(generated(length=0), generated(start=START + 50))
    points = known.trace.points()
    lines = csv_bytes(points).decode().splitlines()
    assert lines[0] == ",".join(COLUMNS)
    assert len(lines) == len(points) + 1
    assert lines[1] == "0.000,1,,,,,"
    last, rows = points[-1], rows_of(points)
    assert lines[-1] == (
        f"{last.t - START:.3f},2,{last.rate:.6g},{last.mean_rate:.6g},{last.acceptance:.6g},{last.mean_acceptance:.6g},"
    )
    assert {row[1] for row in rows} == {1, 2}
    assert all(row[4] is None and row[5] is None for row in rows if row[1] == 1)
    assert csv_bytes(()).decode() == ",".join(COLUMNS) + "\n"
