// Finds certificates in files and folders: one per JSON file, or many in a pack
// (solver/certificate/pack.h).
#pragma once

#include <filesystem>

#include "core/board.h"
#include "solver/certificate/pack.h"

namespace onyx {

struct ProofSource {
  std::filesystem::path file;
  std::size_t number = 0;      ///< In the pack, from 1; 0: the whole file is a certificate.
  PackedCertificate packed{};  ///< Its place in the pack.
  std::string damage{};        ///< Why the pack is unreadable; then only `file` is set.

  /// For messages and look-up: the file's name, or `FILE#NUMBER` in a pack.
  std::string name() const;
  /// In JSON or compact form. Throws FileError.
  std::string read() const;
  /// As text, unchecked but for the board's size. Throws FileError for other files.
  std::string position() const;
};

/// All certificates, ordered by file name and number. Searches folders recursively for
/// `*.cert.json`, `*.pack` and, if `with_compact`, `*.certz`. A damaged pack is one entry, whose
/// read() throws. Throws FileError.
std::vector<ProofSource> proofs_in(const std::vector<std::string>& paths,
                                   bool with_compact = false);

/// The positions of the certificates on boards of this size, as text. Throws FileError, also for
/// illegal or finished positions.
std::vector<std::string> positions_in(const std::vector<std::string>& paths, BoardSize size);

}  // namespace onyx
