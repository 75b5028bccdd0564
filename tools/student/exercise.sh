#!/usr/bin/env bash
# exercise.sh VERB [EXERCISE]: does what make offers for a student's exercise, and remembers how far the student is.
#
#   task ex3-1       shows the task
#   judge ex3-1      judges it, remembers a pass, says what to type next; exits as the judge does
#   step ex3-1       opens the case that failed last, with its seed, in the stepper; CASE=2 another one
#   profile ex3-1    shows its counters as tools/student/profile.sh does: VIEW, LINE
#   draw ex3-1       draws where its lanes go at source line LINE; without LINE, at the line where it failed
#   hint ex3-1       shows the next hint
#   solution ex3-1   after a pass, shows the solution, its explanation, and a diff to the student's file
#   reset ex3-1      puts the exercise back as it was given; the student's file is kept as exercise.cu.~1~, .~2~ ...
#   progress         shows which exercises are solved
#   next [ex3-1]     names the first exercise after this one that is not solved; nothing if all are
#   work ARCHIVE     writes the student's work into an archive, as the book's page of exercises does: progress.txt, and each
#                    exercise that is not as it was given
#   bring ARCHIVE    takes the exercises of such an archive that differ from those here; these are kept, as by reset
#   given [ex3-1]    keeps a copy of every exercise as it stands, or of this one, for reset; authors call it after a change
#
# CASE=2 judges one case alone, and ARGS holds more options for the judge; a pass is then not remembered, since cases may be left out. With DEVICE=gpu the GPU
# judges, too. WATCHED is set by make watch: it offers keys, so no commands are offered here.
# A prediction has numbers of the student's own if there is an id in STUDENT, or else in student.txt, at the root, where a handout has it
# (judge/core/numbers.c).
# progress.txt, at the root, is the memory: plain text, one line for each exercise, in any order:
#
#   ex3-1 2 9f86d081884c7d65 silver NVRTC-13.0/1 91264 3200 3.19
#       name; hints shown; checksum of the exercise.cu that passed last, or -; and of the best pass, where something is measured, the
#       judge's line (judge/core/levels.c): the highest level, the compiler and model, what was counted
#
# A task of kernel golf (judge/judge.mk) passes as it is given, so it counts as solved from silver on, and only then is its solution shown.
# An exercise of a chapter that has passed once is solved. `progress` marks it "edited" if its file is no longer the one that passed.
# Lines that do not begin with an exercise's name are left as they are.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
memory=${PROGRESS:-progress.txt}

bold='' green='' plain='' bronze_colour='' gold_colour=''
if [ -t 1 ] && [ -z "${NO_COLOR-}" ]; then
    bold=$'\e[1m' green=$'\e[32m' plain=$'\e[0m' bronze_colour=$'\e[33m' gold_colour=$'\e[1;33m'
fi

# fail STATUS MESSAGE: prints the message and exits.
fail()
{
    echo "$2" >&2
    exit "$1"
}

# all: prints every exercise's name, chapter by chapter, the easiest first.
all()
{
    tools/student/exercises.sh | cut -d' ' -f1
}

# is_golf ex9-1: succeeds if this is a task of kernel golf.
golf_tasks=$(tools/student/exercises.sh golf)
is_golf()
{
    [[ -n $1 && $'\n'$golf_tasks$'\n' == *$'\n'"$1"$'\n'* ]]
}

# like ex3-1: prints all exercises of the chapters; of kernel golf, if ex9-1 is given.
like()
{
    local name
    for name in $(all); do
        if is_golf "$name"; then
            ! is_golf "$1" || echo "$name"
        else
            is_golf "$1" || echo "$name"
        fi
    done
}

# folder_of ex3-1: prints ex3-1-block-sum; exits with 2 if there is no such exercise.
folder_of()
{
    local folders=("exercises/$1"-*/)
    if [ ! -d "${folders[0]}" ]; then
        local near
        # shellcheck disable=SC2046 # names without spaces
        near=$(tools/meant.pl "$1" $(all))
        fail 2 "There is no exercise '$1'.${near:+ Did you mean $near?} make progress lists them"
    fi
    basename "${folders[0]}"
}

# points [ex3-1]: prints what each exercise is worth, "ex3-1 3", or this one.
points()
{
    # shellcheck disable=SC2086 # a pattern
    grep -oE '\.points = [0-9]+' exercises/${1-ex*}-*/judge.c /dev/null | sed -E 's,exercises/(ex[0-9]+-[0-9]+)-.* = ,\1 ,'
}

# title_of ex3-1-block-sum: prints the heading of its task.
title_of()
{
    sed -n '/^# */{s///p;q}' "exercises/$1/README.md"
}

# later_chapter ex3-12-clear-first: prints " (chapter 3b)" if it belongs to the second half of a chapter, which is read later.
later_chapter()
{
    sed -n '3s/.* in \(chapter [0-9]*[a-z]\)\.$/ (\1)/p' "exercises/$1/README.md"
}

# The judge's words for the student, if there is one.
own=()
[ -n "${STUDENT-}" ] || [ ! -e student.txt ] || read -r STUDENT <student.txt || true
[ -z "${STUDENT-}" ] || own=("--student=$STUDENT")

checksum()
{
    sha256sum <"$1" | cut -c1-16
}

# What progress.txt says of each exercise that it names.
declare -A hints_of passed_of best_of

# learn: reads progress.txt.
learn()
{
    local name hints passed best
    hints_of=() passed_of=() best_of=()
    [ -e "$memory" ] || return 0
    while read -r name hints passed best || [ -n "$name" ]; do
        [[ $name =~ ^ex[0-9]+-[0-9]+$ ]] || continue
        [[ $hints =~ ^[0-9]+$ ]] || hints=0
        [[ $best =~ ^(bronze|silver|gold)( |$) ]] || best=
        hints_of[$name]=$hints passed_of[$name]=${passed:--} best_of[$name]=$best
    done <"$memory"
}
learn

# recall ex3-1: sets `hints`, `passed` and `best` to what progress.txt says of the exercise.
recall()
{
    hints=${hints_of[$1]:-0} passed=${passed_of[$1]:--} best=${best_of[$1]-}
}

# remember ex3-1 HINTS PASSED BEST: writes the exercise's line of progress.txt.
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
                echo '# Where you stand: exercise, hints shown, checksum of the exercise.cu that passed last or -, the best pass'
            fi
            echo "$1 $2 $3${4:+ $4}"
        } >"$new"
        chmod 644 "$new"
        mv "$new" "$memory"
    ) 9<exercises
    learn
}

# is_solved ex3-1: succeeds if the exercise has passed once; in kernel golf, with silver at least.
is_solved()
{
    local hints passed best
    recall "$1"
    if is_golf "$1"; then
        [[ $best =~ ^(silver|gold) ]]
    else
        [ "$passed" != - ]
    fi
}

task()
{
    local folder
    folder=$(folder_of "$1")
    if [ -n "${STUDENT-}" ] && [ ! -e student.txt ] && [ -x "build/judge/$1" ]; then # in a handout the text has these numbers already
        "build/judge/$1" "${own[@]}" --own "exercises/$folder/README.md" | tools/student/page.pl
    else
        tools/student/page.pl "exercises/$folder/README.md"
    fi
    echo
    echo "Your file: exercises/$folder/exercise.cu"
    echo "Points: $(points "$1" | cut -d' ' -f2)"
}

# next [ex3-1]: prints the first unsolved exercise after this one; if there is none, the first unsolved of all. Kernel golf stays among
# itself.
next()
{
    local name after='' first='' seen=${1-}
    for name in $(like "$seen"); do
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

# case_number: prints CASE; exits with 2 if it is none.
case_number()
{
    [[ $CASE =~ ^[1-9][0-9]*$ ]] || fail 2 "CASE=$CASE: a case is a number, 1 for the first that the verdict lists"
    echo "$CASE"
}

judge()
{
    local folder file sum='' status=0 hints passed best other count device=sim kept_best=build/judge/best/$1 said=build/judge/said/$1 words=${ARGS-}
    folder=$(folder_of "$1")
    [ -z "${CASE-}" ] || words="--case $(case_number) $words"
    file=exercises/$folder/exercise.cu
    # The checksum is taken now: an editor may save another version while the judge runs.
    [ ! -e "$file" ] || sum=$(checksum "$file")
    [ "${DEVICE-}" != gpu ] || device=all
    mkdir -p build/judge/{failed,best,said}
    rm -f "build/judge/failed/$1"
    recall "$1"
    echo "$best" >"$kept_best"
    # shellcheck disable=SC2086 # a list of words
    "build/judge/$1" "${own[@]}" --device "$device" --keep "build/judge/failed/$1" --best "$kept_best" --text "$said" $words "$file" || status=$?
    # A long verdict has scrolled away where it begins.
    [ $status != 1 ] || [ -z "${WATCHED-}" ] || [ "$(wc -l <"$said")" -lt $((${LINES:-$(tput lines 2>/dev/null || echo 24)} - 3)) ] ||
        echo "$bold$(head -n 1 "$said"):$(sed -n '/^  FAILED/{s/  */ /gp;q}' "$said")$plain"
    if [ $status = 1 ] && [ -z "${WATCHED-}" ]; then
        [ ! -e "build/judge/failed/$1" ] || echo "Look inside: make step-$1, profile-$1 or draw-$1"
        echo "A hint: make hint-$1   Again: make $1"
    fi
    [ $status = 0 ] || return $status
    if [ -n "$words" ]; then # which may have left out cases
        echo "With ${CASE:+CASE}${CASE:+${ARGS:+ and }}${ARGS:+ARGS}, nothing is recorded in $memory."
        return
    fi
    remember "$1" "$hints" "${sum:--}" "$(<"$kept_best")"
    other=$(next "$1")
    [ -n "${WATCHED-}" ] || ! is_solved "$1" || [ ! -d "solutions/$folder" ] || echo "A worked solution: make solution-$1"
    ! is_golf "$1" || [ -n "${WATCHED-}" ] || echo "A record of it: make record-$1"
    if [ -n "$other" ]; then
        echo "Next: ${bold}make $other$plain   $(title_of "$(folder_of "$other")")$(later_chapter "$(folder_of "$other")")"
    else
        count=$(like "$1" | wc -l)
        echo "${green}$([ "$count" = 1 ] && echo 'The only exercise here is solved.' || echo "All $count exercises are solved.")$plain"
    fi
}

# open step|profile|draw ex3-1: judges one case again, with the file as it is now, keeps its input, and shows it.
open()
{
    local verb=$1 name=$2 debug='' folder file kept=build/judge/failed/$2 opened=build/judge/opened/$2 case=${CASE-} seed='' order='' again=() status=0 said
    folder=$(folder_of "$name")
    file=exercises/$folder/exercise.cu
    if [ -e "$kept" ]; then
        # ex2-1 case 2 seed 41 order serial: one full warp
        read -r _ _ failed _ seed _ order < <(head -n 1 "$kept" | cut -d: -f1)
        case=${case:-$failed}
        [ -z "$order" ] || [ "$case" != "$failed" ] || again=(--order "$order")
    fi
    case=$(CASE=${case:-1} case_number)
    [[ ${LINE-1} =~ ^[1-9][0-9]*$ ]] || fail 2 "LINE=$LINE: a line of $file is a number"
    [ "$verb" != step ] || debug=--debug # the stepper then knows variables by name
    mkdir -p build/judge/opened
    rm -f "$opened"
    said=$("build/judge/$name" "${own[@]}" --device sim --case "$case" ${seed:+--seed "$seed"} "${again[@]}" ${debug:+$debug} --keep "$opened" "$file") || status=$?
    [ $status -le 1 ] || return $status
    if [ ! -e "$opened" ]; then
        echo "$said"
        grep -q '^It does not compile' <<<"$said" || echo "Case $case launches no kernel: there is nothing to look into."
        return 1
    fi
    [ $status = 1 ] || echo "This case passes."
    local command=(build/judge/device-sim "$opened")
    if grep -q 'program = true' "exercises/$folder/judge.c"; then # what is kept is the input of the student's own program
        mkdir -p "$opened.run"
        tail -n +2 "$opened" >"$opened.run/input"
        exec 10<"$opened.run/input"
        ./warpcc ${debug:+-G} -Icommon "$file" -o "$opened.program"
        command=(env -C "$opened.run" TASK_INPUT=10 "$PWD/$opened.program")
    fi
    case $verb in
    step) WARPSIM="step${KERNEL:+ kernel=$KERNEL}${BLOCK:+ block=$BLOCK}" "${command[@]}" ;;
    profile) tools/student/profile.sh sim "${command[@]}" ;;
    draw)
        [ -n "${LINE-}" ] || LINE=$(grep -oE "$file:[0-9]+" <<<"$said" | head -n 1 | cut -d: -f2) || true
        if [ -z "$LINE" ]; then # no line ends a file this long, so the simulator lists those that it can draw
            said=$(LINE=1000000 tools/student/profile.sh sim "${command[@]}" | sed '/^No access to memory at line/d')
            echo "$said"
            grep -q '^ ' <<<"$said" || fail 1 "Its kernels don't access memory in this case: there is nothing to draw."
            if [ ! -t 0 ]; then
                echo "This draws the first: make draw-$name LINE=$(sed -nE 's/^ +([0-9]+) .*/\1/p' <<<"$said" | head -n 1)"
                return 0
            fi
            read -rp "Which line of $file? " LINE
        fi
        [[ $LINE =~ ^[1-9][0-9]*$ ]] || fail 2 "A line of $file is a number: make draw-$name LINE=12"
        LINE=$LINE tools/student/profile.sh sim "${command[@]}"
        ;;
    esac
}

hint()
{
    local folder hints passed best count
    folder=$(folder_of "$1")
    count=$(find "exercises/$folder" -name 'hint[1-9].md' | wc -l)
    [ "$count" -gt 0 ] || fail 1 "$1 has no hints."
    recall "$1"
    if [ "$hints" -lt "$count" ]; then
        hints=$((hints + 1))
        remember "$1" "$hints" "$passed" "$best"
    else
        hints=$count
        echo "This is the last hint."
    fi
    echo "${bold}$1, hint $hints of $count$plain"
    echo
    tools/student/page.pl "exercises/$folder/hint$hints.md"
}

solution()
{
    local folder color=never
    folder=$(folder_of "$1")
    [ -d "solutions/$folder" ] || fail 1 "There are no solutions in this copy of the workbook: ask whoever gave it to you."
    is_solved "$1" ||
        fail 1 "The solution of $1 is shown once you have $(is_golf "$1" && echo silver || echo 'passed it').
$([ -n "${WATCHED-}" ] && echo 'A hint: the key h' || echo "A hint: make hint-$1")"
    tools/student/page.pl "solutions/$folder/README.md"
    echo
    echo "${bold}solutions/$folder/exercise.cu$plain"
    echo
    cat "solutions/$folder/exercise.cu"
    echo
    echo "${bold}Yours (-) and this one (+)$plain"
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
    [ -e "$given" ] || fail 1 "$given is missing: it holds $1 as it was given to you."
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

# add_up: sets sum_of[FILE] for each exercise as it stands and as it was given. One process for all, since make progress would wait
# for a hundred.
declare -A sum_of
add_up()
{
    local sum file
    while read -r sum file; do
        sum_of[$file]=${sum:0:16}
    done < <(sha256sum exercises/.given/*.cu exercises/ex*/exercise.cu)
}

# is_as_given ex3-1-block-sum: succeeds if nothing was done in it. add_up was called before.
is_as_given()
{
    [ "${sum_of[exercises/$1/exercise.cu]-none}" = "${sum_of[exercises/.given/$1.cu]-}" ]
}

progress()
{
    local name level folder title file chapter='' state solved=0 gold=0 silver=0 count=0 hints passed best shown solved_so_far stars=('' '★  ' '★★ ' '★★★')
    local golf=0 golf_count=0 golf_gold=0
    local -A points=()
    add_up
    while read -r name count; do
        points[$name]=$count
    done < <(points)
    count=0
    while read -r name level folder title; do
        file=exercises/$folder/exercise.cu
        recall "$name"
        if [ "${name%-*}" != "$chapter" ]; then
            chapter=${name%-*}
            is_golf "$name" && echo "${bold}Kernel golf$plain" || echo "${bold}Chapter ${chapter#ex}$plain"
        fi
        if is_golf "$name"; then
            golf_count=$((golf_count + 1))
            ! is_solved "$name" || golf=$((golf + 1))
            [[ $best != gold* ]] || golf_gold=$((golf_gold + 1))
        else
            count=$((count + 1))
            ! is_solved "$name" || solved=$((solved + 1))
            [[ $best != gold* ]] || gold=$((gold + 1))
            [[ $best != silver* ]] || silver=$((silver + 1))
        fi
        shown=
        case $hints in
        0) ;;
        1) shown='1 hint' ;;
        *) shown="$hints hints" ;;
        esac
        if [ "$passed" != - ]; then
            case $best in
            gold*) state="${gold_colour}gold  $plain" ;;
            silver*) state="${bold}silver$plain" ;;
            bronze*) state="${bronze_colour}bronze$plain" ;;
            *) state="${green}solved$plain" ;;
            esac
            [ "${sum_of[$file]-}" = "$passed" ] || shown="edited${shown:+, $shown}"
        elif is_as_given "$folder"; then
            state='      '
        else
            state='begun '
        fi
        printf '  %-7s %s  %s  %-15s %-37.37s %2s\n' "$name" "${stars[level]}" "$state" "$shown" "$title" "${points[$name]-}"
    done < <(tools/student/exercises.sh)
    echo
    echo '★ a few minutes  ★★ a quarter of an hour  ★★★ more; on the right: points'
    name=$(next)
    [ $golf_count = 0 ] || echo "golf: $golf of $golf_count, $golf_gold gold. A task counts from silver on."
    [ $count -gt 0 ] || return 0 # a handout of golf alone
    if [ $((gold + silver)) -gt 0 ]; then
        echo 'bronze: right  silver: as good as the solution  gold: better than that'
        solved_so_far="$solved of $count solved, $gold gold, $silver silver."
    else
        solved_so_far="$solved of $count solved."
    fi
    echo "$solved_so_far${name:+ Next: ${bold}make $name$plain}"
}

work()
{
    local folder files=()
    [ ! -e "$memory" ] || files=("$memory")
    add_up
    while read -r _ _ folder _; do
        is_as_given "$folder" || files+=("exercises/$folder/exercise.cu")
    done < <(tools/student/exercises.sh)
    [ ${#files[@]} -gt 0 ] || fail 1 'There is no work to take along yet.'
    tar --format=ustar --owner=0 --group=0 --transform="s|.*/progress.txt|progress.txt|" -cf "$1" "${files[@]}"
    echo "$1 holds what you have done: make bring WORK=$1 elsewhere, or 'Bring work back' on the book's page of exercises."
}

# is_higher LINE OTHER: succeeds if the level of a best pass is higher than that of the other, which may be empty.
is_higher()
{
    local -A rank=([none]=0 [bronze]=1 [silver]=2 [gold]=3)
    local one=${1%% *} other=${2%% *}
    ((${rank[${one:-none}]-0} > ${rank[${other:-none}]-0}))
}

bring()
{
    local name folder file theirs sum count hints passed best won
    [ -f "$1" ] || fail 2 "WORK=$1 is not a file: which archive? The book's page of exercises, or make work, writes one."
    theirs=$(mktemp -d)
    # shellcheck disable=SC2064 # the folder's name is wanted as it is now
    trap "rm -rf '$theirs'" EXIT
    tar -xf "$1" -C "$theirs" --no-same-owner 2>/dev/null || fail 2 "$1 can't be read as an archive."
    for name in $(all); do
        folder=$(folder_of "$name")
        file=exercises/$folder/exercise.cu
        if [ ! -f "$theirs/$file" ] || [ -L "$theirs/$file" ] || cmp -s "$theirs/$file" "$file"; then
            continue
        fi
        [ ! -e "$file" ] || cmp -s "exercises/.given/$folder.cu" "$file" || cp --backup=numbered --force "$file" "$file"
        cp "$theirs/$file" "$file.new"
        mv "$file.new" "$file"
        echo "$name is as in $1."
    done
    if [ -f "$theirs/progress.txt" ]; then
        while read -r name count sum won; do
            [[ $name =~ ^ex[0-9]+-[0-9]+$ && $count =~ ^[0-9]$ && $sum =~ ^(-|[0-9a-f]{16})$ ]] || continue
            recall "$name"
            is_higher "$won" "$best" || won=$best
            remember "$name" $((count > hints ? count : hints)) "$([ "$sum" = - ] && echo "$passed" || echo "$sum")" "$won"
        done <"$theirs/progress.txt"
    fi
    echo "Where you stand: make progress"
}

given()
{
    local name folder
    mkdir -p exercises/.given
    for name in ${1-$(all)}; do
        folder=$(folder_of "$name")
        cmp -s "exercises/$folder/exercise.cu" "exercises/.given/$folder.cu" ||
            cp -v "exercises/$folder/exercise.cu" "exercises/.given/$folder.cu"
    done
}

case $#:${1-} in
2:step | 2:profile | 2:draw) open "$@" ;;
2:task | 2:judge | 2:hint | 2:solution | 2:reset | 2:work | 2:bring | 1:progress | 1:next | 2:next | 1:given | 2:given) "$@" ;;
*) fail 2 'usage: exercise.sh task|judge|step|profile|draw|hint|solution|reset EXERCISE, or work|bring ARCHIVE, or next [EXERCISE], or progress, or given [EXERCISE]' ;;
esac
