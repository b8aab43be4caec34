#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# slurm_test.sh WEFT PAGE: submits the scripts on PAGE (docs/how-to/run-on-a-cluster.md) to a Slurm cluster of three nodes on this
# machine. The results of a study that is divided, interrupted and merged must equal the results of an uninterrupted run. Exit
# status 77: skipped.
set -euo pipefail
weft=$(readlink -f "$1") page=$(readlink -f "$2")
source "$(dirname "$(readlink -f "$0")")/cluster.sh"

skip() { echo "skipped: $1"; exit 77; }
for command in slurmctld slurmd munged sbatch; do
  command -v "$command" >/dev/null || skip "$command is not installed (tools/install-dependencies --group interop)"
done
((EUID == 0)) || skip "only root can start the daemons of Slurm"
"$weft" run --help | grep -q -e --part || skip "this weft has no --part"

scratch=$(mktemp -d)
leave() {
  local status=$?
  set +e
  stop_cluster
  ((status == 0)) || tail -n 20 "$scratch"/*.log "$scratch"/work/slurm-*
  rm -rf "$scratch"
  exit "$status"
}
trap leave EXIT
mkdir "$scratch/work" "$scratch/disk" "$scratch/bin"
export SLURM_TMPDIR=$scratch/disk PATH=$scratch/bin:$PATH
ln -s "$weft" "$scratch/bin/weft"
cd "$scratch/work"

fail() { echo "FAILED: $1" >&2; exit 1; }

# Writes each block of the page that begins with `#!/bin/bash` to the file that its second line names.
perl -ne 'if (/^```/) { $block = ""; close OUT if $out; $out = 0 } elsif ($out) { print OUT }
  elsif ($block) { /^# (\S+)/ or die; open OUT, ">", $1 or die; print OUT $block, $_; $out = 1 }
  elsif (m{^#!/bin/bash}) { $block = $_ }' "$page"
[[ -s study.sbatch && -s collect.sh ]] || fail "$page has no study.sbatch or collect.sh"

runs=300
new_study() {  # new_study NAME: many short runs
  mkdir "$1"
  cat >"$1/study.toml" <<TOML
title = "many short runs"
[[run]]
topology = "torus:sides=16x16x16"
messages = 8
sweep = { seed = "1..$runs" }
[[present]]
kind = "table"
name = "makespan"
title = "Makespan"
columns = ["seed", "summary.makespan"]
TOML
}

submit() { sbatch --parsable --cpus-per-task=1 "$@"; }

finished() { weft results "$1" --csv 2>/dev/null | tail -n +2; }  # finished DIR: a line per stored run, with its seconds

ended() { [[ ! $(squeue -h -j "$1" 2>/dev/null) ]]; }

expect_undisturbed() {  # expect_undisturbed NAME
  (($(finished "out/$1" | wc -l) == runs)) || fail "$1: $(finished "out/$1" | wc -l) runs instead of $runs"
  [[ -f out/$1/makespan.csv ]] || fail "$1: no table"
  diff plain/makespan.csv "out/$1/makespan.csv" || fail "$1: the table differs"
  [[ ! $(ls -A "$scratch/disk") ]] || fail "$1: left on the disk of the node: $(find "$scratch/disk" | head -n 5)"
}

test_one_node() {  # stopped when some runs are finished, saved, requeued, finished
  new_study one-node
  local job
  job=$(submit study.sbatch one-node)
  wait_until 60 some_finished "$scratch/disk/weft.*/results"
  scancel --signal=TERM --batch "$job"
  wait_until 60 some_finished out/one-node
  finished out/one-node >stopped
  wait_until 60 ended "$job"
  expect_undisturbed one-node
  (($(wc -l <stopped) < runs)) || fail "one-node: the study had ended before it was stopped"
  [[ ! $(finished out/one-node | grep -vxF -f - stopped) ]] || fail "one-node: runs were computed twice"
}

some_finished() { (($(finished $1 | wc -l) >= 3)); }

test_job_array() {
  new_study job-array
  local job part
  job=$(submit --array=1-4 study.sbatch job-array)
  wait_until 60 ended "$job"
  for part in out/job-array/parts/*; do finished "$part"; done >parts
  (($(wc -l <parts) == runs && $(sort -u parts | wc -l) == runs)) || fail "job-array: the parts are not a partition of the runs"
  bash collect.sh job-array >collect.log 2>&1 || fail "job-array: collect.sh: $(cat collect.log)"
  [[ $(finished out/job-array | sort) == "$(sort parts)" ]] || fail "job-array: runs were missing, or computed twice"
  expect_undisturbed job-array
}

test_lost_part() {
  new_study lost-part
  local job
  job=$(submit --array=1-2 study.sbatch lost-part)
  wait_until 60 ended "$job"
  rm -r out/lost-part/parts/2
  job=$(submit --ntasks=1 collect.sh lost-part)
  wait_until 60 ended "$job"
  expect_undisturbed lost-part
}

test_ranks() {
  "$weft" --version | grep -q 'MPI: yes' || { echo "ranks: skipped, this weft was built without MPI"; return; }
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  new_study mpirun
  new_study srun
  expect_shared mpirun "$(submit --nodes=2 --ntasks=3 study.sbatch mpirun mpirun)"
  # With several slurmd on one host, srun cannot launch tasks with PMIx.
  expect_shared srun "$(submit --nodes=1 --ntasks=2 study.sbatch srun srun --mpi=pmix)"
}

expect_shared() {  # expect_shared NAME JOB: one rank alone shows the results
  wait_until 60 ended "$2"
  expect_undisturbed "$1"
  (($(grep -c '^Makespan' "slurm-$2.out") == 1)) || fail "$1: $(grep -c '^Makespan' "slurm-$2.out") ranks show the results"
}

new_study plain-study
weft run plain-study -o plain --threads 1 >/dev/null
start_cluster "$scratch" 3
for name in one_node job_array lost_part ranks; do
  begin=$SECONDS
  "test_$name"
  echo "$name: $((SECONDS - begin)) s"
done
