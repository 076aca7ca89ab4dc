#!/bin/sh
# Try the packages of installers/linux/build.sh: install, start, use, upgrade, remove. What it does and where:
# installers/try_linux_package.py. Exit code: 0 when everything worked.
set -eu
CDPATH='' cd -- "$(dirname -- "$0")/../.."
# shellcheck source=scripts/setup.sh
. scripts/setup.sh
export LC_ALL=C.UTF-8

say "Setting up what the packages are tried with"
set_up package "$WINDOW_PACKAGES $PACKAGE_PACKAGES $TEST_PACKAGES" shipped_parts.txt \
    "Engine and model to ship"
exec "$VENV/bin/python" installers/try_linux_package.py build/packages/out
