// onyx perft: counts the legal move sequences of a given length; a test of the rules.
#include "core/base/ascii.h"
#include "experiments/commands/common.h"

namespace onyx {
namespace {

/// Counts quickly: the last ply is a popcount, and winning moves are found without making them.
template <int W>
class Perft {
 public:
  Perft(const WideBoard<W>& board, Interrupt interrupt)
      : board_(board), interrupt_(interrupt), progress_("perft") {}

  std::uint64_t count_from(const WidePosition<W>& position, int depth) {
    if (depth == 0) return 1;
    return is_finished(board_, position) ? 0 : count(position, depth, 0, 1);
  }
  double seconds() const { return progress_.seconds(); }

 private:
  /// `done` is the share of the tree counted before this node; `share` is the share of its subtree.
  std::uint64_t count(const WidePosition<W>& position, int depth, double done, double share) {
    const PlaceSet<W> moves = placements(board_, position);
    const int width = moves.count();
    if (depth == 1) return static_cast<std::uint64_t>(width);
    const PlaceSet<W> wins = winning_moves(board_, position);
    std::uint64_t sum = 0;
    int index = 0;
    moves.for_each([&](Place place) {
      if (interrupt_.has_come()) return;
      if (!wins.has(place)) {
        const double from = done + share * index / width;
        sum += count(successor(board_, position, place), depth - 1, from, share / width);
        if (depth >= 3) report(done + share * (index + 1) / width);
      }
      ++index;
    });
    return sum;
  }

  void report(double done) {
    progress_.update([&] {
      return fmt::format("{:.2f} % done{}", 100 * done,
                         time_left(1 - done, done / progress_.seconds()));
    });
  }

  const WideBoard<W>& board_;
  const Interrupt interrupt_;
  Progress progress_;
};

int run_perft(const std::vector<std::string>& arguments, const Globals& globals) {
  const GameText game = game_from(arguments);
  if (game.rest.size() != 1) throw InputError("perft takes a position and one depth");
  const auto depth = parse_number(game.rest.front(), 0, 1000);
  refuse_if(!depth, "depth {} is not a number from 0 to 1000", in_quotes(game.rest.front()));
  const Position start = parse_position(game.position);
  return with_wide(start, [&](const auto& board, const auto& position) {
    const InterruptScope interrupt;
    Perft perft(board, interrupt.flag());
    const std::uint64_t sequences = perft.count_from(position, *depth);
    if (interrupt.interrupted()) return exit_code::kInterrupted;
    if (globals.json) {
      print_json({{"position", format_position(start)},
                  {"depth", *depth},
                  {"sequences", sequences},
                  {"seconds", perft.seconds()}});
    } else {
      fmt::print("{}\n", sequences);
    }
    return exit_code::kDone;
  });
}

}  // namespace

Run declare_perft(CLI::App& app, const Globals& globals) {
  auto arguments = std::make_shared<std::vector<std::string>>();
  app.add_option("POSITION", *arguments, "The position, then the length in plies")
      ->option_text("POSITION DEPTH")
      ->required();
  return [arguments, &globals] { return run_perft(*arguments, globals); };
}

}  // namespace onyx
