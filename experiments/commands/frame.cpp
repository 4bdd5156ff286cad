// onyx frame: puts a repeating position into a larger board, with a certificate and a game.
#include "solver/repetition/frame.h"

#include <fmt/ranges.h>

#include "core/wide_line.h"
#include "experiments/commands/common.h"
#include "experiments/files/certificate_files.h"
#include "experiments/repetition/describe/drawn_graph.h"
#include "solver/certificate/prove.h"
#include "solver/decide/wide_decider.h"
#include "solver/proof_games/proof_game.h"

namespace onyx {
namespace {

struct FrameOptions {
  std::vector<std::string> position;
  std::string board;
  /// Without a value, the setup is the open board, and a frame without a game is accepted.
  std::optional<std::string> setup;
  std::optional<std::string> at;  ///< The lower left point of the image on the large board.
  std::string colours;            ///< "keep", "swap", or empty for either.
  std::string file;
  Budget budget;
};

/// The explorer's first limit, in states; high, because the explorer also gives a shortest cycle.
constexpr std::uint64_t kMostExplored = 1'000'000;

/// Maximum number of orders of midpoint moves per frame; low, because there are many frames.
constexpr std::uint64_t kMostOrders = 10'000;

template <int W>
struct Target {
  const WideBoard<W>& board;
  std::string setup_name;
  WidePosition<W> setup;
  bool game_is_asked_for;
};

template <int W>
struct PlacedFrame {
  Framed<W> framed;
  Embedding embedding;
  ProofGame game;
};

std::vector<Embedding> embeddings_for(const FrameOptions& options, BoardSize small,
                                      const Geometry& large) {
  std::vector<Embedding> all = embeddings(small, large.size());
  refuse_if(all.empty(), "the board {} has no room for {}", format_board_size(large.size()),
            format_board_size(small));
  if (!options.colours.empty()) {
    const bool wish = options.colours == "swap";
    std::erase_if(all, [&](const Embedding& e) { return e.swaps_colours != wish; });
  }
  if (options.at) {
    const Place corner = parse_place(large, *options.at);
    if (large.is_midpoint(corner)) throw InputError("--at takes a point, not a midpoint");
    std::erase_if(all,
                  [&](const Embedding& e) { return large.point_at(e.column, e.row) != corner; });
  }
  return all;
}

template <int W>
Target<W> target_for(const FrameOptions& options, const WideBoard<W>& board) {
  const std::string size = format_board_size(board.size());
  const std::string setup = options.setup ? canonical_setup(*options.setup) : "open:" + size;
  refuse_if(board_size_of(setup) != board.size(), "the setup is on a {} board, the frame on {}",
            format_board_size(board_size_of(setup)), size);
  return {board, setup, parse_position(board, setup), options.setup.has_value()};
}

/// Returns the first frame with a game; else the first frame whose numbers of stones allow a game;
/// else, unless a game is asked for, the first frame.
template <int W>
std::optional<PlacedFrame<W>> find_frame(const Position& small,
                                         const std::vector<Embedding>& places,
                                         const Target<W>& target) {
  const auto embedded = [&](const Embedding& embedding) {
    return with_wide(small, [&](const auto& board, const auto& position) {
      return embed(embedding, board, position, target.board);
    });
  };
  std::optional<PlacedFrame<W>> without_game;
  for (const Embedding& embedding : places) {
    const WidePosition<W> inner = embedded(embedding);
    const int lead = lead_without_captures(target.setup, inner.to_move);
    const auto framed = frame(target.board, inner, embedding, target.setup, lead);
    if (!framed) continue;
    const ProofGame game =
        find_proof_game(target.board, target.setup, framed->position, kMostOrders);
    PlacedFrame<W> candidate{*framed, embedding, game};
    if (game.answer == ProofGameAnswer::found) return candidate;
    if (!without_game) without_game = candidate;
  }
  if (without_game || target.game_is_asked_for) return without_game;
  ProofGame no_game;
  no_game.why = "no frame has the numbers of stones that a game needs";
  for (const Embedding& embedding : places) {
    const auto framed =
        frame(target.board, embedded(embedding), embedding, target.setup, std::nullopt);
    if (framed) return PlacedFrame<W>{*framed, embedding, no_game};
  }
  return std::nullopt;
}

/// Certifies a draw, with a shortest cycle through the position if the position is on a cycle.
template <int W>
Certificate certify_solved_draw(const WideBoard<W>& board, const SolvedGraph<W>& solved,
                                std::uint64_t bytes) {
  const StateId root = solved.graph.roots.front();
  std::vector<StateId> cycle;
  if (!class_of_root(solved).empty()) {
    cycle = shortest_cycle(solved.graph, solved.outcomes, root).states;
  }
  return certify_value(board, solved, root, cycle, bytes);
}

/// For example, "unchanged" or "turned by 180 degrees".
std::string describe_direction(const Embedding& embedding) {
  const std::string flips = embedding.flips_columns && embedding.flips_rows
                                ? "turned by 180 degrees"
                            : embedding.flips_columns ? "left and right exchanged"
                            : embedding.flips_rows    ? "bottom and top exchanged"
                                                      : "";
  if (!embedding.swaps_colours) return flips.empty() ? "unchanged" : flips;
  return "reflected in the diagonal with the colours swapped" +
         (flips.empty() ? flips : ", then " + flips);
}

template <int W>
void print(const WideBoard<W>& board, const PlacedFrame<W>& found, const Certificate& certificate,
           const FrameOptions& options, std::uint64_t states, double seconds, bool as_json) {
  const Embedding& embedding = found.embedding;
  const Framed<W>& framed = found.framed;
  const std::string corner =
      format_place(board.geometry(), board.geometry().point_at(embedding.column, embedding.row));
  const auto& cycle = certificate.line->cycle;
  if (as_json) {
    Json json = {{"position", certificate.position},
                 {"value", name_of(certificate.claim)},
                 {"cycle", cycle},
                 {"at", corner},
                 {"swaps_colours", embedding.swaps_colours},
                 {"flips_columns", embedding.flips_columns},
                 {"flips_rows", embedding.flips_rows},
                 {"frame",
                  {{"V", framed.points[0]},
                   {"H", framed.points[1]},
                   {"V_midpoints", framed.midpoints[0]},
                   {"H_midpoints", framed.midpoints[1]},
                   {"recoloured", framed.recoloured}}},
                 {"game", nullptr}};
    if (certificate.game) {
      json["game"] = {{"setup", certificate.game->setup}, {"moves", certificate.game->moves}};
    } else {
      json["why_no_game"] = found.game.why;
    }
    json["states"] = states;
    json["seconds"] = seconds;
    json["certificate"] = options.file;
    print_json(json);
    return;
  }
  fmt::print("{}\nvalue: {}\ncycle: {} ({})\nplaced: lower left at {}, {}\n", certificate.position,
             name_of(certificate.claim), fmt::join(cycle, " "),
             counted(cycle.size(), "ply", "plies"), corner, describe_direction(embedding));
  fmt::print("frame: {} V and {} H on points, {} V and {} H on midpoints; {} recoloured\n",
             framed.points[0], framed.points[1], framed.midpoints[0], framed.midpoints[1],
             framed.recoloured);
  if (certificate.game) {
    fmt::print("game: {} from {}\n", counted(certificate.game->moves.size(), "ply", "plies"),
               certificate.game->setup);
  } else {
    fmt::print("game: none found: {}\n", found.game.why);
  }
  fmt::print("states: {}\ntime: {:.3f} s\ncertificate: {}\n", states, seconds, shown(options.file));
}

/// Solves the framed position, because a frame alone proves no value. Writes and prints the result.
template <int W>
int certify(const Target<W>& target, const PlacedFrame<W>& found, const std::string& small_position,
            const FrameOptions& options, const InterruptScope& interrupt, const Globals& globals) {
  Progress progress("frame");
  const Stop stop = stop_for(options.budget, interrupt, progress);
  WideDecider<W> decider(
      target.board,
      {.threads = threads_allowed(), .first_states = kMostExplored, .nodes_for_distance = 0});
  const WidePosition<W>& position = found.framed.position;
  const Decision decision = decider.decide(position, stop);
  const auto give_up = [&](End end) {
    notify("onyx frame: {}", explain(end, {decision.states, decision.states}));
    const int code = exit_code_for(end);
    return globals.json ? refuse("unknown", name_of(end), code, globals) : code;
  };
  if (!decision.is_decided()) return give_up(decision.end);
  if (!decision.is_draw()) {
    return refuse("not repeating", name_of(decision.claim), exit_code::kNo, globals);
  }
  const auto solved = solved_graph_of<W>(decision);
  const std::optional<Certificate> draw =
      solved ? certify_solved_draw(target.board, *solved,
                                   stop.bytes - std::min(stop.bytes, solved->bytes()))
             : decider.certify(position, decision, stop);
  if (!draw) return give_up(stop.met().value_or(End::memory_limit));
  Certificate certificate = *draw;
  if (found.game.answer == ProofGameAnswer::found) {
    certificate.game = {target.setup_name,
                        format_moves(target.board, target.setup, found.game.moves)};
  }
  certificate.about["framed"] = small_position;
  write_file(options.file, to_json(signed_by_program(certificate)));
  print(target.board, found, certificate, options, decision.states, progress.seconds(),
        globals.json);
  return exit_code::kDone;
}

template <int W>
int run_on(const Position& small, const WideBoard<W>& large, const FrameOptions& options,
           const Globals& globals) {
  const Target<W> target = target_for(options, large);
  const std::vector<Embedding> places =
      embeddings_for(options, small.board().size(), large.geometry());
  if (is_finished(small))
    return refuse("not repeating", "the game is over", exit_code::kNo, globals);
  if (small.board().size() == large.size()) {
    notify("onyx frame: the position is already on a {} board; give a larger --board",
           format_board_size(large.size()));
  }
  const InterruptScope interrupt;
  require_writable(options.file);
  const auto found = find_frame(small, places, target);
  if (!found) {
    const char* const why = places.empty()
                                ? "no embedding that keeps the tiling has this corner"
                                : "the stones of the setup or the numbers of stones leave no room";
    return refuse("no frame", why, exit_code::kNo, globals);
  }
  if (target.game_is_asked_for && found->game.answer != ProofGameAnswer::found) {
    return refuse("unknown", "no game from " + target.setup_name + " was found: " + found->game.why,
                  exit_code::kLimit, globals);
  }
  return certify(target, *found, format_position(small), options, interrupt, globals);
}

}  // namespace

Run declare_frame(CLI::App& app, const Globals& globals) {
  auto options = std::make_shared<FrameOptions>();
  app.add_option("POSITION", options->position, "The position of the small board")->required();
  app.add_option("--board", options->board, "The large board, such as 8x8")
      ->required()
      ->type_name("WxH");
  app.add_option(
      "--setup", options->setup,
      "open:WxH or standard:NxN: the frame keeps its stones, and a game must lead from it to the "
      "position. Without it, a game from the open board is added if one is found");
  app.add_option("--at", options->at, "Where the lower left point of the small board goes")
      ->default_str("the first that works");
  app.add_option("--colours", options->colours,
                 "Keep the colours, or swap them and reflect the board in its diagonal")
      ->check(one_of({"keep", "swap"}))
      ->default_str("either");
  add_path(app, "--certificate,--out", options->file, "Write the certificate to this file")
      ->required();
  declare_budget(app, options->budget);
  app.footer(
      "The result is solved on the large board. Stones of the frame may change colour so that "
      "their numbers fit a game.");
  return [options, &globals] {
    const std::string text = position_from(options->position);
    const BoardSize size = parse_board_size(options->board);
    const Position small = parse_position(text);
    return with_board(size,
                      [&](const auto& large) { return run_on(small, large, *options, globals); });
  };
}

}  // namespace onyx
