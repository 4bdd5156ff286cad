#include "experiments/files/folder_lock.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/base/json_fields.h"
#include "experiments/files/process_name.h"

namespace onyx {

namespace {

using Clock = std::chrono::steady_clock;
constexpr const char* kLockName = "run.lock";
constexpr auto kBetweenCounts = std::chrono::seconds(20);
constexpr auto kBetweenLooks = std::chrono::milliseconds(200);
/// Always so long: it is written over, never cut.
constexpr std::size_t kRecordBytes = 256;

/// What the file says of its holder.
struct LockRecord {
  ProcessName process;
  std::string since;
  bool is_shared = false;
  std::string text;  ///< All of it.

  std::string holder() const {
    return fmt::format("process {} on {}, since {}", process.number, process.host, since);
  }
};

/// Nothing if nobody holds the file, or what is in it was not written whole.
std::optional<LockRecord> record_in(const Descriptor& file) {
  std::array<char, kRecordBytes> bytes{};
  const ssize_t got = ::pread(file.number(), bytes.data(), bytes.size(), 0);
  if (got <= 0) return {};
  LockRecord record;
  record.text.assign(bytes.data(), static_cast<std::size_t>(got));
  try {
    const auto json = parse_json(record.text);
    const JsonFields fields(json);
    const auto process = parse_process_name(fields.text("process"));
    if (!process) return {};
    record.process = *process;
    record.since = fields.text("since");
    record.is_shared = fields.text("kind") == "shared";
  } catch (const FieldError&) {
    return {};
  }
  // What others wrote is printed: nothing but digits and what stands between them.
  if (record.since.find_first_not_of("0123456789-: UTC") != std::string::npos) return {};
  return record;
}

bool is_locked_by_another(const Descriptor& file, FolderLock::Kind kind) {
  const int operation = (kind == FolderLock::Kind::alone ? LOCK_EX : LOCK_SH) | LOCK_NB;
  int failed = 0;
  do {
    failed = ::flock(file.number(), operation);
  } while (failed != 0 && errno == EINTR);
  // Where the file system knows no locks, what is in the file has to do.
  return failed != 0 && errno == EWOULDBLOCK;
}

Descriptor open_lock(const std::filesystem::path& path) {
  Descriptor file(
      ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0666));
  if (file.is_open()) return file;
  if (errno == ELOOP) {
    throw FileError(fmt::format("'{}' is a link; remove it", path.string()));
  }
  fail("write", path);
}

/// Tries to become the holder of one file.
class Taker {
 public:
  Taker(const std::filesystem::path& path, FolderLock::Kind kind, const LockPatience& patience)
      : path_(path), kind_(kind), patience_(patience) {}

  Descriptor take() {
    for (;;) {
      Descriptor file = open_lock(path_);
      if (is_locked_by_another(file, kind_)) {
        wait_for(record_in(file));
        continue;
      }
      // Before it was locked, its holder may have removed it.
      if (!file.is_at(path_)) continue;
      const std::optional<LockRecord> record = record_in(file);
      if (record && is_alive(*record)) {
        wait_for(record);
      } else if (file.is_at(path_)) {
        return file;
      }
    }
  }

 private:
  bool should_stop() const { return patience_.should_stop && patience_.should_stop(); }

  void say(const std::string& text) {
    if (!has_spoken_ && patience_.say) patience_.say(text);
    has_spoken_ = true;
  }

  void wait_for(const std::optional<LockRecord>& record) {
    const std::string holder = record ? " (" + record->holder() + ")" : "";
    const std::string folder = path_.parent_path().string();
    if (!patience_.waits || should_stop()) {
      throw FolderInUse(
          fmt::format("another run{} is at work in '{}'; wait until it ends, or use another folder",
                      holder, folder));
    }
    say(fmt::format("waiting for another run{} in '{}'", holder, folder));
    std::this_thread::sleep_for(kBetweenLooks);
  }

  /// Of a holder whose lock, if it has one, is not seen here.
  bool is_alive(const LockRecord& record) {
    if (record.is_shared && kind_ == FolderLock::Kind::shared) return false;
    if (record.process == this_process() || is_gone(record.process)) return false;
    say(fmt::format("looking for {} s whether another run ({}) is still at work in '{}'",
                    patience_.silence, record.holder(), path_.parent_path().string()));
    const auto end = Clock::now() + std::chrono::duration<double>(patience_.silence);
    while (Clock::now() < end) {
      if (should_stop()) return true;
      std::this_thread::sleep_for(kBetweenLooks);
      // Opened anew: some file systems look only then whether a file has changed.
      const std::optional<LockRecord> now = record_in(open_lock(path_));
      if (!now) return false;
      if (now->text != record.text) return true;
    }
    return false;
  }

  const std::filesystem::path& path_;
  const FolderLock::Kind kind_;
  const LockPatience& patience_;
  bool has_spoken_ = false;
};

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder, Kind kind, const LockPatience& patience)
    : path_(folder / kLockName),
      kind_(kind),
      since_(fmt::format("{:%Y-%m-%d %H:%M:%S} UTC", fmt::gmtime(std::time(nullptr)))),
      file_(Taker(path_, kind, patience).take()) {
  write_record();
  try {
    counter_ = std::thread([this] { count_up(); });
  } catch (const std::system_error&) {
    // Without a thread that counts, other hosts may take this run for dead, and do its work, too.
  }
}

FolderLock::~FolderLock() {
  {
    const std::scoped_lock lock(mutex_);
    is_ending_ = true;
  }
  ending_.notify_all();
  if (counter_.joinable()) counter_.join();
  const std::optional<LockRecord> record = record_in(file_);
  // Somebody may have taken this run for dead.
  if (!record || record->process != this_process()) return;
  if (kind_ == Kind::alone && file_.is_at(path_)) {
    ::unlink(path_.c_str());
  } else {
    // If not, whoever comes next looks whether this process is still there.
    if (::ftruncate(file_.number(), 0) != 0) return;
  }
}

void FolderLock::write_record() {
  const nlohmann::ordered_json json{{"process", to_text(this_process())},
                                    {"since", since_},
                                    {"kind", kind_ == Kind::alone ? "alone" : "shared"},
                                    {"count", count_++}};
  std::string text = json.dump();
  text.resize(kRecordBytes - 1, ' ');
  text += '\n';
  // What cannot be written, as on a full disk, is missed by others only: the lock is held.
  if (::pwrite(file_.number(), text.data(), text.size(), 0) < 0) return;
}

void FolderLock::count_up() {
  std::unique_lock lock(mutex_);
  while (!ending_.wait_for(lock, kBetweenCounts, [this] { return is_ending_; })) {
    const std::optional<LockRecord> record = record_in(file_);
    const bool is_taken = record && record->process != this_process();
    if (is_taken && kind_ == Kind::alone) return;
    write_record();
  }
}

}  // namespace onyx
