#!/usr/bin/perl
# ncu-profile.pl RAW.csv SOURCE.csv: prints what ncu counted in the form of the simulator's profile (simulator/views/report.c).
# ncu-profile.pl --metrics: lists what ncu is to count for it, with commas between.
#
# RAW.csv    ncu --import FILE --csv --page raw --print-units base: a row for each kernel; the second row holds units
# SOURCE.csv ncu --import FILE --csv --page source --print-source cuda,sass: for each kernel, source lines and below each
#            its machine instructions
# Launches of the same kernel and configuration are one entry, which shows the last of them.
use strict;
use warnings;
use Text::ParseWords;

my $WIDTH = 80;

# The metrics of each section in the simulator's order (simulator/warpsim_metrics.h), with the unit where ncu gives none.
my @SECTIONS = (
    ['Global memory',
        ['smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', '%'],
        ['smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct', '%'],
        ['l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 'request'],
        ['l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 'request'],
        ['l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 'sector'],
        ['l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum', 'sector']],
    ['Shared memory',
        ['l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum', 'wavefront'],
        ['l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum', 'wavefront'],
        ['l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum', 'conflict'],
        ['l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum', 'conflict'],
        ['smsp__sass_average_data_bytes_per_wavefront_mem_shared.pct', '%']],
    ['Branches and instructions',
        ['smsp__sass_average_branch_targets_threads_uniform.pct', '%'],
        ['smsp__inst_executed.sum', 'inst'],
        ['smsp__thread_inst_executed_per_inst_executed.ratio', 'thread/inst'],
        ['smsp__warp_issue_stalled_barrier_per_warp_active.pct', '%']],
    ['Occupancy',
        ['sm__maximum_warps_per_active_cycle_pct', '%'],
        ['sm__warps_active.avg.pct_of_peak_sustained_active', '%'],
        ['launch__occupancy_limit_warps', 'block'],
        ['launch__occupancy_limit_blocks', 'block'],
        ['launch__occupancy_limit_registers', 'block'],
        ['launch__occupancy_limit_shared_mem', 'block'],
        ['launch__registers_per_thread', 'register/thread']],
    ['Time and traffic',
        ['gpu__time_duration.sum', 'us'],
        ['dram__bytes_read.sum', 'byte'],
        ['dram__bytes_write.sum', 'byte'],
        ['lts__t_bytes.sum', 'byte']],
);

my ($raw, $source) = @ARGV;
if (@ARGV == 1 && $raw eq '--metrics') {
    print join(',', map { my (undef, @metrics) = @$_; map { $_->[0] } @metrics } @SECTIONS), "\n";
    exit;
}
die "usage: ncu-profile.pl RAW.csv SOURCE.csv\n" unless defined $source;

sub fields {
    my ($line) = @_;
    $line =~ s/[\r\n]+$//;
    my @fields;
    # A quote inside a field of the source view is not doubled, so fields are cut at "," and not parsed.
    $line =~ s/^"//;
    $line =~ s/"$//;
    return split /","/, $line, -1;
}

sub number {
    my ($text) = @_;
    $text =~ s/,//g if defined $text;
    return defined $text && $text =~ /^-?[\d.]+(e[+-]?\d+)?$/i ? $text : undef;
}

# ---- Source lines ----------------------------------------------------------------------------------------------------

# $lines{kernel}{file}{line} = counts, summed over the line's machine instructions.
my %lines;
open my $in, '<', $source or die "$source: $!\n";
my ($file, $kernel, %column, $at);
while (my $text = <$in>) {
    my @f = fields($text);
    if ($f[0] eq 'File Path') {
        $file = $f[1];
    } elsif ($f[0] eq 'Function Name' || $f[0] eq 'Kernel Name') {
        $kernel = $f[1];
        # A later launch of the kernel replaces the earlier one.
        delete $lines{$kernel}{$file};
    } elsif ($f[0] eq 'Line No') {
        # Two columns are called "Source": the first is the line, the second the machine instruction.
        %column = map { $f[$_] => $_ } 0 .. $#f;
    } elsif ($f[0] =~ /^\d+$/) {
        $at = $lines{$kernel}{$file}{$f[0]} //= {text => $f[1]};
    } elsif (defined $at && @f > 10) {
        my %v = map { $_ => number($f[$column{$_}]) // 0 } grep { defined $column{$_} }
            'Instructions Executed', 'Thread Instructions Executed', 'Divergent Branches',
            'L2 Theoretical Sectors Global', 'L2 Theoretical Sectors Global Ideal', 'L1 Wavefronts Shared Excessive';
        my $operation = $f[$column{'Access Operation'}];
        $at->{executed} += $v{'Instructions Executed'};
        $at->{threads} += $v{'Thread Instructions Executed'};
        $at->{conflicts} += $v{'L1 Wavefronts Shared Excessive'} // 0;
        if ($f[$column{'Address Space'}] eq 'Global' && $operation =~ /^(Load|Store)/) {
            $at->{requests} += $v{'Instructions Executed'};
            $at->{sectors} += $v{'L2 Theoretical Sectors Global'};
            $at->{$1} += $v{'L2 Theoretical Sectors Global'};
            $at->{"ideal $1"} += $v{'L2 Theoretical Sectors Global Ideal'};
        }
        if ($f[$column{'Address'} + 1] =~ /^\s*@.*\bBRA\b/) {
            $at->{branches} += $v{'Instructions Executed'};
            $at->{divergent} += $v{'Divergent Branches'};
        }
    }
}
close $in;

sub count {
    my ($n) = @_;
    return sprintf ' %6.0f', $n if $n < 1e5;
    my $i = 0;
    while ($n >= 999.95) {
        $n /= 1000;
        $i++;
    }
    return sprintf ' %5.*f%s', $n < 10 ? 3 : $n < 100 ? 2 : 1, $n, substr(' kMGTPE', $i, 1);
}

sub cell {
    my ($part, $whole, $scale) = @_;
    return $whole ? sprintf ' %5.1f', $scale * $part / $whole : '     -';
}

sub print_lines {
    my ($name) = @_;
    for my $path (sort keys %{$lines{$name}}) {
        (my $shown = $path) =~ s{^\Q$ENV{PWD}\E/}{};
        print "\n  $shown\n",
            "  line   warp lanes  sect  load store   bank unif.\n",
            "         inst /inst  /req     %     % confl.     %  source\n";
        for my $line (sort { $a <=> $b } keys %{$lines{$name}{$path}}) {
            my %c = (executed => 0, threads => 0, conflicts => 0, %{$lines{$name}{$path}{$line}});
            next unless $c{executed};
            (my $text = $c{text}) =~ s/^\s+//;
            printf "%6d%s%s%s%s%s%s%s  %s\n", $line, count($c{executed}), cell($c{threads}, $c{executed}, 1),
                cell($c{sectors} // 0, $c{requests}, 1), cell($c{'ideal Load'} // 0, $c{Load}, 100),
                cell($c{'ideal Store'} // 0, $c{Store}, 100), count($c{conflicts}),
                cell(($c{branches} // 0) - ($c{divergent} // 0), $c{branches}, 100), substr($text, 0, $WIDTH - 52);
        }
    }
}

# ---- Kernels ---------------------------------------------------------------------------------------------------------

sub print_metric {
    my ($name, $value, $unit) = @_;
    my $room = $WIDTH - 3 - length $name;
    my $text = sprintf($value == int($value) && $unit ne '%' ? '%.0f %s' : '%.2f %s', $value, $unit);
    $text =~ s/ .*// if length $text > $room;
    printf "  %s %*s\n", $name, $room, $text;
}

open $in, '<', $raw or die "$raw: $!\n";
my ($names, $units, @order, %row, %launches);
while (my $text = <$in>) {
    next unless $text =~ /^"/;
    my @f = fields($text);
    if (!$names) {
        $names = \@f;
    } elsif (!$units) {
        $units = \@f;
    } else {
        my %value = map { $names->[$_] => $f[$_] } 0 .. $#f;
        my $key = "$value{'Kernel Name'}|$value{'Grid Size'}|$value{'Block Size'}";
        push @order, $key unless $launches{$key}++;
        $row{$key} = \%value;
    }
}
close $in;
die "$raw: ncu profiled no kernel\n" unless @order;

my %unit = map { $names->[$_] => $units->[$_] } 0 .. $#$names;
print "\nProfile by ncu\n";
for my $key (@order) {
    my %value = %{$row{$key}};
    (my $grid = $value{'Grid Size'}) =~ s/\s//g;
    (my $block = $value{'Block Size'}) =~ s/\s//g;
    printf "\n%s\n  grid %s, block %s, %d launch%s\n", $value{'Kernel Name'}, $grid, $block, $launches{$key},
        $launches{$key} == 1 ? '' : 'es';
    for my $section (@SECTIONS) {
        my ($title, @metrics) = @$section;
        my @known = grep { defined number($value{$_->[0]}) } @metrics;
        # A section is left out if all its metrics are zero, as those of shared memory in a kernel that uses none.
        next unless grep { number($value{$_->[0]}) != 0 } @known;
        print " $title\n";
        for my $metric (@known) {
            my ($name, $u) = @$metric;
            my $n = number($value{$name});
            $n /= 1000 if $unit{$name} =~ /^n(s|second)/;
            print_metric($name, $n, $u);
        }
    }
    print_lines($value{'Kernel Name'});
}
