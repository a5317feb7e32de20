# Slurm on the hosts of lab.bash: controller and commands on `head`, a node on each worker; no systemd, no cgroups.
# shellcheck shell=bash disable=SC2154  # test-distributed sets the variables

slurm_install() {
  command -v slurmctld slurmd sbatch munged >/dev/null && return
  command -v apt-get >/dev/null || return 1
  install_packages 'the test needs Slurm' slurmctld slurmd slurm-client munge
}

slurm_up() {
  mkdir -p "$lab/slurm/state"
  head -c 1024 /dev/urandom >"$lab/slurm/munge.key"
  # Nodes are given up after 10 s in place of 5 minutes, what ran there waits 5 s in place of 2 minutes (cred_expire), and the scheduler
  # runs at once: the test is to take minutes, not an hour.
  cat >"$lab/slurm/slurm.conf" <<END
ClusterName=lab
SlurmctldHost=head
SlurmUser=root
SlurmdUser=root
AuthInfo=socket=/run/munge.sock,cred_expire=5
StateSaveLocation=$lab/slurm/state
SlurmdSpoolDir=/run/slurmd
SlurmctldPidFile=/run/slurmctld.pid
SlurmdPidFile=/run/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SchedulerParameters=bf_interval=1,sched_min_interval=0,batch_sched_delay=0
JobRequeue=1
KillWait=5
MailProg=/bin/true
ReturnToService=2
SlurmdTimeout=10
SlurmdParameters=config_overrides
NodeName=w[1-2] CPUs=$slots RealMemory=8000 State=UNKNOWN
PartitionName=main Nodes=w[1-2] Default=YES MaxTime=INFINITE State=UP
END
  # Without a plugin named, slurmd looks for cgroups, which a network namespace hides, and ends.
  echo CgroupPlugin=cgroup/v1 >"$lab/slurm/cgroup.conf"
  export SLURM_CONF=$lab/slurm/slurm.conf
  local host
  for host in head w1 w2; do slurm_host "$host"; done
  until_true 20 slurm_nodes_are idle
}

slurm_host() {
  # shellcheck disable=SC2016  # It is the inner shell that expands.
  on "$1" bash -c 'install -m 400 "$1" /run/munge.key && mkdir -p /run/slurmd && exec munged --force --key-file=/run/munge.key \
    --socket=/run/munge.sock --pid-file=/run/munged.pid --log-file=/run/munged.log --seed-file=/run/munge.seed' \
    host "$lab/slurm/munge.key" 2>>"$lab/slurm/munge.log"
  if [[ $1 == head ]]; then
    on head slurmctld -L "$lab/slurm/slurmctld.log"
  else
    on "$1" slurmd -L "$lab/slurm/$1.log"
  fi
}

slurm_nodes_are() { [[ $(on head sinfo --noheader --Node --states="$1" 2>/dev/null | wc -l) == 2 ]]; }

# slurm_run PLAN STORE OUT SHARDS: back when the queue is empty. Whether the work is done is for the store to say.
slurm_run() {
  on head "$feedlab" submit slurm "$1" --store "$2" --out "$3" --shards "$4" --slots "$((2 * slots))" --memory 500M --time-limit 10m
  until_true 300 slurm_queue_is_empty
}

slurm_queue_is_empty() {
  local queue
  queue=$(on head squeue --noheader 2>/dev/null) && [[ -z $queue ]]
}

slurm_drain() { on head scontrol update "nodename=$1" state=drain reason=test; }
slurm_undrain() { on head scontrol update "nodename=$1" state=resume; }
# The array of shards, and not the job that gathers behind it. Fails while none of its tasks runs, which happens between two of them.
slurm_cancel_array() {
  local array
  array=$(on head squeue --noheader --states=running --format='%F %K' | awk '$2 != "N/A" { print $1; exit }')
  [[ -n $array ]] && on head scancel "$array"
}
