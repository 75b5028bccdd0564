#!/bin/sh
# exercises.sh: every exercise in a line: name, difficulty, folder, title; chapter by chapter, the easiest first. They are
# told by the first and the third line of its README.md, and the difficulty, 1 to 3, by as many stars.
#
#   ex3-7 1 ex3-7-early-return The barrier behind a return
set -eu

cd "$(dirname "$0")/../exercises"
awk 'FNR == 1 { title = substr($0, 3) }
    FNR == 3 { folder = FILENAME; sub("/.*", "", folder); split(folder, part, "-")
        print part[1], part[2], gsub("★", ""), folder, title }' ex*-*-*/README.md |
    sort -k1,1V -k3,3n -k2,2n |
    while read -r chapter number level folder title; do
        echo "$chapter-$number $level $folder $title"
    done
