"""The state of a fake engine: slots, counters, whether it is loaded; shared by all request threads."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Any

from fake_arguments import Arguments
from fake_generation import Token
from fake_logs import Log
from fake_settings import Settings

METRICS = (
    ("prompt_tokens_total", "counter", "Number of prompt tokens processed, excluding cached tokens"),
    ("prompt_tokens_cached_total", "counter", "Number of prompt tokens reused from the cache"),
    ("prompt_seconds_total", "counter", "Total time spent processing prompts"),
    ("tokens_predicted_total", "counter", "Number of generation tokens processed"),
    ("tokens_predicted_seconds_total", "counter", "Total time spent generating tokens"),
    ("n_decode_total", "counter", "Total number of llama_decode() calls"),
    ("spec_decode_num_draft_tokens_total", "counter", "Speculative: Total draft tokens generated"),
    (
        "spec_decode_num_accepted_tokens_total",
        "counter",
        "Speculative: Total draft tokens accepted by the target model",
    ),
    ("spec_decode_num_drafts_total", "counter", "Speculative: Total speculative decoding verification steps"),
    ("requests_processing", "gauge", "Number of requests processing"),
    ("requests_deferred", "gauge", "Number of requests deferred"),
)


@dataclass
class Slot:
    """One place for a request."""

    id: int
    task: int = -1
    decoded: int = 0
    prompt: int = 0
    busy: bool = False


@dataclass
class Engine:
    """What is running: arguments, settings, counters."""

    settings: Settings
    arguments: Arguments
    log: Log
    model: str
    draft_model: str | None
    methods: tuple[str, ...]
    keys: tuple[str, ...]
    loaded: threading.Event = field(default_factory=threading.Event)
    closing: threading.Event = field(default_factory=threading.Event)
    counters: dict[str, float] = field(default_factory=dict)
    per_position: list[int] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    slots: list[Slot] = field(default_factory=list)
    tasks: int = 0

    def __post_init__(self) -> None:
        count = self.arguments.number("--parallel", 1 if self.settings.old else 4)
        self.slots = [Slot(i) for i in range(max(count, 1) if count != -1 else 4)]

    @property
    def context(self) -> int:
        """Tokens per slot."""
        if self.settings.context is not None:
            return self.settings.context
        return self.arguments.number("--ctx-size", 0) or 8192

    @property
    def speculative(self) -> bool:
        """What /slots says."""
        if self.settings.speculative is not None:
            return self.settings.speculative
        if self.settings.mismatch:
            return False
        if self.settings.old:
            return self.draft_model is not None
        return bool(self.methods) and "none" not in self.methods

    @property
    def draft_length(self) -> int:
        """Tokens drafted per pass; 0 where speculation is off."""
        if not self.speculative:
            return 0
        if self.settings.draft is not None:
            return self.settings.draft
        return self.arguments.number("--spec-draft-n-max", self.arguments.number("--draft-max", 3))

    def begin(self, prompt: int) -> Slot:
        """A free slot, marked busy (the first one when all are busy: this fake never queues)."""
        with self.lock:
            slot = next((s for s in self.slots if not s.busy), self.slots[0])
            self.tasks += 1
            slot.task, slot.busy, slot.decoded, slot.prompt = self.tasks, True, 0, prompt
            return slot

    def count(self, last: Token | None, prompt_n: int, prompt_ms: float) -> None:
        """Counters move, as in the real program, when a request ends: whoever has read its last word finds it there."""
        with self.lock:
            added = {"prompt_tokens_total": prompt_n, "prompt_seconds_total": prompt_ms / 1000}
            if last is not None:
                added |= {
                    "tokens_predicted_total": last.made,
                    "tokens_predicted_seconds_total": last.decode_ms / 1000,
                    "n_decode_total": last.made - last.accepted,
                    "spec_decode_num_draft_tokens_total": last.drafted,
                    "spec_decode_num_accepted_tokens_total": last.accepted,
                    "spec_decode_num_drafts_total": last.passes,
                }
                wide = max(len(self.per_position), len(last.per_position))
                old = self.per_position + [0] * (wide - len(self.per_position))
                new = list(last.per_position) + [0] * (wide - len(last.per_position))
                self.per_position = [a + b for a, b in zip(old, new, strict=True)]
            for name, value in added.items():
                self.counters[name] = self.counters.get(name, 0) + value

    def end(self, slot: Slot) -> None:
        """The slot is free again."""
        with self.lock:
            slot.busy = False

    @property
    def streaming(self) -> bool:
        """True while any slot is busy."""
        with self.lock:
            return any(s.busy for s in self.slots)

    def metrics(self) -> str:
        """Prometheus text. `metrics_names`: "new", "none" (a build without spec_decode series), "no-total"."""
        with self.lock:
            values = dict(self.counters)
            values["requests_processing"] = sum(s.busy for s in self.slots)
            positions = list(self.per_position)
        lines: list[str] = []
        for name, kind, words in METRICS:
            if name.startswith("spec_decode") and self.settings.metrics_names == "none":
                continue
            shown = name.removesuffix("_total") if self.settings.metrics_names == "no-total" else name
            value = values.get(name, 0)
            lines += [
                f"# HELP llamacpp:{shown} {words}",
                f"# TYPE llamacpp:{shown} {kind}",
                f"llamacpp:{shown} {value:g}",
            ]
        if self.settings.metrics_names == "new" and values.get("spec_decode_num_drafts_total"):
            name = "llamacpp:spec_decode_num_accepted_tokens_per_pos_total"
            lines += [f"# HELP {name} Speculative: Accepted draft tokens per position", f"# TYPE {name} counter"]
            lines += [f'{name}{{position="{i}"}} {n}' for i, n in enumerate(positions)]
        return "\n".join(lines) + "\n"

    def slot_list(self) -> list[dict[str, Any]]:
        """/slots: four keys when idle, more while busy; `next_token` is a list in new builds, an object in old."""
        result = []
        with self.lock:
            for slot in self.slots:
                row: dict[str, Any] = {
                    "id": slot.id, "n_ctx": self.context, "speculative": self.speculative, "is_processing": slot.busy,
                }  # fmt: skip
                if not self.settings.speculative_told:
                    del row["speculative"]
                if slot.busy:
                    step = {"has_next_token": True, "has_new_line": False, "n_remain": -1, "n_decoded": slot.decoded}
                    row["id_task"] = slot.task
                    row["next_token"] = step if self.settings.old else [step]
                    row["n_prompt_tokens"] = slot.prompt
                result.append(row)
        return result
