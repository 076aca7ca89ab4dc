"""A vLLM command or `LLM(...)` block as one record, and what each of its arguments is called today.

Source of the current names: `vllm serve --help` as documented; removed ones: vllm-project/vllm PR 14434 and 15466.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from specdesk.engines.adapters.records import VllmOptions
from specdesk.engines.adapters.vllm_schema import SpeculativeConfig
from specdesk.engines.dialect_records import Change, Dropped
from specdesk.language import mark
from specdesk.records.plan import Sampling

INTO_CONFIG: Final = {
    "speculative_model": "model",
    "num_speculative_tokens": "num_speculative_tokens",
    "ngram_prompt_lookup_max": "prompt_lookup_max",
    "ngram_prompt_lookup_min": "prompt_lookup_min",
    "speculative_draft_tensor_parallel_size": "draft_tensor_parallel_size",
    "speculative_model_quantization": "quantization",
    "speculative_max_model_len": "max_model_len",
}
"""Arguments of 2024 that became keys of --speculative-config."""

GONE: Final = {
    "use_v2_block_manager": mark("Engines", "It chose between two parts of the old engine, which vLLM no longer has."),
    "speculative_disable_by_batch_size": mark("Engines", "vLLM has no such setting any more."),
    "speculative_disable_mqa_scorer": mark("Engines", "vLLM has no such setting any more."),
    "spec_decoding_acceptance_method": mark("Engines", "vLLM keeps to the target's own distribution now."),
    "typical_acceptance_sampler_posterior_threshold": mark("Engines", "vLLM no longer has typical acceptance."),
    "typical_acceptance_sampler_posterior_alpha": mark("Engines", "vLLM no longer has typical acceptance."),
    "disable_logprobs_during_spec_decoding": mark("Engines", "vLLM has no such setting any more."),
}
"""Arguments that newer vLLM refuses, without anything in their place."""

OPTIONS: Final = {
    "tensor_parallel_size": ("tensor_parallel", int),
    "gpu_memory_utilization": ("memory_share", float),
    "max_model_len": ("max_length", int),
    "dtype": ("dtype", str),
    "host": ("host", str),
    "port": ("port", int),
    "served_model_name": ("served_name", str),
    "max_num_seqs": ("max_requests", int),
}
"""Argument -> (field of VllmOptions, what it is)."""

SHORT: Final = {"tp": "tensor_parallel_size", "sc": "speculative_config"}
SWITCHES: Final = (
    "enforce_eager", "trust_remote_code", "enable_prefix_caching", "enable_chunked_prefill", "disable_log_requests",
    "enable_auto_tool_choice", "enable_lora", "enable_reasoning", "disable_log_stats", "use_v2_block_manager",
    "disable_logprobs_during_spec_decoding", "enable_force_include_usage", "enable_prompt_tokens_details",
    "enable_expert_parallel", "no_enable_prefix_caching", "no_enable_chunked_prefill", "enable_log_requests",
)  # fmt: skip
"""Arguments without a value."""


class VllmCommand(msgspec.Struct, frozen=True, kw_only=True):
    """What a text asks vLLM for. model: repository id or path. config: None = no speculation.

    api_key: kept apart. changes: old spellings with their current ones; dropped: what newer vLLM has no word for.
    rest: arguments that are vLLM's own business, by name.
    """

    model: str | None = None
    config: SpeculativeConfig | None = None
    options: VllmOptions = VllmOptions()
    sampling: Sampling = Sampling()
    api_key: str | None = None
    changes: tuple[Change, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    rest: tuple[str, ...] = ()


class Collected:
    """Arguments as they come in, old and new, from a command line or from Python."""

    def __init__(self) -> None:
        self.model: str | None = None
        self.config: dict[str, Any] = {}
        self.options: dict[str, Any] = {}
        self.sampling = Sampling()
        self.api_key: str | None = None
        self.changes: list[Change] = []
        self.dropped: list[Dropped] = []
        self.rest: list[str] = []

    def drop(self, flag: str, why: str) -> None:
        """Note that something is left out."""
        self.dropped.append(Dropped(flag=flag, why=why))

    def change(self, from_: str, to: str, why: str) -> None:
        """Note that something is said differently."""
        self.changes.append(Change(from_=from_, to=to, why=why))

    def command(self) -> VllmCommand:
        """The finished record."""
        config = msgspec.convert(self.config, SpeculativeConfig) if self.config else None
        return VllmCommand(
            model=self.model,
            config=config,
            options=VllmOptions(**self.options),
            sampling=self.sampling,
            api_key=self.api_key,
            changes=tuple(self.changes),
            dropped=tuple(self.dropped),
            rest=tuple(self.rest),
        )
