#!/bin/sh
# The tables of docs/measured/fit.md. Usage: examples/fit.sh points|checked|clocks|up5k|ecp5
#
# `points`, `checked` and `clocks` place configurations of examples/farm/fit*.toml that have no result yet in build/farm,
# where $ON says (examples/farm.sh), one at a time unless $WITH says otherwise. `up5k` and `ecp5` need the traces of the
# page in $TRACES, and write the pictures of the page. What it runs is built first: predictions are made of the tables
# that are compiled in.
set -eu
cargo build --quiet --release --bin treetap --example points
treetap=target/release/treetap
points=target/release/examples/points

placed() { # SWEEP VERB
    mkdir -p build/farm
    OUT=build WITH="${WITH---limit 1}" sh examples/farm.sh "$1" >"build/farm/$1.jsonl"
    "$points" "$2" "build/farm/$1.jsonl"
}

front() { # PICTURE OPTIONS...
    picture=$1
    shift
    "$treetap" --json fit "$TRACES/lua.rvfi.zst" "$TRACES/jpeg.rvfi.zst" "$TRACES/sqlite.rvfi.zst" "$@" --max-events 300000 \
        --svg "docs/images/$picture.svg" | "$points" front
}

case ${1:-} in
points) placed fit measured ;;
checked) placed fit-checked measured ;;
clocks) placed fit-clocks clocks ;;
up5k) front fit-up5k --device up5k --max-bram 50% --entries 0,64,256,1024 --fifo 0,64 ;;
ecp5) front fit-ecp5 --device ecp5-25k --max-bram 50% --max-lut 25% --entries 0,256,1024 --fifo 0,64 --eps off ;;
*) echo "usage: fit.sh points|checked|clocks|up5k|ecp5" >&2 && exit 2 ;;
esac
