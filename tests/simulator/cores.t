#!/usr/bin/env bash
# Reports of WARPSIM=check, results and printed lines do not depend on the number of cores: random programs whose blocks meet in
# many words, in some, or in none.
. "$(dirname "$0")/../harness/lib.sh"

./warpcc -O2 tests/simulator/cores.cu -o "$work/cores"
clean=0 accused=0
seeds='5 9 12 19 24 2 3 4 2048'
! sweeps || seeds+=' 2056 2068' # their many reports take two thirds of the time
for words in 5 100 3000; do
    for seed in $seeds; do
        WARPSIM='check threads=1' run timeout 60 "$work/cores" "$seed" "$words"
        wanted=$out$err$status
        WARPSIM='check threads=6' run timeout 60 "$work/cores" "$seed" "$words"
        is "seed $seed, $words words: six threads report what one does" "$out$err$status" "$wanted"
        case $err in
        *'SUMMARY: 0 errors') clean=$((clean + 1)) ;;
        *'SUMMARY: '*) accused=$((accused + 1)) ;;
        esac
    done
done
for threads in 1 6; do
    WARPSIM="check threads=$threads" run timeout 60 "$work/cores" 1 0
    has "threads=$threads: a loop without end is found" "$err" 'This loop never ends'
done
ok "some have errors ($accused), some have none ($clean)" test "$accused" -ge 5 -a "$clean" -ge 5

done_testing
