"""The likeliest words at each place, in the form that llama-server and vLLM share with OpenAI."""

from __future__ import annotations

from typing import Any


def probabilities(steps: list[Any]) -> list[dict[str, Any]]:
    """steps: [said, {word: natural logarithm of its probability}] for each place."""
    return [
        {
            "token": said, "logprob": top.get(said, -9999.0), "bytes": list(said.encode()),
            "top_logprobs": [
                {"token": word, "logprob": logprob, "bytes": list(word.encode())} for word, logprob in top.items()
            ],
        }
        for said, top in steps
    ]  # fmt: skip
