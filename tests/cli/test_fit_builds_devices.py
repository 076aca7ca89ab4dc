"""fit: what --build and --device-mib change, in figures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli_stage import Said
from shapes import write_shape

Run = Callable[..., Said]
F16_PER_TOKEN = 32 * 2 * 8 * 128 * 2 / 2**20
"""MiB of the cache of Llama 8B for one token: 32 layers, keys and values, 8 heads of 128, two bytes."""


@pytest.fixture
def fitted(run: Run, tmp_path: Path) -> Callable[..., dict[str, Any]]:
    """The document for Llama 8B: `fitted(options, arguments)`."""
    target = write_shape(tmp_path, "llama8b.gguf")

    def document(options: tuple[object, ...], *arguments: object) -> dict[str, Any]:
        said = run("fit", *options, "--json", "--", "-m", target, *arguments)
        assert said.code in (0, 1), said.err
        return said.document

    return document


def of(build: int, devices: str = "24576") -> tuple[object, ...]:
    return ("--build", build, "--device-mib", devices)


# ---- --build --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("build", "context", "layers_there", "cache"),
    [
        (5361, 4096, False, 4096),  # a context of its own, no layers on a GPU unless told
        (8000, 131072, True, 131072),  # the model's own context for four slots that share, layers as they fit
        (11434, 131072, True, 131072),
    ],
)
def test_what_is_not_said_means_what_it_means_to_the_build(
    fitted: Callable[..., dict[str, Any]], build: int, context: int, layers_there: bool, cache: int
) -> None:
    found = fitted(of(build))
    assert found["context"] == context
    device, host = found["devices"][0]["target"], found["host"]["target"]
    assert (device["weights"] > 4000) is layers_there
    assert (host["weights"] > 4000) is not layers_there
    assert device["cache"] + host["cache"] == pytest.approx(cache * F16_PER_TOKEN, rel=0.001)


def test_slots_of_a_build(fitted: Callable[..., dict[str, Any]], run: Run, tmp_path: Path) -> None:
    """Older builds keep a draft context per slot, as large as -cd says; since May 2026 one is shared."""
    target, draft = write_shape(tmp_path, "qwen25_7b.gguf"), write_shape(tmp_path, "qwen25_05b.gguf")
    line = ("-m", target, "-md", draft, "-ngl", "99", "-ngld", "99", "-c", "16384", "-cd", "16384", "-np", "4")

    def cache(build: int) -> float:
        document = run("fit", *of(build), "--json", "--", *line).document
        (device,) = document["devices"]
        return float(device["draft"]["cache"])

    one = 24 * 2 * 2 * 64 * 2 / 2**20  # MiB for one token of Qwen2.5 0.5B
    assert cache(11434) == pytest.approx(16384 * one, rel=0.001)
    assert cache(5361) == pytest.approx(4 * cache(11434), rel=0.001)
    old, new = (fitted(of(build), "-ngl", "99", "-c", "8192")["devices"][0]["target"] for build in (5361, 11434))
    assert old["weights"] == new["weights"]
    assert old["compute"] != new["compute"]


# ---- --device-mib ---------------------------------------------------------------------------------------------------


def test_devices_stand_in_the_order_given_all_of_them_free(fitted: Callable[..., dict[str, Any]]) -> None:
    found = fitted(of(11434, "24576,8192,512.5"), "-c", "2048", "-ngl", "99")
    sizes = [24576, 8192, 512.5]
    assert [(one["total_mib"], one["free_mib"], one["other_programs"]) for one in found["devices"]] == [
        (size, size, 0) for size in sizes
    ]
    assert len({one["name"] for one in found["devices"]}) == 3
    for one in found["devices"]:
        needed = sum(one["target"].values()) + one["projector"] + one["overhead"]
        assert one["left_mib"] == pytest.approx(one["total_mib"] - needed)


def test_two_devices_hold_together_what_one_holds(fitted: Callable[..., dict[str, Any]]) -> None:
    """Layers are shared by free memory: here three to one."""
    arguments = ("-c", "8192", "-ngl", "99")
    whole = fitted(of(11434, "24576"), *arguments)
    split = fitted(of(11434, "24576,8192"), *arguments)
    turned = fitted(of(11434, "8192,24576"), *arguments)
    (alone,) = whole["devices"]
    for found in (split, turned):
        for part in ("weights", "cache"):
            together = sum(one["target"][part] for one in found["devices"])
            assert together == pytest.approx(alone["target"][part], rel=0.01)
        assert found["host"]["target"]["weights"] == pytest.approx(whole["host"]["target"]["weights"])
    layer = 8192 * F16_PER_TOKEN / 32
    assert layers_of(split, layer) == [25, 7]  # of 33 with the output, which is on the last one
    assert layers_of(turned, layer) == [9, 23]


def layers_of(found: dict[str, Any], layer: float) -> list[float]:
    """How many layers' cache each device holds."""
    return [one["target"]["cache"] / layer for one in found["devices"]]


def test_one_device_that_is_short_decides(fitted: Callable[..., dict[str, Any]]) -> None:
    arguments = ("-c", "2048", "-ngl", "99", "-ts", "1,1")
    fits, short = fitted(of(11434, "8192,8192"), *arguments), fitted(of(11434, "24576,1024"), *arguments)
    assert [one["verdict"] for one in fits["devices"]] == ["fits", "fits"]
    assert ([one["verdict"] for one in short["devices"]], short["verdict"]) == (["fits", "no"], "no")
    assert short["devices"][1]["left_mib"] < 0
