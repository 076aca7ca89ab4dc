"""No text of a chat gets into a report, whatever an engine, our own log or a setting says of it."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specdesk.engines.lifecycle import Failed, Failure, Ready, Spawning
from specdesk.records.plan import LaunchPlan, ModelPlacement, Ngram, Sampling
from specdesk.service.log_forms import shown
from specdesk.service.redaction import Redaction
from specdesk.service.report import StateHistory
from specdesk.service.report_parts import (
    LEFT_OUT,
    SHOWN,
    WITHOUT_WORDS,
    crash_log,
    extra_shown,
    program_log,
    settings_shown,
)
from specdesk.settings import Settings, TargetMemory

LOGS = Path(__file__).parent.parent / "captures" / "logs"
SAID = "my grandmother Wilhelmina keeps bees in Utrecht"
WORDS = ("grandmother", "wilhelmina", "bees", "utrecht", "shed")
STAMP = "1.02.345.678 "

QUOTING = (
    "Build me a shed for my grandmother in Utrecht",
    "Load the bees", "Main street, Utrecht", "Device for bees", "Common bees", "Draft a letter to grandmother",
    "main: Draft a letter to grandmother", "load: Build me a shed", "init: grandmother",
    f"{STAMP}D slot update_slots: id  0 | task 0 | prompt token   4:    345 ' grandmother'",
    f"{STAMP}D spec common_specu:  - draft candidate   0, pos   3:   1234 (   0.912) ' Utrecht'",
    f"{STAMP}I slot update_slots: id  0 | task 0 | prompt token   4:    345 ' grandmother'",
    f"{STAMP}D srv  update_slots: decoding batch, n_tokens = 5 grandmother",
    f"{STAMP}D srv  log_server_r: request:  {{\"messages\":[{{\"role\":\"user\",\"content\":\"{SAID}\"}}]}}",
    f"{STAMP}I srv  params_from_: Grammar: root ::= \"grandmother\" | \"bees\"",
    f"{STAMP}I srv  params_from_: Grammar lazy: true, trigger \"Utrecht\"",
    f"{STAMP}I srv    operator(): http: streamed chunk: data: {{\"content\":\"bees\"}}",
    f"{STAMP}D slot process_toke: id  0 | task 0 | n_decoded = 5, n_remaining = 3, next token:   345 ' bees'",
    f"{STAMP}D slot process_toke: id  0 | task 0 | stopped by word: 'Utrecht'",
    f"{STAMP}I slot   operator(): id  0 | task 0 | generated text: 'bees'",
    f"{STAMP}I srv  update_chat_: Parsing chat message: {SAID}",
    f"{STAMP}D srv  Parsing input with format peg-native: {SAID}",
    f"{STAMP}W srv    operator(): Failed to parse input at pos 12: {SAID}",
    f"{STAMP}E srv    operator(): got exception: {{\"error\":{{\"message\":\"{SAID}\"}}}}",
    f"{STAMP}E srv    send_error: task id = 7, error: unknown tool 'call_grandmother'",
    f"{STAMP}I srv  tool_call: name=write_to arguments={{\"who\":\"grandmother\"}}",
    f"{STAMP}I srv          init: init: chat template, example_format: '<|im_start|>system {SAID}",
    f"{STAMP}I load:   - 2 ('<|grandmother|>')",
    f"{STAMP}I print_info: general.name          = bees",
    f"{STAMP}I llama_model_loader: - kv   3:                       general.author str              = Wilhelmina",
    f"{STAMP}I llama_model_loader: - kv  31:                    tokenizer.chat_template str    = {SAID}",
    f"{STAMP}I cmn  common_init_: added grandmother logit bias = -inf",
    f"{STAMP}I srv  server_strea: conv_id=wilhelmina (empty=0)",
    f"{STAMP}I srv          load:   Utrecht",
    f"{STAMP}I srv  proxy_reques: proxying request to model bees on port 5",
    f"{STAMP}E srv         start: couldn't bind HTTP server socket, hostname: utrecht.lan, port: 18555",
    "grandmother = 345", "  n_bees = 3", "total_bees = 3", "my_list: n_bees in Utrecht = 3",
    "Device 0: grandmother, compute capability 8.9, VMM: yes",
    '{"type":"log","time":5,"level":"info","msg":"slot update: prompt: grandmother\\n"}',
    '{"type":"log","time":5,"level":"info","msg":"srv  load_model: loading model\\nmy grandmother"}',
    '{"type":"bees"}',
    "/src/common/grandmother.cpp:5: GGML_ASSERT(bees) failed",
)  # fmt: skip


def spills(text: str) -> list[str]:
    return [word for word in WORDS if word in text.lower()]


def told(lines: list[str]) -> list[str]:
    return Redaction(Path("/home/annabel"), ["annabel"], host="box-7").engine_log(lines)


@pytest.mark.parametrize("line", QUOTING)
def test_a_line_that_may_quote_is_left_out(line: str) -> None:
    (note,) = told([line])
    assert note == "(1 lines left out: not in one of the known forms, so that they may quote a chat)"


def test_a_prompt_of_several_lines_stays_out_though_one_looks_like_the_engines_own() -> None:
    lines = [
        f"{STAMP}D slot update_slots: prompt: explain this to my grandmother:",
        "srv  update_slots: all slots are idle",
        f"{STAMP}I srv  update_slots: all slots are idle",
    ]
    assert told(lines)[1:] == ["62.345678 I srv update_slots: all slots are idle"]
    assert told(lines[1:2]) == ["srv update_slots: all slots are idle"], "old builds stamp nothing"


@pytest.mark.parametrize(
    ("line", "is_told"),
    [
        ("0.00.015.285 I srv    load_model: loading model '/mnt/my bees/Qwen3-8B-Q4_K_M.gguf'",
         "0.015285 I srv load_model: loading model '…/Qwen3-8B-Q4_K_M.gguf'"),
        (r"0.00.015.285 E srv    load_model: failed to load draft model, 'D:\my bees\d.gguf'",
         "0.015285 E srv load_model: failed to load draft model, '…/d.gguf'"),
        ("llama_context:      CUDA0 compute buffer size =   564.01 MiB",
         "llama_context: CUDA0 compute buffer size = 564.01 MiB"),
        ("  Device 0: NVIDIA GeForce RTX 4090, compute capability 8.9, VMM: yes",
         "Device 0: NVIDIA GeForce RTX 4090, compute capability 8.9, VMM: yes"),
        ("ggml_vulkan: 0 = AMD Radeon RX 7900 XTX (RADV NAVI31) (radv) | uma: 0 | fp16: 1 | bf16: 1 | warp size: 64 | "
         "shared memory: 65536 | int dot: 1 | matrix cores: KHR_coopmat",
         "ggml_vulkan: 0 = AMD Radeon RX 7900 XTX (RADV NAVI31) (radv) | uma: 0 | fp16: 1 | bf16: 1 | warp size: 64 | "
         "shared memory: 65536 | int dot: 1 | matrix cores: KHR_coopmat"),
        ("  Device 0: AMD Radeon RX 7900 XTX, gfx1100 (0x1100), VMM: no, Wave Size: 32",
         "Device 0: AMD Radeon RX 7900 XTX, gfx1100 (0x1100), VMM: no, Wave Size: 32"),
        ("ggml_vulkan: 1 = NVIDIA GeForce RTX 4090 (NVIDIA) | uma: 0 | fp16: 1 | bf16: 1 | warp size: 32 | "
         "shared memory: 49152 | int dot: 1 | matrix cores: NV_coopmat2",
         "ggml_vulkan: 1 = NVIDIA GeForce RTX 4090 (NVIDIA) | uma: 0 | fp16: 1 | bf16: 1 | warp size: 32 | "
         "shared memory: 49152 | int dot: 1 | matrix cores: NV_coopmat2"),
        ("ggml_vulkan: 0 = llvmpipe (LLVM 19.1.7, 256 bits) (llvmpipe) | uma: 1 | fp16: 1 | warp size: 8 | "
         "shared memory: 32768 | int dot: 0 | matrix cores: none",
         "ggml_vulkan: 0 = llvmpipe (LLVM 19.1.7, 256 bits) (llvmpipe) | uma: 1 | fp16: 1 | warp size: 8 | "
         "shared memory: 32768 | int dot: 0 | matrix cores: none"),
        ("0.00.400.000 E ggml_backend_cuda_buffer_type_alloc_buffer: allocating 144817.04 MiB on device 0: cudaMalloc "
         "failed: out of memory", "0.400000 E ggml_backend_cuda_buffer_type_alloc_buffer: allocating 144817.04 MiB on "
         "device 0: cudaMalloc failed: out of memory"),
        ("error: invalid argument: --bogus", "error: invalid argument: --bogus"),
        ("/home/annabel/llama.cpp/src/llama-context.cpp:1234: GGML_ASSERT(n_outputs_max > bees) failed",
         "llama-context.cpp:1234: a check failed"),
        ('{"type":"log","time":9009,"level":"info","msg":"srv  llama_server: model loaded\\n"}',
         "0.009009 I srv llama_server: model loaded"),
    ],
)  # fmt: skip
def test_what_helps_to_help_stays(line: str, is_told: str | None) -> None:
    seen = told([line])
    if is_told is not None:
        assert seen == [is_told]
    assert not spills(" ".join(seen))


def test_recorded_logs_keep_what_matters_and_nothing_of_texts() -> None:
    lines = (LOGS / "b11434_spec_lv4.stderr").read_text("utf-8").splitlines()
    seen = told(lines)
    assert len(seen) > 0.6 * len(lines)
    text = "\n".join(seen)
    for kept in (
        "KV buffer size = 19.50 MiB", "adding speculative implementation 'draft-simple'",
        "draft acceptance = 0.06250 ( 3 accepted / 48 generated), mean len = 1.25",
        "llama_server: model loaded", "prompt eval time = 535.32 ms / 32 tokens",
        "statistics draft-simple: #calls(b,g,a) = 1 12 12",
    ):  # fmt: skip
        assert kept in text
    for path in LOGS.iterdir():
        text = "\n".join(told(path.read_text("utf-8", "replace").splitlines()))
        for never in ("<|", "How are you", "Hi there", "helpful", "Hello", "HuggingFace", "create_tensor", "/models/"):
            assert never not in text, f"{never} of {path.name}"


FRONTS = sorted(
    {
        line.split(": ")[0] + ": "
        for path in LOGS.iterdir()
        for line in path.read_text("utf-8", "replace").splitlines()[:400]
        if ": " in line and len(line.split(": ")[0]) < 60
    }
)
JOINTS = ("", " = ", ": ", ", ", " | ", " '", " (", "- ", "= ", "loading model ", "model loaded ", "request: ", "5 ")


@settings(deadline=None, max_examples=150)
@given(
    front=st.sampled_from(FRONTS),
    joint=st.sampled_from(JOINTS),
    words=st.lists(st.sampled_from(WORDS), min_size=1, max_size=4),
    behind=st.sampled_from(("", "'", ")", " = 5", " MiB", " | ")),
)
def test_no_front_lets_words_through(front: str, joint: str, words: list[str], behind: str) -> None:
    seen = told([f"{front}{joint}{' '.join(words)}{behind}"])
    assert not spills(" ".join(seen))


def test_forms_hold_for_the_whole_line_only() -> None:
    assert shown("srv llama_server: model loaded") is not None
    for line in ("srv llama_server: model loaded, bees", "bees srv llama_server: model loaded", "model loaded"):
        assert shown(line) is None


def test_the_programs_own_log_keeps_places_and_no_words() -> None:
    head = "2026-11-30 10:00:00,123 WARNING MainThread specdesk.service.service"
    lines = [
        f"{head}: chat: The engine refused the request. It says: {SAID}.",
        f"{head}: The chat “bees in Utrecht” could not be deleted.",
        f"{head}: run 3 ended with code -11",
        f"{head}: SpecDesk itself failed",
        "Traceback (most recent call last):",
        '  File "/home/annabel/x/specdesk/service/chats.py", line 12, in keep',
        "    title = 'grandmother'",
        f"KeyError: '{SAID}'",
        SAID,
        f"{head}: bees profile: it could not be read",
        SAID,
    ]
    assert program_log(lines) == [
        f"{head}: chat: {WITHOUT_WORDS}",
        f"{head}: {WITHOUT_WORDS}",
        f"{head}: run 3 ended with code -11",
        f"{head}: SpecDesk itself failed",
        "Traceback (most recent call last):",
        '  File "…/service/chats.py", line 12, in keep',
        "KeyError",
        f"{head}: {WITHOUT_WORDS}",
    ]


def test_a_crash_is_told_by_places() -> None:
    lines = [
        "Fatal Python error: Segmentation fault", "", "Current thread 0x00007f11 [bees] (most recent call first):",
        '  File "/home/annabel/specdesk/ui/app.py", line 9 in run', f"  {SAID}", "Extension modules: bees",
    ]  # fmt: skip
    assert crash_log(lines) == [
        "Fatal Python error: Segmentation fault",
        "Current thread 0x00007f11 (most recent call first):",
        '  File "…/ui/app.py", line 9, in run',
    ]


def test_settings_hold_no_names_that_people_gave() -> None:
    target = "/m/Qwen3-8B.gguf"
    chosen = Settings(
        target=target, profiles={target: "for grandmother"}, ignored_servers=("http://bees.lan:80: Utrecht",),
        system_prompt=SAID, reply_limit=77,
        plan=LaunchPlan(alias="wilhelmina", host="bees.lan", context=4096),
        targets={target: TargetMemory(plan=LaunchPlan(extra=(
            "--system-prompt", SAID, "-n", "5", "--grammar=bees", "--cache-type-k", "q8_0", "-mu", "/x/shed/m.gguf",
        )))},
    )  # fmt: skip
    document = settings_shown(msgspec.to_builtins(chosen))
    assert not spills(json.dumps(document))
    assert (document["reply_limit"], document["plan"]["context"]) == (77, 4096)
    assert document["targets"][target]["plan"]["extra"] == [
        "--system-prompt", "…", "-n", "5", "--grammar=…", "--cache-type-k", "q8_0", "-mu", "…/m.gguf",
    ]  # fmt: skip
    assert extra_shown(("-ts", "3,1", "bees")) == ["-ts", "3,1", "…"]


def test_each_setting_is_either_shown_or_left_out() -> None:
    records = (Settings, TargetMemory, LaunchPlan, Sampling, Ngram, ModelPlacement)
    names = {field.encode_name for record in records for field in msgspec.structs.fields(record)}
    assert names == SHOWN | LEFT_OUT, "a new setting: is it safe to show to others?"
    assert not SHOWN & LEFT_OUT


def test_states_quote_nothing_once_a_chat_can_be_in_the_log() -> None:
    history = StateHistory()
    words = Failure(what="The engine crashed.", why=f"The last thing it said: {SAID}.")
    history.note(Spawning(run_id=1))
    history.note(Failed(run_id=1, failure=Failure(what="The draft could not be loaded.")))
    history.note(Spawning(run_id=2))
    history.note(Ready(run_id=2, pid=7, url="http://127.0.0.1:9", since=1.0, context=512, reason="no draft"))
    history.note(Failed(run_id=2, failure=words, log_tail=(SAID,)))
    entries = history.entries()
    assert not spills(json.dumps(entries))
    assert entries[1]["failure"]["what"] == "The draft could not be loaded."
    assert (entries[3]["reason"], entries[3]["context"], "url" in entries[3]) == ("no draft", 512, False)
    assert entries[4]["failure"] == WITHOUT_WORDS
    assert "log_tail" not in entries[4]
