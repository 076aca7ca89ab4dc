"""Why a compare has no answer, or less than one: too few questions, an arm that failed, an end too early. Pure.

Replies that do not count are another matter (`CompareResult.left_out`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from specdesk.chat.compare_prompts import ComparePrompt
from specdesk.kept_sentence import Kept
from specdesk.language import mark, translate
from specdesk.measure.arm_names import Names, in_words
from specdesk.measure.evidence import MIN_PROMPTS
from specdesk.measure.measured import Arm
from specdesk.measure.protocol import Schedule

Failing = Literal["not-started", "broke-off", "failing"]
"""An arm did not become ready, ended in the middle, or answered one question after the other with an error."""

OTHER_QUESTIONS = mark("Measure", "Ask more: from a file, from a chat, or the questions of the program.")

Why = Literal["few", "not-started", "broke-off", "stopped"]


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """What ended a compare. how: and of which arm. error: in sentences, as they are kept."""

    how: Failing
    arm: Arm
    error: Kept


class Cause(msgspec.Struct, frozen=True, kw_only=True):
    """few: so few questions (asked) never tell. not-started, broke-off: of this arm. stopped: before it could tell."""

    why: Why
    arm: Arm | None = None
    asked: int = 0

    @property
    def has_failed(self) -> bool:
        """An arm did not start, or ended in the middle."""
        return self.why in ("not-started", "broke-off")


def questions_in(prompts: Sequence[ComparePrompt]) -> int:
    """How many of them count: the same in two languages is one."""
    return len({prompt.task for prompt in prompts})


def are_too_few(prompts: Sequence[ComparePrompt]) -> bool:
    """No answer can come of so few, however long they are asked."""
    return questions_in(prompts) < MIN_PROMPTS


def too_few_words(prompts: Sequence[ComparePrompt]) -> str:
    """What is to be said before the start, where no answer can come of it. "" where one can."""
    if not are_too_few(prompts):
        return ""
    asked = questions_in(prompts)
    one = translate("Measure", "1 question gives no answer: at least {needed} are needed.")
    many = translate("Measure", "{count} questions give no answer: at least {needed} are needed.")
    return (one if asked == 1 else many).format(count=asked, needed=MIN_PROMPTS)


def cause_of(schedule: Schedule, failure: Failure | None, *, tells: bool, partial: bool) -> Cause | None:
    """tells: there is a number, or another answer than too little text. None: nothing but the replies is the reason."""
    if failure is not None and failure.how != "failing" and (partial or not tells):
        return Cause(why=failure.how, arm=failure.arm)
    if tells:
        return None
    asked = questions_in((*schedule.prompts, *(schedule.spare or ())))
    if asked < MIN_PROMPTS:
        return Cause(why="few", asked=asked)
    return Cause(why="stopped") if partial and failure is None else None


def few_headline(prompts: Sequence[ComparePrompt]) -> str:
    """The headline of what was asked with so few questions that nothing can come of it. "" where something can."""
    return _few_words(questions_in(prompts)) if are_too_few(prompts) else ""


def no_answer_words(cause: Cause, names: Names) -> str:
    """The headline of a compare that ended so."""
    if cause.why == "few":
        return _few_words(cause.asked)
    if cause.why == "not-started":
        return _not_started(cause, names)
    if cause.why == "broke-off":
        return translate("Measure", "No answer: it broke off.")
    return translate("Measure", "No answer: it ended too early.")


def _few_words(asked: int) -> str:
    one = translate("Measure", "No answer from 1 question: at least {needed} are needed.")
    many = translate("Measure", "No answer from {count} questions: at least {needed} are needed.")
    return (one if asked == 1 else many).format(count=asked, needed=MIN_PROMPTS)


def _not_started(cause: Cause, names: Names) -> str:
    said = in_words(names)
    if not names.thing:
        own = said.a if cause.arm == "A" else said.b
        return translate("Measure", "No answer: “{name}” did not start.").format(name=own)
    if cause.arm == "A":
        return translate("Measure", "No answer: the model alone did not start.")
    return translate("Measure", "No answer: it did not start with the {thing}.").format(thing=said.thing)
