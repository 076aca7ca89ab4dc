"""Facts read from the recorded logs of five builds, in all the shapes that lines have."""
# ruff: noqa: E501 (what engines print is quoted as it is)

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specdesk.engines.log_lines import (
    MAX_ERRORS,
    AcceptanceLine,
    Buffer,
    DeviceUse,
    EngineFacts,
    LogFacts,
    plain_message,
    read_line,
)

LOGS = Path(__file__).parent.parent / "captures" / "logs"


def read(name: str) -> EngineFacts:
    facts = LogFacts()
    facts.feed((LOGS / name).read_text(encoding="utf-8").splitlines())
    return facts.facts()


def facts_of(*lines: str) -> EngineFacts:
    facts = LogFacts()
    facts.feed(lines)
    return facts.facts()


def sizes(facts: EngineFacts) -> dict[tuple[str, str, str], float]:
    return {(b.model, b.device, b.kind): b.mib for b in facts.buffers}


def test_a_stamped_line_is_taken_apart() -> None:
    line = read_line("1.02.417.038 W srv  llama_server: model loaded")
    assert (line.level, line.t, line.message) == ("W", 62.417038, "srv  llama_server: model loaded")


def test_a_bare_line_is_a_message() -> None:
    line = read_line("main: model loaded")
    assert (line.level, line.t, line.message) == (None, None, "main: model loaded")


def test_a_json_line_is_unwrapped() -> None:
    line = read_line('{"type":"log","time":9009,"level":"error","msg":"srv  x: no\\n"}')
    assert (line.level, line.t, line.message) == ("E", 0.009009, "srv  x: no")


def test_broken_json_is_a_message() -> None:
    assert read_line('{"type":"log","time":').message == '{"type":"log","time":'


@pytest.mark.parametrize(
    ("message", "plain"),
    [
        ("srv  llama_server: exiting due to HTTP server error", "exiting due to HTTP server error"),
        ("slot print_timing: id  0 | task 1 | draft acceptance = 0.5", "draft acceptance = 0.5"),
        ("llama_model_load: error loading model: vocab mismatch", "error loading model: vocab mismatch"),
        ("~Server: main loop exited", "main loop exited"),
        ("Killed", "Killed"),
    ],
)
def test_function_names_are_left_out_for_people(message: str, plain: str) -> None:
    assert plain_message(message) == plain


def test_new_build_with_a_draft() -> None:
    facts = read("b11434.draft.log")
    assert sizes(facts) == {
        ("target", "CPU_Mapped", "model"): 92.1,
        ("target", "CPU", "output"): 0.19,
        ("target", "CPU", "KV"): 45.0,
        ("target", "CPU", "compute"): 16.64,
        ("draft", "CPU_Mapped", "model"): 89.99,
        ("draft", "CPU", "output"): 0.19,
        ("draft", "CPU", "KV"): 43.5,
        ("draft", "CPU", "compute"): 16.64,
    }
    assert (facts.url, facts.slots, facts.context) == ("http://127.0.0.1:18090", 1, 2048)
    assert (facts.speculation, facts.speculation_reason) == (True, None)
    assert facts.implementations == ("draft-simple",)
    assert facts.acceptance == AcceptanceLine(
        accepted=44, drafted=56, mean_length=4.14, per_position=(0.857, 0.786, 0.786, 0.714)
    )
    assert facts.loaded
    assert facts.error is None  # a request that exceeded the context is no trouble of the engine


def test_old_build_makes_a_draft_context_only_to_measure_it() -> None:
    facts = read("b5361.draft.log")
    assert sizes(facts)["draft", "CPU", "KV"] == 43.5
    assert sizes(facts)["draft", "CPU", "compute"] == 98.25
    assert facts.acceptance == AcceptanceLine(accepted=1, drafted=4)
    assert facts.speculation is True  # shown by its figures: this build says nothing else
    assert (facts.context, facts.url) == (2048, "http://127.0.0.1:18090")


def test_two_draft_contexts_for_two_slots_are_summed() -> None:
    context = [
        "llama_context: constructing llama_context",
        "llama_kv_cache_unified:        CPU KV buffer size =    10.00 MiB",
    ]
    facts = facts_of(
        *context, "srv    load_model: loading draft model 'd.gguf'", *context,
        "srv          init: initializing slots, n_slots = 2", *context, *context,
    )  # fmt: skip
    assert sizes(facts) == {("target", "CPU", "KV"): 10.0, ("draft", "CPU", "KV"): 20.0}


def test_two_caches_of_one_context_are_summed_and_the_last_compute_counts() -> None:
    facts = facts_of(
        "llama_context: constructing llama_context",
        "llama_kv_cache:      CUDA0 KV buffer size =    10.00 MiB",
        "llama_kv_cache:      CUDA0 KV buffer size =     2.50 MiB",
        "sched_reserve:      CUDA0 compute buffer size =   300.00 MiB",
        "sched_reserve:      CUDA0 compute buffer size =   280.00 MiB",
    )
    assert sizes(facts) == {("target", "CUDA0", "KV"): 12.5, ("target", "CUDA0", "compute"): 280.0}


def test_the_dry_run_before_the_load_does_not_count() -> None:
    facts = read("b10434_sigill_lv5.stderr")
    assert facts.buffers == (
        Buffer(model="target", device="CPU_Mapped", kind="model", mib=92.1),
        Buffer(model="target", device="CPU", kind="output", mib=0.19),
        Buffer(model="target", device="CPU", kind="KV", mib=22.5),
        Buffer(model="target", device="CPU", kind="compute", mib=14.51),
    )
    assert (facts.loaded, facts.loading, facts.error) == (False, "target", None)


def test_layers_and_devices() -> None:
    assert read("b10068.ngram.log").layers == (31, 31)
    facts = facts_of(
        "llama_model_load_from_file_impl: using device CUDA0 (NVIDIA GeForce RTX 3090) (0000:01:00.0) - 23756 MiB free",
        "load_tensors: offloaded 20/33 layers to GPU",
        "common_speculative_init_result: loading draft model 'd.gguf'",
        "load_tensors: offloaded 5/5 layers to GPU",
    )
    assert facts.devices == (DeviceUse(id="CUDA0", name="NVIDIA GeForce RTX 3090", free_mib=23756.0),)
    assert (facts.layers, facts.draft_layers) == ((20, 33), (5, 5))


def test_structured_log() -> None:
    facts = read("b11434_log_jsonl_lv4.stdout")
    assert sizes(facts)["target", "CPU", "KV"] == 22.5
    assert (facts.url, facts.context) == ("http://127.0.0.1:18777", 1024)
    assert facts.speculation is False
    assert facts.speculation_reason == "No speculation method was named when the server was started."


def test_ngram() -> None:
    facts = read("b10068.ngram.log")
    assert (facts.speculation, facts.implementations, facts.acceptance) == (True, ("ngram-simple",), None)


def test_a_draft_that_is_silently_not_used_stays_unknown() -> None:
    assert read("b11434_md_without_spec_type.stderr").speculation is None


def test_embedded_engine() -> None:
    facts = read("xllamacpp_lv3.stderr")
    assert (facts.url, facts.context, facts.loaded) == ("http://127.0.0.1:18778", 1024, True)
    assert facts.acceptance == AcceptanceLine(accepted=0, drafted=50, mean_length=1.0)


def test_router() -> None:
    facts = read("b11434_router.stderr")
    assert (facts.url, facts.loaded) == ("http://127.0.0.1:18777", False)


def test_the_http_server_of_old_builds_listens_before_it_is_ready() -> None:
    early = "main: HTTP server is listening, hostname: 127.0.0.1, port: 8080, http threads: 5"
    assert facts_of(early).url is None


def test_progress_by_dots_that_arrive_one_by_one() -> None:
    facts = LogFacts()
    facts.feed(["srv    load_model: loading model 'a.gguf'"])
    facts.feed_partial("." * 37)
    assert (facts.facts().loading, facts.facts().progress) == ("target", 0.37)
    facts.feed(["." * 74])
    assert facts.facts().progress == 1.0
    facts.feed(["srv    load_model: loading draft model 'd.gguf'"])
    assert (facts.facts().loading, facts.facts().progress) == ("draft", None)


def test_progress_as_told_to_a_router() -> None:
    lines = (LOGS / "b11434_child_mode.stdout").read_text(encoding="utf-8").splitlines()
    assert (facts_of(*lines[:3]).loading, facts_of(*lines[:3]).progress) == ("target", 1.0)
    assert (facts_of(*lines[:4]).loading, facts_of(*lines[:4]).progress) == ("draft", 0.0)


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (
            ["W spec common_specu: draft model bos tokens must match target model to use speculation. add: 0 - 1, id: 1 - 2)"],
            "The target does not add a token at the beginning of a text and the draft does the opposite.",
        ),
        (
            ["W spec x: draft model eos tokens must match target model to use speculation. add: 1 - 1, id: 7 - 9)"],
            "The target marks the end of a text with token 7 and the draft with token 9.",
        ),
        (
            ["c: draft model vocab must closely match target model to use speculation but target vocab size 151936 does "
             "not match draft vocab size 32000 - difference 119936, max allowed 128"],
            "The draft's vocabulary does not match the target's: 151936 tokens against 32000, and at most 128 may differ.",
        ),
        (
            ["c: draft vocab vocab must match target vocab to use speculation but token 139 content differs - "
             "target 'it's', draft '\t'"],
            "The draft's vocabulary does not match the target's: token 139 is 'it's' in the target and '\t' in the draft.",
        ),
        (
            ["c: draft vocab special tokens must match target vocab to use speculation", "c: tgt: bos = 1 (1), eos = 2 (0)"],
            "The draft marks the beginning or end of a text with other tokens than the target.",
        ),
        (
            ["srv    load_model: the draft model 'd' is not compatible with the target model 't'"],
            "The draft's vocabulary does not match the target's.",
        ),
        (
            ["E srv load_model: failed to initialize speculative decoding context: draft-simple requires a draft context"],
            "The method needs a draft model and none was given.",
        ),
        (
            ["E srv load_model: failed to initialize speculative decoding context: something new"],
            "The engine could not set speculation up: something new.",
        ),
        (
            ["common_speculative_is_compat: the target context does not support partial sequence removal",
             "srv    load_model: speculative decoding not supported by this context"],
            "This target keeps a running state that cannot be rolled back, so this build does not speculate with it.",
        ),
        (
            ["W srv load_model: speculative decoding is not supported by multimodal, it will be disabled"],
            "This build cannot speculate together with a vision projector.",
        ),
    ],
)  # fmt: skip
def test_why_speculation_is_off(lines: list[str], reason: str) -> None:
    facts = facts_of(*lines)
    assert (facts.speculation, facts.speculation_reason) == (False, reason)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("b10068.mismatch.log", "The draft's tokenizer is SentencePiece and the target's is BPE."),
        ("b10068.eagle3-plain-draft.log", "The draft file is not an EAGLE-3 drafter."),
    ],
)
def test_a_server_that_goes_on_without_speculation(name: str, reason: str) -> None:
    facts = read(name)
    assert (facts.loaded, facts.speculation, facts.speculation_reason) == (True, False, reason)


def test_a_telling_reason_outlives_the_general_ones_that_follow() -> None:
    facts = facts_of(
        "c: token 5 content differs - target 'a', draft 'b'",
        "E spec c: the target and draft vocabs are not compatible",
        "E srv l: failed to initialize speculative decoding context: draft model vocab type must match target model",
    )
    assert facts.speculation_reason == (
        "The draft's vocabulary does not match the target's: token 5 is 'a' in the target and 'b' in the draft."
    )


def test_builds_that_translate_say_so() -> None:
    facts = facts_of(
        "srv load_model: the draft model 'd' is not compatible with the target model 't'. tokens will be translated "
        "between the draft and target models."
    )
    assert (facts.speculation, facts.translated) == (True, True)


def test_the_first_loader_error_is_the_headline() -> None:
    facts = read("b10068.truncated.log")
    assert facts.error == (
        "llama_model_load: error loading model: tensor 'blk.2.ffn_up.weight' data is not within the file bounds, model "
        "is corrupted or incomplete"
    )


def test_notes_of_the_automatic_fit_are_no_errors() -> None:
    assert (
        facts_of("llama_params_fit: failed to fit params to free device memory: n_gpu_layers already set").errors == ()
    )


def test_errors_are_bounded_and_said_once() -> None:
    facts = facts_of(*(f"0.00.000.001 E x: {i % 100}" for i in range(1000)))
    assert len(facts.errors) == MAX_ERRORS
    assert len(set(facts.errors)) == MAX_ERRORS


@settings(deadline=None)
@given(st.lists(st.text()))
def test_any_text_is_survived(lines: list[str]) -> None:
    facts = LogFacts()
    facts.feed(lines)
    for line in lines:
        facts.feed_partial(line)
    assert facts.facts().buffers == ()


def test_a_projector_is_not_taken_for_a_model() -> None:
    facts = facts_of(
        "load_tensors:        CUDA0 model buffer size = 16386.94 MiB",
        "llama_context: constructing llama_context",
        "sched_reserve:      CUDA0 compute buffer size =   495.00 MiB",
        "clip_model_loader: has vision encoder",
        "clip_ctx: CLIP using CUDA0 backend",
        "load_hparams: model size:         887.99 MiB",
        "load_hparams: metadata size:      0.12 MiB",
        "alloc_compute_meta:      CUDA0 compute buffer size =   248.10 MiB",
        "alloc_compute_meta:        CPU compute buffer size =    12.00 MiB",
        "0.01.2 I reserve_compute_meta:      CUDA0 compute buffer size =   100.00 MiB",
    )
    assert sizes(facts) == {
        ("target", "CUDA0", "model"): 16386.94,
        ("target", "CUDA0", "compute"): 495.0,
        ("projector", "CUDA0", "model"): 887.99,
        ("projector", "CUDA0", "compute"): 248.10,
        ("projector", "CPU", "compute"): 12.0,
    }


def test_sizes_that_are_no_numbers_are_left_out() -> None:
    facts = facts_of(
        "load_tensors: CUDA0 model buffer size = 1.2.3 MiB",
        "x: CPU KV buffer size = ..  MiB",
        "load_hparams: model size: .. MiB",
    )
    assert facts.buffers == ()
