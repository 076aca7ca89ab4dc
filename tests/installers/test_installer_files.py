"""Menu entry, page for software centres, files for Windows and macOS, scripts: whole, in step with the program."""

from __future__ import annotations

import configparser
import os
import plistlib
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import bundle
import linux_packages
import pytest
from windows.version_info import resource

from specdesk import paths

INSTALLERS = bundle.TOP / "installers"
SCRIPTS = sorted(path for path in INSTALLERS.glob("*/*") if path.suffix == ".sh" or path.name == "postrm")
FOLDERS = ("~/.config/specdesk", "~/.local/share/specdesk", "~/.local/state/specdesk", "~/.cache/specdesk")


def entry() -> configparser.SectionProxy:
    """The menu entry's only group."""
    parser = configparser.ConfigParser(interpolation=None, delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(linux_packages.DESKTOP.read_text("utf-8"))
    assert parser.sections() == ["Desktop Entry"]
    return parser["Desktop Entry"]


def metainfo() -> ET.Element:
    """The page for software centres."""
    return ET.fromstring((INSTALLERS / "linux" / "specdesk.metainfo.xml").read_bytes())


def test_menu_entry() -> None:
    keys = entry()
    assert (keys["Type"], keys["Terminal"], keys["Icon"]) == ("Application", "false", bundle.COMMAND)
    assert keys["Exec"] == f"{bundle.COMMAND} %f"
    assert keys["StartupWMClass"] == bundle.COMMAND
    assert {"Name", "Comment", "Comment[nl]", "Keywords", "Keywords[nl]"} <= set(keys)
    assert all(keys[name].endswith(";") for name in ("Categories", "Keywords", "MimeType"))


def test_page_for_software_centres_says_what_the_menu_entry_says() -> None:
    page = metainfo()
    assert page.findtext("id") == linux_packages.APP_ID
    assert page.findtext("launchable") == linux_packages.DESKTOP.name
    assert page.findtext("provides/mediatype") == entry()["MimeType"].rstrip(";")
    assert page.findtext("project_license") == "MIT"
    release = page.find("releases/release")
    assert release is not None
    assert release.attrib == {"version": "@VERSION@", "date": "@DATE@"}
    texts = [element for element in page.iter() if element.tag in ("p", "li", "summary")]
    dutch = [element for element in texts if element.get("{http://www.w3.org/XML/1998/namespace}lang") == "nl"]
    assert len(dutch) * 2 == len(texts)
    kinds = ET.fromstring((INSTALLERS / "linux" / "specdesk-mime.xml").read_bytes())
    assert kinds[0].get("type") == page.findtext("provides/mediatype")


@pytest.mark.parametrize("tool", ["desktop-file-validate", "appstreamcli"])
def test_the_systems_own_checkers_agree(tool: str, tmp_path: Path) -> None:
    """Where they are installed; building the packages installs them and always asks them."""
    if shutil.which(tool) is None:
        assert tool in Path(bundle.TOP / "installers" / "try_linux_package.py").read_text("utf-8")
        return
    checked = tmp_path / f"{linux_packages.APP_ID}.metainfo.xml"
    text = (INSTALLERS / "linux" / "specdesk.metainfo.xml").read_text("utf-8")
    checked.write_text(text.replace("@VERSION@", bundle.version()).replace("@DATE@", "2026-01-01"), "utf-8")
    arguments = [linux_packages.DESKTOP] if tool == "desktop-file-validate" else ["validate", "--no-net", checked]
    done = subprocess.run([tool, *arguments], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


def test_removal_and_the_portable_papers_name_every_folder_of_the_user(tmp_path: Path) -> None:
    def told_by(words: str, **language: str) -> str:
        command = ["sh", INSTALLERS / "linux" / "postrm", words]
        done = subprocess.run(command, capture_output=True, text=True, env={"PATH": os.environ["PATH"], **language})
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    dutch = told_by("remove", LANG="nl_NL.UTF-8")
    for text in (told_by("remove"), dutch, *linux_packages.PORTABLE_READMES.values()):
        assert [folder for folder in FOLDERS if folder not in text] == []
        assert "specdesk remove-data" in text
    assert dutch.startswith("SpecDesk is verwijderd.")
    assert dutch == told_by("remove", LANG="en_US.UTF-8", LC_ALL="nl_BE.UTF-8")
    assert told_by("remove", LANG="nl_NL.UTF-8", LC_ALL="C") == told_by("remove")
    assert told_by("purge") == told_by("upgrade") == "", "once is enough"
    assert "rm " not in (INSTALLERS / "linux" / "postrm").read_text("utf-8"), "home folders are not touched"


def test_control_file_and_budget() -> None:
    control = linux_packages.CONTROL.format(
        version="1", architecture="amd64", maintainer=linux_packages.MAINTAINER, kib=1, depends="a, b", recommends="c"
    )
    assert "Depends: a, b\n" in control
    assert all(line.startswith((" ", *"ABCDEFGHIJKLMNOPQRSTUVWXYZ")) for line in control.splitlines())
    assert control.endswith("\n")
    linux_packages.kept_in_budget("small", 2**20, 2.0)
    with pytest.raises(SystemExit, match="larger than its budget"):
        linux_packages.kept_in_budget("large", 3 * 2**20, 2.0)


def test_property_lists_of_macos() -> None:
    info = plistlib.loads((INSTALLERS / "macos" / "info.plist").read_bytes())
    assert info["CFBundleIdentifier"] == linux_packages.APP_ID
    assert info["CFBundleLocalizations"] == list(bundle.LANGUAGES)
    declared = info["UTImportedTypeDeclarations"][0]
    assert declared["UTTypeTagSpecification"]["public.filename-extension"] == ["gguf"]
    assert info["CFBundleDocumentTypes"][0]["LSItemContentTypes"] == [declared["UTTypeIdentifier"]]
    entitlements = plistlib.loads((INSTALLERS / "macos" / "entitlements.plist").read_bytes())
    assert all(name.startswith("com.apple.security.cs.") and value is True for name, value in entitlements.items())


def test_version_resource_of_windows() -> None:
    text = resource("1.2.3")
    assert "filevers=(1, 2, 3, 0)" in text
    assert 'StringStruct("ProductVersion", "1.2.3")' in text
    compile(text, "version_info", "eval")


def test_installer_of_windows_keeps_data_unless_told_and_needs_no_administrator() -> None:
    text = (INSTALLERS / "windows" / "specdesk.nsi").read_text("utf-8")
    assert "RequestExecutionLevel user" in text
    assert "HKLM" not in text
    assert re.search(
        r'MessageBox MB_YESNO.* "\$\(ASK_DATA\)" /SD IDYES IDYES keep\n  RMDir /r "\$LOCALAPPDATA\\specdesk"', text
    )
    assert 'RMDir /r "$INSTDIR"' not in text, "a folder chosen by hand may hold other things"
    for name in ("ASK_DATA", "IN_USE", "FILE_TYPE"):
        assert len(re.findall(rf"LangString {name} \$\{{LANG_(ENGLISH|DUTCH)\}}", text)) == 2
    for program in ("SpecDesk.exe", "specdesk-cli.exe"):
        assert f'Delete "$INSTDIR\\{program}"' in text


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_script_is_posix_shell(script: Path) -> None:
    assert script.stat().st_mode & 0o111
    assert script.read_text("utf-8").startswith("#!/bin/sh\n")
    done = subprocess.run(["sh", "-n", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_scripts_name_files_that_exist() -> None:
    named = set()
    for script in (*INSTALLERS.glob("*/*.sh"), *INSTALLERS.glob("*/*.ps1"), bundle.TOP / ".ci" / "run"):
        text = script.read_text("utf-8").replace("\\", "/")
        named |= set(re.findall(r"\b((?:installers|scripts)/[\w/]+\.\w+)", text))
    assert len(named) > 10
    assert sorted(name for name in named if not (bundle.TOP / name).is_file()) == []


def test_resources_of_the_entry_are_those_of_the_program() -> None:
    assert linux_packages.DESKTOP.parent.resolve() == paths.resources_dir().resolve()


def unbalanced(script: str) -> list[str]:
    """Brackets of a PowerShell script that have no partner, outside strings and comments; a string without an end."""
    text = re.sub(r"<#.*?#>", "", script, flags=re.DOTALL)
    text = re.sub(r'@"\n.*?\n"@|@\'\n.*?\n\'@', '""', text, flags=re.DOTALL)
    text = re.sub(r'"(?:`.|""|[^"`\n])*"|\'(?:\'\'|[^\'\n])*\'', "", text)
    text = re.sub(r"(?m)#.*$", "", text)
    partner, waiting, found = {")": "(", "]": "[", "}": "{"}, [], []
    for sign in text:
        if sign in partner.values():
            waiting.append(sign)
        elif sign in "\"'" or (sign in partner and (not waiting or waiting.pop() != partner[sign])):
            found.append(sign)
    return found + waiting


def test_the_script_for_windows_is_whole_as_far_as_can_be_told_without_powershell() -> None:
    assert unbalanced('if ($a) { "a } `" b" } # it\'s }') == []
    assert unbalanced("if ($a) { 'x") == ["'", "{"]
    assert unbalanced("(]") == ["]"]
    text = (INSTALLERS / "windows" / "build.ps1").read_text("utf-8")
    assert unbalanced(text) == []
    assert text.index('$ErrorActionPreference = "Stop"') < text.index("& ")
    assert "if ($LASTEXITCODE -ne 0) { throw" in text, "PowerShell goes on after a program that failed"
