#include "experiments/repetition/merge/class_candidate.h"

#include <fmt/core.h>

#include <charconv>
#include <nlohmann/json.hpp>

#include "core/line.h"
#include "core/symmetry.h"
#include "solver/referee/certificate_check.h"

namespace onyx {
namespace {

/// A number that a certificate's `about` gives as text; the greatest of all if it does not.
std::uint64_t number_in(const nlohmann::json& about, const char* key) {
  std::uint64_t number = UINT64_MAX;
  if (!about.contains(key) || !about.at(key).is_string()) return number;
  const auto text = about.at(key).get<std::string>();
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

template <int W>
std::string key_of(const Board<W>& board, const std::string& text,
                   const std::vector<std::string>& cycle) {
  const std::vector<Symmetry> group = symmetries_of(board.geometry());
  const Line<W> line = replay(board, parse_position(board, text), cycle);
  Position<W> least = canonical_form(group, line.start());
  for (const Position<W>& position : line.positions) {
    least = std::min(least, canonical_form(group, position));
  }
  if (cycle.empty() || line.end() != line.start()) throw NoCandidate{"its cycle does not close"};
  return format_position(board, least);
}

ClassCandidate candidate_in(const nlohmann::json& json) {
  const auto claim = json.at("claim").get<std::string>();
  if (claim != "draw") throw NoCandidate{fmt::format("no class: its claim is \"{}\"", claim)};
  if (!json.at("line").at("prefix").empty()) throw NoCandidate{"its position is not on its cycle"};
  const auto position = json.at("position").get<std::string>();
  ClassCandidate candidate;
  candidate.key = with_board(board_size_of(position), [&](const auto& board) {
    return key_of(board, position, json.at("line").at("cycle").get<std::vector<std::string>>());
  });
  candidate.program = kUnnamed;
  if (json.contains("about") && json.at("about").is_object()) {
    const nlohmann::json& about = json.at("about");
    if (about.contains("program") && about.at("program").is_string()) {
      candidate.program = about.at("program").get<std::string>();
    }
    candidate.seed = number_in(about, "seed");
    candidate.number = number_in(about, "number");
  }
  return candidate;
}

}  // namespace

ClassCandidate parse_candidate(std::string text) {
  try {
    ClassCandidate candidate = candidate_in(nlohmann::json::parse(text));
    candidate.text = std::move(text);
    return candidate;
  } catch (const nlohmann::json::exception&) {
    throw NoCandidate{checker::check_certificate(text).text};
  } catch (const InputError& error) {
    throw NoCandidate{error.what()};
  }
}

}  // namespace onyx
