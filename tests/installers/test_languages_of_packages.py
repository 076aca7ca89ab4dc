"""Each language of the program is spoken by its packages too, and the list of places to translate is whole."""

from __future__ import annotations

import plistlib
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import bundle
import linux_packages
import pytest

from specdesk.cli import main

INSTALLERS = bundle.TOP / "installers"
OTHERS = bundle.LANGUAGES[1:]
LANG = "{http://www.w3.org/XML/1998/namespace}lang"


def read(name: str) -> str:
    return (bundle.TOP / name).read_text("utf-8")


def menu_entry(code: str) -> bool:
    lines = read("resources/specdesk.desktop").splitlines()
    return all(any(line.startswith(f"{key}[{code}]=") for line in lines) for key in ("Comment", "GenericName"))


def software_centre(code: str) -> bool:
    texts = [one for one in ET.fromstring(read("installers/linux/specdesk.metainfo.xml")).iter() if one.text]
    plain = [one for one in texts if one.tag in ("p", "li", "summary") and LANG not in one.attrib]
    return len([one for one in texts if one.get(LANG) == code]) == len(plain)


def file_type(code: str) -> bool:
    comments = ET.fromstring(read("installers/linux/specdesk-mime.xml")).iter()
    return any(one.get(LANG) == code for one in comments)


def removal(code: str) -> bool:
    return f"\n    {code}*)\n" in read("installers/linux/postrm")


def manual(code: str) -> bool:
    return f"usr/share/man/{code}/man1/specdesk.1.gz" in linux_packages.man_pages()


def portable_papers(code: str) -> bool:
    return f"README.{code}.txt" in linux_packages.PORTABLE_READMES


def mac_names(code: str) -> bool:
    info = plistlib.loads(read("installers/macos/info.plist").encode())
    names = {
        info["CFBundleDocumentTypes"][0]["CFBundleTypeName"],
        info["UTImportedTypeDeclarations"][0]["UTTypeDescription"],
    }
    strings = INSTALLERS / "macos" / f"{code}.lproj" / "InfoPlist.strings"
    told = re.findall(r'^"(.+)" = ".+";$', strings.read_text("utf-8"), re.MULTILINE) if strings.is_file() else []
    return set(told) == names and code in info["CFBundleLocalizations"]


PLACES = {
    "resources/specdesk.desktop": menu_entry,
    "installers/linux/specdesk.metainfo.xml": software_centre,
    "installers/linux/specdesk-mime.xml": file_type,
    "installers/linux/postrm": removal,
    "installers/linux/README.txt": portable_papers,
    "installers/linux/specdesk.1": manual,
    "installers/macos/info.plist": mac_names,
}


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("place", PLACES)
def test_each_language_is_in_each_place(place: str, code: str) -> None:
    assert PLACES[place](code), f"{place} does not speak {code} yet"


@pytest.mark.parametrize("place", PLACES)
def test_a_language_that_is_missing_is_noticed(place: str) -> None:
    assert not PLACES[place]("xx")


def test_each_manual_names_every_verb(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nothing"]) == 2
    verbs = re.findall("[a-z-]+", capsys.readouterr().err.split("choose from")[1])
    assert "remove-data" in verbs
    for page in linux_packages.man_pages().values():
        told = page.read_text("utf-8").replace("\\-", "-")
        assert [verb for verb in verbs if not re.search(rf"(?<![\w-]){verb}(?![\w-])", told)] == [], page.name


def test_the_installer_of_windows_says_everything_in_each() -> None:
    text = read("installers/windows/specdesk.nsi")
    spoken = re.findall(r'^!insertmacro MUI_LANGUAGE "(\w+)"$', text, re.MULTILINE)
    assert len(spoken) == len(bundle.LANGUAGES)
    said = re.findall(r"^LangString (\w+) \$\{LANG_(\w+)\} \"", text, re.MULTILINE)
    assert sorted(said) == sorted((name, one.upper()) for name in {name for name, _ in said} for one in spoken)
    assert '"Language model (GGUF)"' not in text.split("Section")[1], "the file type has its name in each"


def test_the_list_for_translators_names_every_place() -> None:
    guide = read("CONTRIBUTING.md")
    places = (
        *PLACES, "installers/windows/specdesk.nsi", "resources/languages", "resources/guide",
        "resources/prompts/start.json", "scripts/words.py", "specdesk/ui/language.py",
    )  # fmt: skip
    assert [place for place in places if place not in guide] == []
    assert [place for place in places if not (bundle.TOP / place).exists()] == []


def test_the_mac_bundle_gets_them() -> None:
    assert 'cp -R installers/macos/*.lproj "$app/Contents/Resources/"' in read("installers/macos/build.sh")
    assert [path.parent.stem for path in Path(INSTALLERS / "macos").glob("*.lproj/*")] == list(OTHERS)
