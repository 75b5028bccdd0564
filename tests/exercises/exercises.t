#!/usr/bin/env bash
# Every exercise is judged on the simulator. As given it compiles and does not pass (kernel golf is bronze as given, has one hint and
# two wrong solutions or more); its solution passes. Each wrong solution, which wrong.pl makes from tests/exercises/<name>/, fails for the
# reason in its first line, `// fails: REGEX`, and compiles, unless the reason has the word "compile". The second line may have
# another reason for clang, `// fails with clang: REGEX`. A file that has only comments stands for the exercise as given, and a file that
# begins with `// passes:` is another right solution, and passes. A solution differs from its exercise only between `// [your code]`
# and `// [end of your code]`. It judges a third of the exercises, others each day: the solution, the exercise as given and one wrong
# solution. With EXERCISES=all (make test-exercises), or of exercises that are named, it judges all.
#
# Solutions are judged with the hidden cases of solutions/<name>/hidden.txt, too. A judge that reads a case's name could take a hidden one
# for another or for nothing, and everything would pass; so these exercises have a wrong solution hidden-… that fails only there.
#
# usage: tests/exercises/exercises.t [NAME...]     of these only: ex3-1-block-sum
# shellcheck source=tests/harness/lib.sh
. "$(dirname "$0")/../harness/lib.sh"

judges=(judges)
whole=
if [ $# -gt 0 ] || [ "${EXERCISES-}" = all ] || sweeps; then
    whole=yes
fi
if [ $# -gt 0 ]; then
    names=("$@")
    mapfile -t judges < <(printf '%s\n' "$@" | sed 's,\(ex[0-9]*-[0-9]*\).*,build/judge/\1,')
    judges+=(build/judge/device-sim build/judge/device-calls)
else
    names=(exercises/*/)
    names=("${names[@]%/}")
    names=("${names[@]#exercises/}")
fi

run make -s "${judges[@]}"
ok 'the judges build' test "$status" = 0
run tests/exercises/wrong.pl "${names[@]}"
is 'the wrong solutions are made' "$status$err" 0

# first_lines FILE: sets what the first two lines say: $passes if the file is another right solution, else $reason why it fails, and
# $with_clang, another reason for clang.
first_lines()
{
    local first='' second=''
    { read -r first && read -r second; } <"$1"
    passes=${first#// passes: } reason=${first#// fails: } with_clang=${second#// fails with clang: }
    [ "$passes" != "$first" ] || passes=
    [ "$reason" != "$first" ] || reason=
    [ "$with_clang" != "$second" ] || with_clang=
}

drawn=("${names[@]}")
if [ -z "$whole" ]; then
    daily $(((${#names[@]} + 2) / 3)) "${names[@]}"
    drawn=("${sample[@]}")
fi

# is_drawn NAME: succeeds if this run judges files of the exercise.
is_drawn()
{
    [[ " ${drawn[*]} " == *" $1 "* ]]
}

# others NAME: sets the array $others to the wrong solutions of the exercise that this run judges: all, or one, and the one that fails
# in a hidden case. Which one differs from exercise to exercise and from day to day, so that together they are wrong in many ways.
others()
{
    local i hidden
    others=("build/wrong/$1"/*.cu)
    [ -z "$whole" ] || return 0
    hidden=("build/wrong/$1"/hidden-*.cu)
    for i in "${!drawn[@]}"; do
        [ "${drawn[i]}" != "$1" ] || others=("${others[(turn / 3 + i) % ${#others[@]}]}")
    done
    [ ! -e "${hidden[0]}" ] || [ "${hidden[0]}" = "${others[0]}" ] || others+=("${hidden[@]}")
}

# sees_hidden NAME FILE: succeeds if the file is judged with the exercise's hidden cases: a right solution, or one that is wrong only there.
sees_hidden()
{
    [ -e "solutions/$1/hidden.txt" ] && { [ -n "$passes" ] || [[ $2 == solutions/* || ${2##*/} == hidden-* ]]; }
}

# is_as_given FILE: succeeds if the file has only comments.
is_as_given()
{
    ! grep -qv '^//' "$1"
}

# to_judge has five words for each file: its judge, the seconds it may take, the file, where its report is kept, and the file of hidden
# cases, which is empty where they don't count.
: >"$work/none"
to_judge=()
for name in "${drawn[@]}"; do
    [[ $name =~ ^ex[0-9]+-[0-9]+ ]]
    judge=build/judge/${BASH_REMATCH[0]}
    others "$name"
    for file in "solutions/$name/exercise.cu" "${others[@]}" "exercises/$name/exercise.cu"; do
        first_lines "$file"
        seconds=60 # enough on a busy machine
        [[ $reason != *'No end'* ]] || seconds=5
        more=$work/none
        ! sees_hidden "$name" "$file" || more=solutions/$name/hidden.txt
        is_as_given "$file" || to_judge+=("$judge" "$seconds" "$file" "$work/${file//\//%}" "$more")
    done
done
# A report includes stderr; the exit status is kept beside it. The compiler is looked for once for all.
FOUND_COMPILER=$("$need_sh" cuda)
export FOUND_COMPILER
# shellcheck disable=SC2016 # the inner shell's words
printf '%s\0' "${to_judge[@]}" | xargs -0 -n 5 -P "$(nproc)" sh -c '"$1" --time "$2" --hidden "$5" "$3" >"$4" 2>&1; echo $? >"$4.status"' sh
unset FOUND_COMPILER

# recall FILE: sets $out and $status to the file's verdict, as if its judge had just run.
recall()
{
    ran="the judge of $1"
    read_whole out "$work/${1//\//%}"
    err=
    read -r status <"$work/${1//\//%}.status"
}

# given FILE: prints the file without the student's part.
given()
{
    sed '/\/\/ \[your code\]/,/\/\/ \[end of your code\]/{//!d}' "$1"
}

# same_but_for_regions FILE FILE: succeeds if the files differ only in the student's part.
same_but_for_regions()
{
    diff <(given "$1") <(given "$2")
}

# says PATTERN: succeeds if a line of the report matches, or the lines together, since the report wraps long sentences.
says()
{
    local words
    read -rd '' -a words <<<"$out"
    has_line "$out" "$1" || has_line "${words[*]}" "$1"
}

# is_page FILE: succeeds if the file fits on a page and begins with a title.
is_page()
{
    [ "$(wc -l <"$1")" -le 60 ] && head -n 1 "$1" | grep -q '^# .'
}

# leads README: succeeds if the third line says how hard the exercise is, and names the section of the book that it follows, with its
# chapter. (The book's build checks that the link leads there.)
leads()
{
    local pattern='^(★|★★|★★★) \*[^*]+\.\* After “\[(.+)\]\(\.\./\.\./(chapters/ch([0-7])-[a-z0-9-]+/note(-b)?\.md)#[a-z0-9:-]+\)” in chapter ([0-7]b?)\.$'
    [[ $(sed -n 3p "$1") =~ $pattern ]] && [ "${BASH_REMATCH[4]}${BASH_REMATCH[5]#-}" = "${BASH_REMATCH[6]}" ] &&
        grep -q "^##* ${BASH_REMATCH[2]}\( {.*\)\?$" "${BASH_REMATCH[3]}"
}

nvcc=$(nvcc_version)
for name in "${names[@]}"; do
    given=exercises/$name/exercise.cu
    solution=solutions/$name/exercise.cu
    if is_left_out "exercises/$name/judge.c"; then
        is_drawn "$name" || continue
        recall "$solution"
        is "$name: can't be judged" "$status" 3
        ok "$name: in one line" is_line "$out"
        has "$name: says what it needs" "$out" 'needs clang or nvcc 12'
        continue
    fi
    hints='1 2 3' least=5
    golf=$(grep -l '\.golf = true' "exercises/$name/judge.c")
    [ -z "$golf" ] || hints=1 least=2
    if is_drawn "$name"; then
        recall "$given"
        if [ -n "$golf" ]; then
            is "$name: as given it passes" "$status" 0
            has "$name: as bronze, so that there is something to win" "$out" '^PASSED, [0-9]+ cases\. Bronze: it is right\.$'
            has "$name: the physical limit is shown" "$out" '^limit [0-9.]+ us, you [0-9.]+ us \(modelled\)$'
        else
            is "$name: as given it does not pass" "$status" 1
        fi
        lacks "$name: as given it compiles" "$out" 'does not compile'
        ok "$name: the report fits a terminal" fits "$out"
        recall "$solution"
        is "$name: the solution passes" "$status" 0
        ok "$name: the report of the solution fits" fits "$out"
        [ -z "$golf" ] || has "$name: the solution is silver at least" "$out" '^PASSED, [0-9]+ cases\. (Silver|Gold): '
    fi
    has "$name: a region is marked for the student" "$(<"$given")" '// \[your code\]'
    ok "$name: the solution differs in the regions only" same_but_for_regions "$given" "$solution"
    ok "$name: README.md is a page with a title" is_page "exercises/$name/README.md"
    # shellcheck disable=SC1111 # the quotes are the README’s
    ok "$name: README.md's third line tells how hard it is and what it follows: ★ *What to do.* After “[Section](../../chapters/ch3-reduction/note.md#section)” in chapter 3." leads "exercises/$name/README.md"
    short=$(grep -o '^ex[0-9]*-[0-9]*' <<<"$name")
    if grep -q '\.measured = ' "exercises/$name/judge.c"; then
        has "$name: the solution's numbers are in exercises/levels.csv (else: make levels EX=${short#ex})" "$(cut -d, -f1 exercises/levels.csv | sort -u | grep "^$short\$")" "^$short\$"
    fi
    has "$name: .points, from 1 to 10" "$(<"exercises/$name/judge.c")" '\.points = ([1-9]|10)[^0-9]'
    lacks "$name: the report says itself what its numbers are" "$(<"exercises/$name/README.md")" 'report shows a case as'
    for hint in $hints; do
        ok "$name: hint$hint.md is there" test -s "exercises/$name/hint$hint.md"
    done
    if [ -e "solutions/$name/hidden.txt" ] && grep -q 'c->what' "exercises/$name/judge.c"; then
        ok "$name: a wrong solution hidden-….cu that fails in a hidden case" test "$(grep -l '^// fails: hidden: ' "build/wrong/$name"/hidden-*.cu)"
    fi
    ok "$name: $least wrong solutions" test "$(grep -L '^// passes:' "build/wrong/$name"/*.cu | wc -l)" -ge $least
    is_drawn "$name" || continue
    others "$name"
    for wrong in "${others[@]}"; do
        first_lines "$wrong"
        if [ -n "$passes" ]; then
            recall "$wrong"
            is "$wrong passes" "$status" 0
            continue
        fi
        [ -z "$with_clang" ] || [ "$nvcc" -gt 0 ] || reason=$with_clang
        if is_as_given "$wrong"; then
            recall "$given"
        else
            recall "$wrong"
        fi
        is "$wrong does not pass" "$status" 1
        # Otherwise its reason might be found in the line of the source that the compiler's error shows.
        [[ $reason == *compile* ]] || lacks "$wrong compiles" "$out" 'It does not compile'
        ok "$wrong fails for its reason: $reason" says "${reason:-no first line // fails: REGEX}"
    done
done

# Each way in which a mutant can't be made is told, and ends with 2.
house=$work/house
mkdir -p "$house"/{tests/exercises/ex0-1-x,solutions/ex0-1-x}
cp tests/exercises/wrong.pl "$house/tests/exercises/"
printf '%s\n' one two one >"$house/solutions/ex0-1-x/exercise.cu"
# mutant LINE...: makes the one mutant of the house's exercise from these lines.
mutant()
{
    printf '%s\n' '== it' '// fails: x' "$@" >"$house/tests/exercises/ex0-1-x/mutants"
    run "$house/tests/exercises/wrong.pl"
}
mutant @@ ' two' -one +three
is 'a mutant: a comment, and the solution with a line changed' "$status $(tr '\n' ' ' <"$house/build/wrong/ex0-1-x/it.cu")" '0 // fails: x one two three '
mutant @@ -one
has 'a change that fits in two places is refused' "$status $err" '^2 wrong.pl: tests/exercises/ex0-1-x/mutants, it: these lines stand in 2 places'
mutant @@ -four
has 'and one that fits nowhere' "$status $err" '^2 .*in 0 places'
mutant @@ two
has 'and a line of no kind' "$status $err" "^2 .*begins with ' ', - or \+: two"
mutant @@ -two '== it'
has 'and a name that stands twice' "$status $err" '^2 .*there are two it$'
done_testing
