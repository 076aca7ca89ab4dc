"""The card as a picture: it says what the card says, all of it is painted inside its margins, and nothing personal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
import pytest
from compare_page_stage import draft, ratio, silent
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from specdesk.measure.card import Card, scrubbed, to_json, to_markdown
from specdesk.service.compare_store import StoredCompare
from specdesk.ui.compare.card_picture import DESCRIPTION, MARGIN, RATIO, WIDTH, picture_of
from specdesk.ui.compare.cards import card_from
from specdesk.ui.theme import LIGHT

PAIR = "Qwen2.5 32B + Qwen2.5 0.5B, length 4"


@dataclass(frozen=True)
class Seen:
    """A picture as it comes back from its file."""

    image: QImage

    @property
    def lines(self) -> list[str]:
        return self.image.text(DESCRIPTION).splitlines()

    def blank(self, left: int, top: int, right: int, bottom: int) -> bool:
        """Nothing but the background is there (px of the file)."""
        background = LIGHT.surface.lower()
        part = self.image.copy(left, top, right - left, bottom - top)
        plain = QImage(part.size(), part.format())
        plain.fill(QColor(background))
        return part == plain


def seen(card: Card, pair: str = PAIR) -> Seen:
    return Seen(QImage.fromData(picture_of(card, pair)))


@pytest.fixture(scope="module")
def stored() -> StoredCompare:
    return draft()


@pytest.fixture
def card(stored: StoredCompare, qtbot: QtBot) -> Card:
    return card_from(stored, stored.result(), ())


def test_it_says_what_the_card_says(card: Card) -> None:
    lines = seen(card).lines
    assert lines[0] == card.headline
    assert card.speedup is not None
    assert card.acceptance is not None
    assert card.h is not None
    assert card.tokens_per_pass is not None
    interval = f"{card.speedup.estimate:.2f}x, 95 % interval {card.speedup.low:.2f} to {card.speedup.high:.2f}"
    assert lines[1] == (
        f"{interval} · {card.prompts} prompts of up to {card.cap} tokens · 6 minutes · RTX 3090 · 2026-05-12"
        " · temperature 0"
    )
    assert lines[2] == PAIR
    a, b = card.arms
    assert card.paired is not None
    assert lines[3:5] == [f"plain: {card.paired[0]:.0f} tokens/s", f"with draft: {card.paired[1]:.0f} tokens/s"]
    whole = "\n".join(lines)
    for words in (
        f"acceptance {100 * card.acceptance:.0f} %",
        f"break-even {100 * card.h:.0f} %",
        f"{card.tokens_per_pass:.2f} tokens per pass",
        f"medians {a.rate:.1f} and {b.rate:.1f} tokens/s",
        f"first word {a.ttft_ms:.0f} and {b.ttft_ms:.0f} ms",
        f"pays from {card.break_even_tokens} tokens",
        f"with draft · {b.build}",
        " ".join(b.command),
    ):
        assert words in whole
    for row in card.by_kind:
        assert f"{row.estimate:.2f}" in whole or f"{row.estimate:.1f}" in whole
    assert lines[-1] == "SpecDesk"


CHANGES: list[dict[str, Any]] = [
    {"verdict": "slower"}, {"hardware": ("RTX 4090",)}, {"date": "2026-05-13"}, {"prompts": 999}, {"cap": 77},
    {"acceptance": 0.01}, {"h": 0.99}, {"tokens_per_pass": 9.99}, {"break_even_tokens": 4444}, {"took_s": 60.0},
    {"temperature": 0.7}, {"partial": True}, {"by_kind": ()}, {"same_text": None},
    {"paired": (10.0, 11.0)},
]  # fmt: skip
OF_AN_ARM = {"rate": 7.0, "ttft_ms": 7777.0, "memory_mib": 77.0, "build": "b7777", "command": ("llama-other",)}


def test_every_figure_of_it_is_painted(card: Card) -> None:
    """Pixels tell: with another figure it is another picture."""
    before = seen(card)
    arms = [msgspec.structs.replace(card.arms[1], **{part: value}) for part, value in OF_AN_ARM.items()]
    changed = [msgspec.structs.replace(card, **change) for change in CHANGES]
    changed += [msgspec.structs.replace(card, arms=(card.arms[0], arm)) for arm in arms]
    for other in changed:
        assert other != card
        after = seen(other)
        assert after.image.convertToFormat(before.image.format()) != before.image
        assert after.lines != before.lines


def test_the_built_in_engine_is_named_and_its_worker_is_not(stored: StoredCompare, qtbot: QtBot) -> None:
    """Results of older versions hold the worker's own command."""
    worker = ("/usr/bin/python3", "-m", "specdesk.engines.embedded_worker")
    arms = tuple(msgspec.structs.replace(arm, argv=worker) for arm in stored.arms)
    setup = msgspec.structs.replace(stored.setup, engine="embedded")
    made = msgspec.structs.replace(stored, arms=arms, setup=setup)
    card = card_from(made, made.result(), ())
    assert [arm.command[:2] for arm in card.arms] == [("llama-server", "-m")] * 2
    lines = seen(card).lines
    told = next(place for place, line in enumerate(lines) if line.startswith("SpecDesk's built-in engine ran this"))
    assert lines[told + 2].startswith("llama-server -m ")
    for content in ("\n".join(lines), to_json(card).decode(), to_markdown(card)):
        assert "worker" not in content
        assert "python" not in content
    assert not any("built-in" in line for line in seen(card_from(stored, stored.result(), ())).lines)


def long(card: Card) -> Card:
    """With everything as long as it may be."""
    arm = msgspec.structs.replace(card.arms[1], command=("llama-server", "-m", "x" * 900, *("--flag",) * 90))
    return msgspec.structs.replace(
        card, hardware=("A very long name of a graphics card " * 6,), arms=(card.arms[0], arm)
    )


@pytest.mark.parametrize("kind", ["good", "drifted", "silent", "long"])
def test_nothing_is_cut_off_and_nothing_is_empty(kind: str, stored: StoredCompare, qtbot: QtBot) -> None:
    made = {"drifted": lambda: ratio(1.3, drift=-0.004), "silent": silent}.get(kind, lambda: stored)()
    card = card_from(made, made.result(), ())
    found = seen(long(card) if kind == "long" else card, PAIR if kind != "long" else "A model " * 60)
    width, tall, margin = found.image.width(), found.image.height(), round(MARGIN * RATIO)
    assert width == round(WIDTH * RATIO)
    assert found.blank(0, 0, margin - 2, tall), "left"
    assert found.blank(width - margin + 2, 0, width, tall), "right"
    assert found.blank(0, 0, width, margin - 2), "top"
    assert found.blank(0, tall - margin + 2, width, tall), "bottom"
    band = 48
    empty = [top for top in range(margin, tall - margin - band, band) if found.blank(margin, top, width, top + band)]
    assert empty == [], "a band without anything in it"


def beside_pixels(png: bytes) -> bytes:
    """What a picture's file says outside its packed pixels, in which any four letters may stand by chance
    (https://www.w3.org/TR/png-3/#5Chunk-layout)."""
    kept, place = png[:8], 8
    while place < len(png):
        size = int.from_bytes(png[place : place + 4], "big")
        kind, content = png[place + 4 : place + 8], png[place + 8 : place + 8 + size]
        kept += kind if kind == b"IDAT" else kind + content
        place += size + 12
    assert kept.endswith(b"IEND")
    return kept


names = st.sampled_from(["anna", "Anna Bakker", "annas-pc", "bakker"])
folders = st.sampled_from(["/home/{}/models/", "C:\\Users\\{}\\Models\\", "~{}/", "/Users/{}/Library/My Models/"])


@settings(deadline=None, max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=names, folder=folders, places=st.sets(st.sampled_from(["m", "md", "pair", "error", "extra"]), min_size=1))
def test_nothing_personal_is_in_any_form(name: str, folder: str, places: set[str], stored: StoredCompare) -> None:
    made = stored
    path = folder.format(name) + "Model-7B.gguf"
    argv = ("llama-server", *(("-m", path) if "m" in places else ()), *(("-md", path) if "md" in places else ()))
    argv += ("--chat-template-file", path) if "extra" in places else ()
    arms = tuple(msgspec.structs.replace(arm, argv=argv) for arm in made.arms)
    replies = made.measured
    if "error" in places:
        replies = (msgspec.structs.replace(replies[0], error=f"{path} went away"), *replies[1:])
    plans = tuple(msgspec.structs.replace(plan, target=path) for plan in made.setup.plans)
    private = msgspec.structs.replace(
        made, arms=arms, measured=replies, setup=msgspec.structs.replace(made.setup, plans=plans)
    )
    card = card_from(private, private.result(), (name, "annas-pc"))
    pair = scrubbed(f"{path} + {name}" if "pair" in places else private.setup.pair, (name, "annas-pc"))
    png = picture_of(card, pair)
    for content in (beside_pixels(png), to_json(card), to_markdown(card).encode()):
        assert name.lower().encode() not in content.lower()
    image = QImage.fromData(png)
    assert not any(name.lower() in image.text(key).lower() for key in image.textKeys())
    said = image.text(DESCRIPTION).lower()
    assert "model-7b.gguf" in said or not places & {"m", "md", "extra"}
