#!/usr/bin/env bash
# The lanes of a warp that are active together are those of a GPU: 50 kernels of random control flow, beside what an H100 noted in them.
# A shuffle from a lane that is not there gives what an H200 gives.
. "$(dirname "$0")/../harness/lib.sh"
needs_nvcc 13 # another compiler makes other branches

here=tests/simulator/active
$here/branches.pl 1 >"$work/branches.cu"
./warpcc -w -o "$work/branches" "$work/branches.cu"
gzip -dc $here/h100.txt.gz >"$work/record.txt"
has 'the record says which GPU' "$(head -n 1 "$work/record.txt")" '^# NVIDIA H100'

# same: prints of how many kernels and marks "$work/active.txt" has the record's.
same()
{
    paste -d ' ' "$work/active.txt" <(grep -v '^#' "$work/record.txt") | awk '
        { marks++; kernels[$1]; if ($1 == $4 && $2 == $5 && $3 == $6) same++; else differ[$1] }
        END { for (k in kernels) all += !(k in differ); print all, same, marks }'
}
"$work/branches" >"$work/active.txt"
is 'the program ends' $? 0
is 'kernels with the same lanes at all marks; marks with the same; marks' "$(same)" '46 1370 1398'
# Without what brings lanes together these are fewer.
WARPSIM=schedule=serial "$work/branches" >"$work/active.txt"
is 'each lane alone: other lanes are active' "$(same | cut -d ' ' -f 3)" 1398
ok 'at many marks' test "$(same | cut -d ' ' -f 2)" -lt 700

./warpcc -w -o "$work/absent" tests/simulator/calls/absent.cu
run "$work/absent"
is 'shuffles from lanes that are not there' "$out" "$(cat tests/simulator/calls/absent.txt)"
run env WARPSIM=check "$work/absent"
has 'a check gives noise for them' "$(head -n 1 <<<"$out")" '^0 -?[1-9][0-9]* 107 '
has 'and makes a remark for each place' "$err" 'ERROR SUMMARY: 0 errors, 9 remarks'

done_testing
