"""The fixtures that other tests lean on do what they say."""

from __future__ import annotations

import os
import subprocess
import sys
import uuid
from pathlib import Path

import gguf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from real_parts import RUN_MARK, installed_file, survivors

from specdesk import paths
from specdesk.models.header import read_header


def test_server_binary_runs(real_server: Path) -> None:
    result = subprocess.run([real_server, "--version"], capture_output=True, text=True, timeout=30)
    assert result.returncode == 0
    assert "571d0d5" in result.stdout + result.stderr


def test_draft_is_the_target_without_one_block(smollm2: Path, layer_drop_draft: Path) -> None:
    target, draft = gguf.GGUFReader(smollm2), gguf.GGUFReader(layer_drop_draft)
    assert draft.fields["llama.block_count"].contents() == target.fields["llama.block_count"].contents() - 1
    target_block = {t.name: t for t in target.tensors if t.name.startswith("blk.26.")}
    draft_block = {t.name: t for t in draft.tensors if t.name.startswith("blk.25.")}
    assert len(target_block) == len(draft_block) > 0
    for name, tensor in draft_block.items():
        assert (tensor.data == target_block[name.replace("blk.25.", "blk.26.")].data).all()
    assert not [t.name for t in draft.tensors if t.name.startswith("blk.29.")]
    for key in ("tokenizer.ggml.tokens", "tokenizer.ggml.merges", "tokenizer.chat_template"):
        assert draft.fields[key].types == target.fields[key].types
        assert len(draft.fields[key].parts) == len(target.fields[key].parts)


def test_other_tokenizer_model_is_another_architecture(gemma: Path) -> None:
    assert read_header(gemma).architecture == "gemma3"


def test_missing_part_fails_with_a_sentence() -> None:
    with pytest.raises(pytest.fail.Exception, match=r"no-such-part is not installed\. Run \./check once"):
        installed_file("no-such-part", ".gguf")


def test_each_test_has_its_own_home(specdesk_home: Path) -> None:
    assert paths.config_dir().parent == specdesk_home
    assert list(specdesk_home.iterdir()) == []


@given(st.text(max_size=3))
def test_property_tests_work_with_the_shared_fixtures(text: str) -> None:
    assert Path(os.environ["SPECDESK_HOME"], "x" + text.encode().hex()).parent.is_dir()


def test_survivors_are_named_and_ended() -> None:
    mark = uuid.uuid4().hex
    line = [sys.executable, "-c", "import sys; print('up', flush=True); sys.stdin.read()"]
    with subprocess.Popen(
        line, env={**os.environ, RUN_MARK: mark}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "up\n"
        left = survivors(mark, patience_s=0.1)
    assert len(left) == 1
    assert left[0].startswith(f"{child.pid}: ")
    assert survivors(mark, patience_s=0.1) == []


def test_caller_settings_for_llama_are_hidden(tmp_path: Path) -> None:
    probe = tmp_path / "test_probe.py"
    probe.write_text("import os\n\ndef test_it():\n    assert 'LLAMA_ARG_CTX_SIZE' not in os.environ\n")
    here = Path(__file__).parent
    (tmp_path / "conftest.py").write_text((here / "conftest.py").read_text("utf-8"), "utf-8")
    environment = {**os.environ, "LLAMA_ARG_CTX_SIZE": "1", "PYTHONPATH": str(here)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), str(probe)]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stdout
