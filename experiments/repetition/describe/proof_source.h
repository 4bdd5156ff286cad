// Where certificates lie: a file of JSON each, or many in a pack (solver/certificate/pack.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace onyx {

struct ProofSource {
  std::filesystem::path file;
  std::size_t number = 0;    ///< Of the certificate in its pack, from 1; 0: the file is one.
  std::uint64_t offset = 0;  ///< In the pack.
  std::uint64_t bytes = 0;

  /// By which it is told and found again: the file's name, or `FILE#NUMBER` in a pack.
  std::string name() const;
  /// Throws FileError.
  std::string read() const;
};

enum class Packs : std::uint8_t { left_out, included };

/// The certificate files (`*.cert.json`) of the folders, in all depths, and all certificates of the
/// packs (`*.pack`), if they are included; in the order of their names, in a pack of their numbers.
/// Throws FileError, also for a pack that is none.
std::vector<ProofSource> proofs_in(const std::vector<std::string>& folders, Packs packs);

}  // namespace onyx
