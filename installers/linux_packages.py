"""Portable archive and Debian package out of the bundle.

usage: python installers/linux_packages.py BUNDLE ICONS LICENCES OUTPUT
BUNDLE: folder of PyInstaller, completed by payload.py. ICONS: folder of icons.py. LICENCES: text of licences.py. OUTPUT
gets specdesk-VERSION-linux-MACHINE.tar.xz, specdesk_VERSION_ARCH.deb and SHA256SUMS. Ends with an error when a size
passes its budget or when a library is in neither the bundle nor a package of the system.
"""

from __future__ import annotations

import email.utils
import gzip
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import bundle
import licences

HERE = Path(__file__).resolve().parent / "linux"
APP_ID = "org.specdesk.SpecDesk"
INSTALLED = Path("usr/lib/specdesk")
DESKTOP = bundle.TOP / "resources" / "specdesk.desktop"
MAINTAINER = "The SpecDesk developers <noreply@specdesk.invalid>"
NEEDED_BESIDE = ("xkb-data",)
"""Not linked against, but without it no key works (libxkbcommon reads it)."""
RECOMMENDED = ("fonts-dejavu-core | fonts-noto-core | fonts-liberation", "mesa-vulkan-drivers", "xdg-utils")

PORTABLE_READMES = {path.name: path.read_text("utf-8") for path in HERE.glob("README*.txt")}
"""What lies in the portable folder, one file per language."""

CONTROL = """Package: specdesk
Version: {version}
Architecture: {architecture}
Maintainer: {maintainer}
Installed-Size: {kib}
Depends: {depends}
Recommends: {recommends}
Section: utils
Priority: optional
Description: see whether a draft model makes your local language model faster
 A small draft model guesses the next few words, the big target model checks
 all the guesses in one step. SpecDesk starts a local llama-server with
 speculative decoding, chats with it, and shows live whether it pays: tokens
 per second, acceptance, memory, and a comparison with and without.
 .
 The package brings an engine for the processor, one for graphics cards with
 Vulkan, and a small practice model, so that it works without a network.
"""


def main(arguments: list[str]) -> int:
    """Make both and the checksums."""
    folder, icons, texts, output = (Path(argument).resolve() for argument in arguments)
    output.mkdir(parents=True, exist_ok=True)
    depends = dependencies(folder)
    print(f"Libraries of the system: {', '.join(depends)}")
    shutil.copyfile(bundle.TOP / "LICENSE", folder / "LICENSE")
    shutil.copyfile(texts, folder / "THIRD-PARTY-LICENCES.txt")
    for name, text in PORTABLE_READMES.items():
        (folder / name).write_text(text.format(version=bundle.version(), libc=libc_of(depends)), "utf-8")
    kept_in_budget(f"folder {folder.name}", size_of(folder), bundle.FOLDER_MIB)
    made = [portable(folder, output), debian(folder, icons, depends, output)]
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in made]
    (output / "SHA256SUMS").write_text("".join(sums), "utf-8")
    print("".join(sums), end="")
    for path in made:
        kept_in_budget(path.name, path.stat().st_size, bundle.PACKAGE_MIB)
    return 0


def dependencies(folder: Path) -> list[str]:
    """Packages that own the libraries which the bundle's files name and do not bring, with their lowest versions.

    By `dpkg-shlibdeps`, which knows the versions; libraries of the system that are in the bundle are not asked of it.
    Ends with an error for a library that is nowhere.
    """
    private = sorted({str(path.parent) for path in folder.rglob("*.so*")})
    programs = [path for path in folder.rglob("*") if is_elf(path)]
    with tempfile.TemporaryDirectory() as work:
        (Path(work) / "debian").mkdir()
        (Path(work) / "debian" / "control").write_text("Source: specdesk\n\nPackage: specdesk\nArchitecture: any\n")
        command = ["dpkg-shlibdeps", "-O", "--ignore-missing-info", "--warnings=1", *(f"-l{path}" for path in private)]
        command += [f"-x{package}" for package in brought_along(folder)]
        command += [f"-e{path}" for path in programs]
        done = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"A library of the bundle is in no package:\n{done.stderr[-3000:]}")
    listed = done.stdout.strip().removeprefix("shlibs:Depends=")
    return sorted({*listed.split(", "), *NEEDED_BESIDE})


def brought_along(folder: Path) -> set[str]:
    """Packages of the system whose libraries are in the bundle."""
    listed = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
    known = dict(re.findall(r"^\s+(\S+) \(.*\) => (\S+)$", listed, re.MULTILINE))
    names = {path.name for path in folder.rglob("*.so*")} & known.keys()
    return {licences.package_of(Path(os.path.realpath(known[name]))).split(":")[0] for name in names}


def is_elf(path: Path) -> bool:
    """A program or library, not a link to one."""
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def libc_of(depends: list[str]) -> str:
    """The lowest version of the C library."""
    return next((match[1] for entry in depends if (match := re.fullmatch(r"libc6 \(>= ([\d.]+)\)", entry))), "?")


def size_of(folder: Path) -> int:
    """Bytes of all files, links not counted."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def kept_in_budget(name: str, size: int, budget_mib: float) -> None:
    """Print a size beside its budget; end when it is over."""
    print(f"{name}: {size / 2**20:.1f} MiB of at most {budget_mib:.0f}")
    if size > budget_mib * 2**20:
        raise SystemExit(f"{name} is larger than its budget (installers/bundle.py).")


def moment() -> int:
    """The time that files in the packages carry: of the last change, so that two builds of it are the same."""
    if os.environ.get("SOURCE_DATE_EPOCH", "").isdigit():
        return int(os.environ["SOURCE_DATE_EPOCH"])
    asked = ["git", "-C", str(bundle.TOP), "log", "-1", "--format=%ct"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    return int(done.stdout) if done.returncode == 0 else int(DESKTOP.stat().st_mtime)


def level() -> int:
    """How hard xz tries, 0 to 9 (XZ_LEVEL). 1 is a third of the time of 6 for a tenth more size: the model is most of
    it and yields nothing."""
    return int(os.environ.get("XZ_LEVEL", "1"))


def portable(folder: Path, output: Path) -> Path:
    """One folder in an archive."""
    name = f"specdesk-{bundle.version()}-linux-{platform.machine()}"
    made = output / f"{name}.tar.xz"
    command = ["tar", "--sort=name", f"--mtime=@{moment()}", "--owner=0", "--group=0", "--numeric-owner"]
    command += [f"--transform=flags=r;s,^{folder.name},{name},", "-C", str(folder.parent), "-I", f"xz -{level()} -T0"]
    subprocess.run([*command, "-cf", str(made), folder.name], check=True)
    return made


def debian(folder: Path, icons: Path, depends: list[str], output: Path) -> Path:
    """The package. Its tree is made of links to the bundle's files where the disk allows."""
    architecture = subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True).stdout
    made = output / f"specdesk_{bundle.version()}_{architecture.strip()}.deb"
    with tempfile.TemporaryDirectory(dir=output) as work:
        root = Path(work) / "root"
        fill(root, folder, icons)
        (root / "DEBIAN").mkdir()
        shutil.copy(HERE / "postrm", root / "DEBIAN" / "postrm")
        control = CONTROL.format(
            version=bundle.version(), architecture=architecture.strip(), maintainer=MAINTAINER,
            kib=size_of(root) // 1024, depends=", ".join(depends), recommends=", ".join(RECOMMENDED),
        )  # fmt: skip
        (root / "DEBIAN" / "control").write_text(control, "utf-8")
        (root / "DEBIAN" / "md5sums").write_text(md5sums(root), "utf-8")
        environment = {**os.environ, "SOURCE_DATE_EPOCH": str(moment())}
        command = ["dpkg-deb", "--root-owner-group", "-Zxz", f"-z{level()}", "--build", str(root), str(made)]
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    return made


def fill(root: Path, folder: Path, icons: Path) -> None:
    """What is installed: the program, its command, menu entry, icons, file type, software-centre page and papers."""
    shutil.copytree(folder, root / INSTALLED, symlinks=True, copy_function=os.link)
    for paper in ("LICENSE", *PORTABLE_READMES, "THIRD-PARTY-LICENCES.txt"):
        (root / INSTALLED / paper).unlink()
    (root / "usr/bin").mkdir(parents=True)
    (root / "usr/bin/specdesk").symlink_to("../lib/specdesk/specdesk")
    shutil.copytree(icons / "hicolor", root / "usr/share/icons/hicolor")
    papers = root / "usr/share/doc/specdesk"
    stamp = email.utils.formatdate(moment(), usegmt=True)
    iso = subprocess.run(["date", "-u", "-d", stamp, "+%Y-%m-%d"], capture_output=True, text=True, check=True).stdout
    metainfo = (HERE / "specdesk.metainfo.xml").read_text("utf-8")
    metainfo = metainfo.replace("@VERSION@", bundle.version()).replace("@DATE@", iso.strip())
    written = {
        "usr/share/applications/specdesk.desktop": DESKTOP.read_bytes(),
        f"usr/share/metainfo/{APP_ID}.metainfo.xml": metainfo.encode(),
        "usr/share/mime/packages/specdesk.xml": (HERE / "specdesk-mime.xml").read_bytes(),
        "usr/share/doc/specdesk/changelog.gz": gzip.compress((bundle.TOP / "CHANGELOG.md").read_bytes(), 9, mtime=0),
    }
    written |= {name: gzip.compress(page.read_bytes(), 9, mtime=0) for name, page in man_pages().items()}
    papers.mkdir(parents=True)
    for name, content in written.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content)
    own = (bundle.TOP / "LICENSE").read_text("utf-8")
    (papers / "copyright").write_text(f"{own}\n{(folder / 'THIRD-PARTY-LICENCES.txt').read_text('utf-8')}", "utf-8")
    for path in [root, *root.rglob("*")]:
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o755)


def man_pages() -> dict[str, Path]:
    """Where each page of the manual goes in a package -> the page: English, and `specdesk.CODE.1` per language."""
    others = {f"usr/share/man/{page.suffixes[0][1:]}/man1/specdesk.1.gz": page for page in HERE.glob("specdesk.*.1")}
    return {"usr/share/man/man1/specdesk.1.gz": HERE / "specdesk.1"} | others


def md5sums(root: Path) -> str:
    """The list that `dpkg --verify` reads."""
    files = sorted(path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    inside = [path for path in files if path.relative_to(root).parts[0] != "DEBIAN"]
    return "".join(f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(root)}\n" for path in inside)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
