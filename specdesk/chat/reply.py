"""A reply as it grows: deltas in, a message with footer, marks and samples out; and the footer in words."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from specdesk.chat.conversation import Message, ReplyFooter, clean
from specdesk.chat.guesses import GuessTracker, Span
from specdesk.chat.made_by import MadeBy
from specdesk.chat.timings import Delta
from specdesk.language import mark, number, translate
from specdesk.records.sample import Sample

MOST_SAMPLES = 300
"""Samples kept with a saved reply: enough to draw its curve again."""


class GrowingReply:
    """Collects one reply.

    started: when the question was sent, s, on the clock of the deltas. setup, build: as in ReplyFooter.
    speculating: what /slots says. reports_drafts: this engine was seen to report drafts. follows_guesses: its chunks
    tell passes apart. limit, made_by: as in ReplyFooter, to be set once known.
    """

    def __init__(
        self,
        message_id: int,
        started: float,
        *,
        setup: str = "",
        build: str | None = None,
        speculating: bool | None = None,
        reports_drafts: bool = False,
        follows_guesses: bool = True,
    ) -> None:
        self.tracker = GuessTracker(reports_drafts=reports_drafts, follows=follows_guesses)
        self.sample: Sample | None = None
        self.limit: int | None = None
        self.made_by: MadeBy | None = None
        self._id = message_id
        self._started = started
        self._setup = setup
        self._build = build
        self._speculating = speculating
        self._text: list[str] = []
        self._reasoning: list[str] = []
        self._stretches: list[tuple[bool | None, bool, list[str]]] = []
        self._samples: list[Sample] = []
        self._first_word: float | None = None
        self._finish_reason: str | None = None

    def feed(self, delta: Delta) -> list[Span]:
        """Take one delta; returns its text as spans, reasoning first."""
        spans = self.tracker.feed(delta)
        if spans and self._first_word is None:
            self._first_word = delta.t
        for span in spans:
            (self._reasoning if span.reasoning else self._text).append(span.text)
            self._join(span)
        if delta.sample is not None:
            self.sample = delta.sample
            self._keep(delta.sample)
        self._finish_reason = delta.finish_reason or self._finish_reason
        return spans

    def message(self, ended: str | None = None, *, complete: bool = True) -> Message:
        """The reply so far as a message. ended: "cancelled" or "failed" where the engine did not end it itself."""
        if complete:
            self.tracker.finish()
        return Message(
            id=self._id,
            role="assistant",
            text=clean("".join(self._text)),
            reasoning=clean("".join(self._reasoning)),
            footer=self.footer(ended),
            spans=self._spans(),
            samples=thinned([*self._samples[:-1], self.sample] if self.sample else []),
            complete=complete,
        )

    def footer(self, ended: str | None = None) -> ReplyFooter:
        """The figures so far; the last chunk that carried timings counts."""
        sample = self.sample
        reason = ended or self._finish_reason
        ttft = None if self._first_word is None else (self._first_word - self._started) * 1000
        if sample is None:
            return ReplyFooter(
                ttft_ms=ttft, setup=self._setup, build=self._build, finish_reason=reason,
                speculating=self._speculating, limit=self.limit, made_by=self.made_by,
            )  # fmt: skip
        return ReplyFooter(
            rate=sample.rate,
            ttft_ms=ttft,
            tokens=sample.tokens,
            tokens_per_pass=sample.tokens_per_pass,
            acceptance=sample.acceptance,
            drafted=sample.drafted,
            accepted=sample.accepted,
            setup=self._setup,
            build=self._build,
            finish_reason=reason,
            speculating=self._speculating,
            guesses_exact=self.tracker.exact,
            estimated=sample.estimated,
            limit=self.limit,
            made_by=self.made_by,
        )

    def _join(self, span: Span) -> None:
        """Neighbours of one kind become one stretch."""
        if not self._stretches or self._stretches[-1][:2] != (span.guessed, span.reasoning):
            self._stretches.append((span.guessed, span.reasoning, []))
        self._stretches[-1][2].append(span.text)

    def _spans(self) -> tuple[Span, ...]:
        """The marked text; () when nothing in it was guessed, since plain text needs no marks."""
        if not self.tracker.guessed:
            return ()
        return tuple(Span(clean("".join(parts)), guessed, reasoning) for guessed, reasoning, parts in self._stretches)

    def _keep(self, sample: Sample) -> None:
        self._samples.append(sample)
        if len(self._samples) > 4 * MOST_SAMPLES:
            self._samples = self._samples[::2]


class SavePace:
    """Says when a growing reply should be written again: at once, then every `every_s` seconds.

    A killed program then loses at most the text of that span. clock: s, monotonic.
    """

    def __init__(self, every_s: float = 1.0, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._every_s = every_s
        self._clock = clock
        self._next: float | None = None

    def due(self) -> bool:
        """True when it is time; the next time is counted from now."""
        now = self._clock()
        if self._next is not None and now < self._next:
            return False
        self._next = now + self._every_s
        return True


def thinned(samples: Sequence[Sample], most: int = MOST_SAMPLES) -> tuple[Sample, ...]:
    """At most `most` samples, evenly spread, the first and the last among them."""
    if len(samples) <= most:
        return tuple(samples)
    last = len(samples) - 1
    return tuple(samples[round(i * last / (most - 1))] for i in range(most))


def footer_words(footer: ReplyFooter) -> str:
    """The footer as one line: "56 tokens/s · first word 0.4 s · 212 tokens · 3.5 per step · 62 % of guesses used · …".

    What is unknown is left out, or named as not exposed where speculation makes a reader look for it.
    """
    words: list[str] = []
    unspoken = footer.never_began
    if footer.rate is not None:
        rate = translate("Chat", "{rate} tokens/s")
        if "rate" in footer.estimated:
            rate = translate("Chat", "{rate} tokens/s by this computer's clock")
        words.append(rate.format(rate=figure(footer.rate)))
    elif footer.tokens is None and footer.ttft_ms is not None:
        words.append(translate("Chat", "tokens/s not exposed by this build"))
    if footer.ttft_ms is not None:
        words.append(_first_word(footer.ttft_ms / 1000))
    if footer.tokens is not None:
        words.append(_tokens(footer.tokens, "tokens" in footer.estimated))
    if not unspoken:
        words += _speculation_words(footer)
    if footer.setup:
        words.append(footer.setup)
    if unspoken:
        stopped = footer.finish_reason == "cancelled"
        failed = translate("Chat", "broke off before the first word")
        words.append(translate("Chat", "stopped before the first word") if stopped else failed)
    elif footer.finish_reason in _ENDED:
        words.append(translate("Chat", _limit_met(footer) or _ENDED[footer.finish_reason]))
    return " · ".join(words)


_ENDED = {
    "length": mark("Chat", "ended at a limit"),
    "cancelled": mark("Chat", "stopped by you"),
    "failed": mark("Chat", "broke off"),
}


_AT_LIMIT = mark("Chat", "ended at the reply limit")
_CONTEXT_FULL = mark("Chat", "ended because the context is full")


def _limit_met(footer: ReplyFooter) -> str | None:
    """Which limit ended a reply; None where that is not known, or where none did."""
    if footer.finish_reason != "length" or footer.limit is None or footer.tokens is None:
        return None
    if "tokens" in footer.estimated:
        return None
    return _AT_LIMIT if footer.tokens >= footer.limit else _CONTEXT_FULL


def _first_word(seconds: float) -> str:
    if seconds < 0.05:
        return translate("Chat", "first word under {seconds} s").format(seconds=number(0.1, 1))
    return translate("Chat", "first word {seconds} s").format(seconds=number(seconds, 1))


def _tokens(count: int, estimated: bool) -> str:
    if count == 1:
        return translate("Chat", "1 token")
    about = translate("Chat", "about {count} tokens") if estimated else translate("Chat", "{count} tokens")
    return about.format(count=number(count, grouped=True))


def _speculation_words(footer: ReplyFooter) -> list[str]:
    if footer.drafted:
        words = []
        if footer.tokens_per_pass is not None:
            words.append(translate("Chat", "{count} per step").format(count=number(footer.tokens_per_pass, 1)))
        if footer.acceptance is not None:
            used = translate("Chat", "{percent} % of guesses used")
            words.append(used.format(percent=number(footer.acceptance * 100)))
        return words
    if footer.tokens_per_pass is not None and "passes" in footer.estimated:
        about = translate("Chat", "about {count} per step, estimated from arrival times")
        return [about.format(count=number(footer.tokens_per_pass, 1))]
    if not footer.speculating:
        return []
    if footer.drafted == 0:
        return [translate("Chat", "nothing guessed")]
    return [translate("Chat", "guesses not exposed by this build")]


def figure(value: float) -> str:
    """A rate for reading: whole from 10 up, one decimal below."""
    return number(value) if value >= 9.95 else number(value, 1)
