#include "experiments/support/machine.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <string>

namespace onyx {
namespace {

std::optional<std::uint64_t> number_in(const std::string& path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  if (file >> number) return number;
  return std::nullopt;  // no such file, or the word "max"
}

std::optional<std::uint64_t> system_available() {
  std::ifstream file("/proc/meminfo");
  std::string name;
  std::uint64_t kilobytes = 0;
  std::string rest;
  while (file >> name >> kilobytes && std::getline(file, rest)) {
    if (name == "MemAvailable:") return kilobytes * 1024;
  }
  return std::nullopt;
}

/// The least room that this process's control group and its ancestors leave.
std::optional<std::uint64_t> group_available() {
  std::ifstream file("/proc/self/cgroup");
  std::string line;
  std::optional<std::uint64_t> least;
  while (std::getline(file, line)) {
    // Version 2 has the line "0::/path"; version 1 one for the controller "memory".
    const bool version_2 = line.rfind("0::", 0) == 0;
    if (!version_2 && line.find(":memory:") == std::string::npos) continue;
    std::string path = line.substr(line.rfind(':') + 1);
    const std::string root = version_2 ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory";
    for (;;) {
      const std::string folder = root + (path == "/" ? "" : path);
      const auto limit = number_in(folder + (version_2 ? "/memory.max" : "/memory.limit_in_bytes"));
      const auto used =
          number_in(folder + (version_2 ? "/memory.current" : "/memory.usage_in_bytes"));
      if (limit) {
        const std::uint64_t room = *limit - std::min(*limit, used.value_or(0));
        least = std::min(least.value_or(room), room);
      }
      if (path.empty() || path == "/") break;
      path.resize(path.rfind('/'));
    }
  }
  return least;
}

}  // namespace

std::uint64_t available_memory() {
  constexpr std::uint64_t kUnknown = std::uint64_t{4} << 30;
  const auto system = system_available();
  const auto group = group_available();
  if (system && group) return std::min(*system, *group);
  if (system) return *system;
  return group.value_or(kUnknown);
}

}  // namespace onyx
