// onyx completion: the words a shell completes after `onyx`, generated from the declared options.
#include <fmt/ranges.h>

#include "experiments/commands/common.h"

namespace onyx {
namespace {

using Texts = std::vector<std::string>;

/// All names of the option, with their hyphens.
Texts names_of(const CLI::Option& option) {
  Texts names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

bool takes_path(const CLI::Option& option) {
  return option.get_type_name().find("PATH") != std::string::npos;
}

std::vector<const CLI::App*> commands_of(const CLI::App& program) {
  return program.get_subcommands([](const CLI::App*) { return true; });
}

/// The positional argument of a command, or nullptr.
const CLI::Option* positional_of(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    if (!option->nonpositional()) return option;
  }
  return nullptr;
}

/// A bash assignment of the words to choose from, one per line because some contain blanks.
std::string bash_words(const Texts& words) {
  return fmt::format("choices=$'{}'", fmt::join(words, "\\n"));
}

/// A bash assignment of the values that can follow `option`; "" if they are not known.
std::string bash_values(const CLI::Option& option) {
  if (takes_path(option)) return "files=yes";
  const Texts choices = choices_of(option);
  return choices.empty() ? "" : bash_words(choices);
}

std::string bash_case(const CLI::App& command, const std::string& name) {
  Texts words;
  std::string behind;
  for (const CLI::Option* option : command.get_options()) {
    const Texts names = names_of(*option);
    words.insert(words.end(), names.begin(), names.end());
    if (names.empty() || !takes_value(*option)) continue;
    behind += fmt::format("        {}) {} ;;\n", fmt::join(names, " | "), bash_values(*option));
  }
  const CLI::Option* const positional = positional_of(command);
  const std::string rest = positional == nullptr ? "" : bash_values(*positional);
  return fmt::format(
      "    {})\n"
      "      case $before in\n{}"
      "        *) if [[ $word == -* ]]; then {}; else {}; fi ;;\n"
      "      esac ;;\n",
      name, behind, bash_words(words), rest.empty() ? ":" : rest);
}

/// Prints the function. `reply`: a line that puts the words of `compgen {}` into COMPREPLY.
void print_function(const CLI::App& program, const std::string& reply) {
  Texts names;
  std::string cases;
  for (const CLI::App* command : commands_of(program)) {
    names.push_back(command->get_name());
    cases += bash_case(*command, command->get_name());
  }
  Texts words = names;
  words.push_back("help");
  for (const CLI::Option* option : program.get_options()) {
    for (const std::string& name : names_of(*option)) words.push_back(name);
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

void print_bash(const CLI::App& program) {
  print_function(program, "mapfile -t COMPREPLY < <(compgen {})");
}

/// Uses zsh's support for bash completion scripts. If zsh loads the script as a completion file, it
/// runs it at the first completion, hence the last line.
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
    *shell == "bash" ? print_bash(program) : print_zsh(program);
    return exit_code::kDone;
  };
}

}  // namespace onyx
