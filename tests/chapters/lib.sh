# shellcheck shell=bash
# shellcheck disable=SC2154 # tests/harness/lib.sh sets work, status, out and err
# lib.sh: what the chapters' tests share: wrong copies of programs, rows, and what the simulator counts. A test of a chapter
# sources it after tests/harness/lib.sh.

# made_wrong PROGRAM SED-SCRIPT: builds the program with its source changed, as $work/PROGRAM. In sed's replacement & is what was found, so C's
# && is \&\& there.
made_wrong()
{
    local source own
    source=$(ls chapters/"${1%%-*}"-*/"${1#*-}".cu)
    sed "$2" "$source" >"$work/$1.cu"
    ok "$1, made wrong by $2: is another program" not cmp -s "$source" "$work/$1.cu"
    read -ra own < <(sed -n 's|^// build: ||p' "$source") || true
    run ./warpcc -Icommon -I"${source%/*}" "${own[@]}" "$work/$1.cu" -o "$work/$1"
    is "$1, made wrong by $2: builds" "$status" 0
}

# rows_right WHAT NUMBER: checks that the last run, with --csv, ended well with so many rows, all right.
rows_right()
{
    is "$1: rows that are right" "$status $(grep -c ',ok,' <<<"$out") $(wc -l <<<"$out")" "0 $2 $(($2 + 1))"
}

# rows_of PROGRAM: prints the names that -k takes.
rows_of()
{
    "build/sim/$1" -h | sed -n '/-k, --kernel/,/--csv/s/^ \{20,\}//p'
}

# all_ok: succeeds if the last run ended well and no row of it is wrong.
all_ok()
{
    [ "$status" = 0 ] && ! grep -q WRONG <<<"$out"
}

# is_silent WHAT WORDS: checks that the last run, whose WARPSIM was WORDS, has found nothing, if it was asked to check.
is_silent()
{
    [[ " $2 " != *' check '* ]] || has "$1: no complaint" "$err" '^=+ ERROR SUMMARY: 0 errors'
}

# counted HOW PROGRAM ROW METRIC [ARGUMENT...]: prints what the simulator counts for -k ROW: of its last launch, or the sum over all. It
# counts the same in each run, so the program runs once for all metrics.
counted()
{
    local how=$1 program=$2 row=$3 metric=$4 counts
    shift 4
    counts=$(printf '%s_' "$work/counts-$program" "$row" "$@")
    [ -e "$counts" ] || WARPSIM="json=$counts" "build/sim/$program" -k "$row" "$@" >/dev/null
    perl -MJSON::PP -0777 -e 'my ($file, $how, $name) = @ARGV;
        open my $in, "<", $file or die;
        my @kernels = @{decode_json(<$in>)->{kernels}};
        @kernels = $kernels[-1] if $how eq "last";
        my @values = grep { defined } map { $_->{value} } grep { $_->{name} eq $name } map { @{$_->{metrics}} } @kernels;
        exit unless @values;
        my $sum = 0;
        $sum += $_ for @values;
        printf $sum == int $sum ? "%d\n" : "%.6g\n", $sum' "$counts" "$how" "$metric"
}

# last_of PROGRAM ROW METRIC [ARGUMENT...]: prints the metric of the row's last launch.
last_of()
{
    counted last "$@"
}

# sum_of PROGRAM ROW METRIC [ARGUMENT...]: prints the metric's sum over the row's launches.
sum_of()
{
    counted sum "$@"
}

# less A B: succeeds if 0 < A < B.
less()
{
    awk -v a="$1" -v b="$2" 'BEGIN { exit !(a > 0 && a < b) }'
}
