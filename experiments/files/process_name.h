// What a process is called by others that share a file system with it, on whatever host they are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace onyx {

/// Written "HOST-SYSTEM-NUMBER", as in "node7-5f0c3a91-4711".
struct ProcessName {
  std::string host;    ///< The first part of the host's name; letters, digits, '_' and '-'.
  std::string system;  ///< 8 hexadecimal digits: of this start of this host, and of its container.
  std::uint64_t number = 0;  ///< As the system that it runs on knows it.

  friend bool operator==(const ProcessName&, const ProcessName&) = default;
};

const ProcessName& this_process();

std::string to_text(const ProcessName& process);
/// Nothing if that is no such name.
std::optional<ProcessName> parse_process_name(std::string_view text);

/// Whether the process has ended for certain: it was of this system, which knows it no more, or
/// only as a zombie. Of processes of other systems nothing is certain; nor is it of one whose
/// number was given again.
bool is_gone(const ProcessName& process);

}  // namespace onyx
