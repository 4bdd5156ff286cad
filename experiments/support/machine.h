// The memory and processors that batch systems, containers and CPU affinity let the process use.
#pragma once

#include <cstdint>
#include <exception>
#include <filesystem>

namespace onyx {

/// Returns the bytes usable without swapping: the least of the system's estimate, the room
/// left in control groups (cached files count as free), and the limit of the Slurm job. 4 GiB if
/// none is known. Tests set `root`, the parent of /proc and /sys.
std::uint64_t available_memory(const std::filesystem::path& root = "/");

/// Returns the least of the number of available processors, the quota of control groups (rounded
/// up), and SLURM_CPUS_PER_TASK (else SLURM_CPUS_ON_NODE). At least 1. Tests set `root`.
int available_threads(const std::filesystem::path& root = "/");

/// Returns how many threads, up to `wished`, the system (ulimit, container) allows; at least 1.
/// Starts threads to find out. Limit oneTBB to this number, because it cannot recover if a thread
/// fails to start.
int threads_to_use(int wished);

bool is_lack_of_threads(const std::exception& error);

/// After this call, if oneTBB fails to start a thread where nobody can catch its exception, the
/// program ends with the exit code for a limit instead of a signal.
void end_cleanly_without_threads();

}  // namespace onyx
