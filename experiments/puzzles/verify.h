// Proves a puzzle again from nothing.
//
// Values: the proof-number search (solver/proof_number/), which composing does not use, decides who
// wins the position and the position after each wrong first move, or that it is a draw. What it
// finds must be what is claimed, and the strategies behind it make a certificate, which the
// independent checker must accept (solver/referee/referee.h). The game that leads to the
// position is part of it.
//
// Plies: the explorer takes everything that can be reached from the position, if it is not too
// much, and retrograde analysis its distances; elsewhere the bounded search starts afresh. With
// these the whole solution is written again and compared, word by word: the tree, the main line,
// the wrong moves with their distances and refutations, themes, measures, difficulty (with the
// effort that the file names) and the id. A winning strategy from there is played out against all
// defences, to see that it takes no more plies than the demand, and is certified and checked too.
// Of who all this is done for the value, plies and main line with the other side to move as well.
#pragma once

#include <optional>

#include "core/base/stop.h"
#include "experiments/puzzles/puzzle.h"

namespace onyx {

/// What each question may cost.
struct VerifyEffort {
  std::uint64_t states = 2'000'000;        ///< For the explorer.
  std::uint64_t nodes = 100'000'000;       ///< For each question to the bounded search.
  std::uint64_t proof_nodes = 10'000'000;  ///< For each value.
};

enum class Verified : std::uint8_t { confirmed, refuted, unknown };

struct Verification {
  Verified verdict = Verified::unknown;
  std::string why;                ///< What is wrong, or which limit was met.
  std::string engine;             ///< What gave the values.
  int certificates = 0;           ///< Accepted by the checker.
  std::uint64_t entries = 0;      ///< Positions in their strategies.
  std::vector<Certificate> kept;  ///< If asked for.
};

/// On one thread.
Verification verify(const Puzzle& puzzle, const VerifyEffort& effort, bool keeps_certificates,
                    Interrupt interrupt = {});

}  // namespace onyx
