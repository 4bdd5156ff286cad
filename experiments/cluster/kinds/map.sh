# The first moves of a position: an array of tasks, each of which searches every N-th move, with a
# table of its own for each move, and writes its certificate. Sourced by settings.sh.
# shellcheck shell=bash disable=SC2034,SC2154 # settings_table, settings, out, code: see settings.sh, job.sh

kind_settings='
work board          board     required
work after          words     -
work tasks          tasks     required
'

# --- before it is submitted ----------------------------------------------------------------------

# The position: the empty board, or what it becomes by the moves of `after`; a line each for its
# moves, "MOVE POSITION", those in the middle first, which are the likeliest to win.
list_moves() {
  local start move next
  # shellcheck disable=SC2086 # several moves
  try_program play "open:${settings[board]}" ${settings[after]}
  ((code == 0)) || refuse "$file: '$program' does not take board = ${settings[board]}, after = ${settings[after]}: $message"
  start=$message
  try_program moves "$start"
  ((code == 0)) || refuse "$file: '$program' finds no moves: $message"
  echo "$start"
  for move in $message; do
    try_program play "$start" "$move"
    ((code == 0)) || refuse "$file: '$program' does not play $move: $message"
    next=$message
    echo "$move $next"
  done | awk -v board="${settings[board]}" '
    function square(x) {return x * x}
    {
      split(board, size, "x")
      letters = $1
      gsub(/[^A-T]/, "", letters)
      row = $1
      gsub(/[^0-9]/, "", row)
      # The first column and row of a midpoint: BC12, BC910, BC1011.
      is_midpoint = length(letters) == 2
      if (is_midpoint) row = substr(row, 1, length(row) < 4 ? 1 : 2)
      x = index("ABCDEFGHIJKLMNOPQRST", substr(letters, 1, 1)) + (is_midpoint ? 0.5 : 0)
      y = row + (is_midpoint ? 0.5 : 0)
      printf "%.2f\t%s\n", square(x - (size[1] + 1) / 2) + square(y - (size[2] + 1) / 2), $0
    }' | sort -s -n | cut -f 2
}

check_settings() { :; }

check_with_program() {
  local count
  moves=$(list_moves) || exit 2
  count=$(($(wc -l <<<"$moves") - 1))
  ((count > 0)) || refuse_key after "the game is over there"
  ((settings[tasks] <= count)) || refuse_key tasks "more tasks than moves ($count)"
}

submit_work() {
  if ((!is_dry)); then
    printf '%s\n' "$moves" >"$out/moves.new"
    mv -T "$out/moves.new" "$out/moves"
  fi
  submit_arrays map ended_tasks
  set_task_options whole whole.log
  if ((${#ids[@]} > 0)); then options+=(--dependency "afterany$(printf ':%s' "${ids[@]}")"); fi
  submit_job whole "${options[@]}" "$out/bin/task.sbatch" "$out" whole
  plan whole 1
}

# --- the tasks -----------------------------------------------------------------------------------

# field NAME FILE: the text or number of a member of what `solve --json` printed.
field() { sed -nE "s/^ \"$1\": \"?([^\",]*)\"?,?\$/\1/p" "$2"; }

# What is known of all moves so far, as JSON. Only what has a certificate is proved; other values are
# known by search alone.
print_map() {
  local move file certificate value by separator=
  printf '{\n "position": "%s",\n "map": [' "$(head -n 1 moves)"
  while read -r move _; do
    file=$(find tasks -path "tasks/*/${move%%\**}.json")
    value=unknown by=null certificate=null
    if [[ -n $file ]]; then
      value=$(field value "$file")
      value=${value:-unknown}
      if [[ $value != unknown ]]; then by='"search"'; fi
      if [[ -e ${file%.json}.certz ]]; then
        by='"certificate"'
        certificate="\"${file%.json}.certz\""
      fi
    fi
    printf '%s\n  {"move": "%s", "value": "%s", "by": %s, "certificate": %s}' \
      "$separator" "$move" "$value" "$by" "$certificate"
    separator=,
  done < <(tail -n +2 moves)
  printf '\n ]\n}\n'
}

# For who looks at it while tasks are at work: two that write it at once may each lack what the other
# has just found. Once all have ended it is written for the last time.
write_map() {
  print_map >"map.new-$start"
  mv -T "map.new-$start" map.json
}

# task_map TASK: moves TASK + 1, TASK + 1 + tasks, ... of the list. What is searched is kept in a
# table beside the answer, from which a task that was stopped goes on. A move that the memory does
# not suffice for is left as it is, with its table, and the task ends with that code.
task_map() {
  local folder move position name limit=0
  folder=$(task_folder "$1")
  mkdir -p "$folder"
  while read -r move position; do
    name=$folder/${move%%\**}
    if [[ -e $name.json && -e $name.certz ]]; then continue; fi
    run "$out/bin/onyx" solve "$position" --engine proof-number --json \
      --threads "${settings[cpus_per_task]}" \
      --memory-limit "$(($(bytes_of "${settings[memory]}") * 9 / 10))" \
      --resume "$name.pns" --certificate "$name.certz" >"$name.new-$start"
    if ((code == 0 || code == 3)); then mv -T "$name.new-$start" "$name.json"; fi
    rm -f "$name.new-$start"
    if ((code == 0)); then rm -f "$name.pns"; fi
    write_map
    if ((code == 3)); then limit=3; fi
    if ((code != 0 && code != 3)); then return; fi
  done < <(tail -n +2 moves | awk -v tasks="${settings[tasks]}" -v task="$1" '(NR - 1) % tasks == task')
  code=$limit
}

# task_whole: the map of all moves.
task_whole() {
  code=0
  if ! seen_in_time has_all_moves; then say "the map is not complete; submit again to go on"; fi
  write_map
}

has_all_moves() { (($(find tasks -name '*.certz' | wc -l) == $(wc -l <moves) - 1)); }
