#!/bin/sh
# Compile the Windows installer around a stand-in for the program: finds what is wrong in the script, on any system that
# has makensis. What the installer does on Windows is not tried.
set -eu
CDPATH='' cd -- "$(dirname -- "$0")/../.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/source/_internal"
cp LICENSE "$work/source/LICENSE"
for name in SpecDesk.exe specdesk-cli.exe THIRD-PARTY-LICENCES.txt _internal/part.dll; do
    printf 'stand-in\n' >"$work/source/$name"
done
version=$(python3 installers/bundle.py)
# -WX: a warning of makensis ends it.
makensis -V2 -WX "-DVERSION=$version" "-DSOURCE=$work/source" "-DOUTPUT=$work/SpecDesk-setup.exe" installers/windows/specdesk.nsi
[ "$(head -c 2 "$work/SpecDesk-setup.exe")" = MZ ]
printf 'The installer for Windows compiles: version %s, %s bytes around a stand-in.\n' "$version" \
    "$(wc -c <"$work/SpecDesk-setup.exe")"
