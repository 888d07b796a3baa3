#!/bin/sh
# Installs the tools that treetap drives, and only those that are missing: `make setup`.
# What is needed, why, and from which Debian package is data: tools.toml, one [[tool]] per program.
# NO_SETUP=1 skips the installation and only says what is missing.
set -eu
cd "$(dirname "$0")"

# One line per tool: command|package|optional
tools=$(awk -F'"' '
    /^\[\[tool\]\]/        { if (package != "") print command "|" package "|" optional; command = package = ""; optional = "false" }
    /^command[ \t]*=/      { command = $2 }
    /^package[ \t]*=/      { package = $2 }
    /^optional[ \t]*=[ \t]*true/ { optional = "true" }
    END                    { if (package != "") print command "|" package "|" optional }
' tools.toml)

missing=""
optional_missing=""
for line in $tools; do
    command=${line%%|*}
    rest=${line#*|}
    package=${rest%%|*}
    optional=${rest#*|}
    if [ -n "$command" ]; then
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
if [ -z "$missing" ]; then
    echo "setup: every required tool is installed"
    exit 0
fi
echo "setup: missing:$missing"
if [ -n "${NO_SETUP:-}" ]; then
    echo "setup: NO_SETUP is set, nothing installed" >&2
    exit 0
fi
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
