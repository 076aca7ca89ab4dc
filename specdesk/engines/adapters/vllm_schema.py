"""vLLM's `--speculative-config` as one typed record, with the checks that vLLM itself makes.

Source: vllm/config/speculative.py of vllm-project/vllm (main, commit 002e77c1f0ef, 2026) and its pages below
docs/features/speculative_decoding. A running vLLM may be older: what it refuses it says at its start.
"""

from __future__ import annotations

from typing import Final

import msgspec

from specdesk.language import mark, number, translate

MODEL_METHODS: Final = ("draft_model", "eagle", "eagle3", "medusa", "mlp_speculator", "dflash")
"""Methods that need `model`; `mtp` and `dspark` may find their weights in the target's own files."""
METHODS: Final = (*MODEL_METHODS, "ngram", "ngram_gpu", "suffix", "mtp", "dspark")
"""Methods that a person chooses; vLLM also has extract_hidden_states and custom_class, for programmers."""
PROGRAMMERS_METHODS: Final = ("extract_hidden_states", "custom_class")
ACCEPTING: Final = ("rejection_sample_method", "acceptance_method")
"""Keys, today's and an old one, that say how guesses are accepted."""
LOSSY: Final = ("synthetic", "fly", "typical_acceptance_sampler")
"""Ways of accepting that change the text on purpose: whoever pastes one is told so."""

REMOVED_KEYS: Final = {
    "tensor_parallel_size": mark("Engines", "vLLM refuses this key here; it is called draft_tensor_parallel_size."),
    "disable_by_batch_size": mark("Engines", "vLLM has no such key any more."),
    "disable_mqa_scorer": mark("Engines", "vLLM has no such key any more."),
    "disable_logprobs": mark("Engines", "vLLM has no such key any more."),
    "disable_log_stats": mark("Engines", "vLLM has no such key any more."),
    "acceptance_method": mark("Engines", "vLLM calls it rejection_sample_method."),
    "posterior_threshold": mark("Engines", "It belonged to typical acceptance, which vLLM no longer has."),
    "posterior_alpha": mark("Engines", "It belonged to typical acceptance, which vLLM no longer has."),
    "speculative_token_tree": mark("Engines", "Newer vLLM drafts no trees."),
    "adaptive_verification": mark("Engines", "vLLM calls it enable_adaptive_verification."),
}


class SpeculativeConfig(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The keys of `--speculative-config`. None or the default: not written. Lengths are tokens.

    model: a repository id or a folder. num_speculative_tokens_per_batch_size: [[from, to, tokens], ...].
    """

    method: str | None = None
    model: str | None = None
    num_speculative_tokens: int | None = None
    prompt_lookup_max: int | None = None
    prompt_lookup_min: int | None = None
    draft_tensor_parallel_size: int | None = None
    quantization: str | None = None
    kv_cache_dtype: str | None = None
    attention_backend: str | None = None
    moe_backend: str | None = None
    max_model_len: int | None = None
    revision: str | None = None
    code_revision: str | None = None
    enforce_eager: bool | None = None
    parallel_drafting: bool = False
    use_heterogeneous_vocab: bool = False
    use_local_argmax_reduction: bool = False
    disable_padded_drafter_batch: bool = False
    num_speculative_tokens_per_batch_size: list[tuple[int, int, int]] | None = None
    suffix_decoding_max_tree_depth: int = 24
    suffix_decoding_max_cached_requests: int = 10000
    suffix_decoding_max_spec_factor: float = 1.0
    suffix_decoding_min_token_prob: float = 0.1
    rejection_sample_method: str = "standard"
    draft_sample_method: str = "greedy"
    synthetic_acceptance_rates: list[float] | None = None
    synthetic_acceptance_length: float | None = None
    enable_adaptive_verification: bool = False
    index_share_for_mtp_iteration: bool | None = None
    dspark_draft_topk: int | None = None

    def as_json(self) -> str:
        """As vLLM's command line takes it."""
        return msgspec.json.encode(self).decode()


KEYS: Final = tuple(SpeculativeConfig.__struct_fields__)


def method_named(name: str) -> str:
    """The method behind any name that vLLM has accepted: `deepseek_mtp` and its kind are `mtp`."""
    plain = name.strip().strip("[]")
    return "mtp" if plain.endswith("_mtp") else plain


def config_problems(
    config: SpeculativeConfig, *, tensor_parallel: int = 1, vocabularies: tuple[int | None, int | None] = (None, None)
) -> tuple[str, ...]:
    """Why vLLM would refuse this, in sentences; () when it would not. vocabularies: tokens of target and draft."""
    found = [*_needs(config), *_lengths(config)]
    share = config.draft_tensor_parallel_size
    if share is not None and config.method == "draft_model" and share != tensor_parallel:
        found.append(
            translate(
                "Engines",
                "With a draft model vLLM wants draft_tensor_parallel_size to be the target's {tensor_parallel}, not "
                "{share}; leave it out.",
            ).format(tensor_parallel=tensor_parallel, share=share)
        )
    elif share is not None and share not in (1, tensor_parallel):
        found.append(
            translate(
                "Engines", "draft_tensor_parallel_size must be 1 or the target's {tensor_parallel}, not {share}."
            ).format(tensor_parallel=tensor_parallel, share=share)
        )
    target, draft = vocabularies
    shared = config.method != "draft_model" or config.use_heterogeneous_vocab
    if target is not None and draft is not None and target != draft and not shared:
        found.append(
            translate(
                "Engines",
                "vLLM wants vocabularies of equal size; the target has {target} tokens and the draft {draft}. "
                "use_heterogeneous_vocab allows it, for the tokens that both have.",
            ).format(target=number(target, grouped=True), draft=number(draft, grouped=True))
        )
    if config.use_heterogeneous_vocab and config.method != "draft_model":
        found.append(translate("Engines", "use_heterogeneous_vocab works with the method draft_model only."))
    if config.use_heterogeneous_vocab and config.draft_sample_method != "greedy":
        found.append(translate("Engines", "use_heterogeneous_vocab works with greedy drafting only."))
    if config.use_heterogeneous_vocab and config.use_local_argmax_reduction:
        found.append(translate("Engines", "use_heterogeneous_vocab and use_local_argmax_reduction exclude each other."))
    if config.enable_adaptive_verification and config.method != "dspark":
        found.append(translate("Engines", "enable_adaptive_verification works with the method dspark only."))
    if config.dspark_draft_topk is not None and config.method != "dspark":
        found.append(translate("Engines", "dspark_draft_topk works with the method dspark only."))
    return tuple(found)


def _needs(config: SpeculativeConfig) -> list[str]:
    found = []
    if config.method is not None and config.method not in (*METHODS, *PROGRAMMERS_METHODS):
        found.append(
            translate("Engines", "vLLM has no method “{method}”; it has {methods}.").format(
                method=config.method, methods=", ".join(METHODS)
            )
        )
    if config.method in MODEL_METHODS and config.model is None:
        found.append(
            translate("Engines", "The method {method} needs the repository of its draft in “model”.").format(
                method=config.method
            )
        )
    if config.method is None and config.model is None:
        found.append(translate("Engines", "It needs a method, or a model from which vLLM can tell the method."))
    if config.num_speculative_tokens is None and config.method != "suffix" and config.method not in (
        "mtp", "eagle3", "dflash", "dspark",
    ):  # fmt: skip
        found.append(translate("Engines", "It needs num_speculative_tokens: how many tokens are guessed per pass."))
    return found


def _lengths(config: SpeculativeConfig) -> list[str]:
    found = []
    for key in ("num_speculative_tokens", "prompt_lookup_max", "prompt_lookup_min", "draft_tensor_parallel_size"):
        number = getattr(config, key)
        if number is not None and number < 1:
            found.append(translate("Engines", "{key} must be 1 or more, not {number}.").format(key=key, number=number))
    least, most = config.prompt_lookup_min, config.prompt_lookup_max
    if least is not None and most is not None and least > most:
        found.append(
            translate("Engines", "prompt_lookup_min ({least}) must not be above prompt_lookup_max ({most}).").format(
                least=least, most=most
            )
        )
    if not 0 <= config.suffix_decoding_min_token_prob <= 1:
        found.append(translate("Engines", "suffix_decoding_min_token_prob must lie between 0 and 1."))
    if config.suffix_decoding_max_spec_factor < 0:
        found.append(translate("Engines", "suffix_decoding_max_spec_factor must be 0 or more."))
    synthetic = config.synthetic_acceptance_rates is not None or config.synthetic_acceptance_length is not None
    if synthetic != (config.rejection_sample_method == "synthetic"):
        found.append(
            translate(
                "Engines", "Synthetic acceptance needs both rejection_sample_method “synthetic” and a rate or a length."
            )
        )
    return found
