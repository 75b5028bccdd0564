#!/usr/bin/env bash
# public.sh PHASE...: puts times and counters of public programs on a GPU beside what the simulator says of the same launches. None
# of the programs is kept here, and no constant of the simulator was fitted to one of them: that is what they are for.
#
#   public.sh build FOLDER CHECKOUT [NAME...]   builds a repository's programs, or those named, for a GPU (sm_90); objects are kept
#   public.sh simulate FOLDER                   links the objects with the simulator of this checkout and runs them there
#   public.sh count FOLDER [SECONDS]            on a GPU, asks ncu for their counters; rows to public-gpu.csv in $OUT
#   public.pl compare FOLDER ROWS               prints ncu's rows beside the simulator's, as they stand in results/h200-public.csv
#   public.pl again FOLDER RESULTS              prints such results anew, with what the simulator says now
#
# With LIST=tests/gpu/fresh.txt `build` takes those of a checkout's programs that the list names, with sizes of their own.
#
# LIMIT sets how many seconds `simulate` gives a program, 60 unless set; those that ended within them are listed in FOLDER/list. What
# has failed is tried again when it is called again, what ran is kept: remove FOLDER/simulator to run all again.
#
# tests/simulator/recipe.sh knows which repositories there are, and how their programs are built and run. GPU and simulator get the
# same objects: PTX of compute_90, and what ptxas made of it. What fails is left out by name. Only `count` needs a GPU; it takes 3 to 5
# seconds a program, and stops before SECONDS are over, 500 unless given. It begins with what results/h200-public.csv has; called
# again, it goes on. Without FOLDER/list it counts all that was built.
#
# ncu counts the first launches of a kernel, the simulator all. A row is a kernel, a shape and a metric, averaged over its launches. It
# is there if ncu counted all launches of that shape, or if on the simulator they differ by less than 1 %. All of them count for
# counters, those of 20 us and more for the time (tools/measure/model-report.pl public).
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit
. tests/simulator/recipe.sh

# leave WHY...: says what is left out, on stderr.
leave()
{
    echo "left out: $*" >&2
}

# room: waits until one of the cores has nothing to do.
room()
{
    while (($(jobs -rp | wc -l) >= $(nproc))); do
        sleep 0.2
    done
}

# build_one KEY: builds the program that a function of recipe.sh has read; lists its runs.
build_one()
{
    local key=$1 objects=$to/objects/$1 relocatable source run includes=(-I"$checkout/Common" -I"$folder" -I"$folder/inc")
    local found=()
    if [ -n "$edit" ]; then
        rm -rf "$to/edited/$key"
        mkdir -p "$to/edited"
        cp -r "$folder" "$to/edited/$key"
        folder=$to/edited/$key
        find "$folder" -name '*.cu*' -exec sed -i "$edit" {} +
    fi
    for source in "${sources[@]}"; do
        [[ $source != *.cu && $source != *.c && $source != *.cpp ]] || found+=("$folder/$source")
    done
    for relocatable in false true; do # code that is relocatable is slower: only where the program needs it
        rm -rf "$objects"
        mkdir -p "$objects" "$to/gpu/$key"
        if (cd "$objects" && "$root/warpcc" -O3 -std=c++17 --extended-lambda -rdc=$relocatable -arch=sm_90 -w "${includes[@]}" \
            ${more[0]:+"${more[@]}"} -c "${found[@]}" &&
            nvcc -arch=sm_90 -rdc=$relocatable -cudart shared -Xlinker -s,--defsym=link_this_with_warpcc_or_with_its_libcudart=0 ./*.o ${more[0]:+"${more[@]}"} -o "$to/gpu/$key/program" &&
            echo "${more[@]}" >options) >"$to/$key.log" 2>&1; then
            (cd "$folder" && find . -type f -size -3M ! -path '*/.git/*' ! -name '*.cu*' ! -name '*.[ch]*' ! -name '*.md' -print0 |
                tar c --null -T -) | tar x -C "$to/gpu/$key"
            for run in "${runs[@]}"; do
                printf '%s\t%s\t%s\t%s\t%s\n' "$key${run:+.${run//[ \/]/_}}" "$key" "$(basename "$checkout")/$name" "$commit" "$run"
            done >>"$to/programs"
            rm "$to/$key.log"
            return
        fi
    done
    rm -rf "${to:?}/gpu/$key" "$objects"
    leave "$key: does not build"
}

build()
{
    local to checkout commit root=$PWD key only
    mkdir -p "$1"
    to=$(realpath "$1") checkout=$(realpath "$2") only=" ${*:3} "
    commit=$(git -C "$checkout" rev-parse --short=8 HEAD)
    programs_of "$checkout"
    for program in "${programs[@]}"; do
        $take "$program"
        [ "$only" = '  ' ] || [[ $only = *" $name "* ]] || continue
        key=$(basename "$checkout").$name
        if [ ${#sources[@]} = 0 ] || [ -e "$to/gpu/$key" ]; then
            continue
        fi
        if [ -n "$needs" ]; then
            leave "$key: needs $needs"
            continue
        fi
        room
        build_one "$key" &
    done
    wait
}

# simulate_one LINE: runs a line of FOLDER/programs on the simulator; its profile is RUN.json, where RUN is the program with its
# arguments.
simulate_one()
{
    local key name commit arguments run begin=$EPOCHREALTIME status
    IFS=$'\t' read -r run key name commit arguments <<<"$1"
    [ ! -e "$to/simulator/$run.json" ] || return
    # shellcheck disable=SC2086
    (cd "$to/gpu/$key" && ulimit -v 16000000 && WARPSIM="device=h200 json=$to/simulator/$run.part" \
        timeout "${LIMIT:-60}" "$to/simulator/$key" $arguments) >"$to/simulator/$run.out" 2>&1 </dev/null
    status=$?
    if ((status >= 124)); then # its time was over, or a signal ended it; some programs return 1 when all is well
        leave "$run: status $status on the simulator"
        return
    fi
    [ -s "$to/simulator/$run.part" ] && mv "$to/simulator/$run.part" "$to/simulator/$run.json" &&
        awk -v from="$begin" -v to="$EPOCHREALTIME" -v line="$1" 'BEGIN { printf "%.1f\t%s\n", to - from, line }' >>"$to/simulated"
}

simulate()
{
    local to line key options root=$PWD
    to=$(realpath "$1")
    mkdir -p "$to/simulator"
    for key in "$to"/objects/*; do
        key=${key##*/}
        [ ! -e "$to/simulator/$key" ] || continue
        read -r options <"$to/objects/$key/options"
        room
        # shellcheck disable=SC2086
        "$root/warpcc" -arch=sm_90 "$to/objects/$key"/*.o $options -o "$to/simulator/$key" 2>/dev/null || leave "$key: does not link" &
    done
    wait
    while read -r line; do
        room
        simulate_one "$line" &
    done <"$to/programs"
    wait
    # Those with kernels that are long enough for a time first, quick ones first among them.
    while IFS=$'\t' read -r seconds run line; do
        perl -MJSON::PP -e '
            open my $in, "<", shift or die;
            my @kernels = @{decode_json(do { local $/; <$in> })->{kernels}} or exit 1;
            my $long = grep { $_->{name} eq "gpu__time_duration.sum" && $_->{value} >= 20 } map { @{$_->{metrics}} } @kernels;
            print $long ? 0 : 1;' "$to/simulator/$run.json" && printf '\t%s\t%s\t%s\n' "$seconds" "$run" "$line"
    done <"$to/simulated" | sort -t $'\t' -k 1,1n -k 2,2n | cut -f 3- >"$to/list"
    wc -l "$to/list"
}

# count_all FOLDER SECONDS: writes ncu's rows of what is listed.
count_all()
{
    local from list run key name commit arguments
    from=$(realpath "$1")
    local list=$from/list
    [ -e "$list" ] || list=$from/programs
    # What results/h200-public.csv has comes first.
    awk -F '\t' 'NR == FNR { split($0, row, ","); counted[row[1]] = 1; next } counted[$3 ($5 == "" ? "" : " " $5)] { print; next }
        { later = later $0 "\n" } END { printf "%s", later }' results/h200-public.csv "$list" >"$from/order"
    . tests/gpu/count.sh "${OUT:-results}"
    set +e
    folder=$(realpath "$folder")
    local metrics=gpu__time_duration.sum,dram__bytes_read.sum,dram__bytes_write.sum,lts__t_bytes.sum,smsp__inst_executed.sum
    if [ -n "${LIST:-}" ]; then # the time is what these are for
        metrics+=,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum
    else
        for list in l1tex__t_sectors_pipe_lsu_mem_global_op l1tex__t_requests_pipe_lsu_mem_global_op \
            {l1tex_,smsp__sass_l1tex}_data_pipe_lsu_wavefronts_mem_shared_op; do
            metrics+=,${list}_ld.sum,${list}_st.sum
        done
        list=smsp__sass_average_data_bytes_per_sector_mem_global_op
        metrics+=,${list}_ld.pct,${list}_st.pct
    fi
    while IFS=$'\t' read -r -u 3 run key name commit arguments; do
        [ ! -e "$from/gpu/$run.counted" ] || continue
        if ((SECONDS > $2)); then
            leave "$run: no time left"
            continue
        fi
        cd "$from/gpu/$key" || continue
        echo "run,$run" >>"$folder/public-gpu.csv"
        # At most 48 launches, of each kernel the first six.
        # shellcheck disable=SC2086
        LIMIT=25 count "$metrics" program,kernel,name,grid,block "$run" --kernel-id ':::^[1-6]$' -c 48 --kill yes ./program $arguments \
            >>"$folder/public-gpu.csv" 2>>"$folder/public.log" </dev/null
        touch "$from/gpu/$run.counted"
        echo "$SECONDS s, $run: $(tail -n 1 "$folder/public-gpu.csv" | cut -c 1-100)"
    done 3<"$from/order"
}

case ${1:-} in
build) build "${@:2}" ;;
simulate) simulate "${2:?a folder}" ;;
count) count_all "${2:?a folder}" "${3:-500}" ;;
*) sed -n '2,/^set /s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2 && exit 2 ;;
esac
