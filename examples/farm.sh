#!/bin/sh
# A sweep of examples/farm from its plan to its result, which goes to standard output.
# Usage: examples/farm.sh SWEEP [--set NAME=VALUE,..]
#
# $ON is where tasks run: local (the default), slurm, or a command as for `treetap farm submit`; $WITH are more words for
# that, such as '--limit 1' or '--with --time=60'. What has a result in $OUT/farm/SWEEP is not done again. $TREETAP is the
# command.
set -eu
treetap=${TREETAP:-target/release/treetap}
run=${OUT:-build}/farm/$1
on=${ON:-local}
with=${WITH:-}
[ "$on" != slurm ] || with="--wait $with"
# Tasks that call make again are to do their work, not to submit it.
unset MAKEFLAGS MFLAGS MAKEOVERRIDES ON WITH
mkdir -p "${OUT:-build}/farm"
sweep=$1
shift
"$treetap" farm plan "examples/farm/$sweep.toml" -o "$run" "$@" >&2
# shellcheck disable=SC2086 # several words
"$treetap" farm submit "$run" --on "$on" $with >&2
"$treetap" farm gather "$run"
