#!/bin/sh
# points.sh EXERCISE...: prints what exercises are worth, what there is to do and how long it takes, by their READMEs, and the sum.
set -eu
cd "$(dirname "$0")/../.."

sum=0
for name in $(printf '%s\n' "$@" | sort -V); do
    for folder in "exercises/$name"-*; do
        [ -d "$folder" ] || {
            echo "points: there is no exercise '$name'" >&2
            exit 2
        }
        points=$(sed -n 's/.*\.points = \([0-9]*\).*/\1/p' "$folder/judge.c")
        sum=$((sum + points))
        printf '%-7s %2d  %-37.37s  %s\n' "$name" "$points" "$(sed -n '1s/^# //p' "$folder/README.md")" \
            "$(sed -n '3s/^\([^*]*\)\*\([^*]*\)\*.*/\1\2/p' "$folder/README.md")"
    done
done
printf '%-7s %2d\n' all "$sum"
