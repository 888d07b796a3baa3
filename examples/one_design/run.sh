#!/bin/sh
# PicoRV32 alone, beside a profiler as a second verilated design, and with it in one: processor time of each, in turns,
# as a row of Markdown for each profiler. A profiler costs the same whether it counts or not, so it is not set up.
set -eu
here=$(dirname "$0")
rtl=$(cd "$here/../../rtl" && pwd)
program=$(cd "$here/../../programs/demo" && pwd)/demo.elf
venv=${TREETAP_VENV:-${XDG_DATA_HOME:-$HOME/.local/share}/treetap/venv}
core=$(echo "$venv"/lib/python3*/site-packages/pythondata_cpu_picorv32/verilog/picorv32.v)
dir=${OUT:-build}/one_design
verilator=${VERILATOR:-verilator}
include=$("$verilator" --getenv VERILATOR_ROOT)/include
mkdir -p "$dir"
verilate() { # prefix, top, files
    prefix=$1 top=$2
    shift 2
    "$verilator" --cc -O3 -fno-dfg --x-assign fast --x-initial fast --noassert -Wno-fatal -Wno-lint \
        -Wno-style -Wno-UNOPTFLAT -DRISCV_FORMAL --prefix "$prefix" --top-module "$top" -Mdir "$dir/$preset/$prefix" \
        "$@" > "$dir/$preset/$prefix.log" 2>&1
}
echo '| profiler | cycles | core alone, ns per cycle | two designs / alone | one design / alone |'
echo '|--|--:|--:|--:|--:|'
for preset in nano fast; do
    rm -rf "${dir:?}/$preset" && mkdir -p "$dir/$preset"
    profiler=treetap_profiler_$preset
    verilate Vcore core_alone "$here/one.sv" "$core"
    verilate Vprofiler "$profiler" "$rtl/$profiler.v"
    verilate Vone one_design "-DPROFILER=$profiler" "-DBUS_$preset" "$here/one.sv" "$core" "$rtl/$profiler.v"
    cp "$here/one.cpp" "$dir/$preset/all.cpp"
    for file in "$dir/$preset"/V*/*.cpp; do echo "#include \"${file#"$dir/$preset/"}\""; done >> "$dir/$preset/all.cpp"
    (cd "$dir/$preset" && ${CXX:-g++} -std=gnu++17 -faligned-new -w -O2 -DVM_COVERAGE=0 -DVM_SC=0 -DVM_TRACE=0 \
        -DVM_TRACE_FST=0 -DVM_TRACE_VCD=0 -pthread -I. -IVcore -IVprofiler -IVone "-I$include" "-I$include/vltstd" all.cpp \
        "$include/verilated.cpp" "$include/verilated_threads.cpp" -o run)
    "$dir/$preset/run" "$preset" "$program"
done
