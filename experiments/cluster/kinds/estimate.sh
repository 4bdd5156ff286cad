# An estimate of how many positions of a board repeat: an array of tasks, which are the shards of one
# run of `onyx estimate`, and a job that puts them together. Sourced by settings.sh.
# shellcheck shell=bash disable=SC2034,SC2154 # settings_table, settings, out, code: see settings.sh, job.sh

kind_settings='
work board          board     required
work near           path      required
work samples        positive  required
work seed           count     1
work learn          count     200
work draws          positive  1000
work max_states     positive  1000000
work tasks          tasks     required
'

# --- before it is submitted ----------------------------------------------------------------------

check_settings() {
  settings[near]=$(absolute "${settings[near]}")
  [[ -d ${settings[near]} && -r ${settings[near]} ]] || refuse_key near "not a folder of certificates"
  if ((settings[tasks] > settings[samples])); then
    refuse_key tasks "more tasks than samples (${settings[samples]})"
  fi
  # For each thread what a search of max_states nodes keeps, 256 bytes of each, and the program itself.
  # With less, what is given up, and so the estimate, would depend on it.
  local need=$((64 + settings[cpus_per_task] * (settings[max_states] / 4096 + 1)))
  if (($(bytes_of "${settings[memory]}") < need << 20)); then
    refuse_key memory "too small for cpus_per_task = ${settings[cpus_per_task]} and max_states = ${settings[max_states]}: ${need}M is the least"
  fi
}

# All shards write into one folder, `shards/`, where each has a file of its own; the program adds up
# those that are there.
set_estimate_arguments() {
  estimate_arguments=(estimate "${settings[board]}" --near "${settings[near]}"
    --samples "${settings[samples]}" --seed "${settings[seed]}" --learn "${settings[learn]}"
    --draws "${settings[draws]}" --max-states "${settings[max_states]}")
}

# Whether the program takes the settings: a run of no time reads the certificates and checks them.
check_with_program() {
  set_estimate_arguments
  try_program "${estimate_arguments[@]}" --time-limit 0 --shard "0/${settings[tasks]}" --out shards
  ((code == 0 || code == 3)) || refuse "$file: '$program' does not take these settings: $message"
}

submit_work() {
  submit_arrays estimate ended_tasks
  set_task_options sum sum.log
  after_all "${ids[@]}"
  submit_job sum "${options[@]}" "$out/bin/task.sbatch" "$out" sum
  plan sum 1
}

# --- the tasks -----------------------------------------------------------------------------------

# run_shard TASK ARGUMENT...: the shard of that number.
run_shard() {
  set_estimate_arguments
  run "$out/bin/onyx" "${estimate_arguments[@]}" --threads "${settings[cpus_per_task]}" \
    --memory-limit "$(($(bytes_of "${settings[memory]}") * 4 / 5))" \
    --shard "$1/${settings[tasks]}" --out shards "${@:2}"
}

task_estimate() { run_shard "$1"; }

samples_in() { find shards -name 'estimate-*.json' -exec cat {} + | awk '$1 == "\"samples\":" {sum += $2} END {print sum + 0}'; }
has_all_samples() { (($(samples_in) == settings[samples])); }

# The estimate of all samples together: a shard that is done draws none, and prints the sum of all.
task_sum() {
  if ! seen_in_time has_all_samples; then
    say "$(samples_in) of ${settings[samples]} samples are there; submit again"
    code=1
    return
  fi
  run_shard 0 --json >"estimate.new-$start"
  if ((code == 0)) && grep -qF "\"samples\": ${settings[samples]}," "estimate.new-$start"; then
    mv -T "estimate.new-$start" estimate.json
  else
    rm -f "estimate.new-$start"
    if ((code == 0)); then code=2; fi
  fi
}
