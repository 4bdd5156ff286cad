#include "experiments/solve/value_certificate.h"

#include <fmt/core.h>

#include "experiments/files/files.h"
#include "experiments/files/packed_files.h"
#include "experiments/support/version.h"
#include "solver/certificate/compact_writer.h"

namespace onyx::solve_command {

bool is_compact(const std::string& file) { return file.ends_with(".certz"); }

Certificate signed_by_program(Certificate certificate) {
  certificate.about["program"] = fmt::format("onyx {}", kVersion);
  return certificate;
}

template <int W>
void write_certificate(const Board<W>& board, const Position<W>& position,
                       const proof_number::Verdict<W>& verdict, proof_number::Proof<W>&& proof,
                       const std::string& name, std::uint64_t most_bytes) {
  if (!is_compact(name)) {
    write_file(name, to_json(signed_by_program(proof_number::certificate_of(
                         board, position, verdict, proof, most_bytes))));
    return;
  }
  NewFile file(name);
  compact::write_certificate(board, position, verdict, std::move(proof), kVersion, writer_to(file));
  file.finish();
}

#define ONYX_INSTANTIATE(W)                                                                  \
  template void write_certificate(const Board<W>&, const Position<W>&,                       \
                                  const proof_number::Verdict<W>&, proof_number::Proof<W>&&, \
                                  const std::string&, std::uint64_t);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::solve_command
