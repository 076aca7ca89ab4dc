"""The built-in engine's process: `python -m specdesk.engines.embedded_worker`.

Reads one JSON line (`embedded.WorkerOrder`) on its input, starts the server of xllamacpp, says on its output where it
listens, and then waits: "exit" or the end of input ends it at once (the latter unless it is to outlive SpecDesk).
`--devices` prints the devices as JSON and ends.

Never prints the key. Nothing heavy is imported: this process is the engine. Fields: xllamacpp 2026.10.11549, whose
CommonParams are those of common/common.h at b11549; the meaning of each argument is that of common/arg.cpp.
"""

from __future__ import annotations

import os
import sys
import threading
from typing import TYPE_CHECKING, Any, Final

import msgspec

from specdesk.engines.embedded import DEVICES_SWITCH, FAILED_CODE, WorkerEvent, WorkerOrder
from specdesk.language import mark
from specdesk.records.device import Device
from specdesk.records.plan import LaunchPlan, Layers, ModelPlacement, Sampling

if TYPE_CHECKING:
    from types import ModuleType

MIB: Final = 1024 * 1024
_EXPERTS: Final = r"\.ffn_(up|down|gate|gate_up)_(ch|)exps"
"""LLM_FFN_EXPS_REGEX of common/common.h: the tensors that --cpu-moe keeps on the processor."""
_ALL_LAYERS: Final = -2
_AUTO_LAYERS: Final = -1

# (field of the plan, field of CommonParams): copied as they are when the plan says something.
_PLAIN: Final = (
    ("draft_max", "speculative.draft.n_max"),
    ("draft_min", "speculative.draft.n_min"),
    ("p_min", "speculative.draft.p_min"),
    ("p_split", "speculative.draft.p_split"),
    ("ngram.mod_match", "speculative.ngram_mod.n_match"),
    ("ngram.mod_min", "speculative.ngram_mod.n_min"),
    ("ngram.mod_max", "speculative.ngram_mod.n_max"),
    *(
        (f"ngram.{name}", f"speculative.{kind}.{name}")
        for kind in ("ngram_simple", "ngram_map_k", "ngram_map_k4v")
        for name in ("size_n", "size_m", "min_hits")
    ),
    ("mmproj", "mmproj.path"),
    ("context", "n_ctx"),
    ("slots", "n_parallel"),
    ("batch", "n_batch"),
    ("ubatch", "n_ubatch"),
    ("reply_limit", "n_predict"),
    ("kv_unified", "kv_unified"),
    ("swa_full", "swa_full"),
    ("main_gpu", "main_gpu"),
    ("fit", "fit_params"),
    ("fit_context", "fit_params_min_ctx"),
    ("cache_ram", "cache_ram_mib"),
    ("jinja", "use_jinja"),
    ("warmup", "warmup"),
    ("offline", "offline"),
    ("draft_place.device", "speculative.draft.devices"),
    ("sampling.seed", "sampling.seed"),
    ("sampling.presence_penalty", "sampling.penalty_present"),
    ("sampling.frequency_penalty", "sampling.penalty_freq"),
)

# (field of Sampling, field of CommonParams, flag that tells the engine that the user has set it)
_SAMPLING: Final = (
    ("temperature", "sampling.temp", "TEMP"),
    ("top_k", "sampling.top_k", "TOP_K"),
    ("top_p", "sampling.top_p", "TOP_P"),
    ("min_p", "sampling.min_p", "MIN_P"),
    ("repeat_penalty", "sampling.penalty_repeat", "PENALTY_REPEAT"),
)


class OrderError(Exception):
    """A plan that this engine cannot be given, in one sentence. text: marked for translation, with values by name."""

    def __init__(self, text: str, **values: str) -> None:
        super().__init__(text.format(**values))
        self.text = text
        self.values = values


def fill(params: Any, plan: LaunchPlan, module: ModuleType) -> None:
    """Writes a plan into CommonParams. Raises OrderError for a value that the engine does not know."""
    for source, destination in _PLAIN:
        value = _get(plan, source)
        if value is not None:
            _put(params, destination, value)
    params.model.path = plan.target or ""
    _fill_speculation(params, plan, module)
    _fill_place(params, plan.place, module)
    _fill_place(params.speculative.draft, plan.draft_place, module)
    _fill_choices(params, plan, module)
    _fill_sampling(params, plan.sampling, module)


def _get(record: Any, path: str) -> Any:
    for name in path.split("."):
        record = getattr(record, name)
    return record


def _put(params: Any, path: str, value: Any) -> None:
    *parents, name = path.split(".")
    try:
        setattr(_get(params, ".".join(parents)) if parents else params, name, value)
    except (ValueError, TypeError, OverflowError) as error:
        raise OrderError(
            mark("Engines", "{value} is not possible for {path}: {error}."),
            value=repr(value),
            path=path,
            error=str(error),
        ) from error


def _member(enum: Any, prefix: str, name: str, option: str) -> Any:
    """The member of one of llama.cpp's enums; OrderError names what there is instead."""
    found = enum.__members__.get(prefix + name.upper().replace("-", "_"))
    if found is None:
        raise OrderError(
            mark("Engines", "This engine does not know {value} for {option}."), value=repr(name), option=option
        )
    return found


def _fill_speculation(params: Any, plan: LaunchPlan, module: ModuleType) -> None:
    names = plan.methods if plan.speculates else ("none",)
    kinds = module.common_speculative_type
    params.speculative.types = [
        _member(kinds, "COMMON_SPECULATIVE_TYPE_", name, mark("Engines", "the method")) for name in names
    ]
    if plan.loads_draft:
        params.speculative.draft.mparams.path = plan.draft
    if plan.synth_rates:
        _put(params, "speculative.synth_rates", [_rate(rate) for rate in plan.synth_rates])
    if plan.draft_sampling is not None:
        params.speculative.draft.probabilistic = plan.draft_sampling == "probabilistic"


def _rate(text: str) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise OrderError(mark("Engines", "{value} is no share of guesses."), value=repr(text)) from error


def _layers(layers: Layers) -> int:
    return {"auto": _AUTO_LAYERS, "all": _ALL_LAYERS}[layers] if isinstance(layers, str) else layers


def _fill_place(params: Any, place: ModelPlacement, module: ModuleType) -> None:
    """Layers, cache types, threads and tensors of the target (`params`) or the draft (`params.speculative.draft`)."""
    if place.layers is not None:
        params.n_gpu_layers = _layers(place.layers)
    if place.cache_k is not None:
        params.cache_type_k = _member(
            module.ggml_type, "GGML_TYPE_", place.cache_k, mark("Engines", "the K cache type")
        )
    if place.cache_v is not None:
        params.cache_type_v = _member(
            module.ggml_type, "GGML_TYPE_", place.cache_v, mark("Engines", "the V cache type")
        )
    if place.threads is not None:
        params.cpuparams.n_threads = place.threads
    if place.threads_batch is not None or place.threads is not None:
        params.cpuparams_batch.n_threads = place.threads_batch or place.threads
    rules = list(place.override_tensor)  # with --cpu-moe and --n-cpu-moe one list, in which the first match wins
    rules += [f"{_EXPERTS}=CPU"] if place.cpu_moe else []
    rules += [rf"blk\.{layer}{_EXPERTS}=CPU" for layer in range(place.n_cpu_moe or 0)]
    if rules:
        _put(params, "tensor_buft_overrides", ",".join(rules))


def _fill_choices(params: Any, plan: LaunchPlan, module: ModuleType) -> None:
    """Values that are named in words, lists, or turned round."""
    if plan.flash_attention is not None:
        name = {"on": "ENABLED", "off": "DISABLED", "auto": "AUTO"}[plan.flash_attention]
        params.flash_attn_type = _member(
            module.llama_flash_attn_type, "LLAMA_FLASH_ATTN_TYPE_", name, mark("Engines", "flash attention")
        )
    if plan.load_mode is not None:
        name = {"dio": "direct_io", "mmap+mlock": "mmap_mlock"}.get(plan.load_mode, plan.load_mode)
        params.load_mode = _member(module.llama_load_mode, "LLAMA_LOAD_MODE_", name, mark("Engines", "the load mode"))
    if plan.split_mode is not None:
        params.split_mode = _member(
            module.llama_split_mode, "LLAMA_SPLIT_MODE_", plan.split_mode, mark("Engines", "the split mode")
        )
    if plan.reasoning_format is not None:
        formats, name = module.common_reasoning_format, plan.reasoning_format
        params.reasoning_format = _member(
            formats, "COMMON_REASONING_FORMAT_", name, mark("Engines", "the reasoning format")
        )
    if plan.kv_offload is not None:
        params.no_kv_offload = not plan.kv_offload
    if plan.alias is not None:
        params.model_alias = {plan.alias}
    if plan.tensor_split is not None:
        shares = _numbers(plan.tensor_split, mark("Engines", "the tensor split"))
        _put(params, "tensor_split", (shares + [0.0] * len(params.tensor_split))[: len(params.tensor_split)])
    if plan.fit_target is not None:
        free = [int(mib * MIB) for mib in _numbers(plan.fit_target, mark("Engines", "the memory to leave free"))]
        places = len(params.fit_params_target)
        params.fit_params_target = free * places if len(free) == 1 else (free + free[-1:] * places)[:places]


def _numbers(text: str, option: str) -> list[float]:
    try:
        return [float(part) for part in text.replace("/", ",").split(",") if part.strip()]
    except ValueError as error:
        raise OrderError(
            mark("Engines", "{value} is not a list of numbers, as needed for {option}."),
            value=repr(text),
            option=option,
        ) from error


def _fill_sampling(params: Any, sampling: Sampling, module: ModuleType) -> None:
    """What is set here is marked as the user's, or the model file's own settings would replace it."""
    marks = module.common_params_sampling_config
    for source, destination, name in _SAMPLING:
        value = getattr(sampling, source)
        if value is not None:
            _put(params, destination, value)
            params.sampling.user_sampling_config |= _member(marks, "COMMON_PARAMS_SAMPLING_CONFIG_", name, source)


def devices(module: ModuleType) -> list[Device]:
    """The devices of this build. Accelerators without memory of their own (BLAS) are left out."""
    kinds = {"GPU": "gpu", "IGPU": "shared", "CPU": "cpu"}
    found = []
    for row in module.get_device_info():
        kind = kinds.get(row["type"].name.removeprefix("GGML_BACKEND_DEVICE_TYPE_"))
        if kind is None or not row["memory_total"]:
            continue
        apple = row["name"].startswith(("MTL", "Metal"))
        found.append(
            Device(
                id=row["name"],
                name=row["description"] or row["name"],
                kind="shared" if apple else kind,  # type: ignore[arg-type]
                total_mib=row["memory_total"] / MIB,
                free_mib=row["memory_free"] / MIB,
                pci=row.get("device_id") or None,
            )
        )
    return found


def _say(event: WorkerEvent) -> None:
    """One line in one write. It begins with a line end: llama.cpp writes a line of its log in several pieces from a
    thread of its own, and the event may land between two of them."""
    os.write(1, b"\n" + msgspec.json.encode(event) + b"\n")


def _fail(what: str, why: str, next_step: str, values: dict[str, str] | None = None) -> int:
    _say(WorkerEvent(worker="error", what=what, why=why, next_step=next_step, values=values or {}))
    return FAILED_CODE


def _read_order() -> WorkerOrder:
    try:
        return msgspec.json.decode(sys.stdin.buffer.readline(), type=WorkerOrder)
    except msgspec.DecodeError as error:
        raise OrderError(mark("Engines", "The order could not be read: {error}."), error=str(error)) from error


def _serve(module: ModuleType) -> int:
    """Starts the server and waits to be told to end, which ends the process. Returns only when it failed."""
    order = _read_order()
    params = module.CommonParams()
    fill(params, order.plan, module)
    params.hostnames = [order.host]
    params.port = order.port
    params.api_keys = [order.key] if order.key else []
    params.verbosity = order.verbosity
    params.endpoint_metrics = order.plan.metrics is not False
    params.endpoint_slots = order.plan.slots_endpoint is not False
    params.ui = False
    try:
        server = module.Server(params)
    except RuntimeError:  # it names no reason; the log does
        return _fail(mark("Engines", "The built-in engine could not start the model."), "", "")
    _say(WorkerEvent(worker="ready", url=server.listening_address))
    told = any(line.strip() == b"exit" for line in sys.stdin.buffer)
    if order.outlives and not told:
        threading.Event().wait()  # whoever started it is gone: until a signal ends it
    os._exit(0)  # before the destructor of the server, which waits for open replies: 30 s and more


def main(argv: list[str]) -> int:
    """The worker. Returns the exit code, unless it has served, which ends the process."""
    try:
        import xllamacpp
    except ImportError as error:
        return _fail(
            mark("Engines", "The built-in engine is not installed."),
            mark("Engines", "xllamacpp cannot be loaded: {error}."),
            mark("Engines", "Install SpecDesk with its extra `engine`, or choose a llama-server."),
            {"error": str(error)},
        )
    if DEVICES_SWITCH in argv:
        os.write(1, msgspec.json.encode(devices(xllamacpp)) + b"\n")
        return 0
    try:
        return _serve(xllamacpp)
    except OrderError as error:
        return _fail(
            mark("Engines", "The built-in engine cannot run this plan."),
            error.text,
            mark("Engines", "Change this setting."),
            error.values,
        )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
