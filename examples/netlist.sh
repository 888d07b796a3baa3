#!/bin/sh
# Rows of docs/measured/proof.md on gates: a design as gates of both device families. Usage: examples/netlist.sh TOP
set -eu
export LC_ALL=C
[ $# -eq 1 ] || { echo "usage: examples/netlist.sh TOP" >&2; exit 2; }
said=$(TREETAP_PRESET="$1" cargo test --quiet --test rap netlist::gates_of_every -- --include-ignored --nocapture)
echo '| netlist | device family | events | creates | rounds | words compared | mismatches |'
echo '|--|--|--:|--:|--:|--:|--:|'
printf '%s\n' "$said" | sed -n "s/^\(treetap_[a-z0-9_]*\) on \(.*\): \([0-9]*\) events, \([0-9]*\) creates, \
\([0-9]*\) rounds, \([0-9]*\) words compared, \([0-9]*\) mismatches.*/| \`\1\` | \2 | \3 | \4 | \5 | \6 | \7 |/p
s/^\(treetap_[a-z0-9_]*\) on \(.*\): \([0-9]*\) block RAMs, more than the .*/| \`\1\` | \2 |  |  |  |  | left out: \
\3 block RAMs |/p" | sort
