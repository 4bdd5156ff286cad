// Detects dead ranks that MPI does not report: if a host has lost power or is cut off, a message to
// it waits for ever, and so would all ranks.
//
// A thread of each rank sends a sign of life every second: the other ranks to rank 0, rank 0
// to all others. So every rank notices a silence, on either side of a cut, and a rank may work for
// any time without a message to the others.
#pragma once

#include <mpi.h>

#include <atomic>
#include <functional>
#include <thread>
#include <vector>

namespace onyx {

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
