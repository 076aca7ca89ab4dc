"""A chat with everything in it, and a clock, for the tests of chats on disk."""

from __future__ import annotations

from specdesk.chat.conversation import ChatSettings, Conversation, Message, ReplyFooter, append, put, with_system
from specdesk.chat.guesses import Span
from specdesk.records.plan import Sampling
from specdesk.records.sample import Sample


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


FOOTER = ReplyFooter(rate=56.0, ttft_ms=400.0, tokens=3, acceptance=0.5, drafted=4, accepted=2, speculating=True)
ANSWER = Message(
    id=2,
    role="assistant",
    text="Ja, één 😀",
    reasoning="Hm",
    footer=FOOTER,
    spans=(Span("Ja,", False), Span(" één 😀", True)),
    samples=(Sample(t=1.0, tokens=1), Sample(t=2.0, tokens=3, drafted=4, accepted=2, per_position=(1, 1))),
)


def chat(question: str = "Is dit één?") -> Conversation:
    conversation = append(with_system(Conversation(), "Kort."), "user", question)
    settings = ChatSettings(sampling=Sampling(temperature=0.3), reply_limit=99, thinking=False)
    return put(Conversation(**{**_fields(conversation), "settings": settings}), ANSWER)


def _fields(conversation: Conversation) -> dict[str, object]:
    return {name: getattr(conversation, name) for name in conversation.__struct_fields__}
