#!/usr/bin/env bash
# The simulator's counters agree with those that ncu read on an H200 (results/h200-counters.csv), for the kernels of chapters
# 1 to 4 that are small enough to run here. tests/chapters/counters.pl says what must agree, and how well.
. "$(dirname "$0")/../harness/lib.sh"
needs_nvcc 11 # the H200 ran what nvcc made

record=results/h200-counters.csv

# count PROGRAM SIZE ROW [OPTION...]: runs the program once and adds a verdict on each counter to $work/verdicts.
count()
{
    local program=$1 size=$2 row=$3
    shift 3
    run env WARPSIM="device=h200 json=$work/now.json" "build/sim/$program" -n "$size" -r 1 "$@"
    ok "$program $row runs" test "$status" = 0
    tests/chapters/counters.pl $record "$program" "$row" "$work/now.json" >>"$work/verdicts"
}

for program in ch1-coalesce ch1-structures; do
    mapfile -t rows < <(awk -F, -v program=$program '$1 == program { print $2 }' $record | sort -u)
    for row in "${rows[@]}"; do
        count $program 2^20 "$row" -k "$row"
    done
done
for program in ch1-constant ch1-weights ch2-divergence ch3-join ch3-ops ch3-scan ch3-lookback ch3-segmented; do
    count $program 2^20 all
done
count ch4-loop 1024 all

is 'counters that differ' "$(grep '^DIFFERS' "$work/verdicts")" ''
ok 'counters equal to ncu'\''s' test "$(grep -c '^exact' "$work/verdicts")" -gt 200
ok 'wavefronts of shared memory within 20 %' test "$(grep -c '^shared' "$work/verdicts")" -gt 80
ok 'lanes per instruction within 12 %' test "$(grep -c '^lanes' "$work/verdicts")" -gt 50
ok 'machine instructions within 20 % for most' test "$(grep -c '^machine' "$work/verdicts")" -gt "$((3 * $(grep -c '^far' "$work/verdicts")))"
ok 'few are excused' test "$(grep -c '^known' "$work/verdicts")" -lt 15

# Each rung gains as much over the first as on an RTX 3080. The times, in ms for 2^24 ints and blocks of 512, are those of an older
# set of notes on the same ladder.
modelled=$(for program in ch3-reduce ch4-unroll; do
    WARPSIM=device=rtx3080 build/sim/$program -n 2^24 -b 512 -r 1 --csv
done)
gains=$(awk -F, 'NR == FNR { card[$1] = $2; next }
    $1 in card { sub(/\*/, "", $3); model[$1] = $3 }
    END { for (k in card) printf "%s %+.3f\n", k, (model["reduceNeighbored"] / model[k]) / (card["reduceNeighbored"] / card[k]) - 1 }' <(
    cat <<'EOF'
reduceNeighbored,0.5552
reduceNeighboredLess,0.3075
reduceInterleaved,0.2651
reduceUnroll2,0.1644
reduceUnroll4,0.1267
reduceUnroll8,0.1166
reduceUnrollWarps8,0.1171
reduceCompleteUnrollWarps8,0.1171
reduceCompleteUnroll,0.1193
EOF
) - <<<"$modelled")
is 'gains on an RTX 3080 within 25 %' "$(awk '$2 <= 0.25 && $2 >= -0.25' <<<"$gains" | wc -l)" 9
echo "# $(sort <<<"$gains" | xargs)"
echo "# $(cut -d' ' -f1 "$work/verdicts" | sort | uniq -c | xargs)"

# The tables of chapters 3 and 4 that set four cards side by side have these times, as the code of nvcc 13 makes them.
if [ "$(nvcc_version)" = 13 ]; then
    is 'the modelled times in the notes' \
        "$(perl -ne 'print "$1 $2\n" if /^\| `(reduce\w+)` \| [\d.]+ \| ([\d.]+)\\\*/' chapters/ch[34]-*/note.md | sort -u)" \
        "$(awk -F, '/^reduce/ { printf "%s %.4f\n", $1, $3 }' <<<"$modelled" | sort)"
fi

done_testing
