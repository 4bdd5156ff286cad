// The files of experiments/book/pages, which are part of the program.
#pragma once

#include "experiments/report/site_files.h"

namespace onyx {

/// In the order of their names.
extern const std::vector<SiteFile> kBookFiles;

}  // namespace onyx
