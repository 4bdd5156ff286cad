// In place of oneTBB, where there is one thread: nobody waits.
#pragma once

namespace tbb {

class rw_mutex {
 public:
  void lock() {}
  void unlock() {}
  void lock_shared() {}
  void unlock_shared() {}
};

}  // namespace tbb
