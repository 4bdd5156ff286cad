#include "experiments/files/process_name.h"

#include <fmt/core.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

namespace onyx {
namespace {

constexpr std::size_t kSystemDigits = 8;
constexpr std::size_t kMostOfHost = 24;

bool is_digit_of_system(char letter) {
  return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'f');
}

std::string host_name() {
  std::array<char, 256> name{};
  static_cast<void>(::gethostname(name.data(), name.size() - 1));
  std::string host = name.data();
  host = host.substr(0, std::min(host.find('.'), kMostOfHost));
  for (char& letter : host) {
    const bool is_plain = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                          (letter >= '0' && letter <= '9') || letter == '-' || letter == '_';
    if (!is_plain) letter = '_';
  }
  return host.empty() ? "host" : host;
}

/// Numbers of processes mean something within one start of one kernel and one name space of them.
std::string system_of(const std::string& host) {
  std::string boot;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> boot;
  struct stat numbers = {};
  if (boot.empty() || ::stat("/proc/self/ns/pid", &numbers) != 0) {
    // Then this process is known to itself alone.
    boot = std::to_string(std::random_device()());
  }
  const std::string all = fmt::format("{} {} {}", host, boot, numbers.st_ino);
  return fmt::format("{:08x}", XXH3_64bits(all.data(), all.size()) & 0xffffffffU);
}

/// Whether all threads of the process have ended, but its parent has not asked how: where a parent
/// is killed, and the first process of a container does not ask for orphans, for ever.
bool is_zombie(std::uint64_t number) {
  const std::string folder = fmt::format("/proc/{}", number);
  std::ifstream file(folder + "/stat");
  const std::string stat{std::istreambuf_iterator<char>(file), {}};
  // NUMBER (NAME) STATE ..., where the name may have brackets, too.
  const std::size_t name_end = stat.rfind(") ");
  if (name_end == std::string::npos || name_end + 2 >= stat.size()) return false;
  if (stat[name_end + 2] != 'Z') return false;
  // The first thread is listed until the last; others may still be ending, and writing.
  std::error_code error;
  std::filesystem::directory_iterator thread(folder + "/task", error);
  int count = 0;
  for (; !error && thread != std::filesystem::directory_iterator(); thread.increment(error)) {
    ++count;
  }
  return !error && count == 1;
}

}  // namespace

const ProcessName& this_process() {
  static const ProcessName name = [] {
    const std::string host = host_name();
    return ProcessName{host, system_of(host), static_cast<std::uint64_t>(::getpid())};
  }();
  return name;
}

std::string to_text(const ProcessName& process) {
  return fmt::format("{}-{}-{}", process.host, process.system, process.number);
}

std::optional<ProcessName> parse_process_name(std::string_view text) {
  ProcessName process;
  const std::size_t last = text.rfind('-');
  if (last == std::string_view::npos) return {};
  const std::string_view number = text.substr(last + 1);
  const auto end = std::from_chars(number.data(), number.data() + number.size(), process.number);
  if (end.ec != std::errc() || end.ptr != number.data() + number.size()) return {};
  text = text.substr(0, last);
  if (text.size() < kSystemDigits + 2 || text[text.size() - kSystemDigits - 1] != '-') return {};
  process.system = text.substr(text.size() - kSystemDigits);
  process.host = text.substr(0, text.size() - kSystemDigits - 1);
  const bool is_system =
      std::all_of(process.system.begin(), process.system.end(), is_digit_of_system);
  // What is no name of a host was not written by to_text either.
  if (!is_system || process.host.find('.') != std::string::npos) return {};
  return process;
}

bool is_gone(const ProcessName& process) {
  if (process.system != this_process().system || process.host != this_process().host) return false;
  if (process.number == 0 || process.number > INT32_MAX) return false;
  if (::kill(static_cast<pid_t>(process.number), 0) != 0 && errno == ESRCH) return true;
  return is_zombie(process.number);
}

}  // namespace onyx
