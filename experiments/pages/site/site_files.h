// The files of experiments/pages/site/files, which are part of the program.
#pragma once

#include "experiments/support/embedded_file.h"

namespace onyx {

/// In the order in which CMakeLists.txt names them; without their folders.
extern const std::vector<EmbeddedFile> kSiteFiles;

}  // namespace onyx
