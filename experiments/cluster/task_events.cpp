#include "experiments/cluster/task_events.h"

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>

#include "core/base/json_fields.h"
#include "experiments/files/files.h"
#include "experiments/support/output.h"

namespace onyx {
namespace {

/// What one start of a task wrote.
struct Start {
  std::string step;
  std::uint64_t task = 0;
  std::string node;
  std::uint64_t restarts = 0;
  std::uint64_t began = 0;
  std::uint64_t last = 0;
  std::optional<std::uint64_t> code = {};
  bool is_requeued = false;
};

constexpr std::uint64_t kMostTasks = 1'000'000'000;
constexpr std::uint64_t kLatestTime = std::uint64_t{1} << 40;
/// Exit codes above are signals: it was told to end, and goes on later.
constexpr std::uint64_t kGreatestCode = 128;

void take_event(const JsonFields& event, std::optional<Start>& start) {
  const std::string name = event.text("event");
  const std::uint64_t time = event.count("time", kLatestTime);
  if (name == "start") {
    start = Start{.step = event.text("step"),
                  .task = event.count("task", kMostTasks),
                  .node = event.text("node"),
                  .restarts = event.count("restarts", kMostTasks),
                  .began = time,
                  .last = time};
  }
  if (!start) event.refuse("event", "comes before the start");
  start->last = time;
  if (name == "end") start->code = event.count("code", 255);
  if (name == "requeued") start->is_requeued = true;
}

std::optional<Start> read_start(const std::filesystem::path& path) {
  std::optional<Start> start;
  std::istringstream lines(read_file(path));
  for (std::string line; std::getline(lines, line);) {
    try {
      const auto json = parse_json(line);
      take_event(JsonFields(json), start);
    } catch (const FieldError& why) {
      notify("onyx status: '{}': {}; the line is skipped", path.string(), why.what());
    }
  }
  return start;
}

TaskState state_after(const Start& start) {
  if (!start.code) return TaskState::running;
  if (*start.code == 0) return TaskState::done;
  return start.is_requeued || *start.code > kGreatestCode ? TaskState::waiting : TaskState::failed;
}

bool is_failure(const Start& start, bool is_last) {
  return start.code ? *start.code != 0 && *start.code <= kGreatestCode : !is_last;
}

/// Its starts in the order in which they began.
TaskProgress progress_of(const std::vector<Start>& starts) {
  TaskProgress task;
  const Start& last = starts.back();
  task.number = last.task;
  task.state = state_after(last);
  task.node = last.node;
  task.starts = starts.size();
  task.since = last.last;
  for (const Start& start : starts) {
    task.failures += is_failure(start, &start == &last) ? 1U : 0U;
    // Slurm may start a task twice, and one that is done stays so.
    if (state_after(start) == TaskState::done) task.state = TaskState::done;
  }
  return task;
}

std::vector<StepProgress> planned_steps(const std::filesystem::path& plan) {
  std::vector<StepProgress> steps;
  std::istringstream lines(read_file(plan));
  for (StepProgress step; lines >> step.name >> step.planned;) steps.push_back(step);
  return steps;
}

StepProgress& step_of(std::vector<StepProgress>& steps, const std::string& name) {
  const auto found = std::find_if(steps.begin(), steps.end(),
                                  [&](const StepProgress& step) { return step.name == name; });
  if (found != steps.end()) return *found;
  return steps.emplace_back(StepProgress{.name = name, .planned = 0, .tasks = {}});
}

}  // namespace

const char* name_of(TaskState state) {
  switch (state) {
    case TaskState::waiting:
      return "waiting";
    case TaskState::running:
      return "running";
    case TaskState::done:
      return "done";
    case TaskState::failed:
      return "failed";
  }
  return "";
}

std::uint64_t StepProgress::count(TaskState state) const {
  const auto begun = static_cast<std::uint64_t>(
      std::count_if(tasks.begin(), tasks.end(),
                    [state](const TaskProgress& task) { return task.state == state; }));
  // Those that have never begun wait, too.
  const bool counts_others = state == TaskState::waiting && planned > tasks.size();
  return begun + (counts_others ? planned - tasks.size() : 0);
}

bool is_submission(const std::filesystem::path& folder) {
  return std::filesystem::is_regular_file(folder / "plan");
}

std::vector<StepProgress> steps_of(const std::filesystem::path& folder) {
  std::vector<StepProgress> steps = planned_steps(folder / "plan");
  std::map<std::pair<std::string, std::uint64_t>, std::vector<Start>> by_task;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "events", ignored)) {
    if (entry.path().extension() != ".jsonl") continue;
    if (auto start = read_start(entry.path())) {
      by_task[{start->step, start->task}].push_back(*std::move(start));
    }
  }
  for (auto& [name, starts] : by_task) {
    // By the clocks of the nodes: what is shown may be a little wrong, nothing rests on it.
    std::sort(starts.begin(), starts.end(), [](const Start& a, const Start& b) {
      return std::pair(a.began, a.restarts) < std::pair(b.began, b.restarts);
    });
    step_of(steps, name.first).tasks.push_back(progress_of(starts));
  }
  return steps;
}

}  // namespace onyx
