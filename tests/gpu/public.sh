#!/usr/bin/env bash
# public.sh PHASE...: puts times and counters of public programs on a GPU beside what the simulator says of the same launches. None
# of the programs is kept here, and no constant of the simulator was fitted to one of them: that is what they are for.
#
#   public.sh build FOLDER CHECKOUT [NAME...]   builds a repository's programs, or those named, for a GPU (sm_90) and for the simulator
#   public.sh simulate FOLDER                   runs them on the simulator, and lists those that end within a minute in FOLDER/gpu/list
#   public.sh count FOLDER/gpu [SECONDS]        on a GPU, asks ncu for the counters of what is listed; rows to public-gpu.csv in $OUT
#   public.sh compare FOLDER ROWS               prints ncu's rows beside the simulator's, as they stand in results/h200-public.csv
#
# LIMIT sets another number of seconds for `simulate`. What has failed is tried again when it is called again, what ran is kept.
#
# tests/simulator/recipe.sh knows which repositories there are, and how their programs are built and run. Both builds have the same
# objects: PTX of compute_90, and what ptxas made of it. What fails is left out by name. Only `count` needs a GPU, and only that
# folder; it takes 3 to 5 seconds a program, and stops before SECONDS are over, 500 unless given.
#
# ncu counts the first launches of a kernel, the simulator all. A row is a kernel, a shape and a metric, averaged over its launches. It
# is there if ncu counted all launches of that shape, or if on the simulator they differ by less than 1 %. All of them count for
# counters, those of 20 us and more for the time (tools/model-report.pl public).
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit
. tests/simulator/recipe.sh

# leave WHY...: says what is left out, on stderr.
leave()
{
    echo "left out: $*" >&2
}

# build_one KEY: builds the program that a function of recipe.sh has read; lists its runs.
build_one()
{
    local key=$1 objects=$1.objects relocatable source includes=(-I"$checkout/Common" -I"$folder" -I"$folder/inc")
    local found=()
    for source in "${sources[@]}"; do
        [[ $source != *.cu && $source != *.c && $source != *.cpp ]] || found+=("$folder/$source")
    done
    for relocatable in false true; do # code that is relocatable is slower: only where the program needs it
        rm -rf "${to:?}/$objects"
        mkdir -p "$to/$objects" "$to/gpu/$key" "$to/simulator"
        if (cd "$to/$objects" && "$root/warpcc" -O3 -std=c++17 --extended-lambda -rdc=$relocatable -arch=sm_90 -w "${includes[@]}" \
            ${more[0]:+"${more[@]}"} -c "${found[@]}" &&
            nvcc -arch=sm_90 -rdc=$relocatable -cudart shared -Xlinker -s ./*.o ${more[0]:+"${more[@]}"} -o "$to/gpu/$key/program" &&
            "$root/warpcc" -arch=sm_90 ./*.o ${more[0]:+"${more[@]}"} -o "$to/simulator/$key") >"$to/$key.log" 2>&1; then
            (cd "$folder" && find . -type f -size -3M ! -name '*.cu*' ! -name '*.[ch]*' ! -name '*.md' -print0 |
                tar c --null -T -) | tar x -C "$to/gpu/$key"
            local run
            for run in "${runs[@]}"; do
                printf '%s\t%s\t%s\t%s\n' "$key" "$(basename "$checkout")/$name" "$commit" "$run" >>"$to/programs"
            done
            rm -rf "${to:?}/$objects" "$to/$key.log"
            return
        fi
    done
    rm -rf "${to:?}/gpu/$key" "${to:?}/$objects"
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
        if [ ${#sources[@]} = 0 ] || [ -e "$to/simulator/$key" ]; then
            continue
        fi
        if [ -n "$needs" ]; then
            leave "$key: needs $needs"
            continue
        fi
        while (($(jobs -rp | wc -l) >= 2)); do
            sleep 0.2
        done
        build_one "$key" &
    done
    wait
}

# simulate_one LINE: runs a line of the list on the simulator; its profile is RUN.json, where RUN is the program with its arguments.
simulate_one()
{
    local key name commit arguments run begin=$EPOCHREALTIME
    IFS=$'\t' read -r key name commit arguments <<<"$1"
    run=$key${arguments:+.${arguments//[ \/]/_}}
    [ ! -e "$to/simulator/$run.json" ] || return
    # shellcheck disable=SC2086
    (cd "$to/gpu/$key" && ulimit -v 16000000 && WARPSIM="device=h200 json=$to/simulator/$run.part" \
        timeout "${LIMIT:-60}" "../../simulator/$key" $arguments) >"$to/simulator/$run.out" 2>&1 </dev/null || {
        leave "$run: status $? on the simulator"
        return
    }
    [ -s "$to/simulator/$run.part" ] && mv "$to/simulator/$run.part" "$to/simulator/$run.json" &&
        printf '%s\t%.1f\t%s\n' "$run" "$(bc <<<"$EPOCHREALTIME - $begin")" "$1" >>"$to/simulated"
}

simulate()
{
    local to line
    to=$(realpath "$1")
    while read -r line; do
        while (($(jobs -rp | wc -l) >= 2)); do
            sleep 0.2
        done
        simulate_one "$line" &
    done <"$to/programs"
    wait
    # Those with kernels that are long enough for a time first, quick ones first among them.
    while IFS=$'\t' read -r run seconds line; do
        perl -MJSON::PP -e '
            open my $in, "<", shift or die;
            my @kernels = @{decode_json(do { local $/; <$in> })->{kernels}} or exit 1;
            my $long = grep { $_->{name} eq "gpu__time_duration.sum" && $_->{value} >= 20 } map { @{$_->{metrics}} } @kernels;
            print $long ? 0 : 1;' "$to/simulator/$run.json" && printf '\t%s\t%s\t%s\n' "$seconds" "$run" "$line"
    done <"$to/simulated" | sort -t $'\t' -k 1,1n -k 2,2n | cut -f 3- >"$to/gpu/list"
    wc -l "$to/gpu/list"
}

# count_all FOLDER SECONDS: writes ncu's rows of what is listed.
count_all()
{
    local from list run key name commit arguments
    from=$(realpath "$1")
    . tests/gpu/count.sh "${OUT:-results}"
    set +e
    folder=$(realpath "$folder")
    local metrics=gpu__time_duration.sum,dram__bytes_read.sum,dram__bytes_write.sum,lts__t_bytes.sum,smsp__inst_executed.sum
    for list in l1tex__t_sectors_pipe_lsu_mem_global_op l1tex__t_requests_pipe_lsu_mem_global_op \
        {l1tex_,smsp__sass_l1tex}_data_pipe_lsu_wavefronts_mem_shared_op; do
        metrics+=,${list}_ld.sum,${list}_st.sum
    done
    list=smsp__sass_average_data_bytes_per_sector_mem_global_op
    metrics+=,${list}_ld.pct,${list}_st.pct
    while IFS=$'\t' read -r -u 3 run key name commit arguments; do
        if ((SECONDS > $2)); then
            leave "$run: no time left"
            continue
        fi
        cd "$from/$key" || continue
        echo "run,$run" >>"$folder/public-gpu.csv"
        # At most 48 launches, of each kernel the first six.
        # shellcheck disable=SC2086
        LIMIT=25 count "$metrics" program,kernel,name,grid,block "$run" --kernel-id ':::^[1-6]$' -c 48 --kill yes ./program $arguments \
            >>"$folder/public-gpu.csv" 2>>"$folder/public.log" </dev/null
        echo "$SECONDS s, $run: $(tail -n 1 "$folder/public-gpu.csv" | cut -c 1-100)"
    done 3<"$from/list"
}

compare()
{
    perl -MJSON::PP -e '
        my ($folder, $rows, $toolkit) = @ARGV;
        my (%list, %gpu, @head, @order);
        open my $list, "<", "$folder/gpu/list" or die "$folder/gpu/list: $!\n";
        while (<$list>) {
            chomp;
            my ($run, undef, $program, $commit, $arguments) = split /\t/, $_, 5;
            $list{$run} = [$program . (length $arguments ? " $arguments" : ""), $commit];
        }
        open my $in, "<", $rows or die "$rows: $!\n";
        while (<$in>) {
            chomp;
            my @row = split /,/;
            @head = @row if $row[0] eq "program";
            next if $row[0] =~ /^(program|run)$/;
            my ($run, $kernel, undef, $grid, $block) = @row;
            my $shape = "$kernel,$grid x $block";
            my $of = $gpu{$run}{$shape} //= do { push @order, [$run, $shape]; {device => join ",", @row[-3, -1, -2]} };
            $of->{launches}++;
            for (5 .. $#head - 3) {
                my ($metric, $unit) = $head[$_] =~ /^(\S+) \((.*)\)$/;
                $of->{sum}{$metric} += $row[$_] =~ /^[-+.\de]+$/ ? $row[$_] : 0;
                $of->{unit}{$metric} = $unit;
            }
        }
        my ($time, $executed) = qw(gpu__time_duration.sum smsp__inst_executed.sum);
        my (%own, %out);
        for my $run (keys %gpu) {
            open my $json, "<", "$folder/simulator/$run.json" or next;
            for (@{decode_json(do { local $/; <$json> })->{kernels}}) {
                my $shape = join ",", $_->{name} =~ s/[<(].*//sr =~ s/.* //sr, join " x ", map { join "x", @$_ } $_->{grid}, $_->{block};
                my %metrics = map { $_->{name} => $_->{value} } @{$_->{metrics}};
                $own{$run}{$shape}{launches} += $_->{launches};
                push @{$own{$run}{$shape}{parts}}, [$_->{launches}, \%metrics];
            }
        }
        for (@order) {
            my ($run, $shape) = @$_;
            my ($gpu, $own, $listed) = ($gpu{$run}{$shape}, $own{$run}{$shape}, $list{$run});
            next unless $own && $listed;
            my $alike = !grep {
                my $metric = $_;
                my ($least, $most) = (sort { $a <=> $b } map { $_->[1]{$metric} } @{$own->{parts}})[0, -1];
                $most > 1.01 * $least;
            } $time, $executed;
            if ($gpu->{launches} != $own->{launches} && !$alike) {
                print STDERR "left out: $run $shape: launches differ\n";
                next;
            }
            for my $metric (sort keys %{$gpu->{sum}}) {
                my $ns = $metric eq $time;
                my $value = $gpu->{sum}{$metric} / $gpu->{launches} / ($ns ? 1000 : 1);
                # ncu counts wavefronts by addresses (smsp__sass_l1tex_), and where warps meet in L1 more (l1tex__).
                my @names = $metric =~ /^smsp__sass_l1tex_(data_pipe.*)/ ? [$metric, "sass__$1"]
                    : ([$metric, $metric], $metric =~ /^(?:l1tex__(data_pipe.*)|smsp__(inst_executed.*))/ ? ["sass__" . ($1 // $2)] : ());
                for (@names) {
                    my ($row, $name) = ($_->[0], $_->[-1]);
                    my ($sum, $launches) = (0, 0);
                    for (grep { defined $_->[1]{$name} } @{$own->{parts}}) {
                        $sum += $_->[0] * $_->[1]{$name};
                        $launches += $_->[0];
                    }
                    printf "%s,%s,%s,%s,%.6g,%s,%s,%s,%s\n", $listed->[0], $shape, $row, $ns ? "us" : $gpu->{unit}{$metric}, $value,
                        $launches ? sprintf("%.6g", $sum / $launches) : "", $gpu->{device}, $toolkit, $listed->[1];
                }
            }
        }' "$1" "$2" "$(nvcc --version | sed -n 's/.*release \([0-9.]*\),.*/\1/p')" |
        { echo program,kernel,n,metric,unit,gpu,simulator,device,date,driver,toolkit,commit && cat; }
}

case ${1:-} in
build) build "${@:2}" ;;
simulate) simulate "${2:?a folder}" ;;
count) count_all "${2:?a folder}" "${3:-500}" ;;
compare) compare "${2:?a folder}" "${3:?the rows that ncu gave}" ;;
*) sed -n '2,/^set /s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2 && exit 2 ;;
esac
