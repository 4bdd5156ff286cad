// The memory and processors that a batch system, container and CPU affinity let the process use.
#pragma once

#include <cstdint>
#include <exception>
#include <filesystem>

namespace onyx {

/// Bytes that can be used without swapping: the system's estimate, or the limit of a control group
/// (cached files count as free) or Slurm job (SLURM_MEM_PER_NODE, or SLURM_MEM_PER_CPU times
/// processors), if lower. 4 GiB if unknown. Tests set `root`, the parent of /proc and /sys.
std::uint64_t available_memory(const std::filesystem::path& root = "/");

/// The number of available processors, or the quota of a control group (rounded up) or of the Slurm
/// job (SLURM_CPUS_PER_TASK, else SLURM_CPUS_ON_NODE), if lower. At least 1. Tests set `root`.
int available_threads(const std::filesystem::path& root = "/");

/// The number of threads, at most `wished`, that the system (ulimit, container) lets start; at
/// least 1. Starts threads to find out. Limit oneTBB to this number, because it cannot recover if a
/// thread fails to start.
int threads_to_use(int wished);

bool is_lack_of_threads(const std::exception& error);

/// After this call, if oneTBB fails to start a thread where nobody can catch its exception, the
/// program ends with the exit code for a limit instead of a signal.
void end_cleanly_without_threads();

}  // namespace onyx
