#!/bin/sh
# One program for the cores of docs/reference/cores.md, with picolibc: programs/cc.sh MARCH OUT.elf SOURCES and flags...
# It links to the memory map of src/spec/core.rs: code from 0x80000080, data in the upper 24 MiB. No path of this machine gets into it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
march=$1
out=$2
shift 2
exec "${RISCV_CC:-riscv64-unknown-elf-gcc}" -march="$march" -mabi=ilp32 -specs=picolibc.specs --crt0=hosted \
    -O2 -g -ffunction-sections -fdata-sections -fno-builtin-printf \
    -ffile-prefix-map="$here"=programs -ffile-prefix-map="$PWD"=. -I"$here/common" \
    "$@" "$here/common/machine.c" -o "$out" -Wl,--gc-sections \
    -Wl,--defsym=__flash=0x80000080,--defsym=__flash_size=0x007fff80 \
    -Wl,--defsym=__ram=0x80800000,--defsym=__ram_size=0x01800000,--defsym=__stack_size=0x40000 -lm
