#include "experiments/support/machine.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <latch>
#include <memory>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include "core/base/ascii.h"
#include "experiments/support/output.h"

namespace onyx {
namespace {

namespace fs = std::filesystem;
using Number = std::optional<std::uint64_t>;

void lower(Number& least, Number other) {
  if (other) least = std::min(least.value_or(*other), *other);
}

Number number_in(const fs::path& path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  if (file >> number) return number;
  return std::nullopt;  // no such file, "max", or -1
}

/// Returns the number after the name `wanted` in a file with lines "NAME NUMBER".
Number number_in(const fs::path& path, std::string_view wanted) {
  std::ifstream file(path);
  std::string name;
  std::uint64_t number = 0;
  std::string rest;
  while (file >> name >> number && std::getline(file, rest)) {
    if (name == wanted) return number;
  }
  return std::nullopt;
}

/// A control group (cgroup), with version 1 or 2 of the interface.
struct Group {
  fs::path folder;
  bool is_version_2 = false;
};

/// Returns the process's control groups for a controller, and all their ancestors, because each of
/// them may set a limit.
std::vector<Group> groups_of(const fs::path& root, const std::string& controller) {
  std::vector<Group> groups;
  std::ifstream file(root / "proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    // A line is "0::/path" in version 2, "4:cpu,cpuacct:/path" in version 1.
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const bool is_version_2 = controllers.empty();
    const bool is_listed =
        ("," + controllers + ",").find("," + controller + ",") != std::string::npos;
    if (!is_version_2 && !is_listed) continue;
    const fs::path top = root / "sys/fs/cgroup" / (is_version_2 ? "" : controller);
    for (fs::path path = fs::path(line.substr(second + 1)).relative_path();;
         path = path.parent_path()) {
      groups.push_back({top / path, is_version_2});
      if (path.empty()) break;
    }
  }
  return groups;
}

Number room_in_groups(const fs::path& root) {
  Number least;
  for (const auto& [folder, is_version_2] : groups_of(root, "memory")) {
    const Number limit =
        number_in(folder / (is_version_2 ? "memory.max" : "memory.limit_in_bytes"));
    if (!limit) continue;
    std::uint64_t used =
        number_in(folder / (is_version_2 ? "memory.current" : "memory.usage_in_bytes")).value_or(0);
    const std::string prefix = is_version_2 ? "" : "total_";
    for (const char* const kind : {"inactive_file", "active_file"}) {
      used -= std::min(used, number_in(folder / "memory.stat", prefix + kind).value_or(0));
    }
    lower(least, *limit - std::min(*limit, used));
  }
  return least;
}

Number threads_in_groups(const fs::path& root) {
  Number least;
  for (const auto& [folder, is_version_2] : groups_of(root, "cpu")) {
    // Quota and period are in microseconds; a quota of two periods allows two processors.
    std::int64_t quota = 0;
    std::uint64_t period = 0;
    std::ifstream file(folder / (is_version_2 ? "cpu.max" : "cpu.cfs_quota_us"));
    file >> quota;  // may be "max" or -1: no limit
    if (is_version_2) {
      file >> period;
    } else {
      period = number_in(folder / "cpu.cfs_period_us").value_or(0);
    }
    if (quota > 0 && period > 0) {
      lower(least, (static_cast<std::uint64_t>(quota) + period - 1) / period);
    }
  }
  return least;
}

/// Returns a positive number from the environment; nothing for 0, which is Slurm's "no limit".
Number variable(const char* name) {
  const char* const text = std::getenv(name);
  return text == nullptr ? std::nullopt : parse_number(text, std::uint64_t{1}, UINT64_MAX);
}

Number memory_of_job() {
  constexpr std::uint64_t kMegabyte = std::uint64_t{1} << 20;
  constexpr std::uint64_t kMost = std::uint64_t{1} << 40;  // megabytes; avoids an overflow
  if (const Number all = variable("SLURM_MEM_PER_NODE")) return std::min(*all, kMost) * kMegabyte;
  const Number each = variable("SLURM_MEM_PER_CPU");
  if (!each) return std::nullopt;
  const std::uint64_t processors = variable("SLURM_CPUS_ON_NODE").value_or(1);
  return std::min(*each, kMost >> 16) * std::min<std::uint64_t>(processors, 1 << 16) * kMegabyte;
}

Number threads_of_job() {
  const Number of_task = variable("SLURM_CPUS_PER_TASK");
  return of_task ? of_task : variable("SLURM_CPUS_ON_NODE");
}

Number threads_by_affinity() {
  // Grow the set, because machines may have more than CPU_SETSIZE processors.
  for (std::size_t room = CPU_SETSIZE; room <= std::size_t{1} << 20; room *= 2) {
    const std::size_t bytes = CPU_ALLOC_SIZE(room);
    const std::unique_ptr<cpu_set_t, void (*)(cpu_set_t*)> set(
        CPU_ALLOC(room), [](cpu_set_t* allocated) { CPU_FREE(allocated); });
    if (!set) return std::nullopt;
    if (sched_getaffinity(0, bytes, set.get()) == 0) {
      return static_cast<std::uint64_t>(CPU_COUNT_S(bytes, set.get()));
    }
  }
  return std::nullopt;
}

/// Each requested thread needs one oneTBB thread and one thread of proof-number search. A few more
/// threads watch clocks and locks.
constexpr int kThreadsForEach = 2;
constexpr int kThreadsBeside = 2;

/// Counts the threads that can run besides the calling thread, up to `wished`.
int threads_given(int wished) {
  std::latch end(1);
  std::vector<std::thread> threads;
  threads.reserve(static_cast<std::size_t>(wished));
  try {
    while (static_cast<int>(threads.size()) < wished) threads.emplace_back([&] { end.wait(); });
  } catch (const std::system_error&) {
  }
  end.count_down();
  for (std::thread& thread : threads) thread.join();
  return static_cast<int>(threads.size());
}

}  // namespace

std::uint64_t available_memory(const fs::path& root) {
  constexpr std::uint64_t kUnknown = std::uint64_t{4} << 30;
  Number least = number_in(root / "proc/meminfo", "MemAvailable:");
  if (least) *least *= 1024;
  lower(least, room_in_groups(root));
  lower(least, memory_of_job());
  return least.value_or(kUnknown);
}

int available_threads(const fs::path& root) {
  Number least = threads_by_affinity();
  lower(least, threads_in_groups(root));
  lower(least, threads_of_job());
  if (!least) least = std::thread::hardware_concurrency();
  constexpr std::uint64_t kMost = 1 << 16;
  return static_cast<int>(std::clamp<std::uint64_t>(*least, 1, kMost));
}

int threads_to_use(int wished) {
  if (wished <= 1) return 1;
  const int given = threads_given(kThreadsForEach * wished + kThreadsBeside);
  return std::clamp((given - kThreadsBeside) / kThreadsForEach, 1, wished);
}

bool is_lack_of_threads(const std::exception& error) {
  const auto* const system = dynamic_cast<const std::system_error*>(&error);
  if (system != nullptr) return system->code() == std::errc::resource_unavailable_try_again;
  return std::string_view(error.what()).starts_with("pthread_create");  // oneTBB's message
}

void end_cleanly_without_threads() {
  std::set_terminate([] {
    try {
      if (const auto thrown = std::current_exception()) std::rethrow_exception(thrown);
    } catch (const std::exception& error) {
      notify("onyx: {}", error.what());
      if (is_lack_of_threads(error)) _exit(exit_code::kLimit);
    } catch (...) {
    }
    std::abort();
  });
}

}  // namespace onyx
