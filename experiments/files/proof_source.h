// Finds certificates in files and folders: one per JSON or compact file, or many in a pack
// (solver/certificate/pack.h).
#pragma once

#include <filesystem>
#include <set>

#include "core/board.h"
#include "solver/certificate/pack.h"

namespace onyx {

struct ProofSource {
  std::filesystem::path file;
  std::size_t number = 0;      ///< Number in the pack, from 1; 0 if `file` is not a pack.
  PackedCertificate packed{};  ///< Location of the certificate in the pack.
  std::string damage{};        ///< Why the pack is unreadable; then only `file` is valid.

  /// Returns the file's name, followed by `#NUMBER` for a certificate in a pack.
  std::string name() const;
  /// Returns the certificate in JSON or compact form. Throws FileError.
  std::string read() const;
  /// Returns the certified position as text; checks only its board size. Throws FileError.
  std::string position() const;
};

/// Returns all certificates, ordered by file name and number. Searches folders recursively for
/// `*.cert.json`, `*.pack` and, if `with_compact`, `*.certz`. A damaged pack gives one ProofSource,
/// whose read() throws. Throws FileError.
std::vector<ProofSource> proofs_in(const std::vector<std::string>& paths,
                                   bool with_compact = false);

/// Returns the certified positions on boards of this size, as text. Throws FileError, for example
/// if a position is illegal or finished.
std::set<std::string> positions_in(const std::vector<std::string>& paths, BoardSize size);

}  // namespace onyx
