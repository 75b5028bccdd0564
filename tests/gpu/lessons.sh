#!/usr/bin/env bash
# lessons.sh: runs the programs on stencils, two-byte numbers, managed memory, the memory model, promises to the compiler and
# histograms on this GPU: they must be right at odd sizes and silent under compute-sanitizer; then they are timed. It also looks for a
# picture where nested launches win. It takes at most five minutes. Writes lessons.csv and the programs' own text to $OUT, else to
# results/. Exit status 1: something was wrong.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit
out=${OUT:-results}
mkdir -p "$out"
. tests/gpu/fail.sh
programs='ch1-stencil ch1-half ch1-managed ch2-memorymodel ch2-bounds ch2-restrict ch3-histogram'
# shellcheck disable=SC2086
make DEVICE=gpu $programs ch5-mandelbrot || exit

for program in $programs; do
    for n in 0 1 31 100003; do
        shape=(-n "$n")
        if [ "$program" = ch1-stencil ]; then
            shape=(-n $((n % 3001)) -w 257)
        fi
        "./$program" "${shape[@]}" -r 2 >"$out/check.txt" 2>&1 || { cat "$out/check.txt" && fail "$program ${shape[*]}"; }
    done
    for tool in memcheck racecheck synccheck initcheck; do
        # racecheck follows barriers, not flags: it takes messageWarps of ch2-memorymodel for a race.
        [ "$program $tool" != 'ch2-memorymodel racecheck' ] || continue
        shape=(-n 10007)
        if [ "$program" = ch1-stencil ]; then
            shape=(-n 131 -w 77)
        fi
        compute-sanitizer --tool $tool --error-exitcode 9 "./$program" "${shape[@]}" -r 1 >"$out/check.txt" 2>&1 ||
            fail "$program, $tool: $(grep -m 1 '=====.*[Ee]rror' "$out/check.txt")"
    done
done
rm -f "$out/check.txt"
echo "sizes and sanitizers done, ${SECONDS} s"

{
    for program in ch1-stencil ch1-half ch1-managed ch2-memorymodel ch2-bounds ch2-restrict; do
        ./$program --csv | tools/measure/stamp.sh $program
        ./$program -r 3 >"$out/$program.txt" || fail $program
    done
    for peak in 0 50 100; do
        ./ch3-histogram -p $peak --csv | tools/measure/stamp.sh "ch3-histogram$([ $peak = 0 ] || echo "-$peak")"
    done
    for rounds in 512 2048 8192 32768; do
        ./ch5-mandelbrot -n 2048 -i $rounds -r 3 --csv | tools/measure/stamp.sh "ch5-mandelbrot-$rounds"
    done
} | awk '!/^program,/ || !seen++' >"$out/lessons.csv"
! grep ,WRONG, "$out/lessons.csv" || fail 'a wrong row'
echo "times done, ${SECONDS} s"

# Counts how often a relaxed flag does harm on this GPU: wrong rows in 20 runs.
for run in $(seq 20); do
    ./ch2-memorymodel -t 1 -s "$run" -r 1 2>/dev/null | grep -c "^messageRelaxed .* WRONG$"
done | sort | uniq -c >"$out/ch2-memorymodel-relaxed.txt"
exit $failed
