"""LaunchPlan: what to run. Start, preview, fit, compare, export and a pasted command are all this one record.

A field that is `None` (or empty) is not sent: the engine's own default holds. Names of speculation methods are those
of current llama-server (`draft-simple`, `draft-mtp`, `ngram-mod`, ...); `engines.dialect` translates them per binary.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Layers = int | Literal["auto", "all"]

DRAFT_METHODS = ("draft-simple", "draft-mtp", "draft-eagle3", "draft-dflash", "draft-dspark")
NGRAM_METHODS = ("ngram-simple", "ngram-map-k", "ngram-map-k4v", "ngram-mod", "ngram-cache")


class Sampling(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Sampling as sent with a request, or with the command line when it came from there. Temperatures are unitless."""

    temperature: float | None = None
    top_k: int | None = None
    top_p: float | None = None
    min_p: float | None = None
    repeat_penalty: float | None = None
    presence_penalty: float | None = None
    frequency_penalty: float | None = None
    seed: int | None = None


class Ngram(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Lengths (tokens) of the n-gram methods: looked-up n, drafted m, hits needed; `mod_*` belong to ngram-mod."""

    size_n: int | None = None
    size_m: int | None = None
    min_hits: int | None = None
    mod_match: int | None = None
    mod_min: int | None = None
    mod_max: int | None = None


class ModelPlacement(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where one model's layers and cache live. Target and draft each have one.

    layers: number on the GPU, or "auto"/"all". device: the engine's device ids, comma separated.
    cache_k, cache_v: KV cache types ("f16", "q8_0", ...). threads: CPU threads for one token, threads_batch for many.
    cpu_moe: experts of all layers on the CPU; n_cpu_moe: of the first N layers.
    override_tensor: `pattern=buffer` entries, first match wins.
    """

    layers: Layers | None = None
    device: str | None = None
    cache_k: str | None = None
    cache_v: str | None = None
    threads: int | None = None
    threads_batch: int | None = None
    cpu_moe: bool = False
    n_cpu_moe: int | None = None
    override_tensor: tuple[str, ...] = ()


class LaunchPlan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What to run, independent of the binary that will run it.

    target, draft, mmproj: file paths. methods: speculation types in order; () = nothing said, ("none",) = off.
    draft_max, draft_min: tokens per pass; p_min: stop drafting below this probability (0..1).
    synth_rates: shares of passes that pretend to accept the first guess, the first two, ... ("0" = none); the text is
    no answer then, unless all are 0. For measuring the cost of guessing only.
    context: tokens (0 = the model's own); context_draft: tokens, only old builds know it.
    slots: parallel requests. batch, ubatch: tokens. reply_limit: tokens, -1 = none.
    cache_ram: MiB of host memory for the prompt cache. fit: let the engine shrink settings until they fit.
    fit_target: MiB to leave free (as given, comma separated per device). load_mode: "auto", "none", "mmap", "mlock",
    "mmap+mlock", "dio". extra: further arguments, passed on untouched.
    """

    target: str | None = None
    draft: str | None = None
    mmproj: str | None = None
    methods: tuple[str, ...] = ()
    draft_max: int | None = None
    draft_min: int | None = None
    p_min: float | None = None
    p_split: float | None = None
    draft_sampling: str | None = None
    synth_rates: tuple[str, ...] = ()
    ngram: Ngram = Ngram()
    context: int | None = None
    context_draft: int | None = None
    place: ModelPlacement = ModelPlacement()
    draft_place: ModelPlacement = ModelPlacement()
    slots: int | None = None
    flash_attention: Literal["on", "off", "auto"] | None = None
    batch: int | None = None
    ubatch: int | None = None
    reply_limit: int | None = None
    kv_unified: bool | None = None
    kv_offload: bool | None = None
    swa_full: bool | None = None
    split_mode: str | None = None
    tensor_split: str | None = None
    main_gpu: int | None = None
    load_mode: str | None = None
    fit: bool | None = None
    fit_target: str | None = None
    fit_context: int | None = None
    cache_ram: int | None = None
    jinja: bool | None = None
    reasoning_format: str | None = None
    warmup: bool | None = None
    offline: bool | None = None
    metrics: bool | None = None
    slots_endpoint: bool | None = None
    host: str | None = None
    port: int | None = None
    alias: str | None = None
    sampling: Sampling = Sampling()
    extra: tuple[str, ...] = ()

    @property
    def speculates(self) -> bool:
        """True when the plan names a method other than "none"."""
        return bool(self.methods) and "none" not in self.methods

    @property
    def remembers(self) -> bool:
        """Its drafter learns from what was said: other questions in between change its guesses."""
        return self.speculates and any(method in NGRAM_METHODS for method in self.methods)

    @property
    def draft_method(self) -> str | None:
        """The one method that needs a drafting model, if any."""
        return next((m for m in self.methods if m in DRAFT_METHODS), None)

    @property
    def loads_draft(self) -> bool:
        """True when a second file is loaded and used for drafting."""
        return self.draft is not None and self.draft_method is not None and self.speculates
