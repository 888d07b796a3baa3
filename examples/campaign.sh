#!/bin/sh
# `make campaign-PART` as a table: a row for each unit.
# Usage: examples/campaign.sh PART [FILES=N | VOLUME=N | TREES=N]      (PART: files, tops or trees)
set -eu
cd "$(dirname "$0")/.."
part=${1:?usage: campaign.sh PART [FILES=N | VOLUME=N | TREES=N]}
shift
mkdir -p build
make -s "campaign-$part" "$@" >"build/campaign-$part.txt"
printf '| unit | drawn | what happened |\n|--|--|--|\n'
sed -n 's/.*configurations of \([^:]*\): \([0-9]*\) drawn, \(.*\)$/| \1 | \2 | \3 |/p' "build/campaign-$part.txt" | sort
