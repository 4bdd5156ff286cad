// A second implementation of the rules of Onyx, for tests only: the reference for the fast engine.
//
// The code follows the wording of the rules closely, and is therefore slow: a board is a list of
// characters, connections are searched for line by line, and a move is checked by listing all
// moves. It shares no code with the rest of the project, so a mistake stays hidden only if it is
// made twice, in two different forms.

#ifndef ONYX_TESTS_PLAIN_RULES_H_
#define ONYX_TESTS_PLAIN_RULES_H_

#include <compare>
#include <cstdint>
#include <iosfwd>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace onyx::plain {

inline constexpr int kMinSize = 2;
inline constexpr int kMaxSize = 20;

// A point (x, y), or the midpoint of the square in cell (x, y). (0, 0) is at the lower left.
struct Place {
  bool midpoint = false;
  int x = 0;
  int y = 0;

  auto operator<=>(const Place&) const = default;
};

// Stones ('V' or 'H', '.' for none) and the side to move. In `midpoints`, a cell that is not a
// square always has '.', so equal positions compare equal.
struct Position {
  int width = 0;
  int height = 0;
  std::vector<char> points;     // width * height, by row from the bottom
  std::vector<char> midpoints;  // (width - 1) * (height - 1) cells, by row from the bottom
  char side = 'V';

  char& at(const Place& place);
  char at(const Place& place) const;

  auto operator<=>(const Position&) const = default;
};

struct Move {
  std::string place;  // such as "D4" or "BC12"
  int pairs = 0;      // pairs of stones captured: 0, 1 or 2

  std::string text() const;  // such as "D4*"

  auto operator<=>(const Move&) const = default;
};

// --- The board -----------------------------------------------------------------------------------

bool is_square(int c, int r);
// Returns all places of a board: points by row from A1, then midpoints by row.
std::vector<Place> places(int width, int height);
// Returns all pairs of joined places, each pair once.
std::vector<std::pair<Place, Place>> lines(int width, int height);
std::string name(const Place& place);
// Returns the place with this name in upper case. Throws std::invalid_argument if the board has no
// such place.
Place place_named(const std::string& text, int width, int height);

// --- Positions -----------------------------------------------------------------------------------

Position open_setup(int width, int height);
Position standard_setup(int size);

char opponent(char player);
bool connected(const Position& position, char player);
bool has_cross(const Position& position);
// Returns why the position is invalid, or "": its size, a cross, both players connected, or the
// side to move connected. The other side may be connected, because that is a finished game.
std::string fault(const Position& position);
bool valid(const Position& position);
bool game_over(const Position& position);

// Returns the canonical line, such as "V2H/1H2/2V1/3V BC12:V H".
std::string to_text(const Position& position);
std::ostream& operator<<(std::ostream& out, const Position& position);  // for test messages
// Returns the position of a canonical line. Throws std::invalid_argument for any other text, and
// for an invalid position.
Position from_text(const std::string& text);

// --- Moves ---------------------------------------------------------------------------------------

// Returns all legal moves, in the order of places(); none if the game is over.
std::vector<Move> legal_moves(const Position& position);
// Throws std::invalid_argument unless the move, with exactly its mark, is in legal_moves().
Position play(const Position& position, const Move& move);
Position play(const Position& position, const std::string& move_text);
std::uint64_t perft(const Position& position, int depth);

// --- Symmetries ----------------------------------------------------------------------------------

// Reflection in the diagonal (x, y) -> (y, x) with the colours swapped.
Position reflected(const Position& position);
Place reflected(const Place& place);
// Rotation by 180 degrees. Throws std::invalid_argument unless width and height are even.
Position turned(const Position& position);
Place turned(const Place& place, int width, int height);

// --- Random positions ----------------------------------------------------------------------------

using Rng = std::mt19937_64;

// Returns a random number in [0, bound), the same on every platform, unlike std distributions.
int random_below(Rng& rng, int bound);

// Shuffles `things`. A generator state gives the same order with every standard library.
template <class T>
void shuffle(std::vector<T>& things, Rng& rng) {
  for (std::size_t i = things.size(); i > 1; --i) {
    std::swap(things[i - 1],
              things[static_cast<std::size_t>(random_below(rng, static_cast<int>(i)))]);
  }
}

// Returns the position after 0 to max_plies random moves; after fewer if the game ends.
Position random_play_position(const Position& start, int max_plies, Rng& rng);

struct Crowding {
  int max_empty = 6;            // maximum, unless more points cannot be filled
  int midpoint_percent = 10;    // share of squares with a stone on the midpoint
  bool allow_finished = false;  // whether the side not to move may be connected
};

// Returns a valid position with few empty points; it need not be reachable. With the right
// Crowding, every valid position is possible. More than max_empty points stay empty if neither
// colour can fill one without making the position invalid.
Position random_crowded_position(int width, int height, Rng& rng, const Crowding& crowding = {});

}  // namespace onyx::plain

#endif  // ONYX_TESTS_PLAIN_RULES_H_
