; Installer for Windows, for one user and without administrator rights. Made by installers/windows/build.ps1:
;   makensis /DVERSION=0.1.0 /DSOURCE=dist\specdesk /DOUTPUT=SpecDesk-0.1.0-setup.exe installers\windows\specdesk.nsi
; SOURCE: the folder of PyInstaller. Settings and chats are elsewhere; the uninstaller asks about them and keeps them
; unless it is told otherwise.
Unicode true
!include "MUI2.nsh"
!include "FileFunc.nsh"

!ifndef VERSION | SOURCE | OUTPUT
  !error "VERSION, SOURCE and OUTPUT have to be given."
!endif
!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\SpecDesk"

Name "SpecDesk"
OutFile "${OUTPUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\SpecDesk"
InstallDirRegKey HKCU "${KEY}" "InstallLocation"
SetCompressor /SOLID lzma
ManifestDPIAware true
ShowInstDetails nevershow

VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "SpecDesk"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "SpecDesk installer"
VIAddVersionKey "CompanyName" "The SpecDesk developers"
VIAddVersionKey "LegalCopyright" "MIT licence"

!define MUI_FINISHPAGE_RUN "$INSTDIR\SpecDesk.exe"
!insertmacro MUI_PAGE_LICENSE "${SOURCE}\LICENSE"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "Dutch"

LangString ASK_DATA ${LANG_ENGLISH} "Keep your settings, chats and results?$\r$\n$\r$\n$LOCALAPPDATA\specdesk$\r$\n$\r$\nYes keeps them for a later installation. No deletes them for good."
LangString ASK_DATA ${LANG_DUTCH} "Je instellingen, chats en resultaten bewaren?$\r$\n$\r$\n$LOCALAPPDATA\specdesk$\r$\n$\r$\nJa bewaart ze voor een latere installatie. Nee wist ze voorgoed."
LangString IN_USE ${LANG_ENGLISH} "SpecDesk is running, its window or a command in a terminal. Close it, then press Retry."
LangString IN_USE ${LANG_DUTCH} "SpecDesk is open: het venster, of een opdracht in een terminal. Sluit het en kies Opnieuw."
LangString FILE_TYPE ${LANG_ENGLISH} "Language model (GGUF)"
LangString FILE_TYPE ${LANG_DUTCH} "Taalmodel (GGUF)"

; A program that runs cannot be written: ask for its end instead of half an installation.
!macro WAIT_FOR_CLOSE NAME
  retry_${NAME}:
  IfFileExists "$INSTDIR\${NAME}.exe" 0 closed_${NAME}
  ClearErrors
  FileOpen $0 "$INSTDIR\${NAME}.exe" a
  IfErrors 0 free_${NAME}
  MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(IN_USE)" /SD IDCANCEL IDRETRY retry_${NAME}
  Abort
  free_${NAME}:
  FileClose $0
  closed_${NAME}:
!macroend

; The window, and the command line, with which somebody may be serving.
!macro WAIT_FOR_ALL
  !insertmacro WAIT_FOR_CLOSE "SpecDesk"
  !insertmacro WAIT_FOR_CLOSE "specdesk-cli"
!macroend

Function .onInit
  !insertmacro WAIT_FOR_ALL
FunctionEnd

Function un.onInit
  !insertmacro WAIT_FOR_ALL
FunctionEnd

Section "SpecDesk"
  ; Libraries of an earlier version must not stay beside those of this one. Users' files are not below this folder.
  RMDir /r "$INSTDIR\_internal"
  SetOutPath "$INSTDIR"
  File /r "${SOURCE}\*.*"
  WriteUninstaller "$INSTDIR\Uninstall.exe"
  CreateShortcut "$SMPROGRAMS\SpecDesk.lnk" "$INSTDIR\SpecDesk.exe"

  WriteRegStr HKCU "Software\Classes\.gguf\OpenWithProgids" "SpecDesk.gguf" ""
  WriteRegStr HKCU "Software\Classes\SpecDesk.gguf" "" "$(FILE_TYPE)"
  WriteRegStr HKCU "Software\Classes\SpecDesk.gguf\shell\open\command" "" '"$INSTDIR\SpecDesk.exe" "%1"'

  WriteRegStr HKCU "${KEY}" "DisplayName" "SpecDesk"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "DisplayIcon" "$INSTDIR\SpecDesk.exe"
  WriteRegStr HKCU "${KEY}" "Publisher" "The SpecDesk developers"
  WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\Uninstall.exe"'
  WriteRegStr HKCU "${KEY}" "QuietUninstallString" '"$INSTDIR\Uninstall.exe" /S'
  WriteRegDWORD HKCU "${KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  IntFmt $0 "0x%08X" $0
  WriteRegDWORD HKCU "${KEY}" "EstimatedSize" "$0"
SectionEnd

Section "Uninstall"
  ; Only what was installed: the folder may have been chosen by hand and hold other things.
  RMDir /r "$INSTDIR\_internal"
  Delete "$INSTDIR\SpecDesk.exe"
  Delete "$INSTDIR\specdesk-cli.exe"
  Delete "$INSTDIR\LICENSE"
  Delete "$INSTDIR\THIRD-PARTY-LICENCES.txt"
  Delete "$INSTDIR\Uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\SpecDesk.lnk"
  DeleteRegValue HKCU "Software\Classes\.gguf\OpenWithProgids" "SpecDesk.gguf"
  DeleteRegKey HKCU "Software\Classes\SpecDesk.gguf"
  DeleteRegKey HKCU "${KEY}"
  ; A silent removal keeps them.
  MessageBox MB_YESNO|MB_ICONQUESTION "$(ASK_DATA)" /SD IDYES IDYES keep
  RMDir /r "$LOCALAPPDATA\specdesk"
  keep:
SectionEnd
