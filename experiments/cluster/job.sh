# What all jobs of a submission share. task.sbatch sources the copy of this file in the output directory, with
# that directory as its argument.
#
# Slurm sends TERM to this shell some time before the time limit (--signal=B:TERM@N), and when it preempts,
# requeues or cancels the job. The shell passes TERM on to the program, which saves its state and exits with
# 130. Whether the job must then go back into the queue depends on why the signal came. Only the state that
# Slurm reports tells this (see go_on_later).
# shellcheck shell=bash

out=$1
# shellcheck source=experiments/cluster/settings.sh
source "$out/bin/settings.sh"
read_settings "$out/settings"
cd "$out"  # so that outputs name files relative to it

# The job's name for squeue and scontrol: one element of an array, not all of it.
job=${SLURM_ARRAY_JOB_ID:+${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}}
job=${job:-${SLURM_JOB_ID-}}

# A name that differs for every start of every job on any node. Temporary files of a task include it, because
# a node that was cut off may still run the same job.
start=${job:-0}-${SLURM_RESTART_COUNT:-0}-$(uname -n)-$$

say() { printf '%(%F %T)T job %s: %s\n' -1 "$job" "$*" >&2; }

# Each start of a task writes its events into its own file. `onyx status` reads these files, and `submit`
# finds in them the tasks that ended well. No result depends on them.
begin_events() {
  # shellcheck disable=SC2154 # step and task are set by task.sbatch
  events=$out/events/$step-$task.$start.jsonl
  mkdir -p "$out/events"
  note "\"start\",\"step\":\"$step\",\"task\":$task,\"node\":\"$(uname -n | tr -cd 'A-Za-z0-9._-')\",\"restarts\":${SLURM_RESTART_COUNT:-0}"
}

# note EVENT: writes the event as a line. Ignores failures, because no result depends on events.
note() { printf '{"time":%(%s)T,"event":%s}\n' -1 "$1" >>"$events" || true; }

child=
was_told=0  # whether TERM has come
was_woken=0  # whether TERM has come since the last call of `wait`
on_term() {
  was_woken=1
  # Pass TERM on only once, because a second one would end the program before it saves its state.
  if ((was_told)); then return; fi
  was_told=1
  if [[ -n $child ]]; then kill -TERM "$child" 2>/dev/null || true; fi
}
trap on_term TERM

# run COMMAND...: runs the command to its end, even if signals come. Sets `code` to its exit code.
run() {
  say "${SLURM_RESTART_COUNT:+start number $((SLURM_RESTART_COUNT + 1)), }on $(uname -n): $*"
  "$@" <&0 &
  child=$!
  # TERM may have come before `child` was set.
  if ((was_told)); then kill -TERM "$child" 2>/dev/null || true; fi
  # A trap ends `wait` before the child ends, so wait again.
  while :; do
    code=0
    was_woken=0
    wait "$child" || code=$?
    if ((!was_woken)); then break; fi
    # The child may have ended during the trap; then the next `wait` gives its exit code.
  done
  child=
  say "it ended with exit code $code"
}

# Puts this job back into the queue, up to `restarts` times, if Slurm signalled the job or a signal killed
# only the program, for example when memory ran out.
go_on_later() {
  local state
  # Ignore TERM, because a requeue sends it again, and it would end the command that requests the requeue.
  trap "" TERM
  # If Slurm preempts, requeues or cancels the job itself, its state is not RUNNING, and nothing is to do.
  state=$(timeout 60 squeue --noheader --jobs "$job" --format %T 2>/dev/null || true)
  if [[ $state != RUNNING ]]; then
    say "not put back into the queue by itself (its state: ${state:-unknown})"
  elif ((${SLURM_RESTART_COUNT:-0} >= settings[restarts])); then
    say "not put back into the queue: that was done ${SLURM_RESTART_COUNT:-0} times (restarts = ${settings[restarts]}); submit again to go on"
  elif timeout 60 scontrol requeue "$job"; then
    note '"requeued"'
    say "not done; put back into the queue"
  else
    say "cannot be put back into the queue; submit again to go on"
  fi
}

# try_again: puts this job back after a failure that may be temporary, such as an unreadable file. Does so at
# most three times, because the failure may be permanent.
try_again() {
  local failures=$out/logs/failed-$job times
  echo failed >>"$failures" || return 0
  times=$(wc -l <"$failures")
  if ((times <= 3)); then
    go_on_later
  else
    say "not put back into the queue: it failed $times times; mend what is wrong and submit again"
  fi
}

# seen_in_time COMMAND...: whether the command succeeds within `settle` seconds. It may fail at first, because
# file systems with caches are late to show what another node wrote.
seen_in_time() {
  local end=$((SECONDS + settings[settle]))
  until "$@"; do
    if ((was_told)); then
      code=143
      finish
    fi
    if ((SECONDS >= end)); then return 1; fi
    # Sleep in the background, so that a signal is handled at once.
    sleep 1 &
    wait $! || true
  done
}

# A failure of these scripts, such as a write or rename that fails, counts as a failure of the program.
on_exit() {
  say "the script of the task ended with exit code $?"
  code=2
  finish
}

# finish: ends the job with the exit code of the program.
finish() {
  trap - EXIT
  note "\"end\",\"code\":$code"
  if ((code > 128)); then go_on_later; fi
  if ((code == 2)); then try_again; fi
  exit "$code"
}
