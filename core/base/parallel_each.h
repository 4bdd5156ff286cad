// A parallel loop over work that creates more work.
#pragma once

#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <atomic>
#include <vector>

namespace onyx {

/// Implements parallel_for_each() for several threads.
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
  /// Shows ThreadSanitizer that an item is added before a task takes it.
  void pass_on() { steps_.fetch_add(1, std::memory_order_acq_rel); }

  const Body& body_;
  // Isolated, so that cancelling the caller's tasks does not end this group as if it were complete.
  tbb::task_group_context context_{tbb::task_group_context::isolated};
  tbb::task_group group_{context_};
  std::atomic<int> steps_{0};
};

/// Calls body(item, add) for each item and for each item added with add(item). Stops soon after a
/// call returns false or throws, without calls for the remaining items. Each thread continues with
/// the item it added last; a thread without items takes another thread's oldest item.
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
