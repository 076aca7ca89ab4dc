"""What llama.cpp's programs print at their end, read into numbers.

Formats: examples/speculative, speculative-simple, lookup and lookahead of llama.cpp ("n_drafted = 5", "accept =
62.500%", "decoded 128 tokens in 2.5 seconds, speed: 51.2 t/s"); llama-cli ("[ Prompt: x t/s | Generation: y t/s ]");
llama-server's log ("draft acceptance = 0.62 (5 accepted / 8 generated)", "eval time = ... tokens per second").
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from specdesk.errors import UsageError
from specdesk.language import number, translate
from specdesk.records.sample import Sample

_NUMBER: Final = r"([0-9]+(?:\.[0-9]+)?)"
_COUNTS: Final = {
    name: re.compile(rf"^.*?\b{name}\s*=\s*(\d+)\s*$", re.MULTILINE)
    for name in ("n_draft", "n_predict", "n_drafted", "n_accept", "W", "N", "G")
}
_ACCEPT = re.compile(rf"^.*?\baccept\s*=\s*{_NUMBER}\s*%", re.MULTILINE)
_CODED = re.compile(rf"(encoded|decoded)\s+(\d+) tokens in\s+{_NUMBER} seconds, speed:\s+{_NUMBER} t/s")
_CLIENT = re.compile(rf"\[ ?Prompt:\s*{_NUMBER} t/s \| Generation:\s*{_NUMBER} t/s ?\]")
_SERVER = re.compile(rf"draft acceptance(?: rate)?\s*=\s*{_NUMBER}\s*\(\s*(\d+) accepted\s*/\s*(\d+) generated\)")
_EVAL = re.compile(rf"(prompt )?eval time\s*=\s*{_NUMBER} ms /\s*(\d+) (?:tokens|runs)")


class PrintedStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of one run. None = it did not print it.

    rate: tokens/s of writing; prompt_rate: of reading. seconds: of writing. tokens: written. limit: guesses per pass
    that were asked for. lookahead: window, n-gram, branches.
    """

    tokens: int | None = None
    seconds: float | None = None
    rate: float | None = None
    prompt_tokens: int | None = None
    prompt_rate: float | None = None
    limit: int | None = None
    drafted: int | None = None
    accepted: int | None = None
    lookahead: tuple[int, int, int] | None = None

    @property
    def passes(self) -> int | None:
        """Passes of the target: each yields its accepted guesses and one token more (in all of these programs)."""
        if self.tokens is None or self.accepted is None:
            return None
        return max(1, self.tokens - self.accepted)

    @property
    def tokens_per_pass(self) -> float | None:
        """Tokens per pass of the target."""
        return None if self.tokens is None or not self.passes else self.tokens / self.passes

    @property
    def acceptance(self) -> float | None:
        """accepted / drafted, 0..1."""
        return None if not self.drafted or self.accepted is None else self.accepted / self.drafted

    def sample(self) -> Sample:
        """As the rest of the program knows figures."""
        return Sample(
            t=0.0, tokens=self.tokens or 0, decode_ms=None if self.seconds is None else self.seconds * 1000,
            rate=self.rate, prompt_tokens=self.prompt_tokens, drafted=self.drafted, accepted=self.accepted,
            passes=self.passes,
        )  # fmt: skip


def read_printed(text: str) -> PrintedStatistics:
    """Read the last run in a pasted output. Raises UsageError when it has none of these figures."""
    fields: dict[str, object] = {}
    counts = {name: int(found[-1]) for name, pattern in _COUNTS.items() if (found := pattern.findall(text))}
    for word, tokens, seconds, rate in _CODED.findall(text):
        if word == "decoded":
            fields |= {"tokens": int(tokens), "seconds": float(seconds), "rate": float(rate)}
        else:
            fields |= {"prompt_tokens": int(tokens), "prompt_rate": float(rate)}
    for prompt, generation in _CLIENT.findall(text):
        fields |= {"prompt_rate": float(prompt), "rate": float(generation)}
    if not fields:
        fields |= _server_log(text)
    for name, field in (
        ("n_predict", "tokens"),
        ("n_draft", "limit"),
        ("n_drafted", "drafted"),
        ("n_accept", "accepted"),
    ):
        if name in counts:
            fields[field] = counts[name]
    if {"W", "N", "G"} <= counts.keys():
        fields["lookahead"] = (counts["W"], counts["N"], counts["G"])
    if not fields:
        raise UsageError(
            translate("Engines", "No figures were found in the text."),
            translate("Engines", "llama-speculative and its kind print n_drafted, n_accept and accept at their end."),
            translate("Engines", "Paste the last twenty lines of the output."),
        )
    read = msgspec.convert(fields, PrintedStatistics)
    _check(read, text)
    return read


def _server_log(text: str) -> dict[str, object]:
    """The last request in a log of llama-server. "prompt eval time" is reading, not writing."""
    fields: dict[str, object] = {}
    for prompt, milliseconds, tokens in _EVAL.findall(text):
        ms, number = float(milliseconds), int(tokens)
        if prompt:
            fields |= {"prompt_tokens": number, "prompt_rate": number / ms * 1000 if ms else None}
        elif ms and number > 1:  # the first token comes out of reading
            fields |= {"tokens": number, "seconds": ms / 1000, "rate": (number - 1) / ms * 1000}
    for _, accepted, drafted in _SERVER.findall(text):
        fields |= {"accepted": int(accepted), "drafted": int(drafted)}
    return fields


def _check(read: PrintedStatistics, text: str) -> None:
    """A printed share that its own counts contradict means that lines of two runs were mixed. Raises UsageError."""
    told = _ACCEPT.findall(text)
    if told and read.acceptance is not None and abs(float(told[-1]) / 100 - read.acceptance) > 0.01:
        raise UsageError(
            translate("Engines", "The figures do not belong together."),
            translate("Engines", "accept says {told} %, but n_accept / n_drafted is {share} %.").format(
                told=told[-1], share=number(read.acceptance * 100, 1)
            ),
            translate("Engines", "Paste the output of one run."),
        )


def printed_words(read: PrintedStatistics) -> str:
    """The figures in one line, as under a reply."""
    words = []
    if read.rate is not None:
        words.append(translate("Engines", "{rate} tokens/s").format(rate=number(read.rate, 1)))
    if read.tokens is not None:
        words.append(translate("Engines", "{tokens} tokens").format(tokens=read.tokens))
    if read.tokens_per_pass is not None:
        words.append(translate("Engines", "{tokens} per step").format(tokens=number(read.tokens_per_pass, 1)))
    if read.acceptance is not None:
        words.append(
            translate("Engines", "{share} % of guesses used ({accepted} of {drafted})").format(
                share=number(read.acceptance * 100), accepted=read.accepted, drafted=read.drafted
            )
        )
    elif read.accepted is None and read.drafted is None:
        words.append(translate("Engines", "no guesses told"))
    if read.prompt_rate is not None:
        words.append(translate("Engines", "question read at {rate} tokens/s").format(rate=number(read.prompt_rate)))
    return " · ".join(words)
