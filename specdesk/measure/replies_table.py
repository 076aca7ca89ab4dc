"""Every reply of a compare as a table (CSV), for those who want to work the figures out themselves. Pure."""

from __future__ import annotations

import csv
import io

from specdesk.measure.compare import ArmReply, CompareResult

COLUMNS = (
    "arm", "prompt", "kind", "language", "visit", "counts", "tokens_per_s", "first_word_ms", "tokens", "decode_ms",
    "drafted", "accepted", "passes", "clock_mhz", "temperature_c", "finish_reason", "error",
)  # fmt: skip


def replies_csv(result: CompareResult) -> str:
    """One row per reply, both arms, in the order in which they were asked; an unknown figure is an empty field.

    Texts are quoted as RFC 4180 has it; one that a spreadsheet would take for a formula gets an apostrophe in front.
    """
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    table.writerow(COLUMNS)
    for name, arm in zip("AB", result.arms, strict=True):
        table.writerows([name, *_row(reply)] for reply in arm.samples)
    return out.getvalue()


def _row(reply: ArmReply) -> list[object]:
    sample = reply.sample
    counted = [None] * 5 if sample is None else [
        sample.tokens, sample.decode_ms, sample.drafted, sample.accepted, sample.passes,
    ]  # fmt: skip
    texts = [_harmless(text or "") for text in (reply.finish_reason, reply.error)]
    return [
        _harmless(reply.prompt), _harmless(reply.kind), _harmless(reply.language), reply.visit,
        "yes" if reply.counts else "no", reply.rate, reply.ttft_ms, *counted, reply.clock_mhz, reply.temperature_c,
        *texts,
    ]  # fmt: skip


def _harmless(text: str) -> str:
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
