"""What the log says about speculation: that it is on, or why not, in the words of every build since b4187.

Sources: common/speculative.cpp and tools/server/server-context.cpp of b4295, b6164, b8635, b9093, b10434, b11434.
Speculation that is merely not mentioned stays unknown: new builds say nothing at their default verbosity, and `/slots`
is the truth after the load.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Final

from specdesk.language import mark, translate

_Maker = Callable[[re.Match[str]], str]

_TOKENIZERS: Final = {
    "0": mark("Engines", "none"),
    "1": "SentencePiece",
    "2": "BPE",
    "3": "WordPiece",
    "4": "Unigram",
    "5": "RWKV",
}
"""enum llama_vocab_type, include/llama.h."""


def _kind(number: str) -> str:
    known = _TOKENIZERS.get(number)
    return translate("Engines", known) if known else translate("Engines", "type {number}").format(number=number)


def _token(match: re.Match[str]) -> str:
    number, target, draft = match.groups()
    return translate(
        "Engines",
        "The draft's vocabulary does not match the target's: token {number} is '{target}' in the target and "
        "'{draft}' in the draft.",
    ).format(number=number, target=target, draft=draft)


def _sizes(match: re.Match[str]) -> str:
    target, draft, allowed = match.groups()
    return translate(
        "Engines",
        "The draft's vocabulary does not match the target's: {target} tokens against {draft}, and at most "
        "{allowed} may differ.",
    ).format(target=target, draft=draft, allowed=allowed)


def _edges(match: re.Match[str]) -> str:
    edge, add_target, add_draft, target, draft = match.groups()
    at_the_beginning = edge == "bos"
    if add_target != add_draft and add_target == "1":
        if at_the_beginning:
            return translate(
                "Engines", "The target adds a token at the beginning of a text and the draft does the opposite."
            )
        return translate("Engines", "The target adds a token at the end of a text and the draft does the opposite.")
    if add_target != add_draft:
        if at_the_beginning:
            return translate(
                "Engines", "The target does not add a token at the beginning of a text and the draft does the opposite."
            )
        return translate(
            "Engines", "The target does not add a token at the end of a text and the draft does the opposite."
        )
    if at_the_beginning:
        return translate(
            "Engines", "The target marks the beginning of a text with token {target} and the draft with token {draft}."
        ).format(target=target, draft=draft)
    return translate(
        "Engines", "The target marks the end of a text with token {target} and the draft with token {draft}."
    ).format(target=target, draft=draft)


def _types(match: re.Match[str]) -> str:
    draft, target = match.groups()
    return translate("Engines", "The draft's tokenizer is {draft} and the target's is {target}.").format(
        draft=_kind(draft), target=_kind(target)
    )


# Most telling first: one failure prints several of these, and the general ones come last in the log.
_OFF: Final[tuple[tuple[re.Pattern[str], _Maker], ...]] = (
    (re.compile(r"token (\d+) content differs - target '(.*)', draft '(.*)'", re.DOTALL), _token),
    (
        re.compile(
            r"target vocab size (\d+) does not match draft vocab size (\d+) - difference \d+, max allowed (\d+)"
        ),
        _sizes,
    ),
    (re.compile(r"draft model (bos|eos) tokens must match .*add: (\d+) - (\d+), id: (-?\d+) - (-?\d+)"), _edges),
    (re.compile(r"vocab_type_dft = (\d+) while vocab_type_tgt = (\d+)"), _types),
    (
        re.compile(r"draft (?:model|vocab) special tokens must match target"),
        lambda _: translate(
            "Engines", "The draft marks the beginning or end of a text with other tokens than the target."
        ),
    ),
    (
        re.compile(r"draft-\w+ requires a draft context"),
        lambda _: translate("Engines", "The method needs a draft model and none was given."),
    ),
    (
        re.compile(r"draft model is not eagle3"),
        lambda _: translate("Engines", "The draft file is not an EAGLE-3 drafter."),
    ),
    (
        re.compile(r"DSpark draft has no confidence head"),
        lambda _: translate(
            "Engines", "This DSpark drafter has no confidence head, so the lowest draft probability must be 0."
        ),
    ),
    (
        re.compile(r"speculative decod\w+ is not supported (?:by|with) multimodal"),
        lambda _: translate("Engines", "This build cannot speculate together with a vision projector."),
    ),
    (
        re.compile(
            r"speculative decoding not supported by this context"
            r"|target context does not support partial sequence removal"
        ),
        lambda _: translate(
            "Engines",
            "This target keeps a running state that cannot be rolled back, so this build does not speculate with it.",
        ),
    ),
    (
        re.compile(r"no implementations specified for speculative decoding"),
        lambda _: translate("Engines", "No speculation method was named when the server was started."),
    ),
    (
        re.compile(r"vocabs are not compatible|is not compatible with the target model|vocab type must match target"),
        lambda _: translate("Engines", "The draft's vocabulary does not match the target's."),
    ),
    (
        re.compile(r"failed to initialize speculative decoding context: (.+)"),
        lambda match: translate("Engines", "The engine could not set speculation up: {words}.").format(
            words=match.group(1).strip().rstrip(".")
        ),
    ),
    (
        re.compile(r"speculative decoding context not initialized"),
        lambda _: translate("Engines", "The engine could not set speculation up and gave no reason."),
    ),
)

_WORDS: Final = ("specul", "draft", "vocab", "sequence removal")
"""One of these is in every line of interest: a cheap look before the patterns."""

_ON: Final = re.compile(r"speculative decoding context initialized")
_IMPLEMENTATION: Final = re.compile(r"adding speculative implementation '([\w-]+)'")
_TRANSLATED: Final = re.compile(r"tokens will be translated between")


def _slow() -> str:
    return translate(
        "Engines",
        "The draft's vocabulary does not match the target's, so every guess is translated as text, which is slow.",
    )


class SpeculationLines:
    """Collects, line by line, whether speculation is on and why not."""

    __slots__ = ("_rank", "_why", "implementations", "on", "translated")

    def __init__(self) -> None:
        self.on: bool | None = None
        self._why: Callable[[], str] | None = None
        self.translated = False
        self.implementations: tuple[str, ...] = ()
        self._rank = len(_OFF)

    @property
    def reason(self) -> str | None:
        """Why it is off, or slow: in the language of the moment in which it is asked for."""
        return None if self._why is None else self._why()

    def feed(self, message: str) -> None:
        """Reads one message (without stamp and level)."""
        if not any(word in message for word in _WORDS):
            return
        if _TRANSLATED.search(message):
            self.translated, self.on = True, True
            self._why = _slow
            return
        if found := _IMPLEMENTATION.search(message):
            if found.group(1) not in self.implementations:
                self.implementations = (*self.implementations, found.group(1))
            return
        if _ON.search(message):
            self.on = True
            return
        self._feed_reason(message)

    def _feed_reason(self, message: str) -> None:
        for rank, (pattern, words) in enumerate(_OFF):
            found = pattern.search(message)
            if found is None:
                continue
            self.on = False
            if rank < self._rank:
                self._rank, self._why = rank, partial(words, found)
            return
