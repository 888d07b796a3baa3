#!/bin/sh
# Assembles the handlers for mode decode: programs/hps/build.sh writes handlers.hex beside this file, bytes after `@address` as $readmemh has them.
# Handlers are 64 bytes apart from 0x806f0000; what does not fit there lies after the place of the last of 256.
set -eu
cd "$(dirname "$0")"
elf=$(mktemp)
trap 'rm -f "$elf" "$elf.hex"' EXIT
"${RISCV_CC:-riscv64-unknown-elf-gcc}" -march=rv32i_zicsr -mabi=ilp32 -nostdlib -Wa,-mno-relax -Wl,-n,--build-id=none,-e0 \
    -Wl,--section-start=.slots=0x806f0000,-Ttext=0x806f4000 handlers.S -o "$elf"
"${RISCV_OBJCOPY:-riscv64-unknown-elf-objcopy}" -j .slots -j .text -O verilog "$elf" "$elf.hex"
tr -d '\r' < "$elf.hex" | sed 's/ *$//' > handlers.hex
