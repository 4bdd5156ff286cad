# The kind `tiers`: a whole board, tier by tier. Each level (the tiers with one number of midpoints taken) is
# an array of tasks, which starts when the level before has ended well. A last job adds up the counts and
# takes the census of repetition. Tasks with nothing left to do end at once. Sourced by settings.sh.
# shellcheck shell=bash disable=SC2034,SC2154 # settings_table, settings, out, code: see settings.sh, job.sh

kind_settings='
work board          board     required
run  save_before    positive  60
'

# --- before it is submitted ----------------------------------------------------------------------

check_settings() { :; }

# Tests whether the program accepts the board and the memory of a task, by a run of no time.
check_with_program() {
  local needed
  local limit=$(($(bytes_of "${settings[memory]}") * 9 / 10))
  try_program strong "${settings[board]}" --tiers tiers --time-limit 0 --memory-limit "$limit" --json
  ((code == 3)) || refuse "$file: '$program' does not take these settings: $message"
  # Reports too many points as a fault of the board, because no memory suffices.
  if grep -q ' points, more than ' <<<"$message"; then
    refuse_key board "too large: $(sed -n 's/^onyx strong: //p' <<<"$message")"
  fi
  # Compare with the task's limit, because this machine may have less memory than the task's node.
  needed=$(sed -nE 's/^ "needed_bytes": ([0-9]+).*/\1/p' <<<"$message")
  if [[ -n $needed ]] && ((needed > limit)); then
    refuse_key memory "too small for ${settings[board]}: $(((needed * 10 / 9 >> 20) + 1))M is the least"
  fi
}

# tiers_of_level LEVEL MIDPOINTS: prints the number of tiers with LEVEL midpoints taken, with symmetric ones.
tiers_of_level() {
  local left=$2 taken=$1 count=1 i
  for ((i = 0; i < taken; ++i)); do count=$((count * 2 * (left - i) / (i + 1))); done
  echo "$count"
}

# Submits the tasks of each level: at most one per tier, and at most what one array of Slurm takes.
submit_work() {
  local most shards limit level
  local width=${settings[board]%x*} height=${settings[board]#*x}
  local midpoints=$(((width - 1) * (height - 1) / 2))
  most=$(most_in_array)
  id=
  for ((level = midpoints; level >= 0; --level)); do
    shards=$(tiers_of_level "$level" "$midpoints")
    for limit in "${settings[tasks]}" "$most"; do shards=$((shards < limit ? shards : limit)); done
    set_task_options "level$level" "level$level-%A_%a.log"
    if [[ -n $id ]]; then options+=(--dependency "afterok:$id" --kill-on-invalid-dep=yes); fi
    submit_job "level$level" "${options[@]}" --array "0-$((shards - 1))$(throttle)" \
      "$out/bin/task.sbatch" "$out" "level$level" 0 "$shards"
    plan "level$level" "$shards"
  done
  set_task_options count count.log
  submit_job count "${options[@]}" --dependency "afterok:$id" --kill-on-invalid-dep=yes \
    "$out/bin/task.sbatch" "$out" count
  plan count 1
}

# --- the tasks -----------------------------------------------------------------------------------

memory_of_tier() { echo "$(($(bytes_of "${settings[memory]}") * 9 / 10))"; }

# task_level SHARD SHARDS: solves a shard of the level that `step` names.
task_level() {
  run "$out/bin/onyx" strong "${settings[board]}" --tiers tiers --level "${step#level}" --shard "$1/$2" \
    --memory-limit "$(memory_of_tier)"
}

# Adds up the results of all levels and counts the positions that repeat. Solves tiers that are missing, which
# none are if all levels ended well.
task_count() {
  run "$out/bin/onyx" strong "${settings[board]}" --tiers tiers --json \
    --memory-limit "$(memory_of_tier)" >"counts.new-$start"
  if ((code != 0)); then
    rm -f "counts.new-$start"
  else
    mv -T "counts.new-$start" counts.json
    run "$out/bin/onyx" census tiers --out census
  fi
}
