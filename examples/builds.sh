#!/bin/sh
# Prints the table of docs/measured/results.md on source and builds, as Markdown. The builds begin with nothing, in a
# folder of their own.
#
#   sh examples/builds.sh
set -eu
cd "$(dirname "$0")/.."
target=$(mktemp -d)
trap 'rm -rf "$target"' EXIT
export CARGO_TARGET_DIR="$target"
lines() { awk 'END { print NR }' | sed ':a; s/\([0-9]\)\([0-9]\{3\}\)\($\|,\)/\1,\2\3/; ta'; }
row() { echo "| $1 | $2 | $3 |"; }
took() {
    start=$(date +%s)
    "$@" >&2
    seconds=$(($(date +%s) - start))
    if [ "$seconds" -ge 100 ]; then echo "$((seconds / 60)) min $((seconds % 60)) s"; else echo "$seconds s"; fi
}

echo '|  | now | measured by |'
echo '|--|--|--|'
row 'lines of `src/hw`' "$(git ls-files src/hw | xargs cat | lines)" '`git ls-files src/hw`, counted'
row 'of them neither blank nor comment' "$(git ls-files src/hw | xargs cat | grep -v '^ *\(//.*\)\?$' | lines)" 'as above'
row 'lines of `rtl/`' "$(git ls-files rtl | xargs cat | lines)" '`git ls-files rtl`, counted'
row 'release build' "$(took cargo build --quiet --release --bin treetap)" \
    '`cargo build --release --bin treetap`, nothing built before'
row 'its binary' "$(du -m "$target/release/treetap" | cut -f1) MB" 'as above'
row 'build' "$(took cargo build --quiet)" '`cargo build`, nothing built before'
touch src/hw/tap.rs
row 'build after a change of one unit' "$(took cargo build --quiet)" '`touch src/hw/tap.rs; cargo build`'
