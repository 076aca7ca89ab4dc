"""The parts of a compare that need no engine: arms, pace, questions, differences between texts."""

from __future__ import annotations

import pytest

from specdesk.chat.compare_prompts import ComparePrompt
from specdesk.chat.greedy import GreedyStep, TokenChance
from specdesk.engines.engine_info import EngineInfo
from specdesk.engines.flags import Flags, parse_help
from specdesk.errors import UsageError
from specdesk.measure.measured import Measured
from specdesk.measure.protocol import Pace, Schedule, schedule
from specdesk.records.buffers import Buffer
from specdesk.records.build import BuildTraits
from specdesk.records.device import Device
from specdesk.records.plan import LaunchPlan, ModelPlacement
from specdesk.records.sample import Sample
from specdesk.service.compare_arms import (
    FAIR,
    NOT_WRITTEN_OUT,
    arms_of,
    decides_itself,
    draft_length,
    memory_of,
    names_of,
    written_out,
)
from specdesk.service.compare_pace import Speed, replies_in, rounds_of, speed_of, trimmed
from specdesk.service.compare_reply import Manner
from specdesk.service.compare_texts import differing, kind_of
from specdesk.service.launch import Launch
from specdesk.service.read_back import ServerReport

DRAFT = LaunchPlan(target="/m/T.gguf", draft="/m/D.gguf", methods=("draft-simple",), slots=4)
NGRAM = LaunchPlan(target="/m/T.gguf", methods=("ngram-mod",))
FITS = parse_help("--fit [on|off]  whether to adjust\n-c, --ctx-size N  context\n")
CARD = Device(id="CUDA0", name="A card", total_mib=1000, free_mib=900)


def engine(flags: Flags = FITS, devices: tuple[Device, ...] = (CARD,)) -> EngineInfo:
    return EngineInfo(kind="llama-server", path="/e", usable=True, flags=flags, devices=devices)


def report(layers: tuple[int, int] | None, *buffers: Buffer, draft: tuple[int, int] | None = None) -> ServerReport:
    launch = Launch(run=1, plan=DRAFT, engine=engine(), host="", port=1, url="", key=None)
    return ServerReport(
        launch=launch, pid=1, speculation="on", speculative=True, reason=None, context=4096, slots=1, build=None,
        buffers=buffers, layers=layers, draft_layers=draft,
    )  # fmt: skip


# ---- arms ----


def test_arms_differ_in_speculation_only() -> None:
    a, b = arms_of(DRAFT, None)
    assert (a.draft, a.methods, a.slots) == (None, ("none",), 1)
    assert (b.draft, b.methods, b.slots) == ("/m/D.gguf", ("draft-simple",), 1)
    other, _ = arms_of(DRAFT, NGRAM)
    assert (other.methods, other.slots) == (("ngram-mod",), 1)


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (LaunchPlan(target="/m/T.gguf"), "this plan does not speculate"),
        (LaunchPlan(methods=("ngram-mod",)), "no target model is chosen"),
    ],
)
def test_nothing_to_compare(plan: LaunchPlan, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        arms_of(plan, None)


def test_names_of_arms() -> None:
    assert names_of(DRAFT, None).b == "with draft"
    assert names_of(NGRAM, None).thing == "n-gram look-up"
    assert names_of(LaunchPlan(target="/m/T.gguf", methods=("draft-mtp",)), None).thing == "drafting head"
    assert names_of(DRAFT, NGRAM, ("Fast", "Safe")).a == "Fast"
    assert names_of(DRAFT, NGRAM).thing == ""


def test_draft_length() -> None:
    assert draft_length(DRAFT, engine()) == BuildTraits().default_draft_max
    assert draft_length(LaunchPlan(target="/m/T.gguf", methods=("draft-mtp",), draft_max=5), engine()) == 5
    assert draft_length(NGRAM, engine()) is None
    assert draft_length(arms_of(DRAFT, None)[0], engine()) is None


def test_when_the_engine_decides_by_itself() -> None:
    assert decides_itself(DRAFT, engine())
    pinned = LaunchPlan(target="/m/T.gguf", context=4096, place=ModelPlacement(layers=20))
    assert not decides_itself(pinned, engine())
    assert decides_itself(LaunchPlan(target="/m/T.gguf", place=ModelPlacement(layers=20)), engine())
    assert not decides_itself(DRAFT, engine(devices=()))
    assert not decides_itself(DRAFT, engine(flags=parse_help("-c, --ctx-size N  context\n")))
    assert not decides_itself(LaunchPlan(target="/m/T.gguf", fit=False), engine())


def test_what_the_engine_decided_is_written_out_for_both() -> None:
    (a, b), said = written_out(arms_of(DRAFT, None), report((20, 33), draft=(17, 17)))
    assert said == FAIR
    for plan in (a, b):
        assert (plan.place.layers, plan.context, plan.fit) == (20, 4096, False)
    assert (a.draft_place.layers, b.draft_place.layers) == (None, "all")
    (a, _), _ = written_out(
        arms_of(LaunchPlan(target="/m/T.gguf", context=512, methods=("ngram-mod",)), None), report((33, 33))
    )
    assert (a.place.layers, a.context) == ("all", 512)


def test_experts_that_were_put_aside_cannot_be_written_out() -> None:
    weights = (
        Buffer(model="target", device="CUDA0", kind="model", mib=500),
        Buffer(model="target", device="CPU_Mapped", kind="model", mib=500),
    )
    plans = arms_of(DRAFT, None)
    assert written_out(plans, report((33, 33), *weights)) == (list(plans), NOT_WRITTEN_OUT)
    assert written_out(plans, report(None)) == (list(plans), NOT_WRITTEN_OUT)
    assert written_out(plans, report((20, 33), *weights))[1] == FAIR
    assert memory_of(weights) == 1000
    assert memory_of(()) is None


# ---- how to ask ----


def test_a_question() -> None:
    prompt = ComparePrompt(id="p", kind="k", text="Why?")
    body = Manner(thinking=False).body(prompt, 99)
    assert (body["temperature"], body["seed"], body["max_tokens"], body["cache_prompt"]) == (0.0, 42, 99, False)
    assert body["chat_template_kwargs"] == {"enable_thinking": False}
    assert body["messages"] == [{"role": "user", "content": "Why?"}]
    cached = Manner(cache_prompt=None, temperature=0.8).body(prompt, 9)
    assert "cache_prompt" not in cached
    assert "chat_template_kwargs" not in cached
    assert cached["temperature"] == 0.8


# ---- pace ----


def test_speed_of_a_first_reply() -> None:
    told = speed_of(Sample(t=0.0, tokens=32, rate=50.0, prompt_tokens=20, prompt_ms=40.0), 3.0)
    assert (told.rate, told.load_s, told.token_s) == (50.0, 3.0, 0.002)
    assert told.prompt_s([ComparePrompt(id="p", kind="k", text="x" * 400)]) == pytest.approx(0.2)
    assert speed_of(None, 3.0) == Speed(load_s=3.0)
    assert Speed(token_s=1.0).prompt_s([]) == 0.0


def answered(planned: Schedule, rounds: int, seconds: float) -> list[Measured]:
    return [
        Measured(prompt=prompt, kind="k", arm=block.arm, block=block.number, visit=block.visit, seconds=seconds)
        for block in planned.blocks
        if block.round < rounds
        for prompt in block.prompts
    ]


def test_rounds_that_no_longer_fit_are_left_out() -> None:
    prompts = [ComparePrompt(id=f"{k}-{n}", kind=k, text="x") for n in range(6) for k in "abcdef"]
    planned = schedule(prompts, 900.0, Pace(rate=50.0))
    assert rounds_of(planned) > 2
    first = replies_in(planned, 1)
    as_planned = answered(planned, 1, planned.pace.reply_s("A", planned.cap))
    assert trimmed(planned, as_planned, 250.0, 900.0) is planned
    slow = trimmed(planned, answered(planned, 1, 60.0), 60.0 * first, 900.0)
    assert rounds_of(slow) == 1
    assert replies_in(slow, 1) == first
    assert [look.level for look in slow.looks] == [0.95]
    assert len(slow.prompts) == 12
    assert slow.seconds < planned.seconds
    some = trimmed(planned, answered(planned, 1, 10.0), 10.0 * first, 900.0)
    assert 1 < rounds_of(some) < rounds_of(planned)
    assert [look.after for look in some.looks] == [look.after for look in planned.looks][: rounds_of(some)]


# ---- why texts differ ----


def steps(*tokens: tuple[str, list[tuple[str, float]]]) -> list[GreedyStep]:
    return [
        GreedyStep(text=text, top=tuple(TokenChance(text=other, logprob=chance) for other, chance in top))
        for text, top in tokens
    ]


NEAR = (" big", [(" big", -0.69), (" large", -0.73), (" huge", -4.0)])
FAR = (" big", [(" big", -0.01), (" large", -5.0), (" huge", -6.0)])


def test_a_rounding_tie_and_a_surprise() -> None:
    assert kind_of(steps(NEAR), " big cat", " large cat") == "tie"
    assert kind_of(steps(NEAR), " large cat", " big cat") == "tie", "asked again, the baseline says the other word"
    assert kind_of(steps(FAR), " large cat", " big cat") == "unclear", "the baseline is not even near to what it said"
    assert kind_of(steps(FAR), " big cat", " large cat") == "unexpected"
    assert kind_of(steps(FAR), " big cat", " purple cat") == "unexpected"


def test_the_difference_may_lie_inside_a_word() -> None:
    inside = steps((" un", [(" un", -0.1)]), ("likely", [("likely", -0.6), ("able", -0.62)]))
    assert kind_of(inside, " unlikely so", " unable so") == "tie"


def test_a_baseline_that_does_not_repeat_itself_tells_nothing() -> None:
    assert kind_of(steps((" small", [(" small", -0.1)])), " big cat", " large cat") == "unclear"
    assert kind_of(steps((" big", [(" big", -0.1)])), " big cat", " big dog") == "unclear"
    assert kind_of([], " big", " large") == "unchecked"


def test_only_differences_of_arms_that_repeat_themselves_are_looked_up() -> None:
    def said(prompt: str, arm: str, visit: int, text: str) -> Measured:
        sample = Sample(t=0.0, tokens=40, decode_ms=100.0)
        return Measured(prompt=prompt, kind="k", arm=arm, block=0, visit=visit, text=text, sample=sample)  # type: ignore[arg-type]

    measured = [
        said("same", "A", 1, "one two"), said("same", "B", 1, "one two"),
        said("other", "B", 2, "one 2"), said("other", "A", 1, "one two"), said("other", "B", 1, "one 2"),
        said("moody", "A", 1, "one two"), said("moody", "B", 1, "one 2"), said("moody", "B", 2, "one three"),
    ]  # fmt: skip
    assert differing(measured) == [("other", "one two", "one 2", 4)]
