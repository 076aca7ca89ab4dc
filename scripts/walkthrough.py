"""Walk through the program as a new user would, on an X display of its own, once with a mouse and once without.

usage: .venv/bin/python scripts/walkthrough.py [mouse|keys] [--to-the-answer]
An empty home, nothing installed but the program of this checkout with its built-in engine and practice model: a fresh
machine. From the start to the first answer, then on to the first verdict of a quick compare. Prints when each step was
reached and by how many presses; pictures of the steps go to build/screenshots/walkthrough/. Two gates: the first answer
within five minutes of the start, the first verdict of a compare within 90 s. Ends with 1 when one is
missed. --to-the-answer leaves the compare out. Needs what ./check installs.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "e2e"))

from program import Program
from xdisplay import Display, display

TOP = Path(__file__).resolve().parents[1]
PICTURES = TOP / "build" / "screenshots" / "walkthrough"
FIRST_ANSWER_S, VERDICT_S = 300.0, 90.0
LONG_S = 1800.0
STATE = "State of the server"
MOST_TABS = 40
QUICK, HOW_LONG = "Quick, .*", "How long it may take"
SHORT = "--to-the-answer"


class Walk:
    """One walk. way: "mouse" or "keys"."""

    def __init__(self, way: str, shown: Display, home: Path) -> None:
        self.way, self.display = way, shown
        self.began = time.monotonic()
        alone = {"HOME": str(home), "PATH": "/usr/bin:/bin"}
        self.program = Program(shown, home / "specdesk", environment=alone)
        self.presses = 0

    def note(self, what: str) -> float:
        """A step was reached."""
        after = time.monotonic() - self.began
        self.display.rest()
        picture = PICTURES / self.way / f"{what.replace(' ', '-')}.png"
        self.display.photograph(picture)
        print(f"{self.way:5}  {after:7.1f} s  {self.presses:3} presses  {what}", flush=True)
        return after

    def use(self, name: str, role: str, *keys: str) -> None:
        """Press something: a click, or `keys`; without keys, Tab until it has the focus, then Space."""
        if self.way == "mouse":
            self.program.click(name, role)
            self.presses += 1
        elif keys:
            self.program.wait_for(name, role, enabled=True)
            self.display.press(*keys)
            self.presses += len(keys)
        else:
            self._tab_to(name, role)
            self.display.press("space")
            self.presses += 1

    def choose_quick(self) -> None:
        """Choose the shortest compare."""
        if self.way == "mouse":
            self.program.click(QUICK)
            self.presses += 1
        else:
            self._tab_to(".*", "", "shift+Tab", description=HOW_LONG)
            self._press_until(QUICK, "", "Left", description=HOW_LONG, focused=True)
            self.display.press("space")
            self.presses += 1
        self.program.wait_for(QUICK, description=HOW_LONG, checked=True)

    def compare(self) -> None:
        """Press the button on the page, not the one at the top of the window."""
        self.program.wait_for("Compare", "Button", enabled=True)
        place = max(one["y"] for one in self.program.find("Compare", "Button"))
        if self.way == "mouse":
            self.program.click("Compare", "Button", y=place)
        else:
            self._tab_to("Compare", "Button", y=place)
            self.display.press("space")
        self.presses += 1

    def _tab_to(self, name: str, role: str, key: str = "Tab", **more: object) -> None:
        self.program.wait_for(name, role, enabled=True, **more)
        self._press_until(name, role, key, focused=True, **more)

    def _move(self, key: str) -> None:
        """Press a key that moves the focus, and wait until it has."""
        before = self._focus()
        self.display.press(key)
        self.presses += 1
        self.program.until(lambda: self._focus() not in ([], before), f"{key} leads somewhere")

    def _focus(self) -> list[tuple[object, ...]]:
        """What has the keys, with its place."""
        focused = self.program.find(".*", focused=True)
        return [(one["role"], one["name"], one["x"], one["y"]) for one in focused]

    def _press_until(self, name: str, role: str, key: str, **more: object) -> None:
        for _ in range(MOST_TABS):
            if self.program.find(name, role, **more):
                return
            self._move(key)
        raise SystemExit(f"{MOST_TABS} times {key} does not lead to: {name} {more}")


def walk(way: str, shown: Display, home: Path, *, whole: bool) -> bool:
    """All steps, or those up to the answer; True when the gates are kept."""
    one = Walk(way, shown, home)
    program = one.program
    try:
        shown.fill_screen(program.appear())
        program.wait_for("First steps", "Dialog")
        program.wait_for("Try it", "Button", enabled=True)
        one.note("first steps")
        one.use("Try it", "Button", "Return")
        program.wait_for("Ready", "StaticText", description=STATE)
        one.note("ready")
        one.use(r"Send \(Enter\)", "Button", "Return")
        program.until(lambda: program.messages() and program.messages()[-1]["complete"], "an answer", LONG_S)
        program.wait_for("Last reply · .*", "StaticText")
        answered = one.note("first answer")
        verdict = compare(one) if whole else None
        shown.press("ctrl+q")
        program.ended()
    finally:
        program.clean_up()
    print(f"{way}: first answer after {answered:.0f} s (at most {FIRST_ANSWER_S:.0f}),", end=" ")
    told = "not asked for" if verdict is None else f"after {verdict:.0f} s (at most {VERDICT_S:.0f})"
    print(f"first verdict {told}", flush=True)
    return answered <= FIRST_ANSWER_S and (verdict is None or verdict <= VERDICT_S)


def compare(one: Walk) -> float:
    """A quick compare; s from its press to the first verdict."""
    program = one.program
    one.use("Compare", "Button", "ctrl+b")
    program.wait_for(r"Is the .* worth it\?.*", "StaticText")
    one.note("before the compare")
    one.choose_quick()
    one.compare()
    pressed = time.monotonic()
    program.wait_for("Measuring …", "StaticText")
    program.until(lambda: program.find(r".* times as fast so far; this still changes\..*"), "a first figure", LONG_S)
    took = time.monotonic() - pressed
    one.note("first verdict")
    program.until(lambda: not program.find("Measuring …", "StaticText"), "the compare is over", LONG_S)
    program.wait_for("Save card", "Button")
    one.note("answer of the compare")
    return took


def main(arguments: list[str]) -> int:
    """Each way on a fresh display with a fresh home."""
    whole, kept = SHORT not in arguments, []
    for way in [one for one in arguments if one != SHORT] or ["mouse", "keys"]:
        with tempfile.TemporaryDirectory(prefix="specdesk-walk-") as home:
            os.makedirs(f"{home}/specdesk")
            with display((1280, 800), Path(home) / "display.log") as shown:
                kept.append(walk(way, shown, Path(home), whole=whole))
    return 0 if all(kept) else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
