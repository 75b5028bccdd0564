#!/usr/bin/env bash
# caches.sh FOLDER: what L1, L2 and DRAM move, as ncu counts it, one row a launch in FOLDER/caches.csv: of the launches of
# caches.cu, and of programs of the workbook; and in FOLDER/places.csv which SM blocks come to. Two minutes.
# results/h200-caches.csv and h200-places.csv are from it; simulator/traffic.c has its constants from there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

folder=${1:?a folder for the rows}
mkdir -p "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

metrics=gpu__time_duration.sum
for metric in l1tex__m_xbar2l1tex_read_sectors l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_miss \
    l1tex__t_sectors_pipe_lsu_mem_local_op_st l1tex__t_sectors_pipe_lsu_mem_local_op_ld \
    l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_miss lts__t_sectors_srcunit_tex_op_read lts__t_sectors_srcunit_tex_op_write \
    lts__t_sectors_srcunit_ltcfabric lts__t_bytes dram__bytes_read dram__bytes_write; do
    metrics=$metrics,$metric.sum
done
TODAY=$(date +%F)
export TODAY
DEVICE=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1 | sed 's/, /,/')
export DEVICE

# count SOURCE COMMAND...: rows of the command's launches; those of a program are named after their kernels.
count()
{
    local source=$1
    shift
    ncu --clock-control none --csv --page raw --print-units base --metrics "$metrics" --log-file "$work/ncu.csv" "$@" >"$work/names"
    perl -MText::ParseWords -e '
        my ($source, $names) = splice @ARGV, 0, 2;
        open my $launches, "<", $names or die;
        chomp(my @launches = grep { !/^==/ } <$launches>);
        my @rows = map { chomp; [quotewords(",", 0, $_)] } grep { /^"/ } <>;
        my ($head, $units) = splice @rows, 0, 2;
        my %at = map { $head->[$_] => $_ } 0 .. $#$head;
        my @kept = grep { $head->[$_] =~ /^(gpu|lts|l1tex|dram)__.*\.sum$/ } 0 .. $#$head;
        print join(",", "source", "launch", "value", "grid", "block", (map { "$head->[$_] ($units->[$_])" } @kept), "device", "driver", "date"), "\n"
            if $source eq "caches";
        for my $i (0 .. $#rows) {
            my $name = $source eq "caches" ? $launches[$i] : $rows[$i][$at{"Kernel Name"}] =~ s/[<(].*//sr =~ s/.* //sr;
            next if $name =~ /^flush/;
            $name .= "," if $source ne "caches"; # a value is part of the name of the others
            my @shape = map { $rows[$i][$at{$_}] =~ s/[(), ]+/x/gr =~ s/^x|x$//gr } ("Grid Size", "Block Size");
            print join(",", $source, $name, @shape, (map { $rows[$i][$_] =~ tr/,//dr } @kept), $ENV{DEVICE}, $ENV{TODAY}), "\n";
        }' "$source" "$work/names" "$work/ncu.csv"
}

nvcc -arch=native -O3 -Icommon tests/gpu/caches.cu -o "$work/caches"
"$work/caches" places >"$folder/places.csv"
make DEVICE=gpu ch1-coalesce ch1-matmul ch1-scopes ch1-transpose ch1-constant ch2-blocksize ch3-segmented ch6-sgemm >/dev/null
{
    count caches "$work/caches"
    count ch1-coalesce ./ch1-coalesce -n 2^20 -r 1
    count ch1-matmul ./ch1-matmul -n 512 -r 1
    count ch1-scopes ./ch1-scopes -n 2^20 -r 1
    count ch1-transpose ./ch1-transpose -n 2^12 -r 1
    count ch1-constant ./ch1-constant -n 2^20 -r 1
    count ch2-blocksize ./ch2-blocksize -n 2^12 -r 1
    count ch3-segmented ./ch3-segmented -n 2^20 -r 1
    count ch6-sgemm ./ch6-sgemm -n 512 -m 512 -d 512 -r 1
} >"$folder/caches.csv"
wc -l "$folder"/*.csv
