#include "experiments/boards/mpi/mpi_peers.h"

#include <algorithm>
#include <chrono>

#include "core/base/assert.h"

namespace onyx {
namespace {

/// MPI counts the bytes of a message in an int, so longer data need several messages.
constexpr std::size_t kMostBytes = std::size_t{1} << 30;
constexpr int kDataTag = 0;
constexpr int kFirstRoundTag = 2;
/// Tags repeat after this number of rounds, because MPI guarantees tags only up to 32767.
constexpr std::uint64_t kRoundTags = 16000;

// Constants of the heartbeat.
using Clock = std::chrono::steady_clock;
constexpr char kHere = 1;
constexpr char kLeaving = 2;
constexpr double kBeat = 1.0;  // seconds
/// Pause between polls. It also delays the end of the program by about as long.
constexpr std::chrono::milliseconds kLook{20};
/// Longest counted pause, in seconds. A longer pause means that this process was stopped.
constexpr double kMostCounted = 1.0;

/// Sleeps briefly after 300 polls; a yield could last for time slices of other processes.
class Patience {
 public:
  void pause() {
    if (++looks_ > 300) std::this_thread::sleep_for(std::chrono::microseconds(20));
  }

 private:
  int looks_ = 0;
};

bool is_done(MPI_Request& request) {
  int done = 0;
  MPI_Test(&request, &done, MPI_STATUS_IGNORE);  // also true for a null request
  return done != 0;
}

void wait_for(MPI_Request& request) {
  for (Patience patience; !is_done(request);) patience.pause();
}

/// Splits `bytes` into messages. Calls begin(at, count, request) for each, and waits for it.
template <class Begin>
void in_messages(std::size_t bytes, const Begin& begin) {
  for (std::size_t at = 0; at < bytes; at += kMostBytes) {
    MPI_Request request = MPI_REQUEST_NULL;
    begin(at, static_cast<int>(std::min(bytes - at, kMostBytes)), &request);
    wait_for(request);
  }
}

}  // namespace

MpiPeers::MpiPeers() {
  MPI_Comm_dup(MPI_COMM_WORLD, &comm_);
  MPI_Comm_rank(comm_, &rank_);
  MPI_Comm_size(comm_, &count_);
  MPI_Type_contiguous(sizeof(tier::Known), MPI_BYTE, &known_type_);
  MPI_Type_commit(&known_type_);
  for (Round& round : rounds_) {
    round.questions.resize(static_cast<std::size_t>(count_));
    round.answers.resize(static_cast<std::size_t>(count_));
  }
}

MpiPeers::~MpiPeers() {
  MPI_Type_free(&known_type_);
  MPI_Comm_free(&comm_);
}

int MpiPeers::ranks_here() const {
  MPI_Comm here = MPI_COMM_NULL;
  MPI_Comm_split_type(comm_, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
  int count = 1;
  MPI_Comm_size(here, &count);
  MPI_Comm_free(&here);
  return count;
}

void MpiPeers::broadcast(void* data, std::size_t bytes) {
  if (rank_ == 0) traffic_.other_bytes += bytes * static_cast<std::size_t>(count_ - 1);
  in_messages(bytes, [&](std::size_t at, int count, MPI_Request* request) {
    MPI_Ibcast(static_cast<char*>(data) + at, count, MPI_BYTE, 0, comm_, request);
  });
}

void MpiPeers::combine(std::vector<std::uint64_t>& numbers, MPI_Op operation) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(numbers.size()), MPI_UINT64_T,
                 operation, comm_, &request);
  wait_for(request);
}

void MpiPeers::greatest(std::vector<std::uint64_t>& numbers) { combine(numbers, MPI_MAX); }
void MpiPeers::add_up(std::vector<std::uint64_t>& numbers) { combine(numbers, MPI_SUM); }

void MpiPeers::send(int to, const void* data, std::size_t bytes) {
  traffic_.other_bytes += bytes;
  in_messages(bytes, [&](std::size_t at, int count, MPI_Request* request) {
    MPI_Isend(static_cast<const char*>(data) + at, count, MPI_BYTE, to, kDataTag, comm_, request);
  });
}

void MpiPeers::receive(int from, void* data, std::size_t bytes) {
  in_messages(bytes, [&](std::size_t at, int count, MPI_Request* request) {
    MPI_Irecv(static_cast<char*>(data) + at, count, MPI_BYTE, from, kDataTag, comm_, request);
  });
}

void MpiPeers::ask(const std::vector<std::vector<std::uint32_t>>& questions) {
  ONYX_ASSERT(questions.size() == static_cast<std::size_t>(count_));
  ONYX_ASSERT(begun_ - finished_ < 2);
  Round& round = rounds_[begun_ % 2];
  round.tag = kFirstRoundTag + 2 * static_cast<int>(begun_ % kRoundTags);
  round.told.clear();
  round.told_count = 0;
  round.requests.clear();
  for (int rank = 0; rank < count_; ++rank) {
    if (rank == rank_) continue;
    const auto at = static_cast<std::size_t>(rank);
    std::vector<std::uint32_t>& asked = round.questions[at];
    asked = questions[at];
    const auto count = static_cast<int>(asked.size());
    round.answers[at].clear();
    round.answers[at].resize(asked.size());
    if (count > 0) {
      MPI_Irecv(round.answers[at].data(), count, known_type_, rank, round.tag + 1, comm_,
                &round.requests.emplace_back());
    }
    // Send even an empty message, because the other rank waits for one.
    MPI_Isend(asked.data(), count, MPI_UINT32_T, rank, round.tag, comm_,
              &round.requests.emplace_back());
    traffic_.questions += asked.size();
    traffic_.exchanged_bytes += asked.size() * sizeof(std::uint32_t);
  }
  ++begun_;
}

void MpiPeers::answer_round(Round& round, const Answer& answer) {
  while (round.told_count + 1 < count_) {
    int has_come = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status = {};
    MPI_Improbe(MPI_ANY_SOURCE, round.tag, comm_, &has_come, &message, &status);
    if (has_come == 0) return;
    int count = 0;
    MPI_Get_count(&status, MPI_UINT32_T, &count);
    Told& told = round.told.emplace_back();
    told.questions.resize(static_cast<std::size_t>(count));
    MPI_Mrecv(told.questions.data(), count, MPI_UINT32_T, &message, MPI_STATUS_IGNORE);
    ++round.told_count;
    if (count == 0) continue;
    told.answers.resize(told.questions.size());
    answer(told.questions.data(), told.questions.size(), told.answers.data());
    MPI_Isend(told.answers.data(), count, known_type_, status.MPI_SOURCE, round.tag + 1, comm_,
              &told.sent);
    traffic_.exchanged_bytes += told.answers.size() * sizeof(tier::Known);
  }
}

void MpiPeers::answer_what_has_come(const Answer& answer) {
  for (std::uint64_t round = finished_; round < begun_; ++round) {
    answer_round(rounds_[round % 2], answer);
  }
}

bool MpiPeers::is_finished(Round& round) {
  int are_done = 0;
  MPI_Testall(static_cast<int>(round.requests.size()), round.requests.data(), &are_done,
              MPI_STATUSES_IGNORE);
  if (are_done == 0 || round.told_count + 1 < count_) return false;
  return std::ranges::all_of(round.told, [](Told& told) { return is_done(told.sent); });
}

const std::vector<BigArray<tier::Known>>& MpiPeers::finish_round(const Answer& answer) {
  ONYX_ASSERT(finished_ < begun_);
  Round& round = rounds_[finished_ % 2];
  answer_what_has_come(answer);
  for (Patience patience; !is_finished(round); answer_what_has_come(answer)) patience.pause();
  ++finished_;
  return round.answers;
}

Heartbeat::Heartbeat(double seconds, WhenSilent when_silent)
    : seconds_(seconds), when_silent_(std::move(when_silent)) {
  ONYX_ASSERT(seconds > 0);
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

/// Requires that the previous message to `other` has been sent.
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
