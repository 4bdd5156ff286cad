// Reads single positions from a table (table_format.h); each read unpacks one block.
#pragma once

#include <optional>

#include "solver/certificate/table_format.h"

namespace onyx::table {

/// Reads the header. Throws Damage.
Header read_header(const SourceFile& source);

template <int W>
class Reader {
 public:
  /// Throws Damage if the header does not fit the board.
  Reader(const WideBoard<W>& board, const Header& header, SourceFile source);

  /// Nothing for an illegal position. Throws Damage that names the block.
  std::optional<Outcome> outcome(const WidePosition<W>& position) const;

 private:
  const Numbering<W> numbering_;
  const SourceFile source_;
};

}  // namespace onyx::table
