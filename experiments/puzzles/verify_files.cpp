#include "experiments/puzzles/verify_files.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <utility>

#include "core/base/parallel.h"
#include "core/notation.h"
#include "core/wide_line.h"
#include "experiments/files/certificate_files.h"
#include "experiments/puzzles/composer.h"
#include "experiments/puzzles/difficulty.h"
#include "experiments/puzzles/measures.h"
#include "experiments/puzzles/oracle.h"
#include "experiments/puzzles/puzzle_json.h"
#include "experiments/puzzles/solution.h"
#include "experiments/support/interrupt.h"
#include "experiments/support/output.h"
#include "experiments/support/progress.h"
#include "solver/certificate/prove.h"
#include "solver/referee/referee.h"

namespace onyx {
namespace {

enum class Verified : std::uint8_t { confirmed, refuted, unknown };

struct Failure {
  Verified verdict;
  std::string why;  ///< The fault, or the limit reached.
};
Failure refuted(std::string why) { return {Verified::refuted, std::move(why)}; }
Failure unknown(std::string why) { return {Verified::unknown, std::move(why)}; }

struct Verification {
  Verified verdict = Verified::unknown;
  std::string why;  ///< The fault, or the limit reached.
  std::string engine;
  std::vector<Certificate> certificates;  ///< Accepted certificates; empty unless requested.
  std::uint64_t accepted = 0;             ///< Number of certificates accepted.
  std::uint64_t entries = 0;              ///< Number of positions in accepted strategies.
  bool is_done = false;                   ///< Not interrupted.
};

/// A small table is enough, because the proofs here need only thousands of positions.
constexpr std::uint64_t kProofTableBytes = 32 << 20;

template <int W>
class Verifier {
 public:
  Verifier(const WideBoard<W>& board, const Puzzle& puzzle, const VerifyEffort& effort,
           bool keeps_certificates, Interrupt interrupt)
      : puzzle_(puzzle),
        effort_(effort),
        interrupt_(interrupt),
        keeps_certificates_(keeps_certificates),
        board_(board),
        position_(parse_position(board_, puzzle.position)),
        aim_(aim_of(puzzle)),
        search_(board_, 20),
        table_(kProofTableBytes),
        searcher_(board_, table_) {}

  Verification run() {
    try {
      choose_engine_for(position_);
      result_.engine = oracle_->name();
      compare_solution();
      compare_labels();
      check_certificates();
      check_other_side();
      check_missed();
      result_.verdict = Verified::confirmed;
    } catch (const Failure& failure) {
      result_.verdict = failure.verdict;
      result_.why = failure.why;
    } catch (const InputError& error) {
      result_.verdict = Verified::refuted;
      result_.why = error.what();
    }
    return std::move(result_);
  }

 private:
  void choose_engine_for(const WidePosition<W>& position) {
    oracle_.reset();  // Frees the memory of an earlier explorer.
    auto explorer =
        std::make_unique<ExplorerOracle<W>>(board_, position, effort_.states, interrupt_);
    if (explorer->end() == End::interrupted) throw unknown("interrupted");
    if (explorer->end() == End::complete) {
      oracle_ = std::move(explorer);
      return;
    }
    if (aim_ == Aim::draw) {
      throw unknown(fmt::format("more than {} positions can be reached", effort_.states));
    }
    search_.set_node_limit(effort_.nodes);
    search_.set_interrupt(interrupt_);
    oracle_ = std::make_unique<SearchOracle<W>>(search_, BoundedSearch<W>::kMostPlies - 1);
  }

  template <class Answer>
  static Answer known(const std::optional<Answer>& answer, const char* what) {
    if (!answer) throw unknown(fmt::format("{} could not be found within the limits", what));
    return *answer;
  }
  Outcome outcome(const WidePosition<W>& position) {
    return known(oracle_->outcome(position), "the value of a position");
  }

  void compare_solution() {
    const Place key = parse_move(board_, position_, puzzle_.solution.move);
    const Outcome root = outcome(position_);
    if (aim_ == Aim::win && root.value() != Value::win) {
      throw refuted("the side to move does not win");
    }
    if (aim_ == Aim::resist && root.value() != Value::loss) {
      throw refuted("the side to move is not lost");
    }
    if (aim_ == Aim::draw && !root.is_draw()) throw refuted("the position is not a draw");
    if (!root.is_kept_by(outcome(successor(board_, position_, key)))) {
      throw refuted("the first move does not meet the demand");
    }
    const int plies = aim_ == Aim::draw ? 0 : root.distance();
    const Candidate<W> candidate{Reject::none, position_, puzzle_.kind, key, plies};
    again_ = puzzle_;
    again_.wrong.clear();
    again_.main_line.clear();
    again_.cycle_begin = 0;
    const Reject why = write_solution(board_, *oracle_, candidate, again_);
    const std::string told(kRejectTexts[static_cast<std::size_t>(why)]);
    if (why != Reject::none) throw why == Reject::key_not_unique ? unknown(told) : refuted(told);
    expect(again_.plies == puzzle_.plies, "the number of plies");
    expect(again_.wrong == puzzle_.wrong, "the list of wrong moves");
    expect(again_.main_line == puzzle_.main_line, "the main line");
    expect(again_.cycle_begin == puzzle_.cycle_begin, "the beginning of the cycle");
    expect(again_.is_pure == puzzle_.is_pure, "whether the puzzle is pure");
    expect(again_.solution == puzzle_.solution, "the solution tree");
    expect(again_.stones == puzzle_.stones, "the number of stones");
  }

  /// Replaces the engine, because other positions are reachable with the other side to move.
  void check_other_side() {
    if (puzzle_.kind != PuzzleKind::who) return;
    const OtherSide& side = puzzle_.other_side.value();
    const WidePosition<W> turned = with_other_to_move(position_);
    choose_engine_for(turned);
    const std::optional<OtherSide> again = other_side_of(board_, *oracle_, position_);
    if (!again) throw unknown("who wins with the other side to move could not be found");
    expect(again->value == side.value, "who wins with the other side to move");
    expect(again->plies == side.plies, "the number of plies with the other side to move");
    expect(again->main_line == side.main_line, "the main line with the other side to move");
    check_win(turned, side.value, side.plies);
    check(proved(turned), side.value);
  }

  void check_missed() {
    if (!puzzle_.missed) return;
    const Certificate::ProofGame& game = puzzle_.game.value();
    const WideLine<W> line = replay(board_, parse_position(board_, game.setup), game.moves);
    expect(line.end() == position_, "the position at the end of the game");
    const WidePosition<W>& before = line.positions[line.moves.size() - 1];
    choose_engine_for(before);
    expect(missed_win(board_, *oracle_, before) == puzzle_.missed, "the win that was missed");
    check_win(before, name_of(win_of(before.to_move)), puzzle_.missed->plies);
    check(proved(before), name_of(win_of(before.to_move)));
  }

  void check_win(const WidePosition<W>& position, const std::string& claim, int plies) {
    const Certificate root = certified(position);
    check(root, claim);
    std::map<WidePosition<W>, int> known;
    expect(longest_play(root, position, known) <= plies,
           "the number of plies that the winning strategy takes");
  }

  int longest_play(const Certificate& won, const WidePosition<W>& position,
                   std::map<WidePosition<W>, int>& known) const {
    if (is_finished(board_, position)) return 0;
    const auto [entry, is_new] = known.try_emplace(position, 0);
    if (!is_new) return entry->second;
    PlaceSet<W> moves = placements(board_, position);
    if (won.claim == win_of(position.to_move)) {
      const auto& strategy = won.strategies.at(letter_of(position.to_move));
      const std::string& move = strategy.at(format_position(board_, position));
      moves = PlaceSet<W>::single(parse_move(board_, position, move));
    }
    int most = 0;
    moves.for_each([&](Place place) {
      most = std::max(most, longest_play(won, successor(board_, position, place), known));
    });
    return known[position] = most + 1;
  }

  void compare_labels() {
    std::vector<Theme> themes = themes_of(board_, position_, main_line_of(board_, puzzle_));
    if (puzzle_.kind == PuzzleKind::draw) themes.push_back(Theme::repetition);
    expect(themes == puzzle_.themes, "the list of themes");
    if (!puzzle_.measures) throw refuted("it has no measures");
    const Measures measures =
        known(measures_of(board_, *oracle_, again_), "what refutes a wrong move");
    expect(measures == puzzle_.measures, "what a solver meets");
    expect(difficulty_of(puzzle_) == puzzle_.difficulty, "the difficulty");
    expect(id_of(puzzle_) == puzzle_.id, "the id");
    if (!puzzle_.not_sole_at) return;
    if (aim_ != Aim::win) throw refuted("only a win can be sole");
    const auto not_sole =
        known(not_sole_at(board_, *oracle_, again_), "what a later move leads to");
    expect(not_sole == puzzle_.not_sole_at, "where another move wins");
  }

  void check_certificates() {
    const std::string claim = name_of(aim_ == Aim::draw ? Claim::draw : win_of(winner_of(puzzle_)));
    if (aim_ == Aim::draw) {
      check(certified(position_), claim);
    } else {
      check_win(position_, claim, puzzle_.plies);
    }
    Certificate with_game = proved(position_);
    with_game.game = puzzle_.game;
    check(with_game, claim);
    for (const WrongMove& wrong : puzzle_.wrong) {
      const WidePosition<W> after =
          successor(board_, position_, parse_move(board_, position_, wrong.move));
      check(proved(after), wrong.value);
    }
  }

  Certificate certified(const WidePosition<W>& position) {
    const std::optional<Certificate> found = oracle_->certify(position);
    if (!found) throw unknown("a certificate could not be made within the limits");
    return *found;
  }

  Certificate proved(const WidePosition<W>& position) {
    if (is_finished(board_, position)) return certify_finished(to_plain(board_, position));
    const Stop stop{.interrupt = interrupt_, .work = effort_.proof_nodes};
    const auto verdict = proof_number::find_value(searcher_, position, stop);
    if (verdict.end == End::complete) {
      const auto proof = proof_number::prove(searcher_, position, verdict, stop);
      if (proof.end == End::complete) {
        return certificate_of(board_, position, proof_number::claim_of(verdict), proof);
      }
    }
    throw unknown("proof-number search met a limit at " + format_position(board_, position));
  }

  void check(const Certificate& certificate, const std::string& claim) {
    const referee::Verdict verdict = referee::check_certificate(to_json(certificate));
    if (!verdict.accepted) {
      throw refuted(
          fmt::format("the certificate of {} is rejected: {}", certificate.position, verdict.text));
    }
    if (verdict.claim != claim) {
      throw refuted(fmt::format("{}: {}, not {}", certificate.position, verdict.claim, claim));
    }
    ++result_.accepted;
    for (const auto& [owner, moves] : certificate.strategies) result_.entries += moves.size();
    if (keeps_certificates_) result_.certificates.push_back(certificate);
  }

  static void expect(bool holds, const char* what) {
    if (!holds) throw refuted(fmt::format("{} is wrong", what));
  }

  const Puzzle& puzzle_;
  const VerifyEffort& effort_;
  const Interrupt interrupt_;
  const bool keeps_certificates_;
  const WideBoard<W>& board_;
  const WidePosition<W> position_;
  const Aim aim_;
  BoundedSearch<W> search_;
  proof_number::ProofTable<W> table_;
  proof_number::Searcher<W> searcher_;
  std::unique_ptr<Oracle<W>> oracle_;
  Puzzle again_;
  Verification result_;
};

struct Entry {
  std::string file;
  Puzzle puzzle;
  Verification verification;
};

/// Marks a puzzle as refuted if its position equals an earlier puzzle's position up to symmetry.
void refuse_repeats(std::vector<Entry>& entries) {
  std::map<std::string, const Entry*> first;
  for (Entry& entry : entries) {
    for (const std::string& key : keys_of(entry.puzzle)) {
      const auto [known, is_new] = first.try_emplace(key, &entry);
      if (is_new || known->second == &entry) continue;
      entry.verification.verdict = Verified::refuted;
      entry.verification.why = fmt::format("its position is also that of {} in '{}'",
                                           known->second->puzzle.id, known->second->file);
    }
  }
}

int print_outcome(const std::vector<Entry>& entries, double seconds, bool as_json) {
  std::array<std::uint64_t, 3> by_verdict{};
  std::map<std::string, std::uint64_t> by_engine;  // number of confirmed puzzles per engine
  std::uint64_t certificates = 0;
  std::uint64_t positions = 0;
  auto failures = Json::array();
  for (const auto& [file, puzzle, verification] : entries) {
    ++by_verdict[static_cast<std::size_t>(verification.verdict)];
    certificates += verification.accepted;
    positions += verification.entries;
    if (verification.verdict == Verified::confirmed) {
      ++by_engine[verification.engine];
      continue;
    }
    const char* const verdict = verification.verdict == Verified::refuted ? "refuted" : "unknown";
    failures.push_back(
        {{"file", file}, {"id", puzzle.id}, {"verdict", verdict}, {"why", verification.why}});
    if (!as_json) {
      fmt::print("{}: {}: {}: {}\n", shown(file), shown(puzzle.id), verdict,
                 shown(verification.why));
    }
  }
  const auto [are_confirmed, are_refuted, are_unknown] = by_verdict;
  if (as_json) {
    print_json({{"puzzles", entries.size()},
                {"confirmed", are_confirmed},
                {"refuted", are_refuted},
                {"unknown", are_unknown},
                {"plies_by", by_engine},
                {"certificates", certificates},
                {"positions", positions},
                {"failures", failures},
                {"seconds", seconds}});
  } else {
    fmt::print("{}: {} confirmed, {} refuted, {} unknown\n",
               counted(entries.size(), "puzzle", "puzzles"), are_confirmed, are_refuted,
               are_unknown);
    for (const auto& [engine, count] : by_engine) fmt::print("plies of {} by {}\n", count, engine);
    fmt::print("{} accepted, of {} in all\ntime: {:.1f} s\n",
               counted(certificates, "certificate", "certificates"),
               counted(positions, "position", "positions"), seconds);
  }
  if (are_refuted > 0) return exit_code::kNo;
  return are_unknown > 0 ? exit_code::kLimit : exit_code::kDone;
}

}  // namespace

int verify_files(const std::vector<std::string>& files, const VerifyEffort& effort,
                 const std::string& folder, bool as_json) {
  std::vector<Entry> entries;
  for (const std::string& file : files) {
    for (Puzzle& puzzle : read_puzzles(file)) entries.push_back({file, std::move(puzzle), {}});
  }
  const auto verify = [&](const Puzzle& puzzle, Interrupt flag) {
    return with_puzzle_board(board_of(puzzle), [&]<int W>(const WideBoard<W>& board) {
      return Verifier<W>(board, puzzle, effort, !folder.empty(), flag).run();
    });
  };
  if (!folder.empty()) prepare_folder(folder);
  const InterruptScope interrupt;
  Progress progress("puzzles");
  std::atomic<std::size_t> done{0};
  parallel_for_each_index(Threads::all, entries.size(), [&](std::size_t i) {
    if (interrupt.interrupted()) return;
    const Puzzle& puzzle = entries[i].puzzle;
    Verification& verification = entries[i].verification;
    verification = verify(puzzle, interrupt.flag());
    verification.is_done = !interrupt.interrupted();
    int number = 0;
    for (const Certificate& certificate : std::exchange(verification.certificates, {})) {
      const std::string name = fmt::format("{}-{:02}{}", puzzle.id, number++, kCertificateEnding);
      write_file(FolderFile{folder, name}, to_json(certificate));
    }
    const std::size_t now = done += verification.is_done ? 1 : 0;
    progress.update(
        [&] { return done_of_all(now, entries.size(), "puzzles", progress.seconds()); });
  });
  if (interrupt.interrupted()) {
    notify("onyx puzzles: interrupted after {} of {} puzzles", done.load(), entries.size());
    std::erase_if(entries, [](const Entry& entry) { return !entry.verification.is_done; });
    print_outcome(entries, progress.seconds(), as_json);
    return exit_code::kInterrupted;
  }
  refuse_repeats(entries);
  return print_outcome(entries, progress.seconds(), as_json);
}

}  // namespace onyx
