// onyx gtp: speaks the Go Text Protocol on standard input and output.
#include "experiments/commands/common.h"
#include "experiments/gtp/gtp_session.h"
#include "solver/play/opponent.h"

namespace onyx {
namespace {

struct GtpOptions {
  int level = 4;
  std::uint64_t seed = 1;
};

/// In bytes. The rest of a longer line is ignored.
constexpr std::size_t kLongestLine = 1 << 20;

bool read_line(std::string& line) {
  line.clear();
  int letter = std::getchar();
  if (letter == EOF) return false;
  for (; letter != EOF && letter != '\n'; letter = std::getchar()) {
    if (line.size() < kLongestLine) line += static_cast<char>(letter);
  }
  return true;
}

int run_gtp(const GtpOptions& options) {
  GtpSession session(options.level, options.seed);
  for (std::string line; !session.has_quit() && read_line(line);) {
    fmt::print("{}", session.answer(line));
    flush_output();
  }
  if (!session.has_quit()) require_end_of_input();
  return exit_code::kDone;
}

}  // namespace

Run declare_gtp(CLI::App& app, const Globals&) {
  auto options = std::make_shared<GtpOptions>();
  add_number(app, "--level", options->level, "How strong: from 1, which sees one ply, to 5", 1,
             kMostLevel);
  add_count(app, "--seed", options->seed, "Choice among moves that are nearly as good", 0,
            UINT64_MAX);
  app.footer(
      "Version 2 of the protocol, with undo, showboard, final_score, time control and gogui-rules. "
      "black is V (joins bottom and top), white is H. Moves are places, as D4 or BC12, with "
      "column I. 'boardsize 8' and 'boardsize 5x4' begin an empty board, 'onyx-setup "
      "standard:12x12' a standard one, or a position with moves. There is no passing; to swap, "
      "exchange the players. A colour may move twice in a row.");
  return [options] { return run_gtp(*options); };
}

}  // namespace onyx
