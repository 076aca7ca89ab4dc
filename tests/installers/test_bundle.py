"""What goes into the frozen program: the tables, what they let in, and that what they name exists."""

from __future__ import annotations

import ast
import importlib.metadata
import os
import re
from pathlib import Path, PurePosixPath

import bundle
import payload
import pytest

import specdesk
from specdesk.cli.doctor import PARTS
from specdesk.models.demo_model import PACKAGE as DEMO_PACKAGE

SPEC = bundle.TOP / "installers" / "specdesk.spec"


def test_one_version_number() -> None:
    assert bundle.version() == specdesk.__version__


def test_everything_that_the_tables_name_exists() -> None:
    assert bundle.ENTRANCE.is_file()
    assert [source for source, _ in bundle.DATA if not source.exists()] == []
    assert ("resources", "specdesk/resources") in [(source.name, folder) for source, folder in bundle.DATA]
    for name in bundle.METADATA:
        assert importlib.metadata.version(name)
    assert set(PARTS) <= set(bundle.METADATA)
    assert bundle.MODEL_PACKAGE == DEMO_PACKAGE


def test_the_spec_is_a_program_that_uses_the_tables_and_names_existing_files() -> None:
    text = SPEC.read_text("utf-8")
    tree = ast.parse(text)
    used = {
        node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "bundle"
    }
    assert used <= set(dir(bundle))
    assert {"ENTRANCE", "DATA", "HIDDEN", "METADATA", "EXCLUDED_MODULES", "is_wanted", "version"} <= used
    for folder, name in re.findall(r'Path\(SPECPATH\) / "(\w+)" / "([\w.]+)"', text):
        assert (SPEC.parent / folder / name).is_file()


def test_nothing_that_the_program_imports_is_excluded() -> None:
    imports = re.compile(r"^\s*(?:from ([\w.]+) import (.+)|import ([\w.]+))", re.MULTILINE)
    imported = set()
    for path in (bundle.TOP / "specdesk").rglob("*.py"):
        for source, names, whole in imports.findall(path.read_text("utf-8")):
            imported |= {whole, source, *(f"{source}.{name}" for name in re.findall(r"\w+", names))}
    assert imported & set(bundle.EXCLUDED_MODULES) == set()
    assert {"PySide6.QtSvg", "pyqtgraph", "httpx"} <= imported


@pytest.mark.parametrize(
    "path",
    [
        "PySide6/Qt/plugins/platforms/libqxcb.so", "PySide6/Qt/plugins/platforms/libqoffscreen.so",
        "PySide6/Qt/plugins/platforms/libqwayland.so", "PySide6/plugins/platforms/qwindows.dll",
        "PySide6/Qt/plugins/imageformats/libqsvg.so", "PySide6/Qt/plugins/iconengines/libqsvgicon.so",
        "PySide6/Qt/translations/qtbase_nl.qm", "PySide6/Qt/lib/libQt6Core.so.6", "PySide6/Qt/lib/libQt6OpenGL.so.6",
        "libxcb-cursor.so.0", "libssl.so.3", "libgomp.so.1", "libpython3.11.so.1.0", "specdesk/resources/a.svg",
        "numpy.libs/libgfortran-040039e1.so.5", "xllamacpp/xllamacpp.abi3.so", "xllamacpp-1.dist-info/RECORD",
    ],
)  # fmt: skip
def test_wanted(path: str) -> None:
    assert bundle.is_wanted(path)


@pytest.mark.parametrize(
    "path",
    [
        "PySide6/Qt/plugins/platforms/libqeglfs.so", "PySide6/Qt/plugins/platformthemes/libqgtk3.so",
        "PySide6/Qt/plugins/tls/libqopensslbackend.so", "PySide6/Qt/plugins/imageformats/libqtiff.so",
        "PySide6/plugins/imageformats/qjpeg.dll", "PySide6/Qt/translations/qtbase_de.qm", "PySide6/Qt/qml/QtQml/a.so",
        "PySide6/Qt/translations/qt_help_nl.qm", "PySide6/Qt/lib/libQt6Quick.so.6", "libQt6Qml.so.6",
        "specdesk-0.1.0.dist-info/direct_url.json",
    ],
)  # fmt: skip
def test_not_wanted(path: str) -> None:
    assert not bundle.is_wanted(path)
    assert not bundle.is_wanted(path.replace("/", "\\"))


@pytest.mark.parametrize("name", ["libstdc++.so.6", "libX11.so.6", "libglib-2.0.so.0", "libgtk-3.so.0", "libz.so.1"])
def test_libraries_of_every_linux_desktop_stay_those_of_the_system(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle.sys, "platform", "linux")
    assert not bundle.is_wanted(name)
    assert bundle.is_wanted(f"numpy.libs/{name}"), "a package's private copy is its own"
    monkeypatch.setattr(bundle.sys, "platform", "darwin")
    assert bundle.is_wanted(name)


def test_drivers_and_toolkits_of_graphics_cards_are_not_handed_on() -> None:
    for name in (
        "libcuda.so.1",
        "libcudart.so.12",
        "libcublasLt.so.12",
        "libhipblas.so.2",
        "nvcuda.dll",
        "libnvidia-ml.so.1",
    ):
        assert bundle.is_forbidden(name), name
    for name in ("libvulkan.so.1", "libggml-vulkan.so", "pynvml.py", "libhistory.so.8"):
        assert not bundle.is_forbidden(name), name


def test_what_is_taken_of_the_server_package() -> None:
    files = [PurePosixPath(file.as_posix()) for file in importlib.metadata.files(payload.PACKAGE) or []]
    kept = {path.name for path in files if payload.is_kept(path)}
    assert {
        "llama-server",
        "libggml-vulkan.so",
        "libvulkan.so.1",
        "LLAMA_CPP_LICENSE.txt",
        "RECORD",
        "METADATA",
    } <= kept
    assert not {"ggml-rpc-server", "__init__.py", "INSTALLER", "REQUESTED"} & kept


def test_copies_become_links_and_nothing_else_does(tmp_path: Path) -> None:
    folder, other = tmp_path / "bin", tmp_path / "other"
    for place in (folder, other):
        place.mkdir()
    paths = [folder / name for name in ("liba.so", "liba.so.0", "liba.so.0.1", "libb.so")] + [other / "liba.so"]
    for path in paths:
        path.write_text("b" if path.name == "libb.so" else "a")
    payload.link_copies(paths)
    assert {path.name: os.readlink(path) for path in paths if path.is_symlink()} == {
        "liba.so": "liba.so.0.1", "liba.so.0": "liba.so.0.1",
    }  # fmt: skip
    assert [path.read_text() for path in paths] == ["a", "a", "a", "b", "a"]
    runtime, server = tmp_path / "libgomp.so.1", folder / "llama-server"
    for path in (runtime, server):
        path.write_text("x")
    payload.link_openmp(tmp_path, [server])
    assert (folder / "libgomp.so.1").resolve() == runtime
