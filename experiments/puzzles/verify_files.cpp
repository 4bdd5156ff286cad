#include "experiments/puzzles/verify_files.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <map>

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

// --- One puzzle ----------------------------------------------------------------------------------

enum class Verified : std::uint8_t { confirmed, refuted, unknown };

struct Verification {
  Verified verdict = Verified::unknown;
  std::string why;                ///< The fault found, or the limit reached.
  std::string engine;             ///< The engine that gave the values.
  int certificates = 0;           ///< Certificates accepted by the checker.
  std::uint64_t entries = 0;      ///< Positions in the strategies of these certificates.
  std::vector<Certificate> kept;  ///< The certificates, if asked for.
};

/// Size of the proof-number search's table; the proofs here need only thousands of positions.
constexpr std::uint64_t kProofTableBytes = 32 << 20;

struct Refuted {
  std::string why;
};
struct Unknown {
  std::string why;
};

/// Plies of the longest play against a winning strategy, starting at the certificate's position.
template <int W>
class LongestPlay {
 public:
  LongestPlay(const WideBoard<W>& board, const Certificate& certificate)
      : board_(board),
        winner_(certificate.claim == Claim::v_wins ? Player::V : Player::H),
        moves_(certificate.strategies.at(letter_of(winner_))) {}

  int from(const WidePosition<W>& position) {
    if (is_finished(board_, position)) return 0;
    const auto [known, is_new] = plies_.try_emplace(position, 0);
    if (!is_new) return known->second;
    int most = 0;
    if (position.to_move == winner_) {
      const std::string& move = moves_.at(format_position(board_, position));
      most = from(successor(board_, position, parse_move(board_, position, move)));
    } else {
      placements(board_, position).for_each([&](Place place) {
        most = std::max(most, from(successor(board_, position, place)));
      });
    }
    return plies_[position] = most + 1;
  }

 private:
  const WideBoard<W>& board_;
  const Player winner_;
  const std::map<std::string, std::string>& moves_;
  std::map<WidePosition<W>, int> plies_;
};

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
      choose_engine();
      compare_solution();
      compare_labels();
      check_certificates();
      check_other_side();
      check_missed();
      result_.verdict = Verified::confirmed;
    } catch (const Refuted& refuted) {
      result_.verdict = Verified::refuted;
      result_.why = refuted.why;
    } catch (const Unknown& unknown) {
      result_.why = unknown.why;
    } catch (const InputError& error) {
      result_.verdict = Verified::refuted;
      result_.why = error.what();
    }
    return std::move(result_);
  }

 private:
  void choose_engine() {
    if (is_finished(board_, position_)) throw Refuted{"the game is over"};
    oracle_ = engine_for(position_);
    result_.engine = oracle_->name();
  }

  std::unique_ptr<Oracle<W>> engine_for(const WidePosition<W>& position) {
    Stop stop;
    stop.work = effort_.states;
    stop.interrupt = interrupt_;
    auto explorer = std::make_unique<ExplorerOracle<W>>(board_, std::vector{position}, stop);
    if (explorer->end() == End::interrupted) throw Unknown{"interrupted"};
    if (explorer->is_complete()) return explorer;
    if (aim_ == Aim::draw) {
      throw Unknown{fmt::format("more than {} positions can be reached", effort_.states)};
    }
    search_.set_node_limit(effort_.nodes);
    search_.set_interrupt(interrupt_);
    return std::make_unique<SearchOracle<W>>(search_, BoundedSearch<W>::kMostPlies - 1);
  }

  Outcome outcome(const WidePosition<W>& position) {
    const std::optional<Outcome> found = oracle_->outcome(position);
    if (!found) throw Unknown{"the value of a position could not be found within the limits"};
    return *found;
  }

  void compare_solution() {
    const Place key = parse_move(board_, position_, puzzle_.solution.move);
    const Outcome root = outcome(position_);
    Candidate<W> candidate{Reject::none, position_, puzzle_.kind, key, 0};
    if (aim_ == Aim::win) {
      if (root.value() != Value::win) throw Refuted{"the side to move does not win"};
      candidate.plies = root.distance();
    } else if (aim_ == Aim::resist) {
      if (root.value() != Value::loss) throw Refuted{"the side to move is not lost"};
      candidate.plies = root.distance();
    } else if (!root.is_draw()) {
      throw Refuted{"the position is not a draw"};
    }
    const Outcome after = outcome(successor(board_, position_, key));
    if (!root.is_kept_by(after)) {
      throw Refuted{"the first move does not meet the demand"};
    }
    again_ = puzzle_;
    again_.wrong.clear();
    again_.main_line.clear();
    again_.cycle_begin = 0;
    const Reject why = write_solution(board_, *oracle_, candidate, again_);
    if (why == Reject::key_not_unique) throw Unknown{std::string(name_of(why))};
    if (why != Reject::none) throw Refuted{std::string(name_of(why))};
    expect(again_.plies == puzzle_.plies, "the number of plies");
    expect(again_.wrong == puzzle_.wrong, "the list of wrong moves");
    expect(again_.main_line == puzzle_.main_line, "the main line");
    expect(again_.cycle_begin == puzzle_.cycle_begin, "the beginning of the cycle");
    expect(again_.is_pure == puzzle_.is_pure, "whether the puzzle is pure");
    expect(again_.solution == puzzle_.solution, "the solution tree");
    expect(again_.stones == puzzle_.stones, "the number of stones");
  }

  /// Uses a fresh engine, because other positions are reachable then.
  void check_other_side() {
    if (puzzle_.kind != PuzzleKind::who) return;
    const OtherSide& side = puzzle_.other_side.value();
    const WidePosition<W> turned = with_other_to_move(position_);
    oracle_.reset();  // Free the memory of the first explorer, which is not needed any more.
    oracle_ = engine_for(turned);
    const std::optional<OtherSide> again = other_side_of(board_, *oracle_, position_);
    if (!again) throw Unknown{"who wins with the other side to move could not be found"};
    expect(again->value == side.value, "who wins with the other side to move");
    expect(again->plies == side.plies, "the number of plies with the other side to move");
    expect(again->main_line == side.main_line, "the main line with the other side to move");
    check_win(turned, side.value, side.plies);
    check(proved(turned), side.value);
  }

  /// Checks the win that was missed; check_certificates() checks the game that leads to the puzzle.
  void check_missed() {
    if (!puzzle_.missed) return;
    const Certificate::ProofGame& game = puzzle_.game.value();
    const WideLine<W> line = replay(board_, parse_position(board_, game.setup), game.moves);
    expect(line.end() == position_, "the position at the end of the game");
    const WidePosition<W>& before = line.positions[line.moves.size() - 1];
    oracle_.reset();
    oracle_ = engine_for(before);
    expect(missed_win(board_, *oracle_, before) == puzzle_.missed, "the win that was missed");
    check_win(before, name_of(win_of(before.to_move)), puzzle_.missed->plies);
    check(proved(before), name_of(win_of(before.to_move)));
  }

  /// Verifies that the engine's winning strategy takes no more than `plies`.
  void check_win(const WidePosition<W>& position, const std::string& claim, int plies) {
    const Certificate root = certified(position);
    check(root, claim);
    expect(LongestPlay<W>(board_, root).from(position) <= plies,
           "the number of plies that the winning strategy takes");
  }

  void compare_labels() {
    std::vector<Theme> themes = themes_of(board_, position_, main_line_of(board_, puzzle_));
    if (puzzle_.kind == PuzzleKind::draw) themes.push_back(Theme::repetition);
    expect(themes == puzzle_.themes, "the list of themes");
    if (!puzzle_.measures) throw Refuted{"it has no measures"};
    const std::optional<Measures> measures = measures_of(board_, *oracle_, again_);
    if (!measures) throw Unknown{"what refutes a wrong move could not be found within the limits"};
    expect(measures == puzzle_.measures, "what a solver meets");
    expect(difficulty_of(puzzle_) == puzzle_.difficulty, "the difficulty");
    expect(id_of(puzzle_) == puzzle_.id, "the id");
    if (!puzzle_.not_sole_at) return;
    if (aim_ != Aim::win) throw Refuted{"only a win can be sole"};
    const auto not_sole = not_sole_at(board_, *oracle_, again_);
    if (!not_sole) throw Unknown{"what a later move leads to could not be found within the limits"};
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

  /// The certificate that the engine finds.
  Certificate certified(const WidePosition<W>& position) {
    const std::optional<Certificate> found = oracle_->certify(position);
    if (!found) throw Unknown{"a certificate could not be made within the limits"};
    return *found;
  }

  /// The certificate that proof-number search finds.
  Certificate proved(const WidePosition<W>& position) {
    if (is_finished(board_, position)) return certify_finished(to_plain(board_, position));
    Stop stop;
    stop.work = effort_.proof_nodes;
    stop.interrupt = interrupt_;
    const auto verdict = proof_number::find_value(searcher_, position, stop);
    if (verdict.end == End::complete) {
      const auto proof = proof_number::prove(searcher_, position, verdict, stop);
      if (proof.end == End::complete) {
        return certificate_of(board_, position, proof_number::claim_of(verdict), proof);
      }
    }
    throw Unknown{"proof-number search met a limit at " + format_position(board_, position)};
  }

  void check(const Certificate& certificate, const std::string& claim) {
    const referee::Verdict verdict = referee::check_certificate(to_json(certificate));
    if (!verdict.accepted) {
      throw Refuted{
          fmt::format("the certificate of {} is rejected: {}", certificate.position, verdict.text)};
    }
    if (verdict.claim != claim) {
      throw Refuted{fmt::format("{}: {}, not {}", certificate.position, verdict.claim, claim)};
    }
    ++result_.certificates;
    for (const auto& [owner, moves] : certificate.strategies) result_.entries += moves.size();
    if (keeps_certificates_) result_.kept.push_back(certificate);
  }

  static void expect(bool holds, const char* what) {
    if (!holds) throw Refuted{fmt::format("{} is wrong", what)};
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

/// Runs on one thread.
Verification verify(const Puzzle& puzzle, const VerifyEffort& effort, bool keeps_certificates,
                    Interrupt interrupt) {
  return with_puzzle_board(board_of(puzzle), [&]<int W>(const WideBoard<W>& board) {
    return Verifier<W>(board, puzzle, effort, keeps_certificates, interrupt).run();
  });
}

// --- Files of puzzles ----------------------------------------------------------------------------

struct Entry {
  std::string file;
  Puzzle puzzle;
  Verification verification;
};

std::vector<Entry> entries_of(const std::vector<std::string>& files) {
  std::vector<Entry> entries;
  for (const std::string& file : files) {
    for (Puzzle& puzzle : read_puzzles(file)) entries.push_back({file, std::move(puzzle), {}});
  }
  return entries;
}

/// Refutes puzzles whose position, up to symmetry, occurred before.
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

void write_certificates(const Entry& entry, const std::string& folder) {
  int number = 0;
  for (const Certificate& certificate : entry.verification.kept) {
    const std::string name =
        fmt::format("{}-{:02}{}", entry.puzzle.id, number++, kCertificateEnding);
    write_file(FolderFile{folder, name}, to_json(certificate));
  }
}

struct Sums {
  std::map<std::string, std::uint64_t> by_engine;  ///< Confirmed puzzles.
  std::uint64_t confirmed = 0;
  std::uint64_t refuted = 0;
  std::uint64_t unknown = 0;
  std::uint64_t certificates = 0;
  std::uint64_t positions = 0;
};

Sums sums_of(const std::vector<Entry>& entries) {
  Sums sums;
  for (const Entry& entry : entries) {
    const Verification& verification = entry.verification;
    sums.certificates += static_cast<std::uint64_t>(verification.certificates);
    sums.positions += verification.entries;
    sums.confirmed += verification.verdict == Verified::confirmed ? 1 : 0;
    sums.refuted += verification.verdict == Verified::refuted ? 1 : 0;
    sums.unknown += verification.verdict == Verified::unknown ? 1 : 0;
    if (verification.verdict == Verified::confirmed) ++sums.by_engine[verification.engine];
  }
  return sums;
}

void print(const std::vector<Entry>& entries, const Sums& sums, double seconds, bool as_json) {
  auto failures = nlohmann::ordered_json::array();
  for (const Entry& entry : entries) {
    const Verification& verification = entry.verification;
    if (verification.verdict == Verified::confirmed) continue;
    const char* const verdict = verification.verdict == Verified::refuted ? "refuted" : "unknown";
    failures.push_back({{"file", entry.file},
                        {"id", entry.puzzle.id},
                        {"verdict", verdict},
                        {"why", verification.why}});
    if (!as_json) {
      fmt::print("{}: {}: {}: {}\n", shown(entry.file), shown(entry.puzzle.id), verdict,
                 shown(verification.why));
    }
  }
  if (as_json) {
    nlohmann::ordered_json json;
    json["puzzles"] = entries.size();
    json["confirmed"] = sums.confirmed;
    json["refuted"] = sums.refuted;
    json["unknown"] = sums.unknown;
    json["plies_by"] = sums.by_engine;
    json["certificates"] = sums.certificates;
    json["positions"] = sums.positions;
    json["failures"] = failures;
    json["seconds"] = seconds;
    print_json(json);
    return;
  }
  fmt::print("{}: {} confirmed, {} refuted, {} unknown\n",
             counted(entries.size(), "puzzle", "puzzles"), sums.confirmed, sums.refuted,
             sums.unknown);
  for (const auto& [engine, count] : sums.by_engine)
    fmt::print("plies of {} by {}\n", count, engine);
  fmt::print("{} accepted, of {} in all\n",
             counted(sums.certificates, "certificate", "certificates"),
             counted(sums.positions, "position", "positions"));
  fmt::print("time: {:.1f} s\n", seconds);
}

}  // namespace

int verify_files(const std::vector<std::string>& files, const VerifyEffort& effort,
                 const std::string& folder, bool as_json) {
  std::vector<Entry> entries = entries_of(files);
  if (!folder.empty()) prepare_folder(folder);
  const InterruptScope interrupt;
  Progress progress("puzzles");
  std::atomic<std::size_t> done{0};
  parallel_for(Threads::all, entries.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end && !interrupt.interrupted(); ++i) {
      Entry& entry = entries[i];
      entry.verification = verify(entry.puzzle, effort, !folder.empty(), interrupt.flag());
      if (!folder.empty()) write_certificates(entry, folder);
      entry.verification.kept.clear();
      const std::size_t now = ++done;
      progress.update(
          [&] { return done_of_all(now, entries.size(), "puzzles", progress.seconds()); });
    }
  });
  if (interrupt.interrupted()) {
    notify("onyx puzzles: interrupted after {} of {} puzzles", done.load(), entries.size());
    return exit_code::kInterrupted;
  }
  refuse_repeats(entries);
  const Sums sums = sums_of(entries);
  print(entries, sums, progress.seconds(), as_json);
  if (sums.refuted > 0) return exit_code::kNo;
  return sums.unknown > 0 ? exit_code::kLimit : exit_code::kDone;
}

}  // namespace onyx
