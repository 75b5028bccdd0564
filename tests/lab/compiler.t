#!/usr/bin/env bash
# The page's compiler: LLVM IR, as the clang of the page makes it, becomes PTX that ptxas takes. Damaged IR is taken, or refused in
# one line. The compiler runs under the sanitizers here.
. "$(dirname "$0")/../harness/lib.sh"

run make -s build/tests/lab/lower
is 'it builds, under the sanitizers' "$status" 0
ptxas=$(dirname "$(tools/need.sh nvcc)")/ptxas
for ir in tests/lab/ir/*.ll; do
    run build/tests/lab/lower "$ir"
    is "$ir: exit status" "$status" 0
    has "$ir: a kernel" "$out" '^\.visible \.entry '
    has "$ir: lines of the source" "$out" '\.loc'
    has "$ir: its variables" "$out" '// variable [a-z]+ = %r[0-9]+ : [su]32'
    if [ -x "$ptxas" ]; then
        echo "$out" >"$work/kernel.ptx"
        ok "$ir: ptxas takes it" "$ptxas" -arch=sm_86 "$work/kernel.ptx" -o /dev/null
    fi
    run tests/lab/damage.pl build/tests/lab/lower "$ir" 40 3
    is "$ir: damaged, it is taken or refused in one line" "$status/$out" 0/
done
refuses 'no file' 'usage' build/tests/lab/lower

done_testing
