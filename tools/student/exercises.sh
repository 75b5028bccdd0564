#!/bin/sh
# exercises.sh: prints a line for each exercise: name, difficulty, folder, title; chapter by chapter, the easiest first.
# The title is the first line of the exercise's README.md. The difficulty is the number of stars, 1 to 3, in the third line.
#
#   ex3-7 1 ex3-7-early-return A return before the barrier
#
# With the word golf it prints only the names of the tasks of kernel golf: those whose judge.c says so (judge/core/judge.h).
set -eu

cd "$(dirname "$0")/../../exercises"
if [ "${1-}" = golf ]; then
    grep -ls '\.golf = true' ex*-*-*/judge.c | sed 's/^\(ex[0-9]*-[0-9]*\)-.*/\1/' | sort -V
    exit
fi
awk 'FNR == 1 { title = substr($0, 3) }
    FNR == 3 { folder = FILENAME; sub("/.*", "", folder); split(folder, part, "-")
        print part[1], part[2], gsub("★", ""), folder, title }' ex*-*-*/README.md |
    sort -k1,1V -k3,3n -k2,2n |
    while read -r chapter number level folder title; do
        echo "$chapter-$number $level $folder $title"
    done
