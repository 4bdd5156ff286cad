// Fuzzes the readers of files saved by proof-number search: tables, and strategies of the open
// board, on 3x3 and on 12x12.
#include "core/wide_position.h"
#include "solver/engine/proof_number/saved_search.h"
#include "tests/fuzz/target.h"

namespace {

template <class Load>
void load(const Load& load_one) {
  try {
    load_one();
  } catch (const onyx::Damage& damage) {
    onyx::fuzz::require_one_printable_line(damage.what());
  }
}

template <int W>
void load_all(onyx::BoardSize size, const onyx::SourceFile& file) {
  const onyx::WideBoard<W> board(size);
  load([&] {
    onyx::proof_number::ProofTable<W> table(std::uint64_t{1} << 16);
    onyx::proof_number::load(table, board, file);
  });
  for (const onyx::Player owner : {onyx::Player::V, onyx::Player::H}) {
    load([&] { onyx::proof_number::load_strategy(board, onyx::open_setup(board), owner, file); });
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const onyx::SourceFile file = onyx::fuzz::source_of(onyx::fuzz::text_of(data, size));
  load_all<1>({3, 3}, file);
  load_all<4>({12, 12}, file);
  return 0;
}
