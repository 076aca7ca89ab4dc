"""What ended a compare is kept with it, and told in the list, in the result that is opened again and on a card."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import cast

import msgspec
import pytest
from simulated_pairs import EXACT, timed
from speaking_dutch import dutch

from specdesk.chat.compare_prompts import ComparePrompt
from specdesk.chat.history import FILE_NAME, History
from specdesk.cli.compare_report import document_of
from specdesk.errors import EngineError, SpecDeskError, UsageError
from specdesk.kept_sentence import Kept, kept
from specdesk.language import translate
from specdesk.measure.measured import Arm
from specdesk.measure.protocol import Pace, schedule
from specdesk.measure.steps import Ask
from specdesk.measure.sweep import PLAIN, Setting, Trial, best_of
from specdesk.records.plan import LaunchPlan
from specdesk.service.compare_notes import done_words, notes_beside
from specdesk.service.compare_record import CompareRecord
from specdesk.service.compare_session import FAILED, Comparing
from specdesk.service.compare_store import CompareSetup, CompareStore
from specdesk.service.measured_server import STOPPED
from specdesk.service.measuring_run import MeasuringRun
from specdesk.service.sweep_nothing import nothing_found, nothing_found_words
from specdesk.service.sweep_result import result_of_sweep, words_of
from specdesk.service.sweep_store import KeptTrial, StoredSweep, SweepSetup, SweepState
from specdesk.ui.compare.cards import card_from

PLAN = LaunchPlan(target="/t.gguf", draft="/d.gguf", methods=("draft-simple",), draft_max=8)
SETUP = CompareSetup(plans=(PLAN, PLAN), engine="/e", build="b1", minutes=6.0)
STOPPED_NL = "De engine is gestopt terwijl hij gemeten werd."


class Ending:
    """Measures plain, then fails with the other arm."""

    running = None
    others_now = ""
    arm: Arm = "B"

    def __init__(self, *, starting: bool) -> None:
        self.is_starting = starting

    @property
    def server(self) -> Ending:
        return self

    def over(self) -> None:
        """Nothing is up."""

    def kept_error(self, error: SpecDeskError) -> Kept:
        return kept(str(error))

    async def run(self) -> str:
        raise EngineError(translate("Service", STOPPED))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[CompareStore]:
    history = History(tmp_path / FILE_NAME)
    yield CompareStore(history)
    history.close()


@pytest.mark.parametrize("made_in", [nullcontext, dutch])
@pytest.mark.parametrize(
    ("starting", "headline", "in_dutch"),
    [
        (True, "No answer: it did not start with the draft.", "Geen uitslag: met de draft is het niet gestart."),
        (False, "No answer: it broke off.", "Geen uitslag: de meting brak af."),
    ],
)
def test_an_arm_that_fails(
    starting: bool, headline: str, in_dutch: str, store: CompareStore, made_in: type[nullcontext[None]]
) -> None:
    record = CompareRecord(store, store.begin(SETUP, EXACT), pytest.fail)
    block = EXACT.blocks[0]
    for place, prompt in enumerate(block.prompts):
        asked = Ask(start=0, block=0, visit=1, arm="A", prompt=prompt, cap=96)
        store.add(record.stored.id, place, timed(asked, 50.0))
    record.stored = store.load(record.stored.id)
    comparing = Comparing(record, lambda moment: None, lambda step: cast(MeasuringRun, Ending(starting=starting)))
    with made_in(), pytest.raises(EngineError):
        asyncio.run(comparing.run())
    asyncio.run(comparing.finish())
    found = store.load(record.stored.id)
    assert (found.ended, [row.headline for row in store.rows()]) == (FAILED, [headline])
    result = found.result()
    assert done_words(result, found, None).startswith(f"{headline} {STOPPED}")
    assert notes_beside(result, found).startswith(STOPPED)
    document = document_of(result, found)
    assert (document["headline"], document["notes"][0]) == (headline, STOPPED)
    assert document["cause"] == {"why": "not-started" if starting else "broke-off", "arm": "B", "asked": 0}
    with dutch():
        card = card_from(found, result, ())
        assert (card.headline, card.notes.startswith(STOPPED)) == (headline, True), "cards are English"
        assert [row.headline for row in store.rows()] == [in_dutch]
        assert done_words(result, found, None).startswith(f"{in_dutch} {STOPPED_NL}")


def trials(prompts: list[str], tokens: int = 64) -> tuple[KeptTrial, ...]:
    """Each question answered by the plain model and by one setting."""
    found = []
    for setting in (PLAIN, Setting(values=(("draft_max", 4),))):
        for prompt in prompts:
            asked = Ask(start=0, block=0, visit=1, arm="A", prompt=prompt, cap=96)
            found.append(
                KeptTrial(line=0, visit=1, trial=Trial(setting=setting, measured=timed(asked, 50.0, tokens=tokens)))
            )
    return tuple(found)


def search(count: int, tokens: int = 64, problem: str = "") -> StoredSweep:
    """A search for the best setting with so many questions."""
    prompts = tuple(ComparePrompt(id=f"code-{place}", kind="code", text="?") for place in range(count))
    setup = SweepSetup(plan=PLAN, engine="/e", build="b1", minutes=1.0, prompts=prompts)
    state = SweepState(problems=((PLAIN, problem),) if problem else ())
    kept = trials([prompt.id for prompt in prompts], tokens)
    return StoredSweep(id=1, made=1.0, setup=setup, state=state, kept=kept)


def test_why_a_search_has_no_winner() -> None:
    """One question leaves no doubt who is to blame, and no engine is: exit code 2, and not 3."""
    one = nothing_found(search(1))
    assert isinstance(one, UsageError)
    assert str(one) == (
        "1 question gives no answer: at least 3 are needed. Ask more: from a file, from a chat, or the questions of "
        "the program."
    )
    assert nothing_found_words(search(1)) == "No answer from 1 question: at least 3 are needed."
    short = nothing_found(search(6, tokens=9))
    assert isinstance(short, UsageError)
    assert short.why == "Fewer than two questions were answered with 32 tokens or more."
    assert nothing_found_words(search(6, tokens=9)) == "", "nothing was measured"
    dead = nothing_found(search(1, problem="It died."))
    assert isinstance(dead, EngineError)
    assert (dead.what, dead.why) == ("None of the settings could be measured.", "It died.")


def test_two_questions_have_no_winner_though_one_setting_was_faster() -> None:
    """The compare of it with plain could say nothing else; a setting that failed is not to blame."""
    faster = Setting(values=(("draft_max", 4),))
    two = search(2)
    state = SweepState(lines=((faster,),), problems=((Setting(values=(("draft_max", 8),)), "It died."),))
    two = msgspec.structs.replace(two, state=state)
    assert best_of(two.trials, two.state.tried) == faster
    trouble = nothing_found(two)
    assert isinstance(trouble, UsageError)
    assert trouble.what == "2 questions give no answer: at least 3 are needed."
    result = result_of_sweep(two, None)
    assert (result.best, result.plan, result.action) == (None, None, "stay")
    assert words_of(result) == "No answer from 2 questions: at least 3 are needed."
    assert result.settings[0].speedup is not None, "what was found of each setting is still told"
    three = msgspec.structs.replace(search(3), state=state)
    assert (result_of_sweep(three, None).best or result.settings[0]).setting == faster
    assert result_of_sweep(three, None).best is not None


@pytest.mark.parametrize(
    ("count", "says"),
    [
        (5, "There were too few questions to choose with some and judge with others: the best was compared on those "
            "that chose it, so it looks better than it is."),
        (6, "Some of the questions that chose the best judged it, too, so it looks better than it is. A new search "
            "keeps them apart."),
    ],
)  # fmt: skip
def test_why_the_same_questions_chose_and_judged(store: CompareStore, count: int, says: str) -> None:
    """From six on that is only so of a search that an older version began."""
    made = search(count)
    planned = schedule(made.setup.prompts, 60.0, Pace(rate=50.0))
    result = result_of_sweep(made, store.begin(SETUP, planned))
    assert (result.fresh, result.notes) == (False, (says,))
