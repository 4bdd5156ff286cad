// The one door to oneTBB's loops: a parallel for, and one over work that leads to more, or the same
// loops on the calling thread; and how many threads it has for them.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <atomic>
#include <cstddef>
#include <vector>

namespace onyx {

/// Whether an engine spreads its work over TBB's threads. Many small problems are better solved
/// one a thread; one large problem with all threads. Results never depend on it.
enum class Threads { one, all };

/// How many threads oneTBB may use.
inline std::size_t threads_allowed() {
  return tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
}

/// Calls body(begin, end) for disjoint ranges that cover [0, count), each of about `grain` indices
/// or more, and returns when all have returned.
template <class Body>
void parallel_for(Threads threads, std::size_t count, std::size_t grain, const Body& body) {
  if (threads == Threads::one || count <= grain) {
    if (count > 0) body(std::size_t{0}, count);
    return;
  }
  // The atomic flags repeat the fork and join that TBB does anyway. They cost nothing, and without
  // them ThreadSanitizer, which cannot see into the TBB library, would report races.
  std::atomic<int> started{0};
  std::atomic<int> finished{0};
  started.store(1, std::memory_order_release);
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, grain),
                    [&](const tbb::blocked_range<std::size_t>& range) {
                      static_cast<void>(started.load(std::memory_order_acquire));
                      body(range.begin(), range.end());
                      finished.fetch_add(1, std::memory_order_release);
                    });
  static_cast<void>(finished.load(std::memory_order_acquire));
}

/// What parallel_for_each() does with several threads.
template <class Item, class Body>
class TaskForEach {
 public:
  explicit TaskForEach(const Body& body) : body_(body) {}

  void add(const Item& item) {
    pass_on();
    group_.run([this, item] {
      pass_on();
      if (!body_(item, [this](const Item& more) { add(more); })) group_.cancel();
      pass_on();
    });
  }
  void wait() {
    group_.wait();
    pass_on();
  }

 private:
  /// As the flags of parallel_for(): what one thread adds, another takes. A task comes here before
  /// it reads anything else.
  void pass_on() { steps_.fetch_add(1, std::memory_order_acq_rel); }

  const Body& body_;
  // Isolated: where the caller's own tasks are cancelled, these must not end as if they were done.
  tbb::task_group_context context_{tbb::task_group_context::isolated};
  tbb::task_group group_{context_};
  std::atomic<int> steps_{0};
};

/// Calls body(item, add) for each item, and for each that some call adds by add(item), and returns
/// when all have returned. Once one has returned false or thrown, none are begun any more. Each
/// thread goes on with what it added last, depth first, and is given what others added longest ago
/// where it has nothing; a single one is the calling thread.
template <class Item, class Body>
void parallel_for_each(int threads, std::vector<Item> items, const Body& body) {
  if (threads <= 1) {
    while (!items.empty()) {
      const Item item = items.back();
      items.pop_back();
      if (!body(item, [&](const Item& more) { items.push_back(more); })) return;
    }
    return;
  }
  tbb::task_arena(threads).execute([&] {
    TaskForEach<Item, Body> tasks(body);
    for (const Item& item : items) tasks.add(item);
    tasks.wait();
  });
}

}  // namespace onyx
