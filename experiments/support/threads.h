// Threads where the system gives only a few: a limit on processes (ulimit -u), on the memory of
// addresses (ulimit -v), or of a container.
#pragma once

#include <exception>

namespace onyx {

/// The threads that may be used where `wished` are: as many, or fewer if the system does not give
/// what so many may take, all helpers included; at least 1, the calling one. Starts threads to find
/// out, some microseconds for each. oneTBB must be limited to the result: what it does without a
/// thread that it counts on is to throw, and where none can catch it.
int threads_to_use(int wished);

/// Whether `error` says that a thread could not be started.
bool is_lack_of_threads(const std::exception& error);

/// From now on a lack of threads in a thread of oneTBB, where no exception can be caught, ends the
/// program as a limit does, and not with a signal.
void end_cleanly_without_threads();

}  // namespace onyx
