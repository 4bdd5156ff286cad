# Rounds of a search that learns: each is an array of shards and a merge with all that was found before,
# and the shards of the next round begin at what is known then. Which classes there are is a function of
# the settings alone: all shards of a round read the same file, which is there whole or not at all, and
# which nobody writes after they have begun. Sourced by settings.sh.
# shellcheck shell=bash disable=SC2034,SC2154 # settings_table, settings, out, code: see settings.sh, job.sh

# shellcheck source=experiments/cluster/kinds/search.sh
source "$kinds_folder/search.sh"
# Without a time for each task, or merges of what is not complete: what is found would depend on them.
kind_settings=$(awk '$2 != "search_time" && $2 != "merge" && $2 != "positions"' <<<"$kind_settings")'
work positions      positive  required
work random         percent   20
run  rounds         positive  required
'

# --- before it is submitted ----------------------------------------------------------------------

check_settings() { check_search; }

round_folder() { printf 'rounds/%d' "$1"; }

finished_in_round() { finished_shards "$out/$(round_folder "${1#search}")/tasks"; }

# has_known ROUND: whether its merge has been done to the end.
has_known() { [[ -e $out/$(round_folder "$1")/known.pack || -e $out/$(round_folder "$1")/nothing ]]; }

# A search of more rounds goes on from the last one.
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

# task_search TASK: the shard of that number, of the round that the step is named after.
task_search() {
  local round=${step#search} known
  set_search_arguments $((settings[seed] + round - 1))
  if ((round > 1)); then
    known=$(round_folder $((round - 1)))
    seen_in_time has_known $((round - 1)) || { say "what the round before found is not seen here"; code=2; finish; }
    if [[ -e $known/known.pack ]]; then
      search_arguments+=(--from "$known/known.pack" --random "${settings[random]}")
    fi
  fi
  run_shard "$1" "$(round_folder "$round")/$(task_folder "$1")"
}

# Joins what the round found with what was known, and writes what is known now.
task_merge() {
  local round=${step#merge} folder
  local -a known=()
  folder=$(round_folder "$round")
  seen_in_time has_all_classes "$folder/tasks" || { say "not all that the tasks have found is seen here"; code=2; finish; }
  if ((round > 1)); then known=("$(round_folder $((round - 1)))/merged"); fi
  run "$out/bin/onyx" merge "$folder/tasks" "${known[@]}" --out "$folder/merged" --verify "${settings[verify]}"
  if ((code != 0)); then return; fi
  if has_classes "$folder/merged"; then
    run "$out/bin/onyx" pack --from "$folder/merged" --out "$folder/known.pack"
  else
    : >"$folder/nothing"
  fi
}

task_catalogue() { describe_classes "$(round_folder "${settings[rounds]}")/merged"; }
