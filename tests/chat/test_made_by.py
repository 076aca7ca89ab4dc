"""What made a reply: in words, kept with it, and as it may be given away."""

from __future__ import annotations

import json

import msgspec

from specdesk.chat.conversation import Conversation, Message, ReplyFooter
from specdesk.chat.export import document
from specdesk.chat.made_by import MadeBy, made_by_words, shareable
from specdesk.records.plan import LaunchPlan, ModelPlacement, Sampling

PLAN = LaunchPlan(
    target="/home/ann/models/T.gguf", draft="C:\\models\\D.gguf", methods=("draft-simple",), draft_max=4, p_min=0.6,
    context=8192, slots=1, place=ModelPlacement(layers="all", cache_k="q8_0", cache_v="q8_0"),
    draft_place=ModelPlacement(layers=99), extra=("--hf-token", "hf_secret"),
)  # fmt: skip
MADE = MadeBy(plan=PLAN, engine="/opt/ann/llama-server", sampling=Sampling(temperature=0.7, top_p=0.95, seed=42))


def test_what_was_set_in_words() -> None:
    assert made_by_words(MADE) == (
        "context 8,192 · draft length 4 · p-min 0.6 · layers all · KV cache q8_0/q8_0 · draft's layers 99 · slots 1"
        " · temperature 0.7 · top-p 0.95 · seed 42"
    )
    plain = msgspec.structs.replace(PLAN, methods=("none",), slots=None, place=ModelPlacement(), context=None)
    assert made_by_words(MadeBy(plan=plain)) == "", "what does not count without a draft is not said"
    assert made_by_words(MadeBy(sampling=Sampling(temperature=0.0))) == "temperature 0"


def test_two_runs_of_one_pair_can_be_told_apart_in_the_file_that_is_given_away() -> None:
    other = msgspec.structs.replace(MADE, plan=msgspec.structs.replace(PLAN, p_min=0.9))
    chat = Conversation(
        messages=tuple(
            Message(id=number, role="assistant", text="Hi", footer=ReplyFooter(setup="T + D, length 4", made_by=made))
            for number, made in enumerate((MADE, other))
        )
    )
    text = document(chat)
    first, second = (message["footer"]["made_by"] for message in json.loads(text)["chat"]["messages"])
    assert (first["plan"]["p_min"], second["plan"]["p_min"]) == (0.6, 0.9)
    assert (first["plan"]["target"], first["plan"]["draft"], first["engine"]) == ("T.gguf", "D.gguf", "llama-server")
    assert first["sampling"] == {"temperature": 0.7, "top_p": 0.95, "seed": 42}
    assert not [secret for secret in ("ann", "hf_secret", "models") if secret in text]


def test_nothing_of_the_machine_is_given_away() -> None:
    extra = (
        *("--lora", "/home/jan/private affairs/l.gguf", "--api-key-file", "/home/jan/keys/k.txt"),
        *("--api-key", "top-secret", "--chat-template", "You are {{ name }}, be kind", "--alias", "jans-own"),
        *("--lora-scaled", "D:\\Jan\\s.gguf:0.5", "--slot-save-path=/home/jan/slots", "--prio", "2"),
    )
    plan = msgspec.structs.replace(
        PLAN, extra=extra, target="My jan/T 1.gguf", mmproj="\\\\nas\\jan\\p.gguf",
        host="192.168.1.20", port=8081, alias="jans-model",
        place=ModelPlacement(layers=12, override_tensor=("/home/jan/rules.txt=CPU", "exps=CPU")),
    )  # fmt: skip
    given = shareable(MadeBy(plan=plan, engine="/home/jan/bin/llama-server", sampling=Sampling(seed=1)))
    assert given.plan is not None
    assert given.plan.extra == (
        *("--lora", "l.gguf", "--chat-template", "You are {{ name }}, be kind"),
        *("--lora-scaled", "s.gguf:0.5", "--prio", "2"),
    )
    assert (given.plan.host, given.plan.port, given.plan.alias) == (None, None, None)
    assert (given.plan.target, given.plan.mmproj) == ("T 1.gguf", "p.gguf")
    assert given.plan.place == ModelPlacement(layers=12, override_tensor=("rules.txt=CPU", "exps=CPU"))
    assert (given.plan.context, given.plan.p_min, given.plan.methods) == (8192, 0.6, ("draft-simple",))
    assert given.engine == "llama-server"
    assert not [word for word in ("jan", "192.", "secret") if word in repr(given)]


def test_the_record_survives_the_store() -> None:
    footer = ReplyFooter(setup="T", made_by=MADE)
    assert msgspec.json.decode(msgspec.json.encode(footer), type=ReplyFooter) == footer
