#!/usr/bin/env bash
# make grade when something goes wrong. A submission that cannot be judged has a row that says why, and is tried again. However a run
# is stopped, no process and no folder stays. The judges are stand-ins, but for one, which is real.
. "$(dirname "$0")/../harness/lib.sh"
. "$(dirname "$0")/stand-in.sh"

needs_sandbox
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
has 'Gradescope gets to know that the total is open' "$(cat "$work/out/results/bob.json")" 'The total is open'
lacks 'Gradescope gets no score' "$(cat "$work/out/results/bob.json")" '"score"'
has 'JUnit calls it an error' "$(cat "$work/out/results/bob.xml")" 'errors="1"'
rm "$work/trouble"
grade -e '3-1 3-2' "$class"
is 'tried again: judged' "$status/$(cell bob ex3-1)" 0/3
has 'tried again: that one only' "$out" ' 1 judged in .*, 3 kept'

# ---- Stopped ---------------------------------------------------------------------------------------------------

# below PROCESS: prints the processes that it has started, and those that these have started: a line each, number and command.
below()
{
    ps -e -o pid=,ppid=,comm= | awk -v top="$1" '
        { parent[$1] = $2; command[$1] = $3 }
        END {
            for (one in parent) {
                for (up = parent[one]; up > 1 && up != top; up = parent[up]) ;
                if (up == top) print one, command[one]
            }
        }'
}

# stops SIGNAL COUNT COMMAND GRADE...: runs GRADE and sends it the signal when so many processes of this command are below it. None of
# them may stay.
stops()
{
    local signal=$1 count=$2 command=$3 grader
    local -a started
    shift 3
    mkdir -p "$work/tmp"
    TMPDIR=$work/tmp "$@" >/dev/null 2>&1 &
    grader=$!
    # shellcheck disable=SC2317 # called by until_true
    at_work() { [ "$(below "$grader" | grep -c " $command\$")" = "$count" ]; }
    # shellcheck disable=SC2317
    at_work_or_over() { at_work || ! kill -0 "$grader" 2>/dev/null; }
    until_true at_work_or_over
    ok "$signal: $command at work" at_work
    mapfile -t started < <(below $grader | cut -d' ' -f1)
    kill -"$signal" $grader
    wait $grader 2>/dev/null
    # shellcheck disable=SC2317 # called by until_true
    gone() { ! ps -o stat= -p "${started[*]}" | grep -qv Z; }
    ok "$signal: no process stays" until_true gone
}

mkdir -p "$work/slow"/{ann,bob}
echo '// slow' | tee "$work/slow/ann/ex3-1.cu" >"$work/slow/bob/ex3-1.cu"
for signal in TERM INT HUP KILL; do
    stops $signal 4 sleep "$house/tools/class/grade.pl" -o "$work/stopped" -j 2 -e 3-1 "$work/slow"
    is "$signal: no folder stays" "$(ls "$work/tmp")" ''
done

# If every process was killed at once, a folder stays, and a lock that nobody holds. The next run removes both.
left=$work/tmp/warp-grade-$(id -u)
mkdir "$left-1-00000001" "$left-2-00000002"
touch "$left-1-00000001"/{file,../"$(basename "$left")"-{1-00000001,2-00000002}.lock}
exec 9<"$left-2-00000002.lock"
flock 9
run env TMPDIR="$work/tmp" "$house/tools/class/grade.pl" -o "$work/next" -e 3-1 "$class"
is 'the next run sweeps it, and none in which somebody works' "$status/$(ls "$work/tmp")" "0/$(basename "$left-2-00000002")
$(basename "$left-2-00000002.lock")"
exec 9<&-
run env TMPDIR="$work/tmp" "$house/tools/class/grade.pl" -o "$work/next" -e 3-1 "$class"
is 'and in the end that, too' "$status/$(ls "$work/tmp")" 0/

# A dozen runs are killed at random moments, while archives are read and short work is judged.
many=$work/many
for student in {a..z}; do
    mkdir -p "$many/$student"
    cp "$class/ann/ex3-1.cu" "$many/$student/"
    tar -C "$many/$student" -czf "$many/$student$student.tar.gz" .
done
# shellcheck disable=SC2317 # called by until_true
none_left() { ! grep -qsz "^TMPDIR=$work/tmp" /proc/[0-9]*/environ; }
for ((i = 0; i < 12; i++)); do
    TMPDIR=$work/tmp "$house/tools/class/grade.pl" -o "$work/many-out" -j 2 -e 3-1 "$many" >/dev/null 2>&1 &
    sleep "0.$((RANDOM % 10))"
    kill -"$([ $((i % 2)) = 0 ] && echo KILL || echo TERM)" $! 2>/dev/null
    wait $! 2>/dev/null
done
ok 'a dozen kills at any moment: no process stays' until_true none_left
is 'a dozen kills at any moment: no folder stays' "$(ls "$work/tmp")" ''
run env TMPDIR="$work/tmp" "$house/tools/class/grade.pl" -o "$work/many-out" -e 3-1 "$many"
is 'a dozen kills at any moment: then all have their grades' "$status/$(ls "$work/tmp")/$(grep -c ',3,3,,' "$work/many-out/grades.csv")" 0//52

# A stand-in for bwrap makes sandboxes in which a process that reads waits for ever: bsdtar for its archive, the simulator's process
# for the judge's questions. Beside it sleeps another process, since a bwrap that is killed in its first moment leaves one that waits
# for it.
mkdir "$work/bin" "$work/archive"
mkfifo "$work/silent"
exec 8<>"$work/silent"
stand_in "$work/bin/bwrap" <<END
case "\$*" in
*bsdtar* | *device-sim*)
    sleep 1000 &
    exec $(command -v bwrap) "\$@" 9<&0 <"$work/silent"
    ;;
esac
exec $(command -v bwrap) "\$@"
END
in_the_way=(env "PATH=$work/bin:$PATH")
cp "$many/aa.tar.gz" "$work/archive/"
stops KILL 1 bsdtar "${in_the_way[@]}" "$house/tools/class/grade.pl" -o "$work/stopped-archive" -e 3-1 "$work/archive"

# The real judge runs in its sandbox.
run make -s build/judge/ex3-1 build/judge/device-sim
is 'the judge is built' "$status" 0
mkdir -p "$work/real/ann"
cp solutions/ex3-1-block-sum/exercise.cu "$work/real/ann/ex3-1.cu"
for signal in TERM KILL; do
    stops $signal 1 device-sim "${in_the_way[@]}" tools/class/grade.pl -o "$work/stopped-real" -e 3-1 "$work/real"
done

done_testing
