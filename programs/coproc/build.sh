#!/bin/sh
# Compiles the program of the core that services the co-processor: programs/coproc/build.sh writes service.hex beside
# this file, a word a line.
set -eu
cd "$(dirname "$0")"
elf=$(mktemp)
trap 'rm -f "$elf" "$elf.bin"' EXIT
"${RISCV_CC:-riscv64-unknown-elf-gcc}" -march=rv32im -mabi=ilp32 -std=c99 -O2 -Wall -Wextra -Werror \
    -ffreestanding -fno-tree-loop-distribute-patterns -nostdlib -nostartfiles -I../../include \
    -Wl,-T,service.ld -Wl,--build-id=none start.S service.c handler.c -o "$elf"
"${RISCV_OBJCOPY:-riscv64-unknown-elf-objcopy}" -O binary "$elf" "$elf.bin"
truncate -s %4 "$elf.bin"
od -An -v -tx4 -w4 "$elf.bin" | tr -d ' ' > service.hex
