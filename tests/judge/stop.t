#!/usr/bin/env bash
# make grade when something goes wrong: what cannot be judged is a row of its own and is tried again; stopped in any way,
# no process and no folder stays. The judges are stand-ins, and one real.
. "$(dirname "$0")/../harness/lib.sh"
. "$(dirname "$0")/stand-in.sh"

if ! bwrap --unshare-all --ro-bind / / true 2>/dev/null; then
    ok 'grading # SKIP bubblewrap makes no sandbox here' true
    done_testing
    exit
fi
make_stand_in

# ---- Not judged ------------------------------------------------------------------------------------------------

class=$work/class
mkdir -p "$class"/{ann,bob,cay}
echo '// right' | tee "$class/ann/ex3-1.cu" "$class/ann/ex3-2.cu" >"$class/cay/ex3-1.cu"
echo '// right, and trouble' >"$class/bob/ex3-1.cu"
touch "$work/trouble"
grade -e '3-1 3-2' "$class"
is 'one that cannot be judged: exit status' "$status" 3
has 'one that cannot be judged: said' "$err" '^grade: bob, ex3-1: not judged: ex3-1: no room for the results'
is 'its row says why' "$(cell bob ex3-1)/$(cell bob total)" 'not judged: ex3-1: no room for the results/open'
is 'the others have their grades' "$(cell ann total)/$(cell cay total)" 6/3
has 'its student reads it' "$(cat "$work/out/results/bob.txt")" 'not judged: ex3-1: no room'
lacks 'Gradescope gets no score' "$(cat "$work/out/results/bob.json")" '"score"'
has 'JUnit calls it an error' "$(cat "$work/out/results/bob.xml")" 'errors="1"'
rm "$work/trouble"
grade -e '3-1 3-2' "$class"
is 'tried again: judged' "$status/$(cell bob ex3-1)" 0/3
has 'tried again: that one only' "$out" ' 1 judged in .*, 3 kept'

# ---- Stopped ---------------------------------------------------------------------------------------------------

# below PROCESS: the processes that it has started, and those that they have
below()
{
    local children child
    read -ra children <"/proc/$1/task/$1/children" 2>/dev/null
    for child in "${children[@]}"; do
        echo "$child"
        below "$child"
    done
}

# gone PROCESS...: none runs, after ten seconds at most
gone()
{
    local process tries
    for process in "$@"; do
        for ((tries = 0; tries < 100; tries++)); do
            [[ -e /proc/$process && $(cut -d' ' -f3 "/proc/$process/stat" 2>/dev/null) != Z ]] || continue 2
            sleep 0.1
        done
        return 1
    done
}

# until_there COMMAND...: it succeeds within 30 seconds
until_there()
{
    local tries
    for ((tries = 0; tries < 300; tries++)); do
        ! "$@" || return 0
        sleep 0.1
    done
    return 1
}

# stops SIGNAL HOW-MANY GRADE CLASS: starts GRADE and sends it the signal when so many processes are below it
stops()
{
    local signal=$1 enough=$2 grader
    local -a started
    shift 2
    mkdir -p "$work/tmp"
    TMPDIR=$work/tmp "$@" >/dev/null 2>&1 &
    grader=$!
    # shellcheck disable=SC2317 # called by until_there
    enough_below() { [ "$(below "$grader" | wc -l)" -ge "$enough" ]; }
    ok "$signal: at work" until_there enough_below
    mapfile -t started < <(below $grader)
    kill -"$signal" $grader
    wait $grader 2>/dev/null
    ok "$signal: no process stays" gone "${started[@]}"
    kill -KILL "${started[@]}" 2>/dev/null # whatever was just shown, this test leaves none
}

mkdir -p "$work/slow"/{ann,bob}
echo '// slow' | tee "$work/slow/ann/ex3-1.cu" >"$work/slow/bob/ex3-1.cu"
for signal in TERM INT HUP; do
    stops $signal 6 "$house/tools/grade.pl" -o "$work/stopped" -j 2 -e 3-1 "$work/slow"
    is "$signal: no folder stays" "$(ls "$work/tmp")" ''
done
stops KILL 6 "$house/tools/grade.pl" -o "$work/stopped" -j 2 -e 3-1 "$work/slow"
ok 'KILL: its folder is there' test -n "$(ls "$work/tmp")"
TMPDIR=$work/tmp grade -e 3-1 "$class"
run env TMPDIR="$work/tmp" "$house/tools/grade.pl" -o "$work/next" -e 3-1 "$class"
is 'KILL: the next run sweeps it' "$status/$(ls "$work/tmp")" 0/

# At any moment: a dozen kills by chance, while archives are read and short work is judged.
many=$work/many
for student in {a..z}; do
    mkdir -p "$many/$student"
    cp "$class/ann/ex3-1.cu" "$many/$student/"
    tar -C "$many/$student" -czf "$many/$student$student.tar.gz" .
done
# shellcheck disable=SC2317 # called by until_there
none_left() { ! grep -lsz "^TMPDIR=$work/tmp" /proc/[0-9]*/environ; }
for ((i = 0; i < 12; i++)); do
    TMPDIR=$work/tmp "$house/tools/grade.pl" -o "$work/many-out" -j 2 -e 3-1 "$many" >/dev/null 2>&1 &
    sleep "0.$((RANDOM % 10))"
    kill -"$([ $((i % 2)) = 0 ] && echo KILL || echo TERM)" $! 2>/dev/null
    wait $! 2>/dev/null
done
ok 'a dozen kills at any moment: no process stays' until_there none_left
run env TMPDIR="$work/tmp" "$house/tools/grade.pl" -o "$work/many-out" -e 3-1 "$many"
is 'a dozen kills at any moment: the next run sweeps, and all have their grades' "$status/$(ls "$work/tmp")/$(grep -c ',3,3,$' "$work/many-out/grades.csv")" 0//52

# Reading an archive that never ends.
mkdir "$work/endless"
head -c 1000000000 /dev/zero | gzip -1 >"$work/endless/ann.tar.gz"
cat "$work/endless/ann.tar.gz" "$work/endless/ann.tar.gz" "$work/endless/ann.tar.gz" >"$work/endless/bob.tar.gz"
stops KILL 2 "$house/tools/grade.pl" -o "$work/stopped" -e 3-1 "$work/endless"

# The real judge, in its sandbox, with a kernel that never ends.
if [ -x build/judge/ex3-1 ] || make -s build/judge/ex3-1 build/judge/device-sim >/dev/null 2>&1; then
    mkdir -p "$work/loop/ann"
    sed 's/^{$/{\n    while (threadIdx.x < 9999) ;/' solutions/ex3-1-block-sum/exercise.cu >"$work/loop/ann/ex3-1.cu"
    for signal in TERM KILL; do
        stops $signal 4 tools/grade.pl -o "$work/stopped" -e 3-1 "$work/loop"
    done
fi

done_testing
