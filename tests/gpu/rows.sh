#!/usr/bin/env bash
# rows.sh: runs softmax and layer normalization on this GPU, in at most five minutes: they must be right at odd sizes and silent under
# compute-sanitizer; then they are timed for rows of 256 to 65,536 floats beside a copy of the same bytes. Writes rows.csv to $OUT,
# else to results/, and prints which share of the copy's rate the best rung reaches. Exit status 1: something was wrong.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit
out=${OUT:-results}
mkdir -p "$out"
. tests/gpu/fail.sh
make DEVICE=gpu ch3-softmax ch3-layernorm || exit

for program in ch3-softmax ch3-layernorm; do
    for shape in '0 5' '5 0' '1 1' '3 100003' '31 9' '257 1000' '1023 500' '4097 300' '33001 7' '65535 5' '100003 3'; do
        read -r n rows <<<"$shape"
        ./$program -n "$n" -m "$rows" -r 2 >"$out/check.txt" 2>&1 || { cat "$out/check.txt" && fail "$program -n $n -m $rows"; }
    done
    for tool in memcheck racecheck synccheck initcheck; do
        compute-sanitizer --tool $tool --error-exitcode 9 ./$program -n 1030 -m 33 -r 1 >"$out/check.txt" 2>&1 ||
            fail "$program, $tool: $(grep -m 1 '=====.*[Ee]rror' "$out/check.txt")"
    done
done
rm -f "$out/check.txt"
echo "sizes and sanitizers done, ${SECONDS} s"

# There are 2^25 floats for every length of a row. For the rungs that keep a long row there are also 2^28, so that the first and the
# last rows count for less.
for program in ch3-softmax ch3-layernorm; do
    for power in 8 9 10 11 12 13 14 15 16; do
        ./$program -n $((1 << power)) -m $((1 << (25 - power))) --csv || fail "$program -n 2^$power"
    done | awk '!/^kernel,/ || !seen++' | tools/measure/stamp.sh $program
    for power in 13 14 15 16; do
        for kernel in $(./$program -h | grep -o '[a-z]*\(Kept\|Team\)$') copy; do
            ./$program -n $((1 << power)) -m $((1 << (28 - power))) -k "$kernel" -r 9 --csv || fail "$program -n 2^$power"
        done
    done | awk '!/^kernel,/ || !seen++' | tools/measure/stamp.sh "$program-2^28"
done | awk '!/^program,/ || !seen++' >"$out/rows.csv"
! grep ,WRONG, "$out/rows.csv" || fail 'a wrong row'
echo "times done, ${SECONDS} s"

# Prints the best rung of each length beside the copy.
awk -F, '{ at = $1 "," $3 } $2 ~ /Kept$|Team$/ && $5 > best[at] { best[at] = $5; name[at] = $2 } $2 == "copy" && at in best {
    printf "%-14s rows of %6d: %-12s %7.1f GB/s, %5.1f %% of a copy\n", $1, $3, name[at], best[at], 100 * best[at] / $5
}' "$out/rows.csv"
exit $failed
