#!/usr/bin/env bash
# A prediction's numbers are each student's own: other numbers and other answers, the same ones every time; numbers.pl works out the right
# answers from the text that a student reads, and the judge takes them, and nobody else's. Without an id everything is the book's.
# Of each exercise it makes the texts of six students and judges two; with EXERCISES=all (make test-exercises) it takes all of them.
. "$(dirname "$0")/../harness/lib.sh"

# Students of all kinds: logins, numbers, addresses, other scripts, and one whose id would be a path or an option.
students=(ann bob carl dora emil fay gus hana ivo jo kim lars mia nils 20260001 20260002 20260003 ann@example.org 'van der Berg'
    Łukasz 李明 ../../etc 'a/b' -x)
if [ "${EXERCISES-}" != all ]; then
    sample 6 "${students[@]}"
    students=("${sample[@]}")
fi
exercises=()
for file in exercises/*/judge.c; do
    if grep -q 'numbers = numbers' "$file" && [[ $file =~ ex[0-9]+-[0-9]+ ]]; then
        exercises+=("${BASH_REMATCH[0]}")
    fi
done
is 'every prediction has numbers' "${#exercises[@]}" "$(grep -l 'predict = true' exercises/*/judge.c | wc -l)"
run make -s "${exercises[@]/#/build/judge/}" build/judge/ex3-1 build/judge/device-sim
is 'the judges are built' "$status" 0
FOUND_COMPILER=$("$need_sh" cuda)
export FOUND_COMPILER

# answers_of EXERCISE TEXT FILE: writes a submission with the right answers to the text.
answers_of()
{
    tests/judge/numbers.pl "$1" <"$2" | awk '{ print "__device__ double answer" NR " = " $0 ";" }' >"$3"
}

most=2
[ "${EXERCISES-}" != all ] && ! sweeps || most=${#students[@]}
for exercise in "${exercises[@]}"; do
    is_left_out exercises/"$exercise"-*/judge.c && continue
    text=$(echo exercises/"$exercise"-*/README.md)
    mkdir "$work/$exercise"
    i=0
    for student in "${students[@]}"; do
        i=$((i + 1))
        build/judge/"$exercise" "--student=$student" --own "$text" >"$work/$exercise/$i.md"
        answers_of "$exercise" "$work/$exercise/$i.md" "$work/$exercise/$i.cu" || echo "no answers for $student" >"$work/$exercise/$i.cu"
    done
    is "$exercise: nobody has the same text as somebody else" "$(cat <(sha256sum <"$text") <(cd "$work/$exercise" && sha256sum -- *.md) | cut -c1-64 | sort | uniq -d)" ''
    is "$exercise: nor the same answers" "$(cd "$work/$exercise" && sha256sum -- *.cu | cut -c1-64 | sort | uniq -d)" ''
    build/judge/"$exercise" --student ' ANN ' --own "$text" >"$work/$exercise/again"
    ok "$exercise: the same numbers every time, whatever the case of the id" cmp "$work/$exercise/again" "$work/$exercise/1.md"
    for ((i = 1; i <= most; i++)); do
        student=${students[i - 1]}
        run build/judge/"$exercise" "--student=$student" "$work/$exercise/$i.cu"
        is "$exercise: the right answers of $student pass" "$status" 0
        has "$exercise: the verdict says whose numbers" "$out" '^with the numbers of '
        run build/judge/"$exercise" "--student=$student" "$work/$exercise/$((i % most + 1)).cu"
        is "$exercise: somebody else's do not" "$status" 1
    done
    run build/judge/"$exercise" "$work/$exercise/1.cu"
    is "$exercise: nor do they for the book's numbers" "$status" 1
    lacks "$exercise: which nobody is said to have" "$out" 'numbers of'
    answers_of "$exercise" "$text" "$work/$exercise/book.cu"
    run build/judge/"$exercise" "$work/$exercise/book.cu"
    is "$exercise: the book's answers pass" "$status" 0
    run build/judge/"$exercise" --student ann exercises/"$exercise"-*/exercise.cu
    ok "$exercise: a verdict with somebody's numbers fits a terminal" fits "$out"
done

# Each phrase stands in a text of the exercise, with the book's numbers; else a student would read the book's.
run tests/judge/phrases.pl "${exercises[@]}"
is 'every phrase is in a text, and every number in a phrase' "$status $out$err" '0 '

run build/judge/ex2-10 --json "$work/json" --student Ann "$work/ex2-10/1.cu"
has 'results for machines say whose numbers' "$(<"$work/json")" '"numbers of": "ann"'
run build/judge/ex2-10 --json "$work/json" "$work/ex2-10/1.cu"
lacks 'and nothing of them without an id' "$(<"$work/json")" 'numbers of'
for id in '' '   ' $'two\nlines' "$(printf '%0101d' 1)"; do
    run build/judge/ex2-10 "--student=$id"
    is "no id: '${id:0:9}'" "$status" 2
    has 'it says what an id is' "$err" '1 to 100 bytes in one line'
done
run build/judge/ex2-10 --own exercises/ex2-10-split/README.md
has 'a text of nobody' "$status $err" '^2 .*--own needs .--student'
run build/judge/ex3-1 --student ann --own exercises/ex3-1-block-sum/README.md
ok 'an exercise without numbers stays as it is' cmp <(echo "$out") exercises/ex3-1-block-sum/README.md

# The student's verbs.
house=$work/house
copy_built_house "$house"
cd "$house" || exit
run make -s task-ex2-10 STUDENT=ann
has 'the task is told with these numbers' "$out" '^A grid of 11 blocks of 128 threads:'
cp "$work/ex2-10/1.cu" exercises/ex2-10-split/exercise.cu
run make -s ex2-10 STUDENT=ann
has 'and judged with them' "$out" '^PASSED'
run make -s ex2-10
has 'but not without' "$out" '^NOT PASSED'
echo ann >student.txt
run make -s ex2-10
has 'a handout knows its student' "$out" '^PASSED'
run make -s step-ex2-10 STUDENT=bob CASE=1
lacks 'the experiment is for this student, too' "$out" 'This case passes'
rm student.txt
git checkout -q exercises 2>/dev/null || cp exercises/.given/ex2-10-split.cu exercises/ex2-10-split/exercise.cu

# ---- Handouts and grades agree ---------------------------------------------------------------------------------------

printf '%s\n' student,name ann,Ann '"van der Berg",Jan' '../x,"An odd one"' >"$work/class.csv"
run make -s handout EX='2-10 3-8' STUDENTS="$work/class.csv" OUT="$work/handouts"
is 'a handout for each student' "$status $(cd "$work/handouts" && echo *)" '0 _._x.tar.gz ann.tar.gz van_der_Berg.tar.gz'
for name in ann van_der_Berg; do
    mkdir "$work/$name" "$work/right"{,/"$name"} 2>/dev/null
    tar -xzf "$work/handouts/$name.tar.gz" -C "$work/$name"
    for exercise in ex2-10 ex3-8; do
        answers_of $exercise "$work/$name"/warp-by-warp/exercises/$exercise-*/README.md "$work/$name/$exercise.cu"
    done
done
mine=$work/ann/warp-by-warp
is 'it says whose it is' "$(<"$mine/student.txt")" ann
has 'and what its numbers are' "$(<"$mine/README.md")" 'its numbers are those of ann'
lacks 'no answer is in it' "$(grep -rhE 'answer[0-9] = ' "$mine/exercises")" 'answer[0-9] = -?[1-9]'
ok 'the first make brings the file to edit' test ! -e "$mine/exercises/ex2-10-split/exercise.cu" -a -s "$mine/exercises/.given/ex2-10-split.cu"
cp -a "$house/build" "$mine/"
cp "$work/ann/ex2-10.cu" "$mine/exercises/ex2-10-split/exercise.cu"
run make -s -C "$mine" ex2-10
has "the right answers pass in ann's handout" "$out" '^PASSED'
cp "$work/van_der_Berg/ex2-10.cu" "$mine/exercises/ex2-10-split/exercise.cu"
run make -s -C "$mine" ex2-10
has "and nobody else's" "$out" '^NOT PASSED'
run make -s handout EX=2-10 STUDENT=Ann OUT="$work/one"
ok 'a handout for one student has the same text' cmp "$work/one/exercises/ex2-10-split/README.md" "$mine/exercises/ex2-10-split/README.md"
printf '%s\n' student a/b a:b >"$work/clash.csv"
refuses 'two ids with the same file' "'a/b' and 'a:b' would have the same file" tools/class/handout.sh -c "$work/clash.csv" -o "$work/clash" ex2-10

if ! bwrap --unshare-all --ro-bind / / true 2>/dev/null; then
    done_testing
    exit
fi
mkdir -p "$work/class"/{ann,'van der Berg',zoe}
cp "$work/ann"/*.cu "$work/class/ann/"
cp "$work/van_der_Berg/ex2-10.cu" "$work/ann/ex3-8.cu" "$work/class/van der Berg/" # the second one is ann's
build/judge/ex2-10 --student zoe --own exercises/ex2-10-split/README.md >"$work/zoe.md"
answers_of ex2-10 "$work/zoe.md" "$work/class/zoe/ex2-10.cu" # who is not in the list
run make -s grade SUBMISSIONS="$work/class" STUDENTS="$work/class.csv" EX='2-10 3-8' OUT="$work/grades"
is 'a class is graded' "$status" 0
is "each by its student's own numbers" "$(cut -d, -f1,3,4 "$work/grades/grades.csv" | grep -v '^student')" $'ann,3,3\nvan der Berg,3,0\nzoe,3,0\n../x,0,0'
has 'the results say whose' "$(<"$work/grades/results/ann.txt")" '^with the numbers of ann'
run make -s grade SUBMISSIONS="$work/class" ROSTER="$work/class.csv" EX='2-10 3-8' OUT="$work/grades"
is "by the book's numbers all of them are wrong" "$(cut -d, -f3,4 "$work/grades/grades.csv" | sort -u | head -n 1)" '0,0'
refuses 'two lists of the class' 'leave out ROSTER' tools/class/grade.pl --roster "$work/class.csv" --students "$work/class.csv" -e 2-10 "$work/class"
done_testing
