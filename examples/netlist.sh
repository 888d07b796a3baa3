#!/bin/sh
# The table of docs/measured/proof.md on gates, of every design or of one top. Usage: examples/netlist.sh [TOP]
set -eu
export LC_ALL=C
[ $# -eq 0 ] || export TREETAP_PRESET="$1"
said=$(cargo test --quiet --test rap netlist::gates_of_every -- --include-ignored --nocapture)
echo '| netlist | device family | events | creates | rounds | words compared | mismatches |'
echo '|--|--|--:|--:|--:|--:|--:|'
printf '%s\n' "$said" | sed -n "s/^\(treetap_[a-z0-9_]*\) on \(.*\): \([0-9]*\) events, \([0-9]*\) creates, \
\([0-9]*\) rounds, \([0-9]*\) words compared, \([0-9]*\) mismatches.*/| \`\1\` | \2 | \3 | \4 | \5 | \6 | \7 |/p" | sort
