"""What a fake engine generates: words as tokens, in verification passes, paced on an absolute schedule."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass

from fake_settings import Settings

PIECE = 6
FILLER = (
    "Speculative decoding lets a small draft model guess the next words, and the target checks the guess in one pass. "
)


def tokenize(text: str) -> list[str]:
    """Words with their leading blank, long words in pieces: close enough to a real tokenizer to look like one."""
    tokens: list[str] = []
    for word in re.findall(r"\s*\S+|\s+$", text):
        tokens.extend(word[at : at + PIECE] for at in range(0, len(word), PIECE))
    return tokens


@dataclass
class Token:
    """One emitted token and the figures of its reply so far (all tokens of one pass share them)."""

    text: str
    made: int
    decode_ms: float
    drafted: int
    accepted: int
    passes: int
    per_position: tuple[int, ...]
    reasoning: bool = False


def script(settings: Settings, prompt: str, limit: int) -> list[tuple[str, bool]]:
    """(token, is reasoning) of the whole reply: the scripted text, else the prompt said back, else filler."""
    text = settings.reply if settings.reply is not None else (prompt or FILLER)
    tokens = tokenize(text)
    if settings.reply is None:
        while len(tokens) < min(limit, settings.tokens):
            tokens += tokenize(" " + FILLER)
        tokens = tokens[: settings.tokens]
    thought = [(t, True) for t in tokenize(settings.reasoning or "")]
    return (thought + [(t, False) for t in tokens])[:limit]


def generate(settings: Settings, words: list[tuple[str, bool]], draft: int, start: float) -> Iterator[Token]:
    """Tokens at their time. The first comes out of prompt processing, so decode time starts behind it.

    A pass with d drafted tokens takes (1 + d * draft_cost) plain steps and keeps 0..d of them, then one more token.
    start: monotonic time at which the first token is due.
    """
    chance = random.Random(settings.seed)
    planned = iter(settings.passes)
    step = 1.0 / settings.speed if settings.speed > 0 else 0.0
    per_position = [0] * draft
    due, drafted, accepted, passes, at = start, 0, 0, 0, 0
    while at < len(words):
        kept = 0
        if at:
            room = len(words) - at - 1
            tried = min(draft, room)
            pair = next(planned, None) if draft else None
            if pair is not None:
                tried, kept = min(pair[0], room), min(pair[1], room)
            else:
                kept = next((i for i in range(tried) if chance.random() >= settings.acceptance), tried)
            due += step * (1 + tried * settings.draft_cost)
            drafted, accepted = drafted + tried, accepted + kept
            passes += 1 if tried else 0
            per_position = [n + (i < kept) for i, n in enumerate(per_position + [0] * (kept - len(per_position)))]
        _until(due)
        for text, thinking in words[at : at + kept + 1]:
            at += 1
            ms = (due - start) * 1000
            yield Token(text, at, ms, drafted, accepted, passes, tuple(per_position), thinking)


def _until(due: float) -> None:
    left = due - time.monotonic()
    if left > 0:
        time.sleep(left)


def timings(token: Token, prompt_n: int, cached: int, prompt_ms: float, old: bool) -> dict[str, float | None]:
    """`timings` of a reply after `token`. New builds leave the first token out of the rate; old ones do not."""
    counted = token.made if old else token.made - 1
    ms = token.decode_ms if token.decode_ms else (0.0 if old else 0.001)
    rate: float | None = counted / ms * 1000 if ms and counted else (None if old else 0.0)
    result: dict[str, float | None] = {} if old else {"cache_n": cached}
    result |= {
        "prompt_n": prompt_n,
        "prompt_ms": prompt_ms,
        "prompt_per_token_ms": prompt_ms / max(prompt_n, 1),
        "prompt_per_second": prompt_n / prompt_ms * 1000 if prompt_ms else 0.0,
        "predicted_n": token.made,
        "predicted_ms": ms,
        "predicted_per_token_ms": ms / counted if counted else 0.0,
        "predicted_per_second": rate,
    }
    if token.drafted:
        result |= {"draft_n": token.drafted, "draft_n_accepted": token.accepted}
    return result
