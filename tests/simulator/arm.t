#!/usr/bin/env bash
# The simulator and the judge on a 64-bit Arm: Debian's cross compiler (crossbuild-essential-arm64) and clang build them, and
# qemu-user-static runs them. Counters, modelled times and verdicts must be the same as on this machine. The test takes one ladder;
# with ARM=all (make test-arm, some minutes) it takes all, and compares every instruction with an H200, to the last bit.
. "$(dirname "$0")/../harness/lib.sh"

cross=aarch64-linux-gnu
needs_tools $cross-gcc qemu-aarch64-static clang++
export WARPCC=clang
goals=(ch3-reduce build/judge/ex3-1 build/judge/device-sim)
if [ "${ARM-}" = all ]; then
    goals+=(ch1-transpose ch3-shared ch4-unroll ch6-sgemm)
fi

# The same Makefile runs with other tools: its gcc, clang++ and ld make programs for Arm.
mkdir "$work/bin"
for tool in ld ar readelf objcopy; do
    ln -s "$(command -v $cross-$tool)" "$work/bin/$tool"
done
# shellcheck disable=SC2016 # for the scripts
{
    printf '#!/bin/bash\nexec %s-gcc "${@/-march=native/-march=armv8-a}"\n' $cross >"$work/bin/gcc"
    printf '#!/bin/bash\nexec %s --target=%s "${@/-march=native/-march=armv8-a}"\n' "$(command -v clang++)" $cross >"$work/bin/clang++"
}
chmod +x "$work/bin"/*
for machine in here arm; do
    copy_house "$work/$machine"
    [ $machine = arm ] || seed_simulator "$work/here" "$(tools/need.sh cuda)"
    run env PATH="$([ $machine = here ] || echo "$work/bin:")$PATH" make -C "$work/$machine" DEVICE=sim "${goals[@]}"
    is "$machine: builds" "$status" 0
done
arm=(qemu-aarch64-static -L "/usr/$cross")
has 'what is built is for Arm' "$(od -An -tx1 -j18 -N2 "$work/arm/build/sim/ch3-reduce")" 'b7 00'

# same PROGRAM ARGUMENT...: checks that the simulator counts and models the same on both machines.
same()
{
    local program=$1
    shift
    for machine in here arm; do
        local runner=()
        [ $machine = here ] || runner=("${arm[@]}")
        cd "$work/$machine" || exit
        run env WARPSIM="json=$work/$machine.json" "${runner[@]}" "./$program" "$@"
        is "$machine: $program $*" "$status" 0
        grep '\*' <<<"$out" >"$work/$machine.rows"
        sed -i "s|$work/$machine/||" "$work/$machine.json"
    done
    ok "$program: modelled times are the same" cmp "$work/here.rows" "$work/arm.rows"
    ok "$program: counters are the same" cmp "$work/here.json" "$work/arm.json"
}
same ch3-reduce -n 100003
if [ "${ARM-}" = all ]; then
    same ch1-transpose -n 67
    same ch3-shared -n 100003
    same ch4-unroll -n 100003
    same ch6-sgemm -n 67
fi

# A right and a wrong submission are judged. Linux here can't start the judge's device process, an Arm program, so a script does.
cd "$work/arm" || exit
mv build/judge/device-sim build/judge/device-arm
printf '#!/bin/sh\nexec %s %s/arm/build/judge/device-arm "$@"\n' "${arm[*]}" "$work" >build/judge/device-sim
chmod +x build/judge/device-sim
for file in solutions/ex3-1-block-sum/exercise.cu exercises/ex3-1-block-sum/exercise.cu; do
    cd "$work/here" || exit
    run build/judge/ex3-1 "$file" --seed 7
    want=$status/$out
    has "judged here: ${file%%/*}" "$out" 'PASSED'
    cd "$work/arm" || exit
    run "${arm[@]}" build/judge/ex3-1 "$file" --seed 7
    is "judged on Arm: ${file%%/*}, the same" "$status/$out" "$want"
done

if [ "${ARM-}" = all ]; then
    here=tests/simulator/conformance
    gzip -dc <$here/h200.txt.gz >"$work/record.txt"
    ok 'conformance: builds' "$work/bin/gcc" -std=c11 -O2 -Isimulator $here/forms.c $here/on_simulator.c \
        build/sim/libwarpsim.a -lm -lpthread -lstdc++ -o "$work/on_simulator"
    run "${arm[@]}" "$work/on_simulator" compare $here/isa.txt "$work/record.txt"
    is 'conformance: every form' "$status" 0
    echo "# $(tail -n 1 <<<"$out")"
fi

done_testing
