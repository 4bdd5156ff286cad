// Formats an analysis as text and as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "experiments/claims/judge_claim.h"

namespace onyx {

class GameTable {
 public:
  explicit GameTable(std::span<const std::string> moves);
  std::string header() const;
  std::string row(const AnalysedPly& ply);
  std::string legend() const;

 private:
  std::string line(const std::array<std::string, 6>& cells) const;
  std::string best_text(const AnalysedPly& ply);

  std::size_t ply_width_;
  std::size_t move_width_;
  bool some_unknown_ = false;  ///< Whether a row has no known best move.
  bool some_any_ = false;      ///< Whether a row says that all moves lose.
  bool some_more_ = false;     ///< Whether a row may lack best moves.
};

std::string text_below_table(const GameAnalysis& analysis);
std::string describe_glances(std::size_t ply);
/// `start` is a position or a setup, like Record::start.
nlohmann::ordered_json as_json(const GameAnalysis& analysis, const std::string& start);
/// For example, "14 mistakes (V 8, H 6) and sight 1". Omits unknown parts.
std::string in_words(const GameSummary& summary);
nlohmann::ordered_json as_json(const GameSummary& summary);
/// "certificate" is null; the caller may replace it.
nlohmann::ordered_json as_json(const Judgement& judgement);
std::string as_text(const PositionAnalysis& analysis);
nlohmann::ordered_json as_json(const PositionAnalysis& analysis, const std::string& position);

}  // namespace onyx
