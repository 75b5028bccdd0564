#!/usr/bin/env bash
# public.sh CHECKOUT...: puts times and counters of public programs on this GPU beside what the simulator says of the same launches.
# Each CHECKOUT is a repository of CUDA programs, such as github.com/NVIDIA/cuda-samples or that of the book Professional CUDA C
# Programming; none of their code is kept. Every .cu file with a main() is a program. A program that nvcc or ./warpcc can't build, or
# that takes longer than a minute, is left out, and the script says so. Kernels of 20 us and more count.
#
# Writes public.csv to $OUT, else to results/: a row for each kernel, shape and metric, `gpu` beside `simulator`, as in
# results/h200-counters.csv; program is CHECKOUT/FILE, commit is the checkout's. As results/h200-public.csv the rows are part of what
# tools/model-report.pl report prints. A program takes about half a minute.
. "$(dirname "${BASH_SOURCE[0]}")/count.sh" "${OUT:-results}"

metrics=gpu__time_duration.sum,dram__bytes_read.sum,dram__bytes_write.sum,lts__t_bytes.sum,smsp__inst_executed.sum
metrics+=,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum
make -s DEVICE=sim build/sim/libwarpsim.a

# compare CHECKOUT FILE: prints the rows of one program, which runs in its own folder.
compare()
{
    local checkout=$1 file=$2 folder includes
    folder=$checkout/$(dirname "$file")
    includes=(-I"$folder" -I"$checkout/Common" -I"$folder/../common" -I"$folder/../../common")
    nvcc -O3 -std=c++17 -arch=native "${includes[@]}" "$checkout/$file" -o "$work/gpu" >"$work/log" 2>&1 &&
        ./warpcc -O3 -std=c++17 "${includes[@]}" "$checkout/$file" -o "$work/sim" >"$work/log" 2>&1 || return 1
    (cd "$folder" && WARPSIM="device=h200 json=$work/sim.json" timeout 60 "$work/sim") >"$work/log" 2>&1 || return 1
    here=$PWD
    cd "$folder" || return 1
    count "$metrics" program,kernel,name,grid,block "$(basename "$checkout")/$file" timeout 60 "$work/gpu" >"$work/gpu.csv" || {
        cd "$here"
        return 1
    }
    cd "$here"
    perl -MJSON::PP -MText::ParseWords -e '
        my ($json, $gpu, $commit, $toolkit) = @ARGV;
        my %own; # {kernel grid block}{metric}
        open my $in, "<", $json or die;
        for (@{decode_json(do { local $/; <$in> })->{kernels}}) {
            my $shape = join " ", $_->{name} =~ s/[<(].*//sr =~ s/.* //sr, map { join "x", @$_ } $_->{grid}, $_->{block};
            $own{$shape} = {map { $_->{name} => $_->{value} } @{$_->{metrics}}};
        }
        open $in, "<", $gpu or die;
        chomp(my ($head, @rows) = <$in>);
        my @head = split /,/, $head;
        my (%sum, %times, %unit, %program, @order);
        for (@rows) {
            my @row = split /,/;
            my $shape = join " ", @row[1, 3, 4];
            next unless $own{$shape};
            push @order, $shape unless $times{$shape}++;
            @{$program{$shape}} = (@row[0, -3 .. -1]);
            for my $i (5 .. $#head - 3) {
                my ($metric, $unit) = $head[$i] =~ /^(\S+) \((.*)\)$/;
                $sum{$shape}{$metric} += $row[$i];
                $unit{$metric} = $unit;
            }
        }
        for my $shape (@order) {
            my ($kernel, $grid, $block) = split / /, $shape;
            my ($program, $device, $driver, $date) = @{$program{$shape}};
            next if $sum{$shape}{"gpu__time_duration.sum"} / $times{$shape} < 20_000; # ns
            for my $metric (sort keys %{$sum{$shape}}) {
                my $ns = $metric eq "gpu__time_duration.sum";
                my @own = $metric eq "smsp__inst_executed.sum" ? ($metric, "sass__inst_executed.sum") : $metric;
                printf "%s,%s,%s x %s,%s,%s,%.6g,%s,%s,%s,%s,%s,%s\n", $program, $kernel, $grid, $block, $_, $ns ? "us" : $unit{$metric},
                    $sum{$shape}{$metric} / $times{$shape} / ($ns ? 1000 : 1), $own{$shape}{$_} // "", $device, $date, $driver, $toolkit, $commit
                    for @own;
            }
        }' "$work/sim.json" "$work/gpu.csv" "$(git -C "$checkout" rev-parse --short HEAD)" \
        "$(nvcc --version | sed -n 's/.*release \([0-9.]*\),.*/\1/p')"
}

{
    echo program,kernel,n,metric,unit,gpu,simulator,device,date,driver,toolkit,commit
    for checkout; do
        checkout=$(realpath "$checkout")
        while read -r file; do
            compare "$checkout" "$file" || echo "left out: $file" >&2
        done < <(cd "$checkout" && grep -rlE --include='*.cu' '\bmain *\(' . | sed 's/^\.\///' | sort)
    done
} | tee "$folder/public.csv"
