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

# OLDER NEWER TO: the last verdict on each mutant; either file may be missing.
merge() {
    cat "$1" "$2" 2>/dev/null | awk -F'\t' '{ last[$1] = $0 } END { for (mutant in last) print last[mutant] }' |
        sort -n >"$3.unfinished"
    mv "$3.unfinished" "$3"
}

bring() {
    mkdir -p "$cache"
    for file in "$kept"/*.results; do
        found=$cache/$(basename "$file")
        [ ! -e "$file" ] || merge "$file" "$found" "$found"
    done
}

# Files are TARGET-HASH.results, and another hash is another Verilog: the newest of a target stays.
keep() {
    mkdir -p "$kept"
    for file in $(ls -tr "$cache" | grep '\.results$'); do
        target=${file%-*}
        merge "$kept/$file" "$cache/$file" "$kept/$file"
        find "$kept" -name "$target-*.results" | grep -E "/$target-[0-9a-f]{16}\.results$" |
            grep -v "/$file$" | xargs -r rm
    done
}

case ${1:-} in
bring | keep) "$1" ;;
*)
    sed -n '2,6s/^# //p' "$0" >&2
    exit 2
    ;;
esac
