// Threads on systems that allow only a few: by a limit on processes (ulimit -u), on address space
// (ulimit -v), or of a container.
#pragma once

#include <exception>

namespace onyx {

/// The number of threads to use if `wished` are wanted: `wished`, or fewer if the system does not
/// allow that many with all their helper threads; at least 1, the calling thread. Starts threads to
/// find out, some microseconds for each. oneTBB must be limited to the result: if it cannot start a
/// thread that it counts on, it throws where nobody can catch the exception.
int threads_to_use(int wished);

/// Whether `error` says that a thread could not be started.
bool is_lack_of_threads(const std::exception& error);

/// From now on, if a thread of oneTBB cannot start another one, where no exception can be caught,
/// the program ends with the exit code of a limit and not by a signal.
void end_cleanly_without_threads();

}  // namespace onyx
