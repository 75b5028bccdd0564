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

# below PROCESS: the processes that it has started, and those that they have; a line each, number and command
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

# until_there COMMAND...: it succeeds within five minutes. What is waited for stays until this test ends it, so that
# how fast the machine is decides only how long it takes.
until_there()
{
    local tries
    for ((tries = 0; tries < 3000; tries++)); do
        ! "$@" || return 0
        sleep 0.1
    done
    return 1
}

# stops SIGNAL COUNT COMMAND GRADE...: sends GRADE the signal when so many processes of this command are below it
stops()
{
    local signal=$1 count=$2 command=$3 grader
    local -a started
    shift 3
    mkdir -p "$work/tmp"
    TMPDIR=$work/tmp "$@" >/dev/null 2>&1 &
    grader=$!
    # shellcheck disable=SC2317 # called by until_there
    at_work() { [ "$(below "$grader" | grep -c " $command\$")" = "$count" ]; }
    # shellcheck disable=SC2317
    at_work_or_over() { at_work || ! kill -0 "$grader" 2>/dev/null; }
    until_there at_work_or_over
    ok "$signal: $command at work" at_work
    mapfile -t started < <(below $grader | cut -d' ' -f1)
    kill -"$signal" $grader
    wait $grader 2>/dev/null
    # shellcheck disable=SC2317 # called by until_there
    gone() { ! ps -o stat= -p "${started[*]}" | grep -qv Z; }
    ok "$signal: no process stays" until_there gone
}

mkdir -p "$work/slow"/{ann,bob}
echo '// slow' | tee "$work/slow/ann/ex3-1.cu" >"$work/slow/bob/ex3-1.cu"
for signal in TERM INT HUP KILL; do
    stops $signal 4 sleep "$house/tools/grade.pl" -o "$work/stopped" -j 2 -e 3-1 "$work/slow"
    is "$signal: no folder stays" "$(ls "$work/tmp")" ''
done

# Where every process was killed at once, a folder stays, and a lock that nobody holds.
left=$work/tmp/warp-grade-$(id -u)
mkdir "$left-1-00000001" "$left-2-00000002"
touch "$left-1-00000001"/{file,../"$(basename "$left")"-{1-00000001,2-00000002}.lock}
exec 9<"$left-2-00000002.lock"
flock 9
run env TMPDIR="$work/tmp" "$house/tools/grade.pl" -o "$work/next" -e 3-1 "$class"
is 'the next run sweeps it, and none in which somebody works' "$status/$(ls "$work/tmp")" "0/$(basename "$left-2-00000002")
$(basename "$left-2-00000002.lock")"
exec 9<&-
run env TMPDIR="$work/tmp" "$house/tools/grade.pl" -o "$work/next" -e 3-1 "$class"
is 'and in the end that, too' "$status/$(ls "$work/tmp")" 0/

# At any moment: a dozen kills by chance, while archives are read and short work is judged.
many=$work/many
for student in {a..z}; do
    mkdir -p "$many/$student"
    cp "$class/ann/ex3-1.cu" "$many/$student/"
    tar -C "$many/$student" -czf "$many/$student$student.tar.gz" .
done
# shellcheck disable=SC2317 # called by until_there
none_left() { ! grep -qsz "^TMPDIR=$work/tmp" /proc/[0-9]*/environ; }
for ((i = 0; i < 12; i++)); do
    TMPDIR=$work/tmp "$house/tools/grade.pl" -o "$work/many-out" -j 2 -e 3-1 "$many" >/dev/null 2>&1 &
    sleep "0.$((RANDOM % 10))"
    kill -"$([ $((i % 2)) = 0 ] && echo KILL || echo TERM)" $! 2>/dev/null
    wait $! 2>/dev/null
done
ok 'a dozen kills at any moment: no process stays' until_there none_left
is 'a dozen kills at any moment: no folder stays' "$(ls "$work/tmp")" ''
run env TMPDIR="$work/tmp" "$house/tools/grade.pl" -o "$work/many-out" -e 3-1 "$many"
is 'a dozen kills at any moment: then all have their grades' "$status/$(ls "$work/tmp")/$(grep -c ',3,3,$' "$work/many-out/grades.csv")" 0//52

# A bwrap stands in the way, in whose sandboxes those who read wait for ever: tar for its archive, the simulator's process for
# what the judge asks. Beside it sleeps what bwrap leaves when it is killed in its first moment: a process that waits for it.
mkdir "$work/bin" "$work/archive"
mkfifo "$work/silent"
exec 8<>"$work/silent"
cat >"$work/bin/bwrap" <<END
#!/bin/sh
case "\$*" in
*bsdtar* | *device-sim*)
    sleep 1000 &
    exec $(command -v bwrap) "\$@" 9<&0 <"$work/silent"
    ;;
esac
exec $(command -v bwrap) "\$@"
END
chmod +x "$work/bin/bwrap"
in_the_way=(env "PATH=$work/bin:$PATH")
cp "$many/aa.tar.gz" "$work/archive/"
stops KILL 1 bsdtar "${in_the_way[@]}" "$house/tools/grade.pl" -o "$work/stopped" -e 3-1 "$work/archive"

# The real judge, in its sandbox.
if [ -x build/judge/ex3-1 ] || make -s build/judge/ex3-1 build/judge/device-sim >/dev/null 2>&1; then
    mkdir -p "$work/real/ann"
    cp solutions/ex3-1-block-sum/exercise.cu "$work/real/ann/ex3-1.cu"
    for signal in TERM KILL; do
        stops $signal 1 device-sim "${in_the_way[@]}" tools/grade.pl -o "$work/stopped" -e 3-1 "$work/real"
    done
fi

done_testing
