// Implements `onyx puzzles --verify`: proves each puzzle again from scratch, and prints a line for
// each that fails.
//
// Values: proof-number search finds the value of the position and of the position after each wrong
// first move. (Composing does not use this engine.) The values must equal the claims, and the
// referee must accept the certificates, including the game that leads to the position.
//
// Distances: the explorer finds them by visiting all reachable positions. If there are too many, a
// fresh bounded search finds the distances. From them, the verifier derives the solution, themes,
// measures, difficulty and id again, and compares them with the file. It also plays the winning
// strategy against all defences, to verify that the win takes no more plies than claimed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace onyx {

struct VerifyEffort {
  std::uint64_t states = 2'000'000;
  std::uint64_t nodes = 100'000'000;       ///< Node limit per query of the bounded search.
  std::uint64_t proof_nodes = 10'000'000;  ///< Node limit per proof-number search.
};

/// Verifies the puzzles in parallel. Writes the certificates into `folder`, unless it is "".
/// Returns the exit code: 1 if a claim is refuted or a position occurs twice, 3 if a limit left a
/// claim undecided. Throws InputError, FileError.
int verify_files(const std::vector<std::string>& files, const VerifyEffort& effort,
                 const std::string& folder, bool as_json);

}  // namespace onyx
