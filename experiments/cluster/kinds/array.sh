# The kind `array`: tasks that each run one command of `onyx` on a part of the work, and a job that joins
# their results. Sourced by settings.sh.
# shellcheck shell=bash disable=SC2034,SC2154 # settings_table, settings, out, code: see settings.sh, job.sh

kind_settings='
work command        command   required
work tasks          tasks     required
work lines          path      -
work accept         codes     0
run  scratch        path      -
run  join           command   -
run  join_when      when      afterok
run  join_cpus      cpus      -
run  join_memory    memory    -
run  join_time_limit time     -
run  settle         count     90
'

# set_words COMMAND [TASK [NUMBER [LINE]]]: splits a command at blanks into `words`, but not within '...'.
# Replaces {task}, {number} and {line} by the arguments, and {tasks} by the number of tasks.
set_words() {
  local text=$1 word pattern="^[[:space:]]*('([^']*)'|([^[:space:]]+))(.*)$"
  words=()
  while [[ $text =~ $pattern ]]; do
    word=${BASH_REMATCH[2]}${BASH_REMATCH[3]}
    text=${BASH_REMATCH[4]}
    word=${word//'{task}'/"${2-}"}
    word=${word//'{tasks}'/"${settings[tasks]}"}
    word=${word//'{number}'/"${3-}"}
    word=${word//'{line}'/"${4-}"}
    words+=("$word")
  done
}

is_by_line() { [[ ${settings[command]} == *'{line}'* ]]; }

# part_of_lines TASK FILE: prints the task's lines. Prints other lines empty, so that lines keep their
# numbers.
part_of_lines() { awk -v tasks="${settings[tasks]}" -v task="$1" '(NR - 1) % tasks != task {$0 = ""} {print}' "$2"; }

# --- before it is submitted ----------------------------------------------------------------------

check_settings() {
  local lines
  if [[ -n ${settings[lines]} ]]; then
    settings[lines]=$(absolute "${settings[lines]}")
    [[ -f ${settings[lines]} && -r ${settings[lines]} ]] || refuse_key lines "cannot read it"
    lines=$(grep -c '' "${settings[lines]}" || true)
    ((settings[tasks] <= lines)) || refuse_key tasks "more tasks than lines ($lines)"
  elif is_by_line; then
    refuse_key command "{line} stands for a line of a file, and lines is missing"
  elif ((settings[tasks] > 1)) && [[ ${settings[command]} != *'{task}'* ]]; then
    refuse_key command "all tasks would do the same; let each do its part, as by --shard {task}/{tasks}"
  fi
  check_join
}

check_join() {
  local key
  if [[ -n ${settings[join_time_limit]} ]]; then check_time join_time_limit; fi
  for key in cpus memory time_limit; do
    # A missing value is that of the tasks.
    [[ -n ${settings[join_$key]} ]] || settings[join_$key]=${settings[${key/#cpus/cpus_per_task}]}
  done
}

# Tests whether the program accepts the settings, by a run of three seconds in an empty folder.
check_with_program() {
  set_words "${settings[command]}" 0 1 "$(grep -m 1 -vE "$no_line" "${settings[lines]:-/dev/null}")"
  try_words
  check_joins
}

# try_words: refuses the settings unless the program accepts `words`.
try_words() {
  local try_seconds=3 try_input=${settings[lines]:-/dev/null}
  try_program "${words[@]}"
  # 124: timeout ended it; 130: it was interrupted.
  [[ " 0 3 124 130 ${settings[accept]-} " == *" $code "* ]] || refuse_key command "'$program' does not take it: $message"
}

# check_joins: refuses the settings unless all commands of `join` exist.
check_joins() {
  local one
  while IFS= read -r one; do
    set_words "$one"
    try_program "${words[0]}" --help
    ((code == 0)) || refuse_key join "$message"
  done < <(joins)
}

# joins: prints the commands of `join`, one per line.
joins() { if [[ -n ${settings[join]} ]]; then printf '%s\n' "${settings[join]// && /$'\n'}"; fi; }

submit_work() {
  # Copy the lines for the jobs, so that later changes of the file do not affect them.
  if ((!is_dry)) && [[ -n ${settings[lines]} ]]; then
    if [[ ! -e $out/lines ]]; then put "${settings[lines]}" "$out/lines"; fi
    cmp -s "${settings[lines]}" "$out/lines" ||
      refuse_key lines "not the lines of '$out/lines'; take another output directory"
  fi
  submit_arrays array ended_tasks
  if [[ -n ${settings[join]} ]]; then submit_join join "${settings[join_when]}" "${ids[@]}"; fi
}

# submit_join STEP CONDITION ID...: submits the job that joins the results of the jobs ID (see `after`).
submit_join() {
  set_options "$1" "${settings[join_time_limit]}" "${settings[join_memory]}" "${settings[join_cpus]}" "$1.log"
  after "${@:2}"
  submit_job "$1" "${options[@]}" "$out/bin/task.sbatch" "$out" "$1"
  plan "$1" 1
}

# --- the tasks -----------------------------------------------------------------------------------

# run_words NAME INPUT: runs the program with `words`. If the settings accept its exit code, moves its
# complete output to output/NAME. (If 2 is accepted, empty output still means failure.)
run_words() {
  local printed=output/$1.new-$start
  run "$out/bin/onyx" "${words[@]}" <"$2" >"$printed"
  if [[ " ${settings[accept]} " == *" $code "* && ($code != 2 || -s $printed) ]]; then
    mv -T "$printed" "output/$1"
    code=0
  fi
  rm -f "$printed"
}

# Matches blank lines and comments, for which nothing is run.
no_line='^[[:space:]]*(#|$)'

task_array() {
  mkdir -p output tasks
  code=0
  if is_by_line; then
    run_lines "$1"
    return
  fi
  local part=output/lines.new-$start
  if [[ -n ${settings[lines]} ]]; then part_of_lines "$1" lines; fi >"$part"
  if [[ -n ${settings[lines]} ]] && ! grep -qvE "$no_line" "$part"; then
    mv -T "$part" "output/$1"
    return
  fi
  set_words "${settings[command]}" "$1"
  run_words "$1" "$part"
  rm -f "$part"
}

# run_lines TASK: runs the command for each of the task's lines that is not done. If a line meets a limit, the
# others still run, and the task ends with the exit code for a limit.
run_lines() {
  local number=0 line limit=0
  while IFS= read -r line; do
    number=$((number + 1))
    if [[ $line =~ $no_line || -e output/$number ]]; then continue; fi
    set_words "${settings[command]}" "$1" "$number" "$line"
    run_words "$number" /dev/null
    if ((code == 3)); then limit=3; fi
    if ((code != 0 && code != 3)); then return; fi
    if ((code == 0)) && [[ -n ${settings[scratch]} ]]; then rm -f -- "${settings[scratch]//'{number}'/$number}"; fi
  done < <(part_of_lines "$1" lines)
  code=$limit
}

# Runs the commands of `join` one after the other. Their output becomes the file `joined`.
task_join() {
  local one limit=0
  wait_to_settle
  : >"joined.new-$start"
  while IFS= read -r one; do
    set_words "$one"
    run "$out/bin/onyx" "${words[@]}" >>"joined.new-$start"
    if ((code == 3)); then limit=3; fi
    if ((code != 0 && code != 3)); then
      rm -f "joined.new-$start"
      return
    fi
  done < <(joins)
  mv -T "joined.new-$start" joined
  code=$limit
}

# wait_to_settle: waits `settle` seconds, after which files of other nodes are visible here.
wait_to_settle() { seen_in_time false || true; }
