"""The settings that a sweep tries, in two lines: first the length (or the method), then what goes with the best of it:
p-min, and other files of the draft.

A line is ordered by what is worth trying first, since time may not be enough for all of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import msgspec

from specdesk.engines.dialect_table import field_of, with_field
from specdesk.engines.engine_info import EngineInfo
from specdesk.errors import UsageError
from specdesk.language import translate
from specdesk.measure.baseline import plain_plan
from specdesk.measure.sweep import PLAIN, Setting, Value
from specdesk.records.plan import NGRAM_METHODS, LaunchPlan
from specdesk.service.methods import ngram_kinds

METHODS = "methods"
LENGTHS = (3, 5, 2, 8, 1)
P_MINS = (0.0, 0.6, 0.85)
LOOKED_UP = (12, 8, 16, 5)
DRAFTED = (48, 16, 32, 8)
MOD_LOOKED_UP = (24, 16, 32)
MOD_DRAFTED = (64, 32, 16)
MOD_SHORTEST = 48
SHARE = 0.75
"""Fewest tokens that ngram-mod drafts where nothing is said, and as a share of the most (48 of 64)."""


class Grid:
    """What can be tried for one plan on one engine. Raises UsageError when nothing can.

    most: tokens that the drafter can guess at once, so that no longer length is tried; None = it sets no limit.

    base: the plan that settings change. current: what is set now. drafts: files to try in place of the draft, such as
    the same model quantised otherwise. limits: as `most`, of each of them.
    """

    def __init__(
        self,
        plan: LaunchPlan,
        engine: EngineInfo,
        drafts: Sequence[str] = (),
        most: int | None = None,
        limits: Mapping[str, int | None] = MappingProxyType({}),
    ) -> None:
        self.base = plan
        self._most, self._limits = most, limits
        self._drafts = (
            tuple(dict.fromkeys(draft for draft in drafts if draft != plan.draft)) if plan.loads_draft else ()
        )
        self._engine = engine
        self._methods = ngram_kinds(engine)
        self._axes = _axes(plan.methods[0], most) if plan.speculates else None
        if plan.speculates and self._axes is None:
            raise UsageError(
                translate("Service", "There is nothing to try: this method has no lengths."),
                "",
                translate("Service", "Choose another method, or compare it."),
            )
        if not plan.speculates and not self._methods:
            raise UsageError(
                translate("Service", "There is nothing to try: this engine has no n-gram methods."),
                "",
                translate("Service", "Choose a draft, or another engine."),
            )
        self.current = PLAIN if self._axes is None else self._of(plan, self._axes)

    def plan(self, setting: Setting) -> LaunchPlan:
        """The plan with this setting; the plain twin for none."""
        return plan_with(self.base, setting)

    def first_line(self) -> tuple[Setting, ...]:
        """Lengths; the methods themselves where none is chosen."""
        if self._axes is None:
            return tuple(Setting(values=((METHODS, method),)) for method in self._methods)
        settings = (_with(self.current, self._axes.first, value) for value in self._axes.firsts)
        return tuple(dict.fromkeys((self.current, *settings)))

    def second_line(self, kept: Sequence[Setting]) -> tuple[Setting, ...]:
        """What goes with the best of the first line; these come first, so that they are measured again beside it."""
        found = list(kept)
        for setting in kept:
            method = dict(setting.values).get(METHODS)
            axes = self._axes if method is None else _axes(str(method))
            if axes is not None:
                field, values = (axes.second, axes.seconds) if method is None else (axes.first, axes.firsts)
                found += [_with(setting, field, value) for value in values]
        found += [one for setting in kept[:1] for draft in self._drafts for one in self._with_draft(setting, draft)]
        return tuple(dict.fromkeys(found))

    def _with_draft(self, setting: Setting, draft: str) -> list[Setting]:
        """The same with another file, at a length that this one can guess; where the best length is the most that the
        first file can guess, at those that only this one can, too."""
        other, length = _with(setting, "draft", draft), dict(setting.values).get("draft_max")
        if not isinstance(length, int):
            return [other]
        lengths = [length]
        if self._most is not None and length >= self._most:
            lengths += [more for more in (self.base.draft_max or 0, *sorted(LENGTHS)) if more > length]
        limit = self._limits.get(draft)
        possible = [more if limit is None else min(more, limit) for more in lengths]
        return [_with(other, "draft_max", one) for one in dict.fromkeys(possible)]

    def _of(self, plan: LaunchPlan, axes: _Axes) -> Setting:
        """What the plan says, or what the engine takes where it says nothing."""
        traits = self._engine.traits
        defaults = {"draft_max": traits.default_draft_max, "p_min": traits.default_p_min}
        values = []
        for field, usual in ((axes.first, axes.firsts[0]), (axes.second, axes.seconds[0])):
            said = field_of(plan, field)
            value = defaults.get(field, usual) if said is None else said
            values.append((field, value if field != "draft_max" or self._most is None else min(value, self._most)))
        return Setting(values=tuple(values))


def plan_with(base: LaunchPlan, setting: Setting) -> LaunchPlan:
    """A plan with this setting; the plain twin for none."""
    if setting == PLAIN:
        return plain_plan(base)
    plan = base
    for field, value in setting.values:
        plan = with_field(plan, field, (value,) if field == METHODS else value)
    return with_possible_shortest(plan)


def with_possible_shortest(plan: LaunchPlan) -> LaunchPlan:
    """Never a shortest draft above the longest: everything would be thrown away."""
    if plan.draft_max is not None and plan.draft_min is not None:
        plan = with_field(plan, "draft_min", min(plan.draft_min, plan.draft_max))
    longest, shortest = plan.ngram.mod_max, plan.ngram.mod_min
    if longest is None or (MOD_SHORTEST if shortest is None else shortest) <= longest:
        return plan
    return with_field(plan, "ngram.mod_min", max(1, int(SHARE * longest)))


class _Axes(msgspec.Struct, frozen=True, kw_only=True):
    """The field of each line with its values."""

    first: str
    firsts: tuple[Value, ...]
    second: str
    seconds: tuple[Value, ...]


def _axes(method: str, most: int | None = None) -> _Axes | None:
    """None where a method has no lengths. most: of tokens that a drafter can guess at once."""
    if method == "ngram-cache":
        return None
    if method == "ngram-mod":
        return _Axes(first="ngram.mod_match", firsts=MOD_LOOKED_UP, second="ngram.mod_max", seconds=MOD_DRAFTED)
    if method in NGRAM_METHODS:
        return _Axes(first="ngram.size_n", firsts=LOOKED_UP, second="ngram.size_m", seconds=DRAFTED)
    lengths = tuple(length for length in LENGTHS if most is None or length <= most)
    return _Axes(first="draft_max", firsts=lengths, second="p_min", seconds=P_MINS)


def _with(setting: Setting, field: str, value: Value) -> Setting:
    """In place of the field's value, or behind the others."""
    values = dict(setting.values) | {field: value}
    return msgspec.structs.replace(setting, values=tuple(values.items()))
