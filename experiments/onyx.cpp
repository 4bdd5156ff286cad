// The onyx program: one table of commands, and what they have in common.
#include <fmt/core.h>
#include <tbb/global_control.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "core/notation.h"
#include "experiments/files/files.h"
#include "experiments/support/command.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/interrupt.h"
#include "experiments/support/machine.h"
#include "experiments/support/options.h"
#include "experiments/support/output.h"
#include "experiments/support/progress.h"
#include "experiments/support/standard_streams.h"
#include "experiments/support/version.h"

namespace onyx {
namespace {

constexpr Command kCommands[] = {
    {"show", "Draw a position as text or as a picture", declare_show},
    {"moves", "List the legal moves of a position", declare_moves},
    {"play", "Play moves and print the position after them", declare_play},
    {"perft", "Count the legal move sequences of a length", declare_perft},
    {"solve", "Find the value of a position, and certify it", declare_solve, true},
    {"check", "Check certificates and tables, independently of how they were made", declare_check,
     true},
    {"judge", "Judge claims that positions, cycles or games repeat", declare_judge, true},
    {"analyse", "Tell what each move of a game, or of a position, is worth", declare_analyse, true},
    {"search", "Search for repeating positions and certify them", declare_search, true},
    {"spread", "From known repeating positions to all that lie near", declare_spread, true},
    {"merge", "Join the results of searches, each class once", declare_merge, true},
    {"status", "Show how far the shards of a search are", declare_status},
    {"strong", "Count the positions of a whole board by value", declare_strong, true},
    {"census", "Count all repeating positions of a board that was solved by tiers", declare_census,
     true},
    {"estimate", "Estimate how many positions of a board repeat", declare_estimate, true},
    {"query", "Look positions up in the table of a board", declare_query},
    {"catalogue", "Describe all classes that a folder of certificates proves", declare_catalogue,
     true},
    {"pack", "Prove positions, and put the certificates into one file", declare_pack, true},
    {"atlas", "Patterns, pictures, and which classes lie inside which", declare_atlas, true},
    {"report", "Make a web site of the classes that a folder of certificates proves",
     declare_report, true},
    {"proofgame", "Find a game that leads to a position", declare_proofgame},
    {"frame", "Carry a repeating position into a larger board", declare_frame, true},
    {"reduce", "Make a repeating position smaller, or its cycle richer", declare_reduce},
    {"puzzles", "Compose puzzles whose solutions are proved, or prove them again", declare_puzzles,
     true},
    {"book", "Make a printable book of puzzles", declare_book},
    {"completion", "Print what makes a shell complete the command line", declare_completion},
};

constexpr const char* kPositionFooter =
    "POSITION is 'ROWS MIDPOINTS SIDE', as '2V1/1H2/4/4 BC12:V H', or open:WxH or standard:NxN.\n";

constexpr const char* kFooter =
    "Exit codes: 0 done, 1 the answer is no, 2 bad usage or input, 3 a limit was reached before "
    "an\n"
    "answer, 130 interrupted.";

bool speaks_of_positions(const CLI::App& command) {
  const auto options = command.get_options();
  const auto has_it = [](const std::string& text) {
    return text.find("POSITION") != std::string::npos;
  };
  return std::any_of(options.begin(), options.end(), [&](const CLI::Option* option) {
    return has_it(option->get_name(true)) || has_it(option->get_description());
  });
}

/// In front of a command only those stand that every command takes.
bool is_global_option(std::string_view word) {
  constexpr std::string_view kNames[] = {"--json", "--threads", "--quiet", "--help",
                                         "-h",     "--version", "-V",      "-q"};
  const std::string_view name = word.substr(0, word.find('='));
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

/// The parser would only say that a command is missing.
void refuse_unknown_command(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--threads" && i + 1 < argc) {
      // A command's name in place of the number is for the parser to refuse.
      const std::string_view value = argv[++i];
      if (value.find_first_not_of("0123456789") != std::string_view::npos) return;
    }
    if (word.starts_with('-') && !is_global_option(word)) {
      throw InputError("there is no option " + in_quotes(word) +
                       " in front of a command; onyx --help lists them");
    }
    if (word.starts_with('-')) continue;
    if (word == "help" && i == 1) continue;
    const auto is_named = [&](const Command& command) { return command.name == word; };
    if (std::any_of(std::begin(kCommands), std::end(kCommands), is_named)) return;
    throw InputError("there is no command " + in_quotes(word) + "; onyx --help lists them");
  }
}

/// `--name=` and nothing behind it, as a script writes whose variable is empty: the parser would
/// take the next argument for the value.
void refuse_empty_values(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--") return;
    if (word.starts_with("--") && word.find('=') == word.size() - 1) {
      throw InputError(in_quotes(word) + " needs a value");
    }
  }
}

/// The arguments as the parser wants them, last one first. `onyx help COMMAND` is another way to
/// write `onyx COMMAND --help`.
std::vector<std::string> arguments_reversed(int argc, char** argv) {
  std::vector<std::string> arguments;
  for (int i = argc - 1; i >= 1; --i) arguments.push_back(guarded(argv[i]));
  if (!arguments.empty() && arguments.back() == "help") {
    arguments.pop_back();
    arguments.insert(arguments.begin(), "--help");
  }
  return arguments;
}

/// The options that every command takes. Declared for the program and for each command, so that
/// they may stand before or behind its name, and each --help lists those that matter to it.
void declare_globals(CLI::App& app, Globals& globals, bool is_parallel) {
  app.add_flag("--json", globals.json, "Print the result as JSON");
  app.add_flag("-q,--quiet", globals.quiet, "Show no progress");
  if (!is_parallel) return;
  add_number(app, "--threads", globals.threads,
             "Threads to use; as many as the process may use if not given", 1, 4096);
}

/// A complaint of the parser, which may repeat whole arguments, as one short line.
std::string usage_message(const CLI::App*, const CLI::Error& error) {
  std::string text = error.what();
  // "--svg: 1 required PATH missing"
  if (const std::size_t at = text.find(": 1 required "); at != std::string::npos) {
    if (text.ends_with(" missing")) text = text.substr(0, at) + " needs a value";
  }
  constexpr std::size_t kLongest = 300;
  std::string message = "onyx: ";
  for (const char letter : text.substr(0, kLongest)) {
    const auto byte = static_cast<unsigned char>(letter);
    message += byte < 0x20 || byte >= 0x7f ? fmt::format("\\x{:02x}", byte) : std::string{letter};
  }
  return message + (text.size() > kLongest ? "...\n" : "\n");
}

int run(int argc, char** argv) {
  CLI::App app("Onyx: finds, proves and checks positions that repeat under correct play.", "onyx");
  app.footer(fmt::format("{}{}", kPositionFooter, kFooter));
  app.set_version_flag("-V,--version", std::string("onyx ") + kVersion);
  app.require_subcommand(1);
  app.fallthrough();
  app.failure_message(usage_message);
  Globals globals;
  declare_globals(app, globals, true);

  std::map<const CLI::App*, Run> runs;
  for (const Command& command : kCommands) {
    CLI::App* const subcommand = app.add_subcommand(command.name, command.summary);
    runs[subcommand] = command.declare(*subcommand, globals);
    const bool has_own_footer = subcommand->get_footer() != app.get_footer();
    if (!has_own_footer && !speaks_of_positions(*subcommand)) subcommand->footer(kFooter);
    declare_globals(*subcommand, globals, command.is_parallel);
  }
  try {
    refuse_unknown_command(argc, argv);
    refuse_empty_values(argc, argv);
    app.parse(arguments_reversed(argc, argv));
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? exit_code::kDone : exit_code::kBadInput;
  }
  if (globals.quiet) Progress::show_none();
  // Left to itself, oneTBB takes all processors, also those that a job may not use.
  const int threads = globals.threads > 0 ? globals.threads : available_threads();
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(threads));
  return runs.at(app.get_subcommands().front())();
}

int complain(const char* what, int code) {
  // Results come first, so that the message stands below them.
  std::fflush(stdout);
  notify("onyx: {}", what);
  return code;
}

int run_guarded(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const InputError& error) {
    return complain(error.what(), exit_code::kBadInput);
  } catch (const FileError& error) {
    return complain(error.what(), exit_code::kBadInput);
  } catch (const std::bad_alloc&) {
    return complain("out of memory; give less work or more memory", exit_code::kLimit);
  } catch (const std::exception& error) {
    // What is wrong with standard output, main says.
    if (std::ferror(stdout) != 0) return exit_code::kBadInput;
    return complain(error.what(), exit_code::kBadInput);
  }
}

}  // namespace
}  // namespace onyx

int main(int argc, char** argv) {
  onyx::occupy_closed_streams();
  onyx::install_signal_handlers();
  const int code = onyx::run_guarded(argc, argv);
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    onyx::notify("onyx: cannot write the result to standard output: {}", std::strerror(errno));
    return onyx::exit_code::kBadInput;
  }
  return code;
}
