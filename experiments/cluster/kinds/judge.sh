# Claims, thousands of them: an array of tasks, each of which judges every N-th claim of a file, and a
# job that puts the answers in the order of the claims. Sourced by settings.sh.
# shellcheck shell=bash disable=SC2034,SC2154 # settings_table, settings, out, code: see settings.sh, job.sh

kind_settings='
work claims         path      required
work claim_time     positive  60
work tasks          tasks     required
'

# --- before it is submitted ----------------------------------------------------------------------

check_settings() {
  local claims
  settings[claims]=$(absolute "${settings[claims]}")
  [[ -f ${settings[claims]} && -r ${settings[claims]} ]] || refuse_key claims "cannot read it"
  claims=$(grep -c '' "${settings[claims]}" || true)
  ((settings[tasks] <= claims)) || refuse_key tasks "more tasks than lines of claims ($claims)"
}

# That claims can be read is seen when they are judged: `judge` answers for those that it cannot read.
check_with_program() {
  try_program judge --help
  ((code == 0)) || refuse "$file: '$program' does not start: $message"
}

# Numbers of the tasks whose answers are there, one a line.
tasks_with_answers() {
  [[ -d $out/tasks ]] || return 0
  find "$out/tasks" -mindepth 2 -maxdepth 2 -name answers.json | sed -E 's|^.*/([0-9]+)/[^/]*$|\1|; s|^0+([0-9])|\1|'
}

submit_work() {
  # Jobs read this copy, so that nothing done to the file touches them.
  if ((!is_dry)); then
    if [[ ! -e $out/claims ]]; then put "${settings[claims]}" "$out/claims"; fi
    cmp -s "${settings[claims]}" "$out/claims" ||
      refuse_key claims "not the claims of '$out/claims'; take another output directory"
  fi
  submit_arrays judge tasks_with_answers
  set_task_options answers answers.log
  after_all "${ids[@]}"
  submit_job answers "${options[@]}" "$out/bin/task.sbatch" "$out" answers
  plan answers 1
}

# --- the tasks -----------------------------------------------------------------------------------

# task_judge TASK: lines TASK + 1, TASK + 1 + tasks, ... of the claims; the others are left empty, so
# that answers have the numbers of the lines.
task_judge() {
  local folder part claims
  folder=$(task_folder "$1")
  mkdir -p "$folder"
  # Slurm may start a task twice: each writes names of its own, and the last one's answers count.
  part=$folder/part-$start
  awk -v tasks="${settings[tasks]}" -v task="$1" 'NR % tasks != (task + 1) % tasks {$0 = ""} {print}' \
    claims >"$part"
  claims=$(grep -cvE '^[[:space:]]*(#|$)' "$part" || true)
  code=0
  echo '[]' >"$part.json"
  if ((claims > 0)); then
    run "$out/bin/onyx" judge "$part" --out "$folder" --json --threads "${settings[cpus_per_task]}" \
      --time-limit "${settings[claim_time]}" \
      --memory-limit "$(($(bytes_of "${settings[memory]}") * 9 / 10))" >"$part.json"
  fi
  # No, not readable and undecided are answers, too: what counts is that there is one for each claim.
  if ((code <= 3 && $(grep -c '^  "answer": ' "$part.json" || true) == claims)); then
    mv -T "$part.json" "$folder/answers.json"
    code=0
  fi
  rm -f "$part" "$part.json"
}

has_all_answers() { (($(tasks_with_answers | wc -l) == settings[tasks])); }

# The answers of all tasks as one array, by the numbers of the lines.
task_answers() {
  local missing
  code=0
  if ! seen_in_time has_all_answers; then
    missing=$((settings[tasks] - $(tasks_with_answers | wc -l)))
    say "$missing of ${settings[tasks]} tasks have no answers; submit again"
    code=1
    return
  fi
  # Each answer is printed from ` {` to ` }`; its lines become one, to be sorted, and lines again.
  find tasks -name answers.json -exec cat {} + |
    awk '/^ \{/ {text = ""; line = 0} /^  "line": / {line = $2 + 0}
      {text = text $0 "\001"} /^ \}/ {sub(/,\001$/, "\001", text); print line "\t" text}' |
    sort -n | cut -f 2- |
    awk 'BEGIN {printf "["} {sub(/\001$/, ""); gsub("\001", "\n"); printf "%s\n%s", (NR > 1 ? "," : ""), $0}
      END {print (NR > 0 ? "\n]" : "]")}' >"answers.new-$start"
  mv -T "answers.new-$start" answers.json
  say "$(grep -c '^  "answer": ' answers.json || true) answers in answers.json"
}
