# shellcheck shell=bash
# stand-in.sh: makes a workbook whose judges take no time, for tests of what goes on around judging.
#
# Such a judge looks for words in the submission. A file with "right" passes. A file with "trouble" can't be judged while
# $work/trouble exists. One that passes has the level that it names, "gold" or "silver" or "bronze". A file with "slow" sleeps for ever, in two processes, until $work/hurry exists; one with "busy" computes for ever until then. The judge does all that a real
# one promises grade.pl: it writes files of results, has an exit status, and its processes die with it.

house=${work:?}/house

# make_stand_in: makes the workbook, with two exercises, in $house.
make_stand_in()
{
    mkdir -p "$house"/{tools/class,build/judge,exercises/.given,solutions}
    cp -r tools/class/grade.pl tools/class/grade "$house/tools/class/"
    cp tools/need.sh "$house/tools/"
    for name in ex3-1-block-sum ex3-2-side-by-side; do
        mkdir "$house/exercises/$name" "$house/solutions/$name"
        cp "exercises/.given/$name.cu" "$house/exercises/.given/"
        write_judge "$house/build/judge/${name:0:5}"
    done
}

# write_judge FILE: writes a judge.
write_judge()
{
    cat >"$1" <<END_OF_JUDGE
#!/bin/sh
name=\$(basename "\$0")
while [ \$# -gt 1 ]; do
    case \$1 in
    --json) json=\$2 ;;
    --text) text=\$2 ;;
    esac
    shift
done
if grep -q trouble "\$1" 2>/dev/null && [ -e "$work/trouble" ]; then
    echo "\$name: no room for the results" >&2
    exit 3
fi
if grep -q busy "\$1" 2>/dev/null && [ ! -e "$work/hurry" ]; then
    while :; do :; done
fi
if grep -q slow "\$1" 2>/dev/null && [ ! -e "$work/hurry" ]; then
    setpriv --pdeathsig KILL sleep 1000 &
    setpriv --pdeathsig KILL sleep 1000
fi
if grep -q right "\$1" 2>/dev/null; then
    score=3 state=passed why= next=
    word=\$(grep -oE 'gold|silver|bronze' "\$1" || echo none)
else
    word=none score=0 state=failed why='out[0] is 1; expected 2' next='not run: an earlier case failed'
fi
printf '{"score": %d, "execution_time": 0.5,
    "extra_data": {"level": {"word": "%s", "counters": [{"name": "smsp__inst_executed.sum", "label": "instructions", "value": 1000}]}}, "tests": [
    {"number": "1", "name": "%s", "score": %d, "max_score": 3, "status": "%s", "output": ""},
    {"number": "1.1", "name": "full blocks (sim)", "score": 0, "max_score": 0, "status": "%s", "output": "%s"},
    {"number": "1.2", "name": "one more (sim)", "score": 0, "max_score": 0, "status": "%s", "output": "%s"}]}' \\
    \$score \$word \$name \$score \$state \$state "\$why" \$state "\$next" >"\$json"
printf '%s\n%s\n%s\n' "\$name" "\$state" "\$why" >"\$text"
[ \$state = passed ]
END_OF_JUDGE
    chmod +x "$1"
}

# grade OPTIONS... CLASS: runs the workbook's grade.pl, which writes to $to, by default $work/out.
grade()
{
    run env TMPDIR="$work" "$house/tools/class/grade.pl" -o "${to:-$work/out}" "$@"
}

# until_true COMMAND...: waits until the command succeeds, for at most five minutes. What a test waits for stays until the test ends
# it, so a slow machine makes the test only slower.
until_true()
{
    local tries
    for ((tries = 0; tries < 3000; tries++)); do
        ! "$@" >/dev/null 2>&1 || return 0
        sleep 0.1
    done
    return 1
}

# cell STUDENT COLUMN [FILE]: prints a cell of grades.csv as a CSV reader reads it.
cell()
{
    perl -CSA -Itools/class/grade -MText -e '
        my ($student, $column, $file) = @ARGV;
        my ($head, @rows) = map { $_->{fields} } csv_rows(characters(slurp($file)));
        my ($at) = grep { $head->[$_] eq $column } 0 .. $#$head;
        print $_->[$at] // "" for grep { $_->[0] eq $student } @rows;
    ' "$1" "$2" "${3:-${to:-$work/out}/grades.csv}"
}
