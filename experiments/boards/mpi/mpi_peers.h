// The ranks of an MPI program as peers (solver/engine/tier/distributed/peers.h). They wait by
// polling, with pauses of 20 microseconds. An MPI error ends the program on all ranks.
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
  /// Collective. Valid between MPI_Init and MPI_Finalize.
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
  /// Returns the number of ranks on this machine.
  int ranks_here() const;

 private:
  /// Questions received from another rank, and the answers sent back.
  struct Told {
    std::vector<std::uint32_t> questions;
    BigArray<tier::Known> answers;
    MPI_Request sent = MPI_REQUEST_NULL;
  };
  struct Round {
    int tag = 0;  ///< For questions; answers use tag + 1.
    std::vector<std::vector<std::uint32_t>> questions;
    std::vector<BigArray<tier::Known>> answers;
    std::vector<MPI_Request> requests;
    std::list<Told> told;  ///< A list, because messages being sent must not move.
    int told_count = 0;
  };

  void combine(std::vector<std::uint64_t>& numbers, MPI_Op operation);
  void answer_round(Round& round, const Answer& answer);
  bool is_finished(Round& round);

  MPI_Comm comm_ = MPI_COMM_NULL;
  MPI_Datatype known_type_ = MPI_DATATYPE_NULL;
  int rank_ = 0;
  int count_ = 1;
  Round rounds_[2];  ///< Round n uses rounds_[n % 2], to reuse memory.
  std::uint64_t begun_ = 0;
  std::uint64_t finished_ = 0;
};

/// Detects dead ranks that MPI does not report, for example when a host is cut off. Every second, a
/// thread of each rank sends a sign of life to rank 0, and rank 0 sends one to every other rank. So
/// both sides of a broken connection notice the break, even during long computations.
class Heartbeat {
 public:
  /// Called once, on the heartbeat's thread, with the rank that was silent.
  using WhenSilent = std::function<void(int rank)>;

  /// Collective; needs MPI_THREAD_MULTIPLE. `seconds` is the longest silence allowed and must be
  /// positive. If this process itself is stopped, at most one second of the stop counts.
  Heartbeat(double seconds, WhenSilent when_silent);
  /// Collective: waits until all ranks leave.
  ~Heartbeat();
  Heartbeat(const Heartbeat&) = delete;
  Heartbeat& operator=(const Heartbeat&) = delete;

 private:
  struct Other {
    int rank = 0;
    char heard = 0;
    MPI_Request receiving = MPI_REQUEST_NULL;
    char said = 0;
    MPI_Request sending = MPI_REQUEST_NULL;
    double silent = 0;  ///< Seconds of silence.
    bool has_left = false;
  };

  void beat_until_all_leave();
  void listen(Other& other);
  void say(Other& other, char word);

  const double seconds_;
  const WhenSilent when_silent_;
  MPI_Comm comm_ = MPI_COMM_NULL;
  std::vector<Other> others_;  ///< Do not resize, because pending messages point into it.
  std::atomic<bool> leaves_{false};
  std::thread thread_;
};

}  // namespace onyx
