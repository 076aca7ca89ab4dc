"""What is said about chats and other people's engines comes out of the language in use, whole."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest

from specdesk import language
from specdesk.chat import trouble
from specdesk.chat.attached import trouble as attached_trouble
from specdesk.chat.attached.identity import PLACE_WORDS, EngineName, Identity, engine_words, identity_words
from specdesk.chat.attached.table import ENGINES
from specdesk.chat.compare_prompts import read_prompt_file
from specdesk.chat.conversation import Conversation, Message, ReplyFooter, edit, regenerate
from specdesk.chat.export import document, markdown
from specdesk.chat.reply import footer_words
from specdesk.chat.stream import SseParser
from specdesk.chat.unloading import unload
from specdesk.errors import SpecDeskError

FOOTER = ReplyFooter(
    rate=7.25, ttft_ms=400.0, tokens=212, tokens_per_pass=3.5, acceptance=0.62, drafted=90, finish_reason="length"
)


@pytest.fixture(autouse=True)
def _marked() -> Iterator[None]:
    language.speak(lambda context, text: f"«{text}»" if context == "Chat" else text, ",")
    yield
    language.speak(None)


def unspoken(sentences: Sequence[str]) -> list[str]:
    """What of them does not stand inside marks."""
    left = []
    for sentence in sentences:
        while (inner := re.sub(r"«[^«»]*»", "", sentence)) != sentence:
            sentence = inner
        left.append(sentence.strip(" ·"))
    return [rest for rest in left if rest]


def parts(error: SpecDeskError) -> list[str]:
    return [error.what, error.why, error.next_step]


def test_every_trouble() -> None:
    """Each function of both modules that makes an error is called with something for each of its arguments."""
    given = {
        "url": "http://x", "seconds": 60.0, "path": "/slots", "why": "«much»", "text": "{", "status": 500, "body": "",
        "error": {"message": "x"}, "engine": "vllm", "said": "<html>", "target": "http://y",
    }  # fmt: skip
    asked = [
        one
        for module in (trouble, attached_trouble)
        for name, one in inspect.getmembers(module, inspect.isfunction)
        if one.__module__ == module.__name__ and not name.startswith("_")
    ]
    assert len(asked) > 14
    for make in asked:
        error = make(**{name: given[name] for name in inspect.signature(make).parameters})
        assert unspoken(parts(error)) == [], make.__name__


@pytest.mark.parametrize("message", ["context size", "jinja", "speculative batch", "?"])
def test_what_an_engine_said_stands_inside_a_sentence(message: str) -> None:
    assert unspoken(parts(trouble.error_of({"message": message, "code": 500}, "http://x"))) == []
    counted = {"code": 400, "type": "exceed_context_size_error", "n_prompt_tokens": 5031, "n_ctx": 2048}
    assert trouble.error_of(counted, "http://x").why == "«It has 5.031 tokens and the context holds 2.048.»"


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"estimated": ("rate", "tokens", "passes"), "drafted": None},
        {"tokens": None, "rate": None},
        {"tokens": None, "rate": None, "ttft_ms": None, "finish_reason": "cancelled"},
        {"ttft_ms": 20.0, "tokens": 1, "finish_reason": "failed"},
        {"drafted": 0, "speculating": True},
        {"drafted": None, "speculating": True, "tokens_per_pass": None},
    ],
)
def test_footers(changes: dict[str, object]) -> None:
    said = footer_words(msgspec.structs.replace(FOOTER, **changes))
    assert said
    assert unspoken([said]) == []


def test_a_footer_with_figures_of_the_language() -> None:
    assert footer_words(FOOTER) == (
        "«7,2 tokens/s» · «first word 0,4 s» · «212 tokens» · «3,5 per step» · «62 % of guesses used» · "
        "«ended at a limit»"
    )


def test_a_chat_as_markdown_speaks_the_language_of_the_window() -> None:
    asked = Message(id=1, role="user", text="B")
    chat = Conversation(
        system="C", messages=(asked, Message(id=2, role="assistant", text="D", footer=FOOTER)), next_id=3
    )
    headings = [line for line in markdown(chat).splitlines() if line.startswith("#")]
    assert headings == ["# «Chat»", "## «System prompt»", "## «Question»", "## «Answer»"]
    assert "*«7,2 tokens/s» · «first word 0,4 s» · «212 tokens»" in markdown(chat)


def test_a_chat_for_programs_stays_as_it_is() -> None:
    chat = Conversation(title="A", messages=(Message(id=1, role="assistant", text="B", footer=FOOTER),), next_id=2)
    assert "«" not in document(chat)
    assert '"rate": 7.25' in document(chat)


def test_what_attached_engines_can_tell() -> None:
    for engine in ENGINES:
        for speculation in (True, False, None):
            identity = Identity(engine=engine.name, url="http://x", speculation=speculation)
            assert unspoken([one.why for one in engine.capabilities(identity)]) == [], engine.name
            assert unspoken([identity_words(identity)]) == []
    assert identity_words(Identity(engine="vllm", url="x", needs_key=True)) == "««vLLM»; it asks for a key.»"
    assert unspoken([language.translate("Chat", words) for words in PLACE_WORDS.values()]) == []
    name: EngineName = "openai"
    assert engine_words(name) == "«OpenAI-compatible server»"


def test_unloading_that_fails() -> None:
    with pytest.raises(SpecDeskError) as far:
        unload("ollama", {"OLLAMA_HOST": "192.0.2.1:11434"})
    with pytest.raises(SpecDeskError) as silent:
        unload("ollama", {"OLLAMA_HOST": "127.0.0.1:1"}, limit_s=2)
    assert unspoken([*parts(far.value), *parts(silent.value)]) == []


def test_files_of_prompts_and_messages_that_are_gone(tmp_path: Path) -> None:
    written = {"empty": b"", "binary": b"a\x00b", "latin": b"\xe9t\xe9", "cut": b'{"prompt": "a"}\nb',
               "none": b'{"a": 1}', "many": b"\n".join(b"%d" % n for n in range(3000))}  # fmt: skip
    for name, content in written.items():
        (tmp_path / name).write_bytes(content)
    for name in (*written, "missing"):
        with pytest.raises(SpecDeskError) as error:
            read_prompt_file(tmp_path / name)
        assert unspoken([part for part in parts(error.value) if "No such file" not in part]) == [], name
    for ask in (lambda: edit(Conversation(), 1, "x"), lambda: regenerate(Conversation(), 1)):
        with pytest.raises(SpecDeskError) as gone:
            ask()
        assert unspoken(parts(gone.value)) == []


def test_a_stream_that_is_cut() -> None:
    found = SseParser(max_event_bytes=10).feed(b"data: " + b"x" * 20 + b"\n\n")
    assert [event.text for event in found] == ["«one event is longer than 10 bytes»"]
