#include "tests/experiments/claims/made_claims.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/experiments/program.h"
#include "tests/plain/retrograde.h"
#include "tests/plain/rules.h"

namespace onyx::test {
namespace {

using plain::random_below;
using plain::Rng;
using plain::shuffle;

using Table = std::map<plain::Position, plain::Entry>;

/// A starting point for play, with the table of all positions that can follow.
struct Ground {
  std::string setup;  // empty if there is none
  Texts game;         // from the setup to the position
  plain::Position position;
  Table table;
};

/// Random play until a position repeats or the game ends.
struct Play {
  std::vector<plain::Position> positions;
  Texts moves;
  std::size_t from = 0;  // if a position repeats, the ply of its first occurrence
  bool returns = false;
};

std::string value_of(const Table& table, const plain::Position& position) {
  const plain::Entry entry = table.at(position);
  if (entry.value == plain::Value::kDraw) return "draw";
  const bool mover_wins = entry.value == plain::Value::kWin;
  return std::string(1, mover_wins ? position.side : plain::opponent(position.side)) + " wins";
}

/// Searches depth first, in random order, until a position of the path repeats; returns nothing if
/// none can. It uses no recursion, because the path may be long.
std::optional<Play> play_until_return(const Ground& ground, bool draws_only, Rng& rng) {
  struct Step {
    plain::Position position;
    std::vector<plain::Move> left;
  };
  const auto step_at = [&](const plain::Position& position) {
    Step step{position, plain::legal_moves(position)};
    shuffle(step.left, rng);
    return step;
  };
  std::vector<Step> path{step_at(ground.position)};
  Texts moves;
  std::set<plain::Position> done;
  while (!path.empty()) {
    Step& step = path.back();
    if (step.left.empty()) {
      done.insert(step.position);
      path.pop_back();
      if (!moves.empty()) moves.pop_back();
      continue;
    }
    const plain::Move move = step.left.back();
    step.left.pop_back();
    const plain::Position next = plain::play(step.position, move);
    if (done.contains(next) || (draws_only && value_of(ground.table, next) != "draw")) continue;
    moves.push_back(move.text());
    const auto found =
        std::find_if(path.begin(), path.end(), [&](const Step& at) { return at.position == next; });
    if (found == path.end()) {
      path.push_back(step_at(next));
      continue;
    }
    Play play;
    for (const Step& at : path) play.positions.push_back(at.position);
    play.positions.push_back(next);
    play.moves = moves;
    play.from = static_cast<std::size_t>(found - path.begin());
    play.returns = true;
    return play;
  }
  return std::nullopt;
}

/// Plays a random game. Returns nothing if a position repeats or the game exceeds 61 plies.
std::optional<Play> play_to_the_end(const Ground& ground, Rng& rng) {
  constexpr std::size_t kMost = 60;
  Play play;
  play.positions = {ground.position};
  std::set<plain::Position> seen{ground.position};
  while (!plain::game_over(play.positions.back())) {
    std::vector<plain::Move> moves = plain::legal_moves(play.positions.back());
    shuffle(moves, rng);
    if (play.moves.size() > kMost) return std::nullopt;
    play.positions.push_back(plain::play(play.positions.back(), moves.front()));
    play.moves.push_back(moves.front().text());
    if (!seen.insert(play.positions.back()).second) return std::nullopt;
  }
  return play;
}

// --- Human notation -----------------------------------------------------------------------------

std::string lower(std::string text) {
  for (char& letter : text) {
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return text;
}

bool is_midpoint(const std::string& move) { return move.size() > 1 && std::isalpha(move[1]) != 0; }

/// Writes `BC12` as `b1/c2`.
std::string with_corners(const std::string& move) {
  const std::string rows = move.substr(2);
  for (std::size_t digits = 1; digits < rows.size(); ++digits) {
    const std::string low = rows.substr(0, digits);
    const std::string high = rows.substr(digits);
    if (std::stoi(high) == std::stoi(low) + 1) {
      return lower(std::string(1, move[0]) + low + "/" + move[1] + high);
    }
  }
  return move;
}

class Writer {
 public:
  explicit Writer(Rng& rng) : style_(random_below(rng, 8)), rng_(rng) {}

  /// Writes a claim. The move of ply `as_is`, counted from 1, stays unchanged.
  std::string write(const std::string& start, const Texts& moves, std::size_t first_ply,
                    std::size_t as_is) {
    std::string text = start;
    const bool has_semicolon = style_ != 6;
    text += has_semicolon ? (style_ % 2 == 0 ? " ; " : ";") : " ";
    for (std::size_t i = 0; i < moves.size(); ++i) {
      text += number(first_ply + i, i == 0) + (i + 1 == as_is ? moves[i] : word(moves[i]));
      if (i + 1 < moves.size()) text += separator();
    }
    if (style_ == 1 || style_ == 3) text += "   # as it was played, 2 : 1";
    if (style_ == 5) text += "\r";
    return text;
  }

 private:
  std::string number(std::size_t ply, bool is_first) const {
    const std::string turn = std::to_string(ply / 2 + 1);
    const bool is_v = ply % 2 == 0;
    if (style_ == 1) return is_v ? turn + ". " : is_first ? turn + "... " : "";
    if (style_ == 2) return is_v ? turn + "." : is_first ? turn + "..." : "";
    return "";
  }
  std::string separator() const {
    if (style_ == 3) return ", ";
    if (style_ == 4) return " / ";
    if (style_ == 7) return ",";
    return style_ == 5 ? "\t" : " ";
  }
  std::string word(std::string move) {
    const std::size_t marks = static_cast<std::size_t>(std::count(move.begin(), move.end(), '*'));
    std::string place = move.substr(0, move.size() - marks);
    if (style_ == 0 || style_ == 6) return move;
    const bool has_marks = style_ != 5 && random_below(rng_, 4) != 0;
    if (style_ == 3 && is_midpoint(place))
      return "{" + place.substr(0, 2) + "-" + place.substr(2) + "}";
    if (style_ == 2 || style_ == 7) {
      return (is_midpoint(place) ? with_corners(place) : lower(place)) +
             std::string(has_marks ? marks : 0, 'x');
    }
    return (style_ == 4 ? lower(place) : place) + std::string(has_marks ? marks : 0, '*');
  }

  const int style_;
  Rng& rng_;
};

// --- Claims --------------------------------------------------------------------------------------

/// Sets the answer according to the plain engine's values and the text of `onyx judge --help`.
void judge(const Ground& ground, const Play& play, std::size_t before, MadeClaim& claim) {
  std::vector<std::string> values;
  for (std::size_t i = play.from; i < play.positions.size(); ++i) {
    values.push_back(value_of(ground.table, play.positions[i]));
    claim.cycle.emplace_back(plain::to_text(play.positions[i]), values.back());
  }
  const bool all_drawn =
      std::all_of(values.begin(), values.end(), [](const auto& value) { return value == "draw"; });
  claim.answer = all_drawn ? "confirmed" : "refuted";
  claim.position = claim.cycle.front().first;
  claim.from_ply = before + play.from;
  claim.to_ply = before + play.moves.size();
  for (std::size_t i = 1; i < values.size() && !claim.error_ply; ++i) {
    // A move is an error if the opponent wins after it, but did not before.
    const std::string lost = std::string(1, play.positions[play.from + i].side) + " wins";
    if (values[i] == lost && values[i - 1] != lost) claim.error_ply = claim.from_ply + i;
  }
}

class Maker {
 public:
  Maker(unsigned seed, const std::string& results) : rng_(seed), results_(results) {}

  MadeClaim make(std::size_t number) {
    for (;;) {
      const Ground& ground = random_below(rng_, 4) == 0 ? crowded() : framed(number);
      if (auto claim = make_on(ground, number)) return *claim;
    }
  }

 private:
  std::optional<MadeClaim> make_on(const Ground& ground, std::size_t number) {
    const bool with_game = !ground.setup.empty() && random_below(rng_, 3) != 0;
    const std::size_t before = with_game ? ground.game.size() : 0;
    const std::string start = with_game ? ground.setup : plain::to_text(ground.position);
    // Two claims in five are true, and one in five is malformed.
    const std::size_t kind = number % 5;
    const auto play = kind == 4 && random_below(rng_, 3) == 0
                          ? play_to_the_end(ground, rng_)
                          : play_until_return(ground, kind < 2, rng_);
    if (!play) return std::nullopt;
    MadeClaim claim;
    Texts moves = with_game ? ground.game : Texts{};
    moves.insert(moves.end(), play->moves.begin(), play->moves.end());
    claim.is_game = with_game || play->from > 0;
    if (kind == 4) {
      spoil(*play, before, moves, claim);
    } else if (kind == 3 && random_below(rng_, 2) == 0) {
      moves.pop_back();  // then no position repeats
      if (moves.empty()) return std::nullopt;
      claim.answer = "refuted";
      claim.is_game = true;
    } else {
      judge(ground, *play, before, claim);
      if (kind >= 2 && claim.answer == "confirmed") return std::nullopt;
      if (claim.is_game) go_on(*play, moves);
    }
    const std::size_t first_ply = !with_game && ground.position.side == 'H' ? 1 : 0;
    claim.text = Writer(rng_).write(start, moves, first_ply, claim.spoilt_ply);
    return claim;
  }

  /// Continues along the cycle for up to 19 plies. (A claim of only a cycle must not continue.)
  void go_on(const Play& play, Texts& moves) {
    for (int left = random_below(rng_, 20); left > 0; --left) {
      const std::size_t length = play.moves.size() - play.from;
      moves.push_back(moves[moves.size() - length]);
    }
  }

  void spoil(const Play& play, std::size_t before, Texts& moves, MadeClaim& claim) {
    claim.answer = "malformed";
    if (!play.returns) {
      moves.push_back("A1");
      claim.spoilt_ply = moves.size();
      return;
    }
    const auto at =
        static_cast<std::size_t>(random_below(rng_, static_cast<int>(play.moves.size())));
    std::string& move = moves[before + at];
    claim.spoilt_ply = before + at + 1;
    switch (random_below(rng_, 3)) {
      case 0:
        move = occupied_point(play.positions[at]);
        return;
      case 1:
        move += '*';
        return;
      default:
        move = "Z99";
    }
  }

  std::string occupied_point(const plain::Position& position) {
    for (;;) {
      const plain::Place place{false, random_below(rng_, position.width),
                               random_below(rng_, position.height)};
      if (position.at(place) != '.') return plain::name(place);
    }
  }

  const Ground& framed(std::size_t number) {
    const int size = 5 + static_cast<int>(number % 8);
    const auto [entry, is_new] = framed_.try_emplace(size);
    Ground& ground = entry->second;
    if (!is_new) return ground;
    const std::string side = std::to_string(size);
    const auto json =
        nlohmann::json::parse(read(Path(results_) / (side + "x" + side + ".cert.json")));
    ground.setup = json.at("game").at("setup").get<std::string>();
    ground.game = json.at("game").at("moves").get<Texts>();
    ground.position = plain::from_text(json.at("position").get<std::string>());
    ground.table = plain::solve_from(ground.position, 5'000);
    return ground;
  }

  /// Returns a random position from which few others are reachable.
  const Ground& crowded() {
    for (;;) {
      const int width = 4 + random_below(rng_, 4);
      const int height = 4 + random_below(rng_, 4);
      crowded_.position = plain::random_crowded_position(width, height, rng_, {4, 20, false});
      try {
        crowded_.table = plain::solve_from(crowded_.position, 1'000);
        return crowded_;
      } catch (const std::length_error&) {
      }
    }
  }

  Rng rng_;
  const std::string results_;
  std::map<int, Ground> framed_;
  Ground crowded_;
};

}  // namespace

std::vector<MadeClaim> make_claims(unsigned seed, std::size_t count, const std::string& results) {
  Maker maker(seed, results);
  std::vector<MadeClaim> claims;
  for (std::size_t i = 0; i < count; ++i) claims.push_back(maker.make(i));
  return claims;
}

}  // namespace onyx::test
