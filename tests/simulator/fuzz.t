#!/usr/bin/env bash
# Short fuzzing of the reader of fat binaries, the PTX parser, the execution of kernels and the judge, under clang's sanitizers. It
# starts from the inputs in tests/simulator/fuzz/corpus. tests/simulator/fuzz/run.sh fuzzes for as long as one likes.
. "$(dirname "$0")/../harness/lib.sh"

if ! echo 'int LLVMFuzzerTestOneInput(const char *data, unsigned long size) { return data && size > 9; }' |
    clang -x c -fsanitize=fuzzer,address - -o "$work/fuzzer" 2>/dev/null; then
    skip_all 'there is no clang with libFuzzer, which make setup installs'
fi
run tests/simulator/fuzz/build.sh build/fuzz
is 'the fuzzers build' "$status" 0
export ASAN_OPTIONS=allocator_may_return_null=1:max_allocation_size_mb=1000

# fuzz NAME CORPUS RUNS: runs a fuzzer on the whole corpus and then on so many inputs more, which are the same in every run.
fuzz()
{
    local inputs
    inputs=$(find "tests/simulator/fuzz/corpus/$2" -type f | wc -l)
    mkdir -p "$work/new-$1"
    run build/fuzz/"$1" -runs=$((inputs + $3)) -seed=1 -max_len=8192 -timeout=60 -rss_limit_mb=3000 \
        -malloc_limit_mb=4000000 -artifact_prefix="$work/" "$work/new-$1" "tests/simulator/fuzz/corpus/$2"
    is "$1: nothing crashes, hangs or leaks" "$status" 0
    has "$1: all inputs were read" "$err" "^INFO: seed corpus: files: $inputs "
    ok "$1: and new ones found" test "$(find "$work/new-$1" -type f | wc -l)" -gt 10
}
fuzz fuzz_fatbin fatbin 1000
fuzz fuzz_ptx ptx 1000
fuzz fuzz_run ptx 1000
fuzz fuzz_wire wire 1000

done_testing
