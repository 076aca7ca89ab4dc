"""Log lines as llama-server prints them (b11434: stamp and level letter; older: bare text), on stderr."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Sequence

SECOND_NS = 1_000_000_000


class Log:
    """Writes whole lines to stderr, one write each, from any thread."""

    def __init__(self, bare: bool) -> None:
        self._bare = bare
        self._start = time.monotonic_ns()
        self._lock = threading.Lock()

    def line(self, message: str, level: str = "I") -> None:
        """One line; a stamp `M.SS.mmm.uuu` and the level in front, unless bare."""
        self.raw(message if self._bare else f"{self._stamp()} {level} {message}")

    def raw(self, text: str) -> None:
        """One line as it is."""
        with self._lock:
            sys.stderr.write(text + "\n")
            sys.stderr.flush()

    def dots(self, count: int) -> None:
        """Part of the progress line of old builds: dots, no line end."""
        with self._lock:
            sys.stderr.write("." * count)
            sys.stderr.flush()

    def _stamp(self) -> str:
        micro = (time.monotonic_ns() - self._start) // 1000
        return f"{micro // 60_000_000}.{micro // 1_000_000 % 60:02d}.{micro // 1000 % 1000:03d}.{micro % 1000:03d}"


def loading(log: Log, model: str, draft: str | None, context: int, verbose: bool, device: str = "CPU") -> None:
    """What is printed before the model is ready. device: where its buffers lie."""
    log.line(f"srv    load_model: loading model '{model}'")
    if verbose:
        mapped = "CPU_Mapped" if device == "CPU" else device
        log.line(f"load_tensors:   {mapped} model buffer size =    92.10 MiB")
        log.line(f"llama_context: n_ctx                 = {context}")
        log.line(f"llama_kv_cache:        {device} KV buffer size =    45.00 MiB")
        log.line(f"sched_reserve:        {device} compute buffer size =    16.64 MiB")
    log.line("cmn          init: llama threadpool init, n_threads = 2")
    if draft:
        log.line(f"common_speculative_init_result: loading draft model '{draft}'")


DOTS_AT_ONCE = 5


def loading_old(log: Log, model: str, draft: str | None, context: int, dots_s: float = 0.0) -> None:
    """The same of a build before the structured log. dots_s: how long the 100 dots take, s."""
    log.line(f"srv    load_model: loading model '{model}'")
    log.line("load_tensors:   CPU_Mapped model buffer size =    92.10 MiB")
    for _ in range(100 // DOTS_AT_ONCE):
        log.dots(DOTS_AT_ONCE)
        time.sleep(dots_s * DOTS_AT_ONCE / 100)
    log.raw("")
    log.line(f"llama_context: n_ctx         = {context}")
    log.line("llama_kv_cache_unified:        CPU KV buffer size =    45.00 MiB")
    log.line("llama_context:        CPU compute buffer size =    98.25 MiB")
    if draft:
        log.line(f"srv    load_model: loading draft model '{draft}'")


def mismatch(log: Log) -> None:
    """A draft with another vocabulary on a build that goes on without it."""
    log.line(
        "spec common_specu: draft model bos tokens must match target model to use speculation. add: 0 - 1, id: 1 - 2)",
        "W",
    )
    log.line("spec common_specu: the target and draft vocabs are not compatible", "E")
    log.line(
        "srv    load_model: failed to initialize speculative decoding context: draft model vocab type must match "
        "target model to use speculation",
        "E",
    )


def mismatch_old(log: Log, model: str, draft: str) -> None:
    """The same on a build that ends."""
    log.line(
        "common_speculative_are_compatible: draft vocab vocab must match target vocab to use speculation but token 139 "
        "content differs - target '  ', draft '\t'"
    )
    log.line(f"srv    load_model: the draft model '{draft}' is not compatible with the target model '{model}'")
    log.line("main: exiting due to model loading error")


def finished(
    log: Log, task: int, timings: dict[str, float], drafted: int, accepted: int, passes: int, kept: Sequence[int] = ()
) -> None:
    """The lines after a reply. kept: per position, where the build prints that."""
    prompt, made = int(timings["prompt_n"]), int(timings["predicted_n"])
    head = f"slot print_timing: id  0 | task {task} | "
    log.line(
        f"{head}prompt eval time = {timings['prompt_ms']:10.2f} ms / {prompt:5d} tokens"
        f" ({timings['prompt_per_token_ms']:8.2f} ms per token, {timings['prompt_per_second']:8.2f} tokens per second)"
    )
    log.line(
        f"{head}       eval time = {timings['predicted_ms']:10.2f} ms / {made:5d} tokens"
        f" ({timings['predicted_per_token_ms']:8.2f} ms per token, {timings['predicted_per_second'] or 0:8.2f}"
        " tokens per second)"
    )
    if drafted:
        log.line(
            f"{head}draft acceptance = {accepted / drafted:.5f} ({accepted:5d} accepted /"
            f" {drafted:5d} generated), mean len = {1 + accepted / max(passes, 1):5.2f}"
        )
        if kept:
            shares = ", ".join(f"{count / max(passes, 1):.3f}" for count in kept)
            log.line(f"{head}     acc per pos = ({shares})")
    log.line(f"slot      release: id  0 | task {task} | stop processing: n_tokens = {prompt + made - 1}, truncated = 0")
