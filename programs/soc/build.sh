#!/bin/sh
# Compiles the programs of the boot ROM: programs/soc/build.sh writes NAME.hex beside each NAME.c, a word a line.
set -eu
cd "$(dirname "$0")"
elf=$(mktemp)
trap 'rm -f "$elf" "$elf.bin"' EXIT
for program in selfprofile trackphases countbranches; do
    "${RISCV_CC:-riscv64-unknown-elf-gcc}" -march=rv32i -mabi=ilp32 -Os -ffreestanding -nostdlib -nostartfiles \
        -Wall -Wextra -Werror -I../../include -Wl,-T,rom.ld -Wl,--build-id=none "$program.c" -o "$elf"
    "${RISCV_OBJCOPY:-riscv64-unknown-elf-objcopy}" -O binary "$elf" "$elf.bin"
    od -An -v -tx4 -w4 "$elf.bin" | tr -d ' ' > "$program.hex"
done
