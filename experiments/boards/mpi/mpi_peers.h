// Ranks of an MPI program as peers (solver/engine/tier/distributed/peers.h).
//
// Every wait polls, soon with pauses of 20 microseconds, which leave the processor to others. An
// error of MPI ends the program on all ranks, by MPI's own handler.
#pragma once

#include <mpi.h>

#include <atomic>
#include <functional>
#include <list>
#include <thread>

#include "solver/engine/tier/distributed/peers.h"

namespace onyx {

class MpiPeers final : public Peers {
 public:
  /// To be used between MPI_Init and MPI_Finalize. Collective.
  MpiPeers();
  ~MpiPeers() override;
  MpiPeers(const MpiPeers&) = delete;
  MpiPeers& operator=(const MpiPeers&) = delete;

  int rank() const override { return rank_; }
  int count() const override { return count_; }
  void broadcast(void* data, std::size_t bytes) override;
  void greatest(std::vector<std::uint64_t>& numbers) override;
  void add_up(std::vector<std::uint64_t>& numbers) override;
  void send(int to, const void* data, std::size_t bytes) override;
  void receive(int from, void* data, std::size_t bytes) override;
  void ask(const std::vector<std::vector<std::uint32_t>>& questions) override;
  void answer_what_has_come(const Answer& answer) override;
  const std::vector<BigArray<tier::Known>>& finish_round(const Answer& answer) override;
  /// The number of ranks on this machine.
  int ranks_here() const;

 private:
  /// The questions of another rank, and the answers sent to it.
  struct Told {
    std::vector<std::uint32_t> questions;
    BigArray<tier::Known> answers;
    MPI_Request sent = MPI_REQUEST_NULL;
  };
  struct Round {
    int tag = 0;  ///< The tag of questions; tag + 1 is for answers.
    std::vector<std::vector<std::uint32_t>> questions;
    std::vector<BigArray<tier::Known>> answers;
    std::vector<MPI_Request> requests;
    std::list<Told> told;  ///< In any order. A list, so that none moves while it is sent.
    int told_count = 0;
  };

  void combine(std::vector<std::uint64_t>& numbers, MPI_Op operation);
  void answer_round(Round& round, const Answer& answer);
  bool is_finished(Round& round);

  MPI_Comm comm_ = MPI_COMM_NULL;
  MPI_Datatype known_type_ = MPI_DATATYPE_NULL;
  int rank_ = 0;
  int count_ = 1;
  Round rounds_[2];  ///< By round number modulo 2, so that memory is reused.
  std::uint64_t begun_ = 0;
  std::uint64_t finished_ = 0;
};

/// Detects dead ranks that MPI does not report: a message to a host that is cut off waits for ever.
///
/// A thread of each rank sends a sign of life every second: the other ranks to rank 0, rank 0 to
/// all others. So the ranks on both sides of a broken connection notice the silence, and a rank may
/// compute for any time without sending other messages.
class Heartbeat {
 public:
  /// Called once, on the thread of the heartbeat, with a rank that was silent for too long.
  using WhenSilent = std::function<void(int rank)>;

  /// Collective; MPI must grant MPI_THREAD_MULTIPLE. `seconds`: the longest allowed silence, more
  /// than 0. Time during which this process itself was stopped does not count.
  Heartbeat(double seconds, WhenSilent when_silent);
  /// Collective: returns when all ranks have called it.
  ~Heartbeat();
  Heartbeat(const Heartbeat&) = delete;
  Heartbeat& operator=(const Heartbeat&) = delete;

 private:
  /// A rank that exchanges signs of life with this rank.
  struct Other {
    int rank = 0;
    char heard = 0;
    MPI_Request receiving = MPI_REQUEST_NULL;
    char said = 0;
    MPI_Request sending = MPI_REQUEST_NULL;
    double silent = 0;  ///< Seconds.
    bool has_left = false;
  };

  void beat_until_all_leave();
  void listen(Other& other);
  void say(Other& other, char word);

  const double seconds_;
  const WhenSilent when_silent_;
  MPI_Comm comm_ = MPI_COMM_NULL;
  std::vector<Other> others_;  ///< Never resized: pending messages point into it.
  std::atomic<bool> leaves_{false};
  std::thread thread_;
};

}  // namespace onyx
