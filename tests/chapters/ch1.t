#!/usr/bin/env bash
# Chapter 1: every kernel is right at every size and shape; what programs and the note predict of memory
# traffic is what the simulator counts; wrong kernels are found out; each trap is shown.
. "$(dirname "$0")/../harness/lib.sh"
. "$(dirname "$0")/lib.sh"

load_requests=l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum
load_sectors=l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
load_efficiency=smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct
store_efficiency=smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct

# ---- Sizes and shapes

sample 5 0 1 15 16 17 31 32 33 255 257 4099
for n in "${sample[@]}"; do
    for program in ch1-scopes:4 ch1-registers:3 ch1-coalesce:14 ch1-structures:3 ch1-constant:4 ch1-weights:4 ch1-transfer:11; do
        run "build/sim/${program%:*}" -n "$n" -s "$n" --csv
        rows_right "${program%:*} -n $n" "${program#*:}"
    done
done
for block in 1 33 1000; do
    for program in ch1-scopes:4 ch1-registers:3 ch1-coalesce:14 ch1-structures:3 ch1-constant:4 ch1-weights:4 ch1-transfer:11; do
        run "build/sim/${program%:*}" -n 3001 -b $block --csv
        rows_right "${program%:*} -b $block" "${program#*:}"
    done
done
for shape in '0 0 0' '1 1 1' '1 40 7' '40 1 7' '7 7 1' '32 32 32' '33 31 34' '64 48 80' '50 50 50'; do
    read -r rows width depth <<<"$shape"
    run build/sim/ch1-matmul -n "$rows" -w "$width" -d "$depth" --csv
    rows_right "ch1-matmul ($rows x $depth) ($depth x $width)" 6
done
for shape in '0 0' '1 1' '1 100' '100 1' '31 33' '64 64' '63 65' '64 60' '60 64' '128 192' '130 132' '131 197' '1100 130' '2100 68'; do
    read -r rows width <<<"$shape"
    run build/sim/ch1-transpose -n "$rows" -w "$width" --csv
    rows_right "ch1-transpose $rows x $width" 11
done
for size in ch1-coalesce:2^30 ch1-structures:2^30 ch1-scopes:2^34 ch1-registers:2^34 ch1-constant:2^34 ch1-weights:2^34 ch1-transfer:2^34; do
    program=${size%:*}
    refuses "$program, more than memory holds" 'needs .* GiB of .* memory, but .* GiB are free' \
        "build/sim/$program" -n "${size#*:}"
done
refuses 'ch1-matmul, more than memory holds' 'needs .* GiB' build/sim/ch1-matmul -n 2^15
refuses 'ch1-transpose, more than memory holds' 'needs .* GiB' build/sim/ch1-transpose -n 2^19

# ---- Predicted and counted

for program in ch1-coalesce ch1-structures; do
    table=$(build/sim/$program -n 4096)
    for row in $(rows_of $program); do
        read -r sectors percent < <(awk -v row="$row" '$1 == row && NF == 3 { print $2, $3 }' <<<"$table")
        is "$program $row: sectors per request as predicted" \
            "$(last_of $program "$row" l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio -n 4096)" "$sectors"
        is "$program $row: efficiency as predicted" \
            "$(printf '%.1f' "$(last_of $program "$row" $load_efficiency -n 4096)")" "$percent"
    done
done

# With whole tiles of 32 each load of a warp is a row of 32 different floats.
for row in matmulTiled32 matmulFixed32; do
    floats=$(build/sim/ch1-matmul -n 64 -w 96 -d 128 -k $row | awk -v row=$row '$1 == row && NF == 3 { print $2 }')
    is "$row: floats fetched as predicted" $((32 * $(last_of ch1-matmul $row $load_requests -n 64 -w 96 -d 128))) "$floats"
done
is 'matmulPlain: a load of A takes 1 sector, one of B 4' \
    "$(last_of ch1-matmul matmulPlain $load_sectors -n 64)" $((2 * 64 * 64 * (1 + 4)))
is 'matmulByRows: a load of A takes 32 sectors, one of B 1' \
    "$(last_of ch1-matmul matmulByRows $load_sectors -n 64)" $((2 * 64 * 64 * (32 + 1)))

is 'transposeNaive: stores use an eighth of their sectors' "$(last_of ch1-transpose transposeNaive $store_efficiency -n 256)" 12.5
for row in transposeTiled transposePadded transposeSwizzled transposeCoarse transposeVector transposeBands transposeStream; do
    whole=
    case $row in
    transposeVector | transposeBands) whole=by_nvcc ;; # clang takes some of their loads of 16 bytes apart
    esac
    $whole is "$row: loads use all of their sectors" "$(last_of ch1-transpose $row $load_efficiency -n 256)" 100
    is "$row: stores use all of their sectors" "$(last_of ch1-transpose $row $store_efficiency -n 256)" 100
    wanted=0
    if [ $row = transposeTiled ]; then
        wanted=$((31 * 256 * 8)) # each of 8 warps in a row makes 32 wavefronts where one would do
    fi
    is "$row: bank conflicts of loads" \
        "$(last_of ch1-transpose $row l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum -n 256)" $wanted
    is "$row: bank conflicts of stores" \
        "$(last_of ch1-transpose $row l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum -n 256)" 0
done
by_nvcc is 'transposeVector: a quarter of the load requests' \
    $((4 * $(last_of ch1-transpose transposeVector $load_requests -n 256))) \
    "$(last_of ch1-transpose transposeCoarse $load_requests -n 256)"

# A thread of the copy takes 16 floats, and its warp fewer than 80 instructions. A warp too many takes some, too.
ok 'copy: no warp without work' less "$(last_of ch1-transpose copy smsp__inst_executed.sum -n 256)" $((80 * 256 * 256 / 16 / 32))

# A stencil of nine points makes nine loads per warp; with a tile it makes one, and one more for the tile's rim.
is 'stencilConstant: nine loads of points per warp, less at the ends' \
    "$(last_of ch1-weights stencilConstant $load_requests -n 4096)" $((9 * 4096 / 32))
is 'stencilTile: one load per warp, and one more for the rim of each block' \
    "$(last_of ch1-weights stencilTile $load_requests -n 4096)" $((4096 / 32 + 4096 / 256))

# Streams: what overlaps takes less modelled time.
run build/sim/ch1-transfer --csv
# ms ROW: prints the row's time.
ms()
{
    awk -F, -v row="$1" '$1 == row { print $3 }' <<<"$out"
}
ok 'two streams: shorter than one' less "$(ms jobStreams2)" "$(ms jobStreams1)"
ok 'two streams: no shorter than the copies in' less "$(ms toDevicePinned)" "$(ms jobStreams2)"
ok 'pinned memory: shorter than pageable' less "$(ms toDevicePinned)" "$(ms toDevicePageable)"

# ---- The assembler's report, as the note quotes it

run build/sim/ch1-registers -n 1000
has 'arrayInLocal: 16 ints of local memory' "$out" '^arrayInLocal +[0-9]+ +64 +0$'
has 'arrayInRegisters: none' "$out" '^arrayInRegisters +[0-9]+ +0 +0$'
run build/sim/ch1-scopes -n 1000
has 'sharedVariable: an int of shared memory' "$out" '^sharedVariable +[0-9]+ +0 +4$'
if nvcc=$(tools/need.sh nvcc 2>/dev/null) && "$nvcc" --version | grep 'release 13\.0' >/dev/null; then
    report=$("$nvcc" -arch=sm_86 -Xptxas -v -Icommon -c chapters/ch1-memories/registers.cu -o /dev/null 2>&1)
    quoted=$(grep -A1 '^Function properties for ' chapters/ch1-memories/note.md | sed 's/^ *//')
    is 'the note quotes two functions' "$(grep -c '^Function' <<<"$quoted")" 2
    while read -r function && read -r properties; do
        is "the note's report: ${function##* }" \
            "$(grep -A1 -F "$function" <<<"$report" | tail -n 1 | sed 's/^ *//')" "$properties"
    done <<<"$(grep -v '^--' <<<"$quoted")"
fi

# ---- Wrong kernels

if has_turn; then
    made_wrong ch1-matmul '/\[begin matmulTiled\]/,/\[end matmulTiled\]/s/first < s\.depth;/first + side <= s.depth;/'
    run "$work/ch1-matmul" -n 40 -k matmulTiled16
    has 'matmul, the last tile dropped: found' "$out" '^matmulTiled16 .* WRONG$'
    run "$work/ch1-matmul" -n 48 -k matmulTiled16
    has 'matmul, the last tile dropped: unnoticed at a multiple' "$out" '^matmulTiled16 .* ok$'
fi
if has_turn; then
    made_wrong ch1-transpose '/\[begin transposeSwizzled\]/,/\[end transposeSwizzled\]/s/y ^ x/y/'
    run "$work/ch1-transpose" -n 64
    has 'transpose, read without the swizzle: found' "$out" '^transposeSwizzled .* WRONG$'
    is 'transpose, read without the swizzle: no other row' "$status $(grep -c WRONG <<<"$out")" '1 1'
fi
if has_turn; then
    made_wrong ch1-transpose '/\[begin transposeVector\]/,/\[end transposeVector\]/s/turn % 2 == 0/turn % 2 == 1/'
    run "$work/ch1-transpose" -n 64
    is 'transpose, the halves swapped: found in all three kernels' "$status $(grep -c WRONG <<<"$out")" '1 3'
fi
if has_turn; then
    made_wrong ch1-weights '/\[begin stencilTile\]/,/\[end stencilTile\]/s/- REACH; \/\/ of the tile/- REACH + 1;/'
    run "$work/ch1-weights" -n 1000
    has 'weights, a tile that is off by one: found' "$out" '^stencilTile .* WRONG$'
fi
if has_turn; then
    made_wrong ch1-scopes 's/base += 10/base += 11/'
    run "$work/ch1-scopes" -n 1000
    has 'scopes, another value left behind: found' "$out" '^deviceVariable .* WRONG$'
fi
if has_turn; then
    made_wrong ch1-transfer '/\[begin inPieces\]/,/\[end inPieces\]/s/p % job->streams/0 * p/;s/job->n - first < piece/job->n - first <= piece \&\& false/'
    run "$work/ch1-transfer" -n 1000
    ok 'transfer, a last piece that is too long: found' test "$status" -ne 0
fi

# ---- stencil

for shape in '0 5' '5 0' '1 1' '1 7' '2 2' '3 3' '9 33' '8 32' '31 65' '129 100'; do
    read -r rows width <<<"$shape"
    run build/sim/ch1-stencil -n "$rows" -w "$width" --csv
    rows_right "ch1-stencil, $rows x $width" 4
done
if has_turn; then
    made_wrong ch1-stencil 's/tile\[y\]\[x - 1\]/tile[y][x]/'
    run "$work/ch1-stencil" -n 40 -w 40
    has 'stencil, a wrong neighbour: the row says so' "$out" '^stencilHalo .* WRONG$'
    has 'stencil, a wrong neighbour: where' "$err" '^stencilHalo: that was row 1, column 1$'
fi
if has_turn; then
    made_wrong ch1-stencil '/\[begin stencilHalo\]/,/\[end stencilHalo\]/{/__syncthreads();/d}'
    run env WARPSIM=check "$work/ch1-stencil" -n 40 -w 40 -k stencilHalo
    has 'stencil, a tile without its barrier: a race' "$err" 'Race reported .* stencilHalo'
fi
plain=$(last_of ch1-stencil stencilPlain $load_requests -n 258 -w 256)
tile=$(last_of ch1-stencil stencilHalo $load_requests -n 258 -w 256)
march=$(last_of ch1-stencil stencilMarch $load_requests -n 258 -w 256)
ok "stencil: the tile is a third of the requests ($plain, $tile)" test $((tile * 3)) -lt "$plain"
ok "stencil: marching is at most two thirds ($plain, $march)" test $((march * 3)) -lt $((plain * 2))

# ---- half

for n in 0 1 2 3 4 7 8 9 255 10007; do
    run build/sim/ch1-half -n $n --csv
    rows_right "ch1-half -n $n" 6
done
run build/sim/ch1-half -n 1003 -b 33 --csv
rows_right 'ch1-half -b 33' 6
if has_turn; then
    made_wrong ch1-half 's/bits + 0x7fff + (bits >> 16 \& 1)/bits/'
    run "$work/ch1-half" -n 1000
    has 'half, a bfloat16 cut off in place of rounded: found' "$out" '^bfloatWide .* WRONG$'
fi
is 'half: a half2 is two halfs in one request' "$(last_of ch1-half halfOne $load_requests -n 65536)" \
    "$(($(last_of ch1-half halfTwo $load_requests -n 65536) * 2))"
is 'half: sixteen bytes are eight' "$(last_of ch1-half halfOne $load_requests -n 65536)" \
    "$(($(last_of ch1-half halfWide $load_requests -n 65536) * 8))"
is 'half: as many sectors either way' "$(last_of ch1-half halfOne $load_sectors -n 65536)" "$(last_of ch1-half halfWide $load_sectors -n 65536)"

# ---- managed

for n in 0 1 31 1003 100003; do
    run build/sim/ch1-managed -n $n --csv
    rows_right "ch1-managed -n $n" 5
done
if has_turn; then
    made_wrong ch1-managed 's/y\[i\] = x\[i\] + 1/y[i] = x[i]/'
    run "$work/ch1-managed" -n 1000
    is 'managed, made wrong: every row says so' "$(grep -c ' WRONG$' <<<"$out")" 5
fi

# ---- traps

run build/sim/ch1-traps
is 'traps: exit status' "$status" 0
is 'traps: all are shown' "$(grep -c ': shown$' <<<"$out")/$(grep -c '  older:' <<<"$out")" 3/3
if has_turn; then
    made_wrong ch1-traps 's/m < N \/ TILE/m <= N \/ TILE/'
    run "$work/ch1-traps"
    ok 'traps, an older way that is no longer wrong in this way: says so' test "$status" -ne 0
fi

# ---- The checks find nothing in what is right

for arguments in 'ch1-scopes -n 3001' 'ch1-registers -n 3001' 'ch1-coalesce -n 1001' 'ch1-structures -n 1001' 'ch1-matmul -n 67 -w 45 -d 83' 'ch1-transpose -n 131 -w 196' \
    'ch1-transpose -n 128' 'ch1-constant -n 1001' 'ch1-weights -n 1001' 'ch1-transfer -n 3001' 'ch1-stencil -n 67 -w 45' 'ch1-half -n 1003' 'ch1-managed -n 1003' ch1-traps; do
    # shellcheck disable=SC2086 # a program and its arguments
    run env WARPSIM=check build/sim/$arguments
    is "$arguments, checked" "$status" 0
done

done_testing
