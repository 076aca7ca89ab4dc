"""Who answers at an address: each engine by its own signs, and everything else that an address may turn out to be."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from attached_servers import attached
from hypothesis import given, settings
from hypothesis import strategies as st
from servers import NEW_ARGS, started

from specdesk.chat.attached.engine import Options
from specdesk.chat.attached.identity import Capability, Identity, Probed, place_of
from specdesk.chat.attached.probing import base_of, probe
from specdesk.chat.attached.table import ENGINES, engine_named
from specdesk.engines.adapters.forms import form_named
from specdesk.errors import ChatError


def found(url: str, key: str | None = None) -> Probed:
    """The probe's answer."""
    return asyncio.run(probe(url, key))


def capabilities(probed: Probed) -> dict[str, Capability]:
    """By name."""
    return {capability.name: capability for capability in probed.identity.capabilities}


@pytest.mark.parametrize(
    ("kind", "engine", "model", "speculation"),
    [
        ("vllm", "vllm", "Qwen/Qwen3-8B", True),
        ("ollama", "ollama", "qwen3:8b", True),
        ("lm-studio", "lm-studio", "qwen3-8b", None),
        ("openai", "openai", "some-model", None),
    ],
)
def test_each_engine_is_recognised(kind: str, engine: str, model: str, speculation: bool | None) -> None:
    with attached(kind) as url:
        probed = found(url)
    assert (probed.identity.engine, probed.identity.model) == (engine, model)
    assert probed.identity.speculation is speculation
    assert (probed.where, probed.identity.url) == ("LOCAL", url)
    assert "On this computer: nothing leaves it." in probed.words
    assert all(capability.why.endswith(".") for capability in probed.identity.capabilities)
    assert {capability.name for capability in probed.identity.capabilities} == {
        "rate", "acceptance", "per-position", "tokens-per-pass", "memory", "switch", "start",
    }  # fmt: skip


def test_a_llama_server_is_recognised(fake_llama: Callable[..., Path]) -> None:
    with started(fake_llama(speed=0), *NEW_ARGS, "-c", "4096") as url:
        probed = found(url)
    identity = probed.identity
    assert probed.words.startswith("llama-server (build unknown) with ")
    assert (identity.engine, identity.speculation, identity.slots) == ("llama-server", True, 1)
    assert identity.speculation_why == "It says so itself, in /slots."


def test_words_name_version_model_and_speculation() -> None:
    with attached("vllm", speculating=False) as url:
        probed = found(url)
    assert probed.words.startswith("vLLM 0.33.0 with Qwen/Qwen3-8B; speculation is off.")
    assert not capabilities(probed)["acceptance"].offered
    assert capabilities(probed)["acceptance"].why == "Speculation is off there."


def test_vllm_without_metrics_is_known_by_its_models() -> None:
    with attached("vllm", without=["/metrics"]) as url:
        probed = found(url)
    assert (probed.identity.engine, probed.identity.speculation) == ("vllm", None)
    assert capabilities(probed)["acceptance"].why == "It was started without /metrics."


@pytest.mark.parametrize("kind", ["vllm", "openai"])
def test_an_engine_that_wants_a_key_says_so_and_opens_with_it(kind: str) -> None:
    with attached(kind, key="open-sesame") as url:
        locked, opened, refused = found(url), found(url, "open-sesame"), found(url, "close-sesame")
    assert (locked.identity.engine, locked.identity.needs_key) == (kind, True)
    assert "it asks for a key" in locked.words
    assert "; it refuses this key. Check that it is the one the server was started with. On this " in refused.words
    assert (refused.identity.needs_key, refused.identity.capabilities) == (True, ())
    assert not opened.identity.needs_key
    assert opened.identity.model


def test_ollama_s_memory_and_setting_come_from_its_own_words() -> None:
    with attached("ollama", modelfile="FROM x\nPARAMETER draft_num_predict 0\n") as url:
        identity = found(url).identity
    assert identity.speculation is False
    assert identity.speculation_why == "Its Modelfile sets draft_num_predict 0."
    assert [(model.size_mib, model.gpu_mib, model.context) for model in identity.loaded] == [(5120.0, 4096.0, 4096)]


def test_a_cloud_model_behind_a_local_address_is_remote() -> None:
    with attached("ollama", remote=True) as url:
        probed = found(url)
    assert probed.where == "REMOTE"
    assert "your text is sent there by the engine" in probed.words


@pytest.mark.parametrize("missing", [["/api/ps"], ["/api/show"], ["/api/ps", "/api/show"]])
def test_ollama_of_every_age(missing: list[str]) -> None:
    with attached("ollama", without=missing) as url:
        identity = found(url).identity
    assert (identity.engine, identity.model) == ("ollama", "qwen3:8b")
    if "/api/show" in missing:
        assert identity.speculation is None


def test_an_engine_without_a_model_is_still_recognised() -> None:
    with attached("ollama", state=False) as url:
        probed = found(url)
    assert probed.identity.model is None
    assert "without a model" in probed.words


def test_a_web_page_is_no_engine() -> None:
    with attached("page") as url, pytest.raises(ChatError) as error:
        found(url)
    assert "is no engine that SpecDesk knows" in error.value.what
    assert "<!doctype html>" in error.value.why


def test_a_redirect_is_told_and_not_followed() -> None:
    with attached("redirect") as url, pytest.raises(ChatError) as error:
        found(url, "my-key")
    assert "https://elsewhere.example/v1" in error.value.why
    assert "does not follow" in error.value.why


def test_nobody_is_a_sentence() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
        with pytest.raises(ChatError) as error:
            found(url)
    assert error.value.what == f"No engine answers at {url}."
    assert "Press Start" not in str(error.value)


@pytest.mark.parametrize("address", ["", "not an address at all", "ftp://127.0.0.1:80", "http://", "127.0.0.1:999999"])
def test_what_is_no_address_is_a_sentence(address: str) -> None:
    with pytest.raises(ChatError, match=r"cannot be used as an address|No engine answers"):
        found(address)


@pytest.mark.parametrize(("pasted", "base"), [
    ("127.0.0.1:8000", "http://127.0.0.1:8000"),
    (" http://localhost:11434/ ", "http://localhost:11434"),
    ("http://h:1/v1", "http://h:1"),
    ("http://h:1/v1/chat/completions", "http://h:1"),
    ("http://h:1/api/v0", "http://h:1"),
    ("https://h/llm/v1/", "https://h/llm"),
])  # fmt: skip
def test_what_people_paste_as_an_address(pasted: str, base: str) -> None:
    assert base_of(pasted) == base


@pytest.mark.parametrize(("addresses", "place"), [
    (["127.0.0.1"], "LOCAL"), (["::1"], "LOCAL"), (["::ffff:127.0.0.1"], "LOCAL"), (["192.168.1.4"], "LAN"),
    (["fe80::1%eth0"], "LAN"), (["100.64.3.2"], "LAN"), (["10.0.0.1", "127.0.0.1"], "LAN"), (["8.8.8.8"], "REMOTE"),
    (["127.0.0.1", "2606:4700::1"], "REMOTE"), ([], "REMOTE"), (["nonsense"], "REMOTE"),
])  # fmt: skip
def test_where_an_address_is(addresses: list[str], place: str) -> None:
    assert place_of(addresses) == place


@settings(deadline=None, max_examples=100)
@given(st.lists(st.ip_addresses().map(str), min_size=1))
def test_the_farthest_address_counts(addresses: list[str]) -> None:
    places = {place_of([address]) for address in addresses}
    farthest = "REMOTE" if "REMOTE" in places else "LAN" if "LAN" in places else "LOCAL"
    assert place_of(addresses) == farthest


def test_every_engine_of_the_table_names_forms_that_exist() -> None:
    for engine in ENGINES:
        assert engine_named(engine.name) is engine
        assert [form_named(key).key for key in engine.forms] == list(engine.forms)


def test_a_router_is_told_which_model_is_meant() -> None:
    router = Identity(engine="llama-server", url="http://127.0.0.1:1", model="a", models=("a", "b"))

    async def body(identity: Identity, options: Options) -> object:
        client = engine_named("llama-server").client(identity, None, options)
        written = client.body_for({"messages": []})
        await client.aclose()
        return written

    assert asyncio.run(body(router, Options(model="b"))) == {"messages": [], "model": "b"}
    alone = Identity(engine="llama-server", url="http://127.0.0.1:1", model="a", models=("a",))
    assert asyncio.run(body(alone, Options(model="a"))) == {"messages": []}
