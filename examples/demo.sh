#!/bin/sh
# `make demo`: a real program, its trace, its profile, and the hardware on the same trace; then a program on a RISC-V core with the whole profiler
# beside it.
set -eu
dir=${OUT:-build}/demo
treetap=${TREETAP:-target/release/treetap}
preset=${PRESET:-x86}
seed=${SEED:-1}
mkdir -p "$dir"
say() { printf '\n\033[1m%s\033[0m\n' "$*" >&2; }
run() { printf '$ %s\n' "$*" >&2; "$@"; }

say "1. Trace a real program: every basic block that gzip enters, under valgrind"
run "$treetap" trace capture --code -o "$dir/gzip.u64.zst" -- gzip -9 -k -c Cargo.lock > "$dir/Cargo.lock.gz"
run "$treetap" trace info "$dir/gzip.u64.zst"

say "2. Profile it in software: 1024 nodes, beside the exact counts"
run "$treetap" profile "$dir/gzip.u64.zst" --key-bits 48 --nodes 1024 --count-bits 48 --coalesce 1024 --hot 5% --exact --svg "$dir/gzip.svg"

say "3. Generate the Verilog of the engine"
run "$treetap" gen rap --preset "$preset" -o "$dir"

say "4. Stream the same trace through that Verilog under Verilator and compare every count with the model"
run "$treetap" sim rap "$dir/gzip.u64.zst" --preset "$preset" --rtl "$dir/treetap_rap_$preset.v" --seed "$seed"

say "5. Run a program on PicoRV32 with the whole profiler beside it, and read the profile back over its bus"
run "$treetap" run picorv32 programs/demo/demo.elf --event code --weight instructions --preset nano --html "$dir/report.html"

say "Done: $dir holds the trace, the Verilog, the picture gzip.svg and the page report.html"
