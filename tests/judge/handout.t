#!/usr/bin/env bash
# make handout: what students get works, and holds nothing that they must not have; a handout that would leak is refused. And
# make new-exercise and make gradescope.
. "$(dirname "$0")/../harness/lib.sh"

house=$work/house
copy_built_house "$house"
cd "$house" || exit

refuses 'no exercise chosen' "make handout EX=" tools/class/handout.sh
refuses 'an unknown exercise' "no exercise 'ex9-99'" tools/class/handout.sh ex9-99
refuses 'an archive of another kind' 'a .tar.gz, a .zip or a folder' tools/class/handout.sh -o "$work/x.tgz" ex3-1
mkdir "$work/taken"
refuses 'a folder that is there' 'is there already' tools/class/handout.sh -o "$work/taken" ex3-1

# leak WHAT PATTERN: checks that the handout is refused. A secret file is found by its content, under any name.
leak()
{
    run tools/class/handout.sh -o "$work/leak" ex3-1
    is "$1: refused" "$status" 1
    ok "$1: nothing is handed out" test ! -e "$work/leak"
    has "$1: says so" "$err" "$2"
}
cp solutions/ex3-2-side-by-side/exercise.cu common/example.cuh
leak 'a solution among the headers' 'under another name'
cp solutions/ex3-1-block-sum/hidden.txt common/example.cuh
leak 'hidden cases among the headers' 'under another name'
rm common/example.cuh
mkdir common/every
number=0
for file in solutions/*/*; do
    [ ! -f "$file" ] || cp "$file" "common/every/$((number += 1))"
done
leak 'all solutions among the headers' 'under another name'
rm -r common/every
mkdir common/solutions && echo secret >common/solutions/note
leak 'a folder of solutions' 'must not be handed out: .*solutions'
rm -r common/solutions

sed 's|--exclude=judge/page|& --exclude=simulator/memory/cache.c|' tools/class/handout.sh >tools/class/lacking.sh
chmod +x tools/class/lacking.sh
run tools/class/lacking.sh -o "$work/leak" ex3-1
is 'a file of the simulator is left out: refused' "$status" 1
has 'a file of the simulator is left out: says so' "$err" 'ex3-1 as given should be judged in the handout'
rm tools/class/lacking.sh

# Students get the exercise as it was given, not what an instructor is working on.
cp solutions/ex3-1-block-sum/exercise.cu exercises/ex3-1-block-sum/exercise.cu
run make -s handout EX='3-1 ex3-2' OUT="$work/class.tar.gz"
is 'handout: exit status' "$status" 0
has 'handout: proved' "$out" 'class.tar.gz: 2 exercises, no solutions: proved'
mkdir "$work/class"
tar -xzf "$work/class.tar.gz" -C "$work/class"
cd "$work/class/warp-by-warp" || exit
is 'the chosen exercises and no others' "$(cd exercises && echo ex*)" 'ex3-1-block-sum ex3-2-side-by-side'
is 'no exercise.cu, which could overwrite work' "$(find exercises -name exercise.cu)" ''
has 'a README for students' "$(cat README.md)" '^- \[The sum of a block\]\(exercises/ex3-1-block-sum/README.md\)'
lacks 'no path of a solution, a test or a hidden case' "$(find .)" 'solutions|/tests|hidden|grade\.pl'
is 'numbers of the chosen solutions and no others' "$(find . -name levels.csv -exec cut -d, -f1 {} + | sort -u | tr '\n' ' ')" 'ex3-1 ex3-2 exercise '
run make
is 'make lists what there is' "$status/$err" 0/
lacks 'and no verb of the instructor' "$out" 'make (grade|handout)'
ok 'the first make lays the exercises out as they were given' cmp exercises/ex3-1-block-sum/exercise.cu exercises/.given/ex3-1-block-sum.cu
run make -s hint-ex3-1
has 'hints work' "$out" 'hint 1 of 3'
echo '// mine' >>exercises/ex3-1-block-sum/exercise.cu
run make -s reset-ex3-1
ok 'reset works without git' cmp exercises/ex3-1-block-sum/exercise.cu exercises/.given/ex3-1-block-sum.cu
is 'its licences go with it' "$(ls LICENSE LICENSES/CC-BY-4.0.txt NOTICE 2>&1)" $'LICENSE\nLICENSES/CC-BY-4.0.txt\nNOTICE'
run make -s progress
has 'progress works' "$out" '^0 of 2 solved. Next: make ex3-1'
run make -s editor
ok "an editor is told" grep -q exercises/ex3-1-block-sum/exercise.cu compile_commands.json

# A later handout is unpacked over this one, with an exercise that is solved already and one that isn't in it.
cd "$house" || exit
cp solutions/ex3-1-block-sum/exercise.cu "$work/class/warp-by-warp/exercises/ex3-1-block-sum/"
cp solutions/ex3-2-side-by-side/exercise.cu "$work/class/warp-by-warp/exercises/ex3-2-side-by-side/"
run make -s handout EX='3-1 3-9' OUT="$work/later.tar.gz"
tar -xzf "$work/later.tar.gz" -C "$work/class"
cd "$work/class/warp-by-warp" || exit
ok 'another handout leaves what is solved' cmp exercises/ex3-1-block-sum/exercise.cu "$house/solutions/ex3-1-block-sum/exercise.cu"
ok 'and what it does not hold' cmp exercises/ex3-2-side-by-side/exercise.cu "$house/solutions/ex3-2-side-by-side/exercise.cu"
run make -s ex3-1
has 'and the numbers to compare with' "$out" 'Silver: as good as the solution'
lacks 'no solution is offered where there is none' "$out" 'make solution'
ok 'what it brings is there' cmp exercises/ex3-9-scan-race/exercise.cu exercises/.given/ex3-9-scan-race.cu
cd "$house" || exit
run make -s handout EX=3-9 OUT="$work/third.zip"
bsdtar -xf "$work/third.zip" -C "$work/class"
cd "$work/class/warp-by-warp" || exit
run make -s ex3-1
has 'the numbers of an exercise that it does not hold stay' "$out" 'Silver: as good as the solution'
cd "$house" || exit

# ---- A new exercise --------------------------------------------------------------------------------

refuses 'new: a name that is none' 'ex3-slug' tools/class/new-exercise.sh block-sum
refuses 'new: a chapter and a number alone' 'ex3-slug' tools/class/new-exercise.sh ex3-17
refuses 'new: a chapter without exercises' 'give its number, too, ex8-1-made-up' tools/class/new-exercise.sh ex8-made-up
refuses 'new: a number that is taken' 'ex3-1-block-sum' tools/class/new-exercise.sh ex3-1-again
run make -s new-exercise NAME=ex3-90-made-up
is 'new: exit status' "$status" 0
has 'new: says what to fill in' "$out" 'judge.c'
for file in README.md exercise.cu hint1.md hint2.md hint3.md judge.c; do
    ok "new: has $file" test -s exercises/ex3-90-made-up/$file
done
run diff <(sed '/\[your code\]/,/\[end of your code\]/d' exercises/ex3-90-made-up/exercise.cu) \
    <(sed '/\[your code\]/,/\[end of your code\]/d' solutions/ex3-90-made-up/exercise.cu)
is 'new: solution and exercise differ only where the work is' "$status/$out" 0/
run make -s ex3-90
has 'new: as given it is judged and fails' "$out" 'NOT PASSED'
cp solutions/ex3-90-made-up/exercise.cu exercises/ex3-90-made-up/
run make -s ex3-90
has 'new: its solution passes' "$out" '^PASSED'
cp exercises/.given/ex3-90-made-up.cu exercises/ex3-90-made-up/exercise.cu
run make prove-ex3-90
is 'new: untouched it passes the test of exercises' "$status" 0
rm tests/exercises/ex3-90-made-up/{one,not}-*.cu
run make prove-ex3-90
is 'new: with half of its wrong solutions it does not' "$status" 2
has 'new: and the test says what is missing' "$out$err" 'not ok .*5 wrong solutions'
run make -s new-exercise NAME=ex3-second
has 'new: without a number it takes the next one' "$out" '^ex3-91-second is there'
eval "$(sed -n 's/^To undo all this: //p' <<<"$out")"
is 'new: the command that it names undoes it' "$(find . -name 'ex3-91*' -not -path './build/*')" ''
for folder in tests/exercises solutions; do
    mkdir "$folder/ex3-91-left"
    refuses "new: what is left in $folder of another one" "ex3-91 is there already: $folder/ex3-91-left/" tools/class/new-exercise.sh ex3-again
    rmdir "$folder/ex3-91-left"
done
echo '// TODO' >>exercises/ex3-1-block-sum/exercise.cu
run make prove-ex3-90
ok 'new: only the exercise that is proved is kept as given' not cmp -s exercises/ex3-1-block-sum/exercise.cu exercises/.given/ex3-1-block-sum.cu
cp exercises/.given/ex3-1-block-sum.cu exercises/ex3-1-block-sum/exercise.cu

# ---- Gradescope ------------------------------------------------------------------------------------

refuses 'gradescope: no archive' 'name a \.zip' tools/class/gradescope/pack.sh -o "$work/autograder" 3-1
run make -s gradescope EX=3-1 OUT="$work/autograder.zip"
is 'gradescope: exit status' "$status" 0
mkdir -p "$work/autograder"/{source,submission,results}
bsdtar -xf "$work/autograder.zip" -C "$work/autograder/source"
cp -a "$house/build" "$work/autograder/source/"
ok 'gradescope: the two scripts' test -x "$work/autograder/source/setup.sh" -a -x "$work/autograder/source/run_autograder"
lacks 'gradescope: no solution' "$(find "$work/autograder/source" -path '*solutions*')" 'exercise\.cu|README'
cp solutions/ex3-1-block-sum/exercise.cu "$work/autograder/submission/ex3-1.cu"
run env AUTOGRADER="$work/autograder" "$work/autograder/source/setup.sh"
is 'gradescope: setup' "$status" 0
run env AUTOGRADER="$work/autograder" "$work/autograder/source/run_autograder"
is 'gradescope: run' "$status" 0
has 'gradescope: full marks' "$(cat "$work/autograder/results/results.json")" '"score" : 3,'
has 'gradescope: in a sandbox, it says' "$(cat "$work/autograder/results/results.json")" 'Judged in a sandbox'
echo int >"$work/autograder/submission/ex3-1.cu"
run env AUTOGRADER="$work/autograder" "$work/autograder/source/run_autograder"
has 'gradescope: none' "$(cat "$work/autograder/results/results.json")" '"score" : 0,'

# In a container bubblewrap may make no sandbox; a bwrap that fails stands in for that. Only root may then read the hidden cases.
mkdir "$work/bin"
stand_in "$work/bin/bwrap" <<<'exit 1'
run env PATH="$work/bin:$PATH" "$work/autograder/source/tools/class/grade.pl" --no-sandbox -o "$work/open" -e 3-1 "$work/autograder"
is 'no sandbox, and hidden cases in reach: refused' "$status" 3
has 'no sandbox, and hidden cases in reach: says so' "$err" 'could read .*hidden.txt: run it as a user who can.t'
if [ "$(id -u)" = 0 ]; then
    chmod 755 "$work"
    printf '#define HASH #\nHASH include "%s"\n' "$work/autograder/source/solutions/ex3-1-block-sum/hidden.txt" >"$work/autograder/submission/ex3-1.cu"
    run env PATH="$work/bin:$PATH" AUTOGRADER="$work/autograder" "$work/autograder/source/run_autograder"
    lacks 'no sandbox: hidden cases are not quoted' "$(cat "$work/autograder/results/results.json")" \
        "$(sed -n '/^[0-9]/{s/.* [0-9]* //p;q}' solutions/ex3-1-block-sum/hidden.txt)"
    cp solutions/ex3-1-block-sum/exercise.cu "$work/autograder/submission/ex3-1.cu"
    run env PATH="$work/bin:$PATH" AUTOGRADER="$work/autograder" "$work/autograder/source/run_autograder"
    has 'no sandbox: judged' "$(cat "$work/autograder/results/results.json")" '"score" : 3,'
    has 'no sandbox: it says what was left out' "$(cat "$work/autograder/results/results.json")" 'Judged without hidden cases'
fi

done_testing
