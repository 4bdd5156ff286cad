// Implements `onyx puzzles --verify`: proves each puzzle again from scratch, and prints a line for
// each that fails.
//
// Values: proof-number search, which composing does not use, finds the value of the position and of
// the position after each wrong first move. They must equal the claims, and the referee must accept
// the certificates of the strategies found, with the game that leads to the position.
//
// Plies: the explorer finds the distances of all reachable positions; if they are too many, a fresh
// bounded search does. From these the whole solution is written again and compared, with themes,
// measures, difficulty (for the effort stated) and id. A winning strategy is played against all
// defences, to verify that it meets the demand in time, and is certified and checked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace onyx {

struct VerifyEffort {
  std::uint64_t states = 2'000'000;
  std::uint64_t nodes = 100'000'000;       ///< Per question to the bounded search.
  std::uint64_t proof_nodes = 10'000'000;  ///< For proof-number search, per value.
};

/// Verifies in parallel. Writes the certificates into `folder` unless it is empty. Returns the exit
/// code: 1 if a claim is refuted or a position occurs twice, 3 if a limit left a claim undecided.
/// Throws InputError, FileError.
int verify_files(const std::vector<std::string>& files, const VerifyEffort& effort,
                 const std::string& folder, bool as_json);

}  // namespace onyx
