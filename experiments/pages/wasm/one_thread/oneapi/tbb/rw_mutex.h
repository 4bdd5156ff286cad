// Replaces oneTBB in programs of one thread: locking never waits.
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
