#!/usr/bin/env bash
# What warpcc links for -lcublas, -lcusolver, -lcusparse, -lcufft and -lcurand (beyond/): products, solutions and transforms agree with
# plain loops, random numbers with their distributions, and, where NVIDIA's own library is there, with its sequences.
#
# No chapter needs these libraries. So `make test` takes the first test of each; `make test-beyond` takes them all (BEYOND=all).
. "$(dirname "$0")/../harness/lib.sh"
needs_nvcc 12 # older headers have other types

while read -r source library expected; do
    ./warpcc -w -o "$work/$source" "tests/beyond/$source.cu" "-l$library"
    run "$work/$source"
    is "$library: all calls of $source.cu agree with plain loops" "$status/$out" "0/$expected"
    is 'and nothing is said of it' "$err" ''
done <<'END'
blas cublas 0 differ of more than 100000
systems cublas 0 differ of more than 100000
solver cusolver 0 differ of more than 100000
sparse cusparse 0 differ of more than 100000
fft cufft 0 differ of more than 17000
END
./warpcc -w -o "$work/rand" tests/beyond/rand.cu -lcurand
run "$work/rand" moments
is 'curand: each generator has its distributions' "$status/$out" '0/moments are done'
if [ "${BEYOND-}" != all ]; then
    echo '# make test-beyond tests errors, streams, graphs, bounds, and what NVIDIA has'
    done_testing
    exit
fi

run "$work/blas" errors
is 'cuBLAS: errors' "$out" "$(printf '%s\n' '1 no handle' '7 lda' '7 ldb' '7 m' '7 incx' '15 other types' '15 columns of 5 bytes' '0 nothing to do' '7 elemSize' \
    "$(printf '%s CUBLAS_STATUS_%s\n' 8 ARCH_MISMATCH 11 MAPPING_ERROR 14 INTERNAL_ERROR 15 NOT_SUPPORTED)")"
run "$work/blas" graph
is 'cuBLAS: what is captured is done at each launch of the graph' "$out" '4 32'
run "$work/blas" outside
is 'cuBLAS: a matrix that reaches past its allocation is a fault' "$out" 'CUBLAS_STATUS_EXECUTION_FAILED cudaErrorIllegalAddress'
ok 'which one line names' is_line "$err"
has 'with the call and the matrix' "$err" 'cublasSgemm.*the 64 bytes of A at 0x[0-9a-f]* are not inside one allocation'
run env WARPSIM=profile "$work/blas" graph
has 'a profile says who did it' "$out" "^cuBLAS by the host's OpenBLAS: no counters, no modelled time$"
run env WARPSIM=check "$work/blas"
has 'under check, memory that cuBLAS writes has been written' "$err" 'ERROR SUMMARY: 0 errors'
has 'and the check says who did it' "$err" "^cuBLAS by the host's OpenBLAS"

run "$work/systems" errors
is 'cuBLAS: errors of these' "$out" "$(printf '%s\n' '1 no handle' '7 lda' '7 full' '7 incx' '7 n' '7 large' '7 ldb, info -8' '15 transposed' \
    '15 other types' '15 computed in half')"

run "$work/solver" errors
is 'cuSOLVER: errors' "$out" "$(printf '%s\n' '1 no handle' '3 lda' '3 n' '3 no triangle' '3 no workspace' '3 ldb' '3 no operation' \
    '3 two right sides of many' '3 no job' '3 no parameters' '3 wide' '3 in place twice' '3 k' '0 nothing to do')"
run "$work/solver" graph
is 'cuSOLVER: in the order of the stream, and at each launch of the graph' "$out" '1 256 2'
run "$work/solver" outside
is 'cuSOLVER: a matrix that reaches past its allocation is a fault' "$out" '6 cudaErrorIllegalAddress'
has 'which one line names' "$err" '^========= cusolverDnSpotrf: the 64 bytes of A at 0x[0-9a-f]* are not inside one allocation of the device$'
run env WARPSIM=check "$work/solver" graph
has 'under check, memory that cuSOLVER writes has been written' "$err" 'ERROR SUMMARY: 0 errors'
has 'and the check says who did it' "$err" "^cuSOLVER by the host's LAPACK"

run "$work/sparse" errors
is 'cuSPARSE: errors' "$out" "$(printf '%s\n' '3 no handle' '3 sizes' '3 no matrix' '3 no alpha' '10 other types' '3 rows' '3 no index type' '3 ld' \
    '3 size' '3 more elements than it is long' '3 not CSC' '3 not square' '1 not analysed' 'CUSPARSE_STATUS_ZERO_PIVOT: zero pivot')"
run "$work/sparse" graph
is 'cuSPARSE: in the order of the stream, and at each launch of the graph' "$out" '1 702 602 4208'
run "$work/sparse" outside
is 'cuSPARSE: a vector that reaches past its allocation is a fault' "$out" 'CUSPARSE_STATUS_EXECUTION_FAILED cudaErrorIllegalAddress'
has 'which one line names' "$err" '^========= cusparseSpMV: the 12 bytes of the dense factor at 0x[0-9a-f]* are not inside one allocation of the device$'
run "$work/sparse" index
has 'and so is an element outside the matrix' "$err" '^========= cusparseSpMV: element 1 of the sparse matrix is at row 0 of 2, column 3 of 3$'
run env WARPSIM=check "$work/sparse" graph
has 'under check, memory that cuSPARSE writes has been written' "$err" 'ERROR SUMMARY: 0 errors'
has 'and the check says who did it' "$err" "^cuSPARSE by the host: no counters"

# On an H200 with NVIDIA's cuFFT 12.0 the same program compares as well; there the wrong type and no input are no errors.
run "$work/fft" errors
is 'cuFFT: errors' "$out" "$(printf '%s\n' '8 size 0' '8 size 0 of many' '8 batch 0' '3 no type' '4 rank 4' '1 no plan' '1 a plan without sizes' \
    '0 made later' '0 then' '3 another type' '4 no direction' '4 no input' '0 destroyed' '1 destroyed again')"
run "$work/fft" graph
is 'cuFFT: what is captured is done at each launch of the graph' "$out" '16 32 112 128'
run "$work/fft" outside
is 'cuFFT: a transform that reaches past its allocation is a fault' "$out" '6 cudaErrorIllegalAddress'
has 'which one line names' "$err" '^========= cufftExecC2C: the 64 bytes of the input at 0x[0-9a-f]* are not inside one allocation of the device$'
run env WARPSIM=check "$work/fft"
has 'under check, memory that cuFFT writes has been written' "$err" 'ERROR SUMMARY: 0 errors'

run "$work/rand" errors
is 'cuRAND: errors' "$out" "$(printf '%s\n' '103 unknown type' '105 odd' '103 dimensions of pseudorandom numbers' \
    '103 seed of quasirandom numbers' '105 no multiple of the dimensions' '103 64 bits' '101 no generator' '0 nothing' \
    '201 outside: cudaErrorIllegalAddress')"
theirs=$(dirname "$(tools/need.sh nvcc)")/../lib64
if [ -e "$theirs/libcurand.so" ]; then
    nvcc=$(tools/need.sh nvcc)
    "$nvcc" -w -o "$work/theirs" tests/beyond/rand.cu -lcurand
    LD_LIBRARY_PATH=$theirs "$work/theirs" write "$work/numbers"
    run "$work/rand" compare "$work/numbers"
    is "cuRAND: the sequences are those of NVIDIA's library" "$status/$out" '0/0 differ'
    ./warpcc -w -o "$work/rand" tests/beyond/randcalls.cu -lcurand
    "$nvcc" -w -o "$work/theirs" tests/beyond/randcalls.cu -lcurand
    for seed in 1 2 "$RANDOM"; do
        run "$work/rand" "$seed"
        is "cuRAND: calls at random, of seed $seed, give what NVIDIA's library gives" "$out" \
            "$(LD_LIBRARY_PATH=$theirs "$work/theirs" "$seed")"
    done
else
    echo "# no libcurand.so of NVIDIA's to compare sequences with"
fi

# The headers that clang takes where there is no toolkit declare what the toolkit's declare: each prototype (gcc lists them), and the
# number behind each name.
toolkit=$(dirname "$(tools/need.sh nvcc)")/../include
prototypes() # FOLDER HEADER
{
    gcc -w -x c -aux-info "$work/aux" -fsyntax-only -isystem "$1" -isystem compile/toolkit "$1/$2" || return
    sed -n 's|^/\*.*\*/ extern ||p' "$work/aux" | grep -E '^[^(]*\b(cublas|cufft|cusolver|cusparse)[A-Z]' |
        sed 's/WarpConstArray/const void */g; s/WarpArray/void */g; s/ //g' | sort -u
}
values() # FOLDER HEADER NAME...: prints the names' values
{
    local name
    {
        printf '#include <%s>\n#include <stdio.h>\nint main(void)\n{\n' "$2"
        for name in "${@:3}"; do
            printf '    printf("%s %%d\\n", (int)%s);\n' "$name" "$name"
        done
        echo '}'
    } >"$work/values.c"
    gcc -w -isystem "$1" -isystem compile/toolkit "$work/values.c" -o "$work/values" && "$work/values"
}
if [ -e "$toolkit/cusparse.h" ] && grep -q 'CUDART_VERSION *130' "$toolkit/cuda_runtime_api.h"; then
    for header in cublas_v2.h cufftXt.h cusolverDn.h cusparse.h; do
        ours=$(prototypes beyond/toolkit $header)
        is "our $header: its prototypes are NVIDIA's" "$(comm -23 <(echo "$ours") <(prototypes "$toolkit" $header))" ''
        ok 'and there are some' test "$(wc -l <<<"$ours")" -gt 20
    done
    for header in cublas_v2.h cusolverDn.h cusparse.h; do
        mapfile -t names < <(gcc -E -P -isystem beyond/toolkit -isystem compile/toolkit beyond/toolkit/$header |
            grep -oE '\b(CUBLAS|CUSOLVER|CUSPARSE)_[A-Z0-9_]+ =' | sed 's/ =//' | sort -u)
        ours=$(values beyond/toolkit $header "${names[@]}")
        is "our $header: its numbers are NVIDIA's" "$ours" "$(values "$toolkit" $header "${names[@]}")"
        ok 'and there are some' test "$(wc -l <<<"$ours")" -gt 20
    done
fi

# Without OpenBLAS one line says what to install. warpcc asks gcc for the library; a stand-in answers that it knows none. (Debian's
# nvcc brings a gcc of its own, which is asked.)
if [ ! -e "$(dirname "$(tools/need.sh nvcc)")/gcc" ]; then
    mkdir "$work/bin"
    # shellcheck disable=SC2016 # $1 and $@ are the script's
    printf '#!/bin/sh\ncase $1 in -print-file-name=libopenblas.so) echo libopenblas.so ;; *) exec %s "$@" ;; esac\n' \
        "$(command -v gcc)" >"$work/bin/gcc"
    chmod +x "$work/bin/gcc"
    refuses '-lcublas without OpenBLAS' 'install the package libopenblas-dev' \
        env PATH="$work/bin:$PATH" ./warpcc -o "$work/none" tests/beyond/blas.cu -lcublas
    refuses '-lcusolver without OpenBLAS' '-lcusolver: .* install the package libopenblas-dev' \
        env PATH="$work/bin:$PATH" ./warpcc -o "$work/none" tests/beyond/solver.cu -lcusolver
fi
done_testing
