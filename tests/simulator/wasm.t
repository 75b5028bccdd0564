#!/usr/bin/env bash
# The simulator's core, compiled for WebAssembly, runs a kernel: it needs no stdio, no threads and nothing of the system.
. "$(dirname "$0")/../harness/lib.sh"

needs_tools clang wasm-ld node
[ -d /usr/include/wasm32-wasi ] || skip_all 'there is no wasi-libc'

# These rooms are the core, and the walk through a launch.
mapfile -t core < <(find simulator/{base,memory,ptx,link,machine,check,model,walk} -name "*.c" | sort)
ok 'the core has its files' test "${#core[@]}" -ge 30
is 'none of them has stdio or threads' "$(grep -lE '#include <(stdio|pthread|unistd)\.h>' "${core[@]}")" ''

run ./warpcc -ptx -arch=compute_86 tests/simulator/wasm/sum.cu -o "$work/sum.ptx"
is 'the kernel compiles' "$status" 0
# -Wno-pass-failed: loops are marked for vectors, which plain WebAssembly does not have. The library has a strtod that writes no
# messages to stderr, unlike the usual one of wasi-libc.
run clang --target=wasm32-wasi -std=c11 -O1 -ffp-contract=off -Wall -Wextra -Werror -Wno-pass-failed -Isimulator \
    -nostartfiles -Wl,--no-entry "${core[@]}" tests/simulator/wasm/host.c -lc-printscan-long-double -o "$work/core.wasm"
is 'the core compiles' "$status" 0

run node tests/simulator/wasm/run.js "$work/core.wasm" "$work/sum.ptx"
is 'it runs' "$status" 0
has 'it asks its host for nothing' "$out" '^imports: 0$'
expected=$(sed -n 's/^expected: //p' <<<"$out")
has 'there is something to expect' "$expected" '^0,-?[0-9]{4,},[0-9]+$'
is 'the result of a run' "$(sed -n 's/^run: //p' <<<"$out")" "$expected"
is 'the result of a run in steps' "$(sed -n 's/^stepped: //p' <<<"$out")" "$expected"
has 'there were steps' "$out" '^steps: true$'
has 'unknown PTX is refused by name' "$out" '^refused: 1 .*shfl\.sync\.sideways'

done_testing
