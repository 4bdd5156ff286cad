# A search: an array of tasks, which are the shards of the search, a merge that waits for all of them,
# and a catalogue of what was found. Sourced by settings.sh.
# shellcheck shell=bash disable=SC2034,SC2154 # settings_table, settings, out, code: see settings.sh, job.sh

kind_settings='
work board          board     required
work seed           count     1
work positions      positive  -
work search_time    positive  -
work tasks          tasks     required
work min_empty      count     -
work max_empty      count     -
work midpoints      percent   -
work min_arena      count     -
work max_arena      count     -
work max_states     positive  20000
work neighbours     count     -
work planted        count     -
run  save_every     positive  300
run  merge          merge     afterok
run  merge_into     kept_in   folder
run  merge_cpus     cpus      1
run  merge_memory   memory    2G
run  merge_time_limit time    1-00:00:00
run  verify         percent   1
'

# --- before it is submitted ----------------------------------------------------------------------

check_settings() {
  if [[ -n ${settings[positions]} && -n ${settings[search_time]} ]]; then
    refuse_key search_time "give either positions or search_time, not both"
  fi
  if [[ -z ${settings[positions]}${settings[search_time]} ]]; then
    refuse "$file: positions is missing (or search_time, seconds for each task)"
  fi
  check_search
}

# What a search of any kind must have.
check_search() {
  if [[ -n ${settings[positions]} ]] && ((settings[tasks] > settings[positions])); then
    refuse_key tasks "more tasks than positions (${settings[positions]})"
  fi
  check_time merge_time_limit
  if ((settings[save_every] > 500)); then
    refuse_key save_every "too long: to status a task that writes nothing for ten minutes was killed"
  fi
  check_graphs memory cpus_per_task
  if (($(bytes_of "${settings[merge_memory]}") < 64 << 20)); then
    refuse_key merge_memory "too small: 64M is the least"
  fi
}

# check_graphs MEMORY CPUS: whether there is room for two graphs a thread (what is reachable from a
# position, and from a class in it), 256 bytes a state each; and the program itself. With less, what is
# found would depend on it.
check_graphs() {
  local need=$((64 + settings[$2] * 2 * (settings[max_states] / 4096 + 1)))
  if (($(bytes_of "${settings[$1]}") < need << 20)); then
    refuse_key "$1" "too small for $2 = ${settings[$2]} and max_states = ${settings[max_states]}: ${need}M is the least"
  fi
}

check_with_program() { try_search; }

# Whether the program takes the settings: a search of no time, which does nothing but check them.
try_search() {
  set_search_arguments "${settings[seed]}"
  try_program "${search_arguments[@]}" --time 0 --shard "0/${settings[tasks]}" --out found
  ((code == 0)) || refuse "$file: '$program' does not take these settings: $message"
}

# set_search_arguments SEED: the command line of the search, for all shards, as search_arguments.
set_search_arguments() {
  local key
  search_arguments=(search --board "${settings[board]}" --seed "$1"
    --save-every "${settings[save_every]}"
    --memory-limit "$(($(bytes_of "${settings[memory]}") * 4 / 5))")
  if [[ -n ${settings[positions]} ]]; then search_arguments+=(--positions "${settings[positions]}"); fi
  for key in min_empty max_empty midpoints min_arena max_arena max_states neighbours planted; do
    if [[ -n ${settings[$key]} ]]; then search_arguments+=("--${key//_/-}" "${settings[$key]}"); fi
  done
}

# finished_shards FOLDER: numbers of the tasks that are finished, one a line, in the folder with theirs:
# their checkpoints say so.
finished_shards() {
  [[ -d $1 ]] || return 0
  find "$1" -mindepth 2 -maxdepth 2 -name 'search-*.json' -print0 |
    xargs -0 -r grep -lsE '^ "state": "finished"' |
    sed -E 's|^.*/([0-9]+)/[^/]*$|\1|; s|^0+([0-9])|\1|' || true
}

finished_tasks() { finished_shards "$out/tasks"; }

submit_work() {
  submit_arrays search finished_tasks
  submit_joining merge "${settings[merge]}" "${ids[@]}"
  submit_joining catalogue afterok "$id"
}

# submit_joining STEP CONDITION ID...: a job that puts together what others have done, after these.
submit_joining() {
  local step=$1 condition=$2
  shift 2
  set_options "$step" "${settings[merge_time_limit]}" "${settings[merge_memory]}" \
    "${settings[merge_cpus]}" "$step.log"
  after "$condition" "$@"
  submit_job "$step" "${options[@]}" "$out/bin/task.sbatch" "$out" "$step"
  plan "$step" 1
}

# --- the tasks -----------------------------------------------------------------------------------

# task_search TASK: the shard of that number.
task_search() {
  local folder spent left
  folder=$(task_folder "$1")
  set_search_arguments "${settings[seed]}"
  if [[ -n ${settings[search_time]} ]]; then
    # What earlier runs of this task spent is in its checkpoint.
    spent=$(sed -nE 's/^ "seconds": ([0-9]+).*/\1/p' "$folder"/search-*.json 2>/dev/null || true)
    left=$((settings[search_time] - ${spent:-0}))
    search_arguments+=(--time $((left > 0 ? left : 0)))
  fi
  run_shard "$1" "$folder"
}

# run_shard TASK FOLDER: with search_arguments.
run_shard() {
  # Slurm may start a task twice; then the second waits for the first. (The program may be older than
  # this script.)
  if [[ $("$out/bin/onyx" search --help) == *--wait* ]]; then
    search_arguments=(search --wait "${search_arguments[@]:1}")
  fi
  run "$out/bin/onyx" "${search_arguments[@]}" --shard "$1/${settings[tasks]}" --out "$2"
}

# Joins what the tasks found; says on the log which are missing or not complete.
task_merge() {
  # With afterany there may be nothing to wait for.
  if [[ ${settings[merge]} == afterok ]] && ! seen_in_time has_all_classes tasks; then
    say "not all that the tasks have found is seen here"
  fi
  local into=merged
  if [[ ${settings[merge_into]} == pack ]]; then into=merged/classes.pack; fi
  run "$out/bin/onyx" merge tasks --out "$into" --verify "${settings[verify]}"
}

# has_all_classes FOLDER: whether all tasks in it are finished, with as many certificates as their
# checkpoints count.
has_all_classes() {
  local counted
  (($(finished_shards "$1" | wc -l) == settings[tasks])) || return 1
  counted=$(find "$1" -mindepth 2 -maxdepth 2 -name 'search-*.json' -exec cat {} + |
    awk '/^ "classes": / {sum += $2} END {print sum + 0}')
  (($(find "$1" -mindepth 2 -maxdepth 2 -name '*.cert.json' | wc -l) >= counted))
}

# Describes the classes that the merge has joined.
task_catalogue() { describe_classes merged; }

# has_classes FOLDER: whether there is any in it.
has_classes() { [[ -n $(find "$1" -maxdepth 1 \( -name '*.cert.json' -o -name '*.pack' \) -print -quit) ]]; }

# describe_classes FOLDER: a catalogue of those in it.
describe_classes() {
  if has_classes "$1"; then
    run "$out/bin/onyx" catalogue "$1" --out catalogue
  else
    say "the search found no class; there is nothing to describe"
  fi
}
