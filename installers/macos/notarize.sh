#!/bin/sh
# Let Apple check the disk image and put its ticket into it, so that it opens without a warning.
#   sh installers/macos/notarize.sh build/packages/out/SpecDesk-0.1.0-arm64.dmg
# NOTARY_PROFILE names credentials that were saved once with: xcrun notarytool store-credentials PROFILE
set -eu
if [ $# -ne 1 ] || [ ! -f "$1" ]; then
    printf 'usage: notarize.sh FILE.dmg\n' >&2
    exit 2
fi
: "${NOTARY_PROFILE:?Set NOTARY_PROFILE to the name of the saved credentials.}"

xcrun notarytool submit "$1" --keychain-profile "$NOTARY_PROFILE" --wait
xcrun stapler staple "$1"
xcrun stapler validate "$1"
spctl --assess --type open --context context:primary-signature --verbose "$1"
(cd "$(dirname -- "$1")" && shasum -a 256 -- *.dmg >SHA256SUMS)
