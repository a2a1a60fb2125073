#!/bin/sh
# A large file on many machines of a Slurm cluster: each task of the array does its share of the rows and writes files of its own.
#   sbatch --array=1-8 --wait deploy/slurm-array.sh bill.csv /shared/impacts
#   impactql totals '/shared/impacts/totals-*.json' -o totals.json
# Tasks 3 and 5 of eight again, where they were lost:
#   sbatch --array=3,5 --wait deploy/slurm-array.sh bill.csv /shared/impacts 8
#SBATCH --job-name=impactql
#SBATCH --cpus-per-task=2
#SBATCH --mem=2G
#SBATCH --requeue
set -eu
: "${IMPACTQL:=impactql}"
exec $IMPACTQL assess "$1" --partition "$SLURM_ARRAY_TASK_ID/${3:-$SLURM_ARRAY_TASK_COUNT}" --threads "${SLURM_CPUS_PER_TASK:-1}" \
  --output "$2/rows-$SLURM_ARRAY_TASK_ID.parquet" --totals "$2/totals-$SLURM_ARRAY_TASK_ID.json"
