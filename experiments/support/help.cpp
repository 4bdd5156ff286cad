#include "experiments/support/help.h"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <set>
#include <sstream>

namespace onyx {
namespace {

/// Returns the terminal's width, else COLUMNS, else 80; clamped to 40 to 100 for readability.
std::size_t help_width() {
  winsize terminal{};
  long width = 80;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &terminal) == 0 && terminal.ws_col > 0) {
    width = terminal.ws_col;
  } else if (const char* columns = std::getenv("COLUMNS")) {
    const long number = std::strtol(columns, nullptr, 10);
    if (number > 0) width = number;
  }
  return static_cast<std::size_t>(std::clamp(width, 40L, 100L));
}

/// Appends wrapped text to a line that already has `column` characters. Indents further lines by
/// `indent` blanks.
void wrap(std::string& page, std::size_t column, const std::string& text, std::size_t indent) {
  const std::size_t width = help_width();
  std::istringstream words(text);
  bool is_first = true;
  for (std::string word; words >> word; is_first = false) {
    if (!is_first && column + 1 + word.size() > width) {
      page += '\n' + std::string(indent, ' ');
      column = indent;
      is_first = true;
    }
    page += is_first ? word : ' ' + word;
    column += word.size() + (is_first ? 0 : 1);
  }
  page += '\n';
}

/// Appends the name of an option or command, and its text from column `indent` on.
void add_entry(std::string& page, const std::string& name, const std::string& text,
               std::size_t indent) {
  page += "  " + name;
  std::size_t column = 2 + name.size();
  if (text.empty()) {
    page += '\n';
    return;
  }
  if (column + 2 > indent) {
    page += '\n';
    column = 0;
  }
  page += std::string(indent - column, ' ');
  wrap(page, indent, text, indent);
}

void add_paragraphs(std::string& page, const std::string& text) {
  std::istringstream lines(text);
  std::string paragraph;
  const auto end_paragraph = [&] {
    if (!paragraph.empty()) wrap(page, 0, paragraph, 0);
    paragraph.clear();
  };
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && line.front() != ' ') {
      paragraph += line + ' ';
      continue;
    }
    end_paragraph();
    page += line + '\n';
  }
  end_paragraph();
}

const char* dots_of(const CLI::Option& option) {
  return option.get_expected_max() == CLI::detail::expected_max_vector_size ? "..." : "";
}

std::string argument_of(const CLI::Option& option) {
  const std::string& text = option.get_option_text();
  return text.empty() ? option.get_name(true) + dots_of(option) : text;
}

std::string name_of(const CLI::Option& option) {
  if (!option.nonpositional()) {
    return option.get_option_text().empty() ? option.get_name(true) : option.get_option_text();
  }
  const std::string flags = fmt::format("{}", fmt::join(flags_of(option), ", "));
  if (option.get_items_expected_max() == 0) return flags;
  return flags + ' ' + (choices_of(option).empty() ? option.get_type_name() : "WORD") +
         (option.get_allow_extra_args() ? dots_of(option) : "");
}

std::string names_of(const std::set<CLI::Option*>& options) {
  std::set<std::string> names;
  for (const CLI::Option* option : options) names.insert(option->get_name());
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string text_of(const CLI::Option& option) {
  std::string text = option.get_description();
  const auto add = [&](const std::string& start, const std::string& rest) {
    if (!text.empty()) text += text.back() == '.' ? " " : ". ";
    text += start + rest;
  };
  const std::vector<std::string> choices = choices_of(option);
  if (!choices.empty()) add("One of ", fmt::format("{}", fmt::join(choices, ", ")));
  if (!option.get_default_str().empty() && !option.get_required())
    add("Default: ", option.get_default_str());
  if (!option.get_needs().empty()) add("Needs ", names_of(option.get_needs()));
  if (!option.get_excludes().empty()) add("Not with ", names_of(option.get_excludes()));
  if (option.nonpositional() && option.get_required()) add("Required", "");
  return text;
}

void add_options(std::string& page, const std::string& heading,
                 const std::vector<const CLI::Option*>& options) {
  constexpr std::size_t kIndent = 26;
  if (options.empty()) return;
  page += '\n' + heading + ":\n";
  for (const CLI::Option* option : options) {
    add_entry(page, name_of(*option), text_of(*option), kIndent);
  }
}

void add_commands(std::string& page, const CLI::App& app) {
  const auto commands = commands_of(app);
  if (commands.empty()) return;
  std::size_t longest = 0;
  for (const CLI::App* command : commands) longest = std::max(longest, command->get_name().size());
  page += "\nCommands:\n";
  for (const CLI::App* command : commands) {
    add_entry(page, command->get_name(), command->get_description(), longest + 4);
  }
}

std::string usage_of(const CLI::App& app, const std::string& name) {
  std::string usage = fmt::format("Usage: {} [OPTIONS]", name);
  for (const CLI::Option* option : app.get_options()) {
    if (option->nonpositional()) continue;
    const std::string word = argument_of(*option);
    usage += option->get_required() ? " " + word : " [" + word + "]";
  }
  if (app.get_require_subcommand_min() > 0) usage += " COMMAND";
  return usage;
}

}  // namespace

std::string help_page(const CLI::App& app, const std::string& name) {
  std::string page;
  add_paragraphs(page, app.get_description());
  page += '\n';
  wrap(page, 0, usage_of(app, name), 4);
  add_options(page, "Arguments",
              app.get_options([](const CLI::Option* option) { return !option->nonpositional(); }));
  add_commands(page, app);
  std::vector<std::string> groups = app.get_groups();
  std::stable_partition(groups.begin(), groups.end(),
                        [](const std::string& group) { return group != kCommonOptions; });
  for (const std::string& group : groups) {
    add_options(page, group, app.get_options([&](const CLI::Option* option) {
      return option->nonpositional() && option->get_group() == group;
    }));
  }
  page += '\n';
  add_paragraphs(page, app.get_footer());
  return page;
}

}  // namespace onyx
