#!/bin/sh
# profile.sh DEVICE PROGRAM [ARGUMENT...]: runs a program and reports counters per kernel and line.
set -eu
shift
WARPSIM="${WARPSIM:-} profile" exec "$@"
