# Puzzles: an array of tasks, which are the shards of one run of `onyx puzzles`, and a book of them
# all. Sourced by settings.sh.
# shellcheck shell=bash disable=SC2034,SC2154 # settings_table, settings, out, code: see settings.sh, job.sh

kind_settings='
work board          board     required
work seed           count     1
work count          positive  required
work tasks          tasks     required
work plies          positive  -
work draws          count     -
work theme          words     -
work difficulty     positive  -
work max_stones     positive  -
'

# --- before it is submitted ----------------------------------------------------------------------

check_settings() {
  if ((settings[tasks] > settings[count])); then
    refuse_key tasks "more tasks than puzzles (${settings[count]})"
  fi
}

set_puzzle_arguments() {
  local key
  puzzle_arguments=(puzzles --board "${settings[board]}" --seed "${settings[seed]}"
    --count "${settings[count]}")
  for key in plies draws theme difficulty max_stones; do
    if [[ -n ${settings[$key]} ]]; then puzzle_arguments+=("--${key//_/-}" "${settings[$key]}"); fi
  done
}

# Whether the program takes the settings: it tries no number of the seed.
check_with_program() {
  set_puzzle_arguments
  try_program "${puzzle_arguments[@]}" --numbers 0 --shard "1/${settings[tasks]}" --out puzzles
  ((code == 0 || code == 3)) || refuse "$file: '$program' does not take these settings: $message"
}

submit_work() {
  submit_arrays puzzles ended_tasks
  set_task_options book book.log
  after_all "${ids[@]}"
  submit_job book "${options[@]}" "$out/bin/task.sbatch" "$out" book
  plan book 1
}

# --- the tasks -----------------------------------------------------------------------------------

# task_puzzles TASK: the shard of that number.
task_puzzles() {
  set_puzzle_arguments
  run "$out/bin/onyx" "${puzzle_arguments[@]}" --threads "${settings[cpus_per_task]}" \
    --shard "$1/${settings[tasks]}" --out "$(task_folder "$1")"
}

task_book() {
  if ! seen_in_time has_all_puzzles; then say "the puzzles of some tasks are not seen here"; fi
  run "$out/bin/onyx" book tasks --out book
}

# Whether each task has its files: that of puzzles is written before the checkpoint that counts them.
has_all_puzzles() {
  (($(find tasks -name '*.json' -printf '%h\n' | sort -u | wc -l) == settings[tasks]))
}
