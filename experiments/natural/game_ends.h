// The positions that natural games are to reach: those that are named, and all on the cycles of
// certificates.
#pragma once

#include <string>
#include <vector>

#include "core/base/stop.h"
#include "core/board.h"

namespace onyx {

struct GameEnds {
  std::vector<std::string> drawn;  ///< Positions on the cycles of draws, as text, each once.
  std::vector<std::string> named;  ///< Positions whose values are not known.
  bool is_complete = true;         ///< False if a limit left out the cycle of some certificate.
};

/// `words`: a position in up to three words; or each of them a position, a file or folder with
/// certificates or packs, or `-` for a position a line from standard input. Positions of
/// certificates are of boards of this size only; a position of another size is refused.
/// Certificates are not judged here. Throws InputError and FileError.
GameEnds game_ends_in(const std::vector<std::string>& words, BoardSize size, const Stop& stop);

}  // namespace onyx
