// Ways of making a compact certificate say something else.
#pragma once

#include <vector>

#include "tests/fuzz/plain_certificate.h"

namespace onyx::fuzz {

struct CertificateForgery {
  const char* name;
  void (*apply)(PlainCertificate& certificate, plain::Rng& random);
};

const std::vector<CertificateForgery>& certificate_forgeries();

}  // namespace onyx::fuzz
