// The positions that natural games should reach: the named ones, and all on the cycles of
// certificates.
#pragma once

#include <string>
#include <vector>

#include "core/base/stop.h"
#include "core/board.h"

namespace onyx {

struct GameEnds {
  std::vector<std::string> drawn;  ///< Positions on cycles of draws, as text, each once.
  std::vector<std::string> named;  ///< Positions with unknown values.
  bool is_complete = true;         ///< False if a limit left out the cycle of a certificate.
};

/// `words`: a position in up to three words; or each word is a position, a file or folder with
/// certificates or packs, or `-` for positions from standard input, one per line. Certificates for
/// boards of another size are skipped; a position of another size is refused. Certificates are not
/// judged here. Throws InputError and FileError.
GameEnds game_ends_in(const std::vector<std::string>& words, BoardSize size, const Stop& stop);

}  // namespace onyx
