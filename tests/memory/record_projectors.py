"""Record what the real llama-server says that header-only projectors need, on any computer.

usage: PYTHONPATH=tests:tests/memory .venv/bin/python tests/memory/record_projectors.py OUT.json

Nothing is loaded: the engine is ended as soon as it has said it. Half a minute.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import projector_shapes
import shapes
from real_parts import server_binary

from specdesk.engines.dry_lines import DryLines


def told(target: Path, projector: Path, flash: str) -> float | None:
    """MiB of a projector with its buffer, as the engine says; None when it says nothing."""
    line = [str(server_binary()), "-m", str(target), "--mmproj", str(projector), "-c", "2048", "-np", "1", "-fa", flash,
            "--host", "127.0.0.1", "--port", "0", "-lv", "4", "-fit", "on", "--offline"]  # fmt: skip
    lines = DryLines()
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        assert server.stdout is not None
        for text in server.stdout:
            if lines.feed(text.rstrip("\n")):
                break
        server.kill()
    found = lines.result()
    return None if found is None else found.projector_mib


def main() -> None:
    found = []
    with tempfile.TemporaryDirectory() as place:
        target = shapes.write_shape(place, "qwen25_05b.gguf")
        for name, write in projector_shapes.SHAPES.items():
            path = write(Path(place) / f"{name}.gguf")
            for flash in ("on", "off"):
                mib = told(target, path, flash)
                print(name, flash, mib)
                assert mib is not None, f"{name}: the engine says nothing"
                found.append({"projector": name, "flash": flash, "mib": mib})
    Path(sys.argv[1]).write_text("[\n" + ",\n".join(json.dumps(case) for case in found) + "\n]\n", "utf-8")


if __name__ == "__main__":
    main()
