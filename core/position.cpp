// Most functions here call their namesakes for wide positions.
#include "core/position.h"

#include <ostream>
#include <stdexcept>

#include "core/moves.h"
#include "core/packed_position.h"

namespace onyx {

Position standard_setup(const Board& board) {
  if (!has_standard_setup(board.size())) throw std::invalid_argument("no standard setup");
  return with_board(board.size(),
                    [](const auto& wide) { return to_plain(wide, standard_setup(wide)); });
}

bool is_finished(const Position& position) {
  return with_wide(position,
                   [](const auto& board, const auto& wide) { return is_finished(board, wide); });
}

std::optional<Player> winner_of(const Position& position) {
  return is_finished(position) ? std::optional(other(position.to_move())) : std::nullopt;
}

std::vector<Place> winning_chain(const Position& position) {
  const Player last = other(position.to_move());
  return with_wide(position, [&](const auto& board, const auto& wide) {
    return shortest_chain(board, wide.of(last), last);
  });
}

Places legal_moves(const Position& position) {
  return with_wide(position, [](const auto& board, const auto& wide) {
    return resized<10>(legal_moves(board, wide));
  });
}

Places captured_by(const Position& position, Place place) {
  return with_wide(position, [&](const auto& board, const auto& wide) {
    return resized<10>(captured_by(board, wide, place));
  });
}

Position successor(const Position& position, Place place) {
  return with_wide(position, [&](const auto& board, const auto& wide) {
    return to_plain(board, successor(board, wide, place));
  });
}

std::ostream& operator<<(std::ostream& stream, const Position& position) {
  return stream << format_position(position);
}

}  // namespace onyx

std::size_t std::hash<onyx::Position>::operator()(const onyx::Position& position) const {
  return onyx::PackedHash<10>()(onyx::pack(onyx::to_wide<10>(position)));
}
