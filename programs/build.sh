#!/bin/sh
# `make programs`: JPEG, Lua, SQLite, bzip2 and zlib for the cores, from the sources that packages bring, into $OUT/programs/*.elf.
# NAME.elf is for rv32im, which PicoRV32 and Ibex run; NAME-rv32i.elf and NAME-rv32imc.elf are the variants.
set -eu
cd "$(dirname "$0")/.."
out=${OUT:-build}/programs
mkdir -p "$out"
out=$(cd "$out" && pwd)
packages=$out/packages
host_cc=${CC:-cc}

# Cargo checks what it fetches against programs/packages/Cargo.lock.
cargo vendor --quiet --locked --manifest-path programs/packages/Cargo.toml "$packages" >/dev/null
# Only this folder of the host's headers.
mkdir -p "$out/include"
ln -sfn "${STB:-/usr/include/stb}" "$out/include/stb"
"$host_cc" -O2 -w -I"$out/include" programs/jpeg/image.c -o "$out/image" -lm
"$out/image" "$out/image.jpg"

# make_elf NAME SOURCES and flags...; MARCH and SUFFIX choose the variant.
make_elf() {
    name=$1
    shift
    echo "$out/$name$SUFFIX.elf"
    programs/cc.sh "$MARCH" "$out/$name$SUFFIX.elf" -w -ffile-prefix-map="$packages"=packages "programs/$name/main.c" "$@"
}

jpeg() { make_elf jpeg programs/common/input.S -DINPUT="\"$out/image.jpg\"" -DTIMES="${TIMES:-1}" -I"$out/include"; }

bzip2() {
    from=$packages/bzip2-sys/bzip2-1.0.8
    input=${INPUT:-$from/bzlib.c}
    sources=$(for part in blocksort huffman crctable randtable compress decompress bzlib; do echo "$from/$part.c"; done)
    # shellcheck disable=SC2086  # a list of files
    make_elf bzip2 programs/common/input.S -DINPUT="\"$input\"" -DBZ_NO_STDIO -I"$from" $sources
}

zlib() {
    from=$packages/libz-sys/src/zlib
    input=${INPUT:-$from/deflate.c}
    parts="adler32 compress crc32 deflate inflate inffast inftrees trees uncompr zutil"
    sources=$(for part in $parts; do echo "$from/$part.c"; done)
    # shellcheck disable=SC2086  # a list of files
    make_elf zlib programs/common/input.S -DINPUT="\"$input\"" -I"$from" $sources
}

lua() {
    from=$(echo "$packages"/lua-src/lua-5.4*)
    # All but the stand-alone interpreters and the libraries that need an operating system.
    sources=$(find "$from" -maxdepth 1 -name '*.c' | sort |
        grep -v -E '/(lua|luac|onelua|ltests|linit|liolib|loslib|loadlib|ldblib|lcorolib|lutf8lib)\.c$')
    # shellcheck disable=SC2086  # a list of files
    make_elf lua programs/common/input.S -DINPUT='"programs/lua/program.lua"' -DTIMES="${TIMES:-1}" -DLUA_USE_C89 -I"$from" $sources
}

sqlite() {
    from=$packages/libsqlite3-sys/sqlite3
    make_elf sqlite -DROWS="${ROWS:-1500}" -I"$from" "$from/sqlite3.c" -DSQLITE_OS_OTHER=1 -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION \
        -DSQLITE_TEMP_STORE=3 -DSQLITE_OMIT_WAL -DSQLITE_OMIT_LOCALTIME -DSQLITE_DEFAULT_MEMSTATUS=0 -DSQLITE_ENABLE_MEMSYS5
}

# `programs/build.sh long`: the same with inputs for runs of 300 million instructions and more, which are for the simulator.
if [ "${1:-}" = long ]; then
    head -c 700000 "$packages/libsqlite3-sys/sqlite3/sqlite3.c" >"$out/long.txt"
    MARCH=rv32im SUFFIX=-long INPUT=$out/long.txt
    for name in bzip2 zlib; do $name; done
    TIMES=25
    for name in jpeg lua; do $name; done
    ROWS=12000
    sqlite
    exit
fi

MARCH=rv32im SUFFIX=
for name in jpeg bzip2 zlib lua sqlite; do $name; done
MARCH=rv32i SUFFIX=-rv32i
jpeg
MARCH=rv32imc SUFFIX=-rv32imc
for name in jpeg lua; do $name; done
