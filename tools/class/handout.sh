#!/usr/bin/env bash
# handout.sh [-o OUT] [-s STUDENT | -c CLASS.csv] EXERCISE...: packs exercises for students, with what they need to build and judge them, and without
# solutions, hidden cases, wrong solutions or the instructor's tools. OUT is a .tar.gz (default handout.tar.gz), a .zip or a new
# folder. The packed files are searched and tried out before they become OUT. If anything is wrong, OUT is not made.
# With STUDENT, an id, predictions have numbers of this student's own (judge/core/numbers.c), in their texts and in the given file, and
# student.txt holds the id. With CLASS.csv, a list as tools/class/grade/Roster.pm reads it, OUT is a new folder (default handouts), with
# such an archive for each student, by the id. The proof is made once, with the book's numbers.
# Exit status: 0 packed and proved, 1 the proof failed, 2 bad usage.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# fail STATUS MESSAGE: prints the message and exits.
fail()
{
    echo "handout: $2" >&2
    exit "$1"
}

out='' student='' class=''
while getopts o:s:c: option; do
    case $option in
    o) out=$OPTARG ;;
    s) student=$OPTARG ;;
    c) class=$OPTARG ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
if [ -n "$class" ]; then
    out=${out:-handouts}
    [[ $out != *.tar.gz && $out != *.zip ]] || fail 2 "OUT=$out: with STUDENTS it is a folder, which gets an archive for each student"
    ids=$(tools/class/students.pl "$class") || exit 2
    declare -A student_of # by the name of the student's archive
    while read -r id; do
        name=${id//[^[:alnum:]._@-]/_}
        name=${name/#[.-]/_}
        [ -z "${student_of[$name]-}" ] || fail 2 "'${student_of[$name]}' and '$id' would have the same file $name.tar.gz: rename one of them"
        student_of[$name]=$id
    done <<<"$ids"
fi
out=${out:-handout.tar.gz}
[ $# -gt 0 ] || fail 2 "which exercises? make handout EX='3-1 3-2'"
case $out in
*.tar.gz) ;;
*.zip) command -v bsdtar >/dev/null || fail 2 "OUT=$out needs bsdtar: apt-get install libarchive-tools" ;;
*.tgz | *.tar | *.tar.* | *.7z | *.rar) fail 2 "OUT=$out: it can be a .tar.gz, a .zip or a folder" ;;
*) [ ! -e "$out" ] || fail 2 "OUT=$out is there already: remove it, or name another" ;;
esac
folders=()
for name in "$@"; do
    folder=("exercises/$name"-*/)
    [ -d "${folder[0]}" ] || fail 2 "there is no exercise '$name'"
    folders+=("$(basename "${folder[0]}")")
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/warp-by-warp

# ---- Packing ----------------------------------------------------------------------------------------

mkdir -p "$tree/exercises/.given"
tar -c --exclude='*.~*~' --exclude=tools/{class,book,measure,release} --exclude=node_modules --exclude=judge/page \
    Makefile rooms.mk VERSION LICENSE LICENSES NOTICE warpcc common chapters compile judge simulator tools | tar -x -C "$tree"
for folder in "${folders[@]}"; do
    [[ $folder =~ ^(ex[0-9]+-[0-9]+) ]]
    mkdir "$tree/exercises/$folder"
    cp "exercises/$folder"/{README.md,judge.c,hint?.md} "$tree/exercises/$folder/"
    # Students get the exercise as it was given, not as it stands here. There is no exercise.cu yet: the first make puts it there.
    cp "exercises/.given/$folder.cu" "$tree/exercises/.given/"
    # What the solution counts, for the levels of verdicts.
    ! grep -q "^${BASH_REMATCH[1]}," exercises/levels.csv ||
        grep -E "^(exercise|${BASH_REMATCH[1]})," exercises/levels.csv >"$tree/exercises/$folder/levels.csv"
done

# title_of FOLDER: prints the heading of the exercise's task.
title_of()
{
    sed -n '/^# */{s///p;q}' "exercises/$1/README.md"
}

cat >"$tree/README.md" <<END
# Exercises of Warp by Warp

You need gcc, g++, make, and nvcc from the CUDA toolkit or clang (14 or later); no GPU. In this folder:

\`\`\`
make progress      what there is, and where you stand
$(printf '%-18s ' "make $1")builds and judges one exercise
$(printf '%-18s ' "make hint-$1")the next hint
$(printf '%-18s ' "make reset-$1")back as it was given; yours is kept
make watch         judges again at each save
make editor        for clangd and VS Code
\`\`\`

An exercise is a folder: \`README.md\` is the task, \`exercise.cu\` is yours. The first \`make\` puts it there. You can unpack a later handout
over this one: it adds its exercises and leaves your files as they are. This one brought:

$(for folder in "${folders[@]}"; do echo "- [$(title_of "$folder")](exercises/$folder/README.md)"; done)

Hand in all at once, \`tar czf mine.tar.gz exercises\`, or single files.
END

# ---- The proof --------------------------------------------------------------------------------------

# No file may have the name of something secret.
secret=$(cd "$tree" && find . -path '*/solutions*' -o -path './tests*' -o -name 'hidden*' -o -name '.git' -o -name 'progress.txt')
[ -z "$secret" ] || fail 1 "this must not be handed out: $secret"
# There may be no exercise but the chosen ones.
[ "$(find "$tree/exercises" -mindepth 1 -maxdepth 1 -name 'ex*' -printf '%f\n' | sort)" = "$(printf '%s\n' "${folders[@]}" | sort)" ] ||
    fail 1 'it contains exercises that were not chosen'
# No file may have the content of a secret file, whatever its name.
sums()
{
    find "$@" -type f -size +0 -exec sha256sum {} + | cut -c1-64 | sort -u
}
held=(solutions)
[ ! -d tests ] || held+=(tests)
sums "${held[@]}" >"$work/held"
sums "$tree" >"$work/packed"
leaked=$(comm -12 "$work/held" "$work/packed")
[ -z "$leaked" ] || fail 1 'it contains a file of solutions/ or tests/ under another name'
# What is built here is taken along where it still fits, file by file, as make sees by their times; a file that the tree lacks is missed.
mkdir -p "$work/built"
for part in sim/rooms sim/compiler sim/march judge/obj; do
    [ ! -e "build/$part" ] || { mkdir -p "$work/built/${part%/*}" && cp -a "build/$part" "$work/built/$part"; }
done
# The packed judge must work: each exercise fails as it was given (in kernel golf it is bronze), and its solution passes.
for folder in "${folders[@]}"; do
    [[ $folder =~ ^(ex[0-9]+-[0-9]+) ]]
    name=${BASH_REMATCH[1]}
    echo "$name: judged in the handout, as given and solved"
    rm -rf "$work/try"
    cp -a "$tree" "$work/try"
    mv "$work/built" "$work/try/build"
    make_in=(env -u MAKEFLAGS -u MAKELEVEL -u STUDENT make -s -C "$work/try" "$name")
    expected='NOT PASSED'
    ! tools/student/exercises.sh golf | grep -x "$name" >/dev/null || expected='PASSED.* Bronze'
    if ! "${make_in[@]}" >"$work/said" 2>&1 || ! grep -q "$expected" "$work/said"; then
        cat "$work/said" >&2
        fail 1 "$name as given should be judged in the handout, with '$expected'"
    fi
    cp "solutions/$folder/exercise.cu" "$work/try/exercises/$folder/"
    if ! "${make_in[@]}" >"$work/said" 2>&1 || grep -q 'NOT PASSED' "$work/said"; then
        cat "$work/said" >&2
        fail 1 "$name's solution should pass in the handout"
    fi
    mv "$work/try/build" "$work/built"
done

# ---- Out -----------------------------------------------------------------------------------------------

# give TREE OUT: writes a proved tree as an archive or a folder.
give()
{
    case $2 in
    *.tar.gz)
        tar -c --owner=0 --group=0 --sort=name -C "${1%/*}" "${1##*/}" | gzip -n >"$2.new"
        mv "$2.new" "$2"
        ;;
    *.zip)
        bsdtar -c --format zip --uid 0 --gid 0 -f "$2.new" -C "${1%/*}" "${1##*/}"
        mv "$2.new" "$2"
        ;;
    *)
        cp -a "$1" "$2.new"
        mv "$2.new" "$2"
        ;;
    esac
}

# make_own STUDENT: makes the tree $work/own/warp-by-warp, in which predictions have the student's numbers.
make_own()
{
    local folder name file
    rm -rf "$work/own"
    mkdir "$work/own"
    cp -a "$tree" "$work/own/"
    for folder in "${folders[@]}"; do
        [[ $folder =~ ^(ex[0-9]+-[0-9]+) ]]
        name=${BASH_REMATCH[1]}
        for file in "exercises/$folder/README.md" "exercises/.given/$folder.cu"; do
            "$work/built/judge/$name" "--student=$1" --own "$tree/$file" >"$work/own/warp-by-warp/$file" || exit
        done
    done
    echo "$1" >"$work/own/warp-by-warp/student.txt"
    printf '\n%s\n' "Where an exercise asks for predictions, its numbers are those of $1, and nobody else's; hints use the book's." >>"$work/own/warp-by-warp/README.md"
}

plural=s
((${#folders[@]} > 1)) || plural=
if [ -n "$class" ]; then
    mkdir "$work/all"
    for name in "${!student_of[@]}"; do
        make_own "${student_of[$name]}"
        give "$work/own/warp-by-warp" "$work/all/$name.tar.gz"
    done
    give "$work/all" "$out"
    echo "$out: ${#student_of[@]} handouts of ${#folders[@]} exercise$plural, each with its student's numbers, no solutions: proved"
    exit
fi
if [ -n "$student" ]; then
    make_own "$student"
    tree=$work/own/warp-by-warp
fi
give "$tree" "$out"
echo "$out: ${#folders[@]} exercise$plural, no solutions: proved"
