"""What a program of one language keeps with a compare or a search, a program of another one says in its own."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import cast

import msgspec
import pytest
from captured_results import FASTER
from compare_stage import FAST
from simulated_pairs import EXACT
from speaking_dutch import dutch

from specdesk import paths
from specdesk.chat.compare_prompts import ComparePrompt, read_prompt_file
from specdesk.chat.history import FILE_NAME, History
from specdesk.cli.compare_report import document_of
from specdesk.cli.measuring import carry_out
from specdesk.engines.engine_info import EMBEDDED, EngineInfo
from specdesk.engines.probe import probe
from specdesk.errors import EngineError
from specdesk.kept_sentence import sentence
from specdesk.language import remembering, translate
from specdesk.measure.card import to_json, to_markdown
from specdesk.measure.crowd import CrowdRun
from specdesk.measure.headlines import Names
from specdesk.measure.replies_table import replies_csv
from specdesk.measure.steps import Ask
from specdesk.measure.sweep import PLAIN, Setting
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.compare_further import FurtherAsking
from specdesk.service.compare_notes import done_words, noted
from specdesk.service.compare_record import CompareRecord
from specdesk.service.compare_reply import Heard, measured_of
from specdesk.service.compare_run import OFF
from specdesk.service.compare_second import at_length
from specdesk.service.compare_session import CompareMoment, CompareOrder, Comparing
from specdesk.service.compare_store import CompareSetup, CompareStore, StoredCompare
from specdesk.service.crowd_run import Crowding
from specdesk.service.measured_server import STOPPED, MeasuredServer, Stage
from specdesk.service.read_back import UNEXPLAINED
from specdesk.service.server import Server
from specdesk.service.sweep_grid import Grid
from specdesk.service.sweep_result import result_of_sweep
from specdesk.service.sweep_run import Sweeping
from specdesk.service.sweep_store import SweepRecord, SweepSetup, SweepState, SweepStore
from specdesk.ui.compare.cards import card_from

PLAN = LaunchPlan(target="/t.gguf", draft="/d.gguf", methods=("draft-simple",), draft_max=8)
SETUP = CompareSetup(plans=(PLAN, PLAN), engine="/e", build="b1", minutes=6.0)
ENGLISH = "Trying draft length 2 did not work: The engine was stopped while it was being measured."
STOPPED_NL = "De engine is gestopt terwijl hij gemeten werd."
DUTCH = f"Draftlengte 2 proberen is niet gelukt: {STOPPED_NL}"
MADE_IN = pytest.mark.parametrize("made_in", [nullcontext, dutch])


@pytest.fixture
def store(tmp_path: Path) -> Iterator[CompareStore]:
    history = History(tmp_path / FILE_NAME)
    yield CompareStore(history)
    history.close()


class Gone:
    """A server that does not start."""

    engine = EngineInfo(kind=EMBEDDED, build=11549)

    async def start(self, plan: LaunchPlan) -> None:
        raise EngineError(translate("Service", STOPPED))


@MADE_IN
def test_why_a_second_length_did_not_work(store: CompareStore, made_in: type[nullcontext[None]]) -> None:
    record = CompareRecord(store, store.begin(SETUP, EXACT), pytest.fail)
    asking = FurtherAsking(cast("MeasuredServer", Gone()), record, lambda words: None)
    with made_in(), remembering():
        asyncio.run(asking.run(at_length(record.stored, 2, EXACT.prompts[:2])))
    found = store.load(record.stored.id)
    assert noted(found) == (ENGLISH,)
    with dutch():
        assert noted(found) == (DUTCH,)
        assert done_words(found.result(), found, None).endswith(DUTCH)
    assert document_of(FASTER, found)["notes"] == [ENGLISH]


def test_texts_alone_of_an_older_version_still_read(store: CompareStore) -> None:
    """A marked one is looked up, and one that was kept as it was said stays as it was said."""
    begun = store.begin(SETUP, EXACT)
    with store.history.changing() as cursor:
        old = json.dumps([STOPPED, DUTCH])
        cursor.execute("UPDATE results SET arms = json_set(arms, '$.notes', json(?))", (old,))
    found = store.load(begun.id)
    assert noted(found) == (STOPPED, DUTCH)
    with dutch():
        assert noted(found) == (STOPPED_NL, DUTCH)


@MADE_IN
def test_why_a_reply_failed(store: CompareStore, made_in: type[nullcontext[None]]) -> None:
    begun = store.begin(SETUP, EXACT)
    step = Ask(start=0, block=0, visit=1, arm="A", prompt=EXACT.prompts[0].id, cap=96)
    with made_in(), remembering():
        said = translate("Chat", "The model's chat template failed.")
        store.add(begun.id, 0, measured_of(step, EXACT.prompts[0], Heard(error=f"{said} jinja:7 (unknown filter)")))
    found = store.load(begun.id)
    with dutch():
        table = replies_csv(found.result())
    assert "De chattemplate van het model werkte niet. jinja:7 (unknown filter)" in table
    assert "The model's chat template failed. jinja:7 (unknown filter)" in replies_csv(found.result())
    assert found.result().left_out == {"failed": 1}


@MADE_IN
def test_why_a_setting_was_not_measured(store: CompareStore, made_in: type[nullcontext[None]]) -> None:
    sweeps, setting = SweepStore(store.history), Setting(values=(("draft_max", 4),))
    begun = sweeps.begin(SweepSetup(plan=PLAN, engine="/e", build="b1", minutes=1.0, prompts=EXACT.prompts))
    begun = msgspec.structs.replace(begun, state=SweepState(lines=((setting,),)))
    stage = Stage(server=Server(None), engine=Gone.engine)  # type: ignore[arg-type]
    record = SweepRecord(sweeps, begun, pytest.fail)
    sweeping = Failing(stage, Grid(PLAN, Gone.engine, (), None), record, store, lambda words, left: None, pytest.fail)
    with made_in(), remembering():
        asyncio.run(sweeping._line(0))
    found = sweeps.load(begun.id)
    assert result_of_sweep(found, None).settings[0].problem == STOPPED
    with dutch():
        assert result_of_sweep(found, None).settings[0].problem == STOPPED_NL


class Failing(Sweeping):
    """None of its settings works."""

    async def _measure(self, setting: Setting, line: int, visit: int) -> None:
        if setting != PLAIN:
            raise EngineError(translate("Service", STOPPED))


@MADE_IN
def test_why_several_people_could_not_be_measured(made_in: type[nullcontext[None]]) -> None:
    names = Names(thing="", a="plain", b="fast one")
    stage = Stage(server=Server(None), engine=Gone.engine)  # type: ignore[arg-type]
    crowding = Crowding(stage, (PLAN, PLAN), names, EXACT.prompts, lambda words: None, nothing)
    ours = Crowding(stage, (PLAN, PLAN), Names(), EXACT.prompts, lambda words: None, nothing)
    with made_in(), remembering():
        failed = Heard(error=translate("Chat", "The model's chat template failed."))
        for one, heard in ((crowding, failed), (ours, failed), (ours, Heard())):
            answering(one, heard)
            asyncio.run(one._level("B", "fast one", 4, EXACT.prompts[:1]))
    stored = StoredCompare(id=1, made=1.0, setup=SETUP, schedule=EXACT, notes=(*crowding.notes, *ours.notes))
    assert noted(stored) == (
        "With 4 people at once fast one failed: The model's chat template failed.",
        "With 4 people at once with draft failed: The model's chat template failed.",
        "With 4 people at once with draft failed: the engine gave no timings.",
    )
    with dutch():
        assert noted(stored) == (
            "Met 4 mensen tegelijk mislukte fast one: De chattemplate van het model werkte niet.",
            "Met 4 mensen tegelijk mislukte met draft: De chattemplate van het model werkte niet.",
            "Met 4 mensen tegelijk mislukte met draft: de engine gaf geen tijden.",
        )


async def nothing(runs: tuple[CrowdRun, ...]) -> None:
    """Nothing is kept."""


def answering(crowding: Crowding, heard: Heard) -> None:
    """Its server answers everybody like that, and lives."""

    class Answering(MeasuredServer):
        async def listen_to_all(self, prompts: Sequence[ComparePrompt], cap: int) -> list[Heard]:
            return [heard for _ in prompts]

        async def is_alive(self) -> bool:
            return True

    crowding.server.__class__ = Answering


@MADE_IN
def test_a_card_is_english_whoever_saves_it(made_in: type[nullcontext[None]]) -> None:
    note = sentence("Service", OFF, reason=sentence("Service", UNEXPLAINED))
    setup = msgspec.structs.replace(SETUP, hardware=())
    stored = StoredCompare(id=1, made=1.0, setup=setup, schedule=EXACT, notes=(note,))
    with made_in():
        card = card_from(stored, FASTER, ())
        saved = to_markdown(card) + to_json(card).decode()
    assert card.hardware == ("processor only",)
    assert card.notes == f"Speculation is off: {UNEXPLAINED}"
    assert "processor" in saved
    assert "alleen" not in saved.lower()


@pytest.mark.long
def test_a_whole_compare_keeps_in_no_language_why_a_start_failed(
    fake_llama: Callable[..., Path], plan: LaunchPlan, prompts: str
) -> None:
    """Made by a Dutch program, told by an English one."""
    program = fake_llama(**FAST)
    engine = probe(program, paths.cache_dir())
    order = CompareOrder(plan=plan, prompts=read_prompt_file(Path(prompts)), minutes=1.0, quick=True, control=True)

    def told(moment: CompareMoment) -> None:
        if moment.words == "Controleren zonder een gok te gebruiken…":
            program.chmod(0o644)

    async def make(stage: Stage, store: CompareStore) -> Comparing:
        return await Comparing.begin(stage, order, store, told, pytest.fail)

    with dutch():
        stored = asyncio.run(carry_out(engine, Access(), make)).job.stored
        (said,) = noted(stored)
    assert said == f"De controle zonder een gok te gebruiken is niet gelukt: {program} mag niet draaien."
    assert noted(stored) == (f"The check with no guess taken did not work: {program} is not allowed to run.",)
