#!/bin/sh
# Captures the eight traces of docs/measured/results.md: gzip, bzip2, gcc (cc1) and perl, code blocks and load addresses.
# Usage: examples/real_traces.sh DIR [EVENTS]      (Debian 12: packages valgrind gzip bzip2 gcc perl verilator)
set -eu
out=${1:?usage: real_traces.sh DIR [EVENTS]}
events=${2:-10000000}
treetap=$(command -v "${TREETAP:-treetap}")

# Inputs that every Debian 12 machine with these packages has.
text=/usr/share/perl/5.36/perl5db.pl
source=/usr/share/verilator/include/gtkwave/fastlz.c
cc1=$(gcc -print-prog-name=cc1)
words='while (/(\w+)/g) { $n{lc $1}++ } END { print "$_ $n{$_}\n" for sort { $n{$b} <=> $n{$a} || $a cmp $b } keys %n }'

mkdir -p "$out"
capture() { # ACCESS NAME PROGRAM...
    access=$1
    file=$out/$2.u64.zst
    shift 2
    # Nearly no environment: it lies on the stack, and a longer one moves every stack address. Perl's hashes are random otherwise.
    env -i PATH=/usr/bin:/bin PERL_HASH_SEED=0 "$treetap" trace capture "--$access" --max-events "$events" -o "$file" -- "$@" >/dev/null
}
for kind in code:bb loads:ld; do
    access=${kind%:*}
    suffix=${kind#*:}
    capture "$access" "gzip.$suffix" gzip -c "$text"
    capture "$access" "bzip2.$suffix" bzip2 -c "$text"
    capture "$access" "gcc.$suffix" "$cc1" -quiet -O2 -imultiarch x86_64-linux-gnu "$source" -o /dev/null
    capture "$access" "perl.$suffix" perl -ne "$words" "$text"
done
