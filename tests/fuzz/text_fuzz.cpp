// Fuzzes the readers of positions, moves and games: each accepted text must print and read back
// unchanged, and must also be legal by the plain rules.
#include "core/wide_line.h"
#include "tests/fuzz/target.h"
#include "tests/plain/rules.h"

namespace onyx {
namespace {

using fuzz::require;

/// Plays the words in both engines. Throws InputError at the first illegal move.
template <int W>
void play(const WideBoard<W>& board, WidePosition<W> position,
          const std::vector<std::string>& words) {
  plain::Position reference = plain::from_text(format_position(board, position));
  for (const std::string& word : words) {
    const Place place = parse_move(board, position, word);
    const std::string move = format_move(board, position, place);
    require(parse_move(board, position, move) == place, "a move reads back:", move);
    position = successor(board, position, place);
    reference = plain::play(reference, move);
    const std::string text = format_position(board, position);
    require(text == plain::to_text(reference), "the plain engine plays the same:", text);
  }
}

void read_game(std::string_view text) {
  const GameText game = split_game(text);
  with_board(board_size_of(game.position), [&](const auto& board) {
    const auto position = parse_position(board, game.position);
    const std::string canonical = format_position(board, position);
    require(parse_position(board, canonical) == position, "a position reads back:", canonical);
    const std::string fault = plain::fault(plain::from_text(canonical));
    require(fault.empty(), "the position is legal:", canonical + ": " + fault);
    play(board, position, game.rest);
  });
}

/// Reads a record as people paste it. An accepted record must be written in the programs' form and
/// read back unchanged.
void read_record(std::string_view text) {
  const Record record = parse_record(text, "open:5x5");
  with_board(board_size_of(record.start), [&](const auto& board) {
    const auto start = parse_position(board, record.start);
    const auto line = replay(board, start, record.moves);
    std::string canonical = format_position(board, start);
    for (const std::string& move : format_moves(board, start, line.moves)) canonical += " " + move;
    const Record again = parse_record(canonical);
    require(
        replay(board, parse_position(board, again.start), again.moves).positions == line.positions,
        "a record reads back:", canonical);
  });
}

template <class Read>
void refuse_or_read(std::string_view text, const Read& read) {
  try {
    read(text);
  } catch (const InputError& error) {
    fuzz::require_one_printable_line(error.what());
  }
}

}  // namespace
}  // namespace onyx

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  onyx::refuse_or_read(onyx::fuzz::text_of(data, size), onyx::read_game);
  onyx::refuse_or_read(onyx::fuzz::text_of(data, size), onyx::read_record);
  return 0;
}
