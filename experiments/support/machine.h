// Memory and processors of the process, as limited by a batch system, container or affinity.
#pragma once

#include <cstdint>
#include <exception>
#include <filesystem>

namespace onyx {

/// Bytes that can be used without swapping: the system's estimate, or less for a control group
/// (cached files count as free) or Slurm job (SLURM_MEM_PER_NODE, or SLURM_MEM_PER_CPU for each
/// processor). 4 GiB if unknown. `root` is the parent of /proc and /sys, for tests.
std::uint64_t available_memory(const std::filesystem::path& root = "/");

/// At least 1: the processors available, or fewer by the quota of a control group (rounded up) or
/// the Slurm job (SLURM_CPUS_PER_TASK, or else SLURM_CPUS_ON_NODE). `root` as above.
int available_threads(const std::filesystem::path& root = "/");

/// At most `wished`, fewer if the system allows fewer (ulimit, container); at least 1. Starts
/// threads to find out. oneTBB cannot recover from a thread that fails to start, so limit it to the
/// result.
int threads_to_use(int wished);

bool is_lack_of_threads(const std::exception& error);

/// If oneTBB cannot start a thread and nobody can catch its exception, end the program with the
/// exit code for a limit instead of a signal.
void end_cleanly_without_threads();

}  // namespace onyx
