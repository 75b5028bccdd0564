# shellcheck shell=bash disable=SC2154 # what harness/lib.sh has set
# perthread.sh: which stream is stream 0, by either compiler. Part of elsewhere.t and of clang.t.
line=$(grep -n 'its place is reported' tests/simulator/elsewhere/perthread.cu | cut -d: -f1)
for way in legacy per-thread; do
    ./warpcc -w --default-stream $way -o "$work/perthread" tests/simulator/elsewhere/perthread.cu
    run env WARPSIM=check "$work/perthread"
    wanted=$'stream 0 is 1\n300 500\ncudaErrorStreamCaptureUnsupported, 0 nodes'
    [ $way = legacy ] || wanted=$'stream 0 is 2\n300 500\ncudaSuccess, 2 nodes'
    is "stream 0, $way" "$status/$out" "4/$wanted"
    has 'a call that fails is reported at its place' "$err" "called at tests/simulator/elsewhere/perthread\.cu:$line$"
done
