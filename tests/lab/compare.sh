#!/usr/bin/env bash
# compare.sh [-q] BASE NEW: tells whether the labs of two checkouts, both with a built book, behave the same, byte for byte. A maintainer who
# moves code needs this.
#
# It compares what both builds' tools make of the notes and programs of BASE (bundle, frame, expected results), the book's pages, and then,
# by compare.mjs, what the two builds' WebAssembly answers: each lab at many moments, the PTX of each program and exercise, the verdict on
# each exercise as it is given, and the bundle of the case that failed.
#
#   -q    every eighth program and exercise
#
# Exit status: 0 the same; 1 a difference, which is shown; 2 bad usage.
set -euo pipefail

quick=()
if [ "${1-}" = -q ]; then
    quick=(-q)
    shift
fi
if [ $# -ne 2 ] || [ ! -d "$1/build/book/labs" ] || [ ! -d "$2/build/book/html" ]; then
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
base=$(realpath "$1") new=$(realpath "$2") status=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# report WHAT COUNT DIFFERENCES: says that so many things are the same, or which differ.
report()
{
    if [ "$3" ]; then
        printf '%s differ:\n%s\n' "$1" "$3"
        status=1
    else
        echo "the same: $2 $1"
    fi
}

cd "$base"
while read -r note; do
    "$new/build/lab/labs" "$note" "$work" build/book/labs
done < <(grep -l '^``` lab' chapters/*/note*.md)
report 'files of labs' "$(find "$work" -type f | wc -l)" \
    "$(diff -rq -x '*.fatbin' -x '*.made' -x '*.svg' build/book/labs "$work" || true)"

cd "$new"
report 'pages' "$(find build/book/html -maxdepth 1 -name '*.html' | wc -l)" \
    "$(diff -rq -x lab -x scripts -x styles -x offline.js "$base/build/book/html" build/book/html || true)"

# drawings CHECKOUT: each drawn frame of its book, with a sum of its bytes.
drawings()
{
    (cd "$1/build/book/labs" && sha256sum ./*.svg)
}
report 'drawn frames' "$(drawings "$new" | wc -l)" "$(diff <(drawings "$base") <(drawings "$new") || true)"

node tests/lab/compare.mjs "${quick[@]}" "$base/build" "$new/build" || status=1
exit "$status"
