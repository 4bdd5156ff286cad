// The files that a user names, one by one or by their folders.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace onyx {

/// The named files, and all files in the named folders, recursively, whose names end in one of the
/// endings; sorted. Throws FileError for a path that does not exist, and for a folder that can't be
/// read.
std::set<std::filesystem::path> named_files(const std::vector<std::string>& paths,
                                            const std::vector<std::string_view>& endings);

}  // namespace onyx
