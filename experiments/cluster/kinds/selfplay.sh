# Games of players of limited sight: an array of tasks, which are the shards of one run of
# `onyx selfplay`, and a job that puts them together. Sourced by settings.sh.
# shellcheck shell=bash disable=SC2034,SC2154 # settings_table, settings, out, code: see settings.sh, job.sh

kind_settings='
work setup          setup     required
work games          positive  required
work sight          positive  -
work sight_v        positive  -
work sight_h        positive  -
work seed           count     1
work value_nodes    positive  5000
work tasks          tasks     required
run  save_every     positive  60
'

# --- before it is submitted ----------------------------------------------------------------------

check_settings() {
  if ((settings[tasks] > settings[games])); then
    refuse_key tasks "more tasks than games (${settings[games]})"
  fi
}

# All shards write into one folder, `shards/`, where each has files of its own; the program adds up
# those that are there.
set_selfplay_arguments() {
  local key
  selfplay_arguments=(selfplay "${settings[setup]}" --games "${settings[games]}" --seed "${settings[seed]}"
    --value-nodes "${settings[value_nodes]}" --save-every "${settings[save_every]}")
  for key in sight sight_v sight_h; do
    if [[ -n ${settings[$key]} ]]; then selfplay_arguments+=("--${key//_/-}" "${settings[$key]}"); fi
  done
}

# Whether the program takes the settings: a run of no time plays nothing.
check_with_program() {
  set_selfplay_arguments
  try_program "${selfplay_arguments[@]}" --time-limit 0 --shard "0/${settings[tasks]}" --out shards
  ((code == 0 || code == 3)) || refuse "$file: '$program' does not take these settings: $message"
}

submit_work() {
  submit_arrays selfplay ended_tasks
  set_task_options sum sum.log
  after_all "${ids[@]}"
  submit_job sum "${options[@]}" "$out/bin/task.sbatch" "$out" sum
  plan sum 1
}

# --- the tasks -----------------------------------------------------------------------------------

# run_shard TASK ARGUMENT...: the shard of that number.
run_shard() {
  set_selfplay_arguments
  run "$out/bin/onyx" "${selfplay_arguments[@]}" --threads "${settings[cpus_per_task]}" \
    --shard "$1/${settings[tasks]}" --out shards "${@:2}"
}

task_selfplay() { run_shard "$1"; }

games_in() { find shards -name 'selfplay-*.json' -exec cat {} + | awk '$1 == "\"games\":" {sum += $2} END {print sum + 0}'; }
has_all_games() {
  (($(games_in) == settings[games])) &&
    (($(find shards -name 'selfplay-*.games' -exec cat {} + | wc -l) == settings[games]))
}

# The summary of all games together: a shard that is done plays none, and adds up what all have played.
task_sum() {
  if ! seen_in_time has_all_games; then
    say "$(games_in) of ${settings[games]} games are there; submit again"
    code=1
    return
  fi
  run_shard 0 --json >"selfplay.new-$start"
  if ((code == 0)) && grep -qF "\"games\": ${settings[games]}," "selfplay.new-$start"; then
    mv -T "selfplay.new-$start" selfplay.json
  else
    rm -f "selfplay.new-$start"
    if ((code == 0)); then code=2; fi
  fi
}
