#include "experiments/support/threads.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <latch>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "experiments/support/output.h"

namespace onyx {
namespace {

/// oneTBB has its threads, and proof-number search has its own; a few more watch clocks and locks.
constexpr int kThreadsForEach = 2;
constexpr int kThreadsBeside = 2;

/// The number of threads, up to `wished`, that can run beside the calling one.
int threads_given(int wished) {
  std::latch end(1);
  std::vector<std::thread> threads;
  threads.reserve(static_cast<std::size_t>(wished));
  try {
    while (static_cast<int>(threads.size()) < wished) threads.emplace_back([&] { end.wait(); });
  } catch (const std::system_error&) {
  }
  end.count_down();
  for (std::thread& thread : threads) thread.join();
  return static_cast<int>(threads.size());
}

}  // namespace

int threads_to_use(int wished) {
  if (wished <= 1) return 1;
  const int given = threads_given(kThreadsForEach * wished + kThreadsBeside);
  return std::clamp((given - kThreadsBeside) / kThreadsForEach, 1, wished);
}

bool is_lack_of_threads(const std::exception& error) {
  const auto* const system = dynamic_cast<const std::system_error*>(&error);
  if (system != nullptr) return system->code() == std::errc::resource_unavailable_try_again;
  return std::string_view(error.what()).starts_with("pthread_create");  // as oneTBB says it
}

void end_cleanly_without_threads() {
  std::set_terminate([] {
    try {
      if (const auto thrown = std::current_exception()) std::rethrow_exception(thrown);
    } catch (const std::exception& error) {
      notify("onyx: {}", error.what());
      if (is_lack_of_threads(error)) _exit(exit_code::kLimit);
    } catch (...) {
    }
    std::abort();
  });
}

}  // namespace onyx
