# What ./demo and ./check share: system packages, the virtual environment, Python packages. Read with `.` from the
# top of the checkout. Each step is quiet, and ends in a sentence that says what to do when it fails.
# shellcheck shell=sh

# shellcheck source=scripts/system_packages.sh
. scripts/system_packages.sh

VENV=.venv
LOG=build/setup.log

say() {
    printf '%s\n' "$*"
}

give_up() {
    printf '\n%s\n' "$*" >&2
    exit 1
}

# run_step MESSAGE ADVICE COMMAND...: run quietly; on failure show the end of the output and the advice.
run_step() {
    message=$1
    advice=$2
    shift 2
    printf '  %s ... ' "$message"
    if "$@" >"$LOG" 2>&1 </dev/null; then
        say "done"
        return
    fi
    say "failed"
    tail -n 15 "$LOG" >&2
    give_up "$message failed; the lines above are the end of $LOG. $advice"
}

# usable_python COMMAND: is it a Python that SpecDesk runs on and that can make virtual environments?
usable_python() {
    "$1" -c 'import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' >/dev/null 2>&1
}

find_python() {
    for python in python3 /usr/bin/python3 python3.11 python3.12 python3.13 python3.14; do
        if usable_python "$python"; then
            say "$python"
            return
        fi
    done
}

# missing_packages PACKAGE...: those that are neither installed nor provided by an installed package.
missing_packages() {
    # shellcheck disable=SC2016  # dpkg's own fields
    dpkg-query -W -f '${db:Status-Status} ${Package} ${Provides}\n' | awk -v wanted="$*" '
        $1 == "installed" { gsub(/,/, " "); for (i = 2; i <= NF; i++) here[$i] = 1 }
        END { n = split(wanted, names, " "); for (i = 1; i <= n; i++) if (!(names[i] in here)) print names[i] }'
}

may_become_root() {
    [ "$(id -u)" -eq 0 ] && return 0
    command -v sudo >/dev/null 2>&1 || return 1
    sudo -n true 2>/dev/null && return 0
    [ -t 0 ] || return 1
    say "  Some system packages are missing. sudo asks for your password to install them:"
    sudo -v
}

apt_get() {
    if [ "$(id -u)" -eq 0 ]; then
        DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 "$@"
    else
        sudo -n env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 "$@"
    fi
}

# An update that fails (no network, one broken extra source) does not end the set-up: the installation may still work.
apt_install() {
    apt_get update || true
    apt_get install --no-install-recommends "$@"
}

# install_system_packages PACKAGE...
install_system_packages() {
    command -v dpkg-query >/dev/null 2>&1 || return 0
    # shellcheck disable=SC2046  # one argument per package
    set -- $(missing_packages "$@")
    [ $# -gt 0 ] || return 0
    line="apt-get update && apt-get install -y --no-install-recommends $*"
    may_become_root || give_up "Some system packages are missing and installing them needs root. Run this line, \
then start again:

su -c '$line'

(or, where you may use sudo: sudo sh -c '$line')"
    run_step "System packages ($# missing)" "Check the network, or install them by hand: $line" apt_install "$@"
}

# make_environment: keeps a working one; a broken or outdated one is made anew.
make_environment() {
    usable_python "$VENV/bin/python" && "$VENV/bin/python" -m pip --version >/dev/null 2>&1 && return
    python=$(find_python)
    [ -n "$python" ] || give_up "No Python 3.11 to 3.14 with its venv module was found. Install one and start again."
    run_step "Virtual environment in $VENV" "Check that this folder is writable and the disk is not full." \
        "$python" -m venv --clear "$VENV"
}

pip_install() {
    "$VENV/bin/python" -m pip install --no-input --disable-pip-version-check --progress-bar off "$@"
}

# set_up NAME PACKAGES PARTS PARTS_NAME: everything for one purpose. A stamp makes the next run quick and offline.
#   NAME: what locks/NAME.txt is for. PACKAGES: system packages. PARTS: file in locks/ of model and engine packages.
# Every file that is downloaded has to have one of the hashes in locks/ (scripts/lock.sh writes them); SpecDesk itself is
# then built with what is there.
set_up() {
    name=$1
    packages=$2
    parts=$3
    parts_name=$4
    mkdir -p build
    usable_python "$VENV/bin/python" || [ -n "$(find_python)" ] || packages="$PYTHON_PACKAGES $packages"
    # shellcheck disable=SC2086  # a list of packages
    install_system_packages $packages
    key=$(cat pyproject.toml locks/* specdesk/__init__.py scripts/*.* | cksum)
    stamp=$VENV/$name.stamp
    if usable_python "$VENV/bin/python" && [ "$(cat "$stamp" 2>/dev/null)" = "$key $PWD" ]; then
        return
    fi
    network="Check the network and the free disk space, then start again."
    if [ "$(uname -s) $(uname -m)" = "Linux aarch64" ]; then
        network="On this kind of processor (aarch64) Qt comes for glibc 2.39 and newer only (Debian 13, Ubuntu 24.04); \
ldd --version tells which one is here. If that is not it: check the network and the free disk space, then start again."
    fi
    make_environment
    run_step "The Python packages that SpecDesk uses" "$network" pip_install --require-hashes -r "locks/$name.txt"
    run_step "SpecDesk itself" "$network" pip_install --no-deps --no-build-isolation -e .
    run_step "$parts_name" "$network" pip_install --no-deps --require-hashes -r "locks/$parts"
    say "$key $PWD" >"$stamp"
}
