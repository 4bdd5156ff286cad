// Output into a pipe whose reader has left.
#pragma once

#include "experiments/files/files.h"

namespace onyx {

/// The output is a pipe, such as /dev/stdout, whose reader has left.
class ClosedPipe : public FileError {
 public:
  using FileError::FileError;
};

}  // namespace onyx
