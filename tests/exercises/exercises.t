#!/usr/bin/env bash
# Every exercise, judged on the simulator: as given it compiles and does not pass; its solution passes; each wrong
# solution in tests/exercises/<name>/ fails for the reason in its first line, `// fails: REGEX`. Clang may have a reason of its own,
# in the second line, `// fails with clang: REGEX`. One that has nothing but comments is the exercise as given; one that begins with
# `// passes:` is another right solution, and passes. A solution differs from its exercise only between `// [your code]` and
# `// [end of your code]`.
#
# usage: tests/exercises/exercises.t [NAME...]     of these only: ex3-1-block-sum
# shellcheck source=tests/harness/lib.sh
. "$(dirname "$0")/../harness/lib.sh"

if [ $# -gt 0 ]; then
    names=("$@")
else
    names=(exercises/*/)
    names=("${names[@]%/}")
    names=("${names[@]#exercises/}")
fi

run make -s judges
ok 'the judges build' test "$status" = 0

# judge_one FILE: keeps report and exit status under $work, by the file's path. Standard error shows in the report.
judge_one()
{
    local file=$1 slug kept seconds=60 # however busy the machine is
    if grep -q '^// fails: .*No end' "$file"; then
        seconds=5
    fi
    slug=$(basename "$(dirname "$file")")
    kept=$work/${file//\//%}
    "build/judge/$(cut -d- -f1,2 <<<"$slug")" --time "$seconds" "$file" >"$kept" 2>&1
    echo $? >"$kept.status"
}
export -f judge_one
export work

# is_as_given FILE
is_as_given()
{
    ! grep -qv '^//' "$1"
}

files=()
for name in "${names[@]}"; do
    files+=("exercises/$name/exercise.cu" "solutions/$name/exercise.cu")
    for wrong in "tests/exercises/$name"/*.cu; do
        is_as_given "$wrong" || files+=("$wrong")
    done
done
printf '%s\0' "${files[@]}" | xargs -0 -P "$(nproc)" -I {} bash -c 'judge_one {}'

# recall FILE: its verdict, as if it had just run.
recall()
{
    ran="the judge of $1"
    out=$(cat "$work/${1//\//%}")
    err=
    status=$(cat "$work/${1//\//%}.status")
}

# given FILE: what is not the student's.
given()
{
    sed '/\/\/ \[your code\]/,/\/\/ \[end of your code\]/{//!d}' "$1"
}

same_but_for_regions()
{
    diff <(given "$1") <(given "$2")
}

# says PATTERN: in a line of the report, or across lines where it was wrapped.
says()
{
    grep -Eq -e "$1" <<<"$out" || tr -s ' \n' '  ' <<<"$out" | tr -s ' ' | grep -Eq -e "$1"
}

is_page()
{
    [ "$(wc -l <"$1")" -le 60 ] && head -n 1 "$1" | grep -q '^# .'
}

# leads README: its third line says how hard it is and after which section of the book, by that section's name. (Whether the link
# arrives there is seen when the book is made.)
leads()
{
    local pattern='^(★|★★|★★★) \*[^*]+\.\* After “\[(.+)\]\(\.\./\.\./(chapters/[a-z0-9-]+/note(-b)?\.md)#[a-z0-9:-]+\)” in chapter [0-6]b?\.$'
    [[ $(sed -n 3p "$1") =~ $pattern ]] && grep -q "^##* ${BASH_REMATCH[2]}\( {.*\)\?$" "${BASH_REMATCH[3]}"
}

for name in "${names[@]}"; do
    given=exercises/$name/exercise.cu
    solution=solutions/$name/exercise.cu
    if is_left_out "exercises/$name/judge.c"; then
        recall "$solution"
        is "$name: can't be judged" "$status" 3
        ok "$name: in one line" is_line "$out"
        has "$name: says what it needs" "$out" 'kernels launch kernels needs nvcc'
        continue
    fi
    recall "$given"
    is "$name: as given it does not pass" "$status" 1
    lacks "$name: as given it compiles" "$out" 'does not compile'
    ok "$name: the report fits a terminal" fits "$out"
    has "$name: a region is marked for the student" "$(<"$given")" '// \[your code\]'
    recall "$solution"
    is "$name: the solution passes" "$status" 0
    ok "$name: the report of the solution fits" fits "$out"
    ok "$name: the solution differs in the regions only" same_but_for_regions "$given" "$solution"
    ok "$name: README.md is a page with a title" is_page "exercises/$name/README.md"
    ok "$name: README.md names its difficulty and its section" leads "exercises/$name/README.md"
    for hint in 1 2 3; do
        ok "$name: hint$hint.md is there" test -s "exercises/$name/hint$hint.md"
    done
    ok "$name: five wrong solutions" test "$(grep -L '^// passes:' "tests/exercises/$name"/*.cu | wc -l)" -ge 5
    for wrong in "tests/exercises/$name"/*.cu; do
        if head -n 1 "$wrong" | grep -q '^// passes: .'; then
            recall "$wrong"
            is "$wrong passes" "$status" 0
            continue
        fi
        pattern=$(sed -n '1s|^// fails: ||p' "$wrong")
        if grep -q '^// fails with clang: ' "$wrong" && [ "$(nvcc_version)" = 0 ]; then
            pattern=$(sed -n '2s|^// fails with clang: ||p' "$wrong")
        fi
        if is_as_given "$wrong"; then
            recall "$given"
        else
            recall "$wrong"
        fi
        is "$wrong does not pass" "$status" 1
        ok "$wrong fails for its reason: $pattern" says "${pattern:-no first line // fails: REGEX}"
    done
done
done_testing
