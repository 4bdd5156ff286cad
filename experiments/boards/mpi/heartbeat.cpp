#include "experiments/boards/mpi/heartbeat.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace onyx {
namespace {

using Clock = std::chrono::steady_clock;

constexpr char kHere = 1;
constexpr char kLeaving = 2;

constexpr double kBeat = 1.0;  // seconds
/// The time between two polls. Leaving takes about as long.
constexpr std::chrono::milliseconds kLook{20};
/// The most that one poll interval counts as silence. A longer interval means that this process was
/// stopped; the others may well have sent signs of life meanwhile.
constexpr double kMostCounted = 1.0;

bool is_done(MPI_Request& request) {
  int done = 0;
  MPI_Test(&request, &done, MPI_STATUS_IGNORE);  // also true for a null request
  return done != 0;
}

}  // namespace

Heartbeat::Heartbeat(double seconds, WhenSilent when_silent)
    : seconds_(seconds), when_silent_(std::move(when_silent)) {
  int rank = 0;
  int count = 0;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm_);
  MPI_Comm_rank(comm_, &rank);
  MPI_Comm_size(comm_, &count);
  const int first = rank == 0 ? 1 : 0;
  const int end = rank == 0 ? count : 1;
  others_.resize(static_cast<std::size_t>(end - first));
  for (int other = first; other < end; ++other) {
    others_[static_cast<std::size_t>(other - first)].rank = other;
  }
  thread_ = std::thread([this] { beat_until_all_leave(); });
}

Heartbeat::~Heartbeat() {
  leaves_ = true;
  thread_.join();
  MPI_Comm_free(&comm_);
}

/// Receives all pending signs of life. After kLeaving, `other` sends no more.
void Heartbeat::listen(Other& other) {
  while (!other.has_left) {
    if (other.receiving == MPI_REQUEST_NULL) {
      MPI_Irecv(&other.heard, 1, MPI_CHAR, other.rank, 0, comm_, &other.receiving);
    }
    if (!is_done(other.receiving)) return;
    other.silent = 0;
    other.has_left = other.heard == kLeaving;
  }
}

/// The previous message to `other` must have been sent.
void Heartbeat::say(Other& other, char word) {
  other.said = word;
  MPI_Isend(&other.said, 1, MPI_CHAR, other.rank, 0, comm_, &other.sending);
}

void Heartbeat::beat_until_all_leave() {
  Clock::time_point before = Clock::now();
  double since_beat = kBeat;
  for (;;) {
    const Clock::time_point now = Clock::now();
    const double passed =
        std::min(std::chrono::duration<double>(now - before).count(), kMostCounted);
    before = now;
    since_beat += passed;
    const bool is_leaving = leaves_;
    const bool is_time = since_beat >= kBeat;
    if (is_time) since_beat = 0;
    bool all_have_left = true;
    for (Other& other : others_) {
      other.silent += passed;
      listen(other);
      if (!other.has_left && other.silent > seconds_) return when_silent_(other.rank);
      const bool is_said = is_done(other.sending);
      if (is_said && other.said != kLeaving && (is_leaving || is_time)) {
        say(other, is_leaving ? kLeaving : kHere);
      }
      all_have_left &= other.has_left && other.said == kLeaving && is_done(other.sending);
    }
    if (all_have_left) return;
    std::this_thread::sleep_for(kLook);
  }
}

}  // namespace onyx
