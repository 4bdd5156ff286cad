# What submitting needs for every kind of work: the command line, checks of settings, and handing jobs to
# Slurm. submit sources this file after settings.sh, with `here` set.
# shellcheck shell=bash disable=SC2034,SC2154 # settings and here are set by the script that sources this one and uses message and code

# Report failures that the code below does not expect.
trap 'echo "submit: failed in line $LINENO" >&2' ERR

# read_arguments ARGUMENT...: sets `is_dry` and `file`.
read_arguments() {
  local usage="usage: ${0##*/} [--dry-run] SETTINGS" argument
  is_dry=0
  file=
  for argument in "$@"; do
    case $argument in
      -h | --help)
        # Print the comment at the head of the script.
        awk 'NR > 1 && !/^#/ {exit} NR > 1 {sub(/^# ?/, ""); print}' "$0"
        exit 0
        ;;
      -n | --dry-run) is_dry=1 ;;
      -*) refuse "there is no option '$argument'; $usage" ;;
      *)
        [[ -z $file ]] || refuse "one file of settings, not two; $usage"
        file=$argument
        ;;
    esac
  done
  [[ -n $file ]] || refuse "$usage"
}

# --- checks, before anything is written or submitted ---------------------------------------------

# absolute PATH: prints the absolute path, with links resolved.
absolute() { realpath -m -- "$1"; }
# read_file_of_settings: reads the settings in `file` and sets `out`.
read_file_of_settings() {
  read_settings "$file"
  out=$(absolute "${settings[output]}")
  settings[output]=$out
  [[ -z ${settings[prefix]} ]] || settings[prefix]=$(absolute "${settings[prefix]}")
}

# check_time KEY: refuses a time that leaves no work before the signal, which may come a minute early.
check_time() {
  if (($(seconds_of "${settings[$1]}") < settings[save_before] + 120)); then
    refuse_key "$1" "too short: save_before (${settings[save_before]} s) and two minutes are the least"
  fi
}

# Prints the nearest existing folder above a path that is to be created.
existing_part() {
  local path=$1
  while [[ ! -e $path ]]; do path=$(dirname "$path"); done
  printf '%s' "$path"
}

check_output() {
  local part probe
  part=$(existing_part "$out")
  [[ -d $part ]] || refuse_key output "'$part' is not a folder"
  # Try to write, because root, read-only file systems and virtual files do not follow permissions.
  probe=$(mktemp -d "$part/.onyx-XXXXXX" 2>/dev/null) || refuse_key output "cannot write into '$part'"
  rmdir "$probe"
  [[ ! -e $out/settings || -f $out/settings ]] || refuse_key output "'$out/settings' is not a file"
}

# Uses the program in the output directory, if it is there, so that all results are of one version.
find_program() {
  program=$out/bin/onyx
  if [[ -e $program ]]; then return; fi
  if [[ -n ${settings[program]} ]]; then
    program=$(absolute "${settings[program]}")
    [[ -f $program && -x $program ]] || refuse_key program "there is no such program"
    return
  fi
  program=$(realpath -m "$here/../../build/bin/onyx")
  [[ -x $program ]] || refuse "there is no program '$program'; build it, or give its path as program"
}

# in_job COMMAND...: runs the command as if with the processors and memory of a task.
in_job() {
  SLURM_CPUS_PER_TASK=${settings[cpus_per_task]} SLURM_MEM_PER_NODE=$(($(bytes_of "${settings[memory]}") >> 20)) "$@"
}

# try_program ARGUMENT...: runs the program here, with its modules and prefix, in an empty temporary folder,
# where it may write any file. Sets `code` and `message`.
try_program() {
  local folder
  folder=$(mktemp -d) || refuse "cannot make a temporary folder"
  code=0
  message=$({ cd "$folder" && mkdir tasks && load_modules && in_job timeout "${try_seconds-60}" "$program" "$@" <"${try_input-/dev/null}"; } 2>&1) || code=$?
  rm -rf "$folder"
}

# Refuses settings that change the results of an earlier submission.
check_unchanged() {
  [[ -e $out/settings ]] || return 0
  local difference
  difference=$(diff <(write_settings work) <(
    read_settings "$out/settings"
    write_settings work
  ) | grep '^[<>]' | head -n 4 | in_one_line || true)
  [[ -n $difference ]] || return 0
  refuse "$file: other settings than those of '$out/settings' ($difference); take another output directory, or the same settings"
}

# Refuses to submit while jobs of an earlier submission are in the queue.
check_queue() {
  has_slurm || return 0
  local ids left
  ids=$({ cat "$out"/jobs "$out"/jobs.new 2>/dev/null || true; } | awk '{print $2}' | paste -sd, -)
  [[ -n $ids ]] || return 0
  left=$(timeout 60 squeue --noheader --jobs "$ids" --format %i 2>/dev/null | paste -sd' ' - || true)
  [[ -z $left ]] || refuse "'$out' has jobs in the queue: $left; wait for them, or scancel ${ids//,/ }"
}

has_slurm() { command -v sbatch >/dev/null && command -v squeue >/dev/null; }

check_slurm() {
  if ! has_slurm && ((!is_dry)); then refuse "there is no sbatch here; run this where Slurm is"; fi
}

# --- what is to be submitted ---------------------------------------------------------------------

# most_in_array: prints the largest number of tasks in one array of Slurm.
most_in_array() {
  local most
  most=$(timeout 60 scontrol show config 2>/dev/null | awk '$1 == "MaxArraySize" {print $3}' || true)
  most=${most:-1001}
  ((most > 0)) || refuse "this Slurm takes no arrays (MaxArraySize = 0)"
  echo "$most"
}

# set_options NAME TIME MEMORY CPUS LOG: sets `options` to the options of sbatch for a job.
set_options() {
  options=(--parsable --job-name "onyx-$1-$(basename "$out")" --chdir "$out"
    --output "$out/logs/$5" --open-mode append --requeue "--signal=B:TERM@${settings[save_before]}"
    --ntasks 1 --cpus-per-task "$4" --mem "$3" --time "$2")
  if [[ -n ${settings[partition]} ]]; then options+=(--partition "${settings[partition]}"); fi
  if [[ -n ${settings[account]} ]]; then options+=(--account "${settings[account]}"); fi
  local more
  read -ra more <<<"${settings[sbatch_options]}"
  options+=("${more[@]}")
}

# set_task_options NAME LOG: sets `options` for a task, with the limits of the settings.
set_task_options() {
  set_options "$1" "${settings[time_limit]}" "${settings[memory]}" "${settings[cpus_per_task]}" "$2"
}

# after CONDITION [ID...]: adds to `options` that the job waits for the jobs ID under Slurm's CONDITION
# (afterok, afterany).
after() {
  if (($# > 1)); then
    options+=(--dependency "$1$(printf ':%s' "${@:2}")" --kill-on-invalid-dep=yes)
  fi
}

# throttle: prints the suffix of --array that limits how many tasks run at once.
throttle() { if ((settings[running_at_once] > 0)); then echo "%${settings[running_at_once]}"; fi; }

# ended_tasks STEP: prints the numbers of the tasks whose events say that they ended well.
ended_tasks() {
  [[ -d $out/events ]] || return 0
  find "$out/events" -name "$1-*.jsonl" -print0 | xargs -0 -r grep -lsF '"event":"end","code":0' |
    sed -E 's|^.*/[^/-]*-([0-9]+)\.[^/]*$|\1|' || true
}

# submit_arrays STEP FINISHED [ID...]: submits the step's tasks, except those that the command `FINISHED STEP`
# prints, in arrays as large as Slurm allows. They start when the jobs ID have ended well. Sets `ids`.
submit_arrays() {
  local step=$1 offset list
  plan "$step" "${settings[tasks]}"
  ids=()
  while read -r offset list; do
    set_task_options "$step" "$step-%A_%a.log"
    after afterok "${@:3}"
    submit_job "$step" "${options[@]}" --array "$list$(throttle)" "$out/bin/task.sbatch" "$out" "$step" "$offset"
    ids+=("$id")
  done < <(arrays "$2" "$step")
}

# arrays FINISHED STEP: prints a line "OFFSET LIST" for each array, where LIST has its indices.
arrays() {
  { "$@"; echo end; } | awk -v tasks="${settings[tasks]}" -v most="$(most_in_array)" '
    function flush_range() {
      if (first < 0) return
      list = list (list == "" ? "" : ",") (first == last ? first : first "-" last)
      first = -1
    }
    $1 == "end" {exit}
    {is_finished[$1 + 0] = 1}
    END {
      first = -1
      for (offset = 0; offset < tasks; offset += most) {
        list = ""
        for (i = 0; i < most && offset + i < tasks; ++i) {
          if ((offset + i) in is_finished) {flush_range(); continue}
          if (first < 0) first = i
          last = i
        }
        flush_range()
        if (list != "") print offset, list
      }
    }'
}

# plan STEP TASKS: records the number of tasks of the step, for `onyx status`.
plan() { if ((!is_dry)); then echo "$1 $2" >>"$out/plan.new"; fi; }

submitted=()
take_back() {
  if ((${#submitted[@]} > 0)); then scancel "${submitted[@]}" || true; fi
}
trap 'take_back; echo "submit: interrupted; nothing is left in the queue" >&2; exit 130' INT TERM

# submit_job LABEL ARGUMENT...: passes the arguments to sbatch and sets `id`.
submit_job() {
  local label=$1
  shift
  if ((is_dry)); then
    id=$(tr '[:lower:]' '[:upper:]' <<<"$label")
    printf '%q ' sbatch "$@"
    printf '\n'
    return
  fi
  if ! id=$(sbatch "$@"); then
    take_back
    refuse "Slurm refused the $label job (its message is above); nothing is left in the queue"
  fi
  id=${id%%;*}  # drop the name of the cluster, if any
  submitted+=("$id")
  echo "$label $id" >>"$out/jobs.new"
  echo "$label job $id"
}

# put FROM TO: copies a file in such a way that TO is never incomplete.
put() {
  # Remove TO.new first, because cp would write through a link of that name.
  if ! { rm -f "$2.new" && cp -p "$1" "$2.new" && mv -T "$2.new" "$2"; }; then refuse_key output "cannot write '$2'"; fi
}

# Copies all files that the jobs need, so that later changes of the sources do not affect them.
prepare_output() {
  if ! mkdir -p "$out"/{bin/kinds,events,logs,tasks}; then refuse_key output "cannot make folders there"; fi
  [[ ! -L $out/bin/lock ]] || refuse_key output "'$out/bin/lock' is a link; remove it"
  exec 9>"$out/bin/lock"
  flock -n 9 || refuse "another submit is at work on '$out'"
  rm -f "$out/jobs.new" "$out/plan.new" "$out/settings.new"
  local name
  # array.sh is always needed, because rounds.sh sources it.
  for name in settings.sh job.sh task.sbatch kinds/{"${settings[kind]}",array}.sh; do put "$here/$name" "$out/bin/$name"; done
  if [[ ! -e $out/bin/onyx ]]; then put "$program" "$out/bin/onyx"; fi
  write_settings all >"$out/settings.new"
  mv -T "$out/settings.new" "$out/settings"
}
