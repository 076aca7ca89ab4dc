"""Trouble with a good file: memory, the graphics processor, the context, speculation, the engine's own checks.

Sources: ggml-cuda.cu, ggml-vulkan, ggml-metal, ggml-alloc.c, src/llama-context.cpp, src/llama-kv-cache.cpp,
common/speculative.cpp and tools/server of b4295 to b11434.
"""

from __future__ import annotations

import re
from typing import Final

from specdesk.engines.conflicts import vector_flags
from specdesk.engines.embedded import read_event
from specdesk.engines.failure_files import file_of
from specdesk.engines.failure_rules import RunContext, Told, fixed, rule, sentence

MIB: Final = 1024 * 1024
_LESS: Final = "Lower the context or the cache type, put fewer layers on the device, or choose a smaller model."
_LESS_RAM: Final = "Lower the context or the cache type, choose a smaller model, or close other programs."


def _memory(match: re.Match[str], text: str, context: RunContext) -> Told:
    """Device and size from whichever of the lines names them."""
    on = re.search(r"unable to allocate (\S+) buffer|failed to allocate (\S+) buffer of size", text)
    number = re.search(r"MiB on device (\d+): cudaMalloc", text)
    device = (on[1] or on[2]) if on else (f"CUDA{number[1]}" if number else None)
    if device is None:
        ram = re.search(r"ggml_aligned_malloc|bad_alloc", text) is not None
    else:
        ram = device.startswith("CPU") or device.endswith("_Host")
    size = _asked_mib(text)
    why = f"The engine asked for {size:,.0f} MiB in one piece and did not get it." if size else ""
    cache = "failed to allocate buffer for kv cache" in text
    purpose = "the KV cache" if cache else "this model with these settings"
    return Told(
        f"The computer does not have enough free memory for {purpose}."
        if ram
        else f"There is not enough free memory on {device or 'the graphics processor'} for {purpose}.",
        why,
        _LESS_RAM if ram else _LESS,
        context.draft is not None,
    )


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
    if "no kernel image" in words:
        return Told(
            "This build does not support your graphics processor.",
            f"{driver} says: {sentence(words)}",
            "Choose a build made for it, or one that uses Vulkan.",
        )
    if "driver version is insufficient" in words:
        return Told(
            "The graphics driver is too old for this build.",
            f"{driver} says: {sentence(words)}",
            "Update the driver, or choose a build for an older CUDA.",
        )
    return Told(
        "The graphics processor reported an error.",
        f"{driver} says: {sentence(words)}",
        "Start again; if it comes back, update the driver or choose another build.",
    )


def _assertion(match: re.Match[str], text: str, context: RunContext) -> Told:
    condition = match[1]
    if "DFlash model has no target_layer_ids" in condition:
        return Told(
            "The draft file is not a DFlash or DSpark drafter.",
            "It does not name the target's layers that such a drafter reads.",
            "Choose the method draft model for it, or another drafter.",
            True,
        )
    if "id_to_token.size() == token_to_id.size()" in condition:
        return Told(
            "The vocabulary of a model file is damaged.",
            "The same token is in it twice.",
            "Download the file again, or choose another one.",
            context.draft is not None,
        )
    step = "Choose another build of llama.cpp"
    vectors = vector_flags(context.extra)
    if "n_outputs_max" in condition and context.speculates and vectors:
        return Told(
            f"This build cannot draft together with {' and '.join(vectors)}.",
            f"It stopped at one of its own checks: {condition} does not hold.",
            f"Leave {' and '.join(vectors)} out, or start without speculation.",
            True,
        )
    if "n_outputs_max" in condition and context.speculates:
        step = "Update llama.cpp (known of some builds of July 2026), set the draft length to 1"
    return Told(
        "The engine stopped at one of its own checks.",
        f"It says: {condition} does not hold.",
        f"{step}, or start without speculation." if context.speculates else f"{step}.",
        context.speculates,
    )


def _no_prediction(match: re.Match[str], text: str, context: RunContext) -> Told:
    return Told(
        "The engine looked for a prediction that it had not made.",
        f"It says: {sentence(match[0])}"
        + (" Some builds fail like this with a draft, of the Gemma family above all." if context.speculates else ""),
        "Update llama.cpp" + (", or start without speculation." if context.speculates else "."),
        context.speculates,
    )


def _unhandled(match: re.Match[str], text: str, context: RunContext) -> Told:
    return Told(
        "The engine ended at an error that it does not handle.",
        f"It says: {sentence(match[1])}",
        "Choose another build of llama.cpp" + (", or start without speculation." if context.speculates else "."),
        context.speculates,
    )


def _incompatible(match: re.Match[str], text: str, context: RunContext) -> Told:
    return Told(
        "The draft does not match the target, and this build does not start with such a pair.",
        "",
        "Choose a draft of the target's family, or start without speculation.",
        True,
    )


def _draft_not_loaded(match: re.Match[str], text: str, context: RunContext) -> Told:
    return Told(
        f"{file_of(text, context).words} could not be loaded.",
        "The engine gave no further reason.",
        "Check the draft file, choose another one, or start without speculation.",
        True,
    )


def _worker(match: re.Match[str], text: str, context: RunContext) -> Told | None:
    event = read_event(match[0])
    return Told(event.what, event.why, event.next_step) if event is not None and event.why else None


RUN_RULES: Final = (
    rule(
        r"V cache quantization requires flash_attn|quantized V cache was requested, but this requires Flash Attention",
        fixed(
            "A quantised V cache needs flash attention, which is off.",
            "The cache type of V is not f16, f32 or bf16.",
            "Turn flash attention on, or set the V cache to f16.",
        ),
    ),
    rule(
        r"context type MTP requested but model doesn't contain MTP layers|failed to create MTP context",
        fixed(
            "This target has no built-in drafter (MTP layers).",
            "The method draft-mtp needs a target file that contains them, or a drafter file made for it.",
            "Choose another method, or a version of the model with MTP layers.",
            speculative=True,
        ),
    ),
    rule(r"the draft model '.*?' is not compatible with the target model '.*?'$", _incompatible),
    rule(
        r"speculative decode is not supported by multimodal",
        fixed(
            "This build cannot speculate together with a vision projector.",
            "",
            "Start without the projector or without speculation, or update llama.cpp.",
            speculative=True,
        ),
    ),
    rule(r"get_logits_ith: invalid logits id -?\d+.*$", _no_prediction),
    rule(r"GGML_ASSERT\((.*)\) failed", _assertion),
    rule(r"(?P<driver>CUDA|ROCm|HIP|SYCL) error: (?P<words>.+)$", _gpu_error),
    rule(r"(?P<words>ErrorDeviceLost|[Dd]evice lost\b.*|ErrorInitializationFailed)", _gpu_error),
    rule(r"what\(\): +(.+)$", _unhandled),
    rule(r"failed to load draft model", _draft_not_loaded),
    rule(
        r"failed to create[_ ](?:llama_)?context",
        fixed(
            "The engine could not set up the context of the model.",
            "It gave no further reason.",
            "Lower the context or the batch sizes, or set the cache types back to f16.",
        ),
    ),
    rule(r'^\{"worker":"error".*$', _worker),
)
