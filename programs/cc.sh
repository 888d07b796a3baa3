#!/bin/sh
# One program for the cores of docs/reference/cores.md, with picolibc: programs/cc.sh MARCH OUT.elf SOURCES and flags...
# It links to the memory map of src/spec/core.rs: code from 0x80000080, data in the upper 24 MiB. No path of this machine gets into it.
#
# With ALIGN=64 in the environment every function begins at a multiple of 64 bytes, those of the libraries too, so that no line of a map
# of code (docs/reference/codemap.md) holds two: picolibc's linker script with aligned code, and constants in a section of their own.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
march=$1
out=$2
shift 2
cc="${RISCV_CC:-riscv64-unknown-elf-gcc} -march=$march -mabi=ilp32 -specs=picolibc.specs"
if [ -n "${ALIGN:-}" ]; then
    # The linker prints its script between two lines of `=`.
    $cc -nostdlib -Wl,--verbose -Wl,--entry=0 -x c /dev/null -o "$out.ld" |
        sed -n '/^=====/,/^=====/{/^=====/d;p;}' | sed "s/^\t\.text : {/\t.text : SUBALIGN($ALIGN) {/" |
        sed '/PROVIDE (etext = __text_end)/a } >flash AT>flash :text\n.rodata : {' >"$out.script"
    rm -f "$out.ld"
    grep -q "SUBALIGN($ALIGN)" "$out.script"
    grep -q '^.rodata : {' "$out.script"
    set -- "-falign-functions=$ALIGN" -T "$out.script" "$@"
fi
# shellcheck disable=SC2086  # the compiler with its flags
$cc --crt0=hosted \
    -O2 -g -ffunction-sections -fdata-sections -fno-builtin-printf \
    -ffile-prefix-map="$here"=programs -ffile-prefix-map="$PWD"=. -I"$here/common" \
    "$@" "$here/common/machine.c" -o "$out" -Wl,--gc-sections \
    -Wl,--defsym=__flash=0x80000080,--defsym=__flash_size=0x007fff80 \
    -Wl,--defsym=__ram=0x80800000,--defsym=__ram_size=0x01800000,--defsym=__stack_size=0x40000 -lm
[ -z "${ALIGN:-}" ] || rm -f "$out.script"
