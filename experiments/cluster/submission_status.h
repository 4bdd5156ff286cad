// What people see of a submission to Slurm: its tasks by step and by node.
#pragma once

#include <filesystem>

namespace onyx {

/// To standard output, as text or as JSON: {"output", "steps": [{"step", "planned", "done",
/// "running", "waiting", "failed", "restarts", "failures", "tasks": [...]}...], "nodes": [...]}.
/// Throws FileError.
void show_submission(const std::filesystem::path& folder, bool as_json);

}  // namespace onyx
