"""What reading and writing other engines' commands yields."""

from __future__ import annotations

from typing import Literal

import msgspec

from specdesk.engines.dialect_records import Change, Dropped, ParsedCommand
from specdesk.engines.flags import Flags
from specdesk.records.model_file import ModelFile
from specdesk.records.plan import LaunchPlan

Language = Literal["sh", "powershell", "python", "modelfile", "ini"]


class VllmOptions(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What people set beside the speculation. None = vLLM's own default.

    tensor_parallel: GPUs that share one model. memory_share: of each GPU's memory, 0..1. max_length: tokens of prompt
    and reply. dtype: "auto", "bfloat16", ... host, port: where it listens. max_requests: answered at once.
    per_request_metrics: acceptance in each reply (vLLM 0.29 and newer).
    """

    tensor_parallel: int | None = None
    memory_share: float | None = None
    max_length: int | None = None
    dtype: str | None = None
    host: str | None = None
    port: int | None = None
    served_name: str | None = None
    max_requests: int | None = None
    per_request_metrics: bool = True


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """A plan to be written for another program, and what is known of its files.

    flags, engine: the chosen llama-server's help and path. target, draft: rows of the files. target_id, draft_id:
    "owner/name" on a model hub, from the header or from the user. system: the system prompt. method: a method of vLLM
    that llama-server does not have ("medusa", "eagle", "suffix", ...), None = that of the plan. name: what Ollama
    shall call the model. prompt: text for the programs that answer once.
    """

    plan: LaunchPlan
    flags: Flags = Flags()
    engine: str = "llama-server"
    target: ModelFile | None = None
    draft: ModelFile | None = None
    target_id: str | None = None
    draft_id: str | None = None
    system: str = ""
    method: str | None = None
    name: str | None = None
    prompt: str | None = None
    vllm: VllmOptions = VllmOptions()


class Missing(msgspec.Struct, frozen=True, kw_only=True):
    """Something that has to be asked for. field: of `Wanted`. why: one sentence."""

    field: str
    why: str


class ExportedText(msgspec.Struct, frozen=True, kw_only=True):
    """One text to copy. title: what it is."""

    title: str
    language: Language
    text: str


class Exported(msgspec.Struct, frozen=True, kw_only=True):
    """A plan as another program's text. No texts: it cannot be, and `refused` says why, `instead` what to do.

    missing: what must be known first. changes, dropped: said differently, and not at all. notes: worth knowing.
    """

    texts: tuple[ExportedText, ...] = ()
    changes: tuple[Change, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    missing: tuple[Missing, ...] = ()
    notes: tuple[str, ...] = ()
    refused: str = ""
    instead: str = ""


PastedKind = Literal[
    "llama-server", "llama-cli", "llama-speculative", "llama-speculative-simple", "llama-lookup", "llama-lookahead",
    "vllm", "vllm-python", "vllm-config", "modelfile",
]  # fmt: skip


class Pasted(msgspec.Struct, frozen=True, kw_only=True):
    """Any pasted text, read. parsed: as a llama-server plan, with what is said differently or left out.

    target_id, draft_id: models that the text names without a file ("owner/name", or a name of Ollama's).
    system: its system prompt. env: variables that it sets. needs_vllm: one sentence when only vLLM has the method.
    method: that method. vllm: what it sets beside the speculation.
    """

    kind: PastedKind
    parsed: ParsedCommand
    target_id: str | None = None
    draft_id: str | None = None
    system: str | None = None
    env: dict[str, str] = {}
    needs_vllm: str = ""
    method: str | None = None
    vllm: VllmOptions | None = None
