#!/bin/sh
# What it costs that every function begins at a multiple of 64 bytes (docs/reference/codemap.md), as a table of
# Markdown: bytes of code and constants of the programs of programs/build.sh, and of those of programs/aligned/build.sh.
set -eu
cd "$(dirname "$0")/../../${OUT:-build}/programs"
bytes() { "${RISCV_SIZE:-riscv64-unknown-elf-size}" "$1" | awk 'NR == 2 { print $1 }'; }
echo '| program | bytes of code and constants | with aligned functions | more % |'
echo '|---|--:|--:|--:|'
for name in jpeg bzip2 zlib lua sqlite; do
    echo "$name $(bytes "$name.elf") $(bytes "$name-aligned.elf")" |
        awk '{ printf "| %s | %d | %d | %.1f |\n", $1, $2, $3, 100 * ($3 - $2) / $2 }'
done
