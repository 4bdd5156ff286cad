// A value that an accepted certificate proves.
#pragma once

#include <string>

#include "solver/certificate/certificate.h"

namespace onyx {

struct KnownValue {
  Claim claim = Claim::draw;
  std::string move;       ///< A move that keeps the value; may be empty.
  std::string proved_by;  ///< The name of the certificate.
};

}  // namespace onyx
