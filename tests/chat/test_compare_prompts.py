"""Prompts to compare with: the project's own, a chat's, and files in every condition."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from specdesk.chat.compare_prompts import (
    MOST_BYTES,
    MOST_PROMPTS,
    WARM_UP_TEXT,
    chat_prompts,
    conversation_of,
    kinds,
    own_prompts,
    prompts_in,
    read_prompt_file,
)
from specdesk.chat.conversation import Conversation, append, request_body, with_system
from specdesk.errors import FileFormatError
from specdesk.measure.protocol import Pace, schedule
from specdesk.records.plan import Sampling

KINDS = ("code", "rewrite", "extract", "factual", "reasoning", "creative")
ENGLISH = own_prompts(("en",))
ALL = own_prompts()


def test_there_are_four_of_each_of_six_kinds_and_half_have_a_twin() -> None:
    assert len(ENGLISH) == 24
    assert kinds(ENGLISH) == KINDS
    assert all(sum(prompt.kind == kind for prompt in ENGLISH) == 4 for kind in KINDS)
    dutch = own_prompts(("nl",))
    assert all(sum(prompt.kind == kind for prompt in dutch) == 2 for kind in KINDS)
    assert {prompt.twin for prompt in dutch} <= {prompt.id for prompt in ENGLISH}
    assert {prompt.language for prompt in dutch} == {"nl"}
    assert len({prompt.id for prompt in ALL}) == 36
    assert len({prompt.text for prompt in ALL} | {WARM_UP_TEXT}) == 37


def test_any_beginning_is_spread_over_kinds_and_languages() -> None:
    assert [prompt.kind for prompt in ENGLISH[:6]] == list(KINDS)
    assert [(prompt.kind, prompt.language) for prompt in ALL[:12]] == [
        *((kind, "en") for kind in KINDS),
        *((kind, "nl") for kind in KINDS),
    ]
    quick = schedule(ALL, 60.0, Pace(rate=50.0), quick=True)
    assert len({prompt.task for prompt in quick.prompts}) == 12, "no task is asked twice"
    assert Counter(prompt.task for prompt in ALL).total() == 36
    assert len({prompt.task for prompt in ALL}) == 24
    assert [prompt.id for prompt in ENGLISH[6:12]] == [prompt.task for prompt in ALL[6:12]]


def test_the_tasks_of_the_guides_are_among_them() -> None:
    texts = {prompt.id: prompt.text for prompt in ENGLISH}
    assert "`TTLCache`" in texts["code-ttl-cache"]
    assert "JSON file" in texts["code-json-script"]
    assert "attention" in texts["factual-attention"]


def test_prompts_ask_for_a_reply_that_is_long_enough_and_not_for_ever() -> None:
    for prompt in ALL:
        assert 200 <= len(prompt.text) <= 1600, prompt.id
        assert prompt.text == prompt.text.strip()


def test_a_rewriting_prompt_has_its_code_and_twins_share_it() -> None:
    blocks = {p.id: re.findall(r"```\w+\n(.*?)```", p.text, re.DOTALL) for p in ALL if p.kind == "rewrite"}
    assert all(len(found) == 1 and len(found[0].splitlines()) >= 15 for found in blocks.values())
    assert blocks["rewrite-names.nl"] == blocks["rewrite-names"]
    assert blocks["rewrite-logging.nl"] == blocks["rewrite-logging"]


def test_dutch_twins_are_dutch() -> None:
    for prompt in own_prompts(("nl",)):
        words = re.findall(r"[a-z]+", re.sub(r"```.*?```", "", prompt.text, flags=re.DOTALL).lower())
        assert sum(word in {"de", "het", "een", "en", "van", "die", "dat", "op", "in"} for word in words) >= 6, (
            prompt.id
        )
        assert not {"the", "and", "with"} & set(words), prompt.id


def test_the_chat_that_is_sent() -> None:
    body = request_body(conversation_of(ENGLISH[0]), Sampling(temperature=0.0))
    assert body["messages"] == [{"role": "user", "content": ENGLISH[0].text}]


def test_a_chat_gives_each_question_with_what_came_before() -> None:
    chat = with_system(Conversation(), "Be brief.")
    for role, text in (("user", "Hello?"), ("assistant", "Hi."), ("user", "And now?"), ("assistant", "")):
        chat = append(chat, role, text)
    first, second = chat_prompts(chat)
    assert (first.id, first.kind, first.history) == ("chat-1", "chat", ())
    assert (second.text, second.history) == ("And now?", (("user", "Hello?"), ("assistant", "Hi.")))
    body = request_body(conversation_of(second), Sampling())
    assert [message["content"] for message in body["messages"]] == ["Be brief.", "Hello?", "Hi.", "And now?"]
    assert chat_prompts(Conversation()) == ()


def test_a_prompt_a_line() -> None:
    found = prompts_in("First\r\n\n  Second one \rFirst\nÀ la carte".encode(), "own.txt")
    assert [(prompt.id, prompt.text) for prompt in found] == [
        ("own-1", "First"),
        ("own-2", "Second one"),
        ("own-3", "À la carte"),
    ]
    assert {prompt.kind for prompt in found} == {"own"}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_what_windows_editors_write_is_read(encoding: str) -> None:
    assert [prompt.text for prompt in prompts_in("Één\nTwee".encode(encoding), "own.txt")] == ["Één", "Twee"]


def test_json_lines_of_the_usual_sets() -> None:
    lines = [
        {"prompt": "One", "kind": "code", "language": "NL-nl"},
        {"text": "Two\nlines \u2028 here"},
        {"question_id": 81, "category": "writing", "turns": ["Three", "Three again"]},
        {"task_id": "x", "prompt": "  ", "question": "Four"},
        {"messages": [{"role": "user", "content": "no"}, {"role": "assistant"}, {"role": "user", "content": "Five"}]},
        {"instruction": "Six", "kind": 7},
    ]
    content = "\n".join(json.dumps(line, ensure_ascii=False) for line in lines).encode()
    found = prompts_in(content, "set.jsonl")
    assert [prompt.text for prompt in found] == ["One", "Two\nlines \u2028 here", "Three", "Four", "Five", "Six"]
    assert [prompt.kind for prompt in found] == ["code", "own", "writing", "own", "own", "own"]
    assert found[0].language == "nl"
    assert [prompt.id for prompt in found] == [f"own-{number}" for number in range(1, 7)]


@pytest.mark.parametrize(
    ("content", "what", "why"),
    [
        (b"", "own.txt has no prompts.", "The file is empty."),
        (b" \n\r\n\t\n", "own.txt has no prompts.", "The file is empty."),
        (b"GGUF\x03\x00\x00\x00", "own.txt is not a text file.", "It holds bytes that no text has."),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "own.txt is not a text file.", "It holds bytes that no text has."),
        ("één\ntwee\ndrieën".encode("latin-1"), "own.txt is not encoded as UTF-8.", "Line 1 cannot be read."),
        (b"one\ntwo\n\xff three", "own.txt is not encoded as UTF-8.", "Line 3 cannot be read."),
        (b"\xff\xfea\x00\x00\xd8", "own.txt is not encoded as UTF-8.", "Line 1 cannot be read."),
        (
            b"x" * (MOST_BYTES + 1),
            "own.txt is too big to be a list of prompts.",
            "It is larger than 4 MiB.",
        ),
        (b'{"prompt": "a"}\nhello', "Line 2 of own.txt is not JSON.", "The first line is, so all of them have to be."),
        (b'{"prompt": "a"}\n\n[1]', "Line 3 of own.txt is not JSON.", "The first line is, so all of them have to be."),
        (
            b'{"prompt": 3}',
            "Line 1 of own.txt has no prompt.",
            "It has no field “prompt” with text.",
        ),
        (b'{"turns": [{"a": 1}], "messages": "x"}', "Line 1 of own.txt has no prompt.", None),
        (b'{"messages": []}', "Line 1 of own.txt has no prompt.", None),
        (
            "\n".join(map(str, range(MOST_PROMPTS + 1))).encode(),
            "own.txt has more than 1000 prompts.",
            "",
        ),
    ],
)
def test_a_bad_file_is_refused_in_sentences(tmp_path: Path, content: bytes, what: str, why: str | None) -> None:
    path = tmp_path / "own.txt"
    path.write_bytes(content)
    with pytest.raises(FileFormatError) as caught:
        read_prompt_file(path)
    assert caught.value.what == what
    assert why is None or caught.value.why == why
    assert caught.value.next_step


def test_a_file_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(FileFormatError, match=r"The prompts in gone\.txt cannot be read"):
        read_prompt_file(tmp_path / "gone.txt")
    with pytest.raises(FileFormatError, match="cannot be read"):
        read_prompt_file(tmp_path)


def test_half_a_surrogate_does_no_harm() -> None:
    (prompt,) = prompts_in(b'{"prompt": "half \\ud83d end"}', "own.jsonl")
    assert prompt.text == "half \ufffd end"
