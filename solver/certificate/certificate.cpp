#include "solver/certificate/certificate.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/base/json_fields.h"
#include "core/line.h"

namespace onyx {
namespace {

/// Appends the strategies as a JSON object, indented like the output of nlohmann's dump(1).
void append_strategies(const std::map<char, std::map<std::string, std::string>>& strategies,
                       std::string& text) {
  std::size_t size = text.size();
  for (const auto& [owner, entries] : strategies) {
    for (const auto& [position, move] : entries) size += position.size() + move.size() + 12;
  }
  text.reserve(size + size / 64 + 1024);
  const auto quoted = [](const std::string& plain) { return nlohmann::json(plain).dump(); };
  text += '{';
  const char* before_owner = "\n  ";
  for (const auto& [owner, entries] : strategies) {
    text += before_owner + quoted(std::string(1, owner)) + ": {";
    const char* before_entry = "\n   ";
    for (const auto& [position, move] : entries) {
      text += before_entry + quoted(position) + ": " + quoted(move);
      before_entry = ",\n   ";
    }
    text += entries.empty() ? "}" : "\n  }";
    before_owner = ",\n  ";
  }
  text += strategies.empty() ? "}" : "\n }";
}

constexpr const char* kCertificateFormat = "onyx-certificate";
constexpr std::uint64_t kCertificateVersion = 1;

Claim claim_in(const JsonFields& fields) {
  const std::string name = fields.text("claim");
  for (const Claim claim : {Claim::draw, Claim::v_wins, Claim::h_wins, Claim::cycle}) {
    if (name == name_of(claim)) return claim;
  }
  fields.refuse("claim", "is not a known claim");
}

}  // namespace

const char* name_of(Claim claim) {
  constexpr const char* kNames[] = {"draw", "V wins", "H wins", "cycle"};
  return kNames[static_cast<std::size_t>(claim)];
}

std::string to_json(const Certificate& certificate) {
  using Json = nlohmann::ordered_json;
  const Json head{{"format", kCertificateFormat},
                  {"version", kCertificateVersion},
                  {"claim", name_of(certificate.claim)},
                  {"position", certificate.position}};
  Json tail = Json::object();
  if (certificate.line) {
    tail["line"] = {{"prefix", certificate.line->prefix}, {"cycle", certificate.line->cycle}};
  }
  if (certificate.game) {
    tail["game"] = {{"setup", certificate.game->setup}, {"moves", certificate.game->moves}};
  }
  if (!certificate.about.empty()) tail["about"] = certificate.about;
  // A JSON tree of the strategies would take too much memory, so write them directly.
  std::string text = head.dump(1);
  text.resize(text.size() - 2);  // Removes the final line break and brace.
  text += ",\n \"strategies\": ";
  append_strategies(certificate.strategies, text);
  text += tail.empty() ? "\n}" : ',' + tail.dump(1).substr(1);
  return text + '\n';
}

Certificate parse_certificate(std::string_view text) {
  const auto json = parse_json(text);
  const JsonFields fields(json);
  fields.require_format(kCertificateFormat, kCertificateVersion);
  Certificate certificate{.claim = claim_in(fields), .position = fields.text("position")};
  // The field is optional for a cycle, which has no strategies.
  if (certificate.claim != Claim::cycle || fields.has("strategies")) {
    const JsonFields strategies = fields.object("strategies");
    for (const char* const owner : {"V", "H"}) {
      if (!strategies.has(owner)) continue;
      auto& entries = certificate.strategies[*owner];
      strategies.object(owner).for_each_text(
          [&](const std::string& position, const std::string& move) { entries[position] = move; });
    }
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

Certificate certify_finished(const Position& position) {
  const auto winner = winner_of(position);
  if (!winner) throw std::invalid_argument("the game is not over");
  return {.claim = win_of(*winner),
          .position = format_position(position),
          .strategies = {{letter_of(*winner), {}}}};
}

Certificate certify_cycle(const Position& position, const std::vector<Place>& moves) {
  const Certificate::Moves cycle = format_moves(position, moves);
  if (moves.empty() || replay(position, cycle).end() != position) {
    throw std::invalid_argument("the moves do not lead back to the position");
  }
  return {.claim = Claim::cycle,
          .position = format_position(position),
          .line = Certificate::Line{{}, cycle}};
}

}  // namespace onyx
