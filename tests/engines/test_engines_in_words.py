"""With another language every sentence about engines, commands and failures is looked up, none is glued together."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
import pytest
import test_diagnosis
import test_paste_anything
import test_paste_vllm
from dialect_lines import EVERYTHING, GUIDE
from old_helps import D0, D1, D2, D3, D4, RECORDED
from wrapped_words import unwrapped, wrapping

from specdesk.engines import diagnosis, embedded, nvml
from specdesk.engines.adapters.forms import FORMS
from specdesk.engines.adapters.pasted import read_any
from specdesk.engines.adapters.printed_statistics import printed_words, read_printed
from specdesk.engines.adapters.records import Exported, Wanted
from specdesk.engines.adapters.vllm_plan import ONLY_VLLM
from specdesk.engines.conflicts import conflicts
from specdesk.engines.devices import idle_gpus
from specdesk.engines.diagnosis import EngineEndedError, diagnose
from specdesk.engines.dialect import complete, embedded_argv, from_argv, launch_args, spelled, to_argv
from specdesk.engines.dialect_records import Argv, ParsedCommand
from specdesk.engines.dialect_table import ROWS
from specdesk.engines.failure_rules import RunContext
from specdesk.engines.flags import Flags
from specdesk.engines.getting import how_to_get
from specdesk.engines.graphics import unused_graphics
from specdesk.engines.log_lines import EngineFacts
from specdesk.engines.speculation_lines import SpeculationLines
from specdesk.errors import SpecDeskError, UsageError
from specdesk.records.device import Device, GpuReading
from specdesk.records.model_file import ModelFile
from specdesk.records.plan import LaunchPlan, ModelPlacement, Ngram

BUILDS: tuple[Flags, ...] = (D0, D1, D2, D3, D4, *RECORDED.values())
LINES = (
    GUIDE,
    "llama-server -m a.gguf -md b.gguf --draft-max 8 --draft-max 9 --no-mmap --mlock -fa --spec-default -hfd who/what",
    "llama-server a.gguf stray --spec-type ngram-simple,ngram-mod,draft-simple --spec-ngram-size-n 8 --draft-length 4",
    "llama-cli -m a.gguf --ctx-size=4096 --api-key k -hf who/what --mmproj-url x --draft-p-min 0.4 -md b.gguf",
    "llama-server -m a.gguf --bogus 1 --modle x --jinja on --no-webui --keep --grammar-file a b --hf-token t more",
    "llama-server -m a.gguf -fa auto -ngl auto -lm dio --host 0.0.0.0 --api-key-file k --spec-draft-sampling greedy",
)
PASTES = (
    "sudo nohup llama-server –m “a b.gguf” -md $DRAFT; echo done",
    "cd /models && llama-server -m a.gguf | tee log",
    "docker run --gpus all ghcr.io/ggml-org/llama.cpp:server -m /models/a.gguf --port 8080",
    "llama-speculative -m a.gguf -md b.gguf -p hello",
    "llama-speculative-simple -m a.gguf -md b.gguf",
    "llama-lookup -m a.gguf -p hello",
    "llama-lookahead -m a.gguf",
    "FROM deepseek-r1:70b\nPARAMETER draft_model x\nPARAMETER num_draft 8\nPARAMETER mirostat 1\nLICENSE x\nADAPTER y",
    'vllm serve a/b --dtype half --max-num-seqs 4 --speculative-config \'{"method": "suffix"}\'',
)
ELSEWHERE = (
    "the draft model 'd.gguf' is not compatible with the target model 't.gguf'",
    "get_logits_ith: invalid logits id 3, reason: no logits",
    '{"worker":"error","what":"The built-in engine cannot run this plan.","why":"{value} is no share of guesses.",'
    '"next_step":"Change this setting.","values":{"value":"x"}}',
)
"""Lines for the rules that no line of the other tests is for."""


def cases(test: Any) -> list[Any]:
    """The parameters of a test beside this one."""
    return [getattr(case, "values", case) for case in test.pytestmark[0].args[1]]


def parts(error: SpecDeskError) -> Iterator[str]:
    yield from (error.what, error.why, error.next_step)


def whys(*said: Argv | ParsedCommand | Exported) -> Iterator[str]:
    for one in said:
        yield from (change.why for change in one.changes)
        yield from (drop.why for drop in one.dropped)


def outside(sentences: Iterable[str]) -> list[str]:
    """Those that no lookup has seen as a whole."""
    return [text for text in sentences if unwrapped(text)]


def refused(line: str) -> UsageError:
    with pytest.raises(UsageError) as info:
        read_any(line)
    return info.value


def failures() -> Iterator[tuple[str, EngineEndedError]]:
    for name, code, context, *_ in cases(test_diagnosis.test_recorded_ends):
        yield name, test_diagnosis.told(code, *test_diagnosis.capture(name), context=context)
    contexts = (test_diagnosis.PLAIN, test_diagnosis.DRAFTED)
    lines = [
        [line] if isinstance(line, str) else line
        for test in (test_diagnosis.test_known_texts, test_diagnosis.test_out_of_memory_names_the_device_and_the_size)
        for line, *_ in cases(test)
    ]
    lines += [[line] for line in ELSEWHERE]
    yield from ((said[0], test_diagnosis.told(1, *said, context=context)) for said in lines for context in contexts)
    for code in (None, 0, 1, 3, 126, -1, -2, -4, -6, -7, -8, -9, -11, -15, 0xC0000017, 0xC0000135, 0xC000007B):
        for phase in ("starting", "loading", "ready"):
            context = RunContext(phase=phase, draft="/m/é.gguf", methods=("draft-simple",))
            yield str(code), diagnose(code, [], EngineFacts(), context)
    yield "asked", diagnose(0, [], EngineFacts(), RunContext(asked=True))


def test_every_explanation_of_a_failure() -> None:
    with wrapping():
        found = [(name, part) for name, error in failures() for part in parts(error)]
    assert len(found) > 300
    assert [(name, part) for name, part in found if unwrapped(part)] == []


def test_every_rule_is_among_them() -> None:
    texts = [
        *ELSEWHERE,
        *("\n".join(test_diagnosis.capture(name)) for name, *_ in cases(test_diagnosis.test_recorded_ends)),
    ]
    texts += [line for line, *_ in cases(test_diagnosis.test_known_texts)]
    texts += ["\n".join(lines) for lines, *_ in cases(test_diagnosis.test_out_of_memory_names_the_device_and_the_size)]
    unmet = [rule.pattern.pattern for rule in diagnosis.RULES if not any(rule.pattern.search(text) for text in texts)]
    assert unmet == []


def test_every_change_and_omission_in_every_build() -> None:
    plans = [
        EVERYTHING,
        LaunchPlan(target="a.gguf", methods=("none",), draft="b.gguf", load_mode="auto", flash_attention="off"),
        LaunchPlan(target="a.gguf", methods=("ngram-mod",), draft="b.gguf", ngram=Ngram(mod_match=8, size_n=3)),
        LaunchPlan(target="a.gguf", methods=("draft-dspark",), draft="b.gguf", place=ModelPlacement(layers="auto")),
        LaunchPlan(target="a.gguf", methods=("draft-simple", "ngram-cache"), load_mode="dio", split_mode="odd"),
    ]
    found: list[str] = []
    with wrapping():
        for flags in BUILDS:
            found += whys(*(to_argv(plan, flags) for plan in plans))
            for line in LINES:
                parsed = from_argv(shlex.split(line), flags)
                found += whys(parsed, to_argv(parsed.plan, flags, parsed.said))
                started = msgspec.structs.replace(parsed.plan, target="a.gguf")
                found += whys(launch_args(started, flags, "127.0.0.1", 1), embedded_argv(started))
            names = [spelled(field, flags) for field in (*(row.field for row in ROWS), "ngram.size_n", "ngram.mod_min")]
            found += [name.why for name in (*names, spelled("methods", flags), spelled("load_mode", flags))]
        for line in LINES:
            parsed = from_argv(shlex.split(line), None, as_settings=True)
            found += whys(parsed, from_argv(shlex.split(line)))
            found += [change.why for change in complete(LaunchPlan(draft="b.gguf")).changes]
    assert len(set(found)) > 60
    assert outside(found) == []


def test_every_export() -> None:
    target = ModelFile(path="/m/t.gguf", kind="model", name="T", vocab_size=49152)
    draft = ModelFile(path="/m/d.gguf", kind="model", name="D", vocab_size=49280)
    plans = [
        LaunchPlan(),
        LaunchPlan(target="/m/t.gguf"),
        LaunchPlan(target="/m/t.gguf", draft="/m/d.gguf"),
        msgspec.structs.replace(EVERYTHING, host="0.0.0.0", mmproj="/m/p.gguf"),
        LaunchPlan(target="/m/t.gguf", draft="/m/d.gguf", methods=("draft-mtp",)),
        LaunchPlan(target="/m/t.gguf", methods=("ngram-mod", "ngram-cache"), ngram=Ngram(size_n=12)),
    ]
    made: list[Exported] = []
    with wrapping():
        for plan in plans:
            for flags in (Flags(), D1, D4, RECORDED[11434]):
                wanted = Wanted(plan=plan, flags=flags, target=target, draft=draft if plan.draft else None)
                told = msgspec.structs.replace(wanted, target_id="who/t", draft_id="who/d", system='"""')
                made += [form.write(said) for form in FORMS for said in (wanted, told)]
        for method in ("suffix", "medusa", "eagle", "no-such"):
            made.append(FORMS[-2].write(Wanted(plan=plans[1], target_id="who/t", draft_id="who/d", method=method)))
        names = [form.words for form in FORMS]
    found = [*whys(*made), *(note for one in made for note in one.notes), *(one.refused for one in made)]
    found += [one.instead for one in made] + [lack.why for one in made for lack in one.missing]
    assert len(set(found)) > 40
    assert outside(found) == outside(names) == []


def test_every_paste() -> None:
    vllm = (test_paste_vllm.OLD_LINE, test_paste_vllm.NEW_LINE, test_paste_vllm.PYTHON)
    texts = [*vllm, test_paste_anything.MODELFILE, *PASTES, *(line for line in LINES if "hf-token" not in line)]
    texts += [f'{{"method": "{method}", "acceptance_method": "x", "model": "a/b"}}' for method in ONLY_VLLM]
    wrong = [text for text, _ in cases(test_paste_vllm.test_what_cannot_be_read_is_a_sentence)]
    wrong += [text for text, _ in cases(test_paste_anything.test_a_broken_modelfile_is_a_sentence)]
    with wrapping():
        pasted = [read_any(text) for text in texts]
        found = [why for one in pasted for why in whys(one.parsed)] + [one.needs_vllm for one in pasted]
        errors = [part for text in (*wrong, "", "hello there") for part in parts(refused(text))]
        figures = printed_words(read_printed("n_drafted = 8\nn_accept = 5\nn_predict = 12\n"))
    assert len(set(found)) > 40
    assert outside(found) == outside(errors) == []
    assert unwrapped(figures).replace("·", "").strip() == ""


def test_conflicts_and_speculation_that_is_off() -> None:
    pooled = LaunchPlan(target="a", draft="b", methods=("draft-simple",), extra=("--pooling", "mean"))
    vectors = msgspec.structs.replace(pooled, extra=("--embeddings", "--rerank"))
    two = LaunchPlan(target="a", methods=("draft-simple", "draft-mtp"))
    reasons = []
    with wrapping():
        found = [said for plan in (pooled, vectors, two) for said in conflicts(plan)]
        for line in (
            "token 5 content differs - target 'a', draft 'b'",
            "target vocab size 1 does not match draft vocab size 2 - difference 1, max allowed 128",
            "draft model bos tokens must match target; add: 1 - 0, id: 1 - 2",
            "draft model eos tokens must match target; add: 0 - 1, id: 1 - 2",
            "draft model eos tokens must match target; add: 1 - 1, id: 1 - 2",
            "vocab_type_dft = 0 while vocab_type_tgt = 9",
            "draft-mtp requires a draft context",
            "tokens will be translated between the draft and target vocabularies",
        ):
            lines = SpeculationLines()
            lines.feed(line)
            reasons.append(lines.reason or "not read")
    assert len(found) == 3
    assert outside(found + reasons) == []


def test_devices_and_drivers() -> None:
    cards = [GpuReading(t=0.0, index=index, name="RTX 3090", total_mib=24576.0) for index in (0, 1)]
    cpu = Device(id="CPU", name="CPU", kind="cpu")
    with wrapping():
        found = [how_to_get(makers, hidden, *system) for makers, hidden, system in _COMPUTERS]
        found.append(unused_graphics(("AMD", "Intel")))
        found += [idle.sentence for cards_now in (cards, cards[:1]) if (idle := idle_gpus([cpu], cards_now))]
        found += [nvml.throttle_words(reasons) for reasons in (0x4, 0x20, 0x24, 0x8, 0)]
        found += [why for _, why in embedded.unsupported(EVERYTHING)]
        event = embedded.read_event(
            '{"worker":"error","what":"a","why":"{value} is no share.","next_step":"b","values":{"value":"x"}}'
        )
    assert len(found) == 9 + len(_COMPUTERS) + len(embedded.unsupported(EVERYTHING)) - 1
    assert event is not None
    assert (event.what, event.why, event.next_step) == ("«a»", "«x is no share.»", "«b»")
    assert outside(found) == []


_HIDDEN = {"CUDA_VISIBLE_DEVICES": "1"}
_COMPUTERS = [
    (makers, hidden, (system, machine))
    for makers in ((), ("AMD",), ("NVIDIA",), ("Apple",))
    for hidden in ({}, _HIDDEN)
    for system in ("linux", "win32", "darwin")
    for machine in ("x86_64", "arm64")
]
