"""What is said about memory comes out of the language in use, whole."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from msgspec import structs
from recorded_cases import header

from specdesk import language
from specdesk.memory.advice import COSTS, WORDS, Question, easiest, remedies
from specdesk.memory.choices import quantizations
from specdesk.memory.device_words import device_notes
from specdesk.memory.growth import REPLIES, GrowthWatch
from specdesk.memory.machine import can_run
from specdesk.memory.measured import difference, difference_words
from specdesk.memory.notes import amount, listed
from specdesk.memory.words import layer_words, source_words, words
from specdesk.records.build import BuildTraits
from specdesk.records.device import Device
from specdesk.records.model_file import ModelFile
from specdesk.records.plan import LaunchPlan

HOST = Device(id="CPU", name="this computer", kind="cpu", total_mib=32_000.0, free_mib=32_000.0)


@pytest.fixture(autouse=True)
def _marked() -> Iterator[None]:
    language.speak(lambda context, text: f"«{text}»" if context == "Memory" else text, ",")
    yield
    language.speak(None)


def question(folder: Path, free: float | None, target: str = "llama8b.gguf", **plan: object) -> Question:
    asked = structs.replace(LaunchPlan(target="t", context=8192, slots=1), **plan)
    devices = [] if free is None else [Device(id="CUDA0", name="RTX 3090", total_mib=24_576.0, free_mib=free)]
    return Question((header(folder / target),), (), None, asked, BuildTraits(), devices, HOST)


def spoken(sentences: Sequence[str]) -> list[str]:
    """What of them does not stand inside marks, apart from the spaces between sentences."""
    assert sentences
    left = []
    for sentence in sentences:
        while (inner := re.sub(r"«[^«»]*»", "", sentence)) != sentence:
            sentence = inner
        left.append(sentence.strip())
    return [rest for rest in left if rest]


@pytest.mark.parametrize("free", [9000.0, 6000.0, 5000.0, None])
def test_verdicts(model_files: Path, free: float | None) -> None:
    asked = question(model_files, free)
    fit = asked.fit()
    assert spoken([words(fit), words(fit, easiest(asked)), source_words(fit), *fit.notes]) == []


def test_a_size_stands_in_its_sentence_with_the_sign_of_the_language(model_files: Path) -> None:
    assert words(question(model_files, 9000.0).fit()) == "«Fits: 3,3 GiB stay free on RTX 3090.»"
    assert [amount(5000), amount(7.4)] == ["4,9 GiB", "7 MiB"]
    assert listed(["a", "b"]) == "«a and b»"


def test_layers_that_do_not_fit(model_files: Path) -> None:
    steps = easiest(question(model_files, 5000.0))
    assert spoken([layer_words((3, 33), steps), layer_words((0, 33))]) == []


def test_advice_is_found_by_its_kind_not_by_its_words(model_files: Path) -> None:
    asked = question(model_files, 5000.0)
    found = remedies(asked)
    assert spoken([one.words for one in found] + [one.costs for one in found]) == []
    assert all(one.kind in WORDS and one.kind in COSTS for one in found)
    kinds = [one.kind for one in easiest(asked)]
    language.speak(None)
    assert kinds == [one.kind for one in easiest(asked)] == ["cache", "context"]


def test_what_this_computer_can_run() -> None:
    gpu = Device(id="CUDA0", name="RTX 3060", total_mib=12_288.0, free_mib=11_000.0)
    small = structs.replace(gpu, free_mib=500.0)
    for devices in ([gpu], [small], []):
        assert spoken(can_run(devices, HOST)) == []


def test_devices_and_growth() -> None:
    devices = [
        Device(id="Vulkan0", name="Iris", kind="shared", total_mib=16_000.0, free_mib=9000.0),
        Device(id="CUDA0", name="RTX 3090", total_mib=24_576.0, free_mib=23_000.0, source="engine"),
        Device(id="CUDA1", name="GTX 1650", total_mib=4096.0, free_mib=4000.0, source="engine"),
    ]
    assert spoken(device_notes(devices)) == []
    watch = GrowthWatch()
    said = [text for n in range(REPLIES + 1) for text in watch.after_reply({"RAM": 100.0 * n, "CUDA0": 100.0 * n})]
    assert len(said) == 2
    assert spoken(said) == []


def test_what_differs_from_the_prediction(model_files: Path) -> None:
    fit = question(model_files, 9000.0).fit()
    device = fit.devices[0]
    more = structs.replace(device.target, cache=device.target.cache + 500)
    found = difference(fit, structs.replace(fit, devices=(structs.replace(device, target=more),)))
    assert "the target's cache" in difference_words(found)
    assert spoken([difference_words(found), difference_words(()), *(one.part for one in found)]) == []


def test_quantisations(model_files: Path) -> None:
    path = str(model_files / "llama8b.gguf")
    row = ModelFile(path=path, name="x", kind="model", size_mib=1.0, quantization="Q4_K_M")
    found = quantizations([row], question(model_files, 9000.0), lambda path: (header(Path(path)),))
    assert spoken([found.words]) == []
