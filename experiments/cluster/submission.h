// How far the tasks of a submission to Slurm have come: by step and by node, from the events that
// they write down.
//
// `submit` writes OUTPUT/plan, a line "STEP TASKS" for each step of the work. Each start of a task
// writes its events into a file of its own in OUTPUT/events, one JSON object per line (job.sh):
// "start", with the step, the task, the node and how often Slurm had started the job before; "end",
// with the exit code; "requeued". A start without "end" was killed, or is still running.
#pragma once

#include <filesystem>

namespace onyx {

/// Whether the folder is one that `submit` has filled.
bool is_submission(const std::filesystem::path& folder);

/// Prints the progress, as text or as JSON: {"output", "steps": [{"step", "planned", "done",
/// "running", "waiting", "failed", "restarts", "failures", "tasks": [...]}...], "nodes": [...]}.
/// Throws FileError.
void show_submission(const std::filesystem::path& folder, bool as_json);

}  // namespace onyx
