"""Every way in which an engine is known to end, and the sentence that a user reads about it."""
# ruff: noqa: E501 (what engines print is quoted as it is)

from __future__ import annotations

from pathlib import Path

import pytest

from specdesk.engines.diagnosis import EngineEndedError, diagnose
from specdesk.engines.failure_rules import RunContext
from specdesk.engines.log_lines import LogFacts

LOGS = Path(__file__).parent.parent / "captures" / "logs"
GEMMA = "/models/gemma-3-270m-q4_k_m.gguf"


def told(returncode: int | None, *lines: str, context: RunContext | None = None) -> EngineEndedError:
    facts = LogFacts()
    facts.feed(lines)
    return diagnose(returncode, lines, facts.facts(), context)


def capture(name: str) -> list[str]:
    return (LOGS / name).read_text(encoding="utf-8").splitlines()


DRAFTED = RunContext(target="/m/t.gguf", draft="/m/d.gguf", methods=("draft-simple",))
PLAIN = RunContext(target="/m/t.gguf")


@pytest.mark.parametrize(
    ("name", "code", "context", "what", "offers"),
    [
        ("b10068.cannot-bind.log", 1, None, "The engine cannot listen on 10.9.9.9, port 18555.", False),
        (
            "b10068.context-memory.log", -11, None,
            "The computer does not have enough free memory for the KV cache.", False,
        ),
        (
            "b10068.dflash-plain-draft.log", -6, RunContext(draft=GEMMA, methods=("draft-dflash",)),
            "The draft file is not a DFlash or DSpark drafter.", True,
        ),
        (
            "b10068.environment.log", 1, None,
            "The engine refused the environment variable LLAMA_ARG_DRAFT_MAX.", False,
        ),
        (
            "b10068.missing-draft.log", 1, RunContext(draft="/models/none.gguf", methods=("draft-simple",)),
            "The draft file none.gguf is not there.", True,
        ),
        ("b10068.missing-file.log", 1, None, "The model file none.gguf is not there.", False),
        (
            "b10068.no-draft.log", -11, RunContext(methods=("draft-simple",)),
            "The engine crashed while it was loading the model.", True,
        ),
        (
            "b10068.no-mtp.log", 1, RunContext(methods=("draft-mtp",)),
            "This target has no built-in drafter (MTP layers).", True,
        ),
        ("b10068.not-gguf.log", 1, None, "The model file bad.gguf is not a GGUF model.", False),
        ("b10068.removed-flag.log", 1, None, "The engine refused the argument --draft-max.", False),
        ("b10068.truncated.log", 1, None, "The model file trunc2.gguf is incomplete.", False),
        ("b10068.unknown-flag.log", 1, None, "The engine refused the argument --bogus.", False),
        ("b10068.v-cache.log", -11, None, "A quantised V cache needs flash attention, which is off.", False),
        (
            "b10434_sigill_lv5.stderr", -4, None,
            "This build needs processor features (such as AVX-512 or AMX) that this computer lacks.", False,
        ),
    ],
)  # fmt: skip
def test_recorded_ends(name: str, code: int, context: RunContext | None, what: str, offers: bool) -> None:
    lines = capture(name)
    error = told(code, *lines, context=context)
    assert error.what == what
    assert error.offers_without_speculation is offers
    assert error.next_step


CANNOT_SET_UP = "The engine could not set up the context of the model."


@pytest.mark.parametrize(
    ("line", "what", "why"),
    [
        ("E llama_init_from_model: n_batch and n_ubatch cannot both be zero", CANNOT_SET_UP,
         "It says: n_batch and n_ubatch cannot both be zero."),
        ("E llama_init_from_model: V cache type q4_0 with block size 32 does not divide n_embd_head_v=80", CANNOT_SET_UP,
         "It says: V cache type q4_0 with block size 32 does not divide n_embd_head_v=80."),
        ("E llama_init_from_model: quantized V cache requires flash_attn to be enabled",  # b11549
         "A quantised V cache needs flash attention, which is off.", "The cache type of V is not f16, f32 or bf16."),
        ("W llama_init_from_model: model default pooling_type is [0], but [-1] was specified", CANNOT_SET_UP,
         "It gave no further reason."),
    ],
)  # fmt: skip
def test_a_context_that_cannot_be_set_up_says_why(line: str, what: str, why: str) -> None:
    error = told(1, line, "E cmn  common_init_: failed to create context with model '/m/t.gguf'")
    assert (error.what, error.why) == (what, why)
    assert error.next_step
    assert told(1, line).what != CANNOT_SET_UP


@pytest.mark.parametrize(
    ("line", "what"),
    [
        (
            "/opt/llama-server: error while loading shared libraries: libllama.so: cannot open shared object file: "
            "No such file or directory",
            "The engine cannot start: a library that it needs is missing.",
        ),
        (
            "dyld[123]: Library not loaded: @rpath/libggml.dylib",
            "The engine cannot start: a library that it needs is missing.",
        ),
        (
            "./llama-server: /lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.38' not found (required by ./llama-server)",
            "The engine cannot start: it was built for a newer system.",
        ),
        (
            "./llama-server: symbol lookup error: ./llama-server: undefined symbol: ggml_new",
            "The engine cannot start: its libraries do not belong together.",
        ),
        (
            "setpriv: failed to execute /opt/llama-server: No such file or directory",
            "/opt/llama-server cannot be started.",
        ),
        (
            "main: couldn't bind HTTP server socket, hostname: 127.0.0.1, port: 8080",
            "Port 8080 is already in use.",
        ),
        (
            'error while handling argument "-ngl": stoi',
            "The engine refused the argument -ngl.",
        ),
        (
            "gguf_init_from_file: invalid magic characters 'NOTA'",
            "The model file is not a GGUF model.",
        ),
        ("gguf_init_from_reader: failed to read magic", "The model file is empty or not a file."),
        (
            "gguf_init_from_file: this GGUF file is version 9 but this software only supports up to version 3",
            "The model file is in a newer format than this engine reads.",
        ),
        (
            "gguf_init_from_file: failed to open GGUF file '/m/t.gguf' (Permission denied)",
            "The model file t.gguf may not be read.",
        ),
        (
            "llama_model_load: error loading model: unknown model architecture: 'zzzzz'",
            "The model file is of an architecture that this engine does not know: zzzzz.",
        ),
        (
            "llama_model_load: error loading model: CLIP cannot be used as main model, use it with --mmproj instead",
            "The model file is a vision projector, not a language model.",
        ),
        (
            "llama_model_load: error loading model: error loading model vocabulary: unknown pre-tokenizer type: 'newtok'",
            "The model file uses a tokenizer that this engine does not know: newtok.",
        ),
        (
            "gguf_init_from_file_impl: tensor 'blk.0.attn_k.weight' has invalid ggml type 46 (should be in [0, 40))",
            "The model file uses a quantisation that this engine does not know.",
        ),
        (
            "llama_model_load: error loading model: check_tensor_dims: tensor 'token_embd.weight' not found",
            "The model file holds no weights.",
        ),
        (
            "llama_model_load: error loading model: missing tensor 'blk.0.attn_q.weight'",
            "The model file does not hold what its architecture needs.",
        ),
        (
            "llama_model_load: error loading model: wrong number of tensors; expected 300, got 290",
            "The model file does not hold what its architecture needs.",
        ),
        (
            "llama_model_load: error loading model: illegal split file idx: 1 (file: /m/a-00002-of-00003.gguf), model must "
            "be loaded with the first split",
            "The model file is a later part of a split model.",
        ),
        (
            "llama_model_load: error loading model: failed to load GGUF split from /m/a-00002-of-00003.gguf",
            "The model file lacks a part.",
        ),
        (
            "llama_model_load: error loading model: invalid split count, given: 2 splits, but expected 3",
            "The model file belongs to a split set that does not fit together.",
        ),
        (
            "llama_model_load: error loading model: error loading model hyperparameters: key not found in model: "
            "llama.block_count",
            "The model file lacks a setting that this engine needs.",
        ),
        (
            "CUDA error: no kernel image is available for execution on the device",
            "This build does not support your graphics processor.",
        ),
        (
            "CUDA error: CUDA driver version is insufficient for CUDA runtime version",
            "The graphics driver is too old for this build.",
        ),
        ("CUDA error: an illegal memory access was encountered", "The graphics processor reported an error."),
        ("  what():  vk::Queue::submit: ErrorDeviceLost", "The graphics processor reported an error."),
        ("  what():  basic_string::substr", "The engine ended at an error that it does not handle."),
        (
            "main: GGML_ASSERT(id_to_token.size() == token_to_id.size()) failed",
            "The vocabulary of a model file is damaged.",
        ),
        (
            "llama_init_from_model: quantized V cache was requested, but this requires Flash Attention",
            "A quantised V cache needs flash attention, which is off.",
        ),
        (
            "common_init_from_params: failed to create context with model '/m/t.gguf'",
            "The engine could not set up the context of the model.",
        ),
        ("srv    load_model: err: speculative decode is not supported by multimodal",
         "This build cannot speculate together with a vision projector."),
    ],
)  # fmt: skip
def test_known_texts(line: str, what: str) -> None:
    error = told(1, "srv    load_model: loading model '/m/t.gguf'", line, "main: exiting due to model loading error")
    assert error.what == what
    assert error.next_step.endswith(".")


@pytest.mark.parametrize(
    ("lines", "what", "why"),
    [
        (
            [
                "ggml_backend_cuda_buffer_type_alloc_buffer: allocating 144817.04 MiB on device 0: cudaMalloc failed: out of "
                "memory",
                "alloc_tensor_range: failed to allocate CUDA0 buffer of size 151851674624",
                "llama_model_load: error loading model: unable to allocate CUDA0 buffer",
            ],
            "There is not enough free memory on CUDA0 for this model with these settings.",
            "The engine asked for 144,817 MiB in one piece and did not get it.",
        ),
        (
            [
                "ggml_vulkan: Device memory allocation of size 4294967296 failed.",
                "llama_model_load: error loading model: unable to allocate Vulkan0 buffer",
            ],
            "There is not enough free memory on Vulkan0 for this model with these settings.",
            "The engine asked for 4,096 MiB in one piece and did not get it.",
        ),
        (
            ["ggml_metal_buffer_init: error: failed to allocate buffer, size =  8192.00 MiB"],
            "There is not enough free memory on the graphics processor for this model with these settings.",
            "",
        ),
        (
            [
                "alloc_tensor_range: failed to allocate CUDA1 buffer of size 1073741824",
                "llama_init_from_model: failed to initialize the context: failed to allocate buffer for kv cache",
            ],
            "There is not enough free memory on CUDA1 for the KV cache.",
            "The engine asked for 1,024 MiB in one piece and did not get it.",
        ),
        (
            ["terminate called after throwing an instance of 'std::bad_alloc'", "  what():  std::bad_alloc"],
            "The computer does not have enough free memory for this model with these settings.",
            "",
        ),
        (
            ["CUDA error: out of memory"],
            "There is not enough free memory on the graphics processor for this model with these settings.",
            "",
        ),
    ],
)  # fmt: skip
def test_out_of_memory_names_the_device_and_the_size(lines: list[str], what: str, why: str) -> None:
    error = told(1, *lines, context=PLAIN)
    assert (error.what, error.why) == (what, why)
    assert not error.offers_without_speculation
    assert told(1, *lines, context=DRAFTED).offers_without_speculation


def test_memory_that_was_found_on_the_second_try_explains_nothing() -> None:
    error = told(
        -9,
        "ggml_gallocr_reserve_n_impl: failed to allocate CUDA1 buffer of size 900000000",
        "sched_reserve: compute buffer allocation failed, retrying without pipeline parallelism",
    )
    assert error.what == "The engine was ended by force while it was loading the model."


def test_a_missing_driver_has_its_own_next_step() -> None:
    text = "llama-server: error while loading shared libraries: libcuda.so.1: cannot open shared object file"
    assert told(127, text).next_step == "Install the NVIDIA driver, or choose a build that does not need it."


def test_an_assertion_offers_a_start_without_speculation_only_when_there_was_some() -> None:
    line = "/src/llama-context.cpp:1234: GGML_ASSERT(n_outputs_max >= n) failed"
    speculative = told(-6, line, context=DRAFTED)
    assert speculative.what == "The engine stopped at one of its own checks."
    assert speculative.why == "It says: n_outputs_max >= n does not hold."
    assert "set the draft length to 1" in speculative.next_step
    assert speculative.offers_without_speculation
    assert not told(-6, line, context=PLAIN).offers_without_speculation


def test_a_mismatch_that_ends_an_old_build_gives_its_reason() -> None:
    error = told(
        1,
        "common_speculative_are_compatible: draft vocab vocab must match target vocab to use speculation but token 139 "
        "content differs - target ' it', draft '\t'",
        "srv    load_model: the draft model '/m/d.gguf' is not compatible with the target model '/m/t.gguf'",
        "main: exiting due to model loading error",
        context=DRAFTED,
    )
    assert error.what == "The draft does not match the target, and this build does not start with such a pair."
    assert "token 139 is ' it' in the target" in error.why
    assert error.offers_without_speculation


def test_a_broken_draft_is_not_blamed_on_the_target() -> None:
    error = told(
        1,
        "gguf_init_from_file_impl: invalid magic characters: 'NOTA', expected 'GGUF'",
        "llama_model_load: error loading model: llama_model_loader: failed to load model from /m/d.gguf",
        "srv    load_model: failed to load draft model, '/m/d.gguf'",
        context=DRAFTED,
    )
    assert error.what == "The draft file d.gguf is not a GGUF model."
    assert error.offers_without_speculation


def test_after_the_load_only_later_lines_explain_an_end() -> None:
    lines = [
        *capture("b10068.mismatch.log"),
        "0.09.000.000 E ggml_cuda: CUDA error: an illegal memory access was encountered",
    ]
    error = told(-6, *lines, context=DRAFTED)
    assert error.what == "The graphics processor reported an error."
    assert told(-6, *capture("b10068.mismatch.log")).what == "The engine gave up while it was running."


def test_a_tail_from_which_the_load_has_scrolled_away_is_read_whole() -> None:
    facts = LogFacts()
    facts.feed(["main: model loaded"])
    error = diagnose(-6, ["CUDA error: out of memory"], facts.facts())
    assert error.what.startswith("There is not enough free memory")


def test_errors_that_have_scrolled_away_still_explain() -> None:
    facts = LogFacts()
    facts.feed(["error: invalid argument: --bogus"])
    assert diagnose(1, ["usage:"], facts.facts()).what == "The engine refused the argument --bogus."


def test_the_fallback_is_the_last_complaint_and_never_ordinary_chatter() -> None:
    chatter = "0.01.000.000 I srv  update_slots: all slots are idle"
    error = told(5, "0.00.900.000 E srv  init: something quite new went wrong", chatter)
    assert error.what == "The engine ended with code 5 while it was loading the model."
    assert error.why == "The last thing it said: something quite new went wrong."
    assert told(5, chatter).why == "It printed no reason."


def test_bare_text_behind_the_log_is_heard() -> None:
    error = told(5, "0.00.900.000 I srv  init: fine", "Fatal: license expired", "usage:")
    assert error.why == "The last thing it said: Fatal: license expired."


HOSTILE = [
    "vk ", "y", "tensor '", "failed to open GGUF file '", "the draft model '", "CUDA error: ", "invalid magic characters ",
    "content differs - target '", " model buffer size", "speculative draft vocab add: 0 - ",
]  # fmt: skip


@pytest.mark.timeout(60)
@pytest.mark.parametrize("piece", HOSTILE)
def test_lines_made_to_be_slow_are_read_in_reasonable_time(piece: str) -> None:
    assert told(1, *[piece * 3000] * 2000).what.endswith(".")
