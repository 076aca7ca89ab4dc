"""Trouble with a good file: memory, the graphics processor, the context, speculation, the engine's own checks.

Sources: ggml-cuda.cu, ggml-vulkan, ggml-metal, ggml-alloc.c, src/llama-context.cpp, src/llama-kv-cache.cpp,
common/speculative.cpp and tools/server of b4295 to b11434.
"""

from __future__ import annotations

import re
from typing import Final

from specdesk.engines.conflicts import vector_flags
from specdesk.engines.embedded import read_event
from specdesk.engines.enumeration import all_of
from specdesk.engines.failure_files import file_of
from specdesk.engines.failure_rules import RunContext, Told, fixed, rule, sentence
from specdesk.language import mark, number, translate

MIB: Final = 1024 * 1024
_LESS: Final = mark(
    "Engines", "Lower the context or the cache type, put fewer layers on the device, or choose a smaller model."
)
_LESS_RAM: Final = mark(
    "Engines", "Lower the context or the cache type, choose a smaller model, or close other programs."
)


def _memory(match: re.Match[str], text: str, context: RunContext) -> Told:
    """Device and size from whichever of the lines names them."""
    on = re.search(r"unable to allocate (\S+) buffer|failed to allocate (\S+) buffer of size", text)
    place = re.search(r"MiB on device (\d+): cudaMalloc", text)
    device = (on[1] or on[2]) if on else (f"CUDA{place[1]}" if place else None)
    if device is None:
        ram = re.search(r"ggml_aligned_malloc|bad_alloc", text) is not None
    else:
        ram = device.startswith("CPU") or device.endswith("_Host")
    size = _asked_mib(text)
    why = (
        translate("Engines", "The engine asked for {size} MiB in one piece and did not get it.").format(
            size=number(size, grouped=True)
        )
        if size
        else ""
    )
    return Told(
        _no_room(ram, device, for_cache="failed to allocate buffer for kv cache" in text),
        why,
        translate("Engines", _LESS_RAM if ram else _LESS),
        context.draft is not None,
    )


def _no_room(ram: bool, device: str | None, for_cache: bool) -> str:
    if ram and for_cache:
        return translate("Engines", "The computer does not have enough free memory for the KV cache.")
    if ram:
        return translate("Engines", "The computer does not have enough free memory for this model with these settings.")
    if device is None and for_cache:
        return translate("Engines", "There is not enough free memory on the graphics processor for the KV cache.")
    if device is None:
        return translate(
            "Engines", "There is not enough free memory on the graphics processor for this model with these settings."
        )
    if for_cache:
        return translate("Engines", "There is not enough free memory on {device} for the KV cache.").format(
            device=device
        )
    return translate(
        "Engines", "There is not enough free memory on {device} for this model with these settings."
    ).format(device=device)


def _asked_mib(text: str) -> float | None:
    found = re.search(r"allocating ([\d.]+) MiB on device|attempted to allocate +([\d.]+) MB", text)
    if found:
        return float(found[1] or found[2])
    found = re.search(r"buffer of size (\d+)|allocation of size (\d+) failed|buffer of (\d+) bytes", text)
    return int(found[1] or found[2] or found[3]) / MIB if found else None


MEMORY_RULES: Final = (
    rule(
        r"cudaMalloc failed: out of memory|unable to allocate \S+ buffer|failed to allocate \S+ buffer of size"
        r"|Device memory allocation of size \d+ failed|ErrorOutOfDeviceMemory|ErrorOutOfHostMemory"
        r"|insufficient memory \(attempted|failed to allocate buffer for kv cache|std::bad_alloc"
        r"|failed to allocate compute|(?:CUDA|ROCm|HIP) error: out of memory"
        r"|failed to allocate (?:Metal )?buffer|command buffer \d+ failed with status 5",
        _memory,
    ),
)


def _gpu_error(match: re.Match[str], text: str, context: RunContext) -> Told:
    words, driver = match["words"], match.groupdict().get("driver", "Vulkan")
    said = translate("Engines", "{driver} says: {words}").format(driver=driver, words=sentence(words))
    if "no kernel image" in words:
        return Told(
            translate("Engines", "This build does not support your graphics processor."),
            said,
            translate("Engines", "Choose a build made for it, or one that uses Vulkan."),
        )
    if "driver version is insufficient" in words:
        return Told(
            translate("Engines", "The graphics driver is too old for this build."),
            said,
            translate("Engines", "Update the driver, or choose a build for an older CUDA."),
        )
    return Told(
        translate("Engines", "The graphics processor reported an error."),
        said,
        translate("Engines", "Start again; if it comes back, update the driver or choose another build."),
    )


def _assertion(match: re.Match[str], text: str, context: RunContext) -> Told:
    condition = match[1]
    if "DFlash model has no target_layer_ids" in condition:
        return Told(
            translate("Engines", "The draft file is not a DFlash or DSpark drafter."),
            translate("Engines", "It does not name the target's layers that such a drafter reads."),
            translate("Engines", "Choose the method draft model for it, or another drafter."),
            True,
        )
    if "id_to_token.size() == token_to_id.size()" in condition:
        return Told(
            translate("Engines", "The vocabulary of a model file is damaged."),
            translate("Engines", "The same token is in it twice."),
            translate("Engines", "Download the file again, or choose another one."),
            context.draft is not None,
        )
    vectors = vector_flags(context.extra)
    if "n_outputs_max" in condition and context.speculates and vectors:
        flags = all_of(vectors)
        return Told(
            translate("Engines", "This build cannot draft together with {flags}.").format(flags=flags),
            translate("Engines", "It stopped at one of its own checks: {condition} does not hold.").format(
                condition=condition
            ),
            translate("Engines", "Leave {flags} out, or start without speculation.").format(flags=flags),
            True,
        )
    return Told(
        translate("Engines", "The engine stopped at one of its own checks."),
        translate("Engines", "It says: {condition} does not hold.").format(condition=condition),
        _after_assertion(condition, context),
        context.speculates,
    )


def _after_assertion(condition: str, context: RunContext) -> str:
    if "n_outputs_max" in condition and context.speculates:
        return translate(
            "Engines",
            "Update llama.cpp (known of some builds of July 2026), set the draft length to 1, or start without "
            "speculation.",
        )
    return another_build(context)


def another_build(context: RunContext) -> str:
    """The step that remains where a build itself is at fault."""
    if context.speculates:
        return translate("Engines", "Choose another build of llama.cpp, or start without speculation.")
    return translate("Engines", "Choose another build of llama.cpp.")


def _no_prediction(match: re.Match[str], text: str, context: RunContext) -> Told:
    return Told(
        translate("Engines", "The engine looked for a prediction that it had not made."),
        translate(
            "Engines", "It says: {words} Some builds fail like this with a draft, of the Gemma family above all."
        ).format(words=sentence(match[0]))
        if context.speculates
        else translate("Engines", "It says: {words}").format(words=sentence(match[0])),
        translate("Engines", "Update llama.cpp, or start without speculation.")
        if context.speculates
        else translate("Engines", "Update llama.cpp."),
        context.speculates,
    )


def _unhandled(match: re.Match[str], text: str, context: RunContext) -> Told:
    return Told(
        translate("Engines", "The engine ended at an error that it does not handle."),
        translate("Engines", "It says: {words}").format(words=sentence(match[1])),
        another_build(context),
        context.speculates,
    )


def _incompatible(match: re.Match[str], text: str, context: RunContext) -> Told:
    return Told(
        translate("Engines", "The draft does not match the target, and this build does not start with such a pair."),
        "",
        translate("Engines", "Choose a draft of the target's family, or start without speculation."),
        True,
    )


def _draft_not_loaded(match: re.Match[str], text: str, context: RunContext) -> Told:
    file = file_of(text, context).words
    return Told(
        translate("Engines", "{file} could not be loaded.").format(file=file),
        translate("Engines", "The engine gave no further reason."),
        translate("Engines", "Check the draft file, choose another one, or start without speculation."),
        True,
    )


def _worker(match: re.Match[str], text: str, context: RunContext) -> Told | None:
    event = read_event(match[0])
    return Told(event.what, event.why, event.next_step) if event is not None and event.why else None


_NO_CONTEXT: Final = re.compile(r"failed to create[_ ](?:llama_)?context")


def _no_context(match: re.Match[str], text: str, context: RunContext) -> Told | None:
    if _NO_CONTEXT.search(text) is None:
        return None
    return Told(
        translate("Engines", "The engine could not set up the context of the model."),
        translate("Engines", "It says: {words}").format(words=sentence(match["words"])),
        translate("Engines", "Change that setting; context, batch sizes and cache types can be left to the engine."),
    )


RUN_RULES: Final = (
    rule(
        r"V cache quantization requires flash_attn|quantized V cache (?:requires flash_attn|was requested, but)",
        fixed(
            mark("Engines", "A quantised V cache needs flash attention, which is off."),
            mark("Engines", "The cache type of V is not f16, f32 or bf16."),
            mark("Engines", "Turn flash attention on, or set the V cache to f16."),
        ),
    ),
    rule(
        r"context type MTP requested but model doesn't contain MTP layers|failed to create MTP context",
        fixed(
            mark("Engines", "This target has no built-in drafter (MTP layers)."),
            mark(
                "Engines", "The method draft-mtp needs a target file that contains them, or a drafter file made for it."
            ),
            mark("Engines", "Choose another method, or a version of the model with MTP layers."),
            speculative=True,
        ),
    ),
    rule(r"the draft model '.*?' is not compatible with the target model '.*?'$", _incompatible),
    rule(
        r"speculative decode is not supported by multimodal",
        fixed(
            mark("Engines", "This build cannot speculate together with a vision projector."),
            "",
            mark("Engines", "Start without the projector or without speculation, or update llama.cpp."),
            speculative=True,
        ),
    ),
    rule(r"get_logits_ith: invalid logits id -?\d+.*$", _no_prediction),
    rule(r"GGML_ASSERT\((.*)\) failed", _assertion),
    rule(r"(?P<driver>CUDA|ROCm|HIP|SYCL) error: (?P<words>.+)$", _gpu_error),
    rule(r"(?P<words>ErrorDeviceLost|[Dd]evice lost\b.*|ErrorInitializationFailed)", _gpu_error),
    rule(r"what\(\): +(.+)$", _unhandled),
    rule(r"failed to load draft model", _draft_not_loaded),
    rule(r"llama_init_from_model: (?P<words>(?!failed to initialize|model default).+)$", _no_context),
    rule(
        _NO_CONTEXT.pattern,
        fixed(
            mark("Engines", "The engine could not set up the context of the model."),
            mark("Engines", "It gave no further reason."),
            mark("Engines", "Lower the context or the batch sizes, or set the cache types back to f16."),
        ),
    ),
    rule(r'^\{"worker":"error".*$', _worker),
)
