#!/usr/bin/env bash
# WARPSIM=check: every planted bug of tests/simulator/bugs/ is found, with the line and threads that its comment names, and no
# correct program of tests/simulator/silent/ or of the chapters is accused, in lockstep and with each lane running alone.
. "$(dirname "$0")/../harness/lib.sh"
. tests/simulator/checks.sh
programs all

build_checked tests/simulator/bugs/*.cu tests/simulator/silent/*.cu

for source in tests/simulator/bugs/*.cu; do
    bugs_are_found "$source"
done
ok 'at least 25 planted bugs' test "$bugs" -ge 25

run env WARPSIM=check "$work/memory" leak
is 'a leak alone is no error, unless a word asks for it' "$status/${err##*$'\n'}" '0/========= ERROR SUMMARY: 0 errors, 1 leak'

# An API call that fails is a finding, and so is an address on the wrong side. Some systems' gcc sets _FORTIFY_SOURCE by itself, with
# which printf is an inlined function of a header: the line that is reported must be the program's all the same.
./warpcc -O3 -Xcompiler -Wno-unused-result,-U_FORTIFY_SOURCE,-D_FORTIFY_SOURCE=2 tests/simulator/calls.cu -o "$work/calls"
# at TEXT: prints the number of the line of calls.cu that has this text.
at()
{
    grep -nF -e "$1" tests/simulator/calls.cu | cut -d: -f1
}
run env WARPSIM=check "$work/calls" failed
is 'failed calls: exit status' "$status" 4
has 'a failed launch, where it stands' "$(paste -sd' ' <<<"$err")" \
    "hit cudaErrorInvalid(Value|Configuration) \(error [0-9]+\) due to \"invalid [a-z ]*argument\" on CUDA API call to cudaLaunchKernel =========     called at [^ ]*calls\.cu:$(at '2048>>>')"
has 'a copy the wrong way round' "$(paste -sd' ' <<<"$err")" "API call to cudaMemcpy =========     called at [^ ]*calls\.cu:$(at 'cudaMemcpyDeviceToHost')"
has 'and nothing else' "$err" 'ERROR SUMMARY: 2 errors$'
run "$work/calls" failed
is 'without checks they are the program'"'"'s to ask for' "$status/$err" 0/
run env WARPSIM=check "$work/calls" guess
has 'a loop of atomicCAS: its plain read is a remark' "$err" "Remark: a plain read races with atomics.*"
is 'and no error' "$status/${err##*$'\n'}" '0/========= ERROR SUMMARY: 0 errors, 1 remark'
run "$work/calls" host-in-kernel
has 'a host address in a kernel is called that' "$err" 'is a host address: a kernel can reach memory from cudaMalloc'
run "$work/calls" variable-in-kernel
has 'so is the name of a __constant__ variable' "$err" 'is a host address: a kernel can reach memory from cudaMalloc'
run "$work/calls" device-on-host
has 'a device address on the host, too' "$err" '^========= Segmentation fault: 0x[0-9a-f]+ is a device address, used by the host'
has 'and where' "$err" "^=========     at [^ ]*calls\.cu:$(at 'd[3]')"
has 'and what it is' "$err" 'byte 12 of an allocation, 128 bytes, allocated at [^ ]*calls\.cu:'
run "$work/calls" past-pinned
has 'far past the end of pinned memory' "$err" '^========= Segmentation fault: 0x[0-9a-f]+ is past the end of host memory, used by the host'
has 'and where the program went there by a call' "$err" "^=========     at [^ ]*calls\.cu:$(at 'memset(pinned')"
has 'and how far it is' "$err" "byte 8192 of an allocation, 5000 bytes, allocated at [^ ]*calls\.cu:$(at 'cudaMallocHost(&pinned')"

# In the serial order each lane runs alone up to where it must wait. So what a missing barrier spoils is spoilt in every run; in
# lockstep it is right by chance.
for case in within-warp volatile-tail scan-in-place part-mask; do
    results=$(for _ in 1 2 3; do WARPSIM=schedule=serial "$work/shared_races" "$case"; done)
    is "$case, serial: wrong every time" "$results" $'wrong\nwrong\nwrong'
    is "$case, lockstep: right by chance" "$("$work/shared_races" "$case")" right
done

# The same seed gives the same run, with the same threads in its reports; other seeds give others.
for seed in 1 2 3 4; do
    run env WARPSIM="check schedule=random seed=$seed" "$work/shared_races" lost-counts
    first=$out$err
    run env WARPSIM="check schedule=random seed=$seed" "$work/shared_races" lost-counts
    is "seed $seed: the same run again" "$out$err" "$first"
    printf '%s\n' "$first" >"$work/seed$seed"
done
ok 'seeds differ' test "$(md5sum "$work"/seed? | cut -c 1-32 | sort -u | wc -l)" -gt 1

# A launch under several orders: what depends on the order is told, with the seed, and the program goes on as if it had run once.
./warpcc -O3 -Icommon tests/simulator/explored.cu -o "$work/explored"
for how in explore=8 check,explore=8; do
    run env WARPSIM=$how "$work/explored"
    is "$how: the program's own run is in order" "$out" '7 28'
    has "$how: what depends on the order" "$(paste -sd' ' <<<"$err")" \
        'Remark: what lastBlock.* leaves in memory depends on the order of its threads =========     the allocation of 4 bytes made at [^ ]*explored\.cu:[0-9]+ \(last\): [1-7] of 8 orders leave other bytes =========     byte 0 .* 0x00000007 with schedule=lockstep and 0x0000000[0-6] with schedule=random seed=[1-6]'
    lacks "$how: nothing of what does not" "$err" 'what count.* leaves'
done
has 'a finding says in which order it was found' "$err" '^=========     found with schedule=lockstep$'
run env WARPSIM='check schedule=random seed=9' "$work/explored"
has 'so does one of a random order' "$err" '^=========     found with schedule=random seed=9$'
results=$(for seed in 1 2 3 4 5 6 7 8; do WARPSIM="schedule=random seed=$seed threads=1" "$work/explored"; done | sort -u | wc -l)
ok 'a random order is one of blocks, too' test "$results" -gt 2

# In a random order a block stops amid its work, so that all have a share of it, and mistakes in how they share it show.
./warpcc -O3 -std=c++17 -o "$work/amid" tests/simulator/amid.cu
is 'in order the first block does all of the work' "$("$work/amid" share)" 1
for words in threads=1 threads=2 check; do
    is "$words: at random all have a share" "$(WARPSIM="$words schedule=random seed=4" "$work/amid" share)" 6
done
run env WARPSIM=check,explore=8 "$work/amid" ring
is 'a ring whose slots are waited for' "$out ${err##*$'\n'}" "right $(summary 0 0)"
run env WARPSIM=check,explore=8 "$work/amid" wrong
has 'a ring that is filled too fast' "$err" '^========= Race reported between Write access at .*ring<.*amid\.cu:35$'

refuses 'no orders' 'does not fit explore=N' env WARPSIM=explore=1 "$work/explored"

for source in tests/simulator/silent/*.cu; do
    right_ones_are_silent "$source"
done
ok 'at least 25 correct programs' test "$programs" -ge 25

# The workbook itself, at small sizes; of its programs a third each day.
mapfile -t built < <(find build/sim -maxdepth 1 -name 'ch[0-9]*' ! -name '*.d' | sort)
daily $(((${#built[@]} + 2) / 3)) "${built[@]}"
for it in "${sample[@]}"; do
    size=()
    if "$it" -h | grep '^  -n, ' >/dev/null; then
        size=(-n "$("$it" -h | sed -n 's/^  -n, .*(default \([0-9]*\))$/\1/p' |
            awk "{ print \$1 < 1000 ? int(\$1 / 4) : 1000 }")")
    fi
    run env WARPSIM=check "$it" "${size[@]}"
    if [[ $it == */ch0-traps ]]; then # one of them is a launch that fails
        is 'ch0-traps: the launch that nobody checks' "$status/$(grep -c 'API call to cudaLaunchKernel' <<<"$err")" 4/1
        continue
    fi
    if [[ $it == */ch0-add2 ]]; then # it copies sums that nobody has computed
        has 'ch0-add2: what nobody wrote is copied' "$err" '^========= Remark: 4000 bytes that nobody wrote are copied to the host$'
        has 'ch0-add2: it says whose' "$err" 'the first is byte 0 of the allocation of 4000 bytes made at .*add2\.cu:29 \(d_c\)$'
        is 'ch0-add2: no error' "$status ${err##*$'\n'}" "0 $(summary 0 1)"
        continue
    fi
    is "$(basename "$it"): exit status" "$status" 0
    is "$(basename "$it"): silent" "$err" "$(summary 0)"
    # Without elements a program has nothing to do, and must leave nothing behind. Exit status 2 says that it wants some.
    if [ "${#size[@]}" -gt 0 ]; then
        run env WARPSIM=check "$it" -n 0
        [ "$status" = 2 ] || is "$(basename "$it") -n 0: silent" "$err" "$(summary 0)"
    fi
done

done_testing
