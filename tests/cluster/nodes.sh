# Starts a Slurm of several nodes on one machine, for tests. A node is a set of name spaces with its own
# network, host name, mounts and processes. A bridge in one more set, the hub, joins the nodes; no traffic
# leaves it. Killing a node's first process makes the node fail. Needs root, or a user who may map users
# (Debian: package uidmap) and so be root in a name space. Tests source this file and run all commands for
# Slurm in the hub. The hub's first process runs this file as:
#
#   unshare ... bash nodes.sh DIRECTORY NODES
#
# If `cached_folder` in the environment names a folder, the upper half of the nodes see it through sshfs over
# a pipe, if available. Like file systems of clusters, sshfs may show outdated content for some seconds, and
# does not share locks. The other nodes see the folder directly.
#
# DIRECTORY holds slurm.conf, `ready`, nodeK.init (the process number, in the hub, of the first process of
# node K), and a fifo `orders`, from which the hub reads "start K".
# shellcheck shell=bash disable=SC2154 # nodes_at is set by nodes_test

# shellcheck source=tests/cluster/slurm.sh
source "$(dirname "${BASH_SOURCE[0]}")/slurm.sh"

# start_nodes DIRECTORY NODES: returns when the nodes run, or fails if name spaces are not allowed.
start_nodes() {
  local at=$1 i
  chmod 755 "$at"  # everybody must be able to reach the socket of munged
  setsid unshare --net --mount --pid --uts --fork --mount-proc --kill-child \
    bash "${BASH_SOURCE[0]}" "$at" "$2" >"$at/hub.log" 2>&1 &
  hub_parent=$!
  for ((i = 0; i < 200; ++i)); do
    if [[ -e $at/ready ]]; then break; fi
    kill -0 $hub_parent 2>/dev/null || return 1
    sleep 0.1
  done
  # Ignore the failure of `read`, because the line has no newline.
  read -r hub <"/proc/$hub_parent/task/$hub_parent/children" || true
  [[ -e $at/ready && -n $hub ]]
}

# in_hub COMMAND...: runs the command in the name spaces of the hub.
in_hub() { nsenter --target "$hub" --net --mount --pid --uts --wd="$PWD" env SLURM_CONF="$nodes_at/slurm.conf" "$@"; }

# kill_node K: ends the node at once, like a power failure.
kill_node() { in_hub kill -9 "$(cat "$nodes_at/node$1.init")"; }

start_node() {
  rm -f "$nodes_at/node$1.init"
  echo "start $1" >"$nodes_at/orders"
  until_true 30 test -s "$nodes_at/node$1.init"
}

# restart_node K: kills the node and starts it at once. Tells Slurm, because Slurm may need a minute and a
# half to notice that the tasks of so briefly absent a node are gone.
restart_node() {
  kill_node "$1"
  in_hub scontrol update "NodeName=node$1" State=DOWN Reason=died
  start_node "$1"
  join_node "$1"
}

# cut_node K, join_node K: disconnects or reconnects the network of a node; its processes continue.
cut_node() { in_hub ip link set "veth$1" down; }
join_node() {
  in_hub ip link set "veth$1" up
  # Resume the node as an administrator would, because Slurm itself rarely asks a lost node.
  sleep 1
  in_hub timeout 10 scontrol update "NodeName=node$1" State=RESUME 2>/dev/null || true
}

stop_nodes() { kill -9 "$hub" "$hub_parent" 2>/dev/null || true; }

# --- for a test ----------------------------------------------------------------------------------

# as_root ARGUMENT...: if not root, starts the test again, with these arguments, as root of name spaces.
as_root() {
  if (($(id -u) == 0)); then return; fi
  unshare --user --map-root-user --map-auto true 2>/dev/null ||
    skip "not root, and cannot map users (Debian: apt-get install uidmap)"
  echo "as root of a name space of $(id -un)"
  exec unshare --user --map-root-user --map-auto bash "$0" "$@"
}

# begin_nodes_test: starts four idle nodes and makes a folder `work`; two nodes see `work`/shared through a
# cache. When the test ends, removes everything.
begin_nodes_test() {
  local command node
  require_slurm
  for command in unshare nsenter ip; do
    command -v $command >/dev/null || skip "there is no $command (Debian: apt-get install util-linux iproute2)"
  done
  unshare --net --mount --pid --uts --fork --mount-proc true 2>/dev/null || skip "no name spaces here"

  work=$(mktemp -d /tmp/onyx-nodes-XXXXXX)
  nodes_at=$work/slurm
  hub=
  hub_parent=
  mkdir "$nodes_at" "$work/shared"
  chmod 755 "$work"
  trap clean_up_nodes EXIT
  trap 'exit 130' INT TERM
  if can_cache; then
    export cached_folder=$work/shared
  else
    echo "without caches: there is no sshfs (Debian: apt-get install sshfs openssh-sftp-server), or no FUSE"
  fi
  start_nodes "$nodes_at" 4 || {
    tail -n 5 "$nodes_at/hub.log"
    skip "the nodes do not start here"
  }
  until_true 60 all_idle
  step "four nodes are idle"
  [[ -n ${cached_folder-} ]] || return 0
  for node in 3 4; do
    in_hub grep -q " $cached_folder fuse.sshfs " "/proc/$(cat "$nodes_at/node$node.init")/mounts" ||
      fail "node $node sees the folder as it is"
  done
  step "two of them see the folder through a cache"
}

clean_up_nodes() {
  local code=$?
  if [[ -n $hub_parent ]]; then stop_nodes; fi
  wait 2>/dev/null || true
  rm -rf "$work" || { sleep 1; rm -rf "$work"; } || true
  exit $code
}

fail() {
  step "FAILED: $*"
  in_hub squeue || true
  in_hub sinfo || true
  tail -n 12 "$work"/shared/*/logs/* "$nodes_at"/*.log 2>/dev/null || true
  exit 1
}

idle_nodes() { in_hub timeout 10 sinfo -hN -p debug -o %T 2>/dev/null | grep -cx idle || true; }
all_idle() { [[ $(idle_nodes) == 4 ]]; }
queue_is_empty() { [[ -z $(in_hub timeout 20 squeue --noheader || echo unknown) ]]; }

# --- in the hub ----------------------------------------------------------------------------------

write_slurm_conf() {
  common_slurm_conf "$at"
  cat <<EOF
SlurmctldHost=ctl(10.77.0.254)
AuthInfo=socket=$at/munge.sock,cred_expire=10
SlurmdTimeout=10
SlurmctldTimeout=10
MessageTimeout=5
InactiveLimit=0
SlurmdSpoolDir=$at/spool.%n
TmpFS=$at/tmp.%n
SlurmdPidFile=$at/slurmd.%n.pid
SlurmdLogFile=$at/slurmd.%n.log
SelectTypeParameters=CR_CPU_Memory
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
MaxArraySize=101
EOF
  local k
  for ((k = 1; k <= nodes; ++k)); do
    echo "NodeName=node$k NodeAddr=10.77.0.$k CPUS=2 RealMemory=4000 State=UNKNOWN"
  done
  echo "PartitionName=debug Nodes=ALL Default=YES State=UP MaxTime=UNLIMITED PriorityTier=1"
  echo "PartitionName=urgent Nodes=ALL State=UP PriorityTier=10"
}

can_cache() { [[ -r /dev/fuse && -w /dev/fuse && -x $sftp_server ]] && command -v sshfs >/dev/null; }
sftp_server=/usr/lib/openssh/sftp-server

# cache_folder FOLDER NODE: mounts sshfs over the folder, with a cache.
cache_folder() {
  local behind=$at/behind.node$2 seconds=20
  mkdir -p "$behind"
  mount --bind "$1" "$behind"
  # sshfs runs this script instead of ssh.
  printf '#!/bin/sh\nexec %s\n' $sftp_server >"$at/reach.node$2"
  chmod +x "$at/reach.node$2"
  sshfs "here:$behind" "$1" -o "ssh_command=$at/reach.node$2,dcache_timeout=$seconds" \
    -o "entry_timeout=$seconds,attr_timeout=$seconds,negative_timeout=$seconds"
}

# run_node K: what the first process of node K runs.
run_node() {
  local k=$1
  hostname "node$k"
  ip link set lo up
  read -r _ <"$at/go.$k"
  ip addr add "10.77.0.$k/24" dev eth0
  ip link set eth0 up
  rm -rf "$at/tmp.node$k"
  mkdir -p "$at/spool.node$k" "$at/tmp.node$k"
  if [[ -n ${cached_folder-} ]] && ((k > nodes / 2)); then cache_folder "$cached_folder" "$k"; fi
  # Stay as the daemon's parent, because Slurm ends the daemon with its parent, and reap orphans.
  slurmd -D &
  wait
  sleep infinity
}

begin_node() {
  local k=$1 parent first=
  ip link delete "veth$k" 2>/dev/null || true
  ip link add "veth$k" type veth peer name eth0
  ip link set "veth$k" master bridge up
  rm -f "$at/go.$k"
  mkfifo "$at/go.$k"
  unshare --net --uts --mount --pid --fork --mount-proc --kill-child \
    bash "${BASH_SOURCE[0]}" --node "$at" "$nodes" "$k" >"$at/node$k.log" 2>&1 &
  parent=$!
  until [[ -n $first && $(readlink "/proc/$first/ns/net") != $(readlink /proc/self/ns/net) ]]; do
    sleep 0.02
    read -r first _ <"/proc/$parent/task/$parent/children" || true
  done
  ip link set eth0 netns "$first"
  echo go >"$at/go.$k"
  echo "$first" >"$at/node$k.init"
}

run_hub() {
  local k order
  hostname ctl
  mkdir -p "$at/state"
  {
    echo "127.0.0.1 localhost"
    echo "10.77.0.254 ctl"
    for ((k = 1; k <= nodes; ++k)); do echo "10.77.0.$k node$k"; done
  } >"$at/hosts"
  # Without these files, each look-up of a name would wait for a network that does not exist.
  mount --bind "$at/hosts" /etc/hosts
  : >"$at/resolv.conf"
  mount --bind "$at/resolv.conf" "$(readlink -f /etc/resolv.conf)"
  ip link set lo up
  ip link add bridge type bridge
  ip addr add 10.77.0.254/24 dev bridge
  ip link set bridge up
  write_slurm_conf >"$at/slurm.conf"
  export SLURM_CONF=$at/slurm.conf
  start_munge "$at"
  for ((k = 1; k <= nodes; ++k)); do begin_node "$k"; done
  slurmctld
  mkfifo "$at/orders"
  echo ready >"$at/ready"
  # Open the fifo for reading and writing, so that reading does not end when a writer closes it.
  exec 5<>"$at/orders"
  while read -r order k <&5; do
    if [[ $order == start ]]; then begin_node "$k"; fi
  done
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
  set -euo pipefail
  if [[ $1 == --node ]]; then
    at=$2
    nodes=$3
    run_node "$4"
  else
    at=$1
    nodes=$2
    run_hub
  fi
fi
