# Prints the programs that files call, one "NAME FILE:LINE" per line, and "function NAME" for each function of
# a script. Reads shell scripts as the shell does, with quotations, expansions and here documents. In
# Makefiles it reads only the recipes. In other sources it reads only the commands given to a shell, and the
# programs that are named by a path or looked for.
#
# It misses programs whose names are in variables, here documents that are scripts, and commands passed to
# functions other than the wrappers below.
BEGIN {
  wrapper = "^(env|exec|command|xargs|timeout|sudo|setsid|nohup|nice|in_hub|until_true|interruptible)$"
  introducer = "^(if|then|elif|else|while|until|do|!|[{]|time)$"
  no_program = "^(for|select|function|fi|done|[}])$"
  shell_in_code = "(\"-c\",|(system|popen|open_process_in) ?\\()[ \n]*\"(exec )?"
  name_in_code = "\"/(usr/)?s?bin/|program_of\\([{]|find_program\\([A-Z]+ |execute_process\\([ \n]*COMMAND "
}
FNR == 1 {read_file()}
{lines = lines $0 "\n"}
END {read_file()}

function read_file(  i, n, line) {
  text = lines
  lines = before = document = ""
  if (file ~ /Makefile$/) {
    n = split(text, line, "\n")
    text = ""
    for (i = 1; i <= n; ++i) {
      if (line[i] !~ /^\t/ && line[i - 1] !~ /^\t.*\\$/) line[i] = ""
      while (gsub(/\$\([^()]*\)/, "$x", line[i])) {}
      sub(/^\t[@-]*/, "", line[i])
      text = text line[i] "\n"
    }
  }
  if (file ~ /\.(cpp|h|ml|txt|cmake)$/) read_code(text)
  else if (!read_shell(text)) print "(cannot-be-read-to-its-end)", where()
  file = FILENAME
}

function read_shell(shell) {
  text = shell
  at = 1
  commands(1, "")
  return at == length(text) + 1
}

function read_code(code,  found, name) {
  while (match(code, shell_in_code "|" name_in_code)) {
    found = substr(code, RSTART, RLENGTH)
    before = before substr(code, 1, RSTART + RLENGTH - 1)
    code = substr(code, RSTART + RLENGTH)
    text = ""
    if (found ~ shell_in_code) {
      # Join adjacent literals. Anything else between them stands for one word.
      match(code, /^([^"\\]|\\.)*("[^",;(){}]*"([^"\\]|\\.)*)*/)
      name = substr(code, 1, RLENGTH)
      gsub(/\\"/, "\001", name)
      gsub(/"[ \n]*"/, "", name)
      gsub(/"[^"]*"/, "$x", name)
      gsub(/\001/, "\"", name)
      gsub(/\\n/, "\n", name)
      read_shell(name)
    } else {
      match(code, found ~ /program_of/ ? "[}]" : "[^A-Za-z0-9_.+-]")
      name = substr(code, 1, RSTART - 1)
      gsub(/"/, "", name)
      gsub(/[, \n]+/, "|", name)
      if (name ~ /^[a-z]/) print name, where()
    }
  }
}

function where(  head) {
  head = before substr(text, 1, at - 1)
  return file ":" gsub(/\n/, "", head) + 1
}

# Reads commands up to the text `end`, or to "esac" if `end` is ";;". Each level remembers its last two words,
# and whether the next word names a program or a file.
function commands(level, end,  c, two) {
  word[level] = last[level] = ""
  is_over[level] = 0
  begin_command(level)
  while (at <= length(text)) {
    c = substr(text, at, 1)
    two = substr(text, at, 2)
    if (end != "" && substr(text, at, length(end)) == end) {
      take(level, end)
      at += length(end)
      return
    }
    if (c == "#" && word[level] == "") {
      at += index(substr(text, at), "\n") - 1
    } else if (two == "\\\n" || c ~ /[ \t]/) {
      take(level, end)
      at += two == "\\\n" ? 2 : 1
    } else if (two ~ /^[<>]\($/) {
      at += 2
      commands(level + 1, ")")
      word[level] = word[level] "$"
    } else if (c ~ /[<>]/ || two == "&>") {
      if (word[level] ~ /^[0-9]+$/) word[level] = ""
      take(level, end)
      match(substr(text, at, 9), /^&?[<>]+[&|-]?/)
      two = substr(text, at, RLENGTH)
      at += RLENGTH
      if (two ~ /^<<-?$/) note_document(substr(text, at, 99))
      is_file[level] = 1
    } else if (c ~ /[;&|\n]/) {
      take(level, end)
      at++
      begin_command(level)
      if (c == "\n") skip_document(level)
    } else if (c == "(") {
      open_parenthesis(level, two)
    } else if (c == ")") {
      at = length(text) + 2  # no parenthesis is open: stop reading
    } else if (skip(level, 0)) {
      word[level] = word[level] "$"
    } else {
      word[level] = word[level] c
      at++
    }
    if (is_over[level]) return
  }
  take(level, end)
}

function begin_command(level) {
  is_program[level] = 1
  is_file[level] = is_wrapped[level] = 0
}

# Handles the word that has just ended.
function take(level, end,  w) {
  w = word[level]
  word[level] = ""
  if (w == "") return
  last[level] = w
  if (is_file[level]) {
    is_file[level] = 0
    return
  }
  if (!is_program[level] || w ~ introducer || w ~ /^[A-Za-z_][A-Za-z_0-9]*(\[.*\])?\+?=/) return
  if (is_wrapped[level] && w ~ /^[-0-9]/) return
  is_program[level] = is_wrapped[level] = w ~ wrapper
  if (w == "[[") skip_to(level, " ]]")
  else if (w == "case") read_case(level)
  else if (w == "esac") is_over[level] = end == ";;"
  else if (w !~ no_program && w ~ /^[A-Za-z_[][A-Za-z0-9_.+-]*$/) print w, where()
}

function read_case(level) {
  skip_to(level, " in")
  while (at <= length(text)) {
    while (match(substr(text, at, 1), /[ \n]/)) at++
    if (substr(text, at, 1) == "#") {
      at += index(substr(text, at), "\n")
    } else if (substr(text, at, 4) == "esac") {
      at += 4
      return
    } else {
      skip_to(level, ")")
      commands(level + 1, ";;")
      if (is_over[level + 1]) return
    }
  }
}

function open_parenthesis(level, two) {
  if (word[level] ~ /[=@!?*+]$/) {  # an array, or a pattern
    at++
    skip_parentheses(level, 1)
    word[level] = word[level] "$"
  } else if (word[level] != "") {
    print "function", word[level]
    word[level] = ""
    at += 2
  } else if (two == "((") {
    at += 2
    skip_parentheses(level, 2)
    is_program[level] = 0
  } else {
    at++
    commands(level + 1, ")")
    is_program[level] = 0
  }
}

function skip_to(level, end) {
  while (at <= length(text) && substr(text, at, length(end)) != end) if (!skip(level, 0)) at++
  at += length(end)
}

function skip_parentheses(level, open,  c) {
  while (open > 0 && at <= length(text)) {
    c = substr(text, at, 1)
    if (skip(level, 0)) continue
    open += c == "(" ? 1 : c == ")" ? -1 : 0
    at++
  }
}

# Skips a quotation or an expansion, and reads the commands in it. Returns whether one begins here.
function skip(level, is_quoted,  c, two) {
  c = substr(text, at, 1)
  two = substr(text, at, 2)
  if (c == "\\") {
    at += 2
  } else if (c == "'" && !is_quoted) {
    at++
    if (last[level] ~ /^(trap|-c)$/) commands(level + 1, "'")
    else at += index(substr(text, at), "'")
  } else if (two == "$'" && !is_quoted) {
    for (at += 2; at <= length(text) && substr(text, at, 1) != "'"; ++at) if (substr(text, at, 1) == "\\") at++
    at++
  } else if (c == "\"" && !is_quoted) {
    for (at++; at <= length(text) && substr(text, at, 1) != "\"";) if (!skip(level, 1)) at++
    at++
  } else if (substr(text, at, 3) == "$((") {
    at += 3
    skip_parentheses(level, 2)
  } else if (two == "$(" || c == "`") {
    at += c == "`" ? 1 : 2
    commands(level + 1, c == "`" ? "`" : ")")
  } else if (two == "${") {
    at += 2
    skip_to(level, "}")
  } else {
    return 0
  }
  return 1
}

function note_document(rest) {
  is_raw = rest ~ /^ *['"\\]/
  match(rest, /[A-Za-z_]+/)
  document = substr(rest, RSTART, RLENGTH)
}

function skip_document(level,  stop) {
  if (document == "") return
  stop = at + index(substr(text, at - 1), "\n" document "\n") - 1
  while (at < stop) if (is_raw || !skip(level, 1)) at++
  at = stop + length(document)
  document = ""
}
