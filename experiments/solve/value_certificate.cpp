#include "experiments/solve/value_certificate.h"

#include <fmt/core.h>

#include <algorithm>

#include "experiments/files/files.h"
#include "experiments/files/packed_files.h"
#include "experiments/support/version.h"
#include "solver/certificate/compact_writer.h"

namespace onyx::solve_command {

namespace {

/// Of a strategy that is being written as a compact certificate.
class PackingLine {
 public:
  PackingLine(Progress& progress, const std::string& label) : progress_(progress), label_(label) {}

  void tell(const Reached& reached) {
    if (reached.phase != phase_) {
      phase_ = reached.phase;
      start_ = progress_.seconds();
    }
    progress_.update([&] {
      const auto done = static_cast<double>(reached.done);
      const auto all = static_cast<double>(reached.known);
      const double rate = done / std::max(progress_.seconds() - start_, 1e-3);
      return fmt::format("{}{}: {} of {} moves, {}/s{}", label_,
                         phase_ == Reached::Phase::finding ? "putting the strategy in order"
                                                           : "compressing the certificate",
                         short_number(done), short_number(all), short_number(rate),
                         time_left(all - done, rate));
    });
  }

 private:
  Progress& progress_;
  const std::string& label_;
  Reached::Phase phase_ = Reached::Phase::searching;  ///< None yet.
  double start_ = 0;                                  ///< Of the phase.
};

}  // namespace

bool is_compact(const std::string& file) { return file.ends_with(".certz"); }

Certificate signed_by_program(Certificate certificate) {
  certificate.about["program"] = fmt::format("onyx {}", kVersion);
  return certificate;
}

template <int W>
void write_certificate(const Board<W>& board, const Position<W>& position, Claim claim,
                       Proof<W>&& proof, const std::string& name, std::uint64_t most_bytes,
                       Progress& progress, const std::string& label) {
  if (!is_compact(name)) {
    write_file(
        name,
        to_json(signed_by_program(certificate_of(board, position, claim, proof, most_bytes))));
    return;
  }
  NewFile file(name);
  PackingLine line(progress, label);
  compact::write_certificate(board, position, claim, std::move(proof), kVersion, writer_to(file),
                             compact::kMovesInBlock,
                             [&](const Reached& reached) { line.tell(reached); });
  file.finish();
}

#define ONYX_INSTANTIATE(W)                                                               \
  template void write_certificate(const Board<W>&, const Position<W>&, Claim, Proof<W>&&, \
                                  const std::string&, std::uint64_t, Progress&,           \
                                  const std::string&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::solve_command
