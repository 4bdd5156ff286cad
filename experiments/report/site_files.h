// The files of experiments/report/site, which are part of the program.
#pragma once

#include <string_view>
#include <vector>

namespace onyx {

struct SiteFile {
  std::string_view name;
  std::string_view content;
};

/// In the order of their names.
extern const std::vector<SiteFile> kSiteFiles;

}  // namespace onyx
