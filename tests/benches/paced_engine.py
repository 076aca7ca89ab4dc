"""A fake llama-server of about 200 tokens/s with guesses, and settings that start it: for the benches of the window."""

from __future__ import annotations

from pathlib import Path

from fakes.fake_install import install_fake
from shapes import write_shape

from specdesk.chat.conversation import Conversation, Message
from specdesk.settings import Settings, TargetMemory

DRAFT, ACCEPTANCE, COST = 3, 0.7, 0.05
PER_PASS = 1 + sum(ACCEPTANCE**n for n in range(1, DRAFT + 1))
SPEED = 200 * (1 + DRAFT * COST) / PER_PASS
"""Plain tokens/s with which passes of so many guesses make 200 tokens/s."""

LETTERS = 4
"""In a token, about."""

ANSWER = """## How guessing ahead works

A small **draft** proposes the next words and the target checks all of them in *one* pass; see `verify` below. What is
kept costs almost nothing, what is thrown away costs a little, and that is the whole trade.

```python
def verify(target, guesses):
    kept = []
    for guess in guesses:
        if target.likeliest(kept) != guess:
            break
        kept.append(guess)
    return kept + [target.likeliest(kept)]
```

1. Guess a few words.
2. Check them together.
3. Keep the ones that agree, and **one more**.

"""


def write_engine(folder: Path, times: int = 1, **more: object) -> Path:
    """The executable; every reply is Markdown, as long as the reply limit. times: as fast as 200 tokens/s."""
    paced = {"speed": SPEED * times, "draft": DRAFT, "acceptance": ACCEPTANCE, "draft_cost": COST}
    return install_fake(folder / "engine", reply=ANSWER * 100, **paced, **more)


def long_chat(tokens: int) -> Conversation:
    """A chat with answers of about that many tokens in all."""
    answer = ANSWER * 10
    each = len(answer) / LETTERS
    asked = [Message(id=2 * turn + 1, role="user", text=f"Question {turn}") for turn in range(round(tokens / each))]
    answered = [Message(id=one.id + 1, role="assistant", text=answer) for one in asked]
    messages = tuple(one for pair in zip(asked, answered, strict=True) for one in pair)
    return Conversation(title="Long", messages=messages, next_id=messages[-1].id + 1)


def settings_for(engine: Path, folder: Path, tokens: int, context: int = 32768) -> Settings:
    """Settings whose Start runs `engine` with n-gram guesses, and whose replies have that many tokens."""
    target = str(write_shape(folder, "qwen25_05b.gguf"))
    memory = TargetMemory(method="ngram", context=context)
    return Settings(target=target, engine=str(engine), targets={target: memory}, reply_limit=tokens)
