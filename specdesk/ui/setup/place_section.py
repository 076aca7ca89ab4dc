"""Where both models live: layers and device, and the type of their caches; one row per model."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from specdesk.engines.engine_info import EngineInfo
from specdesk.records.plan import LaunchPlan
from specdesk.ui.parts import Notice, Text
from specdesk.ui.setup.choice_box import ChoiceBox, Entry
from specdesk.ui.setup.setting_rows import UNSET, Check, LayersBox, PairRow, put_choice, value_in
from specdesk.ui.setup.state import SetupState
from specdesk.ui.theme import XS, M

CACHE_TYPES = ("f32", "f16", "bf16", "q8_0", "q5_1", "q5_0", "q4_1", "q4_0", "iq4_nl")
"""KV cache types of llama.cpp (common/arg.cpp), for engines that print no help."""

PROCESSOR = "none"
"""What `--device` takes for no GPU at all."""

MODELS = ("place", "draft_place")


class PlaceSection(QWidget):
    """changed(str, object): field and new value."""

    changed = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        names = {"place": self.tr("Target"), "draft_place": self.tr("Draft")}
        self.layers: dict[str, LayersBox] = {}
        self.devices: dict[str, ChoiceBox] = {}
        self.caches: dict[str, ChoiceBox] = {}
        self._places: dict[str, PairRow] = {}
        self._cache_rows: dict[str, PairRow] = {}
        for model, name in names.items():
            self._make_place(model, name)
            self._make_caches(model, name)
        self.processor_only = Check(self.tr("Processor only, for both models"))
        self.processor_only.toggled.connect(self._only_processor)
        self._split = Notice()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(M)
        column.addWidget(Text(self.tr("Layers on the GPU, and device"), "section", wrap=True))
        column.addWidget(self.processor_only)
        for row in self._places.values():
            column.addWidget(row)
        column.addWidget(self._split)
        column.addSpacing(XS)
        column.addWidget(Text(self.tr("Cache types: keys and values"), "section", wrap=True))
        for row in self._cache_rows.values():
            column.addWidget(row)

    def _make_place(self, model: str, name: str) -> None:
        layers = LayersBox(self.tr("{model}: layers on the GPU").format(model=name))
        device = ChoiceBox(self.tr("{model}: device").format(model=name))
        layers.changed.connect(lambda value, field=f"{model}.layers": self.changed.emit(field, value))
        device.chosen.connect(lambda key, field=f"{model}.device": self.changed.emit(field, key or None))
        self.layers[model], self.devices[model] = layers, device
        self._places[model] = PairRow(name, layers, device, (f"{model}.layers", f"{model}.device"))

    def _make_caches(self, model: str, name: str) -> None:
        keys = ChoiceBox(self.tr("{model}: type of cached keys").format(model=name))
        values = ChoiceBox(self.tr("{model}: type of cached values").format(model=name))
        for box, part in ((keys, "cache_k"), (values, "cache_v")):
            field = f"{model}.{part}"
            box.chosen.connect(lambda key, field=field: self.changed.emit(field, key or None))
            self.caches[field] = box
        self._cache_rows[model] = PairRow(name, keys, values, (f"{model}.cache_k", f"{model}.cache_v"))

    def show_state(self, state: SetupState) -> None:
        """Show where the models live."""
        plan = state.plan
        no_gpu = self._no_gpu(state.engine)
        no_draft = "" if plan is not None and plan.loads_draft else self.tr("No draft file is loaded.")
        for model in MODELS:
            absent = no_draft if model == "draft_place" else ""
            layers = value_in(state, f"{model}.layers")
            self.layers[model].set_value(layers)
            put_choice(self.devices[model], self._device_entries(state.engine), value_in(state, f"{model}.device"))
            self._places[model].show_names(state, absent or no_gpu, self._layer_words(model, state))
            own_cache = absent if plan is None or plan.draft_method != "draft-mtp" else ""
            about = self.tr("How exactly the context is kept: smaller types need less memory and may lose a little.")
            self._cache_rows[model].show_names(state, own_cache, about)
            for part in ("cache_k", "cache_v"):
                field = f"{model}.{part}"
                put_choice(self.caches[field], self._cache_entries(state, field), value_in(state, field))
        self.processor_only.setVisible(not no_gpu)
        self.processor_only.set_checked(plan is not None and self._is_on_processor(plan))
        apart = plan is not None and plan.loads_draft and self._stays(plan.draft_place) and not self._stays(plan.place)
        words = self.tr("The draft runs on the processor and the target on the GPU: drafting will be slow.")
        self._split.set_state(words if apart and not no_gpu else "", "warn")

    def _no_gpu(self, engine: EngineInfo | None) -> str:
        if engine is None or not engine.usable or engine.has_gpu:
            return ""
        return self.tr("This engine uses the processor only.")

    def _layer_words(self, model: str, state: SetupState) -> str:
        row = state.target if model == "place" else state.draft
        if row is None or row.layers is None:
            return ""
        return self.tr("{count} layers and the output").format(count=row.layers)

    def _device_entries(self, engine: EngineInfo | None) -> list[Entry]:
        entries = [Entry(UNSET, self.tr("automatic"), self.tr("All devices of the engine"))]
        entries += [Entry(one.id, one.name, one.id) for one in (engine.devices if engine else ())]
        return [*entries, Entry(PROCESSOR, self.tr("processor"), self.tr("No GPU at all"))]

    def _cache_entries(self, state: SetupState, field: str) -> list[Entry]:
        words = {
            "f16": self.tr("Exact; what engines take by themselves"),
            "q8_0": self.tr("Half the memory, hardly any loss"),
            "q4_0": self.tr("A quarter of the memory, noticeable loss"),
        }
        flag = state.name_of(field).flag
        offered = state.engine.flags.choices(flag) if state.engine and flag else ()
        entries = [Entry(key, key, words.get(key, "")) for key in offered or CACHE_TYPES]
        return [Entry(UNSET, self.tr("auto"), self.tr("The engine's own choice")), *entries]

    def _stays(self, place: object) -> bool:
        return place.layers == 0 or place.device == PROCESSOR

    def _is_on_processor(self, plan: LaunchPlan) -> bool:
        return plan.place.layers == 0 and (not plan.loads_draft or plan.draft_place.layers == 0)

    def _only_processor(self, checked: bool) -> None:
        for model in MODELS:
            self.changed.emit(f"{model}.layers", 0 if checked else "all")
