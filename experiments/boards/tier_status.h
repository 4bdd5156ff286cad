// The progress of onyx strong --tiers, read from its folder, even while runs work in it.
#pragma once

#include <filesystem>

namespace onyx {

/// Whether onyx strong --tiers made the folder.
bool has_tiers(const std::filesystem::path& folder);

/// Prints the numbers of solved tiers by midpoints taken, and the command that continues. Throws
/// FileError.
void show_tiers(const std::filesystem::path& folder, bool as_json);

}  // namespace onyx
