#!/usr/bin/env bash
# The simulator is compiled for the CPU that is here, or with MARCH for others. It compiles without a warning for old CPUs and for new
# ones; with another CPU it is compiled again; and on a CPU that lacks what it was compiled for it says so.
. "$(dirname "$0")/../harness/lib.sh"
[ "$(uname -m)" = x86_64 ] || skip_all 'the CPUs are those of PCs'

house=$work/house
copy_house "$house"

# What gcc warns of depends on the vectors that it makes. The oldest CPU has no AVX, the newest one has vectors of 512 bits.
optimized=(build/sim/rooms/{machine,check,memory}.hot build/sim/rooms/machine/alu/{int,convert,float,special,compare,half})
for march in x86-64 icelake-server; do
    run make -C "$house" -j2 "MARCH=$march" SIM_FLAGS='-std=c11 -Wall -Wextra -Werror' "${optimized[@]/%/.o}"
    is "$march: no warning" "$status: $err" '0: '
done

# again MARCH: prints how many pieces of the simulator are compiled with this MARCH.
again()
{
    MARCH=$1 make -C "$house" build/sim/rooms/walk.o | grep -c '^compiling'
}
is 'another CPU: it is compiled again' "$(again any)" 1
is 'the same CPU: it is not' "$(again any)" 0
is 'this CPU: it is' "$(again native)" 1
is 'and not once more' "$(again native)" 0

# A CPU that lacks everything, as gcc's function of this name would tell it.
cat >"$work/main.c" <<'END'
#include "host/host.h"

int main(void)
{
    cpu_must_suffice();
    return 0;
}
END
# builds FLAG...: makes the program.
builds()
{
    gcc -std=c11 "$@" -Isimulator simulator/host/cpu.c "$work/main.c" -o "$work/main"
}
builds -march=native
run "$work/main"
is 'this CPU suffices for what is compiled for it' "$status: $err" '0: '
builds -march=haswell -D'__builtin_cpu_supports(name)=0'
run "$work/main"
is 'another one does not' "$status" 2
is 'which is told in a line' "$err" 'WARPSIM: this was built for another CPU, which has sse4.2: build it here again, or for all CPUs: make MARCH=any'
builds -march=x86-64 -D'__builtin_cpu_supports(name)=0'
run "$work/main"
is 'what is compiled for all needs none of it' "$status: $err" '0: '

done_testing
