"""A vLLM command as a llama-server plan: what both can do, and why the rest stays out."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from specdesk.engines.adapters.records import Pasted, PastedKind
from specdesk.engines.adapters.vllm_command import VllmCommand
from specdesk.engines.adapters.vllm_schema import SpeculativeConfig, config_problems
from specdesk.engines.dialect_records import Change, Dropped, ParsedCommand
from specdesk.language import mark, translate
from specdesk.records.plan import LaunchPlan, Ngram

METHOD_HERE: Final = {
    "draft_model": "draft-simple",
    "eagle3": "draft-eagle3",
    "mtp": "draft-mtp",
    "dflash": "draft-dflash",
    "dspark": "draft-dspark",
    "ngram": "ngram-simple",
    "ngram_gpu": "ngram-simple",
    "suffix": "ngram-mod",
}
"""vLLM's method -> llama-server's."""

ONLY_VLLM: Final = {
    "medusa": mark(
        "Engines",
        "Medusa needs heads that were trained for exactly this model, and only vLLM runs them. A drafter of "
        "the kind EAGLE-3 or MTP does the same work in llama-server.",
    ),
    "eagle": mark("Engines", "Drafters of the kinds EAGLE-1 and EAGLE-2 run in vLLM only. llama-server runs EAGLE-3."),
    "mlp_speculator": mark(
        "Engines", "MLP speculators run in vLLM only. A small draft model does the same work in llama-server."
    ),
}
"""Why a method cannot be had here, and what to use instead."""

_NOT_OURS: Final = {
    "tensor_parallel": (
        mark("Engines", "tensor parallel size"),
        mark("Engines", "llama-server spreads a model over the GPUs that it sees by itself."),
    ),
    "memory_share": (
        mark("Engines", "GPU memory share"),
        mark("Engines", "llama-server takes what the model needs; the fit shows how much that is."),
    ),
    "dtype": ("dtype", mark("Engines", "A GGUF file is stored in the precision that it has.")),
    "max_requests": (
        mark("Engines", "requests at once"),
        mark("Engines", "Set the slots under More settings if several people ask at once."),
    ),
}


def plan_of_vllm(command: VllmCommand, kind: PastedKind) -> Pasted:
    """The plan, with every part that differs explained. Raises nothing."""
    changes, dropped = list(command.changes), list(command.dropped)
    fields: dict[str, Any] = {"sampling": command.sampling}
    target, target_id = _model(command.model, "-m", dropped)
    options = command.options
    draft, draft_id, needs = None, None, ""
    config = command.config
    if config is not None:
        fields |= _speculation(config, changes, dropped)
        if fields.get("methods", ("",))[0].startswith("draft-"):
            draft, draft_id = _model(config.model, "-md", dropped)
        else:
            draft_id = config.model
        needs = _only_vllm(config.method or "")
        dropped += [
            Dropped(
                flag="--speculative-config",
                why=translate("Engines", "vLLM would refuse it: {problem}").format(problem=problem),
            )
            for problem in config_problems(config, tensor_parallel=options.tensor_parallel or 1)
        ]
    if options.max_length is not None:
        fields["context"] = options.max_length
        changes.append(
            Change(
                from_=f"--max-model-len {options.max_length}",
                to=f"-c {options.max_length}",
                why=translate("Engines", _SAME),
            )
        )
    for name, (words, why) in _NOT_OURS.items():
        if getattr(options, name) is not None:
            dropped.append(Dropped(flag=translate("Engines", words), why=translate("Engines", why)))
    dropped += [Dropped(flag=name, why=translate("Engines", _OWN_BUSINESS)) for name in command.rest]
    plan = LaunchPlan(
        target=target, draft=draft, host=options.host, port=options.port, alias=options.served_name, **fields
    )
    return Pasted(
        kind=kind,
        parsed=ParsedCommand(plan=plan, changes=tuple(changes), dropped=tuple(dropped), api_key=command.api_key),
        target_id=target_id,
        draft_id=draft_id,
        needs_vllm=needs,
        method=config.method if config is not None else None,
        vllm=msgspec.structs.replace(options, host=options.host, port=options.port),
    )


_OWN_BUSINESS: Final = mark("Engines", "It is a setting of vLLM; llama-server has no such thing.")
_SAME: Final = mark("Engines", "Both mean the tokens of prompt and reply together.")


def _only_vllm(method: str) -> str:
    why = ONLY_VLLM.get(method)
    return translate("Engines", why) if why else ""


def _model(name: str | None, flag: str, dropped: list[Dropped]) -> tuple[str | None, str | None]:
    """(file, repository). llama-server runs GGUF files, vLLM repositories of other weights."""
    if name is None:
        return None, None
    if name.endswith(".gguf"):
        return name, None
    why = translate(
        "Engines", "vLLM loads these weights itself; for llama-server choose the GGUF file of the same model ({flag})."
    ).format(flag=flag)
    dropped.append(Dropped(flag=name, why=why))
    return None, name


def _speculation(config: SpeculativeConfig, changes: list[Change], dropped: list[Dropped]) -> dict[str, Any]:
    method = config.method or ""
    here = METHOD_HERE.get(method)
    if here is None:
        dropped.append(
            Dropped(
                flag=f"method {method}",
                why=_only_vllm(method) or translate("Engines", "llama-server has no such method."),
            )
        )
        return {}
    why = translate("Engines", "llama-server's name for it.")
    if method == "suffix":
        why = translate("Engines", "The nearest that llama-server has: it also remembers what was written before.")
    changes.append(Change(from_=f"method {method}", to=f"--spec-type {here}", why=why))
    count = config.num_speculative_tokens
    fields: dict[str, Any] = {"methods": (here,)}
    if here == "ngram-simple":
        fields["ngram"] = Ngram(size_n=config.prompt_lookup_max or config.prompt_lookup_min, size_m=count)
    elif here == "ngram-mod":
        fields["ngram"] = Ngram(mod_max=count)
    else:
        fields["draft_max"] = count
    if here.startswith("draft-") and config.draft_sample_method == "probabilistic":
        fields["draft_sampling"] = "probabilistic"
    if config.use_heterogeneous_vocab:
        dropped.append(
            Dropped(
                flag="use_heterogeneous_vocab",
                why=translate("Engines", "llama-server takes only drafts with the target's vocabulary."),
            )
        )
    return fields
