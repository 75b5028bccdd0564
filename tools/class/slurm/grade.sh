#!/usr/bin/env bash
#SBATCH --job-name=warp-grade
#SBATCH --cpus-per-task=2
#SBATCH --mem-per-cpu=2G
#SBATCH --time=2:00:00
#SBATCH --output=grade-%j.log
# grade.sh ARGUMENTS-OF-grade.pl...: is the job that submit.sh submits. As a task of an array it judges one share of the
# submissions; as a job of its own it collects the grades. If a task is lost, the collecting job judges what is missing.
set -euo pipefail
cd "$SLURM_SUBMIT_DIR"

share=()
if [ -n "${SLURM_ARRAY_TASK_ID-}" ]; then
    share=(--share "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT")
fi
exec tools/class/grade.pl "${share[@]}" -j "${SLURM_CPUS_PER_TASK:-1}" "$@"
