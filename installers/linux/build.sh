#!/bin/sh
# Build the packages for this Linux: a .deb, a portable .tar.xz and SHA256SUMS, in build/packages/out.
#   XZ_LEVEL=6   smaller packages, three times as slow to make (default 1)
# Sets up what it needs, as ./check does. Exit code: 0 when both were made within their budgets.
set -eu
CDPATH='' cd -- "$(dirname -- "$0")/../.."
# shellcheck source=scripts/setup.sh
. scripts/setup.sh
export LC_ALL=C.UTF-8

BUILD=build/packages
say "Setting up what the packages are built with"
set_up package "$WINDOW_PACKAGES $PACKAGE_PACKAGES" shipped_parts.txt "Engine and model to ship"
python=$VENV/bin/python
# The system's own Python keeps its library, which a bundle needs, in a package of its own.
if [ "$("$python" -c 'import sys; print(sys.base_prefix)')" = /usr ]; then
    install_system_packages "lib$("$python" -c 'import sys; print("python%d.%d" % sys.version_info[:2])')"
fi

rm -rf "$BUILD/dist" "$BUILD/out" "$BUILD/icons" "$BUILD/sources.json"
mkdir -p "$BUILD"
say "Packages of SpecDesk $("$python" installers/bundle.py)"
run_step "Icons" "Is resources/specdesk.svg whole?" "$python" installers/icons.py "$BUILD/icons"
run_step "Frozen program" "The module that it names has to be installed, or excluded in installers/bundle.py." \
    "$python" -m PyInstaller --noconfirm --log-level WARN --distpath "$BUILD/dist" --workpath "$BUILD/work" \
    installers/specdesk.spec
"$python" installers/payload.py "$BUILD/dist/specdesk"
"$python" installers/licences.py "$BUILD/sources.json" "$BUILD/dist/specdesk" "$BUILD/licences.txt"
"$python" installers/linux_packages.py "$BUILD/dist/specdesk" "$BUILD/icons" "$BUILD/licences.txt" "$BUILD/out"
say "Made in $BUILD/out"
