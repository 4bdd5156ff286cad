// The messages between the ranks of a distributed tier, implemented in experiments/boards/mpi. All
// ranks make the collective calls in the same order. A failed message ends all ranks.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/big_array.h"
#include "solver/engine/tier/kernel/kernel.h"

namespace onyx {

/// Statistics of the messages sent by this rank.
struct PeerTraffic {
  std::uint64_t questions = 0;
  std::uint64_t exchanged_bytes = 0;  ///< Questions and answers.
  std::uint64_t other_bytes = 0;      ///< All other messages.
};

class Peers {
 public:
  virtual ~Peers() = default;

  virtual int rank() const = 0;
  virtual int count() const = 0;

  virtual void broadcast(void* data, std::size_t bytes) = 0;
  /// Replaces each number by its maximum over all ranks; add_up(), by its sum over all ranks.
  virtual void greatest(std::vector<std::uint64_t>& numbers) = 0;
  virtual void add_up(std::vector<std::uint64_t>& numbers) = 0;
  /// The receiver must know how many bytes to expect.
  virtual void send(int to, const void* data, std::size_t bytes) = 0;
  virtual void receive(int from, void* data, std::size_t bytes) = 0;

  // In a *round*, every rank asks other ranks any number of questions (tier::Question::what),
  // continues its work, answers from time to time, and finally takes its answers. Two rounds may
  // overlap.

  using Answer =
      std::function<void(const std::uint32_t* questions, std::size_t count, tier::Known* answers)>;
  /// Begins a round. questions[i] are the questions to rank i; empty for this rank.
  virtual void ask(const std::vector<std::vector<std::uint32_t>>& questions) = 0;
  /// Answers the questions that have arrived in rounds that this rank has begun.
  virtual void answer_what_has_come(const Answer& answer) = 0;
  /// Ends the older round: waits until all ranks have their answers. Element i of the result holds
  /// the answers of rank i, in the order of the questions to it. Valid until the next call.
  virtual const std::vector<BigArray<tier::Known>>& finish_round(const Answer& answer) = 0;

  const PeerTraffic& traffic() const { return traffic_; }

 protected:
  PeerTraffic traffic_;
};

}  // namespace onyx
