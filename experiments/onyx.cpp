// The onyx program: the table of its commands, and their common options, messages and errors.
#include <tbb/global_control.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <map>
#include <new>
#include <sstream>

#include "experiments/files/files.h"
#include "experiments/support/command.h"
#include "experiments/support/embedded_file.h"
#include "experiments/support/help.h"
#include "experiments/support/interrupt.h"
#include "experiments/support/machine.h"
#include "experiments/support/options.h"
#include "experiments/support/output.h"
#include "experiments/support/progress.h"
#include "experiments/support/version.h"

namespace onyx {
namespace {

constexpr Command kCommands[] = {
    {"show", "Draw a position as text or as a picture", declare_show},
    {"moves", "List the legal moves of a position", declare_moves},
    {"play", "Play moves and print the position after them", declare_play},
    {"perft", "Count the legal move sequences of a length", declare_perft},
    {"solve", "Find the value of a position, and certify it", declare_solve, true},
    {"check", "Check certificates and tables, independently of their makers", declare_check, true},
    {"judge", "Judge claims that positions, cycles or games repeat", declare_judge, true},
    {"analyse", "Tell what each move of a game, or of a position, is worth", declare_analyse, true},
    {"search", "Search for repeating positions and certify them", declare_search, true},
    {"merge", "Join the results of searches, each class once", declare_merge, true},
    {"status", "Show how far the shards of a search are", declare_status},
    {"strong", "Count the positions of a whole board by value", declare_strong, true},
    {"census", "Count the repeating positions of a board solved by tiers", declare_census, true},
    {"query", "Ask a certificate or a table about positions", declare_query},
    {"catalogue", "Describe all classes that certificates prove", declare_catalogue, true},
    {"pack", "Prove positions, and put the certificates into one file", declare_pack, true},
    {"report", "Make a web site of the classes that certificates prove", declare_report, true},
    {"proofgame", "Find a game that leads to a position", declare_proofgame},
    {"selfplay", "Let players of limited sight play, and count what repeats", declare_selfplay,
     true},
    {"genmove", "Choose a move, as a player of five levels", declare_genmove},
    {"gtp", "Play by the Go Text Protocol, for other programs", declare_gtp},
    {"frame", "Carry a repeating position into a larger board", declare_frame, true},
    {"reduce", "Make a repeating position smaller, or its cycle richer", declare_reduce},
    {"puzzles", "Compose puzzles with proved solutions, or prove them again", declare_puzzles,
     true},
    {"book", "Make a printable book of puzzles", declare_book},
    {"completion", "Print a script that makes a shell complete command lines", declare_completion},
};

/// Commands of earlier versions, and their replacements.
constexpr std::pair<std::string_view, const char*> kRemovedCommands[] = {
    {"atlas", "joined into catalogue --pictures in 1.0"},
    {"estimate", "removed in 1.0; results/boards/README.md says what it found"},
    {"spread", "joined into search --from in 1.0"},
};

constexpr const char* kPositionFooter =
    "POSITION is 'ROWS MIDPOINTS SIDE', such as '2V1/1H2/4/4 BC12:V H', or open:WxH or "
    "standard:NxN.";

constexpr const char* kFooter =
    "Exit codes: 0 done, 1 the answer is no, 2 bad usage or input, 3 a limit was reached before an "
    "answer, 130 interrupted, 141 the reader of the output has left.";

bool speaks_of_positions(const CLI::App& command) {
  return std::ranges::any_of(command.get_options(), [](const CLI::Option* option) {
    const std::string text = option->get_name(true) + ' ' + option->get_description();
    return text.find("POSITION") != std::string::npos;
  });
}

/// `command` is "onyx" or "onyx NAME".
std::string unknown_option(std::string_view typed, const std::vector<std::string>& options,
                           const std::string& command) {
  const std::string_view name = typed.substr(0, typed.find('='));
  return fmt::format("unknown option {}{}", in_quotes(name),
                     did_you_mean(name, options, "; " + command + " --help lists them"));
}

/// Names an unknown command, because the parser would only report that a command is missing.
void refuse_unknown_command(int argc, char** argv) {
  // Only common options are allowed before the command.
  const std::vector<std::string> options = {"--json", "--threads", "--quiet", "--help",
                                            "-h",     "--version", "-V",      "-q"};
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--threads" && i + 1 < argc) {
      // Leave a value that is not a number, such as a command's name, for the parser to refuse.
      const std::string_view value = argv[++i];
      if (value.find_first_not_of("0123456789") != std::string_view::npos) return;
    }
    if (word.starts_with('-')) {
      const std::string_view name = word.substr(0, word.find('='));
      if (std::ranges::count(options, name) > 0) continue;
      throw InputError(unknown_option(name, options, "onyx"));
    }
    if (word == "help" && i == 1) continue;
    for (const auto& [name, fate] : kRemovedCommands) {
      if (word == name) throw InputError(fmt::format("{}: {}", word, fate));
    }
    std::vector<std::string> commands;
    for (const Command& command : kCommands) commands.emplace_back(command.name);
    if (std::ranges::count(commands, word) > 0) return;
    throw InputError(fmt::format("unknown command {}{}", in_quotes(word),
                                 did_you_mean(word, commands, "; onyx --help lists them")));
  }
}

/// Refuses `--name=` without a value, as from an empty shell variable, because the parser would
/// use the next argument as the value.
void refuse_empty_values(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--") return;
    if (word.starts_with("--") && word.find('=') == word.size() - 1) {
      throw InputError(in_quotes(word) + " needs a value");
    }
  }
}

/// Returns the arguments in reverse for the parser; `help COMMAND` becomes `COMMAND --help`.
std::vector<std::string> arguments_reversed(int argc, char** argv) {
  std::vector<std::string> arguments;
  for (int i = argc - 1; i >= 1; --i) arguments.push_back(guarded(argv[i]));
  if (!arguments.empty() && arguments.back() == "help") {
    arguments.pop_back();
    arguments.insert(arguments.begin(), "--help");
  }
  return arguments;
}

/// Called for the program and for each command: the options may precede or follow the command.
void declare_globals(CLI::App& app, Globals& globals, bool is_parallel) {
  app.get_help_ptr()->group(kCommonOptions);
  app.add_flag("--json", globals.json, "Print the result as JSON")->group(kCommonOptions);
  app.add_flag("-q,--quiet", globals.quiet, "Show no progress")->group(kCommonOptions);
  if (!is_parallel) return;
  add_number(app, "--threads", globals.threads, "Threads to use", 1, 4096)
      ->default_str("as many as the process may use")
      ->group(kCommonOptions);
}

/// Returns the command's examples in commands/examples.txt, each after a newline and two blanks.
std::string examples_of(const std::string& command) {
  std::istringstream lines(std::string(content_of(kExampleFiles, "examples.txt")));
  std::string examples;
  for (std::string line; std::getline(lines, line);) {
    if (("| " + line).find("| onyx " + command + ' ') != std::string::npos) {
      examples += "\n  " + line;
    }
  }
  return examples;
}

std::string footer_of(const CLI::App& command) {
  std::string footer = command.get_footer();
  if (!footer.empty()) footer += "\n\n";
  footer += "Examples:" + examples_of(command.get_name());
  if (speaks_of_positions(command)) footer += std::string("\n\n") + kPositionFooter;
  return footer + "\n\n" + kFooter;
}

/// Returns a message about the first unknown option, else the first unexpected argument, else "".
/// It replaces the parser's message, which may report a misspelt option as missing.
std::string unexpected_argument(const CLI::App& app) {
  if (app.get_subcommands().empty()) return "";
  const CLI::App& command = *app.get_subcommands().front();
  const std::string called = "onyx " + command.get_name();
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  std::string message;
  for (const std::string& word : app.remaining(true)) {
    if (word == "--") continue;
    if (word.starts_with('-')) return unknown_option(word, names, called);
    if (!message.empty()) continue;
    message = fmt::format("unexpected argument {}; {} --help lists the arguments", in_quotes(word),
                          called);
  }
  return message;
}

/// Returns the error as one short line. (The parser's own message may repeat whole arguments.)
std::string usage_message(const CLI::App* app, const CLI::Error& error) {
  std::string text = unexpected_argument(*app);
  if (text.empty()) text = error.what();
  if (text == "A subcommand is required") text = "a command is missing; onyx --help lists them";
  // For example, "--svg: 1 required PATH missing".
  if (const std::size_t at = text.find(": 1 required "); at != std::string::npos) {
    if (text.ends_with(" missing")) text = text.substr(0, at) + " needs a value";
  }
  if (const std::size_t at = text.find(": At Most 1 required"); at != std::string::npos) {
    text = text.substr(0, at) + " is given more than once";
  }
  using CLI::detail::find_and_replace;
  if (error.get_name() == "RequiresError") text = find_and_replace(text, " requires ", " needs ");
  if (error.get_name() == "ExcludesError") {
    text = find_and_replace(text, " excludes ", " does not go with ");
  }
  constexpr std::size_t kLongest = 300;
  std::string message = "onyx: ";
  for (const char letter : text.substr(0, kLongest)) {
    const auto byte = static_cast<unsigned char>(letter);
    message += byte < 0x20 || byte >= 0x7f ? fmt::format("\\x{:02x}", byte) : std::string{letter};
  }
  return message + (text.size() > kLongest ? "...\n" : "\n");
}

int run(int argc, char** argv, Globals& globals) {
  CLI::App app("Onyx: finds, proves and checks positions that repeat under correct play.", "onyx");
  app.formatter_fn([](const CLI::App* page, const std::string& name, CLI::AppFormatMode) {
    return help_page(*page, name);
  });
  app.set_help_flag("-h,--help", "Print this help");
  app.set_version_flag("-V,--version", std::string("onyx ") + kVersion, "Print the version")
      ->group(kCommonOptions);
  app.require_subcommand(1);
  app.fallthrough();
  app.failure_message(usage_message);
  declare_globals(app, globals, true);

  std::map<const CLI::App*, Run> runs;
  for (const Command& command : kCommands) {
    CLI::App* const subcommand = app.add_subcommand(command.name, command.summary);
    runs[subcommand] = command.declare(*subcommand, globals);
    subcommand->footer(footer_of(*subcommand));
    declare_globals(*subcommand, globals, command.is_parallel);
  }
  app.footer(
      fmt::format("onyx COMMAND --help, or onyx help COMMAND, explains a command.\n\n{}\n\n{}",
                  kPositionFooter, kFooter));
  if (argc < 2) {
    fmt::print("{}", app.help());
    return exit_code::kDone;
  }
  try {
    refuse_unknown_command(argc, argv);
    refuse_empty_values(argc, argv);
    app.parse(arguments_reversed(argc, argv));
  } catch (const CLI::ParseError& error) {
    // Do not print to std::cout, which would lose the reason for a failed write.
    std::ostringstream out;
    const bool is_done = app.exit(error, out, std::cerr) == 0;
    fmt::print("{}", out.str());
    return is_done ? exit_code::kDone : exit_code::kBadInput;
  }
  if (globals.quiet) Progress::show_none();
  // By default oneTBB uses all processors, even those that a job may not use.
  const int threads = threads_to_use(globals.threads > 0 ? globals.threads : available_threads());
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(threads));
  return runs.at(app.get_subcommands().front())();
}

int complain(const char* what, int code) {
  // Flush, so that the message appears below the results.
  std::fflush(stdout);
  notify("onyx: {}", what);
  return code;
}

int guarded(const std::function<int()>& act) {
  try {
    return act();
  } catch (const InputError& error) {
    return complain(error.what(), exit_code::kBadInput);
  } catch (const ClosedPipe&) {
    return exit_code::kClosedPipe;
  } catch (const FileError& error) {
    return complain(error.what(), exit_code::kBadInput);
  } catch (const std::bad_alloc&) {
    return complain("out of memory; use a smaller task, more memory or a higher --memory-limit",
                    exit_code::kLimit);
  } catch (const std::exception& error) {
    if (is_output_error(error)) return exit_code::kBadInput;
    if (is_lack_of_threads(error)) {
      return complain("the system allows no more threads; raise its limit, or try --threads 1",
                      exit_code::kLimit);
    }
    return complain(error.what(), exit_code::kBadInput);
  }
}

int run_guarded(int argc, char** argv) {
  Globals globals;
  const int code = guarded([&] { return run(argc, argv, globals); });
  const bool is_limit = code == exit_code::kLimit;
  if (!globals.json || has_answered() || (!is_limit && code != exit_code::kInterrupted)) {
    return code;
  }
  // Give scripts a JSON answer even if the command printed none. (An interrupt that no command
  // waits for ends the program at once, without JSON.)
  return guarded([&] {
    print_json({{"answer", "unknown"}, {"reason", is_limit ? "limit" : "interrupted"}});
    return code;
  });
}

}  // namespace
}  // namespace onyx

int main(int argc, char** argv) {
  onyx::occupy_closed_streams();
  onyx::install_signal_handlers();
  onyx::end_cleanly_without_threads();
  return onyx::end_output("onyx", onyx::run_guarded(argc, argv));
}
