// Replaces oneTBB (CMakeLists.txt) in single-threaded programs: ranges are never split, tasks run
// immediately, locks never wait.
#pragma once

#include <cstddef>

namespace tbb {

template <class Value>
class blocked_range {
 public:
  blocked_range(Value begin, Value end, std::size_t = 1) : begin_(begin), end_(end) {}
  Value begin() const { return begin_; }
  Value end() const { return end_; }
  bool empty() const { return !(begin_ < end_); }

 private:
  Value begin_;
  Value end_;
};

template <class Value, class Body>
void parallel_for(const blocked_range<Value>& range, const Body& body) {
  if (!range.empty()) body(range);
}

template <class Index, class Body>
void parallel_for(Index first, Index last, const Body& body) {
  for (Index i = first; i < last; ++i) body(i);
}

template <class Value>
class enumerable_thread_specific {
 public:
  enumerable_thread_specific() = default;
  template <class Make>
  explicit enumerable_thread_specific(const Make& make) : value_(make()) {}

  Value& local() { return value_; }
  Value* begin() { return &value_; }
  Value* end() { return &value_ + 1; }

 private:
  Value value_;
};

struct global_control {
  enum parameter { max_allowed_parallelism };
  static std::size_t active_value(parameter) { return 1; }
};

class task_arena {
 public:
  explicit task_arena(int) {}
  template <class Body>
  void execute(const Body& body) {
    body();
  }
};

class task_group_context {
 public:
  enum kind_type { isolated };
  explicit task_group_context(kind_type) {}
};

class task_group {
 public:
  explicit task_group(task_group_context&) {}
  template <class Body>
  void run(const Body& body) {
    if (!is_cancelled_) body();
  }
  void cancel() { is_cancelled_ = true; }
  void wait() {}

 private:
  bool is_cancelled_ = false;
};

class rw_mutex {
 public:
  void lock() {}
  void unlock() {}
  void lock_shared() {}
  void unlock_shared() {}
};

namespace this_task_arena {

inline int max_concurrency() { return 1; }

}  // namespace this_task_arena

}  // namespace tbb
