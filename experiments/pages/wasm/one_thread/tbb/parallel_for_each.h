// In place of oneTBB, where there is one thread: a stack.
#pragma once

#include <iterator>
#include <vector>

namespace tbb {

class task_group_context {
 public:
  enum kind_type { isolated };
  explicit task_group_context(kind_type) {}
  bool cancel_group_execution() { return is_cancelled_ = true; }
  bool is_group_execution_cancelled() const { return is_cancelled_; }

 private:
  bool is_cancelled_ = false;
};

template <class Item>
class feeder {
 public:
  explicit feeder(std::vector<Item>& items) : items_(items) {}
  void add(const Item& item) { items_.push_back(item); }

 private:
  std::vector<Item>& items_;
};

template <class Iterator, class Body>
void parallel_for_each(Iterator begin, Iterator end, const Body& body,
                       task_group_context& context) {
  using Item = typename std::iterator_traits<Iterator>::value_type;
  std::vector<Item> items(begin, end);
  feeder<Item> adds(items);
  while (!items.empty() && !context.is_group_execution_cancelled()) {
    const Item item = items.back();
    items.pop_back();
    body(item, adds);
  }
}

}  // namespace tbb
