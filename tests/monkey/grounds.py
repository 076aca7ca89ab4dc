"""Where a monkey plays: a home of its own with engines that fail now and then, models, cards, texts and junk."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from fakes.fake_install import install_fake
from faults.fault_list import ENGINE_FAULTS
from service_stage import small_model
from shapes import write_shape

from specdesk.settings import Settings, TargetMemory

HOME = "Zuhause von Jürgen 日本"
TOO_LONG = ("100 MB of log", "a line of 50 MB", "a million tiny events", "a compressed answer of 100 MB")
"""Faults that take so long that a monkey would see little else; `make faults` has them."""

CODE = "Here:\n\n```python\ndef lamp(lit: bool) -> str:\n    return 'lit' if lit else 'dark'\n```\n\n"
TABLE = "| a | b |\n|---|--:|\n" + "| one | 2 |\n" * 12
LINKS = "See [the page](https://example.org/a_(b)) or <https://example.org> or [file](file:///etc/hosts).\n\n"
ODD = "שלום עולם 👩‍👩‍👧‍👦 ﷽ e\u0301\u0323 \u202edoog\u202c \u200b日本語テキスト 𝔘𝔫𝔦 \ufeff\u2028next"
REPLIES = (
    None, CODE * 4 + "Done.", TABLE + LINKS, ODD * 20, "1. one\n   - two\n     > three\n" * 40, "#" * 400, "*" * 3000,
    "$$x^2$$ `code` **bold *both***\n\n" * 30, "<think>hm</think>" + LINKS, "",
)  # fmt: skip


class Grounds(NamedTuple):
    """folder: everything that is not SpecDesk's own. home: SPECDESK_HOME."""

    folder: Path
    home: Path

    @property
    def engine(self) -> Path:
        """The engine that changes its ways; it is the first in PATH, too."""
        return self.folder / "bin" / "llama-server"

    @property
    def models(self) -> Path:
        """The folder with model files."""
        return self.folder / "Model files"

    def files(self) -> list[Path]:
        """What can be dropped or opened, sorted, so that the same seed draws the same."""
        found = (*self.models.iterdir(), *(self.folder / "other").iterdir())
        return sorted(path for path in found if not path.name.endswith(".new"))


def ways(rng: random.Random) -> dict[str, Any]:
    """Settings of the fake engine: mostly healthy, sometimes one fault."""
    healthy = {
        "speed": rng.choice([30.0, 200.0, 2000.0, 0]), "tokens": rng.choice([1, 8, 64, 400, 3000]),
        "acceptance": rng.choice([0.0, 0.4, 0.7, 1.0]), "reply": rng.choice(REPLIES), "old": rng.random() < 0.1,
        "load_s": rng.choice([0.0, 0.0, 0.5, 3.0]), "split_utf8": rng.random() < 0.2,
        "reasoning": rng.choice([None, None, "I think, and think again. " * 30]),
        "first_token_ms": rng.choice([5.0, 5.0, 1500.0]),
    }  # fmt: skip
    if rng.random() < 0.55:
        return healthy
    fault = rng.choice([fault for fault in ENGINE_FAULTS if fault.name not in TOO_LONG])
    return healthy | fault.settings


def change_engine(grounds: Grounds, settings: dict[str, Any]) -> None:
    """From its next start on the engine does this. Written beside it and put in its place: it may be starting now."""
    made = install_fake(grounds.folder / "bin.new", **settings)
    os.replace(made, grounds.engine)


def settings_at_first(grounds: Grounds, rng: random.Random) -> Settings | None:
    """What the user chose before; None = the very first start."""
    if rng.random() < 0.3:
        return None
    target = str(grounds.models / "Small Model.gguf")
    method = rng.choice(["automatic", "ngram", "off", "draft"])
    memory = TargetMemory(method=method, context=rng.choice([0, 512, 2048]))  # type: ignore[arg-type]
    return Settings(
        target=target, engine=str(grounds.engine), targets={target: memory}, first_run_done=True,
        model_folders=(str(grounds.models),), theme=rng.choice(["system", "light", "dark"]),
        language=rng.choice(["system", "en", "nl"]), text_scale=rng.choice([1.0, 1.0, 1.5, 2.0]),
        keep_serving=rng.random() < 0.3,
    )  # fmt: skip


def lay_out(folder: Path, rng: random.Random) -> Grounds:
    """Make it all."""
    grounds = Grounds(folder, folder / HOME)
    for made in (grounds.home / "config", grounds.models, folder / "other", folder / "bin", folder / "saved"):
        made.mkdir(parents=True)
    change_engine(grounds, ways(random.Random(rng.random())) if rng.random() < 0.2 else {"speed": 500.0, "tokens": 64})
    for name, rows in (("Small Model", 64), ("Small Draft", 32), ("Ünï 日本 model & co", 64)):
        small_model(grounds.models / f"{name}.gguf", rows)
    write_shape(grounds.models, "qwen25_05b.gguf")
    _junk(grounds)
    _others(folder / "other")
    settings = settings_at_first(grounds, rng)
    if settings is not None:
        (grounds.home / "config" / "settings.json").write_bytes(msgspec.json.encode(settings))
    return grounds


def _junk(grounds: Grounds) -> None:
    whole = (grounds.models / "Small Model.gguf").read_bytes()
    for name, content in (
        ("empty.gguf", b""), ("cut.gguf", whole[:200]), ("not a model.gguf", b"<html>Sign in</html>" * 100),
        ("changed.gguf", whole[:40] + b"\xff" * 60 + whole[100:]),
    ):  # fmt: skip
        (grounds.models / name).write_bytes(content)


def _others(folder: Path) -> None:
    prompts = "\n".join(json.dumps({"prompt": f"Tell of lamp {number}.", "kind": "lamps"}) for number in range(6))
    for name, text in (
        ("prompts.jsonl", prompts), ("notes.txt", "The lamp is lit.\n" * 50), ("long.txt", "x" * 600_000),
        ("odd.md", ODD * 200), ("broken.json", '{"card": '), ("empty.txt", ""), ("deep.json", "[" * 5000),
        ("command.sh", "llama-server -m 'Small Model.gguf' -ngl 99 --draft-max 8\n"),
    ):  # fmt: skip
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "bytes.bin").write_bytes(bytes(range(256)) * 40)
    (folder / "a folder").mkdir()
    (folder / "card.json").write_bytes(_card())


def _card() -> bytes:
    from compare_page_stage import draft

    from specdesk.measure.card import to_json
    from specdesk.ui.compare.cards import card_from

    made = draft()
    return to_json(card_from(made, made.result(), ()))


def environment(grounds: Grounds, paths: list[str]) -> dict[str, str]:
    """For a window that plays here and reaches nothing else. paths: for Python's imports."""
    kept = {name: value for name, value in os.environ.items() if name.split("_")[0] not in ("LLAMA", "LC", "XDG")}
    folders = {
        name: str(grounds.folder / "xdg" / name)
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR")
    }
    for one in folders.values():
        Path(one).mkdir(parents=True, exist_ok=True, mode=0o700)
    own = {
        "HOME": str(grounds.folder), "SPECDESK_HOME": str(grounds.home), "QT_QPA_PLATFORM": "offscreen",
        "PATH": f"{grounds.engine.parent}{os.pathsep}/usr/bin{os.pathsep}/bin", "PYTHONPATH": os.pathsep.join(paths),
        "LC_ALL": "C.UTF-8", "HF_ENDPOINT": "http://127.0.0.1:9", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere",
        "TMPDIR": str(grounds.folder / "saved"), "PYTHONWARNINGS": "default",
    }  # fmt: skip
    return kept | folders | own
