"""Memory that rises with every reply is said aloud, once."""

from __future__ import annotations

import pytest

from specdesk.memory.growth import GrowthWatch

SAID = ("The memory in use on RTX 3090 has grown with each of the last 5 replies, by 100 MiB in all.",)


def told(values: list[float | None], place: str = "RTX 3090", cache: float = 0.0) -> list[tuple[str, ...]]:
    watch = GrowthWatch(prompt_cache_mib=cache)
    return [watch.after_reply({place: value}) for value in values]


def test_five_replies_in_a_row_are_said_once() -> None:
    assert told([5000, 5020, 5040, 5060, 5080, 5100, 5120, 5140]) == [(), (), (), (), (), SAID, (), ()]


@pytest.mark.parametrize(
    "values",
    [
        [5000, 5050, 5100, 5150, 5200],
        [5000, 5050, 5100, 5100, 5150, 5200],
        [5000, 5050, 5100, 5150, 5140, 5190],
        [5000, 5050, 5100, None, 5150, 5200, 5250],
        [5000, 5003, 5006, 5009, 5012, 5015, 5018],
    ],
    ids=["too few", "a reply without growth", "a reply that gave back", "a gap", "too little"],
)
def test_what_is_no_steady_growth(values: list[float | None]) -> None:
    assert not any(told(values))


def test_growth_may_begin_late() -> None:
    assert told([5000, 5000, 5000, 5020, 5040, 5060, 5080, 5100])[-1] == SAID


def test_places_are_watched_apart() -> None:
    watch = GrowthWatch()
    for step in range(5):
        assert watch.after_reply({"RTX 3090": 5000.0 + 20 * step, "RTX 3060": 3000.0}) == ()
    assert watch.after_reply({"RTX 3090": 5100.0, "RTX 3060": 3000.0}) == SAID


def test_the_prompt_cache_may_fill() -> None:
    rising: list[float | None] = [1000.0 + 100 * step for step in range(8)]
    assert not any(told(rising, "RAM", cache=8192.0))
    assert [bool(one) for one in told(rising, "RAM", cache=550.0)] == [False] * 6 + [True, False]
    assert told(rising, "RAM")[5][0].startswith("The memory in use in RAM has grown")
