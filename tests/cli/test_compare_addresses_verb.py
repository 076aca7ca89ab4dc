"""`specdesk compare --address`, with engines that run already."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import attached_servers
import pytest
from chat.servers import DRAFT, PLAIN, started
from cli_stage import Said

Run = Callable[..., Said]
Fakes = Callable[..., Path]

pytestmark = pytest.mark.usefixtures("attached_fakes_end")


@pytest.fixture
def asked(tmp_path: Path) -> str:
    path = tmp_path / "prompts.txt"
    path.write_text("Tell me about tea.\nTell me about rain.\nTell me about wind.\n")
    return str(path)


def test_two_addresses(run: Run, fake_llama: Fakes, asked: str, tmp_path: Path) -> None:
    fake, key = fake_llama(speed=1500, acceptance=0.9, draft_cost=0.05), tmp_path / "key"
    key.write_text("sesame\n")
    options = ("--quick", "--prompts", asked, "--json")
    with started(fake, *PLAIN, "--api-key", "sesame") as a, started(fake, *DRAFT) as b:
        done = run("compare", "--address", b, "--against-address", a, "--against-key-file", key, *options)
    assert done.code == 0, done.err
    found = done.document
    assert (found["verdict"], found["prompts"], found["partial"], found["drift"]) == ("faster", 3, False, None)
    assert found["speedup"]["estimate"] == pytest.approx(3.307, abs=0.01)
    assert [arm["argv"] for arm in found["arms"]] == [[], []]
    assert found["headline"] == "This address is 3.3 times as fast as the other address."
    assert "other people's questions" in found["notes"][0]
    assert "sesame" not in done.out + done.err
    assert "up to about 2 minutes" in done.err


def test_one_address_that_switches(run: Run, asked: str) -> None:
    with attached_servers.attached("ollama", text=attached_servers.FORTY_WORDS) as url:
        done = run("compare", "--address", url, "--guesses", "4", "--quick", "--prompts", asked)
    assert done.code == 0, done.err
    assert done.out.startswith("No clear difference (1.00 to 1.00): either is fine.")
    assert "One server answered both ways" in done.out
    with attached_servers.attached("openai", text=attached_servers.FORTY_WORDS) as url:
        refused = run("compare", "--address", url, "--quick", "--prompts", asked)
    assert (refused.code, refused.out) == (2, "")
    assert "OpenAI-compatible server takes no speculation per question." in refused.err
    with attached_servers.attached("lm-studio", text=attached_servers.FORTY_WORDS) as url:
        refused = run("compare", "--address", url, "--quick", "--prompts", asked)
    assert "LM Studio takes no number of guesses with a question, but a draft model. Name the draft" in refused.err
    with attached_servers.attached("ollama", text=attached_servers.FORTY_WORDS) as url:
        refused = run("compare", "--address", url, "--draft-model", "d", "--quick", "--prompts", asked)
    assert "Ollama takes no draft model with a question, but a number of guesses. Say how many" in refused.err


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--address", "http://127.0.0.1:9", "--against-address", "http://127.0.0.1:10"], 3, "No engine answers at"),
        (["--address", "ftp://x", "--against-address", "http://127.0.0.1:10"], 2, "ftp://x"),
        (["--against-address", "http://127.0.0.1:9"], 2, "--against-address needs --address"),
        (["--address", "http://127.0.0.1:9", "--against-model", "m"], 2, "--against-model needs --against-address"),
        (["--address", "http://127.0.0.1:9", "--against-key-file", "k"], 2, "--against-key-file needs --against-addr"),
        (["--guesses", "4"], 2, "--guesses needs --address"),
        (["--address", "http://127.0.0.1:9", "--guesses", "0"], 2, "a whole number above 0"),
        (["--address", "http://127.0.0.1:9", "--people"], 2, "it goes without ARGS"),
        (["--address", "http://127.0.0.1:9", "--control"], 2, "it goes without ARGS"),
        (["--address", "http://127.0.0.1:9", "--exact-cost"], 2, "it goes without ARGS"),
        (["--address", "http://127.0.0.1:9", "--", "-m", "t.gguf"], 2, "it goes without ARGS"),
    ],
)
def test_wrong_use(words: list[str], code: int, said: str, run: Run, asked: str) -> None:
    before, after = (words, []) if "--" not in words else (words[: words.index("--")], words[words.index("--") :])
    done = run("compare", "--prompts", asked, *before, *after)
    assert (done.code, done.out) == (code, "")
    assert said in done.err
