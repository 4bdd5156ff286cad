// The progress of the tasks of a Slurm submission. `submit` writes OUTPUT/plan, with a line "STEP
// TASKS" for each step. Each start of a task writes a file in OUTPUT/events with one JSON object
// per line (job.sh): "start" (step, task, node, earlier starts of the job), "end" (exit code) or
// "requeued". A start without "end" was killed or still runs.
#pragma once

#include <filesystem>

namespace onyx {

/// Whether `submit` has written its plan into the folder.
bool is_submission(const std::filesystem::path& folder);
/// Prints text, or JSON: {"output", "steps": [{"step", "planned", "done", "running", "waiting",
/// "failed", "restarts", "failures", "tasks": [...]}...], "nodes": [...]}. Throws FileError.
void show_submission(const std::filesystem::path& folder, bool as_json);

}  // namespace onyx
