// What this machine offers, or the part of it that the process may use: a job of a batch system, a
// container, a few of the processors.
#pragma once

#include <cstdint>
#include <filesystem>

namespace onyx {

/// Memory in bytes that can still be used without swapping: the system's estimate, or less if a
/// control group or the Slurm job (SLURM_MEM_PER_NODE, or SLURM_MEM_PER_CPU for each of its
/// processors) sets a lower limit. What a group's files take of its memory counts as free: the
/// system gives it up when it is needed. 4 GiB if nothing is known. `root` is where /proc and /sys
/// are.
std::uint64_t available_memory(const std::filesystem::path& root = "/");

/// Threads that the process can run at once, 1 or more: the processors that it may run on, or less
/// if the quota of a control group (rounded up) or the Slurm job (SLURM_CPUS_PER_TASK, or else
/// SLURM_CPUS_ON_NODE) sets a lower limit. `root` is where /proc and /sys are.
int available_threads(const std::filesystem::path& root = "/");

}  // namespace onyx
