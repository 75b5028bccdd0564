#!/usr/bin/env bash
# tune.sh: times every instance of the tuned kernels of chapters 3, 4 and 6 beside CUB and cuBLAS, in
# one run on one GPU. CSV files and logs go to $OUT (else build/tune/out).
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit
bin=build/tune
out=$bin/out
rm -rf "$out" && mkdir -p "$out"
nvcc=$(tools/need.sh nvcc) || exit

# A program that was built elsewhere and runs here need not be built again.
build()
{
    "$bin/$1" -n 1 >/dev/null 2>&1 && return
    "$nvcc" -arch=native -O3 -lineinfo -Icommon "$2" -o "$bin/$1"
}
build limit chapters/ch4-unrolling/limit.cu &
build scan chapters/ch3-reduction/scan.cu &
build sgemm chapters/ch6-sgemm/sgemm.cu &
wait

# say FILE COMMAND...: the command's output goes to the file, the last lines to the terminal too.
say()
{
    local file=$1
    shift
    echo "== $file: $*"
    timeout 120 "$@" >>"$out/$file" 2>&1
    if [ -n "${OUT:-}" ]; then
        tar -C "$bin" -czf "$OUT/tune.tar.gz" out
    fi
    echo "-- exit status $?, $(grep -c -i wrong "$out/$file") wrong, ${SECONDS} s"
}

nvidia-smi >"$out/device.txt"
nvidia-smi --query-gpu=name,driver_version,clocks.sm,clocks.mem,clocks.max.sm,power.draw,power.limit --format=csv >>"$out/device.txt"

for n in 20 22 24 26 28 30; do
    say limit-ladder.csv "$bin/limit" -n "2^$n" -r $((n < 26 ? 100 : 20)) --csv
    say limit-tune.csv "$bin/limit" -n "2^$n" -r $((n < 26 ? 40 : 8)) -t 1 --csv
done
if [ -x "$bin/limit_more" ]; then
    say limit-more.csv "$bin/limit_more"
fi
for n in 20 24 28; do
    say scan-ladder.csv "$bin/scan" -n "2^$n" -r 20 --csv
    say scan-tune.csv "$bin/scan" -n "2^$n" -r 10 -t 1 --csv
done
say sgemm-ladder.csv "$bin/sgemm" -r 5 --csv
for shape in '4096 4096 4096' '1024 1024 1024' '1023 1025 1027' '2048 2048 2048' '8192 128 2048' \
    '128 8192 2048' '8191 127 2047' '100 8191 4099'; do
    read -r m n d <<<"$shape"
    echo "# $m $n $d" >>"$out/sgemm-tune.csv"
    say sgemm-tune.csv "$bin/sgemm" -m "$m" -n "$n" -d "$d" -r 7 -t 1 --csv
done
(for _ in 1 2 3 4 5 6 7 8; do
    nvidia-smi --query-gpu=clocks.sm,power.draw,temperature.gpu --format=csv,noheader
    sleep 1
done) >"$out/clocks-8192.txt" &
echo "# 8192 8192 8192" >>"$out/sgemm-tune.csv"
say sgemm-tune.csv "$bin/sgemm" -m 8192 -n 8192 -d 8192 -r 3 -t 1 --csv
wait

shared=l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum
shared=$shared,smsp__inst_executed_op_shared_ld.sum,l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum
issue=smsp__inst_executed.sum,smsp__sass_thread_inst_executed_op_ffma_pred_on.sum,sm__cycles_active.avg
issue=$issue,sm__inst_executed_pipe_fma.avg.pct_of_peak_sustained_active,smsp__issue_active.avg.pct
say sgemm-ncu.csv ncu --clock-control none --csv --metrics "$shared,$issue,launch__registers_per_thread" \
    -k regex:sgemmTiles -s 22 -c 22 "$bin/sgemm" -m 2048 -n 2048 -d 2048 -r 1 -t 1
say sgemm-ladder-ncu.csv ncu --clock-control none --csv --metrics "$shared,$issue,launch__registers_per_thread" \
    -s 10 "$bin/sgemm" -m 2048 -n 2048 -d 1024 -r 1
cuobjdump --dump-sass "$bin/sgemm" 2>/dev/null | xz -2 >"$out/sgemm.sass.xz"

for tool in memcheck racecheck; do
    say "sanitize-$tool.txt" compute-sanitizer --tool $tool "$bin/limit" -n 100003 -o 3 -r 1
    say "sanitize-$tool.txt" compute-sanitizer --tool $tool "$bin/scan" -n 100003 -r 1
    say "sanitize-$tool.txt" compute-sanitizer --tool $tool "$bin/sgemm" -m 131 -n 257 -d 67 -r 1 -t 1
    say "sanitize-$tool.txt" compute-sanitizer --tool $tool "$bin/sgemm" -m 131 -n 260 -d 67 -r 1
done
tail -n 2 "$out"/sanitize-*.txt
