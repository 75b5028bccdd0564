#!/usr/bin/env bash
# Hostile students sit beside honest ones. The honest ones get, byte for byte, what they get alone; and a class gets the same grades
# with one job and with two, on a busy machine, and after a kill.
#
# `make test-class` sets HONEST=40 HOSTILE=20 LOAD=8: a whole class, with LOAD spinning processes beside it. It tells how long that
# takes.
. "$(dirname "$0")/../harness/lib.sh"
HONEST=${HONEST:-5} HOSTILE=${HOSTILE:-3} LOAD=${LOAD:-1}

needs_sandbox
run make -s build/judge/ex0-1 build/judge/device-sim
is 'the judge is built' "$status" 0

# ---- A class -----------------------------------------------------------------------------------------------

export LC_ALL=C.UTF-8
good=solutions/ex0-1-vecadd/exercise.cu
alone=$work/alone class=$work/class
names=('Zoë Nguyễn' 'Иван Жуков' 'Ελένη Παπά' '李 小龍' 'نور حداد' 'शिवानी राव' 'Strauß, Jörg' "O'Hara, Kit")
mkdir -p "$alone" "$work/own"

# own WHAT: prints one student's file, a little different from the next one's.
own()
{
    case $1 in
    0 | 1 | 2) cat "$good" ;;
    3) cat exercises/.given/ex0-1-vecadd.cu ;;
    4) sed 's/i < n/i <= n/' "$good" ;;
    5) echo '#error not yet' ;;
    6) sed 's/a\[i\] + b/a[i] - b/' "$good" ;;
    esac
    echo "// $i"
}

# Students hand in folders, files and archives of each writer; others come through Moodle.
right=0
for ((i = 0; i < HONEST; i++)); do
    right=$((right + (i % 7 < 3)))
    name="${names[i % ${#names[@]}]} $i"
    folder="$work/own/Übung $i/ответы"
    mkdir -p "$folder"
    own $((i % 7)) >"$folder/ex0-1.cu"
    top="$work/own/Übung $i"
    case $((i % 10)) in
    0) cp -r "$top" "$alone/$name" ;;
    1) bsdtar -C "$top" -caf "$alone/$name.zip" . ;;
    2) cp "$folder/ex0-1.cu" "$alone/${name}_ex0-1.cu" ;;
    3) tar -C "$top" -czf "$alone/$name.tar.gz" . ;;
    4) cp "$folder/ex0-1.cu" "$alone/student${i}_LATE_$((1000 + i))_ex0-1.cu" ;;
    5)
        mkdir "$alone/${name}_$((2000 + i))_assignsubmission_file_"
        bsdtar -C "$top" --format=7zip -cf "$alone/${name}_$((2000 + i))_assignsubmission_file_/work.7z" .
        ;;
    6) bsdtar -C "$top" --format=pax -cJf "$alone/$name.tar.xz" . ;;
    7) (cd "$top" && { zip -qr "$alone/$name.zip" . 2>/dev/null || bsdtar -caf "$alone/$name.zip" .; }) ;;
    8) (cd "$top" && { python3 -m zipfile -c "$alone/$name.zip" . 2>/dev/null || bsdtar -caf "$alone/$name.zip" .; }) ;;
    9) cp "$folder/ex0-1.cu" "$alone/${name}_$((2000 + i))_assignsubmission_file_ex0-1.cu" ;;
    esac
done

# The first hostile student looks for what is not theirs; the others try tricks of tests/judge/hostile/.
cp -r "$alone" "$class"
mkdir "$class/environ"
printf '#define HASH #\nHASH include "/proc/1/environ"\n' >"$class/environ/ex0-1.cu"
count=1
for file in tests/judge/hostile/{forges-results,constructor-exits}.cu tests/judge/hostile/*.cu; do
    what=$(basename "$file" .cu)
    if [ "$count" -lt "$HOSTILE" ] && [ ! -e "$class/$what" ]; then
        count=$((count + 1))
        mkdir "$class/$what"
        sed "s|@ROOT@|$PWD|; s|@WORK@|$work|" "$file" >"$class/$what/ex0-1.cu"
    fi
done

# ---- Graded ------------------------------------------------------------------------------------------------

export GRADE_SECRET=xyzzy-$RANDOM$RANDOM
# graded NAME CLASS OPTIONS...: grades the class into $work/NAME, always with the same seed.
graded()
{
    local to=$work/$1 from=$2 begun
    shift 2
    mkdir -p "$to"
    echo 0011223344556677 >"$to/seed.txt"
    begun=$(date +%s%N)
    run tools/class/grade.pl -o "$to" -e 0-1 --lms moodle "$@" "$from"
    is "$(basename "$to"): all is judged" "$status" 0
    echo "# $(basename "$to"), $*: $((($(date +%s%N) - begun) / 1000000)) ms, load $(cut -d' ' -f1 /proc/loadavg): $out"
}

graded honest "$alone" -j 2
is 'everyone has a row' "$(wc -l <"$work/honest/grades.csv")" $((HONEST + 1))
is 'the right ones pass, and no others' "$(grep -c ',2,2,' "$work/honest/grades.csv")" $right
graded one-job "$class" -j 1
ok 'no honest grade changes beside hostile students' test -z "$(comm -23 <(sort "$work/honest/grades.csv") <(sort "$work/one-job/grades.csv"))"
# same_results: succeeds if each honest student gets the same files as alone.
# shellcheck disable=SC2317 # called by ok
same_results()
{
    local file
    for file in "$work/honest/results/"*; do
        cmp "$file" "$work/one-job/results/${file##*/}" || return 1
    done
}
ok 'and no byte of what the honest get' same_results
comm -13 <(sort "$work/honest/grades.csv") <(sort "$work/one-job/grades.csv") >"$work/hostile"
is 'each hostile one has a row, and no point' "$(grep -c ',0,0,,' "$work/hostile") of $(wc -l <"$work/hostile")" "$count of $count"
is 'no word of the instructor'"'"'s environment anywhere' "$(grep -rl "$GRADE_SECRET" "$work/one-job" | wc -l)" 0
if [ "$HONEST" -ge 40 ]; then # this tells how long two jobs take; a small class has two jobs on a busy machine only, to save time
    graded two-jobs "$class" -j 2
    ok 'two jobs: the same grades' cmp "$work/one-job/grades.csv" "$work/two-jobs/grades.csv"
fi

spinning=()
for ((i = 0; i < LOAD; i++)); do
    (while :; do :; done) &
    spinning+=($!)
done
graded busy "$class" -j 2
kill "${spinning[@]}"
wait "${spinning[@]}" 2>/dev/null
ok "two jobs, $LOAD spinning beside them: the same grades" cmp "$work/one-job/grades.csv" "$work/busy/grades.csv"

mkdir -p "$work/killed"
echo 0011223344556677 >"$work/killed/seed.txt"
enough=$((1 + RANDOM % HONEST))
# The run is killed when so many are judged, and never after all are: from then on a bwrap stands in the way that does not end.
mkdir "$work/bin"
stand_in "$work/bin/bwrap" <<END
[ "\$(find "$work/killed/units" -name '*.json' | wc -l)" -lt $enough ] || exec sleep 1000
exec $(command -v bwrap) "\$@"
END
mkdir "$work/killed/units"
PATH=$work/bin:$PATH tools/class/grade.pl -o "$work/killed" -e 0-1 --lms moodle -j 2 "$class" >/dev/null 2>&1 &
grader=$!
while kill -0 $grader 2>/dev/null && [ "$(find "$work/killed/units" -name '*.json' 2>/dev/null | wc -l)" -lt $enough ]; do
    sleep 0.1
done
kill -KILL $grader
wait $grader 2>/dev/null
ok 'killed: no grades yet' test ! -e "$work/killed/grades.csv"
graded killed "$class" -j 2
has "killed after $enough: it went on" "$out" ' [1-9][0-9]* kept from before'
ok 'killed: the same grades' cmp "$work/one-job/grades.csv" "$work/killed/grades.csv"

done_testing
