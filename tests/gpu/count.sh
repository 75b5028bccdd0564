# shellcheck shell=bash
# count.sh FOLDER: the beginning of scripts that write ncu's counters as rows. They source it. It includes begin.sh.
. "$(dirname "$0")/begin.sh"

STAMP=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1 | sed 's/, /,/'),$(date +%F)
export STAMP

# count METRICS COLUMNS WHAT COMMAND...: prints ncu's METRICS (with commas between) of the command's launches, a CSV row for each. A
# row begins with COLUMNS; unless they are empty, a heading is printed first. WHAT says what stands in them:
#
#   names     the lines that the command prints, one for each launch     shapes     the same, then grid and block
#   PROGRAM   this word, the kernel's name, nothing, grid and block
#
# COMMAND may begin with options of ncu. LIMIT ends it after so many seconds.
count()
{
    local metrics=$1 columns=$2 what=$3
    shift 3
    rm -f "$work/ncu.csv"
    ${LIMIT:+timeout -k 5 -s INT "$LIMIT"} ncu --clock-control none --csv --page raw --print-units base --metrics "$metrics" \
        --log-file "$work/ncu.csv" "$@" >"$work/names"
    if [ ! -e "$work/ncu.csv" ]; then
        tail -n 3 "$work/names" >&2
        return 1
    fi
    perl -MText::ParseWords -e '
        my ($columns, $what, $names) = splice @ARGV, 0, 3;
        open my $launches, "<", $names or die;
        chomp(my @launches = grep { !/^==/ } <$launches>);
        my @rows = map { chomp; [quotewords(",", 0, $_)] } grep { /^"/ } <>;
        my ($head, $units) = splice @rows, 0, 2;
        my %at = map { $head->[$_] => $_ } 0 .. $#$head;
        my @kept = grep { $head->[$_] =~ /^(gpu|smsp|sm|lts|l1tex|dram)__.*(\.sum|\.pct|avg\.per_second)$/ } 0 .. $#$head;
        print join(",", $columns, (map { "$head->[$_] ($units->[$_])" } @kept), "device", "driver", "date"), "\n" if $columns;
        for my $i (0 .. $#rows) {
            my $kernel = $rows[$i][$at{"Kernel Name"}] =~ s/[<(].*//sr =~ s/.* //sr;
            next if $kernel =~ /^flush/; # a kernel of flush.h, which runs between launches
            my @is = $what =~ /^(names|shapes)$/ ? $launches[$i] : ($what, $kernel, "");
            push @is, map { $rows[$i][$at{$_}] =~ s/[(), ]+/x/gr =~ s/^x|x$//gr } "Grid Size", "Block Size" if $what ne "names";
            print join(",", @is, (map { $rows[$i][$_] =~ tr/,//dr } @kept), $ENV{STAMP}), "\n";
        }' "$columns" "$what" "$work/names" "$work/ncu.csv"
}
