// Finds out that a rank is not there any more where nothing else does: where its host has lost
// power or is cut off, a message to it waits for ever, and so would all ranks.
//
// A thread of each rank says every second that it is there: those of the others to rank 0, that of
// rank 0 to all others. So every rank hears of a silence, on whichever side of a cut it is, and it
// does not matter how long a rank works without a word to the others.
#pragma once

#include <mpi.h>

#include <atomic>
#include <functional>
#include <thread>
#include <vector>

namespace onyx {

class Heartbeat {
 public:
  /// Called once, on the thread of the heartbeat, with a rank that was not heard for so long.
  using WhenSilent = std::function<void(int rank)>;

  /// Collective; MPI must grant MPI_THREAD_MULTIPLE. `seconds`: the longest silence, more than 0.
  /// Time in which this process itself was stopped does not count.
  Heartbeat(double seconds, WhenSilent when_silent);
  /// Collective: returns when all have come to this.
  ~Heartbeat();
  Heartbeat(const Heartbeat&) = delete;
  Heartbeat& operator=(const Heartbeat&) = delete;

 private:
  /// One that says to this rank that it is there.
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
  std::vector<Other> others_;  ///< Not resized: messages under way point into it.
  std::atomic<bool> leaves_{false};
  std::thread thread_;
};

}  // namespace onyx
