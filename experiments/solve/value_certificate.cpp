#include "experiments/solve/value_certificate.h"

#include <fmt/core.h>

#include "experiments/files/certificate_files.h"
#include "experiments/files/packed_files.h"
#include "experiments/support/version.h"
#include "solver/certificate/compact_writer.h"

namespace onyx::solve_command {
namespace {

/// Progress of writing a strategy as a compact certificate.
std::function<void(const Reached&)> writing_progress(Progress& progress, const std::string& label) {
  return [&progress, label, start = progress.seconds()](const Reached& reached) {
    progress.update([&] {
      return fmt::format(
          "{}writing the certificate: {}", label,
          done_of_all(reached.done, reached.known, "moves", progress.seconds() - start));
    });
  };
}

}  // namespace

bool is_compact(const std::string& file) { return file.ends_with(".certz"); }

template <int W>
void write_certificate(const WideBoard<W>& board, const WidePosition<W>& position, Claim claim,
                       Proof<W>&& proof, const std::string& name, std::uint64_t most_bytes,
                       Progress& progress, const std::string& label) {
  if (!is_compact(name)) {
    write_file(
        name,
        to_json(signed_by_program(certificate_of(board, position, claim, proof, most_bytes))));
    return;
  }
  NewFile file(name);
  compact::write_certificate(board, position, claim, std::move(proof), kVersion, writer_to(file),
                             compact::kMovesInBlock, writing_progress(progress, label));
  file.finish();
}

#define ONYX_INSTANTIATE(W)                                                                       \
  template void write_certificate(const WideBoard<W>&, const WidePosition<W>&, Claim, Proof<W>&&, \
                                  const std::string&, std::uint64_t, Progress&,                   \
                                  const std::string&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::solve_command
