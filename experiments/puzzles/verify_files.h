// Implements `onyx puzzles --verify`: reads puzzle files, proves each puzzle again from scratch,
// and prints a line for each that fails.
//
// Values: proof-number search, which composing does not use, finds the value of the position and of
// the position after each wrong first move. The values must be those claimed, and the strategies
// found become certificates, which the referee must accept. The game that leads to the position is
// part of the certificate.
//
// Plies: the explorer finds the distances of all positions that can be reached, if there are not
// too many; otherwise a fresh bounded search does. With these distances the whole solution is
// written again and compared word by word, with themes, measures, difficulty (with the effort that
// the file states) and the id. A winning strategy from the position is played against all defences,
// to verify that it takes no more plies than the demand, and is certified and checked too.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace onyx {

/// The limits of each question.
struct VerifyEffort {
  std::uint64_t states = 2'000'000;        ///< Explorer states.
  std::uint64_t nodes = 100'000'000;       ///< Nodes per question to the bounded search.
  std::uint64_t proof_nodes = 10'000'000;  ///< Proof-number search nodes per value.
};

/// Verifies in parallel and prints the outcome. Writes the certificates into `folder` unless it is
/// empty. Returns the exit code: 1 if a claim is refuted or a position occurs twice, 3 if a limit
/// left a claim undecided. Throws InputError, FileError.
int verify_files(const std::vector<std::string>& files, const VerifyEffort& effort,
                 const std::string& folder, bool as_json);

}  // namespace onyx
