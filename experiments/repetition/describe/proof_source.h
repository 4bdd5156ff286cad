// Where certificates lie: a file of JSON each, or many in a pack (solver/certificate/pack.h). Every
// command that takes certificates in asks here what files and folders have.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/board.h"
#include "solver/certificate/pack.h"

namespace onyx {

struct ProofSource {
  std::filesystem::path file;
  std::size_t number = 0;      ///< Of the certificate in its pack, from 1; 0: the file is one.
  PackedCertificate packed{};  ///< Where in the pack.
  std::string damage{};        ///< Why the pack cannot be read; then nothing else is known.

  /// By which it is told and found again: the file's name, or `FILE#NUMBER` in a pack.
  std::string name() const;
  /// The certificate, in JSON or compact. Throws FileError.
  std::string read() const;
  /// What the certificate speaks of, as text; only the size of its board is checked. Throws
  /// FileError, also where it is no certificate.
  std::string position() const;
};

/// The certificates of the files that are named, each a certificate or a pack, whatever its name;
/// and in the folders, in all depths, the certificate files (`*.cert.json`) and all certificates of
/// the packs (`*.pack`). In the order of the files' names, in a pack of their numbers. A
/// pack that cannot be read is one entry, of which read() throws. Throws FileError.
std::vector<ProofSource> proofs_in(const std::vector<std::string>& paths);

/// What those that are of such a board speak of, in their order: legal positions that are not
/// finished, as text. Throws FileError.
std::vector<std::string> positions_in(const std::vector<std::string>& paths, BoardSize size);

}  // namespace onyx
