#!/bin/sh
# The committed ELF files: traps of SERV and Ibex, traps with compressed instructions of Ibex, compressed instructions. `programs/trap/build.sh`
set -eu
cd "$(dirname "$0")/.."
assemble() {
    "${RISCV_CC:-riscv64-unknown-elf-gcc}" -march="$1" -mabi=ilp32 -g -nostdlib -Icommon -DROUNDS=400 \
        -Wa,-mno-relax,--debug-prefix-map="$PWD"=programs -Wl,-n,--build-id=none,-e_start,-Ttext=0x80000080,--section-start=.vectors=0x80001000,-Tdata=0x80002000 "trap/$2" -o "trap/$3"
    chmod -x "trap/$3"
}
assemble rv32i trap.S trap.elf
assemble rv32ic trap.S trap_compressed.elf
assemble rv32ic compressed.S compressed.elf
