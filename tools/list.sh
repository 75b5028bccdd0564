#!/bin/sh
# list.sh first|all DEVICE MAKEFILE...: prints the lists of `make` and `make help`. `first`: a beginner's verbs; `all`: all
# verbs, and the programs and exercises of each chapter. Each has one line.
set -eu

which=$1 device=$2
shift 2

# where: tells what programs are built for, a GPU or the simulator.
where()
{
    echo
    if [ "$device" = gpu ]; then
        echo "A GPU answers: programs are built for it. DEVICE=sim: for the simulator."
    else
        echo "Programs are built for the simulator. DEVICE=gpu: for a GPU."
    fi
}

echo "Warp by Warp $(cat VERSION), a CUDA C workbook"
echo
if [ "$which" = first ]; then
    sed -n 's/^##\* /  make /p' "$@"
    where
    echo "make help lists all verbs, programs and exercises; README.md tells how to begin."
    exit
fi
sed -n 's/^##\*\? /  make /p' "$@"

chapter=
for source in chapters/ch*-*/*.cu; do
    [ -e "$source" ] || continue
    folder=$(basename "$(dirname "$source")")
    if [ "$folder" != "$chapter" ]; then
        chapter=$folder
        number=${folder%%-*}
        printf '\nChapter %s: %s\n' "${number#ch}" "${folder#*-}"
    fi
    # A program's line is the first of its head comment, without comment signs and the program's name.
    name=$number-$(basename "$source" .cu)
    about=$(sed -n '1{s,^/[/*]* *,,;s,^'"$name"'[:.] *,,;s, *\*/$,,;p}' "$source")
    printf '  make %-19s %s\n' "$name" "$about"
done

chapter=
golf=" $(tools/student/exercises.sh golf | tr '\n' ' ')"
tools/student/exercises.sh | while read -r name _ _ title; do
    if [ "${name%-*}" != "$chapter" ]; then
        chapter=${name%-*}
        case $golf in
        *" $name "*) printf '\nKernel golf, where only speed counts, the easiest first\n' ;;
        *) printf '\nExercises of chapter %s, the easiest first\n' "${chapter#ex}" ;;
        esac
    fi
    printf '  make %-19s %s\n' "$name" "$title"
done

where
