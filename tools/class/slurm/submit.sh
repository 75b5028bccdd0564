#!/usr/bin/env bash
# submit.sh SUBMISSIONS [OUT [EXERCISES [SHARES [OPTION...]]]]: grades a class on a Slurm cluster. SHARES array tasks (default
# 16) judge one share of the submissions each; a last job writes the grades. OPTIONs are grade.pl's. All folders must be on
# a file system that every node has. Run it in the workbook's folder. It builds the judges there, so nodes need only nvcc,
# bwrap and bsdtar.
#   tools/class/slurm/submit.sh submissions grades '3-1 3-2' 32 --roster class.csv --due '2026-03-01 23:59'
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."

if [ $# -lt 1 ] || [ ! -d "$1" ]; then
    echo "usage: tools/class/slurm/submit.sh SUBMISSIONS [OUT [EXERCISES [SHARES [OPTION...]]]]" >&2
    exit 2
fi
out=${2:-grades} exercises=${3-} shares=${4:-16}
what=(-o "$out" -e "$exercises" "$1")

make -s MARCH=any chosen EX="$exercises" # nodes may be of several kinds
array=$(sbatch --parsable --array="1-$shares" tools/class/slurm/grade.sh "${@:5}" "${what[@]}")
last=$(sbatch --parsable --dependency="afterany:$array" tools/class/slurm/grade.sh "${@:5}" "${what[@]}")
echo "array job $array judges, job $last writes $out/grades.csv; squeue shows them"
