"""BuildTraits: what differs between builds of llama.cpp, as read from a binary's own help text.

Never from its build number: packaged binaries print "build 0" or "build 1". Only the embedded engine and `--build N`
know a number, and then `engines.traits.traits_of_build` supplies the same record.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Dialect = Literal["D0", "D1", "D2", "D3", "D4"]


class BuildTraits(msgspec.Struct, frozen=True, kw_only=True):
    """Rules of one build.

    dialect: how speculation is spelled (D0: no draft in the server; D4: `--spec-type draft-simple`).
    methods: values of `--spec-type`. bos_rule: "ids" compares BOS/EOS ids always, "if-added" only when they are added.
    mismatch: what a draft with another vocabulary does: end the start, be translated, or silently switch it off.
    max_vocab_difference: tokens. output_first: GPU layers are counted from the output backwards.
    output_limit: logits are kept for sampled tokens only. activation_copies: `e` of the compute formula.
    mask_bytes: per cell and token with flash attention. fa_scratch: f16 copy of a quantized cache is reserved.
    draft_context_per_slot: one draft context per slot. fits_draft: the engine's own `--fit` counts the draft.
    draft_context_follows: draft context equals the target's. default_slots, default_context (0 = the model's own),
    default_gpu_layers: what an omitted flag means. default_flash_attention: "on"/"off"/"auto".
    default_draft_max, default_p_min: likewise.
    """

    dialect: Dialect = "D4"
    methods: tuple[str, ...] = ()
    bos_rule: Literal["ids", "if-added"] = "if-added"
    mismatch: Literal["fatal", "translated", "off"] = "off"
    max_vocab_difference: int = 128
    output_first: bool = True
    output_limit: bool = True
    activation_copies: int = 4
    mask_bytes: int = 2
    fa_scratch: bool = True
    draft_context_per_slot: bool = False
    draft_context_follows: bool = True
    fits_draft: bool = True
    default_slots: int = 4
    default_kv_unified: bool = True
    default_context: int = 0
    default_gpu_layers: int | None = None
    default_flash_attention: Literal["on", "off", "auto"] = "auto"
    default_draft_max: int = 3
    default_p_min: float = 0.0

    @property
    def has_fit(self) -> bool:
        """The build has `--fit`. It came together with the other way of counting GPU layers (PR 16653)."""
        return self.output_first
