"""One session of a monkey: the program from its start to its end, in this process.

usage: python session.py FOLDER SEED SECONDS NOTES [ADDRESS...]      (the environment is that of `grounds.environment`)

Writes into the folder NOTES: "deeds", a line each before it is done; "findings", a JSON line each; "stacks" of times in
which the window stood still; "end", what the session came to. The exit code is the program's.
"""

from __future__ import annotations

import json
import logging
import random
import sys
from pathlib import Path

import psutil
from faults.network_watch import NetworkWatch
from monkey.grounds import HOME, Grounds
from monkey.player import Monkey
from monkey.watching import Ear, Edge, Findings, Heart

from specdesk.ui import opening


def main(argv: list[str]) -> int:
    """The program's exit code."""
    folder, seed, seconds, notes, *addresses = argv
    grounds, written = Grounds(Path(folder), Path(folder) / HOME), Path(notes)
    network = NetworkWatch()
    network.end()  # its looks take time from the window; what Python opens it hears without them
    opening.application()
    with (written / "deeds").open("w", encoding="utf-8") as record, (written / "findings").open("w") as found:
        monkey = Monkey(grounds, seed, float(seconds), record, tuple(addresses))
        findings = Findings(found, lambda: monkey.deed)
        logging.getLogger().addHandler(ear := Ear(findings))
        heart, edge = Heart(findings, written / "stacks"), Edge()
        monkey.begin()
        code = opening.run(begins_with(grounds, random.Random(f"{seed}/start")))
        heart.end()
        edge.end()
        logging.getLogger().removeHandler(ear)
        monkey.end_starts()
    told = {
        "deeds": monkey.deed, "longest_s": heart.longest_s, "opened": edge.opened, "refused": len(network.strangers),
        "rss_mib": psutil.Process().memory_info().rss / 2**20,
    }  # fmt: skip
    (written / "end").write_text(json.dumps(told))
    return code


def begins_with(grounds: Grounds, rng: random.Random) -> list[str]:
    """What the program is started with."""
    models = [str(path) for path in grounds.files() if path.suffix == ".gguf"]
    return rng.choice([[], [], [], ["--demo"], [rng.choice(models)]])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
