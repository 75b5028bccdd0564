#!/usr/bin/env bash
# Every exercise is judged on the simulator. As given it compiles and does not pass; its solution passes. Each wrong solution in
# tests/exercises/<name>/ fails for the reason in its first line, `// fails: REGEX`. The second line may have another reason for
# clang, `// fails with clang: REGEX`. A file that has only comments stands for the exercise as given. A file that begins with
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

# judge_one FILE: judges a file and keeps the report and the exit status under $work, by the file's path. The report has stderr, too.
judge_one()
{
    local file=$1 slug kept seconds=60 # enough on a busy machine
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

# is_as_given FILE: succeeds if the file has only comments.
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

# recall FILE: sets $out and $status to the file's verdict, as if its judge had just run.
recall()
{
    ran="the judge of $1"
    out=$(cat "$work/${1//\//%}")
    err=
    status=$(cat "$work/${1//\//%}.status")
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
    grep -Eq -e "$1" <<<"$out" || tr -s ' \n' '  ' <<<"$out" | tr -s ' ' | grep -Eq -e "$1"
}

# is_page FILE: succeeds if the file fits on a page and begins with a title.
is_page()
{
    [ "$(wc -l <"$1")" -le 60 ] && head -n 1 "$1" | grep -q '^# .'
}

# leads README: succeeds if the third line says how hard the exercise is, and names the section of the book that it follows. (The
# book's build checks that the link leads there.)
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
