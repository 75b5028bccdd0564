#!/usr/bin/env bash
# Hostile submissions, tests/judge/hostile/*.cu: each tries a trick on the sandboxed judge, scores 0 for the expected reason, with
# whole results, and leaves no process and no file; the next submission passes. The first line of a file names the trick, the second
# line is a pattern of the reason. A third line may have the reason where clang compiles, a pattern that no result may have, or the
# exercise that the file is for, if that is not ex0-1. A file program-*.cu is a whole program, for ex0-12.
# The test tells how long each file took, and does not judge it. Programs and bombs run into limits, which takes seconds; of these it
# judges a third, others each day.
# shellcheck source=tests/harness/lib.sh
. "$(dirname "$0")/../harness/lib.sh"

export work judge=build/judge/ex0-1 sandbox=
good=solutions/ex0-1-vecadd/exercise.cu

# judge_of FILE: prints the judge of the exercise that a hostile file is for.
judge_of()
{
    local exercise=ex0-1
    case $1 in
    */program-*.cu) exercise=ex0-12 ;;
    *) [ ! -f "$1" ] || exercise=$(sed -n '3s|^// exercise: ||p' "$1") ;;
    esac
    echo "build/judge/${exercise:-ex0-1}"
}
export -f judge_of

mapfile -t judges < <(for file in tests/judge/hostile/*.cu; do judge_of "$file"; done | sort -u)
run make -s "${judges[@]}" build/judge/device-sim build/judge/device-calls build/sim/libwarpsim.a
ok 'the judges build' test "$status" = 0

# are_whole FOLDER: succeeds if both result files are well-formed, so that others' parsers can read them, and give no point.
are_whole()
{
    perl -MJSON::PP -e '
        local $/;
        open my $in, "<", $ARGV[0] or die;
        my $r = decode_json(<$in>);
        exit !($r->{score} == 0 && $r->{tests}[0]{status} eq "failed" && $r->{tests}[0]{max_score} > 0)' "$1/r.json" &&
        perl -ne 'BEGIN { $/ = undef } # elements close in order; no bare mark, no control character
        s/<\?xml[^?]*\?>//;
        my @open;
        while (/<(\/?)(\w+)((?: [\w-]+="[^"<]*")*) ?(\/?)>/g) {
            if ($1) { exit 1 unless @open && pop(@open) eq $2 } elsif (!$4) { push @open, $2 } }
        (my $text = $_) =~ s/<[^<>]*>//g;
        exit 1 if @open || $text =~ /[<>\x00-\x08\x0b-\x1f]/ || !utf8::decode($_);' "$1/r.xml"
}

# judge_one FOLDER FILE: judges a file, and keeps in the folder all that came of it. The judge and its parts are run from
# the folder, and the judge's working folder lies in it. So a process whose command line still names the folder when the judge has
# ended was left behind.
judge_one()
{
    local folder=$1 part begun tries judge limit=(--time 20)
    judge=$(judge_of "$2")
    # A submission that must run into a limit need not wait long for it. The compiler gets three times the time.
    if [ -f "$2" ]; then
        ! grep -Eq '^// fails: .*No end' "$2" || limit=(--time 3 --work 5)
        ! grep -Eq '^// fails: .*does not compile' "$2" || limit=(--time 1)
    fi
    mkdir -p "$folder/build/judge" "$folder/build/sim" "$folder/tmp"
    for part in "$judge" build/judge/device-sim build/judge/device-calls build/judge/nvrtc build/sim/libwarpsim.a build/sim/compiler; do
        [ ! -e "$part" ] || cp -l "$part" "$folder/$part" 2>/dev/null || cp "$part" "$folder/$part"
    done
    ln -sf "$PWD"/{Makefile,exercises,tools,common,compile,simulator,warpcc} "$folder"
    begun=$(date +%s%N)
    # shellcheck disable=SC2086 # no option or one
    MARK=of-the-judge TMPDIR=$folder/tmp "$folder/$judge" "${limit[@]}" --json "$folder/r.json" --junit "$folder/r.xml" \
        --text "$folder/r.txt" $sandbox "$2" >"$folder/out" 2>"$folder/err" </dev/null
    echo $? >"$folder/status"
    echo $((($(date +%s%N) - begun) / 1000000)) >"$folder/ms"
    # A process that was killed may take a moment to be gone.
    for ((tries = 0; tries < 600; tries++)); do
        ps -e -o pid=,args= >"$folder/all"
        grep -F "$folder/" "$folder/all" | grep -v judge_one >"$folder/left" || break
        sleep 0.1
    done
    ls "$folder/tmp" >>"$folder/left"
}
export -f judge_one

# judged WHAT PATTERN [LACKS]: checks what judge_one kept of it. It must fail for a reason that matches PATTERN, and no line may match
# LACKS.
judged()
{
    local folder="$work/$1" lacks=${3:-of-the-judge}
    ran="$judge of $1"
    out=$(<"$folder/out")
    err=$(<"$folder/err")
    status=$(<"$folder/status")
    echo "# $1: $(<"$folder/ms") ms"
    is "$1: not passed" "$status" 1
    ok "$1: results are whole, the score is 0" are_whole "$folder"
    has "$1: for its reason: $2" "$(tr -s ' \n' ' ' <"$folder/r.txt")" "$2" # lines are joined: a long path breaks them elsewhere
    lacks "$1: and without: $lacks" "$(cat "$folder/r.txt" "$folder/r.json")" "$lacks|of-the-judge"
    ok "$1: nothing for a terminal but text" not grep -q $'[\033\a\b]' "$folder/r.txt"
    is "$1: nothing is left" "$(<"$folder/left")" ''
    ok "$1: nothing was written" not test -e "$folder/was-here"
}

# reason FILE: prints the pattern of why it fails with the compiler that is here.
reason()
{
    : "${compiled_by:=$(nvcc_version)}"
    if [ "$compiled_by" = 0 ] && grep '^// fails by clang: ' "$1" >"$work/words"; then
        sed 's|^// fails by clang: ||' "$work/words"
    else
        sed -n '2s|^// fails: ||p' "$1"
    fi
}

run "$judge" --sandbox "$good"
if [ "$status" = 3 ] && grep -q 'bubblewrap' <<<"$err"; then
    echo "# $err" # so here the tricks run without the sandbox, as a student's own file would
else
    is 'in the sandbox a solution passes' "$status" 0
    sandbox=--sandbox
fi

slow=(tests/judge/hostile/{program-,*bomb}*.cu)
daily $(((${#slow[@]} + 2) / 3)) "${slow[@]}"
jobs=()
for file in tests/judge/hostile/*.cu; do
    what=$(basename "$file" .cu)
    if [[ " ${slow[*]} " == *" $file "* && " ${sample[*]} " != *" $file "* ]]; then
        continue
    fi
    # Only the sandbox keeps the host's files out of reach; without it these tricks are left out.
    if [ -z "$sandbox" ] && [[ $what == includes-* || $what == program-* ]]; then
        continue
    fi
    mkdir -p "$work/$what/tmp"
    sed "s|@ROOT@|$PWD|; s|@WORK@|$work/$what|" "$file" >"$work/$what/$what.cu"
    jobs+=("$work/$what" "$work/$what/$what.cu")
done
# (One more at a time than there are cores, since some only wait.)
printf '%s\0' "${jobs[@]}" | xargs -0 -n 2 -P "$(($(nproc) + 1))" bash -c 'judge_one "$@"' judge_one
for ((i = 0; i < ${#jobs[@]}; i += 2)); do
    what=$(basename "${jobs[i]}")
    judged "$what" "$(reason "tests/judge/hostile/$what.cu")" \
        "$(sed -n '3s|^// lacks: ||p' "tests/judge/hostile/$what.cu")"
done
# shellcheck disable=SC2086 # no option or one
run "$judge" $sandbox "$good"
is 'after all that a solution passes' "$status" 0

# The cases have a bound together, too: in each of eleven this program takes most of what a run may take.
if [ -n "$sandbox" ]; then
    printf '%d 0 0 one more\n' 5 6 7 8 9 10 >"$work/more"
    sed 's|^int main(void)$|#include <time.h>\n&|; s|^    size_t n;$|    while (clock() < 3 * CLOCKS_PER_SEC / 4)\n        ;\n&|' solutions/ex0-12-five-steps/exercise.cu >"$work/slow.cu"
    run build/judge/ex0-12 --sandbox --time 1 --hidden "$work/more" "$work/slow.cu"
    is 'too slow in all cases together: does not pass' "$status" 1
    has 'and is told so' "$(tr -s ' \n' ' ' <<<"$out")" 'Too slow: all cases together get 5 seconds of processor time'
    run build/judge/ex0-12 --sandbox --time 4 --hidden "$work/more" "$work/slow.cu"
    is 'with more time it passes' "$status" 0
fi

# odd WHAT FILE PATTERN: checks that a file which is no submission at all is refused with a message that matches.
odd()
{
    mkdir -p "$work/$1/tmp"
    judge_one "$work/$1" "$2"
    judged "$1" "$3"
}
: >"$work/empty.cu"
printf '__global__ void vecAdd() {}\0' >"$work/zero.cu"
head -c 2000000 /dev/zero | tr '\0' ' ' >"$work/large.cu"
mkfifo "$work/fifo.cu"
odd 'an empty file' "$work/empty.cu" 'is empty'
odd 'a zero byte' "$work/zero.cu" 'zero byte'
odd 'a large file' "$work/large.cu" 'mebibyte'
odd 'a named pipe' "$work/fifo.cu" 'is not a file'
odd 'a folder' "$work" 'is not a file'
odd 'a device' /dev/zero 'is not a file'
odd 'a missing file' "$work/missing.cu" 'No such file'
done_testing
