# Rounds of a search that learns: each is an array of shards and a merge with all that was found before,
# and the shards of the next round begin at what is known then. Which classes there are is a function of
# the settings alone: all shards of a round read the same file, which is there whole or not at all, and
# which nobody writes after they have begun. Sourced by settings.sh.
# shellcheck shell=bash disable=SC2034,SC2154 # settings_table, settings, out, code: see settings.sh, job.sh

# shellcheck source=experiments/cluster/kinds/search.sh
source "$kinds_folder/search.sh"
# Without a time for each task, or merges of what is not complete: what is found would depend on them.
kind_settings=$(awk '$2 != "search_time" && $2 != "merge" && $2 != "merge_into" && $2 != "positions"' <<<"$kind_settings")'
work positions      positive  required
work random         percent   20
run  rounds         positive  required
'

# --- before it is submitted ----------------------------------------------------------------------

check_settings() {
  check_search
  # A merge ends with a proof of every class.
  check_graphs merge_memory merge_cpus
  if ((settings[rounds] > 100)); then refuse_key rounds "more than 100"; fi
}

check_with_program() {
  try_search
  try_program search --help
  [[ $message == *--from* ]] || refuse "$file: '$program' is too old for rounds: its searches begin at nothing"
}

round_folder() { printf 'rounds/%d' "$1"; }

finished_in_round() { finished_shards "$out/$(round_folder "${1#search}")/tasks"; }

# has_known ROUND: whether all of it has been done. The file is empty if there is no class.
has_known() { [[ -e $out/$(round_folder "$1")/known.pack ]]; }

# With more rounds than before it goes on from the last one; with fewer the catalogue is of an earlier one.
submit_work() {
  local round before=()
  for ((round = 1; round <= settings[rounds]; ++round)); do
    if has_known "$round"; then
      plan "search$round" "${settings[tasks]}"
      plan "merge$round" 1
      continue
    fi
    submit_arrays "search$round" finished_in_round "${before[@]}"
    # If all shards were finished, the merge of the round before was, too.
    submit_joining "merge$round" afterok "${ids[@]}"
    before=("$id")
  done
  submit_joining catalogue afterok "${before[@]}"
}

# --- the tasks -----------------------------------------------------------------------------------

# wait_for COMMAND...: until it succeeds; else the task ends, and is put back into the queue.
wait_for() {
  if seen_in_time "$@"; then return; fi
  say "not all that earlier tasks have written is seen here: $*"
  code=2
  finish
}

# task_search TASK: the shard of that number, of the round that the step is named after.
task_search() {
  local round=${step#search} known
  set_search_arguments $((settings[seed] + round - 1))
  if ((round > 1)); then
    wait_for has_known $((round - 1))
    known=$(round_folder $((round - 1)))/known.pack
    if [[ -s $known ]]; then search_arguments+=(--from "$known" --random "${settings[random]}"); fi
  fi
  run_shard "$1" "$(round_folder "$round")/$(task_folder "$1")"
}

# has_all_merged FOLDER: whether as many classes are seen there as its merge has counted.
has_all_merged() {
  local counted
  grep -qsE '^ "state": "finished"' "$1/merge.json" || return 1
  counted=$(sed -nE 's/^ "classes": ([0-9]+).*/\1/p' "$1/merge.json" | head -n 1)
  (($(find "$1" -maxdepth 1 -name '*.cert.json' | wc -l) == counted))
}

# Joins what the round found with what was known, and writes what is known now: once, so that all shards
# of the next round begin at the same.
task_merge() {
  local round=${step#merge} folder
  local -a known=()
  if has_known "$round"; then return; fi
  folder=$(round_folder "$round")
  wait_for has_all_classes "$folder/tasks"
  if ((round > 1)); then
    known=("$(round_folder $((round - 1)))/merged")
    wait_for has_all_merged "${known[0]}"
  fi
  run "$out/bin/onyx" merge "$folder/tasks" "${known[@]}" --out "$folder/merged" --verify "${settings[verify]}"
  if ((code != 0)); then return; fi
  wait_for has_all_merged "$folder/merged"
  if has_classes "$folder/merged"; then
    run "$out/bin/onyx" pack --from "$folder/merged" --out "$folder/new-$start.pack"
    if ((code != 0)); then return; fi
  else
    : >"$folder/new-$start.pack"
  fi
  mv -nT "$folder/new-$start.pack" "$folder/known.pack"
  rm -f "$folder/new-$start.pack"
}

task_catalogue() { describe_classes "$(round_folder "${settings[rounds]}")/merged"; }
