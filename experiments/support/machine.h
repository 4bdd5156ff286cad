// What this machine, or the part of it that the process may use, offers.
#pragma once

#include <cstdint>

namespace onyx {

/// Memory in bytes that can still be used without swapping: the system's estimate, or less if a
/// control group (a container's or a batch job's) sets a lower limit. 4 GiB if nothing is known.
std::uint64_t available_memory();

}  // namespace onyx
