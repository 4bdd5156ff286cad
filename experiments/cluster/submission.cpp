#include "experiments/cluster/submission.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "core/base/json_fields.h"
#include "experiments/files/files.h"
#include "experiments/support/output.h"
#include "experiments/support/progress.h"

namespace onyx {
namespace {

enum class TaskState { waiting, running, done, failed };

struct TaskProgress {
  std::uint64_t number = 0;
  TaskState state = TaskState::waiting;
  std::string node;  ///< The node of the last start.
  std::uint64_t starts = 0;
  std::uint64_t failures = 0;  ///< Starts that failed, or did not end before the next start.
  std::uint64_t since = 0;     ///< Last event, in seconds since 1970 by the node's clock.
};

struct StepProgress {
  std::string name;
  std::uint64_t planned = 0;
  std::vector<TaskProgress> tasks = {};  ///< Tasks that have begun, sorted by number.

  std::uint64_t count(TaskState state) const {
    const auto begun =
        static_cast<std::uint64_t>(std::ranges::count(tasks, state, &TaskProgress::state));
    // Tasks that have not begun also count as waiting.
    const bool counts_others = state == TaskState::waiting && planned > tasks.size();
    return begun + (counts_others ? planned - tasks.size() : 0);
  }
};

/// The events of one start, combined.
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
/// A greater code means that a signal ended the task, which will continue later.
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

/// Returns the progress of one task, from all starts of the task in order.
TaskProgress progress_of(const std::vector<Start>& starts) {
  const Start& last = starts.back();
  TaskProgress task{last.task, state_after(last), last.node, starts.size(), 0, last.last};
  for (const Start& start : starts) {
    const bool has_failed =
        start.code ? *start.code != 0 && *start.code <= kGreatestCode : &start != &last;
    task.failures += has_failed ? 1U : 0U;
    // A task may be started twice; it is done if any start succeeded.
    if (state_after(start) == TaskState::done) task.state = TaskState::done;
  }
  return task;
}

/// Returns the steps in the order of the plan; steps not in the plan come last. Reports and ignores
/// damaged lines.
std::vector<StepProgress> steps_of(const std::filesystem::path& folder) {
  std::vector<StepProgress> steps;
  std::istringstream plan(read_file(folder / "plan"));
  for (StepProgress step; plan >> step.name >> step.planned;) steps.push_back(step);
  std::map<std::pair<std::string, std::uint64_t>, std::vector<Start>> by_task;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "events", ignored)) {
    if (entry.path().extension() != ".jsonl") continue;
    if (auto start = read_start(entry.path())) {
      by_task[{start->step, start->task}].push_back(*std::move(start));
    }
  }
  for (auto& [name, starts] : by_task) {
    // The clocks of nodes may differ, so this order may be wrong.
    std::sort(starts.begin(), starts.end(), [](const Start& a, const Start& b) {
      return std::pair(a.began, a.restarts) < std::pair(b.began, b.restarts);
    });
    auto step = std::ranges::find(steps, name.first, &StepProgress::name);
    if (step == steps.end()) step = steps.insert(step, StepProgress{name.first});
    step->tasks.push_back(progress_of(starts));
  }
  return steps;
}

const char* name_of(TaskState state) {
  constexpr std::array kNames{"waiting", "running", "done", "failed"};
  return kNames[static_cast<std::size_t>(state)];
}

constexpr TaskState kStates[] = {TaskState::done, TaskState::running, TaskState::waiting,
                                 TaskState::failed};

/// Counts tasks by the node of their last start and by state.
std::map<std::string, std::map<TaskState, std::uint64_t>> nodes_of(
    const std::vector<StepProgress>& steps) {
  std::map<std::string, std::map<TaskState, std::uint64_t>> nodes;
  for (const StepProgress& step : steps) {
    for (const TaskProgress& task : step.tasks) ++nodes[task.node][task.state];
  }
  return nodes;
}

std::pair<std::uint64_t, std::uint64_t> restarts_and_failures(const StepProgress& step) {
  std::pair<std::uint64_t, std::uint64_t> sums;
  for (const TaskProgress& task : step.tasks) {
    sums.first += task.starts - 1;
    sums.second += task.failures;
  }
  return sums;
}

double seconds_since(std::uint64_t time) {
  return std::max(0.0, std::difftime(std::time(nullptr), static_cast<std::time_t>(time)));
}

Json to_json(const StepProgress& step) {
  Json json{{"step", step.name}, {"planned", step.planned}};
  for (const TaskState state : kStates) json[name_of(state)] = step.count(state);
  const auto [restarts, failures] = restarts_and_failures(step);
  json["restarts"] = restarts;
  json["failures"] = failures;
  json["tasks"] = Json::array();
  for (const TaskProgress& task : step.tasks) {
    json["tasks"].push_back({{"task", task.number},
                             {"state", name_of(task.state)},
                             {"node", task.node},
                             {"starts", task.starts},
                             {"failures", task.failures},
                             {"seconds_since", seconds_since(task.since)}});
  }
  return json;
}

void print_as_json(const std::filesystem::path& folder, const std::vector<StepProgress>& steps) {
  Json json{{"output", folder.string()}, {"steps", Json::array()}, {"nodes", Json::array()}};
  for (const StepProgress& step : steps) json["steps"].push_back(to_json(step));
  for (auto& [name, tasks] : nodes_of(steps)) {
    json["nodes"].push_back({{"node", name},
                             {"running", tasks[TaskState::running]},
                             {"done", tasks[TaskState::done]},
                             {"failed", tasks[TaskState::failed]}});
  }
  print_json(json);
}

void print_as_text(const std::vector<StepProgress>& steps) {
  fmt::print("{:<12}{:>8}{:>8}{:>9}{:>9}{:>8}{:>10}{:>10}\n", "step", "tasks", "done", "running",
             "waiting", "failed", "restarts", "failures");
  for (const StepProgress& step : steps) {
    const auto [restarts, failures] = restarts_and_failures(step);
    fmt::print("{:<12}{:>8}{:>8}{:>9}{:>9}{:>8}{:>10}{:>10}\n", shown(step.name), step.planned,
               step.count(TaskState::done), step.count(TaskState::running),
               step.count(TaskState::waiting), step.count(TaskState::failed), restarts, failures);
  }
  auto nodes = nodes_of(steps);
  if (nodes.empty()) return;  // no task has begun
  fmt::print("\n{:<20}{:>9}{:>8}{:>8}\n", "node", "running", "done", "failed");
  for (auto& [name, tasks] : nodes) {
    fmt::print("{:<20}{:>9}{:>8}{:>8}\n", shown(name), tasks[TaskState::running],
               tasks[TaskState::done], tasks[TaskState::failed]);
  }
  bool is_first = true;
  for (const StepProgress& step : steps) {
    for (const TaskProgress& task : step.tasks) {
      if (task.state == TaskState::done || task.state == TaskState::waiting) continue;
      if (is_first) fmt::print("\n");
      is_first = false;
      fmt::print("{} {}: {} on {} for {}{}\n", shown(step.name), task.number, name_of(task.state),
                 shown(task.node), short_time(seconds_since(task.since)),
                 task.starts > 1 ? fmt::format(", start number {}", task.starts) : "");
    }
  }
}

}  // namespace

bool is_submission(const std::filesystem::path& folder) {
  return std::filesystem::is_regular_file(folder / "plan");
}

void show_submission(const std::filesystem::path& folder, bool as_json) {
  const std::vector<StepProgress> steps = steps_of(folder);
  if (as_json) {
    print_as_json(folder, steps);
  } else {
    print_as_text(steps);
  }
}

}  // namespace onyx
