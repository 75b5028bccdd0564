#!/usr/bin/env bash
# The student's loop in a terminal: save, verdict, hint, next, reset, restart; and what is remembered of it. The program expect
# plays the student. It waits for text and never for a time.
. "$(dirname "$0")/../harness/lib.sh"

house=$work/house
copy_built_house "$house" # nothing here changes what is built
cd "$house" || exit

# ---- As it was given -------------------------------------------------------------------------------

for folder in exercises/ex*/; do
    name=$(basename "$folder")
    ok "a copy is kept of $name as given" test -s "exercises/.given/$name.cu"
    # Where nobody works on the exercises, the exercise is still the same file. A student's progress.txt would show such work.
    [ -e progress.txt ] || ok "it is $name" cmp "exercises/.given/$name.cu" "$folder/exercise.cu"
    cp "exercises/.given/$name.cu" "$folder/exercise.cu"
done
rm -f progress.txt exercises/*/exercise.cu.~*
one=exercises/ex3-1-block-sum
two=exercises/ex3-2-side-by-side
solved=solutions/ex3-1-block-sum

# ---- One verb after another ------------------------------------------------------------------------

run make -s solution-ex3-1
has 'no solution before a pass' "$err" 'shown once you have passed it'
lacks 'and nothing of it' "$out" stride
run tools/student/exercise.sh task ex3-1
has 'the task for a terminal: formulas readable' "$out" 'Σ\(t < blockDim\) x\[b · blockDim \+ t\]'
tools/student/page.pl {exercises,solutions}/ex*/README.md exercises/ex*/hint[1-3].md >"$work/pages"
has 'the texts are made for a terminal' "$(<"$work/pages")" 'The sum of a block'
lacks 'no text leaves TeX on the screen' "$(grep -v '^    ' "$work/pages")" '\\[a-z]|\$[^ ]*[\\^_]'
run make -s ex3-1
is 'a verdict is no error of make' "$status/$err" 0/
has 'as given it does not pass' "$out" '^NOT PASSED'
run make -s ex3-2
run make -s draw-ex3-2
is 'without a line, no error' "$status" 0
has 'but the lines that can be drawn' "$out" '^Lines with accesses'
has 'and how' "$out" '^This draws the first: make draw-ex3-2 LINE=[1-9]'
run make -s draw-ex3-1
has 'of an empty kernel nothing' "$err" 'there is nothing to draw'
run make -s ex2-6
lacks 'questions for paper: nothing to look into' "$out" 'Look inside'
run make -s step-ex2-6
has 'and it is said' "$out" 'Case 1 launches no kernel: there is nothing to look into'
run make -s ex3-1
has 'a fail names the command for a hint' "$out" 'make hint-ex3-1'
run env WATCHED=1 LINES=8 tools/student/exercise.sh judge ex3-1
has 'on a small screen it ends with what has failed' "$out" '^ex3-1 +The sum of a block: FAILED one full block'
run env WATCHED=1 LINES=60 tools/student/exercise.sh judge ex3-1
lacks 'on a large one that is still in sight' "$out" '^ex3-1.*FAILED'
run env WATCHED=1 tools/student/exercise.sh solution ex3-1
has 'where a key shows hints, that key is named' "$err" '^A hint: the key h$'
for hint in 1 2 3; do
    run make -s hint-ex3-1
    has "hint $hint" "$out" "hint $hint of 3"
    ok "hint $hint fits 80 columns" fits "$out"
done
run make -s hint-ex3-1
has 'no more hints: says so' "$out" '^This is the last hint'
run make -s reset-ex3-1
has 'nothing to reset' "$out" 'nothing to reset'
cp $solved/exercise.cu $one/exercise.cu
run make -s ex3-1
is 'solved: exit status' "$status" 0
has 'solved: names the next exercise' "$out" '^Next: make ex3-2 '
has 'remembered in plain text' "$(cat progress.txt)" '^ex3-1 3 [0-9a-f]{16} silver '
cp progress.txt "$work/progress"
cp solutions/ex3-2-side-by-side/exercise.cu exercises/ex3-2-side-by-side/
run make -s ex3-2 ARGS='--case 1'
has 'one case passes' "$out" '^PASSED, 1 case'
has 'which is not the exercise' "$out" '^With ARGS, nothing is recorded in progress.txt'
sed 's/^{$/{ if (threadIdx.x == 0) printf("block %d\\n", blockIdx.x);/; 1i #include <stdio.h>' \
    solutions/ex3-2-side-by-side/exercise.cu >exercises/ex3-2-side-by-side/exercise.cu
run make -s ex3-2 CASE=2
has 'CASE: one case alone' "$out" '^PASSED, 1 case'
has 'though it passes, one sees what its kernels print' "$out" '^      block 0$'
has 'it is not the exercise either' "$out" '^With CASE, nothing is recorded in progress.txt'
refuses 'a case that is none' "CASE=x: a case is a number" env CASE=x tools/student/exercise.sh judge ex3-2
refuses 'an option that is none' '-h lists the options' build/judge/ex3-2 --foo
ok 'and nothing is remembered' cmp progress.txt "$work/progress"
cp exercises/.given/ex3-2-side-by-side.cu exercises/ex3-2-side-by-side/exercise.cu
rm -f build/judge/device-gpu # here a link to ours
echo 'exit 1' >build/judge/device-gpu && chmod +x build/judge/device-gpu
run make -s ex3-1
has 'a GPU process that can not start does not matter to the simulator' "$out" '^PASSED'
rm build/judge/device-gpu
run make -s progress
has 'progress: solved' "$out" '^  ex3-1 +★★ +silver +3 hints +[A-Z].* 3$'
has 'progress: the next command' "$out" '^1 of [0-9]+ solved, 0 gold, 1 silver. Next: make ex'
ok 'progress fits 80 columns' fits "$out"
run make -s work
is 'what is done can be taken along' "$(tar -tf warp-by-warp-work.tar | sort | tr '\n' ' ')" "$one/exercise.cu progress.txt "
kept=$(grep '^ex3-1' progress.txt)
rm progress.txt
echo '// something else' >$one/exercise.cu
run make -s bring
ok 'and brought elsewhere' cmp $solved/exercise.cu $one/exercise.cu
is 'with what is remembered' "$(grep '^ex3-1' progress.txt)" "$kept"
has 'what was there is kept' "$(cat $one/exercise.cu.~1~)" 'something else'
rm $one/exercise.cu.~1~
run make -s bring WORK=README.md
is 'no archive: refused' "$status" 2
has 'in words' "$err" 'README.md can.t be read as an archive'
echo '// mine' >>$one/exercise.cu
run make -s progress
has 'solved stays solved, and an edit is told' "$out" '^  ex3-1 +★★ +silver +edited, 3 hints'
run make -s solution-ex3-1
is 'once passed, the solution is shown' "$status" 0
has 'with a diff to mine' "$out" '^-// mine'
run make -s reset-ex3-1
ok 'reset: as it was given' cmp $one/exercise.cu exercises/.given/ex3-1-block-sum.cu
has 'reset: mine is kept' "$(cat "$one/exercise.cu.~1~")" '^// mine'
echo '// again' >>$one/exercise.cu
run make -s reset-ex3-1
ok 'a second reset keeps both' test -e "$one/exercise.cu.~1~" -a -e "$one/exercise.cu.~2~"
rm $one/exercise.cu
run make -s reset-ex3-1
ok 'a file that was deleted comes back' cmp $one/exercise.cu exercises/.given/ex3-1-block-sum.cu
refuses 'an exercise that is not there' "no exercise 'ex3-99'. Did you mean ex3-9\\? " tools/student/exercise.sh judge ex3-99
refuses 'watch without a terminal' 'needs a terminal' tools/student/watch.sh

# ---- watch -----------------------------------------------------------------------------------------

# All exercises but two are solved. A line that some other version of the workbook may have written must stay.
{
    echo 'something else entirely'
    for folder in exercises/ex*/; do
        name=$(basename "$folder")
        [[ $name =~ ^(ex[0-9]+-[0-9]+) ]]
        case $name in ex3-1-* | ex3-2-*) continue ;; esac
        echo "${BASH_REMATCH[1]} 0 $(sha256sum <"$folder/exercise.cu" | cut -c1-16)"
    done
} >progress.txt

cat >"$work/student" <<'END'
log_user 0
log_file -noappend -a $env(work)/session
set timeout 300
set stty_init "rows 24 columns 80"
# see WHAT PATTERN: waits until the terminal shows a text that matches.
proc see {what pattern} {
    expect {
        -re $pattern { puts "saw $what" }
        timeout { puts "missed $what (time-out)"; exit 1 }
        eof { puts "missed $what (ended)"; exit 1 }
    }
}
# ends WHAT STATUS: waits for the end of the program, which must have this exit status.
proc ends {what status} {
    expect eof
    if {[lindex [wait] 3] == $status} { puts "saw $what" } else { puts "missed $what" }
}
# These save a file as editors do: in place, or under another name and then renamed.
proc save {from to} { exec cat $from > $to }
proc save_renamed {from to} { exec cp $from $to.part; exec mv $to.part $to }
lassign $argv one two

spawn make watch
see {the first that is not solved: its task} {ex3-1.*The sum of a block.*Σ\(t < blockDim\).*exercise\.cu}
see {the first verdict, and the keys} {NOT PASSED.*quit}
send h
see {a hint} {hint 1 of 3}
send h
see {the next hint} {hint 2 of 3}
save $env(work)/stub.cu $one/exercise.cu
see {a save is judged} {ex3-1.*, saved.*NOT PASSED.*quit}
send l
see {the list} {of [0-9]+ solved. Next: }
save_renamed solutions/[file tail $one]/exercise.cu $one/exercise.cu
see {a pass stays in sight} {saved.*PASSED.*Silver.*Next: .*ex3-2.*any key.* on to ex3-2 .*solution.*quit\r\n}
log_file
send s
see {with its solution at hand} {solutions/ex3-1.*They are the same\..*any key.*quit\r\n}
log_file -a $env(work)/session
send " "
see {a key moves on} {ex3-2.*side by side.*NOT PASSED.*quit}
see {all of their line} {are judged\)\r\n}
log_file
send s
see {to its solution one can look back} {solutions/ex3-1.*They are the same\.\r\n}
log_file -a $env(work)/session
send n
see {no other is left} {only one left}
save $env(work)/stub.cu $two/exercise.cu
see {judged} {saved.*NOT PASSED.*quit}
send r
see {reset asks} {Put .*ex3-2.* back}
send y
see {reset} {as it was given.*exercise\.cu\.~[0-9]~.*quit}
send t
see {the task again} {side by side.*exercise\.cu}
send o
see {the case that failed, in the stepper} {moment 0}
send q
see {and back} {quit}
send p
see {its counters} {Profile on}
see {and back to the keys} {quit}
send d
see {a line that no verdict has named is asked for} {Which line}
send "8\r"
see {its lanes} {No access to memory at line 8.*quit}
send s
see {no solution yet} {shown once you have passed}
send ?
see {the keys} {h.* hint.*t.* task.*q.* quit}
send q
ends {quit} 0

log_file
log_file -noappend -a $env(work)/wide
set stty_init "rows 40 columns 120"
spawn make watch
see {a restart begins where one stood} {ex3-2.*NOT PASSED.*quit}
send o
see {the stepper on a larger terminal} {moment 0.*quit}
send q
see {and back again} {quit}
send q
ends {quit again} 0
log_file
log_file -a $env(work)/session
set stty_init "rows 24 columns 80"

spawn make watch EX=3-1
see {a solved one can be watched} {PASSED.*quit}
send h
see {hints are remembered} {hint 3 of 3}
save $env(work)/stub.cu $one/exercise.cu
see {a solved one made wrong} {saved.*NOT PASSED.*quit}
save solutions/[file tail $one]/exercise.cu $one/exercise.cu
see {right again} {saved.*PASSED.*any key.*quit}
send n
see {and on} {ex3-2.*NOT PASSED.*quit}
save solutions/[file tail $two]/exercise.cu $two/exercise.cu
see {the last one} {All [0-9]+ exercises are solved}
ends {and it ends by itself} 0
END
sed 's/TODO/TODO, soon/' exercises/.given/ex3-1-block-sum.cu >"$work/stub.cu"
export work
run expect -f "$work/student" $one $two
while read -r verdict what; do
    is "watch: $what" "$verdict" saw
done <<<"$out"
has 'watch: the whole session was played' "$out" 'saw and it ends by itself'
has 'watch: colours on a terminal' "$(cat "$work/session")" $'\e\\[1m'
# plain SESSION: prints a session without colours, and without what the full screen showed.
# What a carriage return overwrote (the seconds that a slow build counts) is a line of its own.
plain()
{
    perl -0pe 's/\e\[\?1049h.*?\e\[\?1049l//gs' "$1" | sed '/^spawn /d;s/\r*$//;s/\r/\n/g;s/\x1b\[[0-9;]*[mK]//g'
}
ok 'watch: fits 80 columns' fits "$(plain "$work/session")"
plain "$work/wide" >"$work/wide.text"
ok 'watch: a task is as wide as the terminal lets it be read' grep -Eq '^.{90,100}$' "$work/wide.text"
ok 'watch: and no wider' not grep -Eq '^.{121}' "$work/wide.text"
has 'watch: what it does not know stays' "$(cat progress.txt)" '^something else entirely$'
run env NO_COLOR=1 script -qec 'make -s progress' /dev/null
lacks 'NO_COLOR: none' "$out" $'\e\\['
run script -qec 'make -s watch EX=9-99' /dev/null
has 'watch: an exercise that is not there' "$out" "no exercise 'ex9-99'"
run script -qec 'make -s progress' /dev/null
has 'colours without it' "$out" $'\e\\['

# ---- An editor -------------------------------------------------------------------------------------

run make -s editor
is 'editor: exit status' "$status" 0
is 'editor: an entry for every .cu' "$(grep -c '"file"' compile_commands.json)" \
    "$(find chapters exercises solutions -name '*.cu' -not -path '*/.given/*' | wc -l)"
# shellcheck disable=SC2016 # perl's variables
ok 'editor: both files are JSON' perl -MJSON::PP -0777 -e \
    'for (@ARGV) { open my $f, "<", $_ or die; decode_json(<$f>) }' compile_commands.json .vscode/tasks.json
# clang-tidy reads compile_commands.json as clangd does.
understand=(clang-tidy --quiet -p . '--checks=-*,misc-definitions-in-headers')
run "${understand[@]}" $one/exercise.cu chapters/ch3-reduction/scan.cu
is 'editor: a .cu file is understood' "$status" 0
lacks 'editor: without an error' "$out$err" 'error:'
sed -i 's/const int/const itn/' $one/exercise.cu
run "${understand[@]}" $one/exercise.cu
has 'editor: and a mistake found' "$out" "exercise.cu:[0-9]+:[0-9]+: error: unknown type name 'itn'"
has 'editor: tasks judge what one looks at' "$(cat .vscode/tasks.json)" 'make watch'

done_testing
