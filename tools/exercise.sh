#!/usr/bin/env bash
# exercise.sh VERB [EXERCISE]: what make does with a student's exercise, and what is remembered of it.
#
#   judge ex3-1      judges it, remembers a pass, says what to type next; exits as the judge does
#   hint ex3-1       shows the next hint
#   solution ex3-1   after a pass: the solution, its explanation, and a diff to one's own
#   reset ex3-1      puts the exercise back as it was given; one's own is kept as exercise.cu.~1~, .~2~ ...
#   progress         where one stands
#   next [ex3-1]     names the first exercise after this one that is not solved; nothing if all are
#   given            keeps a copy of every exercise as it stands, for reset: an author's, after a change
#
# ARGS has more options for the judge. progress.txt, at the root, remembers. It is plain text, in any order, a line an
# exercise:
#
#   ex3-1 2 9f86d081884c7d65     name; hints shown; checksum of the exercise.cu that passed last, or -
#
# So an exercise is solved while its file is the one that passed, and pending again after an edit. Lines that start
# otherwise are left as they are.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
memory=${PROGRESS:-progress.txt}

bold='' green='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR-}" ]; then
    bold=$'\e[1m' green=$'\e[32m' plain=$'\e[0m'
fi

# fail STATUS MESSAGE
fail()
{
    echo "$2" >&2
    exit "$1"
}

# all: every exercise's name, in order.
all()
{
    local folder
    for folder in exercises/ex*-*-*/; do
        [[ $folder =~ ^exercises/(ex[0-9]+-[0-9]+)- ]] && echo "${BASH_REMATCH[1]}"
    done | sort -V
}

# folder_of ex3-1: ex3-1-block-sum
folder_of()
{
    local folders=("exercises/$1"-*/)
    [ -d "${folders[0]}" ] || fail 2 "There is no exercise '$1'. Exercises: $(all | tr '\n' ' ')"
    basename "${folders[0]}"
}

# title_of ex3-1-block-sum: the heading of its task
title_of()
{
    sed -n '/^# */{s///p;q}' "exercises/$1/README.md"
}

# page FILE: Markdown for a terminal of 80 columns: paragraphs are filled anew, code is left as it is.
page()
{
    sed 's/\$\([^$]*\)\$/\1/g' "$1" | awk '
        function out() { if (line != "") print line; line = "" }
        /^```/ { out(); code = !code; print; next }
        code || /^(    |[#|>]|$)/ { out(); print; next }
        /^ *([-*]|[0-9]+\.) / { out() }
        { for (i = 1; i <= NF; i++) {
              if (length(line) + length($i) > 78) out()
              line = line == "" ? $i : line " " $i } }
        END { out() }'
}

checksum()
{
    sha256sum <"$1" | cut -c1-16
}

# recall ex3-1: sets hints and passed.
recall()
{
    hints=0 passed=-
    if [ -e "$memory" ]; then
        read -r hints passed < <(awk -v name="$1" '$1 == name { h = $2; p = $3 } END { print h + 0, p ? p : "-" }' "$memory") || true
    fi
}

# remember ex3-1 HINTS PASSED
remember()
{
    (
        flock 9
        local new
        new=$(mktemp "$memory.XXXXXX")
        {
            if [ -e "$memory" ]; then
                awk -v name="$1" '$1 != name' "$memory"
            else
                echo '# Where you stand: exercise, hints shown, checksum of the exercise.cu that passed last or -'
            fi
            echo "$1 $2 $3"
        } >"$new"
        chmod 644 "$new"
        mv "$new" "$memory"
    ) 9<exercises
}

# is_solved ex3-1
is_solved()
{
    local hints passed file
    recall "$1"
    file=exercises/$(folder_of "$1")/exercise.cu
    [ "$passed" != - ] && [ -e "$file" ] && [ "$(checksum "$file")" = "$passed" ]
}

# next [ex3-1]: the first unsolved one after it, else the first of all that is not.
next()
{
    local name after='' first='' seen=${1-}
    for name in $(all); do
        if [ "$name" = "$seen" ]; then
            seen=
        elif [ -z "$seen" ] && [ -z "$after" ]; then
            is_solved "$name" || after=$name
        elif [ -z "$first" ]; then
            is_solved "$name" || first=$name
        fi
    done
    echo "${after:-$first}"
}

judge()
{
    local folder file sum='' status=0 hints passed other
    folder=$(folder_of "$1")
    file=exercises/$folder/exercise.cu
    # Of the file that is judged now, not of what an editor saves meanwhile.
    [ ! -e "$file" ] || sum=$(checksum "$file")
    # shellcheck disable=SC2086 # ARGS is a list of words
    "build/judge/$1" ${ARGS-} "$file" || status=$?
    [ $status = 0 ] || return $status
    recall "$1"
    remember "$1" "$hints" "${sum:--}"
    other=$(next "$1")
    if [ -n "$other" ]; then
        echo "Next: ${bold}make $other$plain   $(title_of "$(folder_of "$other")")"
    else
        echo "${green}All $(all | wc -l) exercises are solved.$plain"
    fi
}

hint()
{
    local folder hints passed count
    folder=$(folder_of "$1")
    count=$(find "exercises/$folder" -name 'hint[1-9].md' | wc -l)
    [ "$count" -gt 0 ] || fail 1 "$1 has no hints."
    recall "$1"
    if [ "$hints" -lt "$count" ]; then
        hints=$((hints + 1))
        remember "$1" "$hints" "$passed"
    else
        hints=$count
        echo "There are no more hints than this one."
    fi
    echo "${bold}$1, hint $hints of $count$plain"
    echo
    page "exercises/$folder/hint$hints.md"
}

solution()
{
    local folder hints passed color=never
    folder=$(folder_of "$1")
    [ -d "solutions/$folder" ] || fail 1 "There are no solutions in this copy of the workbook: ask who gave it to you."
    recall "$1"
    [ "$passed" != - ] || fail 1 "The solution of $1 is shown when you have passed it. A hint: make hint-$1"
    page "solutions/$folder/README.md"
    echo
    echo "${bold}solutions/$folder/exercise.cu$plain"
    echo
    cat "solutions/$folder/exercise.cu"
    echo
    echo "${bold}From yours (-) to this one (+)$plain"
    echo
    [ -z "$bold" ] || color=always
    diff -u --color=$color --label yours --label solution \
        "exercises/$folder/exercise.cu" "solutions/$folder/exercise.cu" || return 0 # they differ, as they should
    echo "They are the same."
}

reset()
{
    local folder file given
    folder=$(folder_of "$1")
    file=exercises/$folder/exercise.cu
    given=exercises/.given/$folder.cu
    [ -e "$given" ] || fail 1 "$given is missing: it is what $1 was when it was given to you."
    if [ ! -e "$file" ]; then
        cp "$given" "$file"
        echo "$1 is back as it was given to you."
    elif cmp -s "$given" "$file"; then
        echo "$1 is as it was given to you: there is nothing to reset."
    else
        cp --backup=numbered --force "$file" "$file"
        cp "$given" "$file.new"
        mv "$file.new" "$file"
        echo "$1 is as it was given to you. Yours is kept:"
        find "exercises/$folder" -name 'exercise.cu.~*~' | sort -V | tail -n 1
    fi
}

progress()
{
    local name folder chapter='' state solved=0 count=0 hints passed shown
    for name in $(all); do
        folder=$(folder_of "$name")
        recall "$name"
        count=$((count + 1))
        if [ "${name%-*}" != "$chapter" ]; then
            chapter=${name%-*}
            echo "${bold}Chapter ${chapter#ex}$plain"
        fi
        if is_solved "$name"; then
            state="${green}solved $plain" solved=$((solved + 1))
        elif cmp -s "exercises/.given/$folder.cu" "exercises/$folder/exercise.cu"; then
            state='       '
        elif [ "$passed" != - ]; then
            state='edited '
        else
            state='begun  '
        fi
        case $hints in
        0) shown= ;;
        1) shown='1 hint' ;;
        *) shown="$hints hints" ;;
        esac
        printf '  %-7s %s %-8s %.53s\n' "$name" "$state" "$shown" "$(title_of "$folder")"
    done
    echo
    name=$(next)
    echo "$solved of $count solved.${name:+ Next: ${bold}make $name$plain}"
}

given()
{
    local name folder
    mkdir -p exercises/.given
    for name in $(all); do
        folder=$(folder_of "$name")
        cmp -s "exercises/$folder/exercise.cu" "exercises/.given/$folder.cu" ||
            cp -v "exercises/$folder/exercise.cu" "exercises/.given/$folder.cu"
    done
}

case $#:${1-} in
2:judge | 2:hint | 2:solution | 2:reset | 1:progress | 1:next | 2:next | 1:given) "$@" ;;
*) fail 2 'usage: exercise.sh judge|hint|solution|reset EXERCISE, or next [EXERCISE], or progress, or given' ;;
esac
