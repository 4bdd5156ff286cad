// Replaces oneTBB in programs of one thread.
#pragma once

namespace tbb {

class task_arena {
 public:
  explicit task_arena(int) {}
  template <class Body>
  void execute(const Body& body) {
    body();
  }
};

}  // namespace tbb

namespace tbb::this_task_arena {

inline int max_concurrency() { return 1; }

template <class Body>
void isolate(const Body& body) {
  body();
}

}  // namespace tbb::this_task_arena
