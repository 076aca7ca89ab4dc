"""A plan as vLLM's command and as its Python form, with the checks that vLLM itself makes."""

from __future__ import annotations

import shlex
from typing import Any, Final

import msgspec

from specdesk.engines.adapters.llama_server_forms import llama_server_only
from specdesk.engines.adapters.records import Exported, ExportedText, Missing, Wanted
from specdesk.engines.adapters.vllm_schema import METHODS, MODEL_METHODS, SpeculativeConfig, config_problems
from specdesk.engines.dialect_records import Change, Dropped
from specdesk.language import mark, number, translate
from specdesk.records.plan import LaunchPlan, Sampling

METHOD_THERE: Final = {
    "draft-simple": "draft_model",
    "draft-mtp": "mtp",
    "draft-eagle3": "eagle3",
    "draft-dflash": "dflash",
    "draft-dspark": "dspark",
    "ngram-simple": "ngram",
    "ngram-map-k": "ngram",
    "ngram-map-k4v": "ngram",
    "ngram-mod": "ngram",
    "ngram-cache": "ngram",
}
"""llama-server's method -> vLLM's."""

DEFAULT_TOKENS: Final = {"ngram": 5, "ngram_gpu": 5, "suffix": 16, "dflash": 7, "dspark": 7, "mtp": 2}
"""Guesses per pass where the plan leaves them open, as in vLLM's own examples; 3 for all others."""

_OWN_WEIGHTS: Final = ("mtp", "dspark")
_ASK_TARGET: Final = mark(
    "Engines",
    "vLLM loads the model from its repository (owner/name) or a folder, not from a GGUF file, and the file names none.",
)
_NOTES: Final = {
    "suffix": mark(
        "Engines",
        "The method suffix needs the package arctic-inference 0.1.1 beside vLLM. It remembers earlier "
        "replies, so a repeated question looks faster than a new one.",
    ),
    "medusa": mark("Engines", "The heads must have been trained for exactly this model."),
    "eagle": mark("Engines", "The drafter must have been trained for exactly this model."),
    "eagle3": mark("Engines", "The drafter must have been trained for exactly this model."),
    "dflash": mark("Engines", "The drafter must have been trained for exactly this model."),
    "dspark": mark(
        "Engines", "The drafter must have been trained for exactly this model; DeepSeek-V4 has it in its own weights."
    ),
    "mtp": mark("Engines", "Without a “model” vLLM uses the heads in the model's own weights."),
    "ngram": mark("Engines", "It helps where the reply repeats the prompt: summaries, rewriting, code."),
}
_SAMPLING_NAMES: Final = {"repeat_penalty": "repetition_penalty"}


def write_vllm(wanted: Wanted) -> Exported:
    """Command and Python form; neither has a key in it."""
    plan, changes = wanted.plan, list[Change]()
    method = wanted.method or _method(plan, changes)
    if method not in (None, *METHODS):
        return Exported(
            refused=translate("Engines", "vLLM has no method “{method}”.").format(method=method),
            instead=translate("Engines", "It has {methods}.").format(methods=", ".join(METHODS)),
        )
    missing = _missing(wanted, method)
    config = _config(wanted, method, changes) if method is not None else None
    if config is not None:
        sizes = (_vocabulary(wanted, "target"), _vocabulary(wanted, "draft"))
        if method == "draft_model" and sizes[0] is not None and sizes[1] is not None and sizes[0] != sizes[1]:
            config = msgspec.structs.replace(config, use_heterogeneous_vocab=True)
            changes.append(_other_vocabulary(sizes[0], sizes[1]))
        if not missing:
            parallel = wanted.vllm.tensor_parallel or 1
            problems = config_problems(config, tensor_parallel=parallel, vocabularies=sizes)
            if problems:
                return Exported(
                    refused=translate("Engines", "vLLM would refuse this."), instead=" ".join(problems), missing=missing
                )
    return Exported(
        texts=() if missing else _texts(wanted, config),
        changes=tuple(changes),
        dropped=_dropped(plan, config),
        missing=missing,
        notes=_notes(wanted, method),
    )


def _other_vocabulary(target: int, draft: int) -> Change:
    sizes = translate("Engines", "{target} and {draft} tokens").format(
        target=number(target, grouped=True), draft=number(draft, grouped=True)
    )
    why = translate(
        "Engines",
        "vLLM refuses vocabularies of different size without it. It then guesses only tokens that both have, and "
        "greedily.",
    )
    return Change(from_=sizes, to="use_heterogeneous_vocab", why=why)


def _method(plan: LaunchPlan, changes: list[Change]) -> str | None:
    """The plan's method by vLLM's name; a draft file that is named alone is an ordinary draft."""
    if not plan.methods:
        return "draft_model" if plan.draft is not None else None
    if not plan.speculates:
        return None
    first = plan.draft_method or plan.methods[0]
    there = METHOD_THERE.get(first)
    if there == "ngram" and first != "ngram-simple":
        changes.append(
            Change(from_=f"--spec-type {first}", to="ngram", why=translate("Engines", "The nearest that vLLM has."))
        )
    if len(plan.methods) > 1:
        said = ",".join(plan.methods)
        changes.append(
            Change(
                from_=f"--spec-type {said}", to=str(there), why=translate("Engines", "vLLM takes one method at a time.")
            )
        )
    return there


def _missing(wanted: Wanted, method: str | None) -> tuple[Missing, ...]:
    found = []
    if wanted.target_id is None:
        found.append(Missing(field="target_id", why=translate("Engines", _ASK_TARGET)))
    separate = method in _OWN_WEIGHTS and wanted.plan.draft is not None
    if wanted.draft_id is None and (method in MODEL_METHODS or separate):
        found.append(
            Missing(
                field="draft_id",
                why=translate(
                    "Engines", "The method {method} needs the repository (owner/name) of the drafter."
                ).format(method=method),
            )
        )
    return tuple(found)


def _config(wanted: Wanted, method: str, changes: list[Change]) -> SpeculativeConfig:
    plan = wanted.plan
    fields: dict[str, Any] = {"method": method, "num_speculative_tokens": _tokens(wanted, method)}
    if method in ("ngram", "ngram_gpu"):
        longest = plan.ngram.size_n or plan.ngram.mod_match
        if longest is not None:
            fields |= {"prompt_lookup_max": longest, "prompt_lookup_min": min(longest, 2)}
            changes.append(
                Change(
                    from_=translate("Engines", "n-grams of {longest}").format(longest=longest),
                    to=f"prompt_lookup_max {longest}",
                    why=translate("Engines", _LOOKUP),
                )
            )
    elif wanted.draft_id is not None and method != "suffix":
        fields["model"] = wanted.draft_id
    if plan.draft_sampling == "probabilistic" and method not in ("ngram", "ngram_gpu", "suffix"):
        fields["draft_sample_method"] = "probabilistic"
    return SpeculativeConfig(**fields)


_LOOKUP: Final = mark("Engines", "vLLM also takes shorter matches, down to prompt_lookup_min.")


def _tokens(wanted: Wanted, method: str) -> int:
    plan = wanted.plan
    asked = plan.draft_max
    if method in ("ngram", "ngram_gpu", "suffix"):
        asked = plan.ngram.size_m or plan.ngram.mod_max or plan.draft_max
    block = wanted.draft.draft_block if wanted.draft is not None and method in ("dflash", "dspark") else None
    if asked is None:
        return block or DEFAULT_TOKENS.get(method, 3)
    return min(asked, block) if block else max(asked, 1)


def _vocabulary(wanted: Wanted, which: str) -> int | None:
    row = wanted.target if which == "target" else wanted.draft
    return row.vocab_size if row is not None else None


def _dropped(plan: LaunchPlan, config: SpeculativeConfig | None) -> tuple[Dropped, ...]:
    """What the plan says and vLLM has no word for."""
    found = []
    if plan.p_min and config is not None:
        found.append(
            Dropped(flag="p-min", why=translate("Engines", "vLLM does not stop a draft at a low probability."))
        )
    if plan.draft_min:
        found.append(
            Dropped(
                flag=translate("Engines", "shortest draft"), why=translate("Engines", "vLLM has no shortest draft.")
            )
        )
    if plan.place.layers not in (None, "all", "auto"):
        found.append(
            Dropped(
                flag=translate("Engines", "GPU layers"),
                why=translate("Engines", "vLLM keeps the whole model on the GPUs."),
            )
        )
    if plan.place.cpu_moe or plan.place.n_cpu_moe:
        found.append(
            Dropped(
                flag=translate("Engines", "experts on the processor"),
                why=translate("Engines", "vLLM keeps the whole model on the GPUs."),
            )
        )
    if any(kind not in (None, "f16") for kind in (plan.place.cache_k, plan.place.cache_v)):
        found.append(
            Dropped(
                flag=translate("Engines", "cache types"),
                why=translate("Engines", "vLLM has other ones; see its --kv-cache-dtype."),
            )
        )
    if plan.mmproj is not None:
        found.append(
            Dropped(
                flag=translate("Engines", "projector"),
                why=translate("Engines", "vLLM finds it in the repository by itself."),
            )
        )
    return (*found, *llama_server_only(plan))


def _notes(wanted: Wanted, method: str | None) -> tuple[str, ...]:
    notes = [
        translate(
            "Engines",
            "vLLM loads the repository's own weights, mostly in 16 bits: they need more memory than a GGUF file.",
        )
    ]
    if method in _NOTES:
        notes.append(translate("Engines", _NOTES[method]))
    if method is not None and wanted.vllm.per_request_metrics:
        notes.append(
            translate(
                "Engines", "--per-request-spec-decode-metrics needs vLLM 0.29 or newer; leave it out for older ones."
            )
        )
    return tuple(notes)


def _arguments(wanted: Wanted) -> list[tuple[str, Any]]:
    """(argument by its Python name, value), in the order in which people write them."""
    options, plan = wanted.vllm, wanted.plan
    length = options.max_length or (plan.context or None)
    pairs = (
        ("tensor_parallel_size", options.tensor_parallel),
        ("gpu_memory_utilization", options.memory_share),
        ("max_model_len", length),
        ("dtype", options.dtype),
        ("max_num_seqs", options.max_requests or (plan.slots if plan.slots and plan.slots > 1 else None)),
    )
    return [(name, value) for name, value in pairs if value is not None]


def _texts(wanted: Wanted, config: SpeculativeConfig | None) -> tuple[ExportedText, ...]:
    target = wanted.target_id or ""
    lines = [f"vllm serve {shlex.quote(target)}"]
    lines += [f"--{name.replace('_', '-')} {shlex.quote(str(value))}" for name, value in _arguments(wanted)]
    options, plan = wanted.vllm, wanted.plan
    for flag, value in (
        ("--host", options.host or plan.host), ("--port", options.port or plan.port),
        ("--served-model-name", options.served_name or plan.alias),
    ):  # fmt: skip
        if value is not None:
            lines.append(f"{flag} {shlex.quote(str(value))}")
    if config is not None:
        lines.append(f"--speculative-config {shlex.quote(config.as_json())}")
        if options.per_request_metrics:
            lines.append("--per-request-spec-decode-metrics summary")
    return (
        ExportedText(title="vllm serve", language="sh", text=" \\\n  ".join(lines)),
        ExportedText(title="Python", language="python", text=_python(wanted, config)),
    )


def _python(wanted: Wanted, config: SpeculativeConfig | None) -> str:
    arguments = [f"    model={wanted.target_id!r},"]
    arguments += [f"    {name}={value!r}," for name, value in _arguments(wanted)]
    if config is not None:
        keys = msgspec.json.decode(config.as_json())
        arguments += [
            "    speculative_config={",
            *(f"        {key!r}: {value!r}," for key, value in keys.items()),
            "    },",
        ]
    sampling = _sampling(wanted.plan.sampling, wanted.plan.reply_limit)
    prompt = wanted.prompt or "Explain in five sentences how a bicycle stays upright."
    return "\n".join(
        [
            "from vllm import LLM, SamplingParams", "", "llm = LLM(", *arguments, ")",
            f"sampling = SamplingParams({sampling})",
            f"print(llm.chat([{{'role': 'user', 'content': {prompt!r}}}], sampling)[0].outputs[0].text)", "",
        ]
    )  # fmt: skip


def _sampling(sampling: Sampling, reply_limit: int | None) -> str:
    given = {
        _SAMPLING_NAMES.get(name, name): value
        for name in sampling.__struct_fields__
        if (value := getattr(sampling, name)) is not None
    }
    given["max_tokens"] = reply_limit if reply_limit and reply_limit > 0 else 256
    return ", ".join(f"{name}={value!r}" for name, value in given.items())
