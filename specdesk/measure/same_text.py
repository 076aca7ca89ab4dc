"""Do both arms say the same? Where two answers part, why, and whether each arm even agrees with itself. Pure.

A draft cannot change what the target may say: the distribution is the target's. The text may differ all the same.
Verification runs the target over several tokens at once, other widths use other kernels, and the last bits of a logit
differ ("we use different kernels for different batch sizes", llama.cpp). Where two tokens were nearly equally likely,
that decides. So a difference is judged by the baseline's own log-probabilities at that place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeVar

import msgspec

from specdesk.measure.measured import Measured, left_out

TIE_GAP = 0.1
UNEXPECTED_GAP = 0.5
"""Nat, between the two tokens' log-probabilities."""

TIE_RANK = 3
TOP = 5
"""Log-probabilities to ask the baseline for (n_probs)."""

DifferenceKind = Literal["identical", "tie", "unexpected", "unclear", "unchecked"]
Item = TypeVar("Item")


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """Two texts up to where they part.

    shared: tokens (or characters, where there are no ids) that are the same. by_token: which of both. at: place in
    characters of both texts where they part, for marking; None when identical.
    """

    identical: bool
    shared: int
    by_token: bool
    at: int | None = None


class TopToken(msgspec.Struct, frozen=True, kw_only=True):
    """One of the baseline's most likely tokens at a place. logprob: natural logarithm. id: where the engine tells."""

    text: str
    logprob: float
    id: int | None = None


class TextCheck(msgspec.Struct, frozen=True, kw_only=True):
    """One prompt at temperature 0. repeatable_a, repeatable_b: the arm's second visit said the same; None: no second.

    Where an arm does not repeat itself, nothing can be concluded from a difference. by_memory: only arms whose drafter
    remembers other questions do not: other guesses round otherwise, which is no fault of the engine.
    """

    prompt: str
    difference: Difference
    kind: DifferenceKind
    repeatable_a: bool | None = None
    repeatable_b: bool | None = None
    by_memory: bool = False

    @property
    def counts(self) -> bool:
        """Both arms agree with themselves, as far as that is known."""
        return self.repeatable_a is not False and self.repeatable_b is not False


class SameText(msgspec.Struct, frozen=True, kw_only=True):
    """How many answers are the same. compared = identical + tie + unexpected + unclear + unchecked.

    unclear: neither near enough for a tie nor far enough to be unexpected. unchecked: the baseline was not asked.
    unrepeatable: prompts left out because an arm does not agree with itself; by_memory: those of them where it is one
    whose drafter remembers other questions.
    """

    identical: int
    tie: int
    unexpected: int
    compared: int
    unclear: int = 0
    unchecked: int = 0
    unrepeatable: int = 0
    by_memory: int = 0


Control = Literal["same", "kernels", "speculation", "inconclusive"]
"""What a control arm (verifies at the same width, accepts nothing) tells about a difference."""


def difference(first: Measured, second: Measured) -> Difference:
    """Compare two replies by the token ids that came with them, or by text where one has none.

    A reply that only ends earlier because its cap cut it (or the middle of a character) differs in nothing. What two
    texts share is counted in tokens of the engine's tokenizer where both are known.
    """
    by_token = bool(first.tokens and second.tokens)
    shared = common_prefix(first.tokens, second.tokens) if by_token else common_prefix(first.text, second.text)
    lengths = (len(first.tokens), len(second.tokens)) if by_token else (_length(first), _length(second))
    identical = _ends_alike(first, second, shared, lengths)
    counted = min(shared, *lengths) if identical else shared
    if not by_token and first.tokenized and second.tokenized:
        by_token, counted = True, common_prefix(first.tokenized, second.tokenized)
    at = None if identical else common_prefix(first.text, second.text)
    return Difference(identical=identical, shared=counted, by_token=by_token, at=at)


def common_prefix(first: Sequence[Item], second: Sequence[Item]) -> int:
    """How many items from the start are equal."""
    for place, (left, right) in enumerate(zip(first, second, strict=False)):
        if left != right:
            return place
    return min(len(first), len(second))


def word_start(text: str, at: int) -> int:
    """The place at or before `at` where the word there begins, blank included: a safe place to ask the baseline from
    when only the text is known (a difference may lie inside a token)."""
    place = at
    while place > 0 and not text[place - 1].isspace():
        place -= 1
    while place > 0 and text[place - 1] == " ":
        place -= 1
    return place


def classify(top: Sequence[TopToken], plain: str | int, speculative: str | int) -> DifferenceKind:
    """Why two answers part, from the baseline's most likely tokens at that place.

    plain, speculative: what each arm said there: a token id, or the text from `word_start` on (then the longest token
    that begins it is meant). A tie: both among the first three and within 0.1 nat of the first. Unexpected: the
    speculative one is not among them, or more than 0.5 nat behind the first. Anything between is unclear.
    """
    ordered = sorted(top, key=lambda token: -token.logprob)
    if not ordered:
        return "unchecked"
    ours, theirs = _place(ordered, plain), _place(ordered, speculative)
    if ours is not None and ours == theirs:
        return "unclear"
    if theirs is None or _behind(ordered, theirs) > UNEXPECTED_GAP:
        return "unexpected"
    if ours is None or max(ours, theirs) >= TIE_RANK:
        return "unclear"
    return "tie" if max(_behind(ordered, ours), _behind(ordered, theirs)) < TIE_GAP else "unclear"


def control(plain: Measured, speculative: Measured, controlled: Measured) -> Control:
    """A baseline, B speculative, C control. C = B, not A: the kernels do it. A = C, not B: look at speculation.

    All three the same: "same". Anything else tells nothing.
    """
    a_b = difference(plain, speculative).identical
    a_c = difference(plain, controlled).identical
    b_c = difference(speculative, controlled).identical
    if a_b and a_c and b_c:
        return "same"
    if b_c and not a_b:
        return "kernels"
    return "speculation" if a_c and not a_b else "inconclusive"


def text_checks(
    measured: Sequence[Measured],
    kinds: Mapping[str, DifferenceKind] | None = None,
    remembers: tuple[bool, bool] = (False, False),
) -> list[TextCheck]:
    """One per prompt with a first visit of both arms. kinds: prompt id to class, for the differences looked up.
    remembers: whether the drafter of each arm learns from what was said.
    """
    checks = []
    for prompt in dict.fromkeys(reply.prompt for reply in measured):
        of_a, of_b = (_visits(measured, prompt, arm) for arm in ("A", "B"))
        if not of_a or not of_b:
            continue
        found = difference(of_a[0], of_b[0])
        kind: DifferenceKind = "identical" if found.identical else (kinds or {}).get(prompt, "unchecked")
        repeats = (_repeats(of_a), _repeats(of_b))
        changing = [learns for same, learns in zip(repeats, remembers, strict=True) if same is False]
        checks.append(
            TextCheck(
                prompt=prompt,
                difference=found,
                kind=kind,
                repeatable_a=repeats[0],
                repeatable_b=repeats[1],
                by_memory=bool(changing) and all(changing),
            )
        )
    return checks


def same_texts(
    measured: Sequence[Measured],
    kinds: Mapping[str, DifferenceKind] | None = None,
    remembers: tuple[bool, bool] = (False, False),
) -> SameText | None:
    """The counts; None when no prompt has an answer of both arms. The rest as in `text_checks`."""
    checks = text_checks(measured, kinds, remembers)
    if not checks:
        return None
    found = [check.kind for check in checks if check.counts]
    return SameText(
        identical=found.count("identical"),
        tie=found.count("tie"),
        unexpected=found.count("unexpected"),
        unclear=found.count("unclear"),
        unchecked=found.count("unchecked"),
        compared=len(found),
        unrepeatable=len(checks) - len(found),
        by_memory=sum(check.by_memory for check in checks),
    )


def _visits(measured: Sequence[Measured], prompt: str, arm: str) -> list[Measured]:
    """Replies of one arm to one prompt that did not fail; short ones count here."""
    found = [reply for reply in measured if reply.prompt == prompt and reply.arm == arm]
    return sorted((reply for reply in found if left_out(reply) != "failed" and reply.text), key=lambda r: r.visit)


def _repeats(visits: Sequence[Measured]) -> bool | None:
    if len(visits) < 2:
        return None
    return all(difference(visits[0], other).identical for other in visits[1:])


def _length(reply: Measured) -> int:
    """Characters; a last one that the cap cut in the middle (U+FFFD) does not count."""
    return len(reply.text.rstrip("\ufffd")) if reply.finish_reason == "length" else len(reply.text)


def _ends_alike(first: Measured, second: Measured, shared: int, lengths: tuple[int, int]) -> bool:
    shorter = first if lengths[0] <= lengths[1] else second
    if shared < min(lengths):
        return False
    return lengths[0] == lengths[1] or shorter.finish_reason == "length"


def _place(ordered: Sequence[TopToken], said: str | int) -> int | None:
    """Rank (from 0) of what was said: by id, or the longest token that `said` begins with."""
    if isinstance(said, int):
        return next((place for place, token in enumerate(ordered) if token.id == said), None)
    fitting = [place for place, token in enumerate(ordered) if token.text and said.startswith(token.text)]
    return max(fitting, key=lambda place: len(ordered[place].text), default=None)


def _behind(ordered: Sequence[TopToken], place: int) -> float:
    """Nat behind the most likely token."""
    return ordered[0].logprob - ordered[place].logprob
