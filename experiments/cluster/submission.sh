# What submit and submit_tiers have in common: their command line, what is checked of any
# settings, and how jobs are given to Slurm. Sourced by them, behind settings.sh, with `here` set.
# shellcheck shell=bash disable=SC2154 # settings and here are set by who sources this

# So that no failure that is not foreseen below is silent.
trap 'echo "submit: failed in line $LINENO" >&2' ERR

# read_arguments ARGUMENT...: sets `is_dry` and `file`.
read_arguments() {
  local usage="usage: ${0##*/} [--dry-run] SETTINGS" argument
  is_dry=0
  file=
  for argument in "$@"; do
    case $argument in
      -h | --help)
        # The text at the head of the script, up to the first line of code.
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

# absolute PATH: from the current directory, without links.
absolute() { realpath -m -- "$1"; }
# read_file_of_settings: those of `file`; sets `out`.
read_file_of_settings() {
  read_settings "$file"
  out=$(absolute "${settings[output]}")
  settings[output]=$out
  [[ -z ${settings[prefix]} ]] || settings[prefix]=$(absolute "${settings[prefix]}")
}

# check_time KEY: Slurm may send the signal up to a minute earlier.
check_time() {
  if (($(seconds_of "${settings[$1]}") < settings[save_before] + 120)); then
    refuse_key "$1" "too short: save_before (${settings[save_before]} s) and two minutes are the least"
  fi
}

# The folder that is there, of a path that is to be made.
existing_part() {
  local path=$1
  while [[ ! -e $path ]]; do path=$(dirname "$path"); done
  printf '%s' "$path"
}

check_output() {
  local part probe
  part=$(existing_part "$out")
  [[ -d $part ]] || refuse_key output "'$part' is not a folder"
  # Permissions tell little: of root, of read-only file systems, of those that only look like files.
  probe=$(mktemp -d "$part/.onyx-XXXXXX" 2>/dev/null) || refuse_key output "cannot write into '$part'"
  rmdir "$probe"
  [[ ! -e $out/settings || -f $out/settings ]] || refuse_key output "'$out/settings' is not a file"
}

# The program of an output directory stays the same, so that all results are of one version.
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

# Whether this is what was submitted before, as far as results depend on it.
check_unchanged() {
  [[ -e $out/settings ]] || return 0
  local difference
  difference=$(diff <(write_settings work) <(
    read_settings "$out/settings"
    write_settings work
  ) | grep '^[<>]' | head -n 4 | xargs || true)
  [[ -n $difference ]] || return 0
  refuse "$file: other settings than those of '$out/settings' ($difference); take another output directory, or the same settings"
}

# Whether jobs of an earlier submission are still there.
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

# most_in_array: Slurm takes no more tasks in one array.
most_in_array() {
  local most
  most=$(timeout 60 scontrol show config 2>/dev/null | awk '$1 == "MaxArraySize" {print $3}' || true)
  most=${most:-1001}
  ((most > 0)) || refuse "this Slurm takes no arrays (MaxArraySize = 0)"
  echo "$most"
}

# set_options NAME TIME MEMORY CPUS LOG: sets `options`.
set_options() {
  options=(--parsable --job-name "onyx-$1-$(basename "$out")" --chdir "$out"
    --output "$out/logs/$5" --open-mode append --requeue "--signal=B:TERM@${settings[save_before]}"
    --ntasks 1 --cpus-per-task "$4" --mem "$3" --time "$2")
  if [[ -n ${settings[partition]} ]]; then options+=(--partition "${settings[partition]}"); fi
  if [[ -n ${settings[account]} ]]; then options+=(--account "${settings[account]}"); fi
  # shellcheck disable=SC2206 # several options
  options+=(${settings[sbatch_options]})
}

submitted=()
take_back() {
  if ((${#submitted[@]} > 0)); then scancel "${submitted[@]}" || true; fi
}
trap 'take_back; echo "submit: interrupted; nothing is left in the queue" >&2; exit 130' INT TERM

# submit_job LABEL ARGUMENT...: gives the arguments to sbatch; sets `id`.
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
  id=${id%%;*}  # the name of a cluster may follow
  submitted+=("$id")
  echo "$label $id" >>"$out/jobs.new"
  echo "$label job $id"
}

# put FROM TO: a copy that is never found half made.
put() {
  # A link of that name would be followed.
  if ! { rm -f "$2.new" && cp -p "$1" "$2.new" && mv -T "$2.new" "$2"; }; then refuse_key output "cannot write '$2'"; fi
}

# prepare_output SCRIPT...: what the jobs need, so that nothing that is done to the sources touches
# them.
prepare_output() {
  if ! mkdir -p "$out"/{bin,logs}; then refuse_key output "cannot make folders there"; fi
  [[ ! -L $out/bin/lock ]] || refuse_key output "'$out/bin/lock' is a link; remove it"
  exec 9>"$out/bin/lock"
  flock -n 9 || refuse "another submit is at work on '$out'"
  rm -f "$out/jobs.new" "$out/settings.new"
  local name
  for name in settings.sh job.sh "$@"; do put "$here/$name" "$out/bin/$name"; done
  if [[ ! -e $out/bin/onyx ]]; then put "$program" "$out/bin/onyx"; fi
  write_settings all >"$out/settings.new"
  mv -T "$out/settings.new" "$out/settings"
}
