#!/usr/bin/env bash
# run.sh JOBS SECONDS FOLDER [FUZZER...]: fuzzes for that long with so many processes, and leaves in FOLDER what it found:
#
#   crashes/   inputs that crashed, hung or leaked, one file each     corpus/    inputs that reached something new
#   logs/      libFuzzer's logs, one for each process                 figures    runs, time and findings by fuzzer
#
# Processes are dealt to the fuzzers in turn: of every five, two run kernels, one parses, one reads fat binaries, one answers the
# judge. If there is clang, the fuzzers are built in build/fuzz/. If not, they must be there already, built on another machine.
# Ends with a line for each fuzzer. Exits with 0 if nothing crashed, 1 if something did.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
jobs=${1:?processes} seconds=${2:?seconds} out=$(realpath -m "${3:?a folder}")
kinds=("${@:4}")
((${#kinds[@]})) || kinds=(fuzz_run fuzz_ptx fuzz_run fuzz_fatbin fuzz_wire)
fuzzers=$PWD/build/fuzz

if command -v "${CLANG:-clang}" >/dev/null; then
    tests/simulator/fuzz/build.sh "$fuzzers"
fi
mkdir -p "$out/crashes" "$out/logs"
cp -r tests/simulator/fuzz/corpus "$out/"
# With these limits a variable of a terabyte is refused, as it is on a machine that has no memory for it.
export ASAN_OPTIONS=allocator_may_return_null=1:max_allocation_size_mb=1000

declare -A corpus=([fuzz_run]=ptx [fuzz_ptx]=ptx [fuzz_fatbin]=fatbin [fuzz_wire]=wire)
# inputs FUZZER: prints how many inputs its corpus has.
inputs()
{
    find "$out/corpus/${corpus[$1]}" -type f | wc -l
}
declare -A before
for fuzzer in "${kinds[@]}"; do
    before[$fuzzer]=$(inputs "$fuzzer")
done

# one NUMBER: runs a fuzzer, again after each crash, until the time is over. SECONDS is bash's clock. At the end `times` writes down
# the processor time.
one()
{
    local fuzzer=${kinds[$1 % ${#kinds[@]}]} end=$((SECONDS + seconds)) round=0
    while ((end - SECONDS > 0)); do
        round=$((round + 1))
        "$fuzzers/$fuzzer" -max_total_time=$((end - SECONDS)) -max_len=8192 -timeout=20 -rss_limit_mb=3000 \
            -malloc_limit_mb=4000000 -reload=30 -print_final_stats=1 -artifact_prefix="$out/crashes/$fuzzer-" \
            -seed=$((1000 * $1 + round)) "$out/corpus/${corpus[$fuzzer]}" >"$out/logs/$fuzzer.$1.$round" 2>&1 ||
            [ -n "$(ls "$out/crashes")" ] || { tail -n 3 "$out/logs/$fuzzer.$1.$round" >&2 && exit 1; } # it does not run here
    done
    times >"$out/logs/$fuzzer.$1.times"
}
for ((i = 0; i < jobs; i++)); do
    one "$i" &
    running[i]=$!
done
for process in "${running[@]}"; do
    wait "$process"
done

for fuzzer in $(printf '%s\n' "${kinds[@]}" | sort -u); do
    awk -v fuzzer="$fuzzer" -v before="${before[$fuzzer]}" -v after="$(inputs "$fuzzer")" \
        -v crashes="$(find "$out/crashes" -name "$fuzzer-*" | wc -l)" '
        /^stat::number_of_executed_units: / { runs += $2 }
        FILENAME ~ /times$/ && FNR == 2 { split($1 "m" $2, t, /[ms]+/); hours += (60 * (t[1] + t[3]) + t[2] + t[4]) / 3600 }
        END { printf "%s: %d runs in %.2f hours of a core, corpus %d -> %d, %d crashes\n", fuzzer, runs, hours, before, after, crashes }
    ' "$out/logs/$fuzzer."*
done | tee "$out/figures"
[ -z "$(ls "$out/crashes")" ]
