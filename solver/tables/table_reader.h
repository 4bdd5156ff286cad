// Reads single positions out of a table (table_format.h): a block is unpacked for each.
#pragma once

#include <functional>
#include <optional>

#include "solver/tables/table_format.h"

namespace onyx::table {

/// A file as seen by whoever reads it: its size, and a function that fills `to` from an offset on,
/// which is only asked for bytes within the size.
struct Source {
  std::uint64_t bytes;
  std::function<void(std::uint64_t offset, std::size_t count, char* to)> read_at;
};

/// Reads the header. Throws Damage.
Header read_header(const Source& source);

template <int W>
class Reader {
 public:
  /// Throws Damage if the header does not suit the board.
  Reader(const Board<W>& board, const Header& header, Source source);

  /// Nothing for an illegal position. Throws Damage, with the block's number.
  std::optional<Outcome> outcome(const Position<W>& position) const;

 private:
  const Numbering<W> numbering_;
  const Source source_;
};

}  // namespace onyx::table
