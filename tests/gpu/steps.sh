#!/usr/bin/env bash
# steps.sh FOLDER: what ncu counts of tensor cores, distributed shared memory, bulk copies and mbarriers on this machine's GPU, of compute
# capability 9.0: FOLDER/steps.csv has a row for each launch of ch7-steps, whose kernels are so small that their counts can be worked out by
# hand, and FOLDER/steps-names.txt the counters that this GPU has for these. It takes a minute. A counter that is what the kernels
# do can become a metric (simulator/warpsim_metrics.h).
# shellcheck source=tests/gpu/count.sh
. "$(dirname "$0")/count.sh"

make -s DEVICE=gpu ch7-steps
ncu --query-metrics | awk '{ print $1 }' | grep -E \
    -e '^(sm|smsp)__inst_executed_pipe_(tensor|uniform|adu|lsu|cbu)' \
    -e '^(sm|smsp)__.*(gmma|tma|utma|mbarrier|syncs)' \
    -e '^l1tex__.*(dshared|distributed|gmma|tma|bulk|ldgsts|ldsm)' \
    -e '^l1tex__m_(xbar2l1tex_read|l1tex2xbar_write|l1tex2xbar_req)' \
    -e '^l1tex__data_(pipe_lsu_wavefronts|bank_conflicts_pipe_lsu)_mem_shared' \
    -e '^lts__t_(requests|sectors)_srcunit_tex' >"$folder/steps-names.txt"
LIMIT=120 count "smsp__inst_executed.sum,$(sed 's/$/.sum/' "$folder/steps-names.txt" | paste -sd ,)" launch,grid,block ch7-steps ./ch7-steps |
    cut -d, -f2,4- >"$folder/steps.csv"
echo "$(($(wc -l <"$folder/steps.csv") - 1)) launches, $(wc -l <"$folder/steps-names.txt") counters"
