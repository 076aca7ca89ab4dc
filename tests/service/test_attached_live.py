"""A service attached to engines of other kinds: probed, talked to, counted, let go; keys are kept nowhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import attached_servers
import pytest
from gguf_files import Tensor, write_gguf
from service_stage import GREEDY, Stage

from specdesk.chat.attached.engine import Options
from specdesk.service.attached_events import EngineProbed, RepositoriesRead
from specdesk.service.events import OtherTraffic, Problem, ReplyDone, ReplyFailed, ServerWatched

Stages = Callable[..., Stage]
TEXT = "Eight words that are said by another engine"

pytestmark = pytest.mark.usefixtures("attached_fakes_end")


def test_vllm_is_attached_talked_to_and_counted(stage: Stages, specdesk_home: Path) -> None:
    desk = stage()
    with attached_servers.attached("vllm", text=TEXT, key="s3cret-key") as url:
        desk.service.probe_engine(1, url, "s3cret-key")
        probed = desk.wait(EngineProbed)
        assert probed.probed is not None
        assert (probed.number, probed.probed.identity.engine) == (1, "vllm")
        desk.service.watch_server(url, "s3cret-key")
        watched = desk.wait(ServerWatched)
        assert watched.words == f"Qwen/Qwen3-8B (vLLM) at {url}"
        assert (watched.speculative, watched.context) == (True, 8192)
        desk.service.send("Say something.", GREEDY, 64)
        done = desk.wait(ReplyDone)
        assert done.message.text == TEXT
        footer = done.message.footer
        assert footer is not None
        assert (footer.tokens, footer.drafted, footer.accepted, footer.acceptance) == (8, 4, 2, 0.5)
        assert footer.build == "vLLM 0.33.0"
        assert "50 % of guesses used" in done.words
        desk.service.unwatch_server()
        assert desk.wait(ServerWatched).url is None
    desk.service.close()
    kept = [path for path in specdesk_home.rglob("*") if path.is_file() and b"s3cret-key" in path.read_bytes()]
    assert kept == []


@pytest.mark.parametrize(("engine", "tells"), [("ollama", False), ("vllm", True)])
def test_whether_others_can_be_seen_is_told_with_them(stage: Stages, engine: str, tells: bool) -> None:
    desk = stage()
    with attached_servers.attached(engine, text=TEXT) as url:
        desk.service.watch_server(url, None)
        assert desk.wait(OtherTraffic).tells is tells


def test_ollama_is_asked_without_guesses_when_the_user_says_so(stage: Stages, tmp_path: Path) -> None:
    desk = stage()
    log = tmp_path / "asked"
    with attached_servers.attached("ollama", text=TEXT, log=str(log)) as url:
        desk.service.watch_server(url, None, Options(guesses=0))
        assert desk.wait(ServerWatched).speculative is False
        desk.service.send("Say something.", GREEDY, 64)
        done = desk.wait(ReplyDone)
        assert done.message.footer is not None
        assert done.message.footer.rate == 7.0
        assert '"draft_num_predict": 0' in log.read_text()
        assert "per step" not in done.words


def test_an_error_of_another_engine_keeps_what_it_said(stage: Stages) -> None:
    desk = stage()
    with attached_servers.attached("openai", text=TEXT, error_after=3) as url:
        desk.service.watch_server(url)
        desk.wait(ServerWatched)
        desk.service.send("Say something.", GREEDY, 64)
        failed = desk.wait(ReplyFailed)
    assert failed.message is not None
    assert failed.message.text == "Eight words that"
    assert "CUDA out of memory" in failed.why


def test_a_wrong_address_and_a_wrong_key_are_sentences(stage: Stages) -> None:
    desk = stage()
    with attached_servers.attached("page") as url:
        desk.service.probe_engine(7, url)
        probed = desk.wait(EngineProbed)
    assert (probed.number, probed.probed) == (7, None)
    assert "is no engine that SpecDesk knows" in probed.what
    with attached_servers.attached("vllm", key="right") as url:
        desk.service.watch_server(url, "wrong")
        problem = desk.wait(Problem)
    assert problem.what == f"The engine at {url} refuses the key."


def test_repositories_are_read_from_the_file(stage: Stages, tmp_path: Path) -> None:
    path = tmp_path / "a.gguf"
    metadata = {
        "general.architecture": "llama",
        "general.base_model.0.repo_url": "https://huggingface.co/Qwen/Qwen3-8B",
    }
    write_gguf(path, metadata, [Tensor("a.weight", "f32", [4])])
    desk = stage()
    desk.service.read_repositories(str(path))
    read = desk.wait(RepositoriesRead)
    assert [(one.id, one.base) for one in read.repositories] == [("Qwen/Qwen3-8B", True)]
    desk.service.read_repositories(str(tmp_path / "missing.gguf"))
    assert desk.wait(RepositoriesRead).repositories == ()
