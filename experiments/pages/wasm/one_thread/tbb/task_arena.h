// In place of oneTBB, where there is one thread.
#pragma once

namespace tbb::this_task_arena {

inline int max_concurrency() { return 1; }

}  // namespace tbb::this_task_arena
