"""The script that is to be run on a computer with a graphics card, tried where there is none."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from real_parts import server_binary, target_model
from rpc_device import rpc_devices
from stubs.nvml import Card, NvmlStub

ROOT = Path(__file__).parent.parent.parent
HELP = ROOT / "tests" / "captures" / "help" / "b10068.txt"


def tried(engine: Path, out: Path, *arguments: str, **environment: str) -> tuple[int, str, dict[str, Any]]:
    """(exit code, what it printed, what it wrote)."""
    line = [sys.executable, ROOT / "scripts" / "try_on_gpu.py", "--engine", engine, "--out", out, "--", *arguments]
    variables = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    done = subprocess.run(line, capture_output=True, text=True, env=variables, cwd=ROOT, timeout=300, check=False)
    assert out.exists(), done.stderr
    return done.returncode, done.stdout, json.loads(out.read_text("utf-8"))


def test_a_card_and_an_engine_that_does_not_start(model_files: Path, nvml_stub: NvmlStub, tmp_path: Path) -> None:
    """What the driver and the estimate say is there all the same, and why there is no more."""
    engine = tmp_path / "llama-server"
    listed = "Available devices:\\n  CUDA0: NVIDIA GeForce RTX 3090 (24124 MiB, 23700 MiB free)\\n"
    engine.write_text(
        f'#!/bin/sh\ncase "$*" in *--help) cat "{HELP}" ;; *--version) echo "version: 1 (abc)" >&2 ;; '
        f'*--list-devices) printf "{listed}" ;; *) echo "ggml_cuda_init: failed"; exit 1 ;; esac\n'
    )
    engine.chmod(0o755)
    nvml_stub.show(Card(), version="580.1")
    arguments = ("-m", str(model_files / "llama8b.gguf"), "-c", "4096", "-np", "1")
    code, said, found = tried(engine, tmp_path / "out.json", *arguments, **nvml_stub.environment())
    assert code == 1
    assert "Driver 580.1, 1 cards." in said
    assert "The engine did not become ready. ggml_cuda_init: failed" in said
    assert found["problem"] == "The engine did not become ready. ggml_cuda_init: failed"
    assert found["estimate"]["devices"][0]["target"]["weights"] > 4000
    assert found["readings"]["before"]["gpus"][0]["total_mib"] is not None
    assert found["measured"] is None


def test_an_engine_that_says_nothing_is_not_waited_for_without_end(model_files: Path, tmp_path: Path) -> None:
    """It fails when it is asked in advance, and is silent at its start."""
    engine = tmp_path / "llama-server"
    engine.write_text(
        f'#!/bin/sh\ncase "$*" in *--help) cat "{HELP}" ;; *--version) echo "version: 1 (abc)" >&2 ;; '
        '*--list-devices) ;; *) mkdir "$0.asked" 2>/dev/null && exit 1; exec sleep 600 ;; esac\n'
    )
    engine.chmod(0o755)
    arguments = ("-m", str(model_files / "llama8b.gguf"), "-c", "4096", "-np", "1")
    code, _, found = tried(engine, tmp_path / "out.json", *arguments, TRY_START_S="1")
    assert code == 1
    assert found["problem"] == "The engine did not become ready. It said nothing that counts for 1 s."


@pytest.mark.real_engine
@pytest.mark.long
def test_a_real_start_with_a_device(tmp_path: Path) -> None:
    """Estimate, dry run and start beside each other, part by part."""
    with rpc_devices() as ends:
        arguments = ("-m", str(target_model()), "-c", "4096", "-np", "1", "-ngl", "12", "--rpc", ends)
        code, said, found = tried(server_binary(), tmp_path / "out.json", *arguments)
    assert code == 0, said
    assert [found[part]["provenance"] for part in ("estimate", "dry_run", "measured")] == [
        "estimate", "dry-run", "measured",
    ]  # fmt: skip
    parts = found["differences"]
    assert len(parts) == 7
    assert all(abs(one["measured"] - one["predicted"]) < 0.3 for one in parts)
    assert found["tokens_per_second"] > 0
    assert "dry run differs" in said
