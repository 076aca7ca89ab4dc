"""What a compare records: one reply of one arm to one prompt. Stored as it comes, so that nothing measured is lost."""

from __future__ import annotations

from typing import Literal

import msgspec

from specdesk.kept_sentence import Kept
from specdesk.measure.speculation import decode_rate
from specdesk.records.sample import Sample

Arm = Literal["A", "B"]
"""A is what it is compared with (the plain model, mostly), B what is being judged."""

MIN_TOKENS = 32
"""Shorter replies say too little and are left out."""


class Measured(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One reply.

    prompt, kind, language: of the ComparePrompt. block: of the schedule; visit: 1 or 2, of this arm to this prompt.
    sample: the reply's last one. ttft_ms: from sending to the first word, by our clock. seconds: from sending to the
    end. finish_reason: the engine's, or "cancelled". error: the sentence when the reply failed. tokens: ids of the
    reply, where the engine gave them with it. tokenized: ids that the engine's tokenizer makes of the text.
    typed: (ms since sending, characters so far), for showing it again.
    energy_j: taken by the GPUs meanwhile, where that is known. clock_mhz, temperature_c: of the GPUs meanwhile, the
    lowest and the highest of several, likewise.
    """

    prompt: str
    kind: str
    arm: Arm
    block: int
    visit: int
    language: str = ""
    sample: Sample | None = None
    ttft_ms: float | None = None
    seconds: float | None = None
    text: str = ""
    finish_reason: str | None = None
    error: Kept | None = None
    tokens: tuple[int, ...] = ()
    tokenized: tuple[int, ...] = ()
    typed: tuple[tuple[float, int], ...] = ()
    energy_j: float | None = None
    clock_mhz: float | None = None
    temperature_c: float | None = None


LeftOut = Literal["failed", "short", "untimed"]


def rate_of(measured: Measured) -> float | None:
    """Tokens/s by the engine's own clock; its own figure where it tells no decode time."""
    if measured.sample is None:
        return None
    return decode_rate(measured.sample) or measured.sample.rate


def left_out(measured: Measured) -> LeftOut | None:
    """Why a reply does not count: it failed, is under 32 tokens, or its engine gave no timings. None: it counts."""
    if measured.error is not None or measured.finish_reason == "cancelled":
        return "failed"
    if measured.sample is None:
        return "untimed"
    if measured.sample.tokens < MIN_TOKENS:
        return "short"
    return None if rate_of(measured) else "untimed"
