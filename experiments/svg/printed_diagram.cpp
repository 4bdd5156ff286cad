#include "experiments/svg/printed_diagram.h"

#include <fmt/core.h>

#include <cmath>

#include "experiments/support/html_template.h"
#include "experiments/svg/board_svg.h"

namespace onyx {
namespace {

// In hundredths of a grid unit. Whole numbers keep a book of thousands of diagrams small.
constexpr int kStep = 100;
constexpr int kRadius = 27;
constexpr int kEdgeInside = 44;   ///< Distance from the outer points to the inside of the bars.
constexpr int kEdgeOutside = 66;  ///< Distance from the outer points to the outside of the bars.
constexpr int kLabels = 92;       ///< Distance from the outer points to the middle of a label.
constexpr int kBare = 72;         ///< Margin above and on the right.
constexpr int kLabelled = 114;    ///< Margin below and on the left, with labels.

struct Pixel {
  int x = 0;
  int y = 0;
};

/// Converts to picture coordinates; y points downwards.
struct Canvas {
  const Geometry& geometry;

  Pixel at(Place place) const {
    const Spot spot = spot_of(geometry, place, Drawing::tiling);
    return on_grid(spot.x, spot.y);
  }
  Pixel on_grid(double x, double y) const {
    return {kLabelled + static_cast<int>(std::lround(kStep * x)),
            kBare + static_cast<int>(std::lround(kStep * (geometry.size().height - 1 - y)))};
  }
};

std::string polyline(const std::vector<Pixel>& pixels) {
  std::string text;
  for (const Pixel& pixel : pixels) {
    text += fmt::format("{}{} {}", text.empty() ? 'M' : 'L', pixel.x, pixel.y);
  }
  return text;
}

std::string drawn_board(const Canvas& canvas) {
  const Geometry& geometry = canvas.geometry;
  const auto [width, height] = geometry.size();
  std::string squares;
  std::string crossings;  // the lines through a midpoint
  std::string sides;      // rows and columns, which form zigzag lines, and the slanted sides
  for (int y = 0; y < height; ++y) {
    std::vector<Pixel> row;
    for (int x = 0; x < width; ++x) row.push_back(canvas.at(geometry.point_at(x, y)));
    sides += polyline(row);
  }
  for (int x = 0; x < width; ++x) {
    std::vector<Pixel> column;
    for (int y = 0; y < height; ++y) column.push_back(canvas.at(geometry.point_at(x, y)));
    sides += polyline(column);
  }
  for (int midpoint = geometry.point_count(); midpoint < geometry.place_count(); ++midpoint) {
    const auto corners = geometry.corners_of(geometry.square_of(static_cast<Place>(midpoint)));
    std::vector<Pixel> pixels;
    for (const Place corner : corners) pixels.push_back(canvas.at(corner));
    squares += polyline(pixels) + "Z";
    crossings += polyline({pixels[0], pixels[2]}) + polyline({pixels[1], pixels[3]});
  }
  for (const auto& [a, b] : geometry.lines()) {
    const bool is_level = geometry.y_of(a) == geometry.y_of(b);
    const bool is_upright = geometry.x_of(a) == geometry.x_of(b);
    if (geometry.is_midpoint(a) || geometry.is_midpoint(b) || is_level || is_upright) continue;
    sides += polyline({canvas.at(a), canvas.at(b)});
  }
  return fmt::format(
      R"(<path d="{}" fill="#dedede"/>)"
      R"(<path d="{}" stroke="#777" stroke-width="1.6" fill="none"/>)"
      R"(<path d="{}" stroke="#333" stroke-width="3" stroke-linejoin="round" fill="none"/>)",
      squares, crossings, sides);
}

std::string drawn_edges(const Canvas& canvas) {
  const auto [width, height] = canvas.geometry.size();
  constexpr double kIn = kEdgeInside / static_cast<double>(kStep);
  constexpr double kOut = kEdgeOutside / static_cast<double>(kStep);
  const double right = width - 1;
  const double top = height - 1;
  const auto bar = [&](double x1, double y1, double x2, double y2) {
    const auto inner = [&](double x, double y) {
      return canvas.on_grid(x < 0 ? -kIn : right + kIn, y < 0 ? -kIn : top + kIn);
    };
    return polyline(
               {canvas.on_grid(x1, y1), canvas.on_grid(x2, y2), inner(x2, y2), inner(x1, y1)}) +
           "Z";
  };
  const std::string level =
      bar(-kOut, -kOut, right + kOut, -kOut) + bar(-kOut, top + kOut, right + kOut, top + kOut);
  const std::string upright =
      bar(-kOut, -kOut, -kOut, top + kOut) + bar(right + kOut, -kOut, right + kOut, top + kOut);
  return fmt::format(
      R"(<path d="{}" fill="#fff" stroke="#000" stroke-width="4" stroke-linejoin="round"/>)"
      R"(<path d="{}" stroke="#000" stroke-width="4" stroke-linejoin="round"/>)",
      upright, level);
}

/// Returns text centred at `at`. Sets the baseline, because some programs cannot centre vertically.
std::string drawn_text(Pixel at, int size, std::string_view more, std::string_view text) {
  return fmt::format(
      R"(<text x="{}" y="{}" font-size="{}" font-family="sans-serif" text-anchor="middle"{}>{}</text>)",
      at.x, at.y + static_cast<int>(std::lround(0.36 * size)), size, more, text);
}

std::string drawn_labels(const Canvas& canvas) {
  constexpr int kSize = 30;
  constexpr double kOut = kLabels / static_cast<double>(kStep);
  const auto [width, height] = canvas.geometry.size();
  std::string svg;
  for (int x = 0; x < width; ++x) {
    const std::string letter(1, static_cast<char>('A' + x));
    svg += drawn_text(canvas.on_grid(x, -kOut), kSize, "", letter);
  }
  for (int y = 0; y < height; ++y) {
    svg += drawn_text(canvas.on_grid(-kOut, y), kSize, "", std::to_string(y + 1));
  }
  return svg;
}

std::string cross_path(Pixel at, int reach) {
  return polyline({{at.x - reach, at.y - reach}, {at.x + reach, at.y + reach}}) +
         polyline({{at.x - reach, at.y + reach}, {at.x + reach, at.y - reach}});
}

std::string drawn_disc(Pixel at, int radius, std::string_view style) {
  return fmt::format(R"(<circle cx="{}" cy="{}" r="{}" {}/>)", at.x, at.y, radius, style);
}

std::string drawn_stone(const Canvas& canvas, const PrintedStone& stone) {
  const Pixel at = canvas.at(stone.place);
  const bool is_black = stone.player == Player::V;
  const std::string_view ink = is_black ? "#fff" : "#000";
  // A white rim separates a black stone from lines and other stones.
  std::string svg = is_black
                        ? drawn_disc(at, kRadius + 3, R"(stroke="#fff" stroke-width="3")")
                        : drawn_disc(at, kRadius, R"(fill="#fff" stroke="#000" stroke-width="4")");
  if (stone.number == 0) {
    const std::string bar = is_black ? polyline({{at.x, at.y - 13}, {at.x, at.y + 13}})
                                     : polyline({{at.x - 13, at.y}, {at.x + 13, at.y}});
    return svg + fmt::format(R"(<path d="{}" stroke="{}" stroke-width="6"/>)",
                             stone.is_captured ? cross_path(at, kRadius / 2) : bar, ink);
  }
  svg += drawn_text(at, stone.number < 10 ? 38 : 32,
                    fmt::format(R"( font-weight="bold" fill="{}")", ink),
                    std::to_string(stone.number));
  if (stone.is_captured) {
    constexpr int kOff = 21;  // at the rim, so that the number stays legible
    const Pixel rim{at.x + kOff, at.y - kOff};
    svg += drawn_disc(rim, 13, R"(fill="#fff" stroke="#000" stroke-width="3")") +
           fmt::format(R"(<path d="{}" stroke="#000" stroke-width="4"/>)", cross_path(rim, 6));
  }
  return svg;
}

std::string drawn_sign(const Canvas& canvas, const PrintedSign& sign) {
  const Pixel at = canvas.at(sign.place);
  return sign.is_allowed
             ? drawn_disc(at, 14, R"(fill="#fff" stroke="#000" stroke-width="5")")
             : fmt::format(R"(<path d="{}" stroke="#000" stroke-width="7"/>)", cross_path(at, 15));
}

}  // namespace

PrintedDiagram printed(const WidePosition<2>& position) {
  PrintedDiagram diagram;
  for (const Player player : {Player::V, Player::H}) {
    position.of(player).for_each([&](Place place) {
      diagram.stones.push_back({place, player, 0, false});
    });
  }
  return diagram;
}

std::string diagram_svg(const Geometry& geometry, const PrintedDiagram& diagram,
                        std::string_view title) {
  const Canvas canvas{geometry};
  constexpr int kMargins = kLabelled + kBare;
  const auto [width, height] = geometry.size();
  std::string svg = fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}" role="img"><title>{2}</title>)",
      kMargins + kStep * (width - 1), kMargins + kStep * (height - 1), escaped(title));
  svg += drawn_board(canvas) + drawn_edges(canvas) + drawn_labels(canvas);
  for (const PrintedStone& stone : diagram.stones) svg += drawn_stone(canvas, stone);
  for (const PrintedSign& sign : diagram.signs) svg += drawn_sign(canvas, sign);
  return svg + "</svg>";
}

}  // namespace onyx
