"""Finding the models of other programs in homes built for the purpose."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

import pytest
from gguf_files import Tensor, write_gguf

from specdesk.models.library import LibraryCache, read_files
from specdesk.models.stores import Store, StoreFile, find_stores
from specdesk.models.walk import never
from specdesk.records.model_file import ModelFile

MODEL = "application/vnd.ollama.image.model"
PROJECTOR = "application/vnd.ollama.image.projector"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    path = tmp_path / "home"
    path.mkdir()
    return path


def stores(home: Path, env: Mapping[str, str] | None = None) -> dict[str, Store]:
    found = find_stores(env or {}, home, root=home.parent / "root")
    return {store.name: store for store in found}


def rows_of(store: Store, tmp_path: Path) -> list[ModelFile]:
    named = ((file.path, file.name) for file in store.files)
    return list(read_files(named, LibraryCache(tmp_path / "cache"), never, store.name))


def gguf_at(path: Path, name: str = "Demo 1B") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return write_gguf(
        path, {"general.architecture": "llama", "general.name": name}, [Tensor("a.weight", "f16", [8, 8])]
    )


def digest(number: int) -> str:
    return f"{number:064x}"


def ollama(models: Path, name: str, layers: list[tuple[str, int]], separator: str = "-") -> Path:
    """A manifest and its blobs; `name` is HOST/NAMESPACE/MODEL/TAG."""
    for kind, number in layers:
        if kind.startswith("application/vnd.ollama.image.") and not kind.endswith("license"):
            gguf_at(models / "blobs" / f"sha256{separator}{digest(number)}", f"Blob {number}")
    manifest = models / "manifests" / name
    manifest.parent.mkdir(parents=True, exist_ok=True)
    parts = [{"mediaType": kind, "digest": f"sha256:{digest(number)}", "size": 1} for kind, number in layers]
    manifest.write_text(json.dumps({"schemaVersion": 2, "config": {"digest": "sha256:0"}, "layers": parts}))
    return manifest


def test_nothing_is_found_in_an_empty_home(home: Path) -> None:
    assert find_stores({}, home, root=home) == ()


def test_lm_studio(home: Path) -> None:
    first = gguf_at(home / ".lmstudio" / "models" / "pub" / "repo" / "a.gguf")
    found = stores(home)["LM Studio"]
    assert found == Store("LM Studio", str(home / ".lmstudio" / "models"), (StoreFile(str(first)),))


def test_lm_studio_downloads_folder_and_old_home(home: Path, tmp_path: Path) -> None:
    moved = gguf_at(tmp_path / "disk" / "pub" / "b.gguf")
    old = gguf_at(home / ".cache" / "lm-studio" / "models" / "c.gguf")
    settings = home / ".lmstudio" / "settings.json"
    settings.parent.mkdir()
    settings.write_text(json.dumps({"downloadsFolder": str(tmp_path / "disk"), "other": [1]}))
    found = [s for s in find_stores({}, home, root=tmp_path) if s.name == "LM Studio"]
    assert [[file.path for file in store.files] for store in found] == [[str(moved)], [str(old)]]
    settings.write_text("{broken")
    assert len(find_stores({}, home, root=tmp_path)) == 1
    settings.write_text(json.dumps({"downloadsFolder": 5}))
    assert len(find_stores({}, home, root=tmp_path)) == 1


def test_lm_studio_home_pointer(home: Path, tmp_path: Path) -> None:
    model = gguf_at(tmp_path / "elsewhere" / "models" / "a.gguf")
    (home / ".lmstudio-home-pointer").write_text(f"{tmp_path / 'elsewhere'}\n")
    assert stores(home)["LM Studio"].files == (StoreFile(str(model)),)


def test_ollama_names_blobs_from_manifests(home: Path, tmp_path: Path) -> None:
    models = home / ".ollama" / "models"
    ollama(models, "registry.ollama.ai/library/llama3.2/3b", [(MODEL, 1), (f"{MODEL[:-5]}license", 9)])
    ollama(models, "registry.ollama.ai/library/llama3.2/latest", [(MODEL, 1)])
    ollama(models, "registry.ollama.ai/someone/vision/7b", [(MODEL, 2), (PROJECTOR, 3), (f"{MODEL[:-5]}draft", 4)])
    ollama(models, "hf.co/org/repo-GGUF/Q4_K_M", [(MODEL, 5)], separator=":")
    found = stores(home)["Ollama"]
    names = {Path(file.path).name[-2:]: file.name for file in found.files}
    assert names == {
        "01": "llama3.2:3b",
        "02": "someone/vision:7b",
        "03": "someone/vision:7b (projector)",
        "04": "someone/vision:7b (draft)",
        "05": "hf.co/org/repo-GGUF:Q4_K_M",
    }
    assert found.problems == ()
    rows = {row.name: row for row in rows_of(found, tmp_path)}
    assert rows["llama3.2:3b"].kind == "model"
    assert rows["llama3.2:3b"].path == str(models / "blobs" / f"sha256-{digest(1)}")
    assert {row.source for row in rows.values()} == {"Ollama"}


def test_a_broken_manifest_costs_one_entry(home: Path) -> None:
    models = home / ".ollama" / "models"
    base = "registry.ollama.ai/library"
    ollama(models, f"{base}/good/1b", [(MODEL, 1)])
    ollama(models, f"{base}/junk/1b", [(MODEL, 2)]).write_bytes(b"\xff{]")
    ollama(models, f"{base}/deep/1b", [(MODEL, 2)]).write_text("[" * 200_000)
    ollama(models, f"{base}/huge/1b", [(MODEL, 2)]).write_text('{"layers": []}' + " " * 5_000_000)
    ollama(models, f"{base}/list/1b", [(MODEL, 2)]).write_text('{"layers": 7}')
    ollama(models, f"{base}/evil/1b", [(MODEL, 2)]).write_text(
        json.dumps({"layers": [{"mediaType": MODEL, "digest": "sha256:../../../etc/passwd"}]})
    )
    ollama(models, f"{base}/gone/1b", [(MODEL, 3)])
    (models / "blobs" / f"sha256-{digest(3)}").unlink()
    found = stores(home)["Ollama"]
    assert [file.name for file in found.files] == ["good:1b"]
    assert found.problems == (
        "deep:1b: its list of parts cannot be read.",
        "evil:1b: its list of parts cannot be read.",
        "gone:1b: a file that its list of parts names is not there.",
        "huge:1b: its list of parts cannot be read.",
        "junk:1b: its list of parts cannot be read.",
        "list:1b: its list of parts cannot be read.",
    )


def test_ollama_elsewhere(home: Path, tmp_path: Path) -> None:
    ollama(tmp_path / "big", "registry.ollama.ai/library/a/1b", [(MODEL, 1)])
    system = tmp_path / "root" / "usr" / "share" / "ollama" / ".ollama" / "models"
    ollama(system, "registry.ollama.ai/library/b/1b", [(MODEL, 2)])
    found = find_stores({"OLLAMA_MODELS": str(tmp_path / "big")}, home, root=tmp_path / "root")
    assert [[file.name for file in store.files] for store in found] == [["a:1b"], ["b:1b"]]


def hub_model(hub: Path) -> Path:
    repo = hub / "models--org--Repo-GGUF"
    blob = gguf_at(repo / "blobs" / ("0" * 64))
    for revision in ("aaa", "bbb"):
        link = repo / "snapshots" / revision / "repo-Q4_K_M.gguf"
        link.parent.mkdir(parents=True)
        link.symlink_to(os.path.relpath(blob, link.parent))
    return repo / "snapshots" / "aaa" / "repo-Q4_K_M.gguf"


@pytest.mark.parametrize(
    ("variable", "place"),
    [
        (None, ".cache/huggingface/hub"), ("HF_HUB_CACHE", ""), ("HF_HOME", "hub"),
        ("XDG_CACHE_HOME", "huggingface/hub"),
    ],
)  # fmt: skip
def test_hugging_face_snapshots(home: Path, tmp_path: Path, variable: str | None, place: str) -> None:
    base = tmp_path / "elsewhere" if variable else home
    link = hub_model(base / place)
    found = stores(home, {variable: str(base)} if variable else {})["Hugging Face"]
    assert found.files == (StoreFile(str(link)),)
    (row,) = rows_of(found, tmp_path)
    assert (row.name, row.source, row.path) == ("Demo 1B", "Hugging Face", str(link))


@pytest.mark.parametrize(
    ("variable", "place"),
    [
        (None, ".cache/llama.cpp"), (None, "Library/Caches/llama.cpp"), ("LLAMA_CACHE", ""),
        ("XDG_CACHE_HOME", "llama.cpp"), ("LOCALAPPDATA", "llama.cpp"),
    ],
)  # fmt: skip
def test_llama_cpp_cache(home: Path, tmp_path: Path, variable: str | None, place: str) -> None:
    base = tmp_path / "elsewhere" if variable else home
    model = gguf_at(base / place / "org_repo_model.gguf")
    found = stores(home, {variable: str(base)} if variable else {})["llama.cpp"]
    assert found.files == (StoreFile(str(model)),)


def test_the_same_folder_is_one_store(home: Path) -> None:
    gguf_at(home / "shared" / "a.gguf")
    env = {"LLAMA_CACHE": str(home / "shared"), "HF_HUB_CACHE": str(home / "shared")}
    assert [store.name for store in find_stores(env, home, root=home)] == ["Hugging Face"]


def test_tilde_in_a_variable(home: Path) -> None:
    gguf_at(home / "m" / "a.gguf")
    assert "llama.cpp" in stores(home, {"LLAMA_CACHE": "~/m"})
