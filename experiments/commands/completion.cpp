// onyx completion: what a shell completes behind `onyx`, made from the options as they are
// declared.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/support/choices.h"
#include "experiments/support/command.h"
#include "experiments/support/exit_code.h"

namespace onyx {
namespace {

using Texts = std::vector<std::string>;

std::string join(const Texts& texts, std::string_view between) {
  std::string all;
  for (const std::string& text : texts) all.append(all.empty() ? "" : between).append(text);
  return all;
}

/// All its names, with their hyphens.
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

/// What stands on a command line by its place, or nullptr.
const CLI::Option* positional_of(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    if (!option->nonpositional()) return option;
  }
  return nullptr;
}

// --- bash ----------------------------------------------------------------------------------------

/// Words to choose from as an assignment, a line each: some have blanks inside.
std::string bash_words(const Texts& words) {
  return fmt::format("words=$'{}'", join(words, "\\n"));
}

/// What comes behind `option`, as an assignment, or "" if nobody can know.
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
    behind += fmt::format("        {}) {} ;;\n", join(names, " | "), bash_values(*option));
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

void print_bash(const CLI::App& program) {
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
      "# What bash completes behind onyx, as `onyx completion bash` prints it.\n"
      "_onyx() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}}\n"
      "  local command='' words='' files='' i IFS=$'\\n'\n"
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
      "    mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
      "  elif [[ -n $words ]]; then\n"
      "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
      "  fi\n"
      "}}\n"
      "complete -o filenames -F _onyx onyx\n",
      join(names, " | "), bash_words(words), cases);
}

// --- zsh -----------------------------------------------------------------------------------------

/// As part of a specification in single quotes.
std::string zsh_text(std::string_view text) {
  std::string safe;
  for (const char letter : text) {
    if (letter == '\'') {
      safe += "'\\''";
      continue;
    }
    if (letter == '[' || letter == ']' || letter == ':' || letter == '\\') safe += '\\';
    safe += letter;
  }
  return safe;
}

/// Words to choose from, blanks inside them escaped.
std::string zsh_words(Texts words) {
  for (std::string& word : words) word = CLI::detail::find_and_replace(word, " ", "\\ ");
  return join(words, " ");
}

/// `:what it takes:what completes it`, or "" for a flag.
std::string zsh_values(const CLI::Option& option, const std::string& name) {
  if (!takes_value(option)) return "";
  const Texts choices = choices_of(option);
  const std::string action =
      choices.empty() ? (takes_path(option) ? "_files" : " ") : "(" + zsh_words(choices) + ")";
  return fmt::format(":{}:{}", zsh_text(name), action);
}

std::string zsh_arguments(const CLI::App& app) {
  std::string specifications;
  for (const CLI::Option* option : app.get_options()) {
    const Texts names = names_of(*option);
    for (const std::string& name : names) {
      specifications += fmt::format(" \\\n          '({}){}[{}]{}'", join(names, " "), name,
                                    zsh_text(option->get_description()), zsh_values(*option, name));
    }
  }
  if (const CLI::Option* const positional = positional_of(app)) {
    specifications +=
        fmt::format(" \\\n          '*{}'", zsh_values(*positional, positional->get_name(true)));
  }
  return specifications;
}

void print_zsh(const CLI::App& program) {
  std::string summaries;
  std::string cases;
  for (const CLI::App* command : commands_of(program)) {
    summaries +=
        fmt::format("    '{}:{}'\n", command->get_name(), zsh_text(command->get_description()));
    cases += fmt::format("        {})\n          _arguments{} ;;\n", command->get_name(),
                         zsh_arguments(*command));
  }
  fmt::print(
      "#compdef onyx\n"
      "# What zsh completes behind onyx, as `onyx completion zsh` prints it.\n"
      "_onyx() {{\n"
      "  local context state state_descr line curcontext=$curcontext\n"
      "  typeset -A opt_args\n"
      "  local -a commands\n"
      "  commands=(\n{}    'help:Print the help of a command'\n  )\n"
      "  _arguments -C{} \\\n"
      "          '1:command:->command' '*::argument:->argument'\n"
      "  case $state in\n"
      "    command) _describe command commands ;;\n"
      "    argument)\n"
      "      case $words[1] in\n{}"
      "        help) _describe command commands ;;\n"
      "      esac ;;\n"
      "  esac\n"
      "}}\n"
      "if [ \"$funcstack[1]\" = _onyx ]; then _onyx \"$@\"; else compdef _onyx onyx; fi\n",
      summaries, zsh_arguments(program), cases);
}

}  // namespace

Run declare_completion(CLI::App& app, const Globals&) {
  auto shell = std::make_shared<std::string>();
  app.add_option("SHELL", *shell, "The shell that is to complete")
      ->required()
      ->check(one_of({"bash", "zsh"}));
  return [shell, &app] {
    const CLI::App& program = *app.get_parent();
    *shell == "bash" ? print_bash(program) : print_zsh(program);
    return exit_code::kDone;
  };
}

}  // namespace onyx
