#!/bin/sh
# Tables of docs/measured/proof.md on gates. Usage: examples/netlist.sh TOP | long | faults
#
#   TOP      a design as gates of both device families
#   long     a stream that makes the largest tree collapse, as gates of ECP5
#   faults   how many of the faults planted in the gates of `mini` are found
set -eu
export LC_ALL=C
[ $# -eq 1 ] || { echo "usage: examples/netlist.sh TOP | long | faults" >&2; exit 2; }
tests() { cargo test --quiet --test rap "netlist::$1" -- --include-ignored --nocapture; }

case $1 in
    long)
        said=$(cargo run --quiet --release --bin treetap -- sim rap "shape:adversary?events=12000&weights=40" \
            --preset max --netlist ecp5 --seed 1)
        echo '| netlist | device family | events | creates | rounds | cycles | words compared | mismatches |'
        echo '|--|--|--:|--:|--:|--:|--:|--:|'
        printf '%s\n' "$said" | awk '
            { match($0, /  +/); value[substr($0, 1, RSTART - 1)] = substr($0, RSTART + RLENGTH) }
            END {
                printf "| `treetap_rap_max` | ecp5 | %s | %s | %s | %s | %s | %s |\n", value["events"], value["creates"],
                    value["rounds"], value["cycles"], value["compared words"], value["mismatches"]
            }'
        ;;
    faults)
        said=$(tests many_faults)
        echo '| netlist | device family | faults planted | found |'
        echo '|--|--|--:|--:|'
        printf '%s\n' "$said" | awk '
            match($0, /^mini on [a-z0-9]+: fault /) {
                family = $3
                sub(":", "", family)
                planted[family]++
                found[family] += !/: is not found$/
            }
            END {
                for (family in planted)
                    printf "| `treetap_rap_mini` | %s | %d | %d |\n", family, planted[family], found[family]
            }
        ' | sort
        ;;
    *)
        said=$(TREETAP_PRESET="$1" tests gates_of_every)
        echo '| netlist | device family | events | creates | rounds | words compared | mismatches |'
        echo '|--|--|--:|--:|--:|--:|--:|'
        printf '%s\n' "$said" | sed -n "s/^\(treetap_[a-z0-9_]*\) on \(.*\): \([0-9]*\) events, \([0-9]*\) creates, \
\([0-9]*\) rounds, \([0-9]*\) words compared, \([0-9]*\) mismatches.*/| \`\1\` | \2 | \3 | \4 | \5 | \6 | \7 |/p
s/^\(treetap_[a-z0-9_]*\) on \(.*\): \([0-9]*\) block RAMs, more than the .*/| \`\1\` | \2 |  |  |  |  | left out: \
\3 block RAMs |/p" | sort
        ;;
esac
