#!/bin/sh
# sanitize.sh PROGRAM [ARGUMENT...]: runs a program under each tool of compute-sanitizer. Exits 1 if
# one of them found something.
set -eu

status=0
for tool in memcheck racecheck synccheck initcheck; do
    echo "---- $tool"
    compute-sanitizer --tool "$tool" --error-exitcode 1 "$@" || status=1
done
exit $status
