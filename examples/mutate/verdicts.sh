#!/bin/sh
# Verdicts of mutants outlive the machine that found them: the repository has a copy of the files that `make mutate`
# appends them to, one for each target, in docs/measured/verdicts.
# Usage: examples/mutate/verdicts.sh bring      copies into the cache, in front of what the cache has found since
#        examples/mutate/verdicts.sh keep       the last verdict on each mutant, of the newest Verilog of each target
# TREETAP_CACHE is the cache, build/cache unless told otherwise.
set -eu
here=$(dirname "$0")/../..
cache=${TREETAP_CACHE:-$here/build/cache}/mutants
kept=$here/docs/measured/verdicts

bring() {
    mkdir -p "$cache"
    for file in "$kept"/*.results; do
        [ -e "$file" ] || continue
        found=$cache/$(basename "$file")
        [ ! -e "$found" ] || cat "$found" >"$found.later"
        cp "$file" "$found"
        [ ! -e "$found.later" ] || { cat "$found.later" >>"$found" && rm "$found.later"; }
    done
}

# Files are TARGET-HASH.results, and another hash is another Verilog.
keep() {
    mkdir -p "$kept"
    for file in $(ls -tr "$cache"/*.results); do
        target=$(basename "$file" | sed 's/-[0-9a-f]*\.results$//')
        find "$kept" -name "$target-*.results" | grep -E "/$target-[0-9a-f]{16}\.results$" | xargs -r rm
        awk -F'\t' '{ last[$1] = $0 } END { for (mutant in last) print last[mutant] }' "$file" | sort -n \
            >"$kept/$(basename "$file")"
    done
}

case ${1:-} in
bring | keep) "$1" ;;
*)
    sed -n '2,6s/^# //p' "$0" >&2
    exit 2
    ;;
esac
