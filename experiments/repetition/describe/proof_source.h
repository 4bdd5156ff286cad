// Where certificates are stored: one per JSON file, or many in a pack (solver/certificate/pack.h).
// All commands that take certificates use this to find them in the given files and folders.
#pragma once

#include <filesystem>

#include "core/board.h"
#include "solver/certificate/pack.h"

namespace onyx {

struct ProofSource {
  std::filesystem::path file;
  std::size_t number = 0;  ///< Its number in the pack, from 1; 0: the whole file is a certificate.
  PackedCertificate packed{};  ///< Where it is in the pack.
  std::string damage{};        ///< Why the pack cannot be read; then only `file` is set.

  /// The name in messages and for look-up: the file's name, or `FILE#NUMBER` in a pack.
  std::string name() const;
  /// The certificate, in JSON or compact. Throws FileError.
  std::string read() const;
  /// As text; only the size of its board is checked. Throws FileError for other files.
  std::string position() const;
};

/// All certificates in the named files and folders, ordered by file name and number in the pack.
/// Folders are searched recursively for `*.cert.json`, `*.pack` and, if `with_compact`, `*.certz`.
/// A pack that cannot be read is one entry, whose read() throws. Throws FileError.
std::vector<ProofSource> proofs_in(const std::vector<std::string>& paths,
                                   bool with_compact = false);

/// The positions, as text and in order, of those certificates whose board has the given size.
/// Throws FileError, including for a position that is illegal or finished.
std::vector<std::string> positions_in(const std::vector<std::string>& paths, BoardSize size);

}  // namespace onyx
