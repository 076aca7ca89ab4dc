"""What differs between builds, from a binary's own help text or, where no help exists, from a build number.

`traits_of_flags` is the rule: packaged binaries print "build 0" or "build 1". `traits_of_build` serves the embedded
engine and `--build N` only. Numbers come from llama.cpp's release tags; where a change is known only to lie between
two builds that were examined, the comment names both.
"""

from __future__ import annotations

from typing import Literal

from specdesk.engines.flags import Flags
from specdesk.records.build import BuildTraits, Dialect

NGRAM_IN_D2 = ("ngram-cache", "ngram-simple", "ngram-map-k", "ngram-map-k4v", "ngram-mod")
NGRAM_IN_D4 = ("ngram-simple", "ngram-map-k", "ngram-map-k4v", "ngram-mod", "ngram-cache")

AUTOMATIC_SLOTS = 4
"""What `-np auto` comes to (tools/server/server.cpp)."""

METAL_LAYERS = 999
"""Old builds put every layer on Apple's GPU when nothing is said, and none on any other GPU."""


def dialect_of_flags(flags: Flags) -> Dialect:
    """How this binary spells speculation; see `BuildTraits.dialect`."""
    if not flags.has("--model-draft"):
        return "D0"
    if "draft-simple" in flags.choices("--spec-type"):
        return "D4"
    if flags.has("--spec-draft-n-max"):
        return "D3"
    return "D2" if flags.has("--spec-type") else "D1"


def methods_of_flags(flags: Flags) -> tuple[str, ...]:
    """Speculation methods that this binary can run, by their current names, in the order it lists them."""
    dialect = dialect_of_flags(flags)
    listed = tuple(method for method in flags.choices("--spec-type") if method != "none")
    if dialect == "D0":
        return ()
    # Before D4 a draft model needed no type: `-md` alone switches it on, and `--spec-type` lists n-gram methods only.
    return listed if dialect == "D4" else ("draft-simple", *listed)


def traits_of_flags(flags: Flags, *, metal: bool = False) -> BuildTraits:
    """Rules of the binary whose help this is. `metal`: it runs on Apple's GPU, which old builds treat differently."""
    dialect = dialect_of_flags(flags)
    slots = _whole(flags.default("--parallel"), 1)
    # `--spec-draft-backend-sampling` came in May/June 2026, as did the limit on kept logits (a log of May 2026 shows
    # the old size, b9665 the new one), the reserved f16 copy of a quantized cache, and a `--fit` that counts the draft.
    mid_2026 = flags.has("--spec-draft-backend-sampling")
    draft_max = flags.spelling("--spec-draft-n-max", "--draft-max")
    return BuildTraits(
        dialect=dialect,
        methods=methods_of_flags(flags),
        # The rule changed some 20 builds after the D3 names came; no flag marks it more closely.
        bos_rule="ids" if dialect in ("D0", "D1", "D2") else "if-added",
        # `--spec-replace` existed exactly as long as texts were translated between two vocabularies.
        mismatch="off" if dialect == "D4" else "translated" if flags.has("--spec-replace") else "fatal",
        # Both came at the end of 2025: `--fit`, and counting GPU layers from the output backwards.
        output_first=flags.has("--fit"),
        output_limit=mid_2026,
        # `--spec-draft-sampling` is the newest flag of b11434; two more activation copies came between b11258 and it.
        activation_copies=4 if flags.has("--spec-draft-sampling") else 2,
        fa_scratch=mid_2026,
        # One shared draft context is what D4 introduced, and with it `-cd` went away.
        draft_context_per_slot=dialect in ("D1", "D2", "D3"),
        draft_context_follows=not flags.has("--ctx-size-draft"),
        fits_draft=mid_2026,
        default_slots=AUTOMATIC_SLOTS if slots < 1 else slots,
        default_kv_unified=_default_unified(flags),
        default_context=_whole(flags.default("--ctx-size"), 0),
        default_gpu_layers=_default_layers(flags, metal),
        default_flash_attention=_default_flash(flags),
        default_draft_max=_whole(flags.default(draft_max) if draft_max else None, 16),
        default_p_min=_fraction(flags.default("--draft-p-min"), 0.0),
    )


def _default_unified(flags: Flags) -> bool:
    """One cache for all slots? Before `--kv-unified` existed there was only one."""
    said = flags.default("--kv-unified")
    # "enabled if number of slots is auto" and auto is the default, or "false"/"disabled".
    return said is None or said not in ("false", "disabled")


def _default_layers(flags: Flags, metal: bool) -> int | None:
    """Layers on the GPU when `-ngl` is absent; None = the engine decides. Old helps name no default."""
    if flags.default("--gpu-layers") is not None:
        return None
    return METAL_LAYERS if metal else 0


def _default_flash(flags: Flags) -> Literal["on", "off", "auto"]:
    """Flash attention when `-fa` is absent. As long as it took no value it was off."""
    said = flags.default("--flash-attn")
    if not flags.takes_value("--flash-attn"):
        return "off"
    return "on" if said == "on" else "off" if said == "off" else "auto"


def _whole(text: str | None, otherwise: int) -> int:
    try:
        return int(text) if text is not None else otherwise
    except ValueError:
        return otherwise


def _fraction(text: str | None, otherwise: float) -> float:
    try:
        return float(text) if text is not None else otherwise
    except ValueError:
        return otherwise


def traits_of_build(build: int, *, metal: bool = False) -> BuildTraits:
    """Rules of llama.cpp at build number `build` (release tag b<build>), for engines that print no help."""
    dialect = _dialect_of_build(build)
    return BuildTraits(
        dialect=dialect,
        methods=_methods_of_build(build, dialect),
        bos_rule="if-added" if build >= 8982 else "ids",
        # Translation between vocabularies: PR 12635 to PR 22838.
        mismatch="off" if build >= 9113 else "translated" if build >= 6049 else "fatal",
        output_first=build >= 7410,
        # Between a build of May 2026 (about b9200) and b9665.
        output_limit=build >= 9450,
        # Between b11258 and b11434.
        activation_copies=4 if build >= 11300 else 2,
        fa_scratch=build >= 9450,
        draft_context_per_slot=4174 <= build < 9113,
        draft_context_follows=build >= 9113 or dialect == "D0",
        # Between b9093 and b10068.
        fits_draft=build >= 9450,
        # `-np auto`: PR 16736. Before, one slot, and from PR 14363 on a cache per slot unless `-kvu` is given.
        default_slots=AUTOMATIC_SLOTS if build >= 6920 else 1,
        default_kv_unified=not 5970 <= build < 6920,
        # PR 16653 brought the model's own context and automatic layers as defaults.
        default_context=0 if build >= 7410 else 4096,
        default_gpu_layers=None if build >= 7410 else METAL_LAYERS if metal else 0,
        # `-fa` takes a value since PR 15434.
        default_flash_attention="auto" if build >= 6325 else "off",
        # Between b9093 and b10068; taken with the arrival of MTP.
        default_draft_max=3 if build >= 9185 else 16,
        default_p_min=_p_min_of_build(build),
    )


def _dialect_of_build(build: int) -> Dialect:
    starts: tuple[tuple[int, Dialect], ...] = ((9113, "D4"), (8955, "D3"), (7864, "D2"), (4174, "D1"))
    return next((dialect for first, dialect in starts if build >= first), "D0")


def _methods_of_build(build: int, dialect: Dialect) -> tuple[str, ...]:
    if dialect == "D0":
        return ()
    if dialect == "D1":
        return ("draft-simple",)
    if dialect in ("D2", "D3"):
        # ngram-mod arrived a few builds after the flag itself.
        return ("draft-simple", *(method for method in NGRAM_IN_D2 if method != "ngram-mod" or build >= 7885))
    drafting = (
        ("draft-simple", 9113),
        ("draft-eagle3", 9113),
        ("draft-mtp", 9185),
        ("draft-dflash", 9700),  # between b9093 and b10068
        ("draft-dspark", 10100),  # between b10068 and b10434
    )
    return (*(method for method, first in drafting if build >= first), *NGRAM_IN_D4)


def _p_min_of_build(build: int) -> float:
    """0.9 in b4295, 0.8 in b5361, 0.75 from b6164 to b9093, 0.0 in b10068."""
    steps = ((9185, 0.0), (5800, 0.75), (4720, 0.8))
    return next((value for first, value in steps if build >= first), 0.9)
