#!/usr/bin/env bash
# peers.sh FOLDER: the fastest rungs beside the library that does the same, or beside a copy of the same bytes, three times on this
# GPU, in at most nine minutes. First all must be right at 0, 1, odd and large sizes, and silent under compute-sanitizer. FOLDER gets
# peers.csv, with the rows of the three runs, for results/<device>-peers.csv; prints the medians of the ratios. Exit status 1:
# something was wrong.
. "$(dirname "$0")/begin.sh"
. tests/gpu/fail.sh

programs='ch1-transpose ch3-histogram ch3-lookback ch3-softmax ch3-layernorm ch4-ticket ch6-tuned'
# shellcheck disable=SC2086
make -s -j8 DEVICE=gpu $programs
echo "built, ${SECONDS} s"

# right PROGRAM ARGUMENTS...: runs it once and complains if a result is wrong.
right()
{
    local program=$1
    shift
    "./$program" "$@" -r 1 >"$work/right.txt" 2>&1 || fail "$program $*: $(grep -m 1 -E 'WRONG|wrong|error' "$work/right.txt")"
}
for shape in '1 1' '1 1001' '1001 1' '63 65' '127 257' '1023 1025' '8190 8194'; do
    read -r rows columns <<<"$shape"
    right ch1-transpose -n "$rows" -w "$columns"
done
for n in 0 1 15 1023 1000003; do
    right ch3-histogram -n "$n"
    right ch3-lookback -n "$n"
    right ch4-ticket -n "$n"
done
for shape in '0 5 5' '5 0 5' '5 5 0' '1 1 1' '3 1 100003' '127 129 1' '257 131 67' '1001 999 1003' '300 300 100000' '4095 4097 4099'; do
    read -r rows columns depth <<<"$shape"
    right ch6-tuned -m "$rows" -n "$columns" -d "$depth"
done
for tool in memcheck racecheck synccheck initcheck; do
    for command in 'ch1-transpose -n 130 -w 263 -k transposeSectors' 'ch3-histogram -n 100003 -k histWide' \
        'ch6-tuned -m 150 -n 266 -d 341 -k sgemmStream' 'ch6-tuned -m 150 -n 267 -d 341 -k sgemmStream'; do
        # shellcheck disable=SC2086
        compute-sanitizer --tool $tool --error-exitcode 9 ./$command -r 1 >"$work/check.txt" 2>&1 ||
            fail "$command, $tool: $(grep -m 1 '=====.*[Ee]rror' "$work/check.txt")"
    done
done
echo "sizes and sanitizers done, ${SECONDS} s"

for _ in 1 2 3; do
    for n in 2^20 2^24 2^28; do
        timed ch4-ticket ./ch4-ticket -n $n
    done
    for n in 2^20 2^24 2^28; do
        timed ch3-lookback ./ch3-lookback -n $n
        timed ch3-histogram ./ch3-histogram -n $n
    done
    for shape in '8192 8192' '8190 8194' '8191 8193' '4095 4099'; do
        read -r rows columns <<<"$shape"
        timed "ch1-transpose ${rows}x$columns" ./ch1-transpose -n "$rows" -w "$columns"
    done
    for name in softmax layernorm; do
        timed ch3-$name ./ch3-$name -n 65536 -m 1024
    done
    for shape in '1024 1024 1024' '2048 2048 2048' '4096 4096 4096' '8192 8192 8192' '1023 1025 1027' '8192 128 2048' \
        '128 8192 2048' '8191 127 2047' '100 8191 4099' '300 300 100000' '64 8192 8192'; do
        read -r rows columns depth <<<"$shape"
        timed "ch6-tuned ${rows}x${columns}x$depth" ./ch6-tuned -m "$rows" -n "$columns" -d "$depth" -r 7
    done
    echo "run done, ${SECONDS} s" >&2
done | awk '!/^program,/ || !seen++ { print; fflush() }' >"$folder/peers.csv"
! grep ,WRONG, "$folder/peers.csv" || fail 'a wrong row'

# For each program and size the peer is the row named cub…, cublas… or copy, and ours is the fastest of the others.
perl - "$folder/peers.csv" <<'PERL'
use strict;
use warnings;
my (%ms, @order, %rival);
while (<>) {
    my ($program, $kernel, $n, $ms) = split /,/;
    next if $program eq 'program';
    my $type = $kernel =~ /(Int|Float)$/ ? " $1" : '';
    my $what = "$program $n$type";
    push @order, $what if !$ms{$what};
    push @{$ms{$what}{$kernel}}, $ms;
    $rival{$what} = $kernel if $kernel =~ /^(cub|copy)/;
}
sub median { my @sorted = sort { $a <=> $b } @_; return $sorted[$#sorted / 2] }
for my $what (@order) {
    my $rows = $ms{$what};
    next if !$rival{$what};
    my ($ours) = sort { median(@{$rows->{$a}}) <=> median(@{$rows->{$b}}) } grep { $_ ne $rival{$what} && $_ !~ /^memcpy|_loop$/ } keys %$rows;
    my @ratios = map { $rows->{$rival{$what}}[$_] / $rows->{$ours}[$_] } 0 .. $#{$rows->{$ours}};
    printf "%-34s %-18s %9.4f ms, %s %.3f times as long\n", $what, $ours, median(@{$rows->{$ours}}), $rival{$what}, median(@ratios);
}
PERL
exit $failed
