"""The faults of an engine that are put before the real window: what the fake server does, and what has to be said.

how: "start" it fails to start; "ask" the reply fails; "stop" the reply is stopped by hand; "cancel" the load is stopped
by hand; "answer" it answers in spite of the fault.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

How = Literal["start", "ask", "stop", "cancel", "answer"]


@dataclass(frozen=True)
class EngineFault:
    """name: for people. settings: keys of FAKE_LLAMA. says: part of the sentence that people must see.

    short: part of the run of every day. port_taken: another program has the port.
    """

    name: str
    how: How
    settings: dict[str, Any] = field(default_factory=dict)
    says: str = ""
    short: bool = False
    port_taken: bool = False


def _dies(*lines: str, code: int | None = 1, signal: str | None = None) -> dict[str, Any]:
    end: dict[str, Any] = {"signal": signal} if signal else {"code": code}
    return {"crash_loading": {"lines": list(lines), **end}}


CUDA = (
    "ggml_backend_cuda_buffer_type_alloc_buffer: allocating 9216.00 MiB on device 0: cudaMalloc failed: out of memory"
)
VULKAN = "ggml_vulkan: Device memory allocation of size 4294967296 failed."
METAL = "ggml_metal_graph_compute: command buffer 0 failed with status 5: Insufficient Memory (00000008:kIOGPU)"
CPU = "ggml_backend_cpu_buffer_type_alloc_buffer: failed to allocate buffer of size 17179869184"
LOAD = "llama_model_load: error loading model: "
ENDED = "in the middle of the answer"

ENGINE_FAULTS = (
    EngineFault("out of memory, CUDA", "start", _dies(CUDA, LOAD + "unable to allocate"), "memory", short=True),
    EngineFault("out of memory, Vulkan", "start", _dies(VULKAN, LOAD + "vk::DeviceLost"), "memory"),
    EngineFault("out of memory, Metal", "start", _dies(METAL, "ggml_metal: out of memory"), "memory"),
    EngineFault("out of memory, processor", "start", _dies(CPU, LOAD + "unable to allocate CPU buffer"), "memory"),
    EngineFault(
        "an assertion, with a draft", "start",
        _dies("ggml.c:1: GGML_ASSERT(n_outputs_max > 0) failed", signal="SIGABRT"), "one of its own checks",
    ),
    EngineFault("illegal instruction", "start", _dies(signal="SIGILL"), "processor features"),
    EngineFault("a crash while loading", "start", _dies(signal="SIGSEGV"), "crashed while it was loading"),
    EngineFault("killed while loading", "start", _dies(signal="SIGKILL"), "ended by force"),
    EngineFault("an end without a word", "start", _dies(code=0), "ended by itself"),
    EngineFault(
        "a missing library", "start",
        _dies("llama-server: error while loading shared libraries: libcudart.so.12: cannot open shared object file: "
              "No such file or directory", code=127), "library",
    ),
    EngineFault("an argument is refused", "start", _dies("error: invalid argument: --spec-type"), "refused"),
    EngineFault("unknown architecture", "start", _dies(LOAD + "unknown model architecture: 'qwen9'"), "qwen9"),
    EngineFault("the port is taken", "start", {}, "port", port_taken=True),
    EngineFault("a crash at Ready", "start", {"crash_ready": {"signal": "SIGSEGV"}}, "crashed while it was"),
    EngineFault("a crash in a reply", "ask", {"crash_after_tokens": 8}, ENDED, short=True),
    EngineFault("a connection that closes", "ask", {"close_after_tokens": 8}, ENDED),
    EngineFault("an event that is no JSON", "ask", {"bad_json_after_tokens": 8}, "cannot read", short=True),
    EngineFault("an error in a reply", "ask", {"error_after_tokens": 8}, "could not check the draft"),
    EngineFault("no slots, no figures", "answer", {"http_status": {"/slots": 501}, "no_timings": True}),
    EngineFault("a reply that stalls", "stop", {"stall_after_tokens": 8}, short=True),
    EngineFault("a load that never ends", "cancel", {"never_healthy": True}, short=True),
    EngineFault("a stop that is ignored", "answer", {"ignore_sigterm": True}),
    EngineFault("6 MB of log", "answer", {"flood_mb": 6.0}, short=True),
    EngineFault("100 MB of log", "answer", {"flood_mb": 100.0}),
    EngineFault("a line of 50 MB", "answer", {"flood_line_mb": 50.0}),
    EngineFault("20,000 events at once", "answer", {"speed": 0, "tokens": 20_000}),
    EngineFault("an event of 20 MB", "ask", {"event_mb": 20.0}, "cut off"),
    EngineFault("a million tiny events", "ask", {"tiny_events": 1_000_000}, "cut off"),
    EngineFault("a compressed answer of 100 MB", "ask", {"gzip_mb": 100.0}, "compressed"),
    EngineFault(
        "hostile text", "answer",
        {"reply": '<img src="http://example.org/x.png"> ![x](file:///etc/passwd) [a](javascript:alert(1)) \x1b[31m'
                  "\u202e \u0000 " + "> " * 3000 + "x" * 100_000, "split_utf8": True},
    ),
)  # fmt: skip
