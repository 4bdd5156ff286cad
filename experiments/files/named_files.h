// The files that a user names, one by one or by their folders.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace onyx {

/// The files that are named, and those in the folders, in any depth, whose names end in one of the
/// endings; in order. Throws FileError for a name of nothing, and for a folder that can't be read.
std::set<std::filesystem::path> named_files(const std::vector<std::string>& paths,
                                            const std::vector<std::string_view>& endings);

}  // namespace onyx
