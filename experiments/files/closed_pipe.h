// Output into a pipe that nobody reads any more.
#pragma once

#include "experiments/files/files.h"

namespace onyx {

/// What was to be written is a pipe, such as /dev/stdout, whose reader has left.
class ClosedPipe : public FileError {
 public:
  using FileError::FileError;
};

}  // namespace onyx
