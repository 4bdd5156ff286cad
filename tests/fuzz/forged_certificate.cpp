#include "tests/fuzz/forged_certificate.h"

#include "tests/fuzz/forge_certificate.h"
#include "tests/fuzz/forge_moves.h"
#include "tests/fuzz/some_of.h"

namespace onyx::fuzz {
namespace {

using plain::random_below;
using plain::Rng;

Packing some_packing(Rng& random) {
  Packing packing;
  packing.is_sorted = random_below(random, 32) != 0;
  if (random_below(random, 2) == 0) {
    packing.entries_in_block = 1 + static_cast<std::size_t>(random_below(random, 8));
  }
  return packing;
}

/// Applies one or two; returns the name of the last.
template <class Certificate, class Forgery>
std::string apply_some(const std::vector<Forgery>& forgeries, Certificate& certificate,
                       Rng& random) {
  std::string name;
  for (int i = random_below(random, 4); i >= 0; i -= 3) {
    const Forgery& forgery = some_of(forgeries, random);
    forgery.apply(certificate, random);
    name = forgery.name;
  }
  return name;
}

ForgedCertificate forged(PlainCertificate certificate, Rng& random) {
  const std::string name = apply_some(certificate_forgeries(), certificate, random);
  const Packing packing = some_packing(random);
  // Out of order it may be refused for that alone.
  return {name,
          bytes_of(certificate, packing),
          random_below(random, 2) == 0,
          fault_of(certificate),
          certificate.claim,
          certificate.start,
          !packing.is_sorted};
}

ForgedCertificate forged(PlainMoves certificate, Rng& random) {
  if (random_below(random, 2) == 0) certificate.version = '4';
  const std::string name = apply_some(moves_forgeries(), certificate, random);
  const std::size_t in_block = some_packing(random).entries_in_block;
  return {name,
          bytes_of(certificate, in_block),
          false,
          fault_of(certificate),
          certificate.claim,
          certificate.start};
}

}  // namespace

ForgedCertificate forged(const Certificates& originals, Rng& random) {
  const bool has_moves =
      originals.of_entries.empty() || (!originals.of_moves.empty() && random_below(random, 2) == 0);
  return has_moves ? forged(some_of(originals.of_moves, random), random)
                   : forged(some_of(originals.of_entries, random), random);
}

}  // namespace onyx::fuzz
