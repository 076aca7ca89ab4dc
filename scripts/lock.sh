#!/bin/sh
# Write the files of locks/ anew: every package that ./check, ./demo and the package builds install, for every system and
# Python, with the hashes of all its files. Versions are those of constraints.txt; run it after changing one there.
# Needs the network, installs uv in an environment of its own, and changes nothing else.
set -eu
CDPATH='' cd -- "$(dirname -- "$0")/.."

tool=build/lock/bin
[ -x "$tool/uv" ] || { python3 -m venv build/lock && "$tool/pip" install --quiet --disable-pip-version-check uv; }

# lock NAME SOURCE ARGUMENT...: locks/NAME from the requirements in SOURCE.
lock() {
    name=$1
    shift
    "$tool/uv" pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes --no-annotate \
        --no-header --constraints constraints.txt --output-file "locks/$name" "$@"
}

lock demo.txt --extra engine pyproject.toml scripts/build_parts.txt
lock check.txt --extra engine --extra dev pyproject.toml scripts/build_parts.txt
lock package.txt --extra engine --extra package pyproject.toml scripts/build_parts.txt
for parts in demo_model.txt test_parts.txt shipped_parts.txt; do
    lock "$parts" --no-deps "scripts/$parts"
done
