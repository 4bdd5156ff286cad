#include "solver/certificate/certificate.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/base/json_fields.h"
#include "core/notation.h"

namespace onyx {
namespace {

/// The texts of moves played one after the other; `position` becomes the one after them.
template <int W>
Certificate::Moves format_play(const Board<W>& board, Position<W>& position,
                               const std::vector<Place>& moves) {
  Certificate::Moves texts;
  for (const Place move : moves) {
    texts.push_back(format_move(board, position, move));
    position = successor(board, position, move);
  }
  return texts;
}

template <int W>
void add_strategy(const Board<W>& board, const StateGraph<W>& graph, const Strategy& strategy,
                  Certificate& certificate) {
  auto& entries = certificate.strategies[letter_of(strategy.owner)];
  for (const auto& [state, move] : strategy.moves) {
    const Position<W> position = graph.position(state);
    entries[format_position(board, position)] = format_move(board, position, move);
  }
}

constexpr const char* kCertificateFormat = "onyx-certificate";
constexpr std::uint64_t kCertificateVersion = 1;

Claim claim_in(const JsonFields& fields) {
  const std::string name = fields.text("claim");
  for (const Claim claim : {Claim::draw, Claim::v_wins, Claim::h_wins, Claim::cycle}) {
    if (name == name_of(claim)) return claim;
  }
  fields.refuse("claim", "is no claim that is known");
}

Claim wins(Player player) { return player == Player::V ? Claim::v_wins : Claim::h_wins; }

}  // namespace

const char* name_of(Claim claim) {
  switch (claim) {
    case Claim::draw:
      return "draw";
    case Claim::v_wins:
      return "V wins";
    case Claim::h_wins:
      return "H wins";
    case Claim::cycle:
      return "cycle";
  }
  return "unknown";
}

std::string to_json(const Certificate& certificate) {
  nlohmann::ordered_json json;
  json["format"] = kCertificateFormat;
  json["version"] = kCertificateVersion;
  json["claim"] = name_of(certificate.claim);
  json["position"] = certificate.position;
  json["strategies"] = nlohmann::ordered_json::object();
  for (const auto& [owner, entries] : certificate.strategies) {
    auto& object = json["strategies"][std::string(1, owner)] = nlohmann::ordered_json::object();
    // Entries come sorted, so each is appended: looking for it first would take quadratic time.
    auto& pairs = object.get_ref<nlohmann::ordered_json::object_t&>();
    for (const auto& [position, move] : entries) pairs.push_back({position, move});
  }
  if (certificate.line) {
    json["line"] = {{"prefix", certificate.line->prefix}, {"cycle", certificate.line->cycle}};
  }
  if (certificate.game) {
    json["game"] = {{"setup", certificate.game->setup}, {"moves", certificate.game->moves}};
  }
  if (!certificate.about.empty()) json["about"] = certificate.about;
  return json.dump(1) + "\n";
}

Certificate parse_certificate(std::string_view text) {
  const auto json = parse_json(text);
  const JsonFields fields(json);
  fields.require_format(kCertificateFormat, kCertificateVersion);
  Certificate certificate;
  certificate.claim = claim_in(fields);
  certificate.position = fields.text("position");
  const JsonFields strategies = fields.object("strategies");
  for (const char* const owner : {"V", "H"}) {
    if (!strategies.has(owner)) continue;
    auto& entries = certificate.strategies[*owner];
    strategies.object(owner).for_each_text(
        [&](const std::string& position, const std::string& move) { entries[position] = move; });
  }
  if (fields.has("line")) {
    const JsonFields line = fields.object("line");
    certificate.line = Certificate::Line{line.texts("prefix"), line.texts("cycle")};
  }
  if (fields.has("game")) {
    const JsonFields game = fields.object("game");
    certificate.game = Certificate::ProofGame{game.text("setup"), game.texts("moves")};
  }
  if (fields.has("about")) {
    for (const auto& [key, value] : json.at("about").items()) {
      if (value.is_string()) certificate.about[key] = value.get<std::string>();
    }
  }
  return certificate;
}

template <int W>
Certificate certify_value(const Board<W>& board, const SolvedGraph<W>& solved, StateId state,
                          const std::vector<StateId>& cycle) {
  const StateGraph<W>& graph = solved.graph;
  Certificate certificate;
  certificate.position = format_position(board, graph.position(state));
  if (!solved.outcomes[state].is_draw()) {
    const Player winner = solved.is_safe_for(Player::V, state) ? Player::V : Player::H;
    certificate.claim = wins(winner);
    add_strategy(board, graph, strategy_from(board, solved, state, winner), certificate);
    return certificate;
  }
  const PlannedMoves planned = moves_along(board, graph, cycle);
  const Strategy v = strategy_from(board, solved, state, Player::V, planned);
  const Strategy h = strategy_from(board, solved, state, Player::H, planned);
  add_strategy(board, graph, v, certificate);
  add_strategy(board, graph, h, certificate);
  const RepeatingPlay play = play_out(board, graph, state, v, h);
  Position<W> position = graph.position(state);
  Certificate::Line line;
  line.prefix = format_play(board, position, play.prefix);
  line.cycle = format_play(board, position, play.cycle);
  certificate.line = std::move(line);
  return certificate;
}

template <int W>
Certificate certify_finished(const Board<W>& board, const Position<W>& position) {
  if (!is_finished(board, position)) throw std::invalid_argument("the game is not over");
  const Player winner = other(position.to_move);
  Certificate certificate;
  certificate.claim = wins(winner);
  certificate.position = format_position(board, position);
  certificate.strategies[letter_of(winner)] = {};
  return certificate;
}

template <int W>
Certificate certify_cycle(const Board<W>& board, const Position<W>& position,
                          const std::vector<Place>& moves) {
  Certificate certificate;
  certificate.claim = Claim::cycle;
  certificate.position = format_position(board, position);
  Position<W> end = position;
  certificate.line = Certificate::Line{{}, format_play(board, end, moves)};
  if (moves.empty() || end != position) {
    throw std::invalid_argument("the moves do not lead back to the position");
  }
  return certificate;
}

#define ONYX_INSTANTIATE(W)                                                           \
  template Certificate certify_value(const Board<W>&, const SolvedGraph<W>&, StateId, \
                                     const std::vector<StateId>&);                    \
  template Certificate certify_finished(const Board<W>&, const Position<W>&);         \
  template Certificate certify_cycle(const Board<W>&, const Position<W>&,             \
                                     const std::vector<Place>&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
