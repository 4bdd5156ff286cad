# What all jobs that submit sends to Slurm share. Sourced by task.sbatch, from the copy in the output
# directory, with that directory as its argument.
#
# Slurm sends TERM to this shell some time before the time limit (--signal=B:TERM@N), and when a job is
# preempted, requeued or cancelled. The shell passes it on to the program, which saves its state and ends
# with 130. Whether the job is then put back into the queue depends on why the signal came, which only
# Slurm's state of the job tells (see go_on_later).
# shellcheck shell=bash

out=$1
# shellcheck source=experiments/cluster/settings.sh
source "$out/bin/settings.sh"
read_settings "$out/settings"
cd "$out"  # so that outputs name files relative to it

# The job's name for squeue and scontrol: one element of an array, not all of it.
job=${SLURM_ARRAY_JOB_ID:+${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}}
job=${job:-${SLURM_JOB_ID-}}

# A name that no other start of any job has, on any node. A node that was cut off may still be running the
# same job, so the temporary files of a task have this in their names.
start=${job:-0}-${SLURM_RESTART_COUNT:-0}-$(uname -n)-$$

say() { printf '%(%F %T)T job %s: %s\n' -1 "$job" "$*" >&2; }

# Each start of a task writes its events into a file of its own. `onyx status` reads these files, and
# `submit` finds in them which tasks ended well. No result depends on them.
begin_events() {
  # shellcheck disable=SC2154 # step and task are set by task.sbatch
  events=$out/events/$step-$task.$start.jsonl
  mkdir -p "$out/events"
  note "\"start\",\"step\":\"$step\",\"task\":$task,\"node\":\"$(uname -n | tr -cd 'A-Za-z0-9._-')\",\"restarts\":${SLURM_RESTART_COUNT:-0}"
}

# note EVENT: writes the event as a line. A failure to write it is ignored: no result depends on it.
note() { printf '{"time":%(%s)T,"event":%s}\n' -1 "$1" >>"$events" || true; }

child=
was_told=0  # whether TERM has come
was_woken=0  # whether TERM has come since the last call of `wait`
on_term() {
  was_woken=1
  # A second TERM would end the program at once, before it saves its state.
  if ((was_told)); then return; fi
  was_told=1
  if [[ -n $child ]]; then kill -TERM "$child" 2>/dev/null || true; fi
}
trap on_term TERM

# run COMMAND...: runs it to its end, even if signals come; sets `code` to its exit code.
run() {
  say "${SLURM_RESTART_COUNT:+start number $((SLURM_RESTART_COUNT + 1)), }on $(uname -n): $*"
  "$@" <&0 &
  child=$!
  # The signal may have come before there was a child.
  if ((was_told)); then kill -TERM "$child" 2>/dev/null || true; fi
  # A trap ends `wait` before the child ends.
  while :; do
    code=0
    was_woken=0
    wait "$child" || code=$?
    if ((!was_woken)); then break; fi
    # The child may have ended while the trap ran; the next `wait` still gives its exit code.
  done
  child=
  say "it ended with exit code $code"
}

# Puts this job back into the queue, up to `restarts` times, if a signal ended it: Slurm's signal to the
# job, or one that killed the program alone, as when memory runs out.
go_on_later() {
  local state
  # A requeue sends the signal once more, which must not end the command that asks for it.
  trap "" TERM
  # To Slurm, jobs that it preempts, requeues or cancels are no longer running, and it takes care of them
  # itself.
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

# try_again: puts this job back after a failure that may be temporary, such as a file that could not be
# read; at most three times, because the failure may be permanent.
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

# seen_in_time COMMAND...: whether it succeeds within `settle` seconds. File systems that cache
# directories and attributes show late what another node has written.
seen_in_time() {
  local end=$((SECONDS + settings[settle]))
  until "$@"; do
    if ((was_told)); then
      code=143
      finish
    fi
    if ((SECONDS >= end)); then return 1; fi
    # In the background, so that a signal is handled at once.
    sleep 1 &
    wait $! || true
  done
}

# A failure of these scripts themselves, such as to write or rename a file, counts as a failure of the
# program.
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
