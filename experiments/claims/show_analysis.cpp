#include "experiments/claims/show_analysis.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "experiments/support/output.h"

namespace onyx {
namespace {

constexpr std::size_t kValueWidth = 20;   // longest: "V wins in <=23 plies"
constexpr std::size_t kRemarkWidth = 28;  // longest: "gives up a win in <=23 plies"

std::string without_blanks_behind(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const auto& cells : rows) {
    for (std::size_t i = 0; i < cells.size(); ++i) widths[i] = std::max(widths[i], cells[i].size());
  }
  std::string text;
  for (const auto& cells : rows) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      line += fmt::format("{:<{}}  ", cells[i], widths[i]);
    }
    text += without_blanks_behind(std::move(line));
  }
  return text;
}

/// " in 3 plies" or " in <=7 plies"; "" if no distance is known.
std::string distance_text(const AnalysedValue& value) {
  if (value.bound() <= 0) return "";
  return fmt::format(" in {}{}",
                     value.distance >= 0 ? "" : "<=", counted(value.bound(), "ply", "plies"));
}

std::string value_text(const AnalysedValue& value) {
  return value.distance == 0 ? value.text() : value.name() + distance_text(value);
}

std::string remark_text(const AnalysedPly& ply) {
  const std::string distance = distance_text(ply.before);
  if (ply.wins_later) return "wins later than" + distance;
  if (const char* const given_up = ply.given_up()) {
    return fmt::format("gives up a {}{}", given_up, distance);
  }
  return "";
}

/// For example, "V 2 (plies 1, 7)" or "H 0".
std::string mistakes_text(Player player, const std::vector<std::size_t>& plies) {
  const std::string text = fmt::format("{} {}", letter_of(player), plies.size());
  if (plies.empty()) return text;
  return fmt::format("{} ({} {})", text, plies.size() == 1 ? "ply" : "plies",
                     fmt::join(plies, ", "));
}

std::string sight_text(const GameSight& sight) {
  return fmt::format("{}{}", sight.sight, sight.is_exact ? "" : " or more");
}
std::string sight_text(const GameAnalysis& analysis) {
  const auto is_at_start = [](const Repetition& found) { return found.from == 0; };
  if (std::ranges::any_of(analysis.repetitions, is_at_start)) {
    return "none, because the first position returns";
  }
  return analysis.summary.sight ? sight_text(*analysis.summary.sight) : "unknown";
}

Json number(int value) { return value < 0 ? Json() : Json(value); }

void add_distance(Json& json, const std::string& prefix, const AnalysedValue& value) {
  json[prefix + "distance"] = number(value.distance);
  json[prefix + "distance_at_most"] = number(value.distance_at_most);
}

Json as_json(const AnalysedPly& ply) {
  Json json = {{"ply", ply.ply}, {"move", ply.move}, {"before", ply.before.name()}};
  add_distance(json, "", ply.before);
  json["after"] = ply.after.name();
  add_distance(json, "after_", ply.after);
  json["best"] = ply.best;
  json["best_exact"] = ply.has_all_best;
  json["error"] = ply.error ? Json(*ply.error) : Json();
  json["loses"] = ply.given_up() != nullptr ? Json(ply.given_up()) : Json();
  json["wins_later"] = ply.wins_later;
  return json;
}

}  // namespace

GameTable::GameTable(std::span<const std::string> moves)
    : ply_width_(std::max<std::size_t>(3, std::to_string(moves.size()).size())), move_width_(4) {
  for (const std::string& move : moves) move_width_ = std::max(move_width_, 2 + move.size());
}

std::string GameTable::line(const std::array<std::string, 6>& cells) const {
  const std::size_t widths[] = {ply_width_, move_width_, kValueWidth, kValueWidth, kRemarkWidth};
  std::string text;
  for (std::size_t i = 0; i < 5; ++i) text += fmt::format("{:<{}}  ", cells[i], widths[i]);
  return without_blanks_behind(text + cells[5]);
}

std::string GameTable::header() const {
  return line({"ply", "move", "before", "after", "remark", "best"});
}

std::string GameTable::row(const AnalysedPly& ply) {
  return line({std::to_string(ply.ply), fmt::format("{} {}", letter_of(ply.mover), ply.move),
               value_text(ply.before), value_text(ply.after), remark_text(ply), best_text(ply)});
}

std::string GameTable::best_text(const AnalysedPly& ply) {
  if (!ply.best.empty()) {
    some_more_ = some_more_ || !ply.has_all_best;
    return fmt::format("{}{}", fmt::join(ply.best, " "), ply.has_all_best ? "" : " ...");
  }
  (ply.is_lost() ? some_any_ : some_unknown_) = true;
  return ply.is_lost() ? "(any)" : "-";
}

std::string GameTable::legend() const {
  std::vector<std::string> marks;
  if (some_any_) marks.emplace_back("(any) every move loses, how soon is unknown");
  if (some_more_) marks.emplace_back("... there may be others");
  if (some_unknown_) marks.emplace_back("- unknown");
  return marks.empty() ? "" : fmt::format("best: {}\n", fmt::join(marks, "; "));
}

std::string text_below_table(const GameAnalysis& analysis) {
  std::string text;
  for (const AnalysedRepetition& repetition : analysis.repetitions) {
    text += describe(repetition) + "\n";
  }
  if (analysis.glanced_up_to > 0) text += describe_glances(analysis.glanced_up_to) + "\n";
  const GameSummary& summary = analysis.summary;
  return text + fmt::format("mistakes: {}, {}{}\nsight: {}\nunknown: {}\n",
                            mistakes_text(Player::V, summary.mistakes[0]),
                            mistakes_text(Player::H, summary.mistakes[1]),
                            summary.unknown > 0 ? ", or more" : "", sight_text(analysis),
                            counted(summary.unknown, "ply", "plies"));
}

Json as_json(const GameSummary& summary) {
  Json json;
  for (const Player player : {Player::V, Player::H}) {
    const auto& plies = summary.mistakes[static_cast<std::size_t>(index_of(player))];
    const std::string letter(1, letter_of(player));
    json["mistakes"][letter] = plies.size();
    json["mistake_plies"][letter] = plies;
  }
  json["mistakes_exact"] = summary.unknown == 0;
  json["sight"] = summary.sight ? Json(summary.sight->sight) : Json();
  json["sight_exact"] = summary.sight && summary.sight->is_exact;
  json["unknown"] = summary.unknown;
  return json;
}

std::string in_words(const GameSummary& summary) {
  const std::size_t by_v = summary.mistakes[0].size();
  const std::size_t by_h = summary.mistakes[1].size();
  std::string text = fmt::format("{}{} (V {}, H {})", summary.unknown > 0 ? "at least " : "",
                                 counted(by_v + by_h, "mistake", "mistakes"), by_v, by_h);
  if (summary.sight) text += " and sight " + sight_text(*summary.sight);
  return text;
}

std::string describe_glances(std::size_t ply) {
  return fmt::format(
      "{}: tried for a short time only, because {} positions in a row stayed unknown; --all gives "
      "all of them the full time",
      ply == 1 ? "ply 1" : fmt::format("plies 1 to {}", ply), kMostUnknownInARow);
}

Json as_json(const GameAnalysis& analysis, const std::string& start) {
  Json json;
  const bool is_position = start.find(' ') != std::string::npos;
  json["game"] = {{is_position ? "position" : "setup",
                   is_position ? format_position(parse_position(start)) : canonical_setup(start)},
                  {"moves", Json::array()}};
  json["plies"] = Json::array();
  for (const AnalysedPly& ply : analysis.plies) {
    json["game"]["moves"].push_back(ply.move);
    json["plies"].push_back(as_json(ply));
  }
  json["repetitions"] = Json::array();
  for (const AnalysedRepetition& repetition : analysis.repetitions) {
    json["repetitions"].push_back({{"position", repetition.position},
                                   {"from_ply", repetition.from},
                                   {"to_ply", repetition.to},
                                   {"until_ply", repetition.until}});
  }
  json["summary"] = as_json(analysis.summary);
  json["glanced_up_to"] = analysis.glanced_up_to;
  return json;
}

Json as_json(const Judgement& judgement) {
  Json json = {{"answer", name_of(judgement.answer)},
               {"reason", judgement.reason},
               {"certificate", nullptr}};
  if (!judgement.is_game) return json;
  for (const char* key : {"position", "from_ply", "to_ply", "error_ply", "summary"}) {
    json[key] = nullptr;
  }
  if (judgement.play) json["summary"] = as_json(*judgement.play);
  if (const auto& found = judgement.repetition) {
    json["position"] = found->position;
    json["from_ply"] = found->from_ply;
    json["to_ply"] = found->to_ply;
    if (found->error_ply) json["error_ply"] = *found->error_ply;
  }
  return json;
}

std::string as_text(const PositionAnalysis& analysis) {
  std::string text = analysis.value.text() + "\n";
  if (analysis.moves.empty()) return text;
  std::vector<std::vector<std::string>> rows = {{"move", "value", "reply", ""}};
  for (const AnalysedMove& move : analysis.moves) {
    rows.push_back({move.move, move.after.text(), move.reply, move.is_best ? "best" : ""});
  }
  return text + table(rows);
}

Json as_json(const PositionAnalysis& analysis, const std::string& position) {
  Json json = {{"position", position}, {"value", analysis.value.name()}};
  add_distance(json, "", analysis.value);
  json["moves"] = Json::array();
  for (const AnalysedMove& move : analysis.moves) {
    Json entry = {{"move", move.move}, {"value", move.after.name()}};
    add_distance(entry, "", move.after);
    entry["reply"] = move.reply.empty() ? Json() : Json(move.reply);
    entry["best"] = move.is_best;
    json["moves"].push_back(std::move(entry));
  }
  return json;
}

}  // namespace onyx
