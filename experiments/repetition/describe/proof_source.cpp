#include "experiments/repetition/describe/proof_source.h"

#include <fmt/core.h>

#include <set>

#include "experiments/files/packed_files.h"
#include "solver/certificate/pack.h"

namespace onyx {
namespace {

namespace fs = std::filesystem;

/// All certificates of a pack.
void add_packed(const fs::path& file, std::vector<ProofSource>& sources) {
  try {
    const InputFile input(file);
    std::size_t number = 0;
    for (const PackedCertificate& one : certificates_in_pack(source_of(input))) {
      sources.push_back({file, ++number, one.offset, one.bytes});
    }
  } catch (const Damage& damage) {
    throw FileError(fmt::format("'{}': {}", file.string(), damage.what()));
  }
}

}  // namespace

std::string ProofSource::name() const {
  return number == 0 ? file.string() : fmt::format("{}#{}", file.string(), number);
}

std::string ProofSource::read() const {
  if (number == 0) return read_file(file);
  std::string content(bytes, '\0');
  InputFile(file).read_at(offset, content.size(), content.data());
  return content;
}

std::vector<ProofSource> proofs_in(const std::vector<std::string>& folders, Packs packs) {
  std::set<fs::path> files;
  for (const std::string& folder : folders) {
    if (!fs::is_directory(folder)) throw FileError(fmt::format("'{}' is not a folder", folder));
    std::error_code error;
    fs::recursive_directory_iterator entry(folder, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
      std::error_code ignored;
      const std::string name = entry->path().filename().string();
      const bool is_wanted =
          name.ends_with(".cert.json") || (packs == Packs::included && name.ends_with(".pack"));
      if (is_wanted && entry->is_regular_file(ignored)) files.insert(entry->path());
    }
    if (error) throw FileError(fmt::format("cannot read '{}': {}", folder, error.message()));
  }
  std::vector<ProofSource> sources;
  for (const fs::path& file : files) {
    if (file.extension() == ".pack") {
      add_packed(file, sources);
    } else {
      sources.push_back({file});
    }
  }
  return sources;
}

}  // namespace onyx
