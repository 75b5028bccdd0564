# shellcheck shell=bash
# begin.sh FOLDER: the beginning of scripts that record what a GPU gives. They source it. It goes to the repository's root, makes
# $folder for the record, and $work, which is removed at the end. Exits with 3 without a GPU.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

folder=${1:?a folder for what is recorded}
if ! command -v nvidia-smi >/dev/null || ! nvidia-smi -L | grep '^GPU ' >/dev/null; then
    echo "${0##*/}: no GPU answers" >&2
    exit 3
fi
mkdir -p "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# headline SCRIPT: prints the line with which a record begins: the GPU, its driver, the date, the script.
headline()
{
    echo "# $(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1), $(date +%F), tests/gpu/$1"
}

# timed NAME COMMAND...: prints the command's rows, as those of the program NAME. Who calls it has sourced fail.sh.
timed()
{
    local name=$1
    shift
    "$@" --csv >"$work/run.csv" || fail "$*" >&2
    tools/measure/stamp.sh "$name" <"$work/run.csv"
}
