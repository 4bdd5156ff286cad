#include "tests/fuzz/forged_certificate.h"

#include "tests/fuzz/forge_moves.h"
#include "tests/fuzz/some_of.h"

namespace onyx::fuzz {

using plain::random_below;

ForgedCertificate forged(const std::vector<PlainMoves>& originals, plain::Rng& random) {
  PlainMoves certificate = some_of(originals, random);
  std::string name;
  for (int i = random_below(random, 4); i >= 0; i -= 3) {
    const MovesForgery& forgery = some_of(moves_forgeries(), random);
    forgery.apply(certificate, random);
    name = forgery.name;
  }
  const std::size_t in_block = random_below(random, 2) == 0
                                   ? 1 + static_cast<std::size_t>(random_below(random, 8))
                                   : kMovesInBlock;
  return {name, bytes_of(certificate, in_block), fault_of(certificate), certificate.claim,
          certificate.start};
}

}  // namespace onyx::fuzz
