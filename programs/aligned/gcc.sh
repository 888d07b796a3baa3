#!/bin/sh
# The RISC-V compiler with every function at a multiple of 64 bytes, those of the libraries too, so that no line of a map of
# code (docs/reference/codemap.md) holds two: RISCV_CC=programs/aligned/gcc.sh programs/cc.sh ...
# The linker gets picolibc's own script with aligned sections of code, and with constants in a section of their own.
set -eu
cc=riscv64-unknown-elf-gcc
script=$(mktemp)
trap 'rm -f "$script" "$script.out"' EXIT
# The linker prints its script between two lines of `=`.
$cc -march=rv32im -mabi=ilp32 -specs=picolibc.specs -nostdlib -Wl,--verbose -Wl,--entry=0 -x c /dev/null -o "$script.out" |
    sed -n '/^=====/,/^=====/{/^=====/d;p;}' | sed 's/^\t\.text : {/\t.text : SUBALIGN(64) {/' |
    sed '/PROVIDE (etext = __text_end)/a } >flash AT>flash :text\n.rodata : {' >"$script"
grep -q 'SUBALIGN(64)' "$script"
grep -q '^.rodata : {' "$script"
$cc -falign-functions=64 -T "$script" "$@"
