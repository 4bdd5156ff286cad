#include "experiments/merge/class_candidate.h"

#include <charconv>
#include <nlohmann/json.hpp>

#include "core/notation.h"

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

}  // namespace

std::optional<ClassCandidate> parse_candidate(std::string text) {
  try {
    const auto json = nlohmann::json::parse(text);
    ClassCandidate candidate;
    candidate.position = json.at("position").get<std::string>();
    board_size_of(candidate.position);
    candidate.program = kUnnamed;
    if (json.contains("about") && json.at("about").is_object()) {
      const nlohmann::json& about = json.at("about");
      if (about.contains("program") && about.at("program").is_string()) {
        candidate.program = about.at("program").get<std::string>();
      }
      candidate.seed = number_in(about, "seed");
      candidate.number = number_in(about, "number");
    }
    candidate.text = std::move(text);
    return candidate;
  } catch (const nlohmann::json::exception&) {
    return {};
  } catch (const InputError&) {
    return {};
  }
}

}  // namespace onyx
