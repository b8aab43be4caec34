#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# topology_test.sh WEFT FABRICS: slurmctld accepts the topology.conf that Weft writes for catalog topologies and fabrics, without a
# warning, and reports the switches and nodes of the file. FABRICS is a folder of netlists. Exit status 77: skipped.
set -euo pipefail
weft=$(readlink -f "$1") fabrics=$(readlink -f "$2")
source "$(dirname "$(readlink -f "$0")")/cluster.sh"

skip() { echo "skipped: $1"; exit 77; }
for command in slurmctld munged scontrol; do
  command -v "$command" >/dev/null || skip "$command is not installed (tools/install-dependencies --group interop)"
done
((EUID == 0)) || skip "only root can start the daemons of Slurm"

scratch=$(mktemp -d)
leave() {
  local status=$?
  set +e
  stop_cluster
  ((status == 0)) || tail -n 20 "$scratch"/*.log
  rm -rf "$scratch"
  exit "$status"
}
trap leave EXIT
fail() { echo "FAILED: $1" >&2; exit 1; }

answers() { scontrol show topology >"$scratch/shown" 2>/dev/null; }

# Print a line `name level node..` per switch: from the output of Slurm, and from a file, which lists the nodes or switches below each switch.
shown() {
  perl -ne 'my ($name, $level, $nodes) = /^SwitchName=(\S+) Level=(\d+) LinkSpeed=\d+ Nodes=(\S+)/ or next;
    print join(" ", $name, $level, sort split /\n/, `scontrol show hostnames $nodes`), "\n"' "$scratch/shown" | sort
}
told() {
  perl -e 'my (%nodes, %below);
    while (<>) {
      my ($name, $key, $list) = /^SwitchName=(\S+) (Nodes|Switches)=(\S+)$/ or die $_;
      ($key eq "Nodes" ? \%nodes : \%below)->{$name} = [split /\n/, `scontrol show hostnames $list`];
    }
    sub level { my $most = -1; for (@{$below{$_[0]} // []}) { my $l = level($_); $most = $l if $l > $most } $most + 1 }
    sub reached { my %all = map { $_ => 1 } @{$nodes{$_[0]} // []}, map { reached($_) } @{$below{$_[0]} // []}; keys %all }
    print join(" ", $_, level($_), sort(reached($_))), "\n" for keys(%nodes), keys(%below)' "$1" | sort
}

try() {  # try SPEC LEVELS: slurmctld is asked about a cluster of the nodes of this topology
  local file=$scratch/topology.conf
  "$weft" export "$1" --format slurm -o "$file" >/dev/null 2>&1 || fail "$1: no topology.conf"
  write_configuration "$(free_ports 1)"
  {
    echo "TopologyPlugin=topology/tree"
    sed -n 's/.* Nodes=/NodeName=/p' "$file" | sed 's/$/ NodeAddr=127.0.0.1/'
  } >>"$SLURM_CONF"
  launch slurmctld slurmctld -D -c
  wait_until 30 answers || fail "$1: slurmctld does not take it"
  grep -E 'topology.*warning|(error|fatal):.*([Ss]witch|topology)' "$scratch/slurmctld.log" && fail "$1: slurmctld complains"
  diff <(told "$file") <(shown) || fail "$1: Slurm knows another topology"
  [[ $(shown | cut -d' ' -f2 | sort -u | wc -l) == "$2" ]] || fail "$1: not $2 levels"
  kill "${daemons[-1]}"
  wait "${daemons[-1]}" || true
  unset 'daemons[-1]'
}

start_munged "$scratch"
try torus:sides=4x3,concentration=2 2
try kary_ntree:arity=3,levels=3 3
try dragonfly:p=2,a=4,h=2 2
try "file:path=$fabrics/clos_8_4_8.net" 2
try "file:path=$fabrics/tree_4_3.net" 3
echo "slurmctld takes all of them"
