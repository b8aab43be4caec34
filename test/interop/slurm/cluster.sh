# SPDX-License-Identifier: Apache-2.0
# A Slurm cluster on this machine, sourced by slurm_test.sh and topology_test.sh. start_cluster DIR NODES starts munged, slurmctld and one
# slurmd per node, with all files in DIR; stop_cluster stops them. SLURM_CONF directs sbatch and other commands to this cluster.

daemons=()

launch() {  # launch NAME COMMAND...: a daemon in the foreground; what it says goes to DIR/NAME.log
  "${@:2}" >"$cluster/$1.log" 2>&1 </dev/null &
  daemons+=($!)
}

free_ports() {  # free_ports COUNT: ports that nothing listens on now
  perl -MIO::Socket::INET -e 'my @held = map { IO::Socket::INET->new(Listen => 1, LocalAddr => "127.0.0.1") or die } 1 .. shift;
    print join(" ", map { $_->sockport } @held), "\n"' "$1"
}

write_configuration() {  # write_configuration PORT: of slurmctld, without nodes
  cat >"$SLURM_CONF" <<CONF
ClusterName=weft
SlurmctldHost=$(hostname)(127.0.0.1)
SlurmctldPort=$1
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/slurmd-%n.pid
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool-%n
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$cluster/munge.socket,cred_expire=5
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0,sched_interval=1
SlurmdParameters=config_overrides
ReturnToService=2
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE
CONF
}

start_munged() {  # start_munged DIR
  cluster=$1
  export SLURM_CONF=$cluster/slurm.conf
  mkdir "$cluster/state"
  chmod 711 "$cluster"  # munged wants nobody else to write here, and everybody to reach its socket
  (umask 077 && head -c 64 /dev/urandom >"$cluster/munge.key")
  launch munged munged --force --foreground --socket="$cluster/munge.socket" --key-file="$cluster/munge.key" \
    --pid-file="$cluster/munged.pid" --log-file="$cluster/munged.log" --seed-file="$cluster/munged.seed"
  wait_until 20 test -S "$cluster/munge.socket"
}

start_cluster() {
  local nodes=$2 node ports
  start_munged "$1"
  read -ra ports <<<"$(free_ports $((nodes + 1)))"
  write_configuration "${ports[0]}"
  for ((node = 1; node <= nodes; ++node)); do
    echo "NodeName=n$node NodeHostname=$(hostname) NodeAddr=127.0.0.1 Port=${ports[node]} CPUs=2"
  done >>"$SLURM_CONF"
  launch slurmctld slurmctld -D -c
  for ((node = 1; node <= nodes; ++node)); do launch "slurmd-n$node" slurmd -D -N "n$node"; done
  wait_until 30 nodes_are_idle "$nodes"
}

nodes_are_idle() { [[ $(sinfo -h -N -t idle -o %n 2>/dev/null | wc -l) == "$1" ]]; }

stop_cluster() {  # also where start_cluster failed halfway; jobs end first, while there is a slurmd to end them
  local at
  if timeout 5 scancel --user=root 2>/dev/null; then wait_until 10 queue_is_empty || true; fi
  for ((at = ${#daemons[@]} - 1; at >= 0; --at)); do kill "${daemons[at]}" 2>/dev/null || true; done
  wait "${daemons[@]}" 2>/dev/null || true
}

queue_is_empty() { [[ ! $(squeue -h 2>/dev/null) ]]; }

wait_until() {  # wait_until SECONDS COMMAND...: fails if the command does not succeed in time
  local deadline=$((SECONDS + $1))
  until "${@:2}"; do
    ((SECONDS < deadline)) || { echo "after $1 s still not: ${*:2}" >&2; return 1; }
    sleep 0.2
  done
}
