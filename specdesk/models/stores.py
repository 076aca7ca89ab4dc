"""Models that other programs on this machine already have: LM Studio, Ollama, the Hugging Face cache, llama.cpp's
cache. They are used where they are, never copied or changed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec

from specdesk.language import mark, translate
from specdesk.models.walk import always, walk

MAX_JSON: Final = 4 * 1024 * 1024
MAX_MANIFESTS: Final = 5000
_LAYER_KINDS: Final = {
    "application/vnd.ollama.image.model": "",
    "application/vnd.ollama.image.projector": mark("Models", "{name} (projector)"),
    "application/vnd.ollama.image.draft": mark("Models", "{name} (draft)"),
}
May = Callable[[str], bool]
_DIGEST: Final = re.compile(r"^(sha256)[:-]([0-9a-f]{64})$")


class StoreFile(msgspec.Struct, frozen=True):
    """One file of a store. name: what that program calls it; empty where the file's own header knows better."""

    path: str
    name: str = ""


class Store(msgspec.Struct, frozen=True):
    """One program's models. folder: where they are. problems: one sentence per entry that could not be read."""

    name: str
    folder: str
    files: tuple[StoreFile, ...]
    problems: tuple[str, ...] = ()


class _Layer(msgspec.Struct):
    mediaType: str = ""  # noqa: N815
    digest: str = ""


class _Manifest(msgspec.Struct):
    layers: list[_Layer] = []


class _LmStudioSettings(msgspec.Struct):
    downloadsFolder: str | None = None  # noqa: N815


def _text(path: Path) -> bytes:
    """A small file's bytes. Raises OSError, ValueError when it is far too large."""
    with path.open("rb") as file:
        raw = file.read(MAX_JSON + 1)
    if len(raw) > MAX_JSON:
        raise ValueError("too large")
    return raw


def _expanded(folder: str, home: Path) -> Path:
    return home / folder[2:] if folder.startswith(("~/", "~\\")) else Path(folder)


def _folder_store(name: str, folder: Path, may: May) -> Store:
    """A store whose files are the GGUF files below one folder, each real file once (snapshots link to blobs)."""
    files, real = [], set()
    problems = []
    for found in walk([folder], may=may):
        if found.problem:
            problems.append(f"{found.path}: {found.problem}")
        for path in found.files:
            key = os.path.realpath(path)
            if key not in real:
                real.add(key)
                files.append(StoreFile(path))
    return Store(name, os.fspath(folder), tuple(files), tuple(problems))


def _lm_studio(home: Path) -> Iterator[Path]:
    homes = [home / ".lmstudio", home / ".cache" / "lm-studio"]
    try:
        pointed = _text(home / ".lmstudio-home-pointer").decode("utf-8", "replace").strip()
    except (OSError, ValueError):
        pointed = ""
    if pointed:
        homes.append(_expanded(pointed, home))
    for place in homes:
        try:
            settings = msgspec.json.decode(_text(place / "settings.json"), type=_LmStudioSettings)
        except (OSError, ValueError, RecursionError):
            settings = _LmStudioSettings()
        if settings.downloadsFolder:
            yield _expanded(settings.downloadsFolder, home)
        yield place / "models"


def _hugging_face(env: Mapping[str, str], home: Path) -> Iterator[Path]:
    for key in ("HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"):
        if env.get(key):
            yield _expanded(env[key], home)
    if env.get("HF_HOME"):
        yield _expanded(env["HF_HOME"], home) / "hub"
    if env.get("XDG_CACHE_HOME"):
        yield _expanded(env["XDG_CACHE_HOME"], home) / "huggingface" / "hub"
    yield home / ".cache" / "huggingface" / "hub"


def _llama_cpp(env: Mapping[str, str], home: Path) -> Iterator[Path]:
    """common/common.cpp, fs_get_cache_directory."""
    if env.get("LLAMA_CACHE"):
        yield _expanded(env["LLAMA_CACHE"], home)
    if env.get("XDG_CACHE_HOME"):
        yield _expanded(env["XDG_CACHE_HOME"], home) / "llama.cpp"
    yield home / ".cache" / "llama.cpp"
    yield home / "Library" / "Caches" / "llama.cpp"
    if env.get("LOCALAPPDATA"):
        yield Path(env["LOCALAPPDATA"]) / "llama.cpp"


def _ollama(env: Mapping[str, str], home: Path, root: Path) -> Iterator[Path]:
    if env.get("OLLAMA_MODELS"):
        yield _expanded(env["OLLAMA_MODELS"], home)
    yield home / ".ollama" / "models"
    yield root / "usr" / "share" / "ollama" / ".ollama" / "models"


def _ollama_name(parts: tuple[str, ...]) -> str:
    """What `ollama list` prints for manifests/HOST/NAMESPACE/MODEL/TAG."""
    *places, model, tag = parts
    if places[:1] == ["registry.ollama.ai"]:
        places = places[1:]
    if places[:1] == ["library"]:
        places = places[1:]
    return "/".join([*places, f"{model}:{tag}"])


def _manifests(folder: Path) -> Iterator[Path]:
    """All manifest files, sorted, at most `MAX_MANIFESTS`; folders that cannot be opened are passed over."""
    count = 0
    for place, below, names in os.walk(folder):
        below.sort()
        for name in sorted(names):
            if count == MAX_MANIFESTS:
                return
            if not name.startswith("."):
                count += 1
                yield Path(place) / name


def _blobs(manifest: Path, blobs: Path) -> Iterator[tuple[Path, str]]:
    """(blob, what it is) for the layers that are GGUF files. Raises OSError, ValueError for a broken manifest."""
    for layer in msgspec.json.decode(_text(manifest), type=_Manifest).layers:
        named = _LAYER_KINDS.get(layer.mediaType)
        if named is None:
            continue
        digest = _DIGEST.match(layer.digest)
        if digest is None:
            raise ValueError("no digest")
        names = (f"{digest[1]}-{digest[2]}", f"{digest[1]}:{digest[2]}")
        found = next((blobs / name for name in names if (blobs / name).is_file()), None)
        if found is None:
            raise FileNotFoundError(names[0])
        yield found, named


def _called(name: str, kind: str) -> str:
    return translate("Models", kind).format(name=name) if kind else name


def _ollama_store(folder: Path, may: May) -> Store:
    files: dict[str, StoreFile] = {}
    problems = []
    manifests = folder / "manifests"
    for manifest in _manifests(manifests):
        parts = manifest.relative_to(manifests).parts
        if len(parts) < 2 or not may(os.fspath(manifest)):
            continue
        name = _ollama_name(parts)
        try:
            for blob, named in _blobs(manifest, folder / "blobs"):
                files.setdefault(os.fspath(blob), StoreFile(os.fspath(blob), _called(name, named)))
        except FileNotFoundError:
            problems.append(
                translate("Models", "{name}: a file that its list of parts names is not there.").format(name=name)
            )
        except PermissionError:
            problems.append(translate("Models", "{name}: you have no permission to read it.").format(name=name))
        except (OSError, ValueError, RecursionError):
            problems.append(translate("Models", "{name}: its list of parts cannot be read.").format(name=name))
    return Store("Ollama", os.fspath(folder), tuple(files.values()), tuple(problems))


def find_stores(
    env: Mapping[str, str], home: Path, root: Path = Path("/"), may: Callable[[str], bool] = always
) -> tuple[Store, ...]:
    """Stores that exist and hold at least one file (or a problem worth telling), each real folder once.

    env: the environment; home: the user's home; root: where system-wide places begin. may: asked with each path right
    before its disk is touched; what it refuses is left out. Reads folders and small files; never raises.
    """
    places: list[tuple[str, Path]] = []
    if may(os.fspath(home)):  # LM Studio says there where its models are
        places += [("LM Studio", path) for path in _lm_studio(home)]
    places += [("Ollama", path) for path in _ollama(env, home, root)]
    places += [("Hugging Face", path) for path in _hugging_face(env, home)]
    places += [("llama.cpp", path) for path in _llama_cpp(env, home)]
    stores, seen = [], set()
    for name, path in places:
        if not may(os.fspath(path)):
            continue
        real = os.path.realpath(path)
        if real in seen or not os.path.isdir(path):
            continue
        seen.add(real)
        store = _ollama_store(path, may) if name == "Ollama" else _folder_store(name, path, may)
        if store.files or store.problems:
            stores.append(store)
    return tuple(stores)
