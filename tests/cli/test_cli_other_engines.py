"""export and attach: documents, exit codes, and that keys stay out of everything."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import attached_servers
import pytest
from cli_stage import Said
from gguf_files import Tensor, write_gguf

Run = Callable[..., Said]

pytestmark = pytest.mark.usefixtures("attached_fakes_end")


@pytest.fixture
def engine(fake_llama: Callable[..., Path]) -> Path:
    """A llama-server of b11434."""
    return fake_llama()


def test_export_writes_a_line_for_vllm_with_what_the_file_says(run: Run, engine: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.gguf"
    metadata = {"general.architecture": "llama", "general.repo_url": "https://huggingface.co/Qwen/Qwen3-8B"}
    write_gguf(path, metadata, [Tensor("a.weight", "f32", [4])])
    said = run("export", "--engine", engine, "--to", "vllm", "--json", "--", "-m", path, "--spec-type", "ngram-simple")
    document = said.document
    assert (said.code, document["form"], document["missing"], document["refused"]) == (0, "vllm", [], None)
    assert [text["title"] for text in document["texts"]] == ["vllm serve", "Python"]
    assert "vllm serve Qwen/Qwen3-8B" in document["texts"][0]["text"]


def test_export_asks_for_repositories_that_nobody_named(run: Run, engine: Path) -> None:
    said = run("export", "--engine", engine, "--to", "vllm", "--json", "--", "-m", "a.gguf", "-md", "b.gguf")
    assert (said.code, said.document["texts"]) == (1, [])
    assert [one["option"] for one in said.document["missing"]] == ["--target-id", "--draft-id"]
    again = run(
        "export", "--engine", engine, "--to", "vllm", "--target-id", "https://huggingface.co/a/b", "--draft-id", "c/d",
        "--", "-m", "a.gguf", "-md", "b.gguf",
    )  # fmt: skip
    assert again.code == 0
    assert "vllm serve a/b" in again.out
    assert "asked" not in again.err


def test_any_command_can_be_exported_as_any_form(run: Run, engine: Path, tmp_path: Path) -> None:
    text = tmp_path / "Modelfile"
    text.write_text("FROM ./a.gguf\nPARAMETER num_ctx 4096\nSYSTEM Be brief.\n")
    server = run("export", "--engine", engine, "--to", "llama-server", "--from", text)
    assert "-m ./a.gguf" in server.out
    assert "-c 4096" in server.out
    back = run("export", "--engine", engine, "--to", "ollama", "--from", text, "--name", "mine")
    assert 'SYSTEM """Be brief."""' in back.out
    assert "ollama create mine -f Modelfile" in back.out
    vllm = run(
        "export", "--engine", engine, "--to", "vllm", "--", "vllm", "serve", "a/b", "-tp", "2", "--speculative-config",
        '{"method": "medusa", "model": "c/d", "num_speculative_tokens": 3}',
    )  # fmt: skip
    assert '"method":"medusa"' in vllm.out
    assert "--tensor-parallel-size 2" in vllm.out


def test_no_key_comes_out_of_an_export(run: Run, engine: Path) -> None:
    words = ("-m", "a.gguf", "--api-key", "s3cret-word")
    for form in ("llama-server", "preset", "llama-cli", "ollama"):
        said = run("export", "--engine", engine, "--to", form, "--json", "--", *words)
        assert said.code == 0
        assert "s3cret-word" not in said.out + said.err


@pytest.mark.parametrize(("words", "part"), [
    (("--to", "vllm"), "nothing to export"),
    (("--to", "vllm", "--target-id", "just words here", "--", "-m", "a.gguf"), "takes a repository"),
    (("--to", "ollama", "--from", "/nowhere/at/all"), "cannot be used"),
    (("--to", "tgi", "--", "-m", "a"), "invalid choice"),
])  # fmt: skip
def test_wrong_use_is_a_sentence(run: Run, engine: Path, words: tuple[str, ...], part: str) -> None:
    said = run("export", "--engine", engine, *words)
    assert said.code == 2
    assert part in said.err


def test_attach_says_who_answers(run: Run) -> None:
    with attached_servers.attached("vllm") as url:
        said = run("attach", url)
    assert said.code == 0
    assert "vLLM 0.33.0 with Qwen/Qwen3-8B; speculation is on. On this computer: nothing leaves it." in said.out
    assert "vLLM takes a fixed share of the graphics memory" in said.out


def test_attach_asks_a_question_with_a_key_from_a_file(run: Run, tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_text("s3cret-word\n")
    with attached_servers.attached("vllm", key="s3cret-word", text="Four words of reply") as url:
        locked = run("attach", "--json", url)
        said = run("attach", "--json", "--key-file", key, "--ask", "Hello", url)
    assert locked.document["needs_key"] is True
    document = said.document
    assert (said.code, document["engine"], document["where"]) == (0, "vllm", "LOCAL")
    assert document["reply"]["text"] == "Four words of reply"
    assert document["reply"]["footer"]["acceptance"] == 0.5
    assert "s3cret-word" not in said.out + said.err


def test_attach_to_nobody_is_no(run: Run) -> None:
    with attached_servers.attached("page") as url:
        said = run("attach", url)
    assert (said.code, said.out) == (1, "")
    assert "is no engine that SpecDesk knows" in said.err
    assert json.dumps(said.err)


def test_a_refused_key_names_the_option_that_takes_it(run: Run, tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_text("wrong")
    with attached_servers.attached("vllm", key="right") as url:
        said = run("attach", "--key-file", key, "--ask", "Hello", url)
    step = " Put the key into a file and name the file with --key-file, or --against-key-file for the other address."
    assert said.err == f"The engine at {url} refuses the key. It wants another key, or one at all.{step}\n"


def test_attach_with_a_key_that_is_refused_has_no_table(run: Run, tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_text("wrong")
    with attached_servers.attached("vllm", key="right") as url:
        said = run("attach", "--key-file", key, url)
    assert "it refuses this key." in said.out
    assert "Why" not in said.out
