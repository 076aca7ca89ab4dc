"""Which questions choose the best setting, and which ones judge it. Pure.

The winner of many looks better than it is, since chance helped it to win. So the compare of the winner has tasks of its
own wherever there are enough; a translation asks for the same task.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from specdesk.chat.compare_prompts import ComparePrompt

LINE_PROMPTS = 6
FEWEST = 3
"""Tasks that choosing and judging need each."""


class SweepPrompts(msgspec.Struct, frozen=True, kw_only=True):
    """Of the first line, of the second, and of the compare."""

    first: tuple[ComparePrompt, ...]
    second: tuple[ComparePrompt, ...]
    compare: tuple[ComparePrompt, ...]


def divided(prompts: Sequence[ComparePrompt]) -> SweepPrompts:
    """prompts: those wanted most come first. Fewer tasks than twice FEWEST choose and judge alike.

    The second line asks for the tasks of the first once more in another language, where there are translations, or has
    tasks of its own, where enough are left; else it asks the same.
    """
    once = _once(prompts)
    if not can_divide(prompts):
        few = tuple(once[:LINE_PROMPTS])
        return SweepPrompts(first=few, second=few, compare=tuple(prompts))
    first = once[: min(LINE_PROMPTS, len(once) // 2)]
    again = [prompt for prompt in prompts if prompt.task in _tasks(first) and prompt not in first]
    others = once[len(first) :]
    if len(again) < len(first) <= len(others) - LINE_PROMPTS:
        again = others[: len(first)]
    second = again[: len(first)] if len(again) >= len(first) else first
    chosen_by = _tasks([*first, *second])
    compare = tuple(prompt for prompt in prompts if prompt.task not in chosen_by)
    return SweepPrompts(first=tuple(first), second=tuple(second), compare=compare)


def can_divide(prompts: Sequence[ComparePrompt]) -> bool:
    """There are tasks enough for some to choose and others to judge."""
    return len(_once(prompts)) >= 2 * FEWEST


def is_fresh(prompts: Sequence[ComparePrompt], choosing: Collection[str], judging: Sequence[ComparePrompt]) -> bool:
    """No task had a part in both. prompts: all of the sweep. choosing: ids of those that settings were tried with."""
    return _tasks([prompt for prompt in prompts if prompt.id in choosing]).isdisjoint(_tasks(judging))


def _once(prompts: Sequence[ComparePrompt]) -> list[ComparePrompt]:
    """The first prompt of each task."""
    found: dict[str, ComparePrompt] = {}
    for prompt in prompts:
        found.setdefault(prompt.task, prompt)
    return list(found.values())


def _tasks(prompts: Sequence[ComparePrompt]) -> set[str]:
    return {prompt.task for prompt in prompts}
