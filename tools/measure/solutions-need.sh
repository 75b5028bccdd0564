#!/bin/sh
# solutions-need.sh [EXERCISE...]: prints, for judge/core/solutions_need.h, how many instructions of warps our solution of each exercise
# needs in the case that takes most, in lockstep. Whole programs are left out, since their work is not counted. The judges are built before.
#
#     make judges && tools/measure/solutions-need.sh >judge/core/solutions_need.h
set -eu
cd "$(dirname "$0")/../.."

echo '// solutions_need.h: what our solutions need, in instructions of warps. tools/measure/solutions-need.sh writes it.'
echo '// clang-format off'
if [ $# -gt 0 ]; then
    printf '%s\n' "$@"
else
    tools/student/exercises.sh | cut -d' ' -f1
fi | while read -r name; do
    solution=$(echo solutions/"$name"-*/exercise.cu)
    build/judge/"$name" --device sim --seed 1 --ask right --limits "$solution" |
        awk -v name="$name" '$1 == "a" && $3 == "instructions" && $4 > 0 { printf "{\"%s\", %.0f},\n", name, 1e6 * $4 }'
done
