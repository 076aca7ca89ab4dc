"""What the Setup panel knows, and what follows from it. No Qt: the panel shows it and says what changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Unpack

import msgspec

from specdesk.engines.dialect_table import field_of
from specdesk.engines.engine_info import EMBEDDED, EngineInfo
from specdesk.models.choice import longest_length
from specdesk.models.library import is_absent
from specdesk.models.told_apart import name_among
from specdesk.records.model_file import ModelFile
from specdesk.records.pair import Choice, PairVerdict
from specdesk.records.plan import DRAFT_METHODS, LaunchPlan
from specdesk.service.events import PairsJudged
from specdesk.service.methods import MethodChoice, method_choices, ngram_kinds
from specdesk.service.planning import (
    Lengths,
    change_field,
    compose,
    drafting,
    length_field,
    physical_cores,
    remember,
    remember_lengths,
    take_over,
)
from specdesk.service.setting_names import SettingName, setting_name
from specdesk.settings import Method, Settings, TargetMemory

NO_ENGINE = EngineInfo(kind="llama-server")
"""Stands for an engine that is not known yet: nothing is left out for its sake."""

_ADDRESS = ("host", "port", "metrics", "slots_endpoint")


class SetupState:
    """Settings, files, engines and verdicts; `plan` is what Start would run."""

    def __init__(self, settings: Settings, cores: int | None = None) -> None:
        """cores: physical cores of this computer; counted when not given."""
        self.settings = settings
        self.rows: dict[str, ModelFile] = {}
        self.looked_for: set[str] = set()
        self.engines: tuple[EngineInfo, ...] = ()
        self.engines_complete = False
        self.engine: EngineInfo | None = None
        self.running: LaunchPlan | None = None
        self.measuring = False
        self._pairs: PairsJudged | None = None
        self._fitted: tuple[str, int] | None = None
        self._cores = cores or physical_cores()

    # ---- what is known -------------------------------------------------------------------------------------------

    @property
    def target(self) -> ModelFile | None:
        """The chosen target's row; None while none is chosen or it was not read yet."""
        return self.rows.get(self.settings.target or "")

    def is_looking(self, path: str | None) -> bool:
        """Whether a file is being read, and nothing is known of it yet."""
        return path in self.looked_for and path not in self.rows

    def awaits_choice(self) -> bool:
        """Whether Automatic has still to choose what guesses for the target."""
        target = self.target
        return target is not None and target.error is None and self.memory.method == "automatic" and self.pairs is None

    def lacks_draft(self) -> bool:
        """Whether Automatic has found nothing among the files so far that would draft for the target."""
        if self.target is None or self.memory.method != "automatic" or self.choice is None:
            return False
        return not any(method in DRAFT_METHODS for method in self.choice.methods)

    @property
    def files(self) -> list[ModelFile]:
        """What the lists offer: every known file, without paths where none was found."""
        return [row for row in self.rows.values() if not is_absent(row)]

    def called(self, row: ModelFile) -> str:
        """The name of a file, with its place where another one looks the same."""
        return name_among(row, self.files)

    @property
    def memory(self) -> TargetMemory:
        """What was chosen for the target."""
        return self.settings.memory_of(self.settings.target) if self.settings.target else TargetMemory()

    @property
    def pairs(self) -> PairsJudged | None:
        """The verdicts on the chosen target; None while they are not there."""
        return self._pairs if self._pairs and self._pairs.target == self.settings.target else None

    @pairs.setter
    def pairs(self, pairs: PairsJudged | None) -> None:
        self._pairs = pairs

    @property
    def choice(self) -> Choice | None:
        """What Automatic picked."""
        return self.pairs.choice if self.pairs else None

    @property
    def verdicts(self) -> Mapping[str, PairVerdict]:
        """Every judged file by path."""
        return {verdict.path: verdict for verdict in self.pairs.verdicts} if self.pairs else {}

    @property
    def kind(self) -> str | None:
        """The kind of speculation in use, None for none."""
        if self.target is None:
            return None
        return drafting(self.target, self.memory, self.choice, self.engine or NO_ENGINE)[0]

    @property
    def draft(self) -> ModelFile | None:
        """Row of the drafting file in use."""
        if self.target is None:
            return None
        return self.rows.get(drafting(self.target, self.memory, self.choice, self.engine or NO_ENGINE)[1] or "")

    @property
    def length(self) -> int | None:
        """Draft length in use; None where it is the engine's own or there is none."""
        plan, field = self.plan, length_field(self.kind)
        return None if plan is None or field is None else field_of(plan, field)

    @property
    def longest(self) -> int | None:
        """The most that the drafting file can guess at once; None where it sets no limit."""
        return longest_length(self.kind, self.draft)

    @property
    def plan(self) -> LaunchPlan | None:
        """What Start would run; None without a target."""
        return self._composed(self._fitted)

    @property
    def layers_are_open(self) -> bool:
        """True while the target's layers are the window's: all on the GPU, or as many as fit."""
        gpu = self.engine is not None and self.engine.has_gpu
        return gpu and self.memory.plan is None and self.settings.plan.place.layers is None

    @property
    def needs_restart(self) -> bool:
        """True when a server runs with other settings than these."""
        plan = self.plan
        if self.running is None or plan is None or self.measuring:
            return False
        return _comparable(plan) != _comparable(self.running)

    @property
    def has_own_settings(self) -> bool:
        """True when the target has launch settings of its own."""
        return self.memory.plan is not None

    def method_choices(self) -> tuple[MethodChoice, ...]:
        """Automatic and the four choices by hand."""
        return method_choices(self.engine, self.target, tuple(self.verdicts.values()))

    def name_of(self, field: str) -> SettingName:
        """What a launch setting is called in the chosen engine."""
        return setting_name(field, self.engine, self.kind)

    # ---- what the user changes -----------------------------------------------------------------------------------

    def choose_target(self, path: str) -> None:
        """Another target."""
        self.settings = msgspec.structs.replace(self.settings, target=path)

    def choose_method(self, method: Method) -> None:
        """Another method, with its best kind and file where none was chosen for it before."""
        kind, draft = self._start_of(method)
        self.set_memory(remember(self.memory, method, kind, draft))

    def choose_kind(self, method: Method, kind: str | None, draft: str | None) -> None:
        """Another kind or file."""
        self.set_memory(remember(self.memory, method, kind, draft))

    def choose_lengths(self, **lengths: Unpack[Lengths]) -> None:
        """Draft length, shortest draft, or the probability below which drafting stops; None is the default."""
        if self.kind is not None:
            self.set_memory(remember_lengths(self.memory, self.kind, **lengths))

    def choose_context(self, tokens: int) -> None:
        """Another context, in tokens."""
        self.set_memory(msgspec.structs.replace(self.memory, context=tokens))

    def change(self, field: str, value: object) -> None:
        """One launch setting of the plan, by dotted path."""
        self.settings = change_field(self.settings, self.settings.target, self._composed(None), field, value)

    def take_over(self, plan: LaunchPlan) -> None:
        """The plan that a fit's remedies lead to."""
        composed = self._composed(None if plan.place.layers == "all" else self._fitted)
        if self.target is not None and composed is not None:
            self.settings = take_over(self.settings, self.target.path, composed, plan)

    def set_fitted_layers(self, layers: int | None) -> None:
        """How many layers of the target fit on the GPU, where not all do."""
        target = self.settings.target
        self._fitted = None if layers is None or target is None else (target, layers)

    def note_draft(self) -> None:
        """Keep the file that drafts now as the one last chosen."""
        plan = self.plan
        if plan is not None:
            self.settings = msgspec.structs.replace(self.settings, draft=plan.draft)

    def drop_own_settings(self) -> None:
        """Back to the general launch settings."""
        self.set_memory(msgspec.structs.replace(self.memory, plan=None))

    def set_memory(self, memory: TargetMemory) -> None:
        """Remember something else for the target."""
        if self.settings.target:
            self.settings = self.settings.remembering(self.settings.target, memory)

    def _composed(self, fitted: tuple[str, int] | None) -> LaunchPlan | None:
        if self.target is None:
            return None
        layers = fitted[1] if fitted is not None and fitted[0] == self.target.path else None
        return compose(
            self.settings, self.target, self.memory, self.choice, self.engine or NO_ENGINE, self._cores,
            draft=self.draft, fitted_layers=layers,
        )  # fmt: skip

    def _start_of(self, method: Method) -> tuple[str | None, str | None]:
        """Kind and file to begin with when a method is chosen."""
        memory = self.memory
        if method == "draft":
            known = self.verdicts.get(memory.draft or "")
            if known is not None and known.compatible and known.method == "draft-simple":
                return "draft-simple", memory.draft
            return "draft-simple", self._best("draft-simple")
        if method == "trained":
            return self._trained()
        if method == "ngram":
            kinds = ngram_kinds(self.engine or NO_ENGINE)
            return (memory.kind if memory.kind in kinds else next(iter(kinds), None)), None
        return None, None

    def _trained(self) -> tuple[str | None, str | None]:
        found = next((one for one in self.method_choices() if one.key == "trained"), None)
        for kind in found.kinds if found else ():
            if kind == "draft-mtp" and self.target is not None and self.target.kind == "mtp-model":
                return kind, None
            path = self._best(kind)
            if path is not None:
                return kind, path
        return None, None

    def _best(self, kind: str) -> str | None:
        """The compatible file of a kind that costs least."""
        if self.choice is not None and self.choice.methods == (kind,) and self.choice.draft:
            return self.choice.draft
        fitting = [one for one in self.verdicts.values() if one.compatible and one.method == kind]
        return min(fitting, key=lambda one: one.size_ratio or 0.0).path if fitting else None


def _comparable(plan: LaunchPlan) -> LaunchPlan:
    return msgspec.structs.replace(plan, **dict.fromkeys(_ADDRESS))


def engine_key(engine: EngineInfo) -> str:
    """What `Service.choose_engine` takes for an engine."""
    return EMBEDDED if engine.path is None else engine.path
