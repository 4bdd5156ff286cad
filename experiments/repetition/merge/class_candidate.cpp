#include "experiments/repetition/merge/class_candidate.h"

#include <fmt/core.h>

#include <charconv>
#include <stdexcept>

#include "core/base/json_fields.h"
#include "core/notation.h"
#include "core/wide_line.h"
#include "solver/certificate/certificate.h"
#include "solver/referee/referee.h"
#include "solver/repetition/recurrence.h"

namespace onyx {
namespace {

/// The text for `key` in the certificate's `about`; "" if there is none.
std::string about(const Certificate& certificate, const char* key) {
  const auto found = certificate.about.find(key);
  return found == certificate.about.end() ? "" : found->second;
}

/// The number for `key` in the certificate's `about`; UINT64_MAX if there is none.
std::uint64_t number_about(const Certificate& certificate, const char* key) {
  const std::string text = about(certificate, key);
  std::uint64_t number = UINT64_MAX;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::string key_of(const Certificate& certificate) {
  const Line line = replay(parse_position(certificate.position), certificate.line->cycle);
  if (line.positions.size() == 1 || line.end() != line.start()) {
    throw NoCandidate{"its cycle does not close"};
  }
  return with_wide(line.start(), [&]<int W>(const WideBoard<W>& board, const auto&) {
    const std::vector<Symmetry> group = symmetries_of(board.geometry());
    return format_position(board, least_form<W>(group, to_wide<W>(line).positions));
  });
}

ClassCandidate candidate_of(const Certificate& certificate) {
  if (certificate.claim != Claim::draw) {
    throw NoCandidate{fmt::format("no class: its claim is \"{}\"", name_of(certificate.claim))};
  }
  if (!certificate.line) throw NoCandidate{"there is no \"line\""};
  if (!certificate.line->prefix.empty()) throw NoCandidate{"its position is not on its cycle"};
  ClassCandidate candidate;
  candidate.key = key_of(certificate);
  candidate.program = about(certificate, "program");
  if (candidate.program.empty()) candidate.program = kUnnamed;
  candidate.seed = number_about(certificate, "seed");
  candidate.number = number_about(certificate, "number");
  return candidate;
}

}  // namespace

ClassCandidate parse_candidate(std::string text) {
  if (referee::kind_of(referee::file_of(text)) != referee::Kind::certificate) {
    throw NoCandidate{"it is compact, so it names no cycle"};
  }
  try {
    ClassCandidate candidate = candidate_of(parse_certificate(text));
    candidate.text = std::move(text);
    return candidate;
  } catch (const std::runtime_error& error) {  // FieldError, InputError
    throw NoCandidate{error.what()};
  }
}

}  // namespace onyx
