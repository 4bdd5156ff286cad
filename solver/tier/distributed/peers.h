// What the ranks of a tier that is distributed over them (distributed_tier.h) say to each other.
// The engine knows no more of messages than this; experiments/boards/mpi has it for MPI.
//
// All ranks call everything here in the same order. What goes wrong with a message ends the program
// on all ranks.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/big_array.h"
#include "solver/tier/kernel/kernel.h"

namespace onyx {

/// What was said, by this rank alone.
struct PeerTraffic {
  std::uint64_t questions = 0;        ///< Asked.
  std::uint64_t exchanged_bytes = 0;  ///< Questions and answers, sent.
  std::uint64_t other_bytes = 0;      ///< All else, sent.
};

class Peers {
 public:
  virtual ~Peers() = default;

  virtual int rank() const = 0;
  virtual int count() const = 0;

  /// Rank 0 says, the others hear.
  virtual void broadcast(void* data, std::size_t bytes) = 0;
  /// Each number becomes the greatest, or the sum, of those that the ranks have there.
  virtual void greatest(std::vector<std::uint64_t>& numbers) = 0;
  virtual void add_up(std::vector<std::uint64_t>& numbers) = 0;
  /// From one rank to another, which knows how much will come.
  virtual void send(int to, const void* data, std::size_t bytes) = 0;
  virtual void receive(int from, void* data, std::size_t bytes) = 0;

  // A *round*: every rank asks every other one some questions (tier::Question::what), maybe none,
  // and goes on with its work, answering now and then what has come; and then takes the answers to
  // its own. A second round may begin before the first one has ended.

  using Answer =
      std::function<void(const std::uint32_t* questions, std::size_t count, tier::Known* answers)>;
  /// Begins a round. By rank; none to the rank itself.
  virtual void ask(const std::vector<std::vector<std::uint32_t>>& questions) = 0;
  /// Answers what has come of the rounds that have begun here.
  virtual void answer_what_has_come(const Answer& answer) = 0;
  /// Ends the older round: waits for its answers, by rank in the order of the questions, and until
  /// all others have theirs. They stay valid until the next call.
  virtual const std::vector<BigArray<tier::Known>>& finish_round(const Answer& answer) = 0;

  const PeerTraffic& traffic() const { return traffic_; }

 protected:
  PeerTraffic traffic_;
};

}  // namespace onyx
