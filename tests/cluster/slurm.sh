# Starts a private Slurm for a test: one node on the loopback interface, with all files in one directory,
# without systemd and without changes to the system. Needs root. slurm_test sources this file, and so does
# nodes.sh, whose Slurm of several nodes shares these functions.
#
# The settings shorten waits: by default, Slurm waits two minutes (cred_expire) before it restarts a requeued
# job, and half a minute before it looks at the queue.
# shellcheck shell=bash

slurm_is_there() {
  local command
  for command in munged slurmctld slurmd sbatch; do
    command -v "$command" >/dev/null || return 1
  done
}

# --- what a test says ----------------------------------------------------------------------------

skip() {
  echo "skipped: $*"
  exit 77
}

require_slurm() {
  [[ $(id -u) == 0 ]] || skip "Slurm's daemons want to be root"
  slurm_is_there || skip "there is no Slurm (Debian: apt-get install slurm-wlm munge)"
}

step() { printf '%3s s: %s\n' "$SECONDS" "$*"; }

# until_true SECONDS COMMAND...: waits until the command succeeds. After that time, calls the test's `fail`.
until_true() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < end)) || fail "waited too long for: $*"
    sleep 0.1
  done
}

# --- what a test compares ----------------------------------------------------------------------

# values FILE: prints each move of a map, with the winner after it.
values() {
  awk -F '"' '
    {
      for (i = 2; i < NF; ++i) {
        if ($i == "move") move = $(i + 2)
        if ($i == "value" && move != "") {
          print move, $(i + 2)
          move = ""
        }
      }
    }' "$1" | sort
}

# --- the daemons ---------------------------------------------------------------------------------

# common_slurm_conf DIRECTORY: prints the settings that every Slurm of a test needs.
common_slurm_conf() {
  cat <<EOF
ClusterName=onyx
SlurmUser=root
AuthType=auth/munge
KillWait=4
ReturnToService=2
MailProg=/bin/true
StateSaveLocation=$1/state
SlurmctldPidFile=$1/slurmctld.pid
SlurmctldLogFile=$1/slurmctld.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SlurmdParameters=config_overrides
SelectType=select/cons_tres
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
EOF
}

# start_munge DIRECTORY: starts munged with its own key.
start_munge() {
  dd if=/dev/urandom of="$1/munge.key" bs=1024 count=1 status=none
  chmod 600 "$1/munge.key"
  # --force is needed, because in a user name space nobody owns the ancestors of munged's folder.
  munged --force --socket="$1/munge.sock" --key-file="$1/munge.key" --pid-file="$1/munged.pid" \
    --log-file="$1/munged.log" --seed-file="$1/munged.seed" --num-threads=2
}

# free_ports COUNT: prints ports on which no program listens.
free_ports() {
  local port=$((20000 + RANDOM % 20000)) found=0
  while ((found < $1)); do
    port=$((port + 1))
    if ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
      echo "$port"
      found=$((found + 1))
    fi
  done
}

# start_slurm DIRECTORY CPUS: starts the daemons and makes all clients use them.
start_slurm() {
  local at=$1 host ports
  host=$(uname -n)
  mapfile -t ports < <(free_ports 2)
  mkdir -p "$at"/{state,spool,tmp}
  {
    common_slurm_conf "$at"
    cat <<EOF
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=${ports[0]}
AuthInfo=socket=$at/munge.sock,cred_expire=6
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
SlurmdSpoolDir=$at/spool
TmpFS=$at/tmp
SlurmdPidFile=$at/slurmd.pid
SlurmdLogFile=$at/slurmd.log
SelectTypeParameters=CR_CPU
MaxArraySize=3
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=${ports[1]} CPUS=$2 RealMemory=4000 State=UNKNOWN
PartitionName=debug Nodes=ALL Default=YES State=UP MaxTime=UNLIMITED
EOF
  } >"$at/slurm.conf"
  export SLURM_CONF=$at/slurm.conf
  start_munge "$at" && slurmctld && slurmd -N n1 || return 1
  local i
  for ((i = 0; i < 150; ++i)); do
    if [[ $(timeout 10 sinfo -hN -o %T 2>/dev/null) == idle ]]; then return; fi
    sleep 0.2
  done
  return 1
}

# stop_slurm DIRECTORY: ends the daemons and all that they started, whatever their state.
stop_slurm() {
  local name pid
  timeout 10 scancel --quiet --state=PENDING,RUNNING --user=root 2>/dev/null || true
  # Remaining processes of jobs name the directory in their command line, or are below slurmstepd.
  for name in slurmctld slurmd munged; do
    pid=$(cat "$1/$name.pid" 2>/dev/null || true)
    if [[ -n $pid ]]; then kill -9 "$pid" 2>/dev/null || true; fi
  done
}
