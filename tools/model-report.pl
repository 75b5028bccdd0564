#!/usr/bin/perl
# model-report.pl: the simulator's modelled times and bytes beside what ncu measured on a GPU, kernel by kernel.
#
# usage: tools/model-report.pl simulate [PROGRAM...]   runs the programs on the simulator, into build/model/
#        tools/model-report.pl report                  prints the tables, in Markdown, from those runs
#
# Measured values are the rows of results/h200-counters.csv; ncu empties the caches before each kernel. The same programs
# run at the same sizes on the simulator with device=h200. Programs must have been built with DEVICE=sim.
use strict;
use warnings;
use JSON::PP;
use File::Path 'make_path';

my $measured = 'results/h200-counters.csv';
my $folder = 'build/model';

# Further arguments of a program, as those of the run under ncu.
my %arguments = ('ch6-sgemm' => '-m 512 -d 512', 'ch4-loop' => '-i 1024');

# Size or shape that a program's -n takes, and how often each metric was read: {program}{kernel}{metric} = value.
my (%size, %gpu);
open my $rows, '<', $measured or die "$measured: $!\n";
while (<$rows>) {
    chomp;
    my ($program, $kernel, $n, $metric, undef, $value) = split /,/;
    next if $program eq 'program';
    $size{$program} = $n;
    $gpu{$program}{$kernel}{$metric} = $value;
}
close $rows;

# reduce<(unsigned int)512>(int *, …) is known by its plain name.
sub plain {
    my ($name) = @_;
    $name =~ s/[<(].*//s;
    $name =~ s/.* //s;
    return $name;
}

# The rows that a program's -k takes.
sub rows_of {
    my ($program) = @_;
    my $help = `build/sim/$program -h`;
    return $help =~ /-k, --kernel(.*?)--csv/s ? $1 =~ /^ {20,}(\S+)$/mg : ();
}

sub simulate_one {
    my ($program, $name, $more) = @_;
    local $ENV{WARPSIM} = "device=h200 json=$folder/$program.$name.json";
    my $command = "build/sim/$program -n $size{$program} -r 1 $more >/dev/null";
    system($command) == 0 or die "$command: failed\n";
}

# Where a kernel of the measured ones is no kernel's name but a row's, each row runs alone and its last kernel counts.
sub simulate {
    make_path($folder);
    for my $program (@_ ? @_ : sort keys %size) {
        my $arguments = $arguments{$program} // '';
        my @rows = grep { $gpu{$program}{$_} } rows_of($program);
        my %is_row = map { $_ => 1 } @rows;
        if (grep { !$is_row{$_} } keys %{$gpu{$program}}) {
            simulate_one($program, 'all', $arguments);
        } else {
            simulate_one($program, $_, "$arguments -k $_") for @rows;
        }
    }
}

# {program}{kernel}{metric} = value of the simulator's runs; {limit} is the term that limits.
sub simulated {
    my %simulated;
    for my $program (keys %gpu) {
        for my $file (glob "$folder/$program.*.json") {
            my ($row) = $file =~ /\.(\w+)\.json$/;
            open my $json, '<', $file or die "$file: $!\n";
            for my $kernel (@{decode_json(do { local $/; <$json> })->{kernels}}) {
                my $values = $simulated{$program}{$row eq 'all' ? plain($kernel->{name}) : $row} = {};
                $values->{$_->{name}} = $_->{value} for @{$kernel->{metrics}};
                $values->{limit} = $kernel->{limit};
            }
        }
    }
    return \%simulated;
}

# Error in percent as it is shown; '' where nothing was measured.
sub off {
    my ($model, $gpu) = @_;
    return $gpu > 0 ? sprintf '%+.0f %%', 100 * ($model / $gpu - 1) : '';
}

my ($time, $read, $written, $l2) =
    qw(gpu__time_duration.sum dram__bytes_read.sum dram__bytes_write.sum lts__t_bytes.sum);

# One table of what `choose` accepts; returns the errors of times, as fractions.
sub table {
    my ($simulated, $choose) = @_;
    print "| program | kernel | µs, H200 | modelled | error | limit | DRAM read MB | error ",
        "| written MB | error | L2 MB | error |\n| --- | --- ", "| ---: | ---: | ---: | --- ", '| ---: ' x 6, "|\n";
    my @errors;
    for my $program (sort keys %gpu) {
        for my $kernel (sort keys %{$gpu{$program}}) {
            my ($g, $s) = ($gpu{$program}{$kernel}, $simulated->{$program}{$kernel});
            next unless $s && $g->{$time} && $choose->($g->{$time});
            push @errors, [$s->{$time} / $g->{$time} - 1, "$program $kernel", $g, $s];
            printf "| %s | %s | %.1f | %.1f | %s | %s |", $program, $kernel, $g->{$time}, $s->{$time},
                off($s->{$time}, $g->{$time}), $s->{limit};
            for my $bytes ($read, $written, $l2) {
                printf ' %.1f | %s |', $g->{$bytes} / 1e6,
                    $g->{$bytes} < 1e6 ? '' : off($s->{$bytes}, $g->{$bytes});
            }
            print "\n";
        }
    }
    return @errors;
}

sub summary {
    my @errors = @_;
    my $sum = 0;
    $sum += abs $_->[0] for @errors;
    my ($worst) = sort { abs $b->[0] <=> abs $a->[0] } @errors;
    printf "\n%d kernels: mean error of the time %.1f %%, worst %+.0f %% (%s).\n", scalar @errors,
        100 * $sum / @errors, 100 * $worst->[0], $worst->[1];
    for ([$read, 'DRAM bytes read'], [$written, 'DRAM bytes written'], [$l2, 'L2 bytes']) {
        my ($metric, $name) = @$_;
        my @measured = grep { $_->[2]{$metric} >= 1e6 } @errors;
        my @near = grep { abs($_->[3]{$metric} / $_->[2]{$metric} - 1) <= 0.1 } @measured;
        printf "%s within 10 %% of ncu's: %d of the %d that move 1 MB or more.\n", $name, scalar @near,
            scalar @measured;
    }
}

# Pairs of a program's kernels that the GPU separates by 10 % or more, and the model orders the other way.
sub orders {
    my ($simulated) = @_;
    my ($pairs, @wrong) = (0);
    for my $program (sort keys %gpu) {
        my ($g, $s) = ($gpu{$program}, $simulated->{$program});
        my @kernels = sort { $g->{$a}{$time} <=> $g->{$b}{$time} } grep { $s->{$_} && $g->{$_}{$time} >= 20 } keys %$g;
        for my $i (0 .. $#kernels) {
            for my $k ($i + 1 .. $#kernels) {
                my ($fast, $slow) = @kernels[$i, $k];
                next if $g->{$slow}{$time} < 1.1 * $g->{$fast}{$time};
                $pairs++;
                push @wrong, sprintf '%s: %s %.1f before %s %.1f µs, modelled %.1f and %.1f', $program, $fast,
                    $g->{$fast}{$time}, $slow, $g->{$slow}{$time}, $s->{$fast}{$time}, $s->{$slow}{$time}
                    if $s->{$slow}{$time} <= $s->{$fast}{$time};
            }
        }
    }
    printf "\n## Order\n\nOf %d pairs of a program's kernels of 20 µs or more that the H200 separates by 10 %% or more, "
        . "the model orders %d the same way.\n", $pairs, $pairs - @wrong;
    print "The others:\n\n", map { "- $_\n" } @wrong if @wrong;
}

my $verb = shift // '';
if ($verb eq 'simulate') {
    simulate(@ARGV);
} elsif ($verb eq 'report') {
    my $simulated = simulated();
    print <<'END';
# How near the model is

What `model.c` says of the workbook's kernels, beside what Nsight Compute measured on an NVIDIA H200 (driver 580.159.04,
CUDA 13.0; `results/h200-counters.csv`). `ncu` empties the caches before each kernel and leaves the clocks alone. The same
programs ran at the same sizes on the simulator with `WARPSIM=device=h200`. Made by

    make DEVICE=sim all
    tools/model-report.pl simulate
    tools/model-report.pl report >simulator/ACCURACY.md

The constants of the model (`model.c`) were chosen on these very kernels: expect somewhat more of others.

Known to be wrong, and why:

- `sumGlobalAtomics`, `segmentAtomics`: what atomics of many warps to one address cost is not in the model.
- `spilling`: registers that ptxas spills are not in the PTX, nor is their traffic; `arrayInLocal`: local memory goes to L2,
  and its lines that L2 writes to DRAM are not counted.
- `sgemmTiles`: ncu's row is the instance that splits the depth among blocks, the simulator's another.
- `sgemmCoalesced`: of the warps of a block that load the same line, here the first one waits for all of them.
- `ld.global.cg` may hit L1 here; the L1 is that of one block, so that neighbours on an SM neither help nor harm; all loads
  that miss it together pay one latency, however many sectors they bring, which is probably why `segmentThread` and
  `segmentWarp` come out at half.
- DRAM bytes written: what a launch leaves in L2 is a share of its footprint, fitted, and not tracked from launch to launch.

END
    print "## Kernels that run 20 µs or longer\n\n";
    summary(table($simulated, sub { $_[0] >= 20 }));
    print "\n## Shorter ones\n\nHere the launch itself is most of the time.\n\n";
    summary(table($simulated, sub { $_[0] < 20 }));
    orders($simulated);
} else {
    print STDERR "usage: model-report.pl simulate [PROGRAM...]\n       model-report.pl report\n";
    exit 2;
}
