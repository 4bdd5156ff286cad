#include "experiments/drawing/board_svg.h"

#include <fmt/core.h>

#include <string_view>
#include <utility>

#include "core/notation.h"

namespace onyx {
namespace {

constexpr double kUnit = 60;    // pixels between points of the square grid
constexpr double kMargin = 60;  // room for the letters and numbers
constexpr std::string_view kDark = "#1d2733";
constexpr std::string_view kLight = "#fdfaf0";
constexpr std::string_view kLine = "#8a94a0";

struct Spot {
  double x = 0;
  double y = 0;
};

/// Where a point lies. On the square grid the snub square tiling appears sheared; turning every
/// square by 15 degrees, alternately left and right, undoes that: a point moves by tan(15°)/2 in x
/// and in y, up or down by the parities of its column and row. Then all joined points are equally
/// far apart.
Spot spot_of(const Geometry& geometry, Place place) {
  if (geometry.is_midpoint(place)) {
    Spot middle;
    for (const Place corner : geometry.corners_of(geometry.square_of(place))) {
      const Spot spot = spot_of(geometry, corner);
      middle.x += spot.x / 4;
      middle.y += spot.y / 4;
    }
    return middle;
  }
  constexpr double kShift = 0.1339745962155614;  // tan(15°) / 2
  const int x = geometry.x_of(place);
  const int y = geometry.y_of(place);
  const double tiled_x = x + (y % 2 == 0 ? kShift : -kShift);
  const double tiled_y = y + (x % 2 == 0 ? kShift : -kShift);
  return {kMargin + kUnit * tiled_x, kMargin + kUnit * (geometry.size().height - 1 - tiled_y)};
}

std::string line(Spot a, Spot b, std::string_view colour, double width) {
  return fmt::format(
      R"(<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" stroke="{}" stroke-width="{}" stroke-linecap="round"/>)"
      "\n",
      a.x, a.y, b.x, b.y, colour, width);
}

std::string disc(Spot spot, Player player) {
  const bool dark = player == Player::V;
  return fmt::format(
      R"(<circle cx="{:.1f}" cy="{:.1f}" r="{}" fill="{}" stroke="{}" stroke-width="{}"/>)"
      "\n",
      spot.x, spot.y, 0.27 * kUnit, dark ? kDark : kLight, kDark, dark ? 1 : 4);
}

std::string label(Spot spot, std::string_view text) {
  return fmt::format(
      R"(<text x="{:.1f}" y="{:.1f}" font-size="20" font-family="sans-serif" text-anchor="middle" dominant-baseline="central" fill="{}">{}</text>)"
      "\n",
      spot.x, spot.y, kDark, text);
}

}  // namespace

template <int W>
std::string board_svg(const Board<W>& board, const Position<W>& position) {
  const Geometry& geometry = board.geometry();
  const auto [width, height] = geometry.size();
  const double right = 2 * kMargin + kUnit * (width - 1);
  const double bottom = 2 * kMargin + kUnit * (height - 1);
  const auto spot = [&](Place place) { return spot_of(geometry, place); };

  std::string svg = fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}" role="img">)"
      "\n<title>{2}</title>\n"
      R"(<rect width="{0}" height="{1}" fill="#e9edf1"/>)"
      "\n",
      right, bottom, format_position(board, position));
  for (const auto& [a, b] : geometry.lines()) {
    const bool to_midpoint = geometry.is_midpoint(a) || geometry.is_midpoint(b);
    svg += line(spot(a), spot(b), kLine, to_midpoint ? 1 : 2);
  }
  // The edges to join: V's below and above, H's at the sides.
  for (int x = 0; x + 1 < width; ++x) {
    for (const int y : {0, height - 1}) {
      svg += line(spot(geometry.point_at(x, y)), spot(geometry.point_at(x + 1, y)), kDark, 6);
    }
  }
  for (int y = 0; y + 1 < height; ++y) {
    for (const int x : {0, width - 1}) {
      const Spot a = spot(geometry.point_at(x, y));
      const Spot b = spot(geometry.point_at(x, y + 1));
      svg += line(a, b, kDark, 6);
      svg += line(a, b, kLight, 4);
    }
  }
  for (int x = 0; x < width; ++x) {
    const std::string letter(1, static_cast<char>('A' + x));
    for (const double y : {0.3 * kMargin, bottom - 0.3 * kMargin}) {
      svg += label({kMargin + kUnit * x, y}, letter);
    }
  }
  for (int y = 0; y < height; ++y) {
    for (const double x : {0.3 * kMargin, right - 0.3 * kMargin}) {
      svg += label({x, kMargin + kUnit * (height - 1 - y)}, std::to_string(y + 1));
    }
  }
  for (const Player player : {Player::V, Player::H}) {
    position.of(player).for_each([&](Place place) { svg += disc(spot(place), player); });
  }
  return svg + "</svg>\n";
}

#define ONYX_INSTANTIATE(W) template std::string board_svg(const Board<W>&, const Position<W>&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
