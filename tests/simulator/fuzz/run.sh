#!/usr/bin/env bash
# run.sh JOBS SECONDS FOLDER: fuzzes for that long with so many processes, and leaves in FOLDER what was found:
#
#   crashes/   inputs that crashed, hung or leaked, one file each     corpus/    inputs that reached something new
#   logs/      libFuzzer's, one a process                             figures    core-hours, runs, crashes by fuzzer
#
# Of five processes two run kernels, one parses, one reads fat binaries, one answers the judge. The fuzzers are built in build/fuzz/ where there is
# clang; elsewhere those that are there are taken, from another machine. Exits 0 if nothing crashed, 1 if something did.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
jobs=${1:?processes} seconds=${2:?seconds} out=$(realpath -m "${3:?a folder}")
fuzzers=$PWD/build/fuzz

if command -v "${CLANG:-clang}" >/dev/null; then
    tests/simulator/fuzz/build.sh "$fuzzers"
fi
mkdir -p "$out/crashes" "$out/logs"
cp -r tests/simulator/fuzz/corpus "$out/"
# A variable of a terabyte is refused, as where there is no memory for it.
export ASAN_OPTIONS=allocator_may_return_null=1:max_allocation_size_mb=1000

# one NUMBER: a process, started again after each crash until the time is over. SECONDS is bash's clock.
one()
{
    local kinds=(fuzz_run fuzz_ptx fuzz_run fuzz_fatbin fuzz_wire) end=$((SECONDS + seconds)) round=0
    local fuzzer=${kinds[$1 % 5]} corpus=$out/corpus/ptx
    case $fuzzer in
    fuzz_fatbin) corpus=$out/corpus/fatbin ;;
    fuzz_wire) corpus=$out/corpus/wire ;;
    esac
    while ((end - SECONDS > 0)); do
        round=$((round + 1))
        "$fuzzers/$fuzzer" -max_total_time=$((end - SECONDS)) -max_len=8192 -timeout=20 -rss_limit_mb=3000 \
            -malloc_limit_mb=4000000 -reload=30 -print_final_stats=1 -artifact_prefix="$out/crashes/$fuzzer-" \
            -seed=$((1000 * $1 + round)) "$corpus" >"$out/logs/$fuzzer.$1.$round" 2>&1 || true
    done
}
for ((i = 0; i < jobs; i++)); do
    one "$i" &
done
wait

for fuzzer in fuzz_run fuzz_ptx fuzz_fatbin fuzz_wire; do
    runs=$({ cat "$out/logs/$fuzzer."* 2>/dev/null || true; } | sed -n 's/^stat::number_of_executed_units: //p' | awk '{ n += $1 } END { print n + 0 }')
    crashes=$(find "$out/crashes" -name "$fuzzer-*" | wc -l)
    echo "$fuzzer: $runs runs, $crashes crashes"
done >"$out/figures"
# What the processes were given of the cores, however many there were.
times >"$out/times"
awk 'NR == 2 { split($1 "m" $2, t, /[ms]+/); printf "%.2f core-hours\n", (60 * (t[1] + t[3]) + t[2] + t[4]) / 3600 }' "$out/times" >>"$out/figures"
cat "$out/figures"
[ -z "$(ls "$out/crashes")" ]
