#!/usr/bin/env bash
# submit.sh SUBMISSIONS [OUT [EXERCISES [SHARES]]]: grades a class on a Slurm cluster: SHARES array tasks (default 16)
# judge a share of the submissions each, a last job writes the grades. All folders must be on a file system that every
# node has. Run it where the workbook is; it builds the judges here, so nodes need nvcc, bwrap and bsdtar, and no more.
#   tools/slurm/submit.sh submissions grades '3-1 3-2' 32
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

if [ $# -lt 1 ] || [ $# -gt 4 ] || [ ! -d "$1" ]; then
    echo "usage: tools/slurm/submit.sh SUBMISSIONS [OUT [EXERCISES [SHARES]]]" >&2
    exit 2
fi
export WARP_SUBMISSIONS=$1 WARP_OUT=${2:-grades} WARP_EXERCISES=${3-}
shares=${4:-16}

make -s chosen EX="$WARP_EXERCISES"
array=$(sbatch --parsable --array="1-$shares" tools/slurm/grade.sh)
last=$(sbatch --parsable --dependency="afterany:$array" tools/slurm/grade.sh)
echo "array job $array judges, job $last writes $WARP_OUT/grades.csv; squeue shows them"
