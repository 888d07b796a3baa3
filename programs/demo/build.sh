#!/bin/sh
# The committed ELF: rv32i, so that every core runs it. `programs/demo/build.sh`
set -eu
cd "$(dirname "$0")/.."
./cc.sh "${1:-rv32i}" "${2:-demo/demo.elf}" -DPICOLIBC_INTEGER_PRINTF_SCANF demo/main.c demo/sort.c demo/matrix.c demo/words.c demo/machine.c
chmod -x "${2:-demo/demo.elf}"
