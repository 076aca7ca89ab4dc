from __future__ import annotations

import pytest
from chat_streams import capture, chunk, deltas_of
from hypothesis import given, settings
from hypothesis import strategies as st

from specdesk.chat.guesses import MOST_TOKENS_AT_ONCE, GuessTracker, Span
from specdesk.chat.timings import Delta, delta_of


def tracked(deltas: list[Delta], *, reports_drafts: bool = False) -> tuple[GuessTracker, list[Span]]:
    tracker = GuessTracker(reports_drafts=reports_drafts)
    spans = [span for delta in deltas for span in tracker.feed(delta)]
    tracker.finish()
    return tracker, spans


def marked(spans: list[Span]) -> str:
    """The text with guessed stretches in brackets."""
    return "".join(f"[{span.text}]" if span.guessed else span.text for span in spans)


@pytest.mark.parametrize(
    ("name", "guessed", "beginning"),
    [
        ("b11434.draft.chat.sse", 44, 'The words[ "][E][u]-U[f]-[U][f][-][U]f[-][U][f][-]U'),
        ("b5361.draft.chat.sse", 38, 'E[ch]ō:[ "][E][ch][ō]: "[E][ch][ō][:] "'),
        ("b10068.second-answer.chat.sse", 15, "Here's a rewritten version of the code with the"),
        ("b10068.ngram.chat.sse", 0, 'The words "Eu-Uf'),
        ("b11434.baseline.chat.sse", 0, 'The words "Eu-Uf'),
    ],
)
def test_marks_of_recorded_answers_add_up_to_the_engines_own_count(name: str, guessed: int, beginning: str) -> None:
    deltas = deltas_of(capture(name))
    tracker, spans = tracked(deltas)
    assert marked(spans).startswith(beginning)
    assert (tracker.guessed, tracker.cut, tracker.exact) == (guessed, 0, True)
    final = [delta.sample for delta in deltas if delta.sample][-1]
    assert tracker.guessed + tracker.cut == final.accepted
    assert "".join(span.text for span in spans) == "".join(delta.text for delta in deltas)


def test_characters_of_several_tokens_keep_the_count_and_admit_the_doubt() -> None:
    """An emoji of three tokens hides whole passes: which of its tokens were guessed cannot be seen."""
    tracker, spans = tracked(deltas_of(capture("b10068.emoji.chat.sse")))
    assert tracker.guessed == 160
    assert not tracker.exact
    assert {span.text for span in spans} == {"🌟", "🌊"}


passes = st.lists(
    st.tuples(st.integers(1, 6), st.integers(0, 6)).map(lambda p: (p[0], min(p))), min_size=1, max_size=12
)


def running(script: list[tuple[int, int]], cut: int = 0) -> tuple[list[Delta], list[bool]]:
    """What a build of today sends: predicted_n counts the chunk's own token. cut: tokens missing at the end."""
    chunks, kinds, made, drafted, accepted = [_first()], [False], 1, 0, 0
    for number, (tried, kept) in enumerate(script):
        drafted, accepted = drafted + tried, accepted + kept
        for kind in [True] * kept + [False]:
            made += 1
            kinds.append(kind)
            timings = _timings(made, 10.0 * (number + 1), drafted, accepted)
            chunks.append(delta_of(chunk(f" {made}", timings), float(made)))
    last = len(chunks) - cut
    return chunks[:last], kinds[:last]


def shared(script: list[tuple[int, int]]) -> tuple[list[Delta], list[bool]]:
    """What b5361 sends: a plain pass, then one with a draft whose chunks all carry its whole token count."""
    chunks, kinds, made, drafted, accepted = [_first()], [False], 1, 0, 0
    for number, (tried, kept) in enumerate(script):
        made += 1
        kinds.append(False)
        chunks.append(delta_of(chunk(" p", _timings(made, 10.0 * (number + 1), drafted, accepted)), 1.0))
        drafted, accepted, made = drafted + tried, accepted + kept, made + kept + 1
        for kind in [True] * kept + [False]:
            kinds.append(kind)
            chunks.append(delta_of(chunk(" d", _timings(made, 10.0 * (number + 1), drafted, accepted)), 1.0))
    return chunks, kinds


def _first() -> Delta:
    return delta_of(chunk("first", {"predicted_n": 1, "predicted_ms": 0.001}), 0.0)


def _timings(made: int, ms: float, drafted: int, accepted: int) -> dict[str, float]:
    counts = {"draft_n": drafted, "draft_n_accepted": accepted} if drafted else {}
    return {"predicted_n": made, "predicted_ms": ms, **counts}


@given(passes)
@settings(deadline=None)
def test_every_token_of_a_running_build_is_marked_right(script: list[tuple[int, int]]) -> None:
    deltas, kinds = running(script)
    tracker, spans = tracked(deltas)
    assert [bool(span.guessed) for span in spans] == kinds
    assert (tracker.guessed, tracker.cut, tracker.exact) == (sum(kinds), 0, True)


@given(passes, st.integers(1, 6))
@settings(deadline=None)
def test_guesses_that_were_accepted_and_never_sent_are_counted_apart(script: list[tuple[int, int]], cut: int) -> None:
    kept = script[-1][1]
    cut = min(cut, kept)  # at least one token of the last pass arrives
    deltas, kinds = running(script, cut)
    tracker, spans = tracked(deltas)
    assert [bool(span.guessed) for span in spans] == kinds
    assert tracker.guessed + tracker.cut == sum(kept for _, kept in script)
    assert tracker.exact


@given(passes)
@settings(deadline=None)
def test_every_token_of_an_old_build_is_marked_right(script: list[tuple[int, int]]) -> None:
    deltas, kinds = shared(script)
    tracker, spans = tracked(deltas)
    assert [bool(span.guessed) for span in spans] == kinds
    assert (tracker.guessed, tracker.exact) == (sum(kinds), True)


def test_a_chunk_with_a_guess_and_an_own_token_is_not_a_guess() -> None:
    deltas = [
        _first(),
        delta_of(chunk(" a", _timings(2, 10.0, 3, 2)), 1.0),
        delta_of(chunk(" bc", _timings(4, 10.0, 3, 2)), 1.0),  # the second guess and the target's own token
        delta_of(chunk(" d", _timings(5, 20.0, 3, 2)), 2.0),
    ]
    tracker, spans = tracked(deltas)
    assert marked(spans) == "first[ a] bc d"
    assert (tracker.guessed, tracker.exact) == (2, True)


def test_two_tokens_that_begin_a_pass_may_hide_another_pass() -> None:
    """Whether both were guessed, or the first was the whole of a pass before, cannot be seen: so no claim is made."""
    deltas = [
        _first(),
        delta_of(chunk(" é", _timings(3, 10.0, 3, 2)), 1.0),
        delta_of(chunk(" b", _timings(4, 10.0, 3, 2)), 1.0),
        delta_of(chunk(" c", _timings(5, 20.0, 3, 2)), 2.0),
    ]
    tracker, spans = tracked(deltas)
    assert "".join(span.text for span in spans) == "first é b c"
    assert (tracker.guessed, tracker.exact) == (2, False)


def test_the_end_mark_of_the_text_is_a_token_without_text() -> None:
    deltas = [
        _first(),
        delta_of(chunk(" a", _timings(2, 10.0, 3, 2)), 1.0),
        delta_of(chunk(None, _timings(3, 10.0, 3, 2), finish="stop"), 1.0),  # a guessed end of text
    ]
    tracker, spans = tracked(deltas)
    assert marked(spans) == "first[ a]"
    assert (tracker.guessed, tracker.cut, tracker.exact) == (2, 0, True)


def test_one_token_in_two_chunks_is_counted_once() -> None:
    timings = _timings(3, 10.0, 3, 2)
    deltas = [
        _first(),
        delta_of(chunk(None, _timings(2, 10.0, 3, 2), reasoning=" so"), 1.0),
        delta_of(chunk(None, timings, reasoning="."), 1.0),
        delta_of(chunk("Yes", timings), 1.0),  # the same token ends the reasoning and begins the text
    ]
    tracker, spans = tracked(deltas)
    assert spans[1:] == [Span(" so", True, True), Span(".", True, True), Span("Yes", True)]
    assert tracker.guessed == 2


def test_without_figures_per_token_nothing_is_marked() -> None:
    deltas = [
        delta_of(chunk("All of it"), 0.0),
        delta_of(chunk(None, _timings(60, 900.0, 56, 44), finish="stop"), 1.0),
    ]
    tracker, spans = tracked(deltas)
    assert spans == [Span("All of it", None)]
    assert not tracker.exact


def test_a_build_that_never_tells_is_not_exact() -> None:
    deltas = [delta_of(chunk(f" {n}", _timings(n, 10.0 * n, 0, 0)), float(n)) for n in range(1, 6)]
    tracker, spans = tracked(deltas)
    assert {span.guessed for span in spans} == {None}
    assert not tracker.exact
    known, spans = tracked(deltas, reports_drafts=True)
    assert {span.guessed for span in spans} == {False}
    assert known.exact
    assert known.guessed == 0


@pytest.mark.parametrize(
    "broken",
    [
        _timings(4, 20.0, 6, 1),  # fewer accepted than before
        _timings(2, 20.0, 6, 4),  # fewer tokens than before
        _timings(10**15, 20.0, 6, 4),
        _timings(4, 20.0, 10**15, 10**15),
    ],
)
def test_figures_that_cannot_be_are_survived_and_told(broken: dict[str, float]) -> None:
    deltas = [
        _first(),
        delta_of(chunk(" a", _timings(2, 10.0, 3, 2)), 1.0),
        delta_of(chunk(" b", _timings(3, 10.0, 3, 2)), 1.0),
        delta_of(chunk(" c", broken), 2.0),
    ]
    tracker, spans = tracked(deltas)
    assert "".join(span.text for span in spans) == "first a b c"
    assert not tracker.exact


def test_nonsense_counts_do_not_grow_memory() -> None:
    tracker = GuessTracker()
    for n in range(1000):
        tracker.feed(delta_of(chunk(".", _timings(n + 1, float(n), 5000 * (n + 1), 4000 * (n + 1))), 0.0))
    assert len(tracker._coming) <= 2 * MOST_TOKENS_AT_ONCE + 1
    assert not tracker.exact
