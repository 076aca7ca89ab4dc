from __future__ import annotations

import json

import pytest
from chat_streams import CAPTURES
from hypothesis import given
from hypothesis import strategies as st

from specdesk.chat.trouble import (
    ContextExceededError,
    KeyRefusedError,
    PassingError,
    StillLoadingError,
    error_of,
    refused,
)
from specdesk.errors import ChatError

URL = "http://127.0.0.1:8080"


@pytest.mark.parametrize("name", ["b10068.ngram", "b11434.draft", "b11434.baseline"])
def test_recorded_overflow_names_both_numbers(name: str) -> None:
    status, text = (CAPTURES / f"{name}.overflow.txt").read_text("utf-8").split(" ", 1)
    error = refused(int(status), text, URL)
    assert isinstance(error, ContextExceededError)
    assert (error.prompt_tokens, error.context) == (5031, 2048)
    assert str(error) == (
        "This chat is too long for the context. It has 5,031 tokens and the context holds 2,048. "
        "Ask something shorter, or start the server with a larger context."
    )


@pytest.mark.parametrize(
    "message",
    [
        "the request exceeds the available context size. try increasing the context size or enable context shift",
        "input is larger than the max context size. skipping",
    ],
)
def test_overflow_in_the_words_of_old_builds(message: str) -> None:
    error = error_of({"code": 400, "message": message, "type": "invalid_request_error"}, URL)
    assert isinstance(error, ContextExceededError)
    assert error.why == "The engine does not say by how much."


def body(code: int, message: str) -> str:
    return json.dumps({"error": {"code": code, "message": message, "type": "some_error"}})


KEY = f"The engine at {URL} refuses the key."
LOADING = "The engine is still loading its model."
TEMPLATE = "The model's chat template failed."
BATCH = "The engine could not check the draft's guesses."


@pytest.mark.parametrize(
    ("status", "text", "kind", "what"),
    [
        (401, body(401, "Invalid API Key"), KeyRefusedError, KEY),
        (403, "", KeyRefusedError, KEY),
        (503, body(503, "Loading model"), StillLoadingError, LOADING),
        (503, "<html>", StillLoadingError, LOADING),
        (404, "Not Found", ChatError, f"What answers at {URL} is not a llama-server."),
        (500, body(500, "failed to process speculative batch"), ChatError, BATCH),
        (500, body(500, "Jinja Exception: roles must alternate"), ChatError, TEMPLATE),
        (500, body(500, "boom"), PassingError, "The engine refused the request (HTTP 500)."),
        (502, "Bad\nGateway", PassingError, "The engine refused the request (HTTP 502)."),
        (200, '{"error":"text only"}', ChatError, "The engine refused the request (HTTP 200)."),
    ],
)
def test_answers_with_an_error(status: int, text: str, kind: type[ChatError], what: str) -> None:
    error = refused(status, text, URL)
    assert type(error) is kind
    assert error.what == what
    assert error.next_step.endswith(".")


def test_the_engines_own_words_are_quoted_within_reason() -> None:
    assert refused(500, '{"error":{"message":"x is\\n bad"}}', URL).why == "It says: x is bad."
    long = refused(500, json.dumps({"error": {"message": "y" * 5000}}), URL).why
    assert long == "It says: " + "y" * 300 + "…"
    assert refused(500, "", URL).why == "It gives no reason."


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["code", "message", "type", "n_ctx", "n_prompt_tokens"]), inner, max_size=4)
    ),
    max_leaves=6,
)


@given(st.integers(100, 599), json_values)
def test_any_error_becomes_sentences(status: int, value: object) -> None:
    for error in (refused(status, json.dumps({"error": value}), URL), error_of(value, URL)):
        assert error.what.endswith(".")
        assert error.next_step.endswith(".")


def test_an_error_within_a_stream_brings_its_own_status() -> None:
    assert type(error_of({"code": 503, "message": "Loading model"}, URL)) is StillLoadingError
    assert type(error_of({"code": 401, "message": "no"}, URL)) is KeyRefusedError
    assert error_of({"code": 500, "message": "boom"}, URL).what == "The engine refused the request (HTTP 500)."
    assert error_of({"message": "boom"}, URL).what == "The engine refused the request."
