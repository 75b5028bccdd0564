#!/usr/bin/env bash
# why.sh ex3-1 OUT STUDENT [ATTEMPT]: judges once more what a student has handed in, as `make grade` did: the same file, seed, hidden cases and
# numbers, in the sandbox. Of several attempts it is the last one, or ATTEMPT, whichever of them counted. It shows the verdict, and on a terminal the case that failed, step by step. `make why-ex3-1 STUDENT=ann` runs it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
name=$1 out=$2 student=$3 attempt=${4-}

# refuse TEXT: ends with why nothing can be shown.
refuse()
{
    echo "why-$name: $1" >&2
    exit 2
}

[ -n "$student" ] || refuse "whose? make why-$name STUDENT=ann OUT=grades"
[ -d "$out/units/$student" ] || refuse "OUT=$out has no work of '$student' that was judged; ls $out/units shows whose it has"
units=()
readarray -t units < <(find "$out/units/$student${attempt:+/$attempt}" -name "$name.cu" | sort -V)
[ ${#units[@]} -gt 0 ] || refuse "'$student' has no $name that was judged; $out/results/$student.txt says why"
unit=${units[-1]} # the last attempt
[ -e "${unit%.cu}.json" ] || refuse "$unit was not judged to its end"
[ ${#units[@]} = 1 ] || echo "$unit; another attempt: ATTEMPT=1"

folder=$(basename exercises/"$name"-*/)
readarray -t known < <(perl -MJSON::PP -0777 -ne 'my $v = decode_json($_); print "$_\n" for $v->{seed}, $v->{own} // ""' "${unit%.cu}.json")
how=(--device sim --sandbox --seed "${known[0]}")
[ -z "${known[1]}" ] || how+=("--student=${known[1]}")
[ ! -e "solutions/$folder/hidden.txt" ] || how+=(--hidden "$PWD/solutions/$folder/hidden.txt")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# judge OPTION...: judges in the file's folder, so that the text says what the student has read.
judging=("$PWD/build/judge/$name" "${how[@]}")
judge()
{
    (cd "$(dirname "$unit")" && "${judging[@]}" "$@" "$name.cu")
}
status=0
judge --keep "$work/run" || status=$?
[ $status = 1 ] || exit $status
[ -e "$work/run" ] || exit 0
if grep -q 'program = true' "exercises/$folder/judge.c"; then
    echo "The stepper doesn't open a student's whole program, which would run outside the sandbox."
elif [ -t 0 ] && [ -t 1 ]; then
    # Compiled for a debugger, the stepper knows variables by name. It shows that if the mistake is the same there.
    judge --debug --keep "$work/debug" >/dev/null || true
    [ -e "$work/debug" ] || cp "$work/run" "$work/debug"
    WARPSIM="step${KERNEL:+ kernel=$KERNEL}${BLOCK:+ block=$BLOCK}" build/judge/device-sim "$work/debug" "$work/run"
fi
