# The settings of work on a cluster: reads, checks and writes the file of settings. submit sources this file;
# its jobs source the copy in the output directory.
#
# The kind of work decides which keys exist: kinds/KIND.sh adds its keys, and all else that only this kind
# needs.
# shellcheck shell=bash

# Rows of SCOPE KEY KIND DEFAULT. The default "required" means that the key must be set; "-" means no value.
#   work    the key decides the results, so it may not change in an output directory
#   run     the key decides how the work is run, so it may change between submissions
# All kinds of work have these keys. kinds/KIND.sh sets kind_settings to its own.
common_settings='
work kind           kind      array
run  output         path      required
run  program        path      -
run  tasks          tasks     required
run  cpus_per_task  cpus      1
run  memory         memory    required
run  time_limit     time      required
run  running_at_once count    0
run  restarts       count     20
run  save_before    positive  120
run  partition      word      -
run  account        word      -
run  sbatch_options options   -
run  modules        words     -
run  prefix         path      -
'

kinds_folder=$(dirname "${BASH_SOURCE[0]}")/kinds

# The rows for the kind of work; set by read_settings.
settings_table=

# Set by read_settings: each key's value (or its default, or ""), and its place in the file.
declare -gA settings=() place_of=()

# refuse MESSAGE: prints the message, and exits with the code for bad input.
refuse() {
  printf 'submit: %s\n' "$*" >&2
  exit 2
}

# refuse_key KEY MESSAGE: does the same, and names the key, its value and its place in the file.
refuse_key() { refuse "${place_of[$1]}: $1 = ${settings[$1]}: $2"; }

# columns_of SCOPE COLUMN: prints a column of the table, for the keys of SCOPE ("all": all keys).
columns_of() { awk -v scope="$1" -v column="$2" 'NF && (scope == "all" || $1 == scope) {print $column}' <<<"$settings_table"; }

# bytes_of MEMORY: prints the bytes of, for example, 800M or 4G. A number alone is in megabytes, as in Slurm.
bytes_of() {
  local number=${1%[KMGT]} unit=${1##*[0-9]}
  case $unit in
    K) echo $((number << 10)) ;;
    M | '') echo $((number << 20)) ;;
    G) echo $((number << 30)) ;;
    T) echo $((number << 40)) ;;
  esac
}

# seconds_of TIME: prints the seconds of Slurm's M, M:S, H:M:S, D-H, D-H:M and D-H:M:S.
seconds_of() {
  local days=0 rest=$1 parts
  if [[ $rest == *-* ]]; then
    days=${rest%%-*}
    rest=${rest#*-}
    IFS=: read -ra parts <<<"$rest"
    parts+=(0 0)
  else
    IFS=: read -ra parts <<<"$rest"
    case ${#parts[@]} in
      1) parts=(0 "${parts[0]}" 0) ;;
      2) parts=(0 "${parts[@]}") ;;
    esac
  fi
  echo $((10#$days * 86400 + 10#${parts[0]} * 3600 + 10#${parts[1]} * 60 + 10#${parts[2]}))
}

# in_one_line: joins the lines of standard input with blanks. (xargs would remove quotes.)
in_one_line() { paste -sd ' ' -; }

# kinds: prints the names of all kinds of work.
kinds() { (cd "$kinds_folder" && printf '%s\n' *.sh) | sed 's/\.sh$//' | in_one_line; }

# is_from LEAST MOST VALUE: whether VALUE is a whole number in that range.
is_from() { [[ $3 =~ ^(0|[1-9][0-9]{0,14})$ ]] && (($3 >= $1 && $3 <= $2)); }

# check_value KEY KIND: refuses the value of the key unless it is of that kind.
check_value() {
  local value=${settings[$1]} word parts wrong="" most=999999999999999
  local path='^[^[:cntrl:]%\\]+$' words='^[A-Za-z0-9_.,@+/ -]+$'
  local time='^([0-9]{1,5}|[0-9]{1,5}:[0-9]{1,2}(:[0-9]{1,2})?|[0-9]{1,3}-[0-9]{1,2}(:[0-9]{1,2}){0,2})$'
  case $2 in
    kind) [[ $value =~ ^[a-z]+$ && -f $kinds_folder/$value.sh ]] || wrong="not a kind of work; there are: $(kinds)" ;;
    board) [[ $value =~ ^[1-9][0-9]?x[1-9][0-9]?$ ]] || wrong="not WIDTHxHEIGHT, as 5x5" ;;
    command) [[ $value =~ ^[a-z]+( .*)?$ ]] || wrong="not a command of onyx with its options, as: search --board 5x5" ;;
    count) is_from 0 $most "$value" || wrong="not a whole number from 0 to $most" ;;
    positive) is_from 1 $most "$value" || wrong="not a whole number from 1 to $most" ;;
    percent) is_from 0 100 "$value" || wrong="not a whole number from 0 to 100" ;;
    tasks) is_from 1 100000 "$value" || wrong="not a whole number from 1 to 100000" ;;
    cpus) is_from 1 4096 "$value" || wrong="not a whole number from 1 to 4096" ;;
    memory) [[ $value =~ ^[1-9][0-9]{0,5}[KMGT]?$ ]] || wrong="not an amount of memory, as 800M or 4G" ;;
    time) [[ $value =~ $time ]] || wrong="not a time as Slurm takes it: MINUTES, HOURS:MINUTES:SECONDS or DAYS-HOURS" ;;
    codes) [[ $value =~ ^[0-3]( [0-3])*$ ]] || wrong="not exit codes from 0 to 3, with blanks between" ;;
    when) [[ $value == afterok || $value == afterany ]] || wrong="neither afterok nor afterany" ;;
    words) [[ $value =~ $words ]] || wrong="not names with blanks between" ;;
    word) [[ $value =~ $words && $value != *' '* ]] || wrong="not a name" ;;
    path)
      [[ $value =~ $path ]] || wrong="not a path (% and \\ mean something to Slurm)"
      # shellcheck disable=SC2088
      # No shell expands the value, so replace ~/ here.
      case $value in
        '~' | '~/'*)
          [[ ${HOME-} == /* ]] || wrong="there is no home directory here (HOME)"
          settings[$1]=${HOME-}${value#'~'}
          ;;
        '~'*) wrong="only ~/ is known; write the path of another user's directory out" ;;
      esac
      ;;
    options)
      read -ra parts <<<"$value"
      for word in "${parts[@]}"; do
        [[ $word == --[a-z]* ]] || wrong="not options of sbatch, each as --NAME or --NAME=VALUE"
      done
      ;;
  esac
  [[ -z $wrong ]] || refuse_key "$1" "$wrong"
}

# trimmed TEXT: prints the text without blanks around it.
trimmed() {
  local text=$1
  text=${text#"${text%%[![:space:]]*}"}
  printf '%s' "${text%"${text##*[![:space:]]}"}"
}

# take_kind FILE: loads the table and functions of the kind of work that the file names.
take_kind() {
  local kind
  # Take the first `kind`, because read_settings refuses a second.
  kind=$(sed -nE 's/^[[:space:]]*kind[[:space:]]*=[[:space:]]*([a-z]*)[[:space:]]*$/\1/p' "$1" | head -n 1)
  # Read an unknown kind as `array`, because read_settings refuses its line.
  [[ -f $kinds_folder/$kind.sh ]] || kind=array
  # shellcheck source=experiments/cluster/kinds/array.sh
  source "$kinds_folder/$kind.sh"
  # kind_settings is set by kinds/KIND.sh; its rows replace common rows of the same key
  settings_table=$(awk 'NF && !seen[$2]++' <<<"$kind_settings$common_settings")
}

# read_settings FILE: reads lines KEY = VALUE into `settings` and checks each value. Skips blank lines and
# lines that begin with #. Values are literal, so nothing in them is run.
read_settings() {
  local file=$1 line number=0 key kind default
  local -A kinds=() defaults=()
  [[ -f $file && -r $file ]] || refuse "cannot read '$file'"
  take_kind "$file"
  while read -r _ key kind default; do
    if [[ -n $key ]]; then
      kinds[$key]=$kind
      defaults[$key]=$default
    fi
  done <<<"$settings_table"
  settings=()
  place_of=()
  while IFS= read -r line || [[ -n $line ]]; do
    number=$((number + 1))
    line=$(trimmed "$line")
    if [[ -z $line || $line == '#'* ]]; then continue; fi
    [[ $line == *=* ]] || refuse "$file:$number: not KEY = VALUE"
    key=$(trimmed "${line%%=*}")
    [[ -n $key && -n ${kinds[$key]-} ]] || refuse "$file:$number: there is no key '$key'; there are: $(columns_of all 2 | in_one_line)"
    [[ -z ${place_of[$key]-} ]] || refuse "$file:$number: $key is given twice, first in line ${place_of[$key]##*:}"
    settings[$key]=$(trimmed "${line#*=}")
    place_of[$key]=$file:$number
    check_value "$key" "${kinds[$key]}"
  done <"$file"
  for key in "${!kinds[@]}"; do
    if [[ -n ${place_of[$key]-} ]]; then continue; fi
    [[ ${defaults[$key]} != required ]] || refuse "$file: $key is missing"
    settings[$key]=${defaults[$key]#-}
    place_of[$key]="$file (not given)"
  done
}

# write_settings SCOPE: prints the settings of that scope in the form that read_settings reads.
write_settings() {
  local key
  while read -r key; do
    if [[ -n ${settings[$key]} ]]; then printf '%s = %s\n' "$key" "${settings[$key]}"; fi
  done < <(columns_of "$1" 2)
}

# load_modules: loads the modules and libraries that the settings name.
load_modules() {
  local code=0
  if [[ -n ${settings[modules]} ]]; then
    # The scripts of modules may fail under `set -eu`.
    set +eu
    if ! type module >/dev/null 2>&1; then source /etc/profile; fi
    # shellcheck disable=SC2086 # several names
    module load ${settings[modules]} || code=1
    set -eu
  fi
  if [[ -n ${settings[prefix]} ]]; then
    local prefix=${settings[prefix]}
    export LD_LIBRARY_PATH=$prefix/lib:$prefix/lib64${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
  fi
  return $code
}
