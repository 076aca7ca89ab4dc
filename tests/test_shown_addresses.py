"""An address may hold a password: no sentence, log, card, report or export shows it."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specdesk.chat import trouble
from specdesk.chat.attached import trouble as attached_trouble
from specdesk.chat.attached.probing import base_of
from specdesk.chat.client import EngineClient
from specdesk.errors import ChatError, SpecDeskError
from specdesk.secret_arguments import redacted, without_secrets
from specdesk.shown_address import shown_address

ROOT = Path(__file__).parent.parent / "specdesk"
SECRET = "geheim"
URL = f"http://{SECRET}-user:{SECRET}-pw@10.0.0.7:8000/way?token={SECRET}"
SHOWN = "http://10.0.0.7:8000/way"
FILLED: dict[str, Any] = {
    "url": URL, "target": URL, "status": 500, "seconds": 4.0, "engine": "vllm", "path": "/props", "why": "too much",
    "error": {"message": f"cannot reach {URL} as Authorization: Basic {SECRET}"},
    "body": f'{{"error": {{"message": "cannot reach {URL}"}}}}', "said": f"<p>Log in at {URL}", "text": f"x {URL}",
}  # fmt: skip
"""By the name of a parameter."""


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        (URL, SHOWN),
        ("u:pw@host:80", "host:80"),
        ("http://u:p/w@host:80/v1", "http://host:80/v1"),
        ("http://u:p?w@host", "http://host"),
        ("http://u:p#w@host/x", "http://host/x"),
        ("http://u:p@ss@host", "http://host"),
        ("http://host?mail=a@b", "http://host"),
        ("http://[::1]:8080/v1", "http://[::1]:8080/v1"),
        ("ftp://u:p@x", "ftp://x"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("127.0.0.1:8080/v1", "127.0.0.1:8080/v1"),
        ("  http://a b:c@d ", "http://d"),
        ("", ""),
    ],
)
def test_an_address_without_what_may_be_a_secret(address: str, shown: str) -> None:
    assert shown_address(address) == shown
    assert shown_address(shown) == shown


@settings(deadline=None, max_examples=100)
@given(
    st.text(alphabet="/?#@:\\ %&=+!é1", max_size=6),
    st.text(alphabet="/?#@:\\ %&=+!é1", max_size=6),
    st.sampled_from(["http://", "https://", "ftp://", ""]),
    st.sampled_from(["host:8000", "[::1]:80", "host"]),
)
def test_no_sign_in_a_password_lets_it_out(before: str, behind: str, scheme: str, host: str) -> None:
    """Also where it should have been written as %2F."""
    assert SECRET not in shown_address(f"{scheme}u:{before}{SECRET}{behind}@{host}/v1")


def test_a_question_belongs_to_one_request() -> None:
    assert base_of("http://host:8000/v1/chat/completions?api-version=1") == "http://host:8000"
    with pytest.raises(ChatError, match="“http://host”"):
        EngineClient(base_of(f"http://u:{SECRET}?w@host"))


def makers(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """Its functions that make an error."""
    for name, made in inspect.getmembers(module, inspect.isfunction):
        if made.__module__ == module.__name__ and not name.startswith("_"):
            yield name, made


@pytest.mark.parametrize("module", [trouble, attached_trouble])
def test_every_sentence_about_an_address(module: ModuleType) -> None:
    shown = 0
    for name, made in makers(module):
        wanted = inspect.signature(made).parameters
        unknown = [one for one, kind in wanted.items() if one not in FILLED and kind.default is kind.empty]
        if unknown:
            pytest.fail(f"{name}: say in FILLED what {unknown} are")
        error = made(**{one: FILLED[one] for one in wanted})
        if not isinstance(error, SpecDeskError):
            continue
        words = f"{error.what} {error.why} {error.next_step}"
        assert SECRET not in words, name
        shown += SHOWN in words
    assert shown >= 4


def formatted(tree: ast.AST) -> Iterator[tuple[ast.AST, ast.keyword]]:
    """Every `….format(url=…)`, with the function that it is in."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "format":
                    yield from ((function, word) for word in call.keywords if word.arg == "url")


def is_shown(function: ast.AST, word: ast.keyword) -> bool:
    """By the one function, at this place or above it."""
    if isinstance(word.value, ast.Name):
        above = [one for one in ast.walk(function) if isinstance(one, ast.Assign)]
        return any(
            word.value.id in ast.unparse(one.targets[0]) and "shown_address(" in ast.unparse(one) for one in above
        )
    return any(name in ast.unparse(word.value) for name in ("shown_address(", "address_of("))


def test_nothing_is_put_into_words_in_another_way() -> None:
    found, bare = 0, []
    named = [(path, text) for path in ROOT.rglob("*.py") if "url=" in (text := path.read_text("utf-8"))]
    for path, text in named:
        for function, word in formatted(ast.parse(text)):
            found += 1
            if not is_shown(function, word):
                bare.append(f"{path.name}: {ast.unparse(word)}")
    assert found > 10
    assert bare == []


def test_commands_that_are_given_away() -> None:
    words = ("--model-url", URL, f"--hf-file={URL}", "-m", "file:///models/a?b.gguf", "-hf", "a/b:Q4", "-ngl", "9")
    shown = (words[0], SHOWN, f"--hf-file={SHOWN}", *words[3:])
    assert without_secrets(words) == shown


def test_logs_hide_what_stands_before_a_host() -> None:
    line = redacted(f"others' traffic: GET {URL} failed; Authorization: Basic {SECRET} was sent")
    assert SECRET not in line
    assert SECRET not in redacted(f"http://u:p@{SECRET}@host/x")
    assert redacted("see a@b.nl:// and ?page=2") == "see a@b.nl:// and ?page=2"


def test_a_very_long_word_is_looked_at_once() -> None:
    """An engine may print a line of a megabyte; a look that begins anew at each letter would take hours."""
    word = "x" * 1_000_000
    assert redacted(word) == word
    assert redacted(f"{word}://user:pw@host") == f"{word}://[hidden]@host"
