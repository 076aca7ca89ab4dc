"""A name for people: from the header where it says something, else from the file's own name."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Final

from specdesk.models.header import Header
from specdesk.models.shards import part_name

LONGEST: Final = 80
_READ: Final = 1000
_SAYS_NOTHING: Final = re.compile(
    r"^(|\.+|model|models|hf|tmp\w*|temp|out|output|merged|checkpoint[ -]?\d*|workspace|snapshots?|unknown|unnamed|none"
    r"|null|content|data|gguf|[0-9a-f]{16,}|\d+)$",
    re.IGNORECASE,
)
_SIZE: Final = re.compile(r"(?<![A-Za-z0-9.])(\d+x)?\d+(\.\d+)?[bmt](?![A-Za-z0-9])", re.IGNORECASE)
# words of a training run, not of a model: "Smollm2 135M 8k Lc100K Mix1 Ep2"
_RUN: Final = re.compile(r"^(lc\d+k|mix\d+|ep(och)?\d+|step\d+|iter\d+|ckpt\d*|checkpoint\d*|lr\d\S*)$", re.IGNORECASE)
_QUANT: Final = re.compile(
    r"[-._ ]?(UD-)?(I?Q\d(_[0-9A-Z]+)*|F16|F32|BF16|FP16|MXFP4(_MOE)?|NVFP4|TQ\d_0)$", re.IGNORECASE
)


def _readable(text: str) -> str:
    """One line of printable characters, hyphens and underscores between words as spaces."""
    text = "".join(char if char.isprintable() else " " for char in text[:_READ])
    text = re.sub(r"(?<=\w)[-_](?=\w)", " ", text)
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"


def _last_part(text: str) -> str:
    """A path or a repository name without its folders, a file name without `.gguf`."""
    text = re.split(r"[/\\]", text[:_READ].strip().rstrip("/\\"))[-1]
    return text[:-5] if text.lower().endswith(".gguf") else text


def _upper_sizes(text: str) -> str:
    return _SIZE.sub(lambda match: match.group().upper().replace("X", "x"), text)


def file_title(path: str) -> str:
    """A name made of the file's name: without suffix, part number and quantisation."""
    name = PurePath(path).name
    part = part_name(name)
    stem = part.stem if part else _last_part(name)
    without = _QUANT.sub("", stem)
    return _upper_sizes(_readable(without if without.strip("-._ ") else stem)) or name


def _from_parts(header: Header) -> str:
    """`general.basename`, finetune and version, where the name itself says nothing."""
    keys = ("general.basename", "general.finetune", "general.version")
    return " ".join(text for key in keys if (text := header.text(key)))


def _spelled(name: str, title: str) -> str:
    """`name` with the capitals of the file's name: converters write "Deepseek" where the makers write "DeepSeek"."""
    known = {word.casefold(): word for word in title.split()}

    def capitals(word: str) -> int:
        return sum(char.isupper() for char in word)

    words = (max(word, known.get(word.casefold(), word), key=capitals) for word in name.split())
    return " ".join(words)


def _without_run(name: str, title: str) -> str:
    """The file's name instead of one that names a training run, if both begin alike; else the words before the run."""
    words = name.split()
    run = next((index for index, word in enumerate(words) if _RUN.match(word)), None)
    if not run:
        return name
    if title.casefold().startswith(words[0].casefold()):
        return title
    return " ".join(words[:run])


def friendly_name(header: Header) -> str:
    """`general.name` made readable, with the size label where the name holds no size; else the file's own name."""
    title = file_title(header.path)
    for text in (header.text("general.name") or "", _from_parts(header)):
        bare = _last_part(text)
        name = _upper_sizes(_readable(_QUANT.sub("", bare) or bare))
        if not _SAYS_NOTHING.match(name.strip()):
            break
    else:
        return title
    name = _spelled(_without_run(name, title), title)
    label = _readable(header.text("general.size_label") or "")
    return f"{name} {label}" if label and not _SIZE.search(name) else name
