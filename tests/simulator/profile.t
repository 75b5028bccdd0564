#!/usr/bin/env bash
# make profile-ch3-shared on the simulator: its views, and what it shows of one line.
. "$(dirname "$0")/../harness/lib.sh"
programs ch1-transpose ch3-reduce ch3-shared

# profile VARIABLE=VALUE...: profiles the ladder on a small array, with these variables.
profile()
{
    run env "$@" tools/student/profile.sh sim build/sim/ch3-shared -n 1000 -b 128
}

profile
has 'without more: the lines of a kernel' "$out" '^ +[0-9]+ .*  shared\[tid\] \+= shared\[tid'
profile VIEW=table
has 'VIEW=table: kernels' "$out" '^  smsp__inst_executed\.sum '
lacks 'VIEW=table: no lines' "$out" 'warp lanes  sect'

profile VIEW=source KERNEL=reduceBaseline
has 'VIEW=source: a line as it stands in the file' "$out" '^ +[0-9]+ +[0-9]+ +[0-9.]+          if \(tid % \(2 \* stride\) == 0\)$'
has 'VIEW=source: what diverges' "$(grep -A 1 'tid % (2 \* stride)' <<<"$out")" \
    '\^ diverges: lanes agree at [0-9.]+ % of its branches$'
has 'VIEW=source: what stores badly' "$(grep -A 1 'out\[blockIdx' <<<"$out")" '\^ stores badly: 12 % of its bytes used, 1\.0 sectors/request$'
lacks 'VIEW=source: no conflicts where there are none' "$out" conflicts:
lacks 'VIEW=source: only the source' "$out" 'smsp__'
has 'the point comes first: what limits the kernel' "$out" '^  (Instructions limit it|Latency limits it|The bandwidth of)'
has 'how long a GPU would take' "$out" '^  a GPU would take [0-9.]+ to [0-9.]+ us, in 9 of 10 cases$'
has 'and the line to look at' "$out" '^  Look at line [0-9]+: [0-9.]+ of 32 lanes work'
ok 'VIEW=source: no line is too wide' fits "$(sed -n '/^Profile/,$p' <<<"$out")"
run env WARPSIM='profile=source kernel=transposeTiled' build/sim/ch1-transpose -n 64
has 'VIEW=source: what conflicts' "$out" '\^ conflicts: [0-9]+ wavefronts more than without them$'

profile JSON="$work/out.json" VIEW=table KERNEL=reduceBaseline
# shellcheck disable=SC2016 # Perl expands it
ok 'JSON=FILE' perl -MJSON::PP -0777 -ne 'exit !(@{decode_json($_)->{kernels}} == 1)' "$work/out.json"
line=$(grep -n 'shared\[tid\] += shared\[tid + stride\]' chapters/ch3-reduction/shared.cu | head -n 1 | cut -d: -f1)
profile LINE="$line" KERNEL=reduceBaseline BLOCK=2 WARP=1
has 'LINE=N: drawn' "$out" '^  wavefront  1   '
has 'LINE=N: of the block and warp asked for' "$out" ', block 2, warp 1$'
lacks 'LINE=N: no counters' "$out" smsp__

refuses 'a view that is none' 'VIEW=all' env VIEW=all tools/student/profile.sh sim build/sim/ch3-shared
refuses 'what a GPU cannot show' 'DEVICE=sim' env LINE=3 tools/student/profile.sh gpu build/sim/ch3-shared

# Devices are listed, and stand side by side.
run env WARPSIM=device=list build/sim/ch3-shared
is 'device=list: exit status' "$status" 0
is 'device=list: ten and a head' "$(wc -l <<<"$out")" 11
has 'device=list: a line' "$out" '^b200 +NVIDIA B200 +10\.0 +148 +1\.9[67] +180 GiB at 7700 GB/s$'
ok 'device=list: fits 80 columns' fits "$out"
profile DEVICES='t4 h200'
is 'DEVICES: exit status' "$status" 0
has 'DEVICES: a column for each' "$out" '^kernel +t4 +h200$'
is 'DEVICES: a row for each kernel, places on each' "$(grep -cE '^reduce\w+ +[0-9.]+ +\([1-9]\) +[0-9.]+ +\([1-9]\)$' <<<"$out")" \
    "$(grep -c '^__global__' chapters/ch3-reduction/shared.cu)"
for device in t4 h200; do # two kernels that change places
    printf '{"kernels":[{"name":"a","metrics":[{"name":"gpu__time_duration.sum","value":%d}]},
        {"name":"b","metrics":[{"name":"gpu__time_duration.sum","value":20}]}]}' $((${#device} * 10 - 8)) >"$work/$device.json"
done
run tools/student/what-if.pl "t4=$work/t4.json" "h200=$work/h200.json"
has 'DEVICES: whose order changes' "$out" '^a is the faster one on t4, b on h200$'
profile DEVICES=list
has 'DEVICES=list lists all' "$out" '^h200 +NVIDIA H200 '
refuses 'DEVICES: one that there is not' "DEVICES='t4 gtx480': there is no device gtx480; DEVICES=list lists all" env DEVICES='t4 gtx480' tools/student/profile.sh sim build/sim/ch3-shared

# The pages name lines of reduce.cu, which moves.
run tools/student/profile.sh sim build/sim/ch3-reduce
shown=$(sed -n '/^  line   warp lanes/,/^```/p' README.md | sed '/^```/d')
by_nvcc is "the README's lines of a kernel" "$(printf '%s\n' "$out" | sed 's/ *$//' | grep -Fx -f <(echo "$shown") | sort -u | sort -n)" "$(sort -n <<<"$shown")"
added=$(grep -n 'part\[tid\] += part' chapters/ch3-reduction/reduce.cu | cut -d: -f1)
is 'the lines to draw and to step to' "$(cat README.md Makefile notes/simulator.md | grep -v ex3-1 | grep -oE '(LINE=|`[gk] )[0-9]+' | grep -oE '[0-9]+' | sort -un)" \
    "$added"

# The interval in which measured times lie around modelled ones stands in four places, which must agree: that of all kernels is what
# the model has for atomics.
read -r least most <<<"$(grep -oE '\{"atomics", [0-9.]+, [0-9.]+\}' simulator/model/time.c | tr -d '{}",a-z')"
has 'the interval in the README' "$(<README.md)" "$(awk "BEGIN { printf \"took between %.0f %% less and %.0f %% more\", 100 - 100 * $least, 100 * $most - 100 }")"
ok 'the interval is the one that was found' grep -Eq "9 of 10 lie between $least and ${most}[:,]" simulator/ACCURACY.md
has 'the interval in the heading of a table' "$(build/sim/ch3-shared -n 1000)" \
    "; \* modelled, $(awk "BEGIN { printf \"%.0f to \\\\+%.0f %%\", 100 * $least - 100, 100 * $most - 100 }")$"

# ncu is asked for the metrics in the simulator's own table, and for two more, which the simulator does not count.
strange=$(tools/student/ncu-profile.pl --metrics | tr , '\n' | while read -r name; do
    grep -qF "\"$name\"" simulator/warpsim_metrics.h || echo "$name"
done)
is 'ncu is asked for metrics of the same names' "$strange" \
    $'smsp__warp_issue_stalled_barrier_per_warp_active.pct\nsm__warps_active.avg.pct_of_peak_sustained_active'

done_testing
