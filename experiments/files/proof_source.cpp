#include "experiments/files/proof_source.h"

#include <fmt/core.h>

#include <stdexcept>

#include "core/position.h"
#include "experiments/files/certificate_files.h"
#include "experiments/files/input.h"
#include "solver/certificate/certificate.h"
#include "solver/certificate/compact_reader.h"
#include "solver/referee/referee.h"

namespace onyx {
namespace {

namespace fs = std::filesystem;

void add_packed(const fs::path& file, std::vector<ProofSource>& sources) {
  try {
    const InputFile input(file);
    std::size_t number = 0;
    for (const PackedCertificate& one : certificates_in_pack(source_of(input))) {
      sources.push_back({file, ++number, one});
    }
  } catch (const std::runtime_error& error) {  // Damage, FileError
    sources.push_back({file, 0, {}, error.what()});
  }
}

}  // namespace

std::string ProofSource::name() const {
  return number == 0 ? file.string() : fmt::format("{}#{}", file.string(), number);
}

std::string ProofSource::read() const {
  if (!damage.empty()) throw FileError(fmt::format("'{}': {}", name(), damage));
  if (number == 0) return read_file(file);
  const InputFile pack(file);
  try {
    return packed.read(source_of(pack));
  } catch (const Damage& damage) {
    throw FileError(fmt::format("'{}': {}", name(), damage.what()));
  }
}

std::string ProofSource::position() const {
  const std::string bytes = read();
  try {
    const bool is_compact = referee::kind_of(referee::file_of(bytes)) == referee::Kind::compact;
    std::string text = is_compact ? compact::position_of(bytes) : parse_certificate(bytes).position;
    static_cast<void>(board_size_of(text));
    return text;
  } catch (const std::runtime_error& error) {  // InputError, FieldError, Damage
    throw FileError(fmt::format("certificate '{}' is damaged ({})", name(), error.what()));
  }
}

std::vector<ProofSource> proofs_in(const std::vector<std::string>& paths, bool with_compact) {
  // Recognise packs by their content if the user named them, by their name if found in a folder.
  const std::set<std::string> named(paths.begin(), paths.end());
  std::vector<ProofSource> sources;
  std::vector<std::string_view> endings = {kCertificateEnding, kPackEnding};
  if (with_compact) endings.emplace_back(".certz");
  for (const fs::path& file : named_files(paths, endings)) {
    bool is_pack = file.string().ends_with(kPackEnding);
    if (named.contains(file.string())) {
      const InputFile input(file);
      is_pack = referee::kind_of({input.bytes(), source_of(input).read_at}) == referee::Kind::pack;
    }
    if (is_pack) {
      add_packed(file, sources);
    } else {
      sources.push_back({file});
    }
  }
  return sources;
}

std::set<std::string> positions_in(const std::vector<std::string>& paths, BoardSize size) {
  std::set<std::string> positions;
  for (const ProofSource& proof : proofs_in(paths)) {
    const std::string position = proof.position();
    if (board_size_of(position) != size) continue;
    try {
      const Position parsed = parse_position(position);
      if (is_finished(parsed)) throw InputError("its position is finished");
      positions.insert(format_position(parsed));
    } catch (const InputError& error) {
      throw FileError(fmt::format("certificate '{}' is damaged ({})", proof.name(), error.what()));
    }
  }
  return positions;
}

}  // namespace onyx
