#!/usr/bin/env bash
# exercises.sh FOLDER: judges every exercise as given, every solution and every wrong solution on the simulator and on this
# machine's GPU. Writes to FOLDER:
#
#     verdicts.csv   exercise,submission,sim,gpu,wanted,speed    passed, failed, or judge when the judge could not work
#     reports/       the judges' texts where the two differ
#
# Exits with 0 if on both every solution passes, and every file that begins with `// passes:`, and everything else fails. A wrong
# solution whose mistake only a check sees (a race, an out-of-bounds access) may well pass on a GPU by itself. It is listed;
# `--device all` fails it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
[ $# = 1 ] || {
    echo 'usage: tests/gpu/exercises.sh FOLDER' >&2
    exit 2
}
mkdir -p "$1/reports"
export folder=$1

make -s DEVICE=gpu judges
tests/exercises/wrong.pl
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1

# judge_one FILE: judges a file and prints its line of verdicts.csv.
judge_one()
{
    local slug wanted name kept device verdict hidden
    slug=$(basename "$(dirname "$1")")
    wanted=failed
    case $1 in
    solutions/* | exercises/ex9-*) wanted=passed ;; # a kernel of golf is right, and slow, as given
    *) ! grep -q '^// passes: ' <(head -n 1 "$1") || wanted=passed ;;
    esac
    name=$(cut -d- -f1,2 <<<"$slug")
    hidden=()
    [[ $1 != */hidden-* ]] || hidden=(--hidden "solutions/$slug/hidden.txt")
    kept=$folder/reports/${1//\//%}
    verdict=
    for device in sim gpu; do
        status=0
        "build/judge/$name" --device "$device" "${hidden[@]}" "$1" >"$kept.$device.txt" 2>&1 || status=$?
        case $status in
        0) verdict+=,passed ;;
        1) verdict+=,failed ;;
        *) verdict+=,judge ;;
        esac
    done
    printf '%s,%s%s,%s,%s\n' "$slug" "$1" "$verdict" "$wanted" "$(sed -n 's/^speed: //p' "$kept.gpu.txt" | tr , ' ')"
    case $verdict in
    ,passed,passed | ,failed,failed) rm "$kept".*.txt ;;
    esac
}
export -f judge_one

{
    echo 'exercise,submission,sim,gpu,wanted,speed'
    # A wrong solution that has only comments stands for the exercise as given.
    grep -lvZ '^//' exercises/*/exercise.cu solutions/*/exercise.cu build/wrong/*/*.cu |
        xargs -0 -P "$(nproc)" -I {} bash -c 'judge_one {}' | sort
} >"$folder/verdicts.csv"

awk -F, '
NR > 1 { total++; alike += $3 == $4 }
NR > 1 && $3 != $4 { print "differs:", $2, "simulator", $3 ", GPU", $4 }
NR > 1 && ($3 != $5 || $4 == "judge" || $5 == "passed" && $4 != "passed") { bad++; print "wrong:", $0 }
END { printf "%d submissions, %d verdicts alike, %d not as they should be\n", total, alike, bad; exit bad > 0 }' "$folder/verdicts.csv"
