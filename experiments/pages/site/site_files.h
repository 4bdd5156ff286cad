// The files of experiments/pages/site/files, which are part of the program.
#pragma once

#include "experiments/support/embedded_file.h"

namespace onyx {

/// In the order of their names.
extern const std::vector<EmbeddedFile> kSiteFiles;

}  // namespace onyx
