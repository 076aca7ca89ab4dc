"""The memory breakdown of recorded starts, in both of its shapes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specdesk.engines.dry_lines import MAX_RECORDS, MAX_ROWS, DryLines
from specdesk.records.dry_run import DryRow, DryRun

LOGS = Path(__file__).parent.parent / "captures" / "logs"
HEAD = "x_memory_breakdown_print: | memory breakdown [MiB] | total   free    self   model   context   compute |"


def lines_of(name: str) -> list[str]:
    return (LOGS / name).read_text("utf-8").splitlines()


def read(name: str) -> tuple[DryRun, int]:
    """What a recorded start says, and how many of its lines had to be read for it."""
    lines = DryLines()
    count = next(count for count, line in enumerate(lines_of(name), 1) if lines.feed(line))
    found = lines.result()
    assert found is not None
    return found, count


def sizes(found: DryRun) -> list[list[tuple[str, int, int, int]]]:
    return [[(row.name, row.model, row.context, row.compute) for row in record.rows] for record in found.records]


def test_json_records_count_and_their_tables_do_not() -> None:
    found, read_lines = read("b11434_log_jsonl_lv4.stdout")
    assert sizes(found) == [[("Host", 92, 22, 15)]]
    assert found.records[0].rows[0].kind == "host"
    assert read_lines == 22


def test_a_json_record_of_a_device() -> None:
    lines = DryLines()
    lines.feed(
        '{"type":"fit_memory_breakdown","data":{"unit":"MiB","rows":[{"kind":"device","name":"CUDA0","description":'
        '"RTX 3090","total":24124,"free":23700,"self":18,"model":12,"context":4,"compute":2,"unaccounted":-9},'
        '{"kind":"host","name":"Host","self":6,"model":3,"context":2,"compute":1},'
        '{"kind":"buffer_type","name":"CPU_REPACK","self":7,"model":7,"context":0,"compute":0}]}}'
    )
    found = lines.result()
    assert found is not None
    assert found.records[0].rows == (
        DryRow(kind="device", name="CUDA0", description="RTX 3090", total_mib=24124, free_mib=23700, model=12,
               context=4, compute=2),
        DryRow(kind="host", name="Host", model=3, context=2, compute=1),
        DryRow(kind="buffer", name="CPU_REPACK", model=7, context=0, compute=0),
    )  # fmt: skip


@pytest.mark.parametrize("name", ["b10068.ngram.log", "b11434.draft.log", "b11434_spec_lv4.stderr"])
def test_nothing_is_read_behind_the_pass(name: str) -> None:
    """The recorded starts go on to load; the reader has enough before the first line about that."""
    _, count = read(name)
    assert not any("load_tensors" in line for line in lines_of(name)[:count])
    assert "successfully fit params" in lines_of(name)[count - 1]


def test_b11434_tells_the_target_first() -> None:
    assert sizes(read("b11434.draft.log")[0]) == [[("Host", 92, 45, 16)], [("Host", 89, 43, 16)]]


def test_b10068_tells_the_draft_first() -> None:
    assert sizes(read("b10068.dry-draft.log")[0]) == [[("Host", 83, 78, 17)], [("Host", 92, 90, 17)]]


def test_two_devices() -> None:
    found, _ = read("b10068.dry-two-devices.log")
    assert sizes(found) == [[("RPC0", 1989, 544, 116), ("RPC1", 2166, 480, 108), ("Host", 281, 0, 24)]]
    first = found.records[0].rows[0]
    assert (first.kind, first.description, first.total_mib, first.free_mib) == (
        "device",
        "127.0.0.1:18888",
        24105,
        24105,
    )
    assert (found.context, found.layers) == (None, {})


def test_an_mtp_context_is_a_record_of_its_own() -> None:
    found, _ = read("b10068.dry-mtp.log")
    assert sizes(found) == [
        [("RPC0", 14320, 32, 130), ("Host", 682, 0, 28)],
        [("RPC0", 14320, 1110, 130), ("Host", 682, 0, 28)],
    ]
    assert not found.draft_skipped


def test_a_draft_that_the_engine_cannot_measure() -> None:
    found, _ = read("b10068.dry-eagle3.log")
    assert sizes(found) == [[("RPC0", 4155, 1024, 116), ("Host", 281, 0, 24)]]
    assert found.draft_skipped


def test_trials_of_something_smaller_are_not_what_was_asked_for() -> None:
    found, _ = read("b10068.dry-fewer-layers.log")
    assert sizes(found) == [[("RPC0", 37546, 2560, 224), ("Host", 563, 0, 40)]]
    assert found.layers == {"RPC0": 45}
    assert found.context is None


def test_a_context_that_the_engine_would_shrink() -> None:
    found, _ = read("b10068.dry-smaller-context.log")
    assert sizes(found) == [[("RPC0", 92, 180, 20), ("Host", 28, 0, 10)]]
    assert found.context == 4352
    assert found.layers == {}


def test_a_pass_that_the_engine_refuses() -> None:
    lines = DryLines()
    ended = [line for line in lines_of("b10068.dry-refused.log") if lines.feed(line)]
    assert "failed to fit params" in ended[0]
    assert lines.result() is None
    assert lines.given_up == "llama_params_fit is not implemented for SPLIT_MODE_TENSOR"


def test_lines_of_the_first_builds_with_a_pass() -> None:
    """Bare text, and another name of the function."""
    lines = DryLines()
    told = [
        HEAD,
        "llama_memory_breakdown_print: |   - CUDA0 (RTX 5090)   | 32606 = 30330 + (21832 = 16386 +    4950 +     495) "
        "+      -19555 |",
        "llama_memory_breakdown_print: |   - Host               |                    958 =   682 +       0 +     276 |",
        "llama_params_fit_impl: projected to use 21832 MiB of device memory vs. 30330 MiB of free device memory",
    ]
    assert [lines.feed(line) for line in told] == [False] * 4
    assert lines.feed("llama_params_fit: successfully fit params to free device memory")
    found = lines.result()
    assert found is not None
    assert sizes(found) == [[("CUDA0", 16386, 4950, 495), ("Host", 682, 0, 276)]]
    assert found.records[0].rows[0].description == "RTX 5090"


def test_a_description_with_brackets() -> None:
    lines = DryLines()
    lines.feed(HEAD)
    lines.feed(
        "x_memory_breakdown_print: |   - Vulkan1 (RX 6800 (RADV NAVI21)) | 16368 = 15507 + ( 136 = 75 + 41 + 20) + 25 |"
    )
    found = lines.result()
    assert found is not None
    row = found.records[0].rows[0]
    assert (row.name, row.description) == ("Vulkan1", "RX 6800 (RADV NAVI21)")


def test_the_projector() -> None:
    lines = DryLines()
    lines.feed(
        "0.00.036.5 I srv  load_model: [mtmd] estimated worst-case memory usage of mmproj is 1119.95 MiB (took 1)"
    )
    for line in lines_of("b10068.ngram.log"):
        lines.feed(line)
    found = lines.result()
    assert found is not None
    assert found.projector_mib == 1119.95


@pytest.mark.parametrize(
    "line",
    [
        "0.00.137.031 I load_tensors: loading model tensors, this can take a while... (mmap = true, direct_io = false)",
        "load_tensors:   CPU_Mapped model buffer size =    92.10 MiB",
        "main: model loaded",
        '{"type":"log","time":415,"level":"info","msg":"load_tensors: loading model tensors, this can take\\n"}',
    ],
)
def test_an_engine_that_loads_is_ended_at_once(line: str) -> None:
    lines = DryLines()
    assert lines.feed(line)
    assert lines.loading
    assert lines.result() is None


def test_broken_and_hostile_records_cost_nothing() -> None:
    lines = DryLines()
    for text in (
        '{"type":"fit_memory_breakdown","data":{"rows":[{"kind":"device","name":"CUDA0","model":-1,"context":1,"compute":1}]}}',
        '{"type":"fit_memory_breakdown","data":{"rows":[{"kind":"device","name":"CUDA0","model":"1","context":1}]}}',
        '{"type":"fit_memory_breakdown","data":{"unit":"GiB","rows":[]}}',
        '{"type":"fit_memory_breakdown","data":',
        "x_memory_breakdown_print: |   - Host | 9 = 99999999999999999999999 + 0 + 0 |",
    ):
        assert not lines.feed(text)
    assert lines.result() is None


def test_endless_records_and_rows_are_bounded() -> None:
    lines = DryLines()
    for _ in range(3 * MAX_RECORDS):
        lines.feed(HEAD)
        for _ in range(2 * MAX_ROWS):
            lines.feed("x_memory_breakdown_print: |   - Host | 3 = 1 + 1 + 1 |")
    found = lines.result()
    assert found is not None
    assert len(found.records) == MAX_RECORDS
    assert {len(record.rows) for record in found.records} == {MAX_ROWS}


@settings(deadline=None)
@given(st.lists(st.text(alphabet='|-= +()0123456789 MiBmemory_breakdown_print:{}"\\n', max_size=80), max_size=20))
def test_any_text_is_survived(texts: list[str]) -> None:
    lines = DryLines()
    for text in texts:
        lines.feed(text)
        lines.feed(f"x_memory_breakdown_print: {text}")
        lines.feed(f'{{"type":"fit_memory_breakdown"{text}')
    found = lines.result()
    assert found is None or found.records
