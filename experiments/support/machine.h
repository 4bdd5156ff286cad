// The memory and processors that the process may use: those of the machine, or fewer in a job of a
// batch system, in a container, or if it is bound to some processors.
#pragma once

#include <cstdint>
#include <exception>
#include <filesystem>

namespace onyx {

/// Memory in bytes that can still be used without swapping: the system's estimate, or less if a
/// control group or the Slurm job (SLURM_MEM_PER_NODE, or SLURM_MEM_PER_CPU for each processor)
/// sets a lower limit. A group's memory for cached files counts as free. 4 GiB if nothing is known.
/// `root` is the parent of /proc and /sys, for tests.
std::uint64_t available_memory(const std::filesystem::path& root = "/");

/// Threads that the process can run at once, 1 or more: the processors that it may run on, or fewer
/// if the quota of a control group (rounded up) or the Slurm job (SLURM_CPUS_PER_TASK, or else
/// SLURM_CPUS_ON_NODE) sets a lower limit. `root` as for available_memory().
int available_threads(const std::filesystem::path& root = "/");

/// The number of threads to use if `wished` are wanted: fewer if the system does not allow that
/// many with all their helper threads (ulimit -u or -v, a container); at least 1, the calling
/// thread. Starts threads to find out, which takes some microseconds each. oneTBB must be limited
/// to the result: if it cannot start a thread that it counts on, nobody can catch its exception.
int threads_to_use(int wished);

/// Whether `error` says that a thread could not be started.
bool is_lack_of_threads(const std::exception& error);

/// From now on, if a thread of oneTBB fails to start another one, and nothing can catch the
/// exception, the program ends with the exit code for a limit instead of by a signal.
void end_cleanly_without_threads();

}  // namespace onyx
