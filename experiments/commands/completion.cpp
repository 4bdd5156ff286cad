// onyx completion: prints a completion script for a shell, generated from the declared options.
#include <fmt/ranges.h>

#include "experiments/commands/common.h"

namespace onyx {
namespace {

using Texts = std::vector<std::string>;

/// One word per line, because some words contain blanks.
std::string bash_words(const Texts& words) {
  return fmt::format("choices=$'{}'", fmt::join(words, "\\n"));
}

/// Returns a bash statement that sets the values that can follow `option`; "" if they are unknown.
std::string bash_values(const CLI::Option& option) {
  if (option.get_type_name().find("PATH") != std::string::npos) return "files=yes";
  const Texts choices = choices_of(option);
  return choices.empty() ? "" : bash_words(choices);
}

std::string bash_case(const CLI::App& command) {
  Texts words;
  std::string behind;
  std::optional<std::string> rest;  // values of the first positional argument
  for (const CLI::Option* option : command.get_options()) {
    const Texts flags = flags_of(*option);
    words.insert(words.end(), flags.begin(), flags.end());
    const std::string values = bash_values(*option);
    if (!option->nonpositional() && !rest) rest = values;
    if (flags.empty() || option->get_items_expected_max() == 0) continue;
    behind += fmt::format("        {}) {} ;;\n", fmt::join(flags, " | "), values);
  }
  return fmt::format(
      "    {})\n"
      "      case $before in\n{}"
      "        *) if [[ $word == -* ]]; then {}; else {}; fi ;;\n"
      "      esac ;;\n",
      command.get_name(), behind, bash_words(words), rest.value_or("").empty() ? ":" : *rest);
}

/// Prints the function. `reply` is shell code that puts the output of `compgen {}` into COMPREPLY.
void print_function(const CLI::App& program, const std::string& reply) {
  Texts names;
  std::string cases;
  for (const CLI::App* command : commands_of(program)) {
    names.push_back(command->get_name());
    cases += bash_case(*command);
  }
  Texts words = names;
  words.push_back("help");
  for (const CLI::Option* option : program.get_options()) {
    for (const std::string& flag : flags_of(*option)) words.push_back(flag);
  }
  fmt::print(
      "# What a shell completes behind onyx, as `onyx completion` prints it.\n"
      "_onyx() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}}\n"
      "  local command='' choices='' files='' i IFS=$'\\n'\n"
      "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
      "    case ${{COMP_WORDS[i]}} in\n"
      "      {}) command=${{COMP_WORDS[i]}}; break ;;\n"
      "    esac\n"
      "  done\n"
      "  case $command in\n"
      "    '') {} ;;\n{}"
      "  esac\n"
      "  COMPREPLY=()\n"
      "  if [[ -n $files ]]; then\n"
      "    {}\n"
      "  elif [[ -n $choices ]]; then\n"
      "    {}\n"
      "  fi\n"
      "}}\n"
      "complete -o filenames -F _onyx onyx\n",
      fmt::join(names, " | "), bash_words(words), cases,
      fmt::format(fmt::runtime(reply), "-f -- \"$word\""),
      fmt::format(fmt::runtime(reply), "-W \"$choices\" -- \"$word\""));
}

/// If zsh autoloads the script as a completion file, its last line answers the first completion.
void print_zsh(const CLI::App& program) {
  fmt::print("#compdef onyx\nautoload -Uz bashcompinit && bashcompinit\n");
  print_function(program, "COMPREPLY=(\"${{(@f)$(compgen {})}}\")");
  fmt::print("if [ \"$funcstack[1]\" = _onyx ]; then _bash_complete -o filenames -F _onyx; fi\n");
}

}  // namespace

Run declare_completion(CLI::App& app, const Globals&) {
  auto shell = std::make_shared<std::string>();
  app.add_option("SHELL", *shell, "The shell to make the script for")
      ->required()
      ->check(one_of({"bash", "zsh"}));
  app.footer(
      "source <(onyx completion bash) makes this bash complete commands, options and files.");
  return [shell, &app] {
    const CLI::App& program = *app.get_parent();
    *shell == "zsh" ? print_zsh(program)
                    : print_function(program, "mapfile -t COMPREPLY < <(compgen {})");
    return exit_code::kDone;
  };
}

}  // namespace onyx
