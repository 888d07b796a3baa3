#!/bin/sh
# The programs of programs/build.sh with every function at a multiple of 64 bytes: $OUT/programs/NAME-aligned.elf.
set -eu
cd "$(dirname "$0")/../.."
out=${OUT:-build}
mkdir -p "$out/programs" "$out/aligned"
RISCV_CC=$PWD/programs/aligned/gcc.sh OUT=$out/aligned programs/build.sh >/dev/null
for file in "$out"/aligned/programs/*.elf; do
    name=$(basename "$file" .elf)
    mv "$file" "$out/programs/$name-aligned.elf"
    echo "$out/programs/$name-aligned.elf"
done
