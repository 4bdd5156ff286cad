// The progress of the tasks of a submission to Slurm, from the events that they write down.
//
// `submit` writes OUTPUT/plan, a line "STEP TASKS" for each step. Each start of a task writes a
// file in OUTPUT/events, one JSON object per line (job.sh): "start", with step, task, node and
// number of earlier starts of the job; "end", with the exit code; "requeued". A start without "end"
// was killed, or is still running.
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
