// Where certificates are stored: one per JSON file, or many in a pack (solver/certificate/pack.h).
// Every command that takes certificates finds those of its files and folders here.
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
  std::size_t number = 0;  ///< The certificate's number in its pack, from 1; 0: the whole file is
                           ///< one certificate.
  PackedCertificate packed{};  ///< Its place in the pack.
  std::string damage{};        ///< Why the pack cannot be read; then only `file` is set.

  /// The name in messages and for look-up: the file's name, or `FILE#NUMBER` in a pack.
  std::string name() const;
  /// The certificate, in JSON or compact. Throws FileError.
  std::string read() const;
  /// The certificate's position as text; only the size of its board is checked. Throws FileError,
  /// also if it is not a certificate.
  std::string position() const;
};

/// The certificates in the named files, each a certificate or a pack whatever its name, and in the
/// named folders, recursively: all certificate files (`*.cert.json`) and all certificates in packs
/// (`*.pack`). Ordered by file name, in a pack by number. A pack that cannot be read is one entry,
/// whose read() throws. `with_compact`: compact certificates (`*.certz`) in folders, too. Throws
/// FileError.
std::vector<ProofSource> proofs_in(const std::vector<std::string>& paths,
                                   bool with_compact = false);

/// The positions of the certificates with that board size, in order, as text: legal and not
/// finished. Throws FileError.
std::vector<std::string> positions_in(const std::vector<std::string>& paths, BoardSize size);

}  // namespace onyx
