#!/usr/bin/env bash
# compare.sh BASE NEW: tells whether the labs of two checkouts, both with a built book, behave the same, byte for byte. A maintainer who
# moves code needs this.
#
# It compares what the build makes of each lab (bundle, frame, expected results), the book's pages, and then, by compare.mjs, what the
# two builds' WebAssembly answers: each lab at many moments, the PTX of each program and exercise, the verdict on each exercise as it
# is given, and the bundle of the case that failed.
#
# Exit status: 0 the same; 1 a difference, which is shown; 2 bad usage.
set -euo pipefail

if [ $# -ne 2 ] || [ ! -d "$1/build/book/labs" ] || [ ! -d "$2/build/book/labs" ]; then
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
base=$(realpath "$1") new=$(realpath "$2") status=0
cd "$(dirname "$0")/../.."

# compare WHAT FOLDER PATTERN: compares the files of that pattern in both builds.
compare()
{
    local differ
    differ=$(diff -rq --exclude-from=<(cd "$base/build/book/$2" && find . -type f ! -name "$3" -printf '%f\n') \
        "$base/build/book/$2" "$new/build/book/$2" | grep -v '^Only in .*: \(lab\|scripts\|styles\)$' || true)
    if [ "$differ" ]; then
        echo "$1 differ:"
        echo "$differ"
        status=1
    else
        echo "the same: $(find "$new/build/book/$2" -maxdepth 1 -name "$3" | wc -l) $1"
    fi
}
compare 'bundles' labs '*.js'
compare 'frames' labs '*.lua'
compare 'lists of results' labs '*.json'
compare 'pages' html '*.html'
node tests/lab/compare.mjs "$base/build" "$new/build" || status=1
exit "$status"
