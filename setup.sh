#!/bin/sh
# Installs the tools that treetap drives, and only those that are missing: `make setup`.
# What is needed, why, and from which Debian package or PyPI wheel is data: tools.toml, one [[tool]] per program.
# Wheels go into a private venv: $TREETAP_VENV, else treetap/venv in the user's data directory.
# `./setup.sh GROUP...` also installs the optional tools of those groups.
# NO_SETUP=1 skips the installation and only says what is missing.
set -eu
cd "$(dirname "$0")"
venv=${TREETAP_VENV:-${XDG_DATA_HOME:-$HOME/.local/share}/treetap/venv}

# One line per tool: command|package|optional|module|wheel
tools=$(awk -F'"' -v wanted=" $* " '
    function line() { if (group != "" && index(wanted, " " group " ")) optional = "false"; if (package wheel != "") print command "|" package "|" optional "|" module "|" wheel }
    /^\[\[tool\]\]/        { line(); command = package = module = wheel = group = ""; optional = "false" }
    /^command[ \t]*=/      { command = $2 }
    /^package[ \t]*=/      { package = $2 }
    /^module[ \t]*=/       { module = $2 }
    /^wheel[ \t]*=/        { wheel = $2 }
    /^group[ \t]*=/        { group = $2 }
    /^optional[ \t]*=[ \t]*true/ { optional = "true" }
    END                    { line() }
' tools.toml)

# Whether pip has left its folder about exactly this version.
has_wheel() {
    folder=$(printf %s "${1%%==*}" | tr - _)-${1#*==}.dist-info
    for found in "$venv"/lib/python3*/site-packages/"$folder"; do [ -d "$found" ] && return 0; done
    return 1
}

missing=""
optional_missing=""
wheels=""
for line in $tools; do
    command=${line%%|*};  rest=${line#*|}
    package=${rest%%|*};  rest=${rest#*|}
    optional=${rest%%|*}; rest=${rest#*|}
    module=${rest%%|*}
    wheel=${rest#*|}
    if [ -n "$wheel" ]; then
        has_wheel "$wheel" || wheels="$wheels $wheel"
        continue
    elif [ -n "$module" ]; then
        python3 -c "import $module" >/dev/null 2>&1 && continue
    elif [ -n "$command" ]; then
        command -v "$command" >/dev/null 2>&1 && continue
    else
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' && continue
    fi
    if [ "$optional" = true ]; then optional_missing="$optional_missing $package"; else missing="$missing $package"; fi
done

if ! command -v cargo >/dev/null 2>&1; then
    echo "setup: cargo is missing: install Rust (rustup or your distribution) first" >&2
    exit 4
fi
[ -z "$optional_missing" ] || echo "setup: optional, not installed:$optional_missing"
if [ -z "$missing$wheels" ]; then
    echo "setup: every required tool is installed"
    exit 0
fi
[ -z "$missing" ] || echo "setup: missing:$missing"
[ -z "$wheels" ] || echo "setup: missing in $venv:$wheels"
if [ -n "${NO_SETUP:-}" ]; then
    echo "setup: NO_SETUP is set, nothing installed" >&2
    exit 0
fi
if [ -n "$missing" ]; then
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "setup: this is not a Debian system: install the packages above with your package manager, then set NO_SETUP=1" >&2
        exit 4
    fi
    as_root=""
    if [ "$(id -u)" != 0 ]; then
        if ! command -v sudo >/dev/null 2>&1; then
            echo "setup: neither root nor sudo: run as root: apt-get install$missing" >&2
            exit 4
        fi
        as_root=sudo
    fi
    export DEBIAN_FRONTEND=noninteractive
    $as_root apt-get update -q
    # shellcheck disable=SC2086  # a list of package names
    $as_root apt-get install -y -q --no-install-recommends $missing
    echo "setup: installed:$missing"
fi
if [ -n "$wheels" ]; then
    [ -x "$venv/bin/pip" ] || python3 -m venv "$venv"
    # All that are pinned, not only the missing ones: pip must not move one to suit another.
    # shellcheck disable=SC2046  # a list of wheels
    "$venv/bin/pip" install --quiet --disable-pip-version-check $(printf '%s\n' $tools | sed 's/.*|//' | grep ==)
    echo "setup: installed in $venv:$wheels"
    # The first start of a WebAssembly program compiles it, which takes a minute: not in somebody's first run.
    for program in $(printf '%s\n' $tools | awk -F'|' '$1 != "" && $5 != "" { print $1 }'); do
        "$venv/bin/$program" --version >/dev/null 2>&1 &
    done
    wait
fi
