// onyx judge: claims without proof, that positions or cycles repeat under correct play.
//
// A file holds a claim a line: `POSITION` is said to be a draw; `POSITION ; MOVE...` is said to be
// a forced cycle, that is, the moves lead back to the position and every position on the way is a
// draw. Empty lines and lines that begin with # are skipped.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

#include "experiments/files/files.h"
#include "experiments/support/budget.h"
#include "experiments/support/command.h"
#include "experiments/support/counted.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/options.h"
#include "experiments/support/output.h"
#include "experiments/support/position_args.h"
#include "experiments/support/version.h"
#include "solver/certificate/from_graph.h"
#include "solver/graph/solve.h"

namespace onyx {
namespace {

struct JudgeOptions {
  std::string file;
  std::string folder;
  Budget budget;
};

enum class Answer { confirmed, refuted, unknown, malformed };

const char* name_of(Answer answer) {
  switch (answer) {
    case Answer::confirmed:
      return "confirmed";
    case Answer::refuted:
      return "refuted";
    case Answer::unknown:
      return "unknown";
    case Answer::malformed:
      break;
  }
  return "malformed";
}

struct Judgement {
  Answer answer = Answer::unknown;
  std::string reason;
  std::optional<Certificate> certificate;
  bool interrupted = false;
};

std::string plies(std::size_t count) { return counted(count, "ply", "plies"); }

/// "V wins in 7 plies".
std::string describe(Claim claim, Outcome outcome) {
  return fmt::format("{} in {}", onyx::name_of(claim),
                     plies(static_cast<std::size_t>(outcome.distance())));
}

/// A claim's cycle, replayed: the positions from the first one on, and the moves between them.
template <int W>
struct ClaimedPlay {
  std::vector<Position<W>> positions;
  std::vector<Place> moves;
  bool returns = false;
};

template <int W>
ClaimedPlay<W> replay_claim(const Board<W>& board, const Position<W>& start,
                            const std::vector<std::string>& texts) {
  ClaimedPlay<W> result{{start}, {}, false};
  for (const std::string& text : texts) {
    const Position<W>& position = result.positions.back();
    const Place move = parse_move(board, position, text);
    result.moves.push_back(move);
    result.positions.push_back(successor(board, position, move));
  }
  result.returns = !texts.empty() && result.positions.back() == start;
  return result;
}

/// The states of a replayed cycle, or as many as the graph has: a leaf has no successors there.
template <int W>
std::vector<StateId> states_along(const StateGraph<W>& graph, StateId start,
                                  const ClaimedPlay<W>& cycle) {
  std::vector<StateId> states{start};
  for (std::size_t i = 1; i + 1 < cycle.positions.size(); ++i) {
    const auto row = graph.successors(states.back());
    const auto wanted = pack(cycle.positions[i]);
    const auto next = std::find_if(row.begin(), row.end(),
                                   [&](StateId state) { return graph.positions[state] == wanted; });
    if (next == row.end()) break;
    states.push_back(*next);
  }
  return states;
}

template <int W>
Judgement judge_cycle(const Board<W>& board, const SolvedGraph<W>& solved,
                      const ClaimedPlay<W>& cycle, std::uint64_t bytes) {
  const StateId start = solved.graph.roots.front();
  const std::vector<StateId> states = states_along(solved.graph, start, cycle);
  for (std::size_t ply = 0; ply < states.size(); ++ply) {
    const Outcome outcome = solved.outcomes[states[ply]];
    if (outcome.is_draw()) continue;
    // Somebody wins here and lets it go later, for the play returns. His better move stands first
    // in the certificate of this position.
    Judgement judgement{
        Answer::refuted, {}, certify_value(board, solved, states[ply], {}, bytes), false};
    const std::string better =
        format_move(board, cycle.positions[ply], best_moves(board, solved, states[ply]).front());
    judgement.reason = fmt::format("after {} {}, playing {}", plies(ply),
                                   describe(judgement.certificate->claim, outcome), better);
    if (outcome.value() == Value::loss) {
      judgement.reason = fmt::format("after {} {} whatever is played", plies(ply),
                                     describe(judgement.certificate->claim, outcome));
    }
    return judgement;
  }
  // A strategy makes one move in a position, so a play that passes one twice is certified by
  // another line.
  std::vector<StateId> distinct = states;
  std::sort(distinct.begin(), distinct.end());
  const bool simple = std::adjacent_find(distinct.begin(), distinct.end()) == distinct.end();
  return {Answer::confirmed, fmt::format("a forced cycle of {}", plies(states.size())),
          certify_value(board, solved, start, simple ? states : std::vector<StateId>{}, bytes),
          false};
}

template <int W>
Judgement judge_claim(const Board<W>& board, const std::string& text,
                      const std::optional<std::vector<std::string>>& moves, const Stop& stop) {
  const Position<W> position = parse_position(board, text);
  ClaimedPlay<W> cycle;
  if (moves) cycle = replay_claim(board, position, *moves);
  if (is_finished(board, position)) {
    Judgement judgement{Answer::refuted, {}, certify_finished(board, position), false};
    judgement.reason =
        fmt::format("the game is over, {}", onyx::name_of(judgement.certificate->claim));
    return judgement;
  }
  const std::vector<Position<W>> roots{position};
  const Solution<W> solution = solve<W>(board, roots, stop);
  const bool replay_fails = moves && !cycle.returns;
  if (solution.end != End::complete && replay_fails && solution.end != End::interrupted) {
    return {Answer::refuted, "the play does not return to its first position", std::nullopt, false};
  }
  if (solution.end != End::complete) {
    Judgement judgement{Answer::unknown, explain(solution.end, solution.reached), std::nullopt,
                        solution.end == End::interrupted};
    if (cycle.returns) judgement.certificate = certify_cycle(board, position, cycle.moves);
    return judgement;
  }
  const SolvedGraph<W>& solved = solution.solved;
  const StateId root = solved.graph.roots.front();
  if (cycle.returns) return judge_cycle(board, solved, cycle, solution.bytes_left(stop));
  Judgement judgement{Answer::confirmed, "a draw",
                      certify_value(board, solved, root, {}, solution.bytes_left(stop)), false};
  if (!solved.outcomes[root].is_draw()) {
    judgement.answer = Answer::refuted;
    judgement.reason = describe(judgement.certificate->claim, solved.outcomes[root]);
  }
  if (replay_fails) {
    judgement.answer = Answer::refuted;
    judgement.reason = fmt::format("the play does not return to its first position (which is {})",
                                   solved.outcomes[root].is_draw() ? "a draw" : judgement.reason);
  }
  return judgement;
}

/// Never throws for a bad line: that is an answer too.
Judgement judge_line(const std::string& line, const Stop& stop) {
  try {
    const std::size_t semicolon = line.find(';');
    const std::string text = position_from({line.substr(0, semicolon)});
    std::optional<std::vector<std::string>> moves;
    if (semicolon != std::string::npos) {
      std::istringstream words(line.substr(semicolon + 1));
      moves.emplace();
      for (std::string word; words >> word;) moves->push_back(word);
      if (moves->empty()) throw InputError("a cycle is claimed but no moves are given after ';'");
    }
    return with_board(board_size_of(text),
                      [&](const auto& board) { return judge_claim(board, text, moves, stop); });
  } catch (const InputError& error) {
    return {Answer::malformed, error.what(), std::nullopt, false};
  } catch (const std::bad_alloc&) {
    return {Answer::unknown, "memory ran out", std::nullopt, false};
  }
}

struct Line {
  int number;  ///< In the file, from 1 on.
  std::string text;
};

/// The lines that hold claims. Some editors begin a file with a byte order mark.
std::vector<Line> claims_in(const std::string& content) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  std::vector<Line> claims;
  std::istringstream lines(
      content.starts_with(kByteOrderMark) ? content.substr(kByteOrderMark.size()) : content);
  std::string text;
  for (int number = 1; std::getline(lines, text); ++number) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (first != std::string::npos && text[first] != '#') claims.push_back({number, text});
  }
  return claims;
}

int run(const JudgeOptions& options, const Globals& globals) {
  const std::vector<Line> claims = claims_in(read_file(options.file));
  const InterruptScope interrupt;
  if (!options.folder.empty()) prepare_folder(options.folder);
  Progress progress("judge");
  auto json = nlohmann::ordered_json::array();
  std::array<int, 4> counts{};
  bool interrupted = false;
  for (std::size_t i = 0; i < claims.size() && !interrupted; ++i) {
    const auto& [number, line] = claims[i];
    const std::string step = fmt::format("claim {} of {}, ", i + 1, claims.size());
    Judgement judgement = judge_line(line, stop_for(options.budget, interrupt, progress, step));
    interrupted = judgement.interrupted || interrupt.interrupted();
    ++counts[static_cast<std::size_t>(judgement.answer)];
    std::string file;
    const std::string place =
        (std::filesystem::path(options.folder) / fmt::format("line-{}.cert.json", number)).string();
    if (!judgement.certificate && !options.folder.empty() && std::filesystem::exists(place)) {
      notify("onyx judge: '{}' is left from an earlier run, and no answer to this claim", place);
    }
    if (judgement.certificate && !options.folder.empty()) {
      file = place;
      judgement.certificate->about["program"] = fmt::format("onyx {}", kVersion);
      judgement.certificate->about["claim judged"] = in_quotes(line);
      write_file(FolderFile{options.folder, std::filesystem::path(place).filename()},
                 to_json(*judgement.certificate));
    }
    if (globals.json) {
      json.push_back(
          {{"line", number}, {"answer", name_of(judgement.answer)}, {"reason", judgement.reason}});
      if (!file.empty()) json.back()["certificate"] = file;
    } else {
      fmt::print("{}: {}: {}{}\n", number, name_of(judgement.answer), shown(judgement.reason),
                 file.empty() ? "" : fmt::format(" [{}]", shown(file)));
      // An answer may take long, and the one before is of use meanwhile. If nobody can have it,
      // the others are idle.
      if (std::fflush(stdout) != 0) throw std::runtime_error("the answer cannot be written");
    }
  }
  if (globals.json) print_json(json);
  if (interrupted) return exit_code::kInterrupted;
  const auto count = [&](Answer answer) { return counts[static_cast<std::size_t>(answer)]; };
  if (count(Answer::malformed) > 0) return exit_code::kBadInput;
  if (count(Answer::unknown) > 0) return exit_code::kLimit;
  return count(Answer::refuted) > 0 ? exit_code::kNo : exit_code::kDone;
}

}  // namespace

Run declare_judge(CLI::App& app, const Globals& globals) {
  auto options = std::make_shared<JudgeOptions>();
  add_path(app, "FILE", options->file, "Text file, a claim a line: POSITION or POSITION ; MOVE...")
      ->required();
  add_path(app, "--out", options->folder, "Write a certificate for each answer into this folder");
  declare_budget(app, options->budget);
  return [options, &globals] { return run(*options, globals); };
}

}  // namespace onyx
