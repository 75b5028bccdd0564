#!/bin/sh
# work-needed.sh [EXERCISE...]: prints, for judge/core/work_needed.h, how many instructions of warps our solution of each exercise
# needs in the case that takes most, in lockstep; of exercises that are named, their lines alone. Whole programs are left out, since their
# work is not counted. The judges are built before. Exit status: 0 all were counted; 1 a solution does not pass, so that its line and
# those after it are missing.
#
#     make judges && tools/measure/work-needed.sh >judge/core/work_needed.h
set -eu
cd "$(dirname "$0")/../.."

if [ $# = 0 ]; then
    echo '// work_needed.h: what our solutions need, in instructions of warps. tools/measure/work-needed.sh writes it.'
    echo '// clang-format off'
    # shellcheck disable=SC2046 # a list of words
    set -- $(tools/student/exercises.sh | cut -d' ' -f1 | sort -V)
fi
for name; do
    solution=$(echo solutions/"$name"-*/exercise.cu)
    limits=$(build/judge/"$name" --device sim --seed 1 --ask right --limits "$solution" </dev/null) || {
        echo "work-needed.sh: $name would have no line: build/judge/$name --device sim $solution says why" >&2
        exit 1
    }
    echo "$limits" | awk -v name="$name" '$1 == "a" && $3 == "instructions" && $4 > 0 { printf "{\"%s\", %.0f},\n", name, 1e6 * $4 }'
done
