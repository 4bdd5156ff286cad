# What the jobs that submit sends to Slurm have in common. Sourced by task.sbatch, from the copy in the
# output directory, with that directory as its argument.
#
# Slurm sends TERM to this shell some time before the time limit (--signal=B:TERM@N), and when a job
# is preempted, requeued or cancelled. The shell passes it on to the program, which writes down how
# far it is and ends with 130. Whether the job is then put back into the queue depends on why the
# signal came: only Slurm's state of the job tells (see go_on_later).
# shellcheck shell=bash

out=$1
# shellcheck source=experiments/cluster/settings.sh
source "$out/bin/settings.sh"
read_settings "$out/settings"
cd "$out"  # so that what is written names files as they lie in it

# The job's name for squeue and scontrol: one element of an array, not all of it.
job=${SLURM_ARRAY_JOB_ID:+${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}}
job=${job:-${SLURM_JOB_ID-}}

# A name that no other start has, on whatever node. A node that was cut off may still be at work on the
# same job of the same number, so what a task writes has this in its temporary name.
start=${job:-0}-${SLURM_RESTART_COUNT:-0}-$(uname -n)-$$

say() { printf '%(%F %T)T job %s: %s\n' -1 "$job" "$*" >&2; }

# Each start of a task writes what happens to it into a file of its own, which nobody else writes;
# `onyx status` reads them, and `submit` what has ended well. Nothing of the results rests on them.
begin_events() {
  # shellcheck disable=SC2154 # step and task are set by task.sbatch
  events=$out/events/$step-$task.$start.jsonl
  mkdir -p "$out/events"
  note "\"start\",\"step\":\"$step\",\"task\":$task,\"node\":\"$(uname -n | tr -cd 'A-Za-z0-9._-')\",\"restarts\":${SLURM_RESTART_COUNT:-0}"
}

# note EVENT: one line. What can't be written down is not worth a failure.
note() { printf '{"time":%(%s)T,"event":%s}\n' -1 "$1" >>"$events" || true; }

child=
was_told=0  # to end, at any time
was_woken=0  # by a signal since `wait` was last called
on_term() {
  was_woken=1
  # Twice would end the program at once, without writing anything down.
  if ((was_told)); then return; fi
  was_told=1
  if [[ -n $child ]]; then kill -TERM "$child" 2>/dev/null || true; fi
}
trap on_term TERM

# run COMMAND...: runs it to its end, also if signals come; sets `code` to its exit code.
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
    # It may have ended while the trap ran; then this is the last time that `wait` knows it.
  done
  child=
  say "it ended with exit code $code"
}

# Puts this job back into the queue if a signal ended it (its own, from Slurm, or one that killed
# the program alone, as where memory runs out), but not for ever.
go_on_later() {
  local state
  # A requeue sends the signal once more, which must not end the command that asks for it.
  trap "" TERM
  # Preempted, requeued and cancelled jobs are no longer running to Slurm, and it does itself what
  # is to be done.
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

# try_again: puts this job back after a failure, such as a file that could not be written or read for
# the moment; three times, for what is wrong may stay so.
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

# seen_in_time COMMAND...: whether it succeeds in the time of `settle`. What another node has written is
# seen late where file systems keep listings and what is known of files for a while.
seen_in_time() {
  local end=$((SECONDS + settings[settle]))
  until "$@"; do
    if ((was_told)); then
      code=143
      finish
    fi
    if ((SECONDS >= end)); then return 1; fi
    # In the background, so that a signal is heard.
    sleep 1 &
    wait $! || true
  done
}

# What fails in these scripts themselves, as to write into a file or to rename one, is a failure like
# one of the program.
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
