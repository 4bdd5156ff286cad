#include <fmt/core.h>

#include "core/position.h"

namespace onyx {
namespace {

std::string column_letters(int width) {
  std::string line = "    ";
  for (int x = 0; x < width; ++x) {
    if (x > 0) line += "   ";
    line += static_cast<char>('A' + x);
  }
  return line + "\n";
}

}  // namespace

std::string diagram(const Geometry& geometry, const std::function<char(Place)>& sign_on) {
  const auto [width, height] = geometry.size();
  std::string text = column_letters(width);
  for (int y = height - 1; y >= 0; --y) {
    text += fmt::format("{:>3} ", y + 1);
    for (int x = 0; x < width; ++x) {
      if (x > 0) text += " - ";
      text += sign_on(geometry.point_at(x, y));
    }
    text += fmt::format(" {:>2}\n", y + 1);
    if (y == 0) break;
    text += "    |";
    for (int column = 0; column + 1 < width; ++column) {
      const Cell cell{column, y - 1};
      const char inside = geometry.is_square(cell) ? sign_on(geometry.midpoint_of(cell))
                                                   : (column % 2 == 0 ? '/' : '\\');
      text += fmt::format(" {} |", inside);
    }
    text += "\n";
  }
  return text + column_letters(width);
}

std::string diagram(const Position& position) {
  return diagram(position.geometry(), [&](Place place) {
    if (position.of(Player::V).has(place)) return 'V';
    return position.of(Player::H).has(place) ? 'H' : ' ';
  });
}

}  // namespace onyx
