# The kind `rounds`: a search that learns. A round is an array of shards and a merge of their classes with all
# earlier ones; the shards of the next round start from the merged classes. Results depend only on the
# settings, because all shards of a round read one file, which is complete or missing and does not change
# after they begin. Sourced by settings.sh.
# shellcheck shell=bash disable=SC2034,SC2154 # settings_table, settings, out, code: see settings.sh, job.sh

# shellcheck source=experiments/cluster/kinds/array.sh
source "$kinds_folder/array.sh"
# Drop keys that would allow a merge of incomplete results, because results would then vary.
kind_settings=$(awk '$2 !~ /^(lines|accept|scratch|join_when)$/' <<<"$kind_settings")'
work seed           count     1
work random         percent   20
run  rounds         positive  required
'

# --- before it is submitted ----------------------------------------------------------------------

check_settings() {
  if ((settings[rounds] > 100)); then refuse_key rounds "more than 100"; fi
  check_join
}

# Tests whether the program accepts the settings; with no time, a search only checks them.
check_with_program() {
  set_search_words 1 0
  words+=(--time 0)
  try_words
  check_joins
}

round_folder() { printf 'rounds/%d' "$1"; }

# finished_shards STEP: prints the numbers of the round's tasks whose checkpoints say "finished", one per
# line.
finished_shards() {
  local folder
  folder=$out/$(round_folder "${1#search}")/tasks
  [[ -d $folder ]] || return 0
  find "$folder" -name 'search-*.json' -print0 | xargs -0 -r grep -lsE '^ "state": "finished"' |
    sed -E 's|^.*/([0-9]+)/[^/]*$|\1|' || true
}

# has_known ROUND: whether the round is merged. (If there is no class, known.pack is empty.)
has_known() { [[ -e $out/$(round_folder "$1")/known.pack ]]; }

# If an earlier submission had fewer rounds, continues after its last one.
submit_work() {
  local round before=()
  for ((round = 1; round <= settings[rounds]; ++round)); do
    if has_known "$round"; then
      plan "search$round" "${settings[tasks]}"
      plan "merge$round" 1
      continue
    fi
    submit_arrays "search$round" finished_shards "${before[@]}"
    # If `ids` is empty, all shards were finished, and so was the merge before them.
    submit_join "merge$round" afterok "${ids[@]}"
    before=("$id")
  done
  if [[ -n ${settings[join]} ]]; then submit_join join afterok "${before[@]}"; fi
}

# --- the tasks -----------------------------------------------------------------------------------

# set_search_words ROUND TASK: sets `words` to the command line of one shard.
set_search_words() {
  set_words "${settings[command]}" "$2"
  words+=(--seed $((settings[seed] + $1 - 1)) --shard "$2/${settings[tasks]}" --out "$(round_folder "$1")/tasks/$2")
}

# wait_for COMMAND...: waits until it succeeds. After `settle` seconds, ends the task to be queued again.
wait_for() {
  if seen_in_time "$@"; then return; fi
  say "not all that earlier tasks have written is seen here: $*"
  code=2
  finish
}

# task_search TASK: runs shard TASK of the round that `step` names.
task_search() {
  local round=${step#search} known
  set_search_words "$round" "$1"
  if ((round > 1)); then
    wait_for has_known $((round - 1))
    known=$(round_folder $((round - 1)))/known.pack
    if [[ -s $known ]]; then words+=(--from "$known" --random "${settings[random]}"); fi
  fi
  # --wait, because Slurm may start a task twice; the second start then waits for the first.
  run "$out/bin/onyx" "${words[@]}" --wait
}

# has_all_classes ROUND: whether all its shards are finished and all certificates that they count exist.
has_all_classes() {
  local folder counted
  folder=$(round_folder "$1")/tasks
  (($(finished_shards "search$1" | wc -l) == settings[tasks])) || return 1
  counted=$(find "$folder" -name 'search-*.json' -exec cat {} + | awk '/^ "classes": / {sum += $2} END {print sum + 0}')
  (($(find "$folder" -name '*.cert.json' | wc -l) >= counted))
}

# Merges the round's classes with the known ones. Does so only once, so that all shards of the next round
# start from the same classes.
task_merge() {
  local round=${step#merge} folder new known=()
  code=0
  if has_known "$round"; then return; fi
  wait_for has_all_classes "$round"
  folder=$(round_folder "$round")
  new=$folder/new-$start
  if ((round > 1)); then
    wait_for has_known $((round - 1))
    known=("$(round_folder $((round - 1)))/known.pack")
    [[ -s ${known[0]} ]] || known=()
  fi
  run "$out/bin/onyx" merge "$folder/tasks" "${known[@]}" --out "$new.pack"
  if ((code == 0)); then
    if [[ ! -e $new.pack ]]; then : >"$new.pack"; fi
    mv -nT "$new.pack" "$folder/known.pack"
    mv -T "$new.merge.json" "$folder/merge.json"
  fi
  rm -f "$new".*
}
