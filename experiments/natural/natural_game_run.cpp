#include "experiments/natural/natural_game_run.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <climits>
#include <set>

#include "core/base/parallel.h"
#include "core/notation.h"
#include "core/symmetry.h"
#include "core/wide_line.h"
#include "experiments/files/certificate_files.h"
#include "experiments/natural/game_values.h"
#include "experiments/natural/value_log.h"
#include "experiments/repetition/describe/drawn_graph.h"
#include "experiments/solve/give_answer.h"
#include "experiments/support/output.h"
#include "experiments/support/position_lines.h"
#include "solver/certificate/prove.h"
#include "solver/decide/decide.h"
#include "solver/proof_games/natural_game.h"

namespace onyx {
namespace {

std::string canonical(const std::string& text, BoardSize size) {
  refuse_if(board_size_of(text) != size, "{} is a position on a {} board; the setup is on {}",
            in_quotes(text), format_board_size(board_size_of(text)), format_board_size(size));
  return format_position(parse_position(text));
}

constexpr const char* kWinFile = "setup.certz";
constexpr const char* kDrawFile = "end.cert.json";

struct Mistake {
  std::size_t ply = 0;  ///< Counted from 1.
  std::string move;
  Claim before = Claim::draw;
  Claim after = Claim::draw;
  std::vector<std::string> better;  ///< Known moves that keep the value.
};

template <int W>
class NaturalGameRun {
 public:
  NaturalGameRun(const WideBoard<W>& board, const NaturalGameOptions& options, bool as_json)
      : board_(board),
        options_(options),
        as_json_(as_json),
        setup_(parse_position(board, options.setup)),
        stop_(stop_for(options.budget, interrupt_, progress_)),
        values_(board, stop_.bytes / 2, threads_allowed()),
        log_(board, options.values) {
    stop_.progress = nullptr;
  }

  int run() {
    if (!options_.folder.empty()) prepare_folder(options_.folder);
    task_.setup = setup_;
    task_.sight = options_.sight;
    task_.mistakes = options_.mistakes;
    task_.mistake_sight = options_.mistake_sight;
    task_.seed = options_.seed;
    task_.threads = threads_allowed();
    const auto given =
        options_.game.empty() ? std::nullopt : std::optional<WideLine<W>>(given_game());
    values_.learn(options_.known, stop_, progress_);
    // Add the ends first: they are easy, and the value of the setup may take all the time.
    if (!given) add_ends();
    if (interrupt_.interrupted()) return give_none({.end = End::interrupted, .moves = {}});
    if (options_.mistakes) {
      // The setup is usually the hardest position; its search fills the table for later searches.
      setup_value_ = value_within(setup_, stop_);
    }
    if (given) return judge(*given);
    if (options_.mistakes)
      values_.share(options_.budget.seconds >= 0 && options_.budget.seconds < 60);
    task_.value_nodes = options_.value_nodes;
    // Questions about sight take far fewer nodes than questions about values.
    task_.nodes = std::max(task_.nodes, options_.value_nodes / 10);
    task_.value = [this](const ValueQuestion<W>& question) { return answer(question); };
    // Without known certificates, looking for openings takes longer than it saves.
    if (!options_.known.empty() && setup_value_ && setup_value_ != Claim::draw) {
      add_images_of_ends();
      task_.opening = [this](const WidePosition<W>& position, std::size_t thread) {
        const Player winner = setup_value_ == Claim::v_wins ? Player::V : Player::H;
        return values_.opening_into(setup_, position, winner, thread);
      };
    }
    Stop stop = stop_;
    stop.bytes = stop_.bytes / 2;
    stop.progress = [this](const Reached& reached) { tell(reached); };
    const NaturalGame game = find_natural_game(board_, task_, stop);
    return game.answer == ProofGameAnswer::found ? give(game) : give_none(game);
  }

 private:
  std::optional<Claim> value_within(const WidePosition<W>& position, const Stop& stop,
                                    std::size_t thread = 0) {
    const Player first = setup_value_ == Claim::h_wins ? Player::H : Player::V;
    return values_.of(position, stop, first, thread);
  }

  std::optional<Claim> value_of(const WidePosition<W>& position) {
    Stop stop = stop_;
    stop.work = options_.value_nodes;
    return value_within(position, stop);
  }

  std::optional<Claim> answer(const ValueQuestion<W>& question) {
    if (question.position == setup_) return setup_value_;
    if (const auto logged = log_.find(question.position, question.nodes)) return logged->claim;
    const std::optional<Claim> claim = ask(question);
    if (claim || !stop_.met()) log_.add(question.position, {claim, question.nodes});
    return claim;
  }

  std::optional<Claim> ask(const ValueQuestion<W>& question) {
    Stop stop = stop_;
    stop.work = question.nodes;
    if (!question.winner) return value_within(question.position, stop, question.thread);
    const auto wins = values_.wins(question.position, stop, *question.winner, question.thread);
    if (!wins) return std::nullopt;
    return win_of(*wins ? *question.winner : other(*question.winner));
  }

  /// Returns the positions on the cycles of certificates for this board, as text.
  std::set<std::string> drawn_in(const std::vector<std::string>& paths) {
    std::set<std::string> drawn;
    for (const ProofSource& proof : proofs_in(paths)) {
      if (stop_.met()) {
        has_passed_over_ = true;
        break;
      }
      if (board_size_of(proof.position()) != board_.size()) continue;
      try {
        for (const std::string& text : cycle_positions_of(proof, stop_)) drawn.insert(text);
      } catch (const NoRecord&) {
        notify("onyx proofgame: the cycle of '{}' was not found within the limits; skipped",
               proof.name());
        has_passed_over_ = true;
      }
    }
    return drawn;
  }

  void add_ends() {
    std::vector<std::string> paths;
    std::vector<std::string> positions;
    std::error_code ignored;
    for (const std::string& word : options_.ends) {
      (std::filesystem::exists(word, ignored) ? paths : positions).push_back(word);
    }
    const std::set<std::string> drawn = drawn_in(paths);
    std::set<std::string> named;
    if (!positions.empty()) {
      PositionLines(positions).for_each(
          [&](const std::string& text) { named.insert(canonical(text, board_.size())); });
    }
    for (const std::string& text : drawn) {
      task_.ends.push_back({parse_position(board_, text), Claim::draw});
    }
    for (const std::string& text : named) {
      if (drawn.contains(text)) continue;
      const WidePosition<W> position = parse_position(board_, text);
      if (!options_.mistakes) {
        task_.ends.push_back({position, Claim::draw});
      } else if (const auto value = value_of(position)) {
        task_.ends.push_back({position, *value});
      } else {
        notify("onyx proofgame: the value of {} is unknown; skipped", text);
        has_passed_over_ = true;
      }
    }
    refuse_if(
        task_.ends.empty() && !has_passed_over_ && !interrupt_.interrupted(),
        "no position of a {} board to reach; name positions, certificates or packs of drawn ones",
        format_board_size(board_.size()));
  }

  /// Adds the symmetric images of the ends, because a proved opening may lead to only one image.
  void add_images_of_ends() {
    const std::size_t count = task_.ends.size();
    for (const Symmetry& symmetry : symmetries_of(board_.geometry())) {
      if (symmetry(setup_) != setup_) continue;
      for (std::size_t i = 0; i < count; ++i) {
        const WidePosition<W> image = symmetry(task_.ends[i].position);
        if (image != task_.ends[i].position) task_.ends.push_back({image, task_.ends[i].value});
      }
    }
  }

  void tell(const Reached& reached) {
    progress_.update([&] {
      const double seconds = progress_.seconds();
      return fmt::format("{} goals, {} positions asked, {}/s, {} known{}",
                         short_number(task_.ends.size()), short_number(reached.done),
                         short_number(static_cast<double>(reached.done) / seconds),
                         short_number(reached.known), limit_text(options_.budget, seconds));
    });
  }

  int give_none(const NaturalGame& game) {
    const bool is_proved = game.answer == ProofGameAnswer::impossible && !has_passed_over_ &&
                           !log_.was_used() && !stop_.met();
    std::string why;
    if (is_proved) {
      const std::string mistakes =
          !options_.mistakes ? ""
                             : " and " + counted(*options_.mistakes, "mistake", "mistakes at most");
      why = fmt::format(
          "no game from {} reaches one of {} with sight {}{}: all {} positions from which such a "
          "game can continue were looked at",
          options_.setup, counted(task_.ends.size(), "position", "positions"), options_.sight,
          mistakes, game.taken);
    } else if (game.answer == ProofGameAnswer::impossible && log_.was_used()) {
      why = fmt::format("none found; the values from '{}' are not proved here", options_.values);
    } else if (game.answer == ProofGameAnswer::impossible) {
      why =
          "none found, but that is not proved: the positions named above were skipped, or the time "
          "was over before all certificates were read";
    } else if (game.unanswered > 0 && game.end == End::work_limit) {
      why = fmt::format("none found; {} values needed more nodes; raise --value-nodes",
                        game.unanswered);
    } else {
      why = fmt::format("none found before a limit was reached ({}); {} positions looked at",
                        name_of(game.end), game.taken + game.refused);
    }
    if (as_json_) {
      print_json({{"game", nullptr},
                  {"answer", is_proved ? "impossible" : "unknown"},
                  {"why", why},
                  {"position", nullptr},
                  {"sight", options_.sight},
                  {"mistakes", Json::array()},
                  {"taken", game.taken},
                  {"refused", game.refused},
                  {"unanswered", game.unanswered},
                  {"seconds", progress_.seconds()}});
    } else {
      fmt::print("{}: {}\n", is_proved ? "impossible" : "unknown", why);
    }
    return is_proved ? exit_code::kNo : exit_code_for(game.end);
  }

  WideLine<W> given_game() const {
    const Record record = parse_record(options_.game);
    refuse_if(parse_position(board_, record.start) != setup_,
              "the game begins at {}, and --setup says {}", record.start, options_.setup);
    return replay<W>(board_, setup_, record.moves);
  }

  int judge(const WideLine<W>& line) {
    const auto [is_sighted, sight] = tell(line, false);
    if (interrupt_.interrupted()) return exit_code::kInterrupted;
    const auto allowed = static_cast<std::size_t>(options_.mistakes.value_or(INT_MAX));
    if (is_sighted == false || mistakes_.size() > allowed) return exit_code::kNo;
    if (!is_sighted || mistakes_.size() + unknown_ > allowed) return exit_code::kLimit;
    return options_.folder.empty() ? exit_code::kDone : certify(line, sight);
  }

  int give(const NaturalGame& game) {
    const WideLine<W> line = replay(board_, setup_, format_moves<W>(board_, setup_, game.moves));
    if (line.end() != task_.ends[game.end_index].position) {
      throw std::logic_error("a natural game of another position");
    }
    const auto [is_sighted, sight] = tell(line, true);
    if (interrupt_.interrupted()) return exit_code::kInterrupted;
    if (is_sighted == false) {
      throw std::logic_error("a natural game with a move that overlooks something");
    }
    return options_.folder.empty() ? exit_code::kDone : certify(line, sight);
  }

  /// Prints the game with its mistakes. Returns whether the game has the requested sight, if known,
  /// and the sight of the game. If `is_found`, the search has ensured the requested sight.
  std::pair<std::optional<bool>, int> tell(const WideLine<W>& line, bool is_found) {
    constexpr int kSightBeyond = 4;
    constexpr std::uint64_t kNodesForQuestion = 5'000'000;
    Sight<W> sight(board_, task_.table_bits);
    sight.search().set_limits(stop_, kNodesForQuestion);
    std::optional<bool> is_sighted = true;
    for (std::size_t ply = 0; is_sighted != false && ply < line.moves.size(); ++ply) {
      const auto one = sight.is_sighted(line.positions[ply], line.moves[ply], options_.sight);
      if (one != true) is_sighted = one;
    }
    const int most = std::min(options_.sight + kSightBeyond, Sight<W>::kMost);
    find_mistakes(line);
    GameSight seen = sight_of_game<W>(sight, line.positions, line.moves, most,
                                      plies_of_given_up_win(sight, line, most));
    if (is_sighted.value_or(is_found)) seen.sight = std::max(seen.sight, options_.sight);
    print(line, seen);
    return {is_sighted, seen.sight};
  }

  /// Returns the plies of the fastest win that a player gave up; nullopt if none is within `most`.
  std::optional<int> plies_of_given_up_win(Sight<W>& sight, const WideLine<W>& line, int most) {
    std::optional<int> fewest;
    for (const Mistake& mistake : mistakes_) {
      if (mistake.before == Claim::draw || mistake.ply > plies_before_repetition(line.positions)) {
        continue;
      }
      const auto outcome =
          sight.search().outcome(line.positions[mistake.ply - 1], fewest.value_or(most));
      if (outcome && outcome->value() == Value::win) fewest = outcome->distance();
    }
    return fewest;
  }

  void find_mistakes(const WideLine<W>& line) {
    std::optional<Claim> after = value_of(line.end());
    for (std::size_t ply = line.moves.size(); ply-- > 0;) {
      const WidePosition<W>& position = line.positions[ply];
      const auto now = after == win_of(position.to_move)    ? after
                       : position == setup_ && setup_value_ ? setup_value_
                                                            : value_of(position);
      const std::optional<bool> is_one = is_mistake(now, after, position.to_move);
      if (!is_one) ++unknown_;
      if (is_one.value_or(false)) {
        mistakes_.push_back({ply + 1, format_move(board_, position, line.moves[ply]), *now, *after,
                             better_moves(position, *now)});
      }
      after = now;
    }
    std::reverse(mistakes_.begin(), mistakes_.end());
  }

  std::vector<std::string> better_moves(const WidePosition<W>& position, Claim value) {
    std::vector<std::string> better;
    placements(board_, position).for_each([&](Place place) {
      const auto after = value_of(successor(board_, position, place));
      if (after && worth(*after, position.to_move) >= worth(value, position.to_move)) {
        better.push_back(format_move(board_, position, place));
      }
    });
    return better;
  }

  void print(const WideLine<W>& line, const GameSight& seen) const {
    const std::vector<std::string> moves = format_moves<W>(board_, setup_, line.moves);
    const std::string position = format_position(board_, line.end());
    if (as_json_) {
      Json json{{"game", {{"setup", options_.setup}, {"moves", moves}}},
                {"position", position},
                {"sight", seen.sight},
                {"sight_exact", seen.is_exact},
                {"mistakes", Json::array()}};
      for (const Mistake& mistake : mistakes_) {
        json["mistakes"].push_back({{"ply", mistake.ply},
                                    {"move", mistake.move},
                                    {"before", name_of(mistake.before)},
                                    {"after", name_of(mistake.after)},
                                    {"better", mistake.better}});
      }
      json["unknown"] = unknown_;
      json["seconds"] = progress_.seconds();
      print_json(json);
      return;
    }
    fmt::print("{}{}{}\n", options_.setup, moves.empty() ? "" : " ", fmt::join(moves, " "));
    fmt::print("sight: {}{}\n", seen.sight, seen.is_exact ? "" : " or more");
    fmt::print("mistakes: {}{}\n", mistakes_.size(),
               unknown_ == 0
                   ? ""
                   : fmt::format(" or more (unknown for {})", counted(unknown_, "ply", "plies")));
    for (const Mistake& mistake : mistakes_) {
      fmt::print("ply {}: {} {} instead of {}: {} before, {} after\n", mistake.ply,
                 letter_of(line.positions[mistake.ply - 1].to_move), mistake.move,
                 fmt::join(mistake.better, ", "), name_of(mistake.before), name_of(mistake.after));
    }
    fmt::print("position: {}\n", position);
  }

  /// Certifies the value of the game's last position. After exactly one mistake, instead certifies
  /// the position after it and, if it gave up a win, a winning strategy that plays the game's moves
  /// before it. If it turned a win into a draw, also writes a file that joins both certificates.
  int certify(const WideLine<W>& line, int sight) {
    const std::vector<std::string> moves = format_moves<W>(board_, setup_, line.moves);
    const std::filesystem::path folder = options_.folder;
    const bool has_one = mistakes_.size() == 1 && unknown_ == 0;
    // After a single mistake the value does not change, so later plies need no proof.
    const std::size_t plies = has_one ? mistakes_.front().ply : moves.size();
    const Position end = to_plain(board_, line.positions[plies]);
    Decider decider(Board(board_.size()));
    const Decision decision = decider.decide(end, stop_);
    auto certificate = decision.is_decided() ? decider.certify(end, decision, stop_) : std::nullopt;
    bool is_whole = certificate.has_value();
    if (certificate) {
      certificate->game = Certificate::ProofGame{
          options_.setup, {moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(plies)}};
      write_file(FolderFile{folder, kDrawFile},
                 to_json(signed_by_program(std::move(*certificate))));
    }
    if (has_one && mistakes_.front().before != Claim::draw) {
      const std::size_t before = plies - 1;
      const Player winner = mistakes_.front().before == Claim::v_wins ? Player::V : Player::H;
      Proof<W> proof = values_.prove_along(
          setup_, winner,
          {line.moves.begin(), line.moves.begin() + static_cast<std::ptrdiff_t>(before)}, stop_);
      if (proof.end == End::complete) {
        if (!plays_along(line, before, proof.strategies.front())) {
          notify("onyx proofgame: the winner's strategy leaves the game before its mistake");
          is_whole = false;
        }
        solve_command::write_certificate(board_, setup_, win_of(winner), std::move(proof),
                                         (folder / kWinFile).string(), stop_.bytes, progress_);
        if (is_whole && mistakes_.front().after == Claim::draw) {
          const Json json{{"format", "onyx-game"}, {"version", 1},
                          {"win", kWinFile},       {"draw", kDrawFile},
                          {"mistake", plies},      {"about", {{"sight", sight}}}};
          write_file(FolderFile{folder, "game.game.json"}, json.dump(1) + '\n');
        }
      } else {
        is_whole = false;
      }
    }
    if (is_whole) return exit_code::kDone;
    if (interrupt_.interrupted()) return exit_code::kInterrupted;
    notify("onyx proofgame: a limit was reached before all certificates were written");
    return exit_code::kLimit;
  }

  static bool plays_along(const WideLine<W>& line, std::size_t plies,
                          const proof_number::StrategyMoves<W>& strategy) {
    for (std::size_t ply = 0; ply < plies; ++ply) {
      if (line.positions[ply].to_move != strategy.owner) continue;
      const auto* const move = strategy.moves.find(pack(line.positions[ply]));
      if (move == nullptr || move->move != line.moves[ply]) return false;
    }
    return true;
  }

  const WideBoard<W>& board_;
  const NaturalGameOptions& options_;
  const bool as_json_;
  const WidePosition<W> setup_;
  const InterruptScope interrupt_;
  Progress progress_{"proofgame"};
  Stop stop_;
  GameValues<W> values_;
  std::optional<Claim> setup_value_;
  ValueLog<W> log_;
  NaturalGameTask<W> task_;
  bool has_passed_over_ = false;
  std::vector<Mistake> mistakes_;
  std::size_t unknown_ = 0;  ///< Plies that may or may not be mistakes.
};

}  // namespace

int run_natural_game(const NaturalGameOptions& options, bool as_json) {
  return with_board(board_size_of(options.setup), [&]<int W>(const WideBoard<W>& board) {
    return NaturalGameRun<W>(board, options, as_json).run();
  });
}

}  // namespace onyx
