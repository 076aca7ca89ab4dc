"""A sentence that is kept with a result is said in the language in use, whichever it was made in."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from speaking_dutch import dutch

from specdesk.errors import EngineError
from specdesk.kept_sentence import MOST, Kept, KeptSentence, kept, sentence, told
from specdesk.language import english, figure_in, number, remembering, translate

GONE = "The engine was stopped while it was being measured."
GONE_NL = "De engine is gestopt terwijl hij gemeten werd."
OFF = "Speculation is off: {reason}"


def through_json(one: Kept) -> Kept:
    return msgspec.json.decode(msgspec.json.encode(one), type=Kept)  # type: ignore[arg-type]


def test_one_of_ours_is_said_in_either_language() -> None:
    made = through_json(sentence("Service", OFF, reason=sentence("Service", GONE)))
    assert told(made) == f"Speculation is off: {GONE}"
    with dutch():
        assert told(made) == f"Speculatie staat uit: {GONE_NL}"


@pytest.mark.parametrize("made_in", [nullcontext, dutch])
def test_one_of_somebody_else_is_recognised_in_either_language(made_in: type[nullcontext[None]]) -> None:
    """With its values, and those of them that are sentences or figures too."""
    with made_in(), remembering():
        why = translate("Service", "{name} is not among your models.").format(name="a draft.gguf")
        reason = translate("Service", "Other programs used about {percent} % of the processor while this was measured")
        made = through_json(kept(translate("Service", OFF).format(reason=why)))
        figure = through_json(kept(reason.format(percent=number(1234.5, 1, grouped=True))))
    assert isinstance(made, KeptSentence)
    assert told(made) == "Speculation is off: a draft.gguf is not among your models."
    assert "about 1,234.5 % of" in told(figure)
    with dutch():
        assert told(made) == "Speculatie staat uit: a draft.gguf zit niet bij je modellen."
        assert " 1.234,5 % " in told(figure)


def test_sentences_behind_each_other_are_recognised_and_foreign_words_stay() -> None:
    with dutch(), remembering():
        gone = translate("Service", GONE)
        error = EngineError(gone, "CUDA error: out of memory (a.cu:12).", translate("Service", "Look at the log."))
        made = through_json(kept(str(error)))
    assert told(made) == f"{GONE} CUDA error: out of memory (a.cu:12). Look at the log."
    with dutch():
        assert told(made) == str(error)
    with dutch(), remembering():
        translate("Service", GONE)
        behind = kept(f"cudaMalloc failed. {GONE_NL}")
    assert told(behind) == f"cudaMalloc failed. {GONE}"


def test_what_is_not_recognised_is_kept_as_it_was_said() -> None:
    assert kept(GONE) == GONE, "nothing is remembered out here"
    with remembering():
        translate("Service", GONE)
        assert kept("Bad news from elsewhere.") == "Bad news from elsewhere."
        assert kept("") == ""
        long = GONE + " x" * MOST
        assert kept(long) == long
        translate("Service", "{one} + {other}")
        assert kept("a + b") == "a + b", "a template without a word says nothing"


def test_what_tasks_and_threads_of_a_run_look_up_is_remembered_with_it() -> None:
    async def work() -> Kept:
        with remembering():
            said = await asyncio.create_task(asyncio.to_thread(translate, "Service", GONE))
            with english():
                translate("Service", OFF)
            return kept(said)

    with dutch():
        made = asyncio.run(work())
    assert told(made) == GONE


def test_an_old_text_is_looked_up_where_it_is_told_to_be_marked() -> None:
    with dutch():
        assert told(GONE, "Service") == GONE_NL
        assert told(GONE) == GONE


def test_values_may_be_called_like_what_they_stand_in() -> None:
    """Templates do call them so."""
    made = through_json(sentence("Service", "{text} of {context}: {count}", text="a", context="b", count=3))
    assert told(made) == "a of b: 3"


def test_words_of_an_engine_are_not_taken_for_a_template_of_few_words() -> None:
    """They come back as they are; ours with the same template are recognised by their values."""
    said = "CUDA error: malloc failed"
    several = "The buffers and their sizes differ. The cache failed."
    with remembering():
        count, names, gone = (
            translate("Measure", "{count} failed"), translate("Engines", "{names} and {last}"),
            translate("Service", GONE),
        )  # fmt: skip
        off = translate("Service", OFF)
        alone, behind = kept(said), through_json(kept(f"{gone} {several} {gone} {said}"))
        inside = through_json(kept(off.format(reason=said)))
        ours = through_json(kept(off.format(reason=count.format(count=3))))
        listed = through_json(kept(off.format(reason=names.format(names="eagle3, draft-simple", last="ngram"))))
    assert (alone, told(ours), told(listed)) == (
        said, "Speculation is off: 3 failed", "Speculation is off: eagle3, draft-simple and ngram",
    )  # fmt: skip
    with dutch():
        assert told(alone) == said
        assert told(behind) == f"{GONE_NL} {several} {GONE_NL} {said}"
        assert told(inside) == f"Speculatie staat uit: {said}"
        assert told(ours) == "Speculatie staat uit: 3 mislukt"
        assert told(listed) == "Speculatie staat uit: eagle3, draft-simple en ngram"


def test_a_few_words_all_around_a_value_are_enough() -> None:
    with remembering():
        use, says = translate("Service", "Use {host}."), translate("Engines", "{driver} says: {words}")
        made = through_json(kept(f"{says.format(driver='CUDA', words='No memory. Bad luck.')} x"))
        host = through_json(kept(f"Refused. {use.format(host='localhost')} Bye."))
    with dutch():
        assert told(made) == "CUDA zegt: No memory. Bad luck. x"
        assert told(host) == "Refused. Gebruik localhost. Bye."


def test_a_template_begins_with_no_sentence_that_stands_in_front_of_it() -> None:
    with remembering():
        refused = translate("Engines", "{path} is not allowed to run.").format(path="/a b/llama-server")
        made = through_json(kept(f"cudaMalloc broke. {translate('Service', GONE)} {refused}"))
    assert isinstance(made, KeptSentence)
    assert made.values["first"] == "cudaMalloc broke."
    with dutch():
        assert told(made) == f"cudaMalloc broke. {GONE_NL} /a b/llama-server mag niet draaien."


def test_a_number_that_an_engine_says_is_not_one_of_ours() -> None:
    """Which Dutch would read as another number."""
    with dutch(), remembering():
        off = translate("Service", OFF)
        theirs = [through_json(kept(off.format(reason=figure))) for figure in ("0.125", "1.234", "1,5")]
        ours = [
            through_json(kept(off.format(reason=number(value, decimals, grouped=True))))
            for value, decimals in ((1234, 0), (0.125, 3), (-2345.5, 1))
        ]
    assert [told(one) for one in theirs] == [f"Speculation is off: {said}" for said in ("0.125", "1.234", "1,5")]
    assert [told(one) for one in ours] == [f"Speculation is off: {said}" for said in ("1,234", "0.125", "-2,345.5")]


def test_a_long_error_is_read_in_few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it costs grows as its sentences do, and not faster: the loop waits for it."""
    steps: list[str] = []

    def counted(said: str) -> str | None:
        steps.append(said)
        return figure_in(said)

    monkeypatch.setattr("specdesk.kept_sentence.figure_in", counted)
    with remembering():
        off = translate("Service", OFF)
        for name in ("names", "first", "low", "target"):
            translate("Engines", f"{{{name}}} and {{last}}")
        sentences = " ".join(f"Bad {place}." for place in range(100))
        made = kept(off.format(reason=sentences))
        assert kept(sentences) == sentences
        listed = " and ".join("a b" for _ in range(100))
        assert kept(listed) == listed
    assert told(made) == off.format(reason=sentences)
    assert len(steps) < 4000


@settings(deadline=None, max_examples=30)
@given(st.text(max_size=60), st.text(max_size=60))
def test_whatever_stands_in_the_braces_comes_back(name: str, why: str) -> None:
    with remembering():
        said = translate("Service", "“{name}” cannot be used: {why}").format(name=name, why=why)
        assert told(through_json(kept(said))) == said
