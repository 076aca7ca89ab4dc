"""A plan as a Modelfile, and what llama.cpp's programs print, read back."""

from __future__ import annotations

import msgspec
import pytest

from specdesk.engines.adapters.modelfile_write import write_modelfile
from specdesk.engines.adapters.pasted import read_any
from specdesk.engines.adapters.printed_statistics import printed_words, read_printed
from specdesk.engines.adapters.records import Wanted
from specdesk.errors import UsageError
from specdesk.records.model_file import ModelFile
from specdesk.records.plan import LaunchPlan, Ngram, Sampling

PLAN = LaunchPlan(
    target="/m/qwen.gguf", draft="/m/d.gguf", methods=("draft-dflash",), draft_max=6, context=4096, port=8080,
    sampling=Sampling(temperature=0.5, top_k=20, seed=7),
)  # fmt: skip


def drafter(kind: str) -> ModelFile:
    """The draft's row."""
    return ModelFile(path="/m/d.gguf", kind=kind, name="d")  # type: ignore[arg-type]


def test_a_dflash_drafter_is_a_draft_line() -> None:
    result = write_modelfile(Wanted(plan=PLAN, draft=drafter("draft-dflash"), system="Be brief.\nAlways."))
    assert result.texts[0].text == (
        "FROM /m/qwen.gguf\nDRAFT /m/d.gguf\nPARAMETER draft_num_predict 6\nPARAMETER num_ctx 4096\n"
        "PARAMETER temperature 0.5\nPARAMETER top_k 20\nPARAMETER seed 7\n"
        'SYSTEM """Be brief.\nAlways."""\n'
    )
    assert result.texts[1].text == "ollama create qwen -f Modelfile\nollama run qwen"
    assert [drop.flag for drop in result.dropped] == ["address"]


def test_it_reads_back_as_the_same_plan() -> None:
    text = write_modelfile(Wanted(plan=PLAN, draft=drafter("draft-dflash"), system="Hi.")).texts[0].text
    back = read_any(text)
    assert (back.parsed.plan.target, back.parsed.plan.draft, back.parsed.plan.draft_max) == (
        "/m/qwen.gguf", "/m/d.gguf", 6,
    )  # fmt: skip
    assert (back.parsed.plan.sampling, back.system) == (PLAN.sampling, "Hi.")


def test_an_ordinary_draft_is_explained_and_llama_server_offered() -> None:
    plan = msgspec.structs.replace(PLAN, methods=("draft-simple",))
    result = write_modelfile(Wanted(plan=plan, draft=drafter("model")))
    assert "DRAFT" not in result.texts[0].text
    assert "draft_num_predict" not in result.texts[0].text
    why = {drop.flag: drop.why for drop in result.dropped}["DRAFT /m/d.gguf"]
    assert "MTP and DFlash only" in why
    assert "llama-server runs the same two files" in why


@pytest.mark.parametrize("method", ["draft-eagle3", "draft-dspark"])
def test_other_drafters_are_not_handed_over_either(method: str) -> None:
    result = write_modelfile(Wanted(plan=msgspec.structs.replace(PLAN, methods=(method,)), draft=drafter(method)))
    assert "DRAFT" not in result.texts[0].text


def test_heads_in_the_model_itself_need_the_parameter() -> None:
    plan = msgspec.structs.replace(PLAN, draft=None, methods=("draft-mtp",), draft_max=None)
    result = write_modelfile(Wanted(plan=plan))
    assert "PARAMETER draft_num_predict 4" in result.texts[0].text
    assert "DRAFT" not in result.texts[0].text


def test_speculation_that_is_off_writes_nothing_of_it() -> None:
    plan = msgspec.structs.replace(PLAN, methods=("none",))
    assert "draft" not in write_modelfile(Wanted(plan=plan, draft=drafter("draft-mtp"))).texts[0].text.lower()


def test_n_grams_are_explained() -> None:
    plan = msgspec.structs.replace(PLAN, draft=None, methods=("ngram-mod",), ngram=Ngram(mod_max=8))
    assert "ngram-mod" in [drop.flag for drop in write_modelfile(Wanted(plan=plan)).dropped]


def test_a_system_prompt_that_would_end_its_own_quotes_is_refused() -> None:
    assert write_modelfile(Wanted(plan=PLAN, system='a """ b')).texts == ()


SIMPLE = """
encoded   12 tokens in    0.150 seconds, speed:   80.000 t/s
decoded  129 tokens in    2.500 seconds, speed:   51.600 t/s

n_draft   = 4
n_predict = 129
n_drafted = 160
n_accept  = 96
accept    = 60.000%
"""
LOOKAHEAD = """decoded  100 tokens in    4.000 seconds, speed:   25.000 t/s

W = 15
N =  5
G = 15

n_predict = 100
n_accept  = 20
"""
SERVER = """
prompt eval time =     200.00 ms /    50 tokens (    4.00 ms per token,   250.00 tokens per second)
       eval time =    1000.00 ms /    41 tokens (   24.39 ms per token,    41.00 tokens per second)
slot print_timing: id  0 | task 0 | draft acceptance = 0.62500 (   25 accepted /    40 generated)
"""


def test_speculative_simple_is_read_into_numbers() -> None:
    read = read_printed(SIMPLE)
    assert (read.tokens, read.drafted, read.accepted, read.limit, read.rate) == (129, 160, 96, 4, 51.6)
    assert (read.passes, read.acceptance) == (33, 0.6)
    assert printed_words(read) == (
        "51.6 tokens/s · 129 tokens · 3.9 per step · 60 % of guesses used (96 of 160) · question read at 80 tokens/s"
    )
    assert read.sample().passes == 33


def test_lookahead_drafts_nothing_and_still_has_passes() -> None:
    read = read_printed(LOOKAHEAD)
    assert (read.lookahead, read.acceptance, read.tokens_per_pass) == ((15, 5, 15), None, 1.25)


def test_reading_the_question_is_not_taken_for_writing() -> None:
    read = read_printed(SERVER)
    assert (read.rate, read.prompt_rate, read.accepted, read.drafted) == (40.0, 250.0, 25, 40)


def test_llama_cli_tells_two_speeds_and_no_guesses() -> None:
    read = read_printed("bla\n[ Prompt: 120.5 t/s | Generation: 33.2 t/s ]\n")
    assert (read.rate, read.prompt_rate, read.acceptance) == (33.2, 120.5, None)
    assert "no guesses told" in printed_words(read)


@pytest.mark.parametrize(("text", "words"), [
    ("nothing here", "No figures were found"),
    ("n_drafted = 10\nn_accept = 5\naccept = 90.0%", "do not belong together"),
])  # fmt: skip
def test_what_has_no_figures_is_a_sentence(text: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        read_printed(text)


def test_prefixes_of_the_log_do_not_hide_the_figures() -> None:
    text = "\n".join(f"0.01.234.567 I {line}" for line in SIMPLE.splitlines())
    assert read_printed(text).accepted == 96
