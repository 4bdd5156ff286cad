// Replaces oneTBB in programs of one thread: a task runs at once.
#pragma once

namespace tbb {

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

}  // namespace tbb
