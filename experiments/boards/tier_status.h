// How far a board is that onyx strong --tiers solves: what its folder says, whoever works in it.
#pragma once

#include <filesystem>

namespace onyx {

/// Whether onyx strong --tiers made the folder.
bool has_tiers(const std::filesystem::path& folder);

/// Prints the tiers that are solved, by how many midpoints are taken, and the command that goes on.
/// Throws FileError.
void show_tiers(const std::filesystem::path& folder, bool as_json);

}  // namespace onyx
