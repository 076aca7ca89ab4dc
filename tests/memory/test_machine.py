"""What a computer can run, in words; and the words for devices that are not what they seem."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from recorded_cases import header
from shapes import write_shape

from specdesk.memory.device_words import device_notes
from specdesk.memory.machine import LADDER, can_run, header_of
from specdesk.memory.shape import read_shape
from specdesk.records.device import Device

LAST = "Counted with 4 bits per weight, 8k tokens of context and what is free now."


def gpu(name: str = "RTX 3090", total: float = 24576, free: float | None = None, **more: object) -> Device:
    values = {"id": "CUDA0", "source": "nvml", **more}
    return Device(name=name, total_mib=total, free_mib=total - 1500 if free is None else free, **values)  # type: ignore[arg-type]


def ram(total: float) -> Device:
    return Device(id="CPU", name="Computer memory", kind="cpu", total_mib=total, free_mib=0.8 * total, source="host")


@pytest.mark.parametrize(
    ("devices", "host", "said"),
    [
        ((), ram(1200), ["This computer's free RAM is too small for a model of 1 billion parameters."]),
        ((), ram(3000), ["In RAM, on the processor: models of up to 1 billion parameters."]),
        (
            (), ram(32_000),
            ["In RAM, on the processor: models of up to 32 billion parameters. The large ones answer slowly on a "
             "processor.", "Mixtures of experts (MoE), quicker for their size: up to 30 billion parameters."],
        ),
        (
            (gpu(),), ram(64_000),
            ["On RTX 3090, whole and fast: models of up to 32 billion parameters.",
             "Partly in RAM, and clearly slower: up to 70 billion parameters.",
             "Mixtures of experts (MoE), whole there too: up to 30 billion parameters."],
        ),
        (
            (gpu("GTX 1650", 4096, 600),), ram(16_000),
            ["No whole model of 1 billion parameters has room on GTX 1650 now.",
             "In RAM, on the processor: models of up to 14 billion parameters. The large ones answer slowly on a "
             "processor."],
        ),
        (
            (gpu("RTX 3060", 12_288),), ram(128_000),
            ["On RTX 3060, whole and fast: models of up to 14 billion parameters.",
             "Partly in RAM, and clearly slower: up to 32 billion parameters.",
             "Mixtures of experts (MoE) with their experts in RAM: up to 120 billion parameters."],
        ),
    ],
)  # fmt: skip
def test_what_it_can_run(devices: Sequence[Device], host: Device, said: list[str]) -> None:
    assert list(can_run(devices, host)) == [*said, LAST]


def test_the_typical_shapes_are_those_of_real_files(tmp_path: object) -> None:
    """A 70B model made up here has the weights of the file that the recorded cases use, to one part in a thousand."""
    real = read_shape([header(write_shape(str(tmp_path), "llama70b.gguf"))])
    made = read_shape([header_of(LADDER[-1])])
    assert made.weights.total == pytest.approx(real.weights.total, rel=0.001)
    assert made.layers == real.layers
    assert made.vocab == real.vocab


SHARED = gpu("Radeon 780M", kind="shared", source="host")
SLICE = gpu("A100-SXM4-40GB MIG 1g.5gb", 4864, source="engine")
UNKNOWN = Device(id="Vulkan0", name="Arc A770")
VULKAN = gpu("RX 7900", source="engine", id="Vulkan0")


@pytest.mark.parametrize(
    ("devices", "problem", "notes"),
    [
        ((gpu(),), None, []),
        ((gpu(),), "The NVIDIA driver is gone.", []),
        (
            (SHARED,), None,
            ["Radeon 780M has no memory of its own: it shares the computer's RAM, so what is free of that counts, and "
             "the verdict is a cautious one."],
        ),
        (
            (SLICE,), None,
            ["A100-SXM4-40GB MIG 1g.5gb is a slice of a card (MIG): its own size counts, as the engine told it, not "
             "the card's."],
        ),
        ((UNKNOWN,), None, ["How much memory Arc A770 has is not known."]),
        (
            (VULKAN,), "No NVIDIA driver was found.",
            ["What is free on RX 7900 is the engine's own word from when it was asked; other programs may have changed "
             "it since."],
        ),
        (
            (gpu(source="engine"),), "RTX 3090 no longer answers the NVIDIA driver.",
            ["What is free on RTX 3090 is the engine's own word from when it was asked; other programs may have "
             "changed it since.", "RTX 3090 no longer answers the NVIDIA driver."],
        ),
        (
            (gpu(), gpu("RTX 3060", 12_288, id="CUDA1")), None,
            ["The devices differ in size (RTX 3090 24.0 GiB, RTX 3060 12.0 GiB); each gets layers by what is free on "
             "it, and the fullest decides."],
        ),
        ((gpu(), gpu(id="CUDA1")), None, []),
    ],
)  # fmt: skip
def test_right_words_for_odd_devices(devices: Sequence[Device], problem: str | None, notes: list[str]) -> None:
    assert list(device_notes(devices, problem)) == notes
