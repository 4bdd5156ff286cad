// How far the tasks of a submission to Slurm have come, by the events that they write down.
//
// `submit` writes OUTPUT/plan, a line "STEP TASKS" for each step of the work; each start of a task
// writes its events into a file of its own in OUTPUT/events, a JSON object a line (job.sh):
// "start", with the step, the task, the node and how often Slurm had started the job before; "end",
// with the exit code; "requeued". A start that ends without "end" was killed, or runs still.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace onyx {

enum class TaskState { waiting, running, done, failed };
const char* name_of(TaskState state);

struct TaskProgress {
  std::uint64_t number = 0;
  TaskState state = TaskState::waiting;
  std::string node;            ///< Of the last start.
  std::uint64_t starts = 0;    ///< How often it began.
  std::uint64_t failures = 0;  ///< Starts that ended with an error, or of which no end is known
                               ///< although a later one began.
  std::uint64_t since = 0;     ///< Seconds since 1970, by the node's clock: its last event.
};

struct StepProgress {
  std::string name;
  std::uint64_t planned = 0;
  std::vector<TaskProgress> tasks;  ///< Those that have begun, by number.

  std::uint64_t count(TaskState state) const;
};

/// Whether the folder is one that `submit` has filled.
bool is_submission(const std::filesystem::path& folder);

/// The steps in the order of the plan; one that is not in it comes last. Lines of events that are
/// cut short or damaged count for nothing, and are told on standard error. O(events). Throws
/// FileError.
std::vector<StepProgress> steps_of(const std::filesystem::path& folder);

}  // namespace onyx
