#!/usr/bin/env bash
# make lint finds nothing in scripts, format and C.
. "$(dirname "$0")/../harness/lib.sh"

for part in shell format cppcheck tidy; do
    run make "lint-$part"
    is "lint-$part" "$status" 0
done

done_testing
