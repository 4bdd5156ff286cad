#include "experiments/cluster/submission_status.h"

#include <fmt/core.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <nlohmann/json.hpp>

#include "experiments/cluster/task_events.h"
#include "experiments/support/output.h"
#include "experiments/support/progress.h"

namespace onyx {
namespace {

constexpr TaskState kStates[] = {TaskState::done, TaskState::running, TaskState::waiting,
                                 TaskState::failed};

struct NodeCount {
  std::uint64_t running = 0;
  std::uint64_t done = 0;
  std::uint64_t failed = 0;
};

/// By the node of each task's last start.
std::map<std::string, NodeCount> nodes_of(const std::vector<StepProgress>& steps) {
  std::map<std::string, NodeCount> nodes;
  for (const StepProgress& step : steps) {
    for (const TaskProgress& task : step.tasks) {
      NodeCount& node = nodes[task.node];
      if (task.state == TaskState::running) ++node.running;
      if (task.state == TaskState::done) ++node.done;
      if (task.state == TaskState::failed) ++node.failed;
    }
  }
  return nodes;
}

struct Again {
  std::uint64_t restarts = 0;
  std::uint64_t failures = 0;
};

Again again_of(const StepProgress& step) {
  Again sum;
  for (const TaskProgress& task : step.tasks) {
    sum.restarts += task.starts - 1;
    sum.failures += task.failures;
  }
  return sum;
}

double seconds_since(std::uint64_t time) {
  return std::max(0.0, std::difftime(std::time(nullptr), static_cast<std::time_t>(time)));
}

nlohmann::ordered_json to_json(const StepProgress& step) {
  nlohmann::ordered_json json;
  json["step"] = step.name;
  json["planned"] = step.planned;
  for (const TaskState state : kStates) json[name_of(state)] = step.count(state);
  const Again again = again_of(step);
  json["restarts"] = again.restarts;
  json["failures"] = again.failures;
  json["tasks"] = nlohmann::ordered_json::array();
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

void print_submission_json(const std::filesystem::path& folder,
                           const std::vector<StepProgress>& steps) {
  nlohmann::ordered_json json;
  json["output"] = folder.string();
  json["steps"] = nlohmann::ordered_json::array();
  for (const StepProgress& step : steps) json["steps"].push_back(to_json(step));
  json["nodes"] = nlohmann::ordered_json::array();
  for (const auto& [name, node] : nodes_of(steps)) {
    json["nodes"].push_back(
        {{"node", name}, {"running", node.running}, {"done", node.done}, {"failed", node.failed}});
  }
  print_json(json);
}

void print_steps(const std::vector<StepProgress>& steps) {
  fmt::print("{:<12}{:>8}{:>8}{:>9}{:>9}{:>8}{:>10}{:>10}\n", "step", "tasks", "done", "running",
             "waiting", "failed", "restarts", "failures");
  for (const StepProgress& step : steps) {
    const Again again = again_of(step);
    fmt::print("{:<12}{:>8}{:>8}{:>9}{:>9}{:>8}{:>10}{:>10}\n", shown(step.name), step.planned,
               step.count(TaskState::done), step.count(TaskState::running),
               step.count(TaskState::waiting), step.count(TaskState::failed), again.restarts,
               again.failures);
  }
}

void print_nodes(const std::vector<StepProgress>& steps) {
  const auto nodes = nodes_of(steps);
  if (nodes.empty()) return;
  fmt::print("\n{:<20}{:>9}{:>8}{:>8}\n", "node", "running", "done", "failed");
  for (const auto& [name, node] : nodes) {
    fmt::print("{:<20}{:>9}{:>8}{:>8}\n", shown(name), node.running, node.done, node.failed);
  }
}

/// The tasks that run, and those that need somebody to look.
void print_tasks(const std::vector<StepProgress>& steps) {
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

void show_submission(const std::filesystem::path& folder, bool as_json) {
  const std::vector<StepProgress> steps = steps_of(folder);
  if (as_json) {
    print_submission_json(folder, steps);
    return;
  }
  print_steps(steps);
  print_nodes(steps);
  print_tasks(steps);
}

}  // namespace onyx
