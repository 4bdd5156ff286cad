// The messages between the ranks of a distributed tier (distributed_tier.h). The engine knows no
// more of messages than this interface; experiments/boards/mpi implements it with MPI.
//
// All ranks call all functions in the same order. A failed message ends the program everywhere.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/big_array.h"
#include "solver/engine/tier/kernel/kernel.h"

namespace onyx {

/// The messages sent by this rank alone.
struct PeerTraffic {
  std::uint64_t questions = 0;        ///< Questions asked.
  std::uint64_t exchanged_bytes = 0;  ///< Questions and answers, sent.
  std::uint64_t other_bytes = 0;      ///< All other messages, sent.
};

class Peers {
 public:
  virtual ~Peers() = default;

  virtual int rank() const = 0;
  virtual int count() const = 0;

  /// Copies the data of rank 0 to all other ranks.
  virtual void broadcast(void* data, std::size_t bytes) = 0;
  /// Replaces each number by the greatest, or the sum, of those that the ranks have there.
  virtual void greatest(std::vector<std::uint64_t>& numbers) = 0;
  virtual void add_up(std::vector<std::uint64_t>& numbers) = 0;
  /// Between two ranks; the receiver knows how many bytes will come.
  virtual void send(int to, const void* data, std::size_t bytes) = 0;
  virtual void receive(int from, void* data, std::size_t bytes) = 0;

  // In a *round*, every rank asks every other rank some questions (tier::Question::what), maybe
  // none, and works on. Now and then it answers the questions that have arrived. At last it takes
  // the answers to its own. A second round may begin before the first one has ended.

  using Answer =
      std::function<void(const std::uint32_t* questions, std::size_t count, tier::Known* answers)>;
  /// Begins a round. The questions are given by rank, with none for this rank itself.
  virtual void ask(const std::vector<std::vector<std::uint32_t>>& questions) = 0;
  /// Answers the questions that have arrived, for the rounds that this rank itself has begun.
  virtual void answer_what_has_come(const Answer& answer) = 0;
  /// Ends the older round: waits until this rank and all other ranks have their answers. Returns
  /// the answers by rank, in the order of the questions; they stay valid until the next call.
  virtual const std::vector<BigArray<tier::Known>>& finish_round(const Answer& answer) = 0;

  const PeerTraffic& traffic() const { return traffic_; }

 protected:
  PeerTraffic traffic_;
};

}  // namespace onyx
