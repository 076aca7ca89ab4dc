"""What is kept of a compare is in no language; what is told of it is in the one in use."""

from __future__ import annotations

import msgspec
from captured_results import FASTER, ratio
from wrapped_words import unwrapped, wrapping

from specdesk.chat.compare_prompts import ComparePrompt
from specdesk.chat.history import History
from specdesk.measure.card import CardFacts, card_of
from specdesk.measure.compare import STATISTICS
from specdesk.measure.headlines import facts_of
from specdesk.measure.measured import Measured
from specdesk.measure.protocol import Pace, schedule
from specdesk.records.plan import LaunchPlan
from specdesk.records.sample import Sample
from specdesk.service.alike import OverTheSame
from specdesk.service.compare_again import offers
from specdesk.service.compare_arms import FAIR
from specdesk.service.compare_beside import Kept, again_words, card_words, predicted_words, second_words
from specdesk.service.compare_notes import done_words
from specdesk.service.compare_store import CompareSetup, CompareStore, StoredCompare
from specdesk.service.result_rows import ResultRow

PLAN = LaunchPlan(target="/models/Big.gguf", draft="/models/small.gguf", methods=("draft-simple",), draft_max=4)
SCHEDULE = schedule([ComparePrompt(id=f"p{n}", kind="k", text=f"Ask {n}.") for n in range(4)], 60.0, Pace(rate=50.0))
SETUP = CompareSetup(plans=(PLAN, PLAN), engine="/e", build="b1", minutes=1.0, driver="1")
STORED = StoredCompare(id=1, made=1000.0, setup=SETUP, schedule=SCHEDULE, notes=(FAIR,), ended="cancelled")
REPLY = Measured(prompt="p0", kind="k", arm="A", block=0, visit=1, text="x", sample=Sample(t=1.0, tokens=50))
SAME = OverTheSame(now=ratio(1.8, 1.7, 1.9), before=ratio(1.4, 1.3, 1.5), count=12)
KEPT = Kept(stored=STORED, result=FASTER)


def test_a_line_of_the_list_is_kept_in_english_and_told_in_the_language_in_use(history: History) -> None:
    store = CompareStore(history)
    with wrapping():
        stored = store.begin(SETUP, SCHEDULE)
        store.add(stored.id, 0, REPLY)
        store.keep(msgspec.structs.replace(stored, measured=(REPLY,), ended="complete"))
        told = store.rows()[0].headline
    ((summary,),) = history.rows("SELECT summary FROM results", ())
    kept = msgspec.json.decode(summary, type=ResultRow)
    assert (kept.headline, told) == ("No answer: it ended too early.", "«No answer: it ended too early.»")
    assert store.rows()[0].headline == kept.headline


def test_a_line_without_what_it_says_is_worked_out_again(history: History) -> None:
    store = CompareStore(history)
    stored = store.begin(SETUP, SCHEDULE)
    store.add(stored.id, 0, REPLY)
    store.keep(msgspec.structs.replace(stored, measured=(REPLY,), ended="complete"))
    with history.changing() as cursor:
        cursor.execute("UPDATE results SET summary = json_remove(summary, '$.facts', '$.names')")
    with wrapping():
        assert store.rows()[0].headline == "«No answer: it ended too early.»"


def test_a_line_of_addresses_promises_no_more_questions(history: History) -> None:
    store = CompareStore(history)
    stored = store.begin(SETUP, SCHEDULE)
    store.add(stored.id, 0, REPLY)
    unsure = msgspec.structs.replace(FASTER, verdict="not-sure", speedup=ratio(1.2, 0.9, 1.6), resumes=False)
    row = ResultRow(
        id=stored.id, made=1.0, pair="a + b", build="b1", headline="", verdict="not-sure", speedup=unsure.speedup,
        prompts=9, partial=False, facts=facts_of(unsure), attached=True, statistics=STATISTICS,
    )  # fmt: skip
    with history.changing() as cursor:
        cursor.execute("UPDATE results SET summary = ?", (msgspec.json.encode(row).decode(),))
    assert store.rows()[0].headline == "Not sure: 0.90 to 1.6 times as fast. Run it again, for longer."


def test_everything_that_is_told_of_a_result_is_looked_up() -> None:
    card = card_of(FASTER, CardFacts(date="2026-05-12", hardware=("RTX 3090",)), ())
    row = ResultRow(
        id=1, made=1.0, pair="a + b", build="b1", headline="", verdict="faster", speedup=FASTER.speedup, prompts=9,
        partial=False, driver="1",
    )  # fmt: skip
    nothing = msgspec.structs.replace(FASTER, verdict="too-little", speedup=None)
    with wrapping():
        said = [
            predicted_words(ratio(1.9, 1.7, 2.1), FASTER), predicted_words(ratio(1.9, 1.7, 2.1), nothing),
            card_words(card, FASTER), card_words(card, nothing), second_words(KEPT), again_words(FASTER, KEPT, SAME),
            again_words(nothing, KEPT, None), done_words(FASTER, STORED, None),
            *(offer.words for offer in (*offers([row], "b2", None), *offers([row], "b1", "2"))),
        ]  # fmt: skip
    assert [words for words in said if unwrapped(words).strip(" .")] == []
    assert len(said) == 10
