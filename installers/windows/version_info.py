"""What Windows shows as the properties of SpecDesk.exe: the version resource, as PyInstaller reads it.

usage: python installers/windows/version_info.py VERSION OUTPUT
"""

from __future__ import annotations

import sys
from pathlib import Path

RESOURCE = """VSVersionInfo(
  ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}, mask=0x3F, flags=0x0, OS=0x40004, fileType=0x1,
                    subtype=0x0, date=(0, 0)),
  kids=[
    StringFileInfo([StringTable("040904B0", [
      StringStruct("CompanyName", "The SpecDesk developers"),
      StringStruct("FileDescription", "SpecDesk"),
      StringStruct("FileVersion", "{version}"),
      StringStruct("InternalName", "specdesk"),
      StringStruct("LegalCopyright", "MIT licence"),
      StringStruct("OriginalFilename", "SpecDesk.exe"),
      StringStruct("ProductName", "SpecDesk"),
      StringStruct("ProductVersion", "{version}")])]),
    VarFileInfo([VarStruct("Translation", [0x0409, 0x04B0])])
  ]
)
"""


def resource(version: str) -> str:
    """The resource of a version such as 0.1.0; Windows wants four numbers."""
    numbers = [int(part) for part in version.split(".")]
    return RESOURCE.format(version=version, numbers=tuple((numbers + [0] * 4)[:4]))


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(resource(sys.argv[1]), "utf-8")
