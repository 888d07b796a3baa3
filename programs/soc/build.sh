#!/bin/sh
# Compiles the program of the boot ROM: programs/soc/build.sh writes selfprofile.hex beside this file, a word a line.
set -eu
cd "$(dirname "$0")"
elf=$(mktemp)
trap 'rm -f "$elf" "$elf.bin"' EXIT
"${RISCV_CC:-riscv64-unknown-elf-gcc}" -march=rv32i -mabi=ilp32 -Os -ffreestanding -nostdlib -nostartfiles -Wall -Wextra -Werror \
    -I../../include -Wl,-T,rom.ld -Wl,--build-id=none selfprofile.c -o "$elf"
"${RISCV_OBJCOPY:-riscv64-unknown-elf-objcopy}" -O binary "$elf" "$elf.bin"
od -An -v -tx4 -w4 "$elf.bin" | tr -d ' ' > selfprofile.hex
