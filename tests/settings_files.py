"""Settings with no default left in them, and settings files as text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from specdesk.records.plan import LaunchPlan, ModelPlacement, Sampling
from specdesk.settings import Settings, TargetMemory

FULL = Settings(
    model_folders=("/models", "/mnt/模型 é"),
    engine="/usr/bin/llama-server",
    target="/models/target.gguf",
    draft="/models/draft.gguf",
    targets={
        "/models/target.gguf": TargetMemory(
            method="draft", kind="draft-simple", draft="/models/draft.gguf", draft_max=4, draft_min=1, p_min=0.6
        ),
        "/models/other.gguf": TargetMemory(method="off", context=4096),
    },
    plan=LaunchPlan(context=16384, slots=2, place=ModelPlacement(layers="all", cache_k="q8_0"), extra=("--prio", "2")),
    sampling=Sampling(temperature=0.2, seed=1),
    system_prompt="Be brief.\n“Quoted”",
    reply_limit=-1,
    reserve_mib=512,
    theme="dark",
    text_scale=1.5,
    language="nl",
    keep_serving=True,
    tray_icon="never",
    open_to_programs=True,
    fixed_port=8080,
    key_mode="kept",
    server_key="secret",
    underline_guesses=True,
    profiles={"/models/other.gguf": "Careful"},
    motion="reduced",
    first_run_done=True,
    ignored_servers=("http://127.0.0.1:8080: A model.",),
)


def put(path: Path, content: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)


def put_json(path: Path, **document: Any) -> None:
    put(path, json.dumps({"schema_version": 1, **document}))


def stored(path: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return document
