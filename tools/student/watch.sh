#!/usr/bin/env bash
# watch.sh [EXERCISE]: judges an exercise again whenever its file is saved. When it passes, a key moves on to the next one: its task and
# verdict fill a small screen, and a pass should be seen.
# It begins with the first exercise that is not solved. It looks at the file's time three times a second and does not wait
# for a message of the kernel: so it works on every file system, over the network and inside containers too.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

if [ ! -t 0 ] || [ ! -t 1 ]; then
    echo 'make watch is interactive: it needs a terminal.' >&2
    exit 2
fi
bold='' plain=''
if [ -z "${NO_COLOR-}" ]; then
    bold=$'\e[1m' plain=$'\e[0m'
fi

# The terminal does not show what is typed while nothing reads it.
stty -echo
trap 'stty echo' EXIT

# stamp: prints a text that changes when the exercise is saved; nothing while an editor is replacing the file.
stamp()
{
    stat -c '%y %s %i' "$file" 2>/dev/null || true
}

# show EXERCISE: makes the exercise the current one, and prints its task and its first verdict.
show()
{
    current=$1
    local folders=("exercises/$1"-*/)
    file=${folders[0]}exercise.cu
    echo
    echo "$bold$current$plain"
    tools/student/exercise.sh task "$current"
    echo
    judge || true
    keys
}

keys()
{
    [ ! -e "build/judge/failed/$current" ] ||
        echo "Inside the case that failed: ${bold}o$plain step  ${bold}p$plain profile  ${bold}d$plain draw"
    local key
    for key in 'h hint' 't task' 's solution' 'n next' 'l list' 'r reset' 'q quit'; do
        printf '%s%s%s %s  ' "$bold" "${key% *}" "$plain" "${key#* }"
    done
    echo '(saves are judged)'
}

# judge: judges the current exercise. If the file is saved while the judge runs, it is judged again afterwards.
judge()
{
    seen=$(stamp)
    [ -n "$seen" ] && env -u MAKEFLAGS -u MAKELEVEL make -s "build/judge/$current" &&
        WATCHED=1 tools/student/exercise.sh judge "$current"
}

# wait_for_key NEXT: waits after a pass, until a key moves on to the next exercise.
wait_for_key()
{
    local key=
    while true; do
        echo "${bold}any key$plain on to $1  ${bold}s$plain solution  ${bold}q$plain quit"
        read -rsn1 key || exit 0 # the terminal is gone
        case $key in
        s) WATCHED=1 tools/student/exercise.sh solution "$passed" || true ;;
        q) exit 0 ;;
        *) return ;;
        esac
    done
}

# saved: judges the saved file, and shows the next exercise after a pass. In kernel golf, where one pass follows the other, it stays.
saved()
{
    local next
    echo
    echo "${bold}$current$plain, saved $(date +%H:%M:%S)"
    if judge && ! tools/student/exercises.sh golf | grep -x "$current" >/dev/null; then
        passed=$current
        next=$(tools/student/exercise.sh next "$current")
        [ -n "$next" ] || exit 0
        wait_for_key "$next"
        show "$next"
    else
        passed=
        keys
    fi
}

# reset: puts the exercise back as it was given. It asks first: the key may have been hit by mistake.
reset()
{
    local key=
    echo "Put $current back as it was given? Your version is kept. ${bold}y$plain yes"
    read -rsn1 key || true
    if [ "$key" = y ]; then
        tools/student/exercise.sh reset "$current" || true
        seen=$(stamp)
    fi
    keys
}

# look VERB: shows the case that failed last, as step, profile or draw.
look()
{
    stty echo
    env -u MAKEFLAGS -u MAKELEVEL tools/student/exercise.sh "$1" "$current" || true
    stty -echo
    keys
}

first=${1:-$(tools/student/exercise.sh next)}
if [ -z "$first" ]; then
    echo 'Every exercise is solved. make watch EX=3-1 watches one of them again.'
    exit 0
fi
tools/student/exercise.sh task "$first" >/dev/null # ends the script with a message if there is no such exercise
declare -A verb=([h]=hint [t]=task [o]=step [p]=profile [d]=draw)
passed= # the exercise that was passed a moment ago: until the next one is saved, s shows its solution
show "$first"

while true; do
    key=
    status=0
    read -rsn1 -t 0.3 key || status=$?
    [ $status = 0 ] || [ $status -gt 128 ] || exit 0 # the terminal is gone
    case $key in
    n)
        next=$(tools/student/exercise.sh next "$current")
        if [ "${next:-$current}" = "$current" ]; then
            echo 'This is the only one left.'
        else
            passed=
            show "$next"
        fi
        ;;
    s) WATCHED=1 tools/student/exercise.sh solution "${passed:-$current}" || true ;;
    h | t) tools/student/exercise.sh "${verb[$key]}" "$current" || true ;;
    o | p | d) look "${verb[$key]}" ;;
    l) tools/student/exercise.sh progress ;;
    r) reset ;;
    '?') keys ;;
    q) exit 0 ;;
    esac
    now=$(stamp)
    [ -z "$now" ] || [ "$now" = "$seen" ] || saved
done
