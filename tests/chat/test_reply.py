from __future__ import annotations

import pytest
from chat_streams import capture, chunk, deltas_of

from specdesk.chat.conversation import ReplyFooter
from specdesk.chat.guesses import Span
from specdesk.chat.reply import MOST_SAMPLES, GrowingReply, SavePace, figure, footer_words, thinned
from specdesk.chat.timings import delta_of
from specdesk.records.sample import Sample


def grown(name: str, **more: object) -> GrowingReply:
    reply = GrowingReply(3, -0.4, setup="Qwen 32B + 0.5B, length 4", build="b0-unknown", **more)  # type: ignore[arg-type]
    for delta in deltas_of(capture(name)):
        reply.feed(delta)
    return reply


def test_message_of_a_recorded_answer() -> None:
    message = grown("b11434.draft.chat.sse", speculating=True).message()
    assert (message.id, message.role, message.complete) == (3, "assistant", True)
    assert message.text.startswith('The words "Eu-Uf')
    assert "".join(span.text for span in message.spans) == message.text
    assert message.spans[:3] == (Span("The words", False), Span(' "Eu', True), Span("-U", False))
    assert [sample.tokens for sample in message.samples] == [*range(1, 61), 60]
    assert message.footer == ReplyFooter(
        rate=54.1069961263059,
        ttft_ms=pytest.approx(1400.0),
        tokens=60,
        tokens_per_pass=pytest.approx(59 / 15),
        acceptance=pytest.approx(44 / 56),
        drafted=56,
        accepted=44,
        setup="Qwen 32B + 0.5B, length 4",
        build="b0-unknown",
        finish_reason="length",
        speculating=True,
        guesses_exact=True,
    )


def test_plain_text_has_no_marks() -> None:
    message = grown("b11434.baseline.chat.sse", speculating=False).message()
    assert message.spans == ()
    assert message.footer is not None
    assert footer_words(message.footer) == (
        "129 tokens/s · first word 1.4 s · 60 tokens · Qwen 32B + 0.5B, length 4 · ended at a limit"
    )


def test_a_reply_that_is_saved_while_it_grows() -> None:
    reply = GrowingReply(1, 0.0)
    reply.feed(delta_of(chunk("Hal"), 1.0))
    half = reply.message(complete=False)
    assert (half.text, half.complete) == ("Hal", False)
    reply.feed(delta_of(chunk("lo"), 2.0))
    whole = reply.message("cancelled")
    assert (whole.text, whole.complete) == ("Hallo", True)
    assert whole.footer is not None
    assert (whole.footer.finish_reason, whole.footer.rate, whole.footer.tokens) == ("cancelled", None, None)


def test_reasoning_stays_apart() -> None:
    reply = GrowingReply(1, 0.0)
    for delta in (chunk(None, reasoning="Hm"), chunk(None, reasoning="."), chunk("Yes")):
        reply.feed(delta_of(delta, 1.0))
    message = reply.message()
    assert (message.reasoning, message.text) == ("Hm.", "Yes")


def test_samples_are_bounded_and_end_with_the_last() -> None:
    reply = GrowingReply(1, 0.0)
    for n in range(1, 10_001):
        reply.feed(delta_of(chunk("x", {"predicted_n": n, "predicted_ms": n * 10.0}), float(n)))
    samples = reply.message().samples
    assert len(samples) <= MOST_SAMPLES
    assert (samples[0].tokens, samples[-1].tokens) == (1, 10_000)
    assert len(reply._samples) <= 4 * MOST_SAMPLES


def test_thinning() -> None:
    samples = [Sample(t=float(i), tokens=i) for i in range(1000)]
    kept = [sample.tokens for sample in thinned(samples, 5)]
    assert kept == [0, 250, 500, 749, 999]
    assert thinned(samples[:3], 5) == tuple(samples[:3])
    assert thinned([], 5) == ()


def test_text_that_no_file_can_hold_is_replaced() -> None:
    reply = GrowingReply(1, 0.0)
    reply.feed(delta_of(chunk("a\ud83d"), 1.0))
    reply.feed(delta_of(chunk("\ude00b\udfff"), 1.0))
    assert reply.message().text == "a😀b\ufffd"


FULL = ReplyFooter(
    rate=56.2,
    ttft_ms=400.0,
    tokens=212,
    tokens_per_pass=3.5,
    acceptance=0.62,
    drafted=300,
    accepted=186,
    setup="Qwen 32B + 0.5B, length 4",
    speculating=True,
    finish_reason="stop",
)


@pytest.mark.parametrize(
    ("footer", "words"),
    [
        (
            FULL,
            "56 tokens/s · first word 0.4 s · 212 tokens · 3.5 per step · 62 % of guesses used"
            " · Qwen 32B + 0.5B, length 4",
        ),
        (ReplyFooter(), ""),
        (ReplyFooter(ttft_ms=49.0, rate=20.0), "20 tokens/s · first word under 0.1 s"),
        (ReplyFooter(ttft_ms=90.0), "tokens/s not exposed by this build · first word 0.1 s"),
        (
            ReplyFooter(rate=4.26, tokens=1, speculating=True),
            "4.3 tokens/s · 1 token · guesses not exposed by this build",
        ),
        (ReplyFooter(rate=9.97, tokens=9, speculating=True, drafted=0), "10 tokens/s · 9 tokens · nothing guessed"),
        (ReplyFooter(rate=30.0, tokens=9, speculating=False, drafted=0, accepted=0), "30 tokens/s · 9 tokens"),
        (ReplyFooter(rate=30.0, tokens=9, finish_reason="cancelled"), "30 tokens/s · 9 tokens · stopped by you"),
        (ReplyFooter(finish_reason="cancelled", speculating=True), "stopped before the first word"),
        (ReplyFooter(finish_reason="failed", speculating=True), "broke off before the first word"),
        (
            ReplyFooter(ttft_ms=500.0, finish_reason="cancelled", speculating=True),
            "tokens/s not exposed by this build · first word 0.5 s · guesses not exposed by this build"
            " · stopped by you",
        ),
        (ReplyFooter(tokens=9, finish_reason="failed"), "9 tokens · broke off"),
        (ReplyFooter(tokens=60, limit=60, finish_reason="length"), "60 tokens · ended at the reply limit"),
        (ReplyFooter(tokens=60, limit=2048, finish_reason="length"), "60 tokens · ended because the context is full"),
        (ReplyFooter(tokens=60, limit=61, estimated=("tokens",), finish_reason="length"),
         "about 60 tokens · ended at a limit"),
        (ReplyFooter(tokens=60, limit=60, finish_reason="stop"), "60 tokens"),
        (
            ReplyFooter(rate=30.0, tokens=9, drafted=8, accepted=0, acceptance=0.0, tokens_per_pass=1.0),
            "30 tokens/s · 9 tokens · 1.0 per step · 0 % of guesses used",
        ),
    ],
)  # fmt: skip
def test_footers_in_words(footer: ReplyFooter, words: str) -> None:
    assert footer_words(footer) == words


def test_figures() -> None:
    assert [figure(v) for v in (0.04, 4.25, 9.94, 9.95, 10.4, 123.6)] == ["0.0", "4.2", "9.9", "10", "10", "124"]


def test_saving_pace_follows_its_clock() -> None:
    now = [100.0]
    pace = SavePace(2.0, clock=lambda: now[0])
    assert [pace.due(), pace.due()] == [True, False]
    now[0] = 101.9
    assert not pace.due()
    now[0] = 102.0
    assert [pace.due(), pace.due()] == [True, False]
