#include "experiments/gtp/gtp_session.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>
#include <new>
#include <optional>

#include "core/base/ascii.h"
#include "core/base/random.h"
#include "core/base/stopwatch.h"
#include "core/line.h"
#include "experiments/support/version.h"
#include "solver/play/opponent.h"

namespace onyx {
namespace {

struct GtpFailure {
  std::string text;
};

/// Seconds reserved for delivering each answer.
constexpr double kReserve = 0.05;
/// The remaining time of a game is divided by this number of moves.
constexpr double kMovesAhead = 25;

/// Splits a line. `#` begins a comment, tabs are blanks, other control characters are dropped.
std::vector<std::string> gtp_words(std::string_view line) {
  std::vector<std::string> words;
  bool is_inside = false;
  for (const char letter : line.substr(0, line.find('#'))) {
    const auto byte = static_cast<unsigned char>(letter);
    if (letter == ' ' || letter == '\t') {
      is_inside = false;
    } else if (byte >= 0x20 && byte != 0x7f) {
      if (!is_inside) words.emplace_back();
      is_inside = true;
      words.back() += letter;
    }
  }
  return words;
}

/// Removes empty lines, because an empty line would end the answer.
std::string without_empty_lines(std::string_view text) {
  std::string kept;
  for (const char letter : text) {
    if (letter == '\n' && kept.ends_with('\n')) continue;
    kept += letter;
  }
  while (kept.ends_with('\n')) kept.pop_back();
  return kept;
}

template <class Number>
Number gtp_number(const std::string& text, Number least, const char* what) {
  if (const auto number = parse_number(text, least, Number{1'000'000'000})) return *number;
  throw GtpFailure{fmt::format("syntax error: {} is not {}", in_quotes(text), what)};
}

Player gtp_player(const std::string& text) {
  const std::string colour = in_small_letters(text);
  if (colour == "b" || colour == "black" || colour == "v") return Player::V;
  if (colour == "w" || colour == "white" || colour == "h") return Player::H;
  throw GtpFailure{
      fmt::format("syntax error: {} is not a colour: black or white", in_quotes(text))};
}

const char* gtp_name(Player player) { return player == Player::V ? "black" : "white"; }

}  // namespace

class GtpSession::Game {
 public:
  Game(int level, std::uint64_t seed) : level_(level), seed_(seed) { setup({"open:12x12"}); }

  bool has_quit() const { return has_quit_; }

  std::string answer(std::string_view line) {
    std::vector<std::string> words = gtp_words(line);
    std::string id;
    if (!words.empty() && std::all_of(words[0].begin(), words[0].end(), is_digit)) {
      id = words[0];
      words.erase(words.begin());
    }
    if (words.empty()) return id.empty() ? "" : fmt::format("?{} syntax error: no command\n\n", id);
    const auto command = std::ranges::find(commands(), words[0], &Command::name);
    words.erase(words.begin());
    std::string why;
    try {
      if (command == commands().end()) throw GtpFailure{"unknown command"};
      if (words.size() < command->least_words) {
        throw GtpFailure{fmt::format("syntax error: {}", command->usage)};
      }
      const std::string text = without_empty_lines(command->answer(*this, words));
      return fmt::format("={}{}{}\n\n", id, text.empty() || text.starts_with('\n') ? "" : " ",
                         text);
    } catch (const GtpFailure& failure) {
      why = failure.text;
    } catch (const std::bad_alloc&) {
      why = "out of memory";
    } catch (const std::exception& error) {
      why = error.what();
    }
    return fmt::format("?{} {}\n\n", id, without_empty_lines(why));
  }

 private:
  using Arguments = std::vector<std::string>;
  struct Command {
    std::string name;
    std::function<std::string(Game&, const Arguments&)> answer;
    std::size_t least_words = 0;  ///< With fewer arguments, the answer is an error with `usage`.
    const char* usage = "";
  };

  /// The time left for one colour: as the controller last set it, minus the time used since then.
  struct Clock {
    double seconds = 0;
    int stones = 0;  ///< Stones to play in this time; 0: main time, for any number.
  };

  static const std::vector<Command>& commands() {
    static const std::vector<Command> kCommands{
        {"protocol_version", [](Game&, const Arguments&) { return "2"; }},
        {"name", [](Game&, const Arguments&) { return "Onyx"; }},
        {"version", [](Game&, const Arguments&) { return kVersion; }},
        {"known_command", &Game::known_command, 1, "known_command COMMAND"},
        {"list_commands", &Game::list_commands},
        {"quit",
         [](Game& self, const Arguments&) {
           self.has_quit_ = true;
           return "";
         }},
        {"boardsize", &Game::boardsize, 1, "boardsize N or boardsize WxH"},
        {"clear_board", &Game::clear_board},
        {"komi",
         [](Game&, const Arguments& arguments) {
           gtp_number(arguments[0], -1e9, "a number");
           return "";
         },
         1, "komi NUMBER"},
        {"play", &Game::play, 2, "play COLOUR MOVE"},
        {"genmove", &Game::genmove, 1, "genmove COLOUR"},
        {"undo", &Game::undo},
        {"showboard", &Game::showboard},
        {"final_score", &Game::final_score},
        {"time_settings", &Game::time_settings, 3,
         "time_settings MAIN_TIME BYO_YOMI_TIME BYO_YOMI_STONES"},
        {"time_left", &Game::time_left, 3, "time_left COLOUR TIME STONES"},
        {"onyx-setup", &Game::setup},
        {"gogui-rules_game_id", [](Game&, const Arguments&) { return "Onyx"; }},
        {"gogui-rules_board", &Game::rules_board},
        {"gogui-rules_board_size", &Game::rules_board_size},
        {"gogui-rules_legal_moves", &Game::rules_legal_moves},
        {"gogui-rules_side_to_move",
         [](Game& self, const Arguments&) { return gtp_name(self.position().to_move()); }},
        {"gogui-rules_final_result", [](Game& self, const Arguments&) {
           const auto won = self.winner();
           return !won ? "unknown" : *won == Player::V ? "Black wins" : "White wins";
         }}};
    return kCommands;
  }

  std::string known_command(const Arguments& arguments) {
    return std::ranges::count(commands(), arguments[0], &Command::name) > 0 ? "true" : "false";
  }

  std::string list_commands(const Arguments&) {
    std::string list;
    for (const auto& command : commands()) list += command.name + '\n';
    return list;
  }

  const Position& position() const { return positions_.back(); }
  std::optional<Player> winner() const { return winner_of(position()); }
  Clock& clock_of(Player player) { return clocks_[static_cast<std::size_t>(index_of(player))]; }

  /// Returns the position with `player` to move. Throws GtpFailure if the game is over.
  Position position_for(Player player) const {
    if (const auto won = winner()) {
      throw GtpFailure{fmt::format("the game is over: {} has connected", gtp_name(*won))};
    }
    return {position().board(), position().of(Player::V), position().of(Player::H), player};
  }

  std::string setup(const Arguments& arguments) {
    positions_ = replay(parse_record(fmt::format("{}", fmt::join(arguments, " ")))).positions;
    begin_game();
    return "";
  }

  std::string boardsize(const Arguments& arguments) {
    std::string size = in_small_letters(fmt::format("{}", fmt::join(arguments, "x")));
    if (size.find('x') == std::string::npos) {
      gtp_number(size, 0, "a size");
      size += 'x' + size;
    }
    try {
      parse_board_size(size);
    } catch (const InputError&) {
      throw GtpFailure{"unacceptable size"};
    }
    return setup({"open:" + size});
  }

  std::string clear_board(const Arguments&) {
    positions_.erase(positions_.begin() + 1, positions_.end());
    begin_game();
    return "";
  }

  std::string play(const Arguments& arguments) {
    const Player player = gtp_player(arguments[0]);
    const std::string move = in_small_letters(arguments[1]);
    try {
      if (move == "pass") throw GtpFailure{"there is no passing in Onyx"};
      if (move == "resign") throw GtpFailure{"who resigns ends the game without a move"};
      if (move == "swap" || move == "pie") {
        throw GtpFailure{"to swap, exchange the players; the board does not change"};
      }
      const Position before = position_for(player);
      positions_.push_back(successor(before, parse_move(before, arguments[1])));
    } catch (const GtpFailure& failure) {
      throw GtpFailure{"illegal move: " + failure.text};
    } catch (const InputError& error) {
      throw GtpFailure{std::string("illegal move: ") + error.what()};
    }
    return "";
  }

  std::string genmove(const Arguments& arguments) {
    const Player player = gtp_player(arguments[0]);
    if (winner() == other(player)) return "resign";
    const std::string start = format_position(position_for(player));
    const Stopwatch watch;
    Stop stop;
    if (const auto seconds = seconds_for_move(player)) {
      stop.deadline = Stop::Clock::now() + clock_seconds(*seconds);
    }
    // A seed for each move varies play between games and after a repetition.
    Random random = random_for(seed_ + games_, positions_.size());
    const ChosenMove chosen = choose_move(start, level_, random(), stop);
    play({arguments[0], chosen.move});
    Clock& clock = clock_of(player);
    clock.seconds = std::max(0.0, clock.seconds - watch.seconds());
    const bool ends_period = clock.stones > 0 ? --clock.stones == 0 : clock.seconds == 0;
    if (ends_period && extra_stones_ > 0) clock = {extra_time_, extra_stones_};
    return chosen.move;
  }

  std::string undo(const Arguments&) {
    if (positions_.size() == 1) throw GtpFailure{"cannot undo"};
    positions_.pop_back();
    return "";
  }

  std::string showboard(const Arguments&) {
    const auto won = winner();
    const Player named = won.value_or(position().to_move());
    return fmt::format("\n{}{} {}\n", diagram(position()),
                       named == Player::V ? "V (black)" : "H (white)",
                       won ? "has connected" : "to move");
  }

  std::string final_score(const Arguments&) {
    const auto won = winner();
    if (!won) throw GtpFailure{"cannot score: nobody has connected"};
    return *won == Player::V ? "B+" : "W+";
  }

  void begin_game() {
    ++games_;
    start_clocks();
  }

  void start_clocks() {
    const bool begins_extra = main_time_ == 0 && extra_stones_ > 0;
    clocks_.fill(begins_extra ? Clock{extra_time_, extra_stones_} : Clock{main_time_, 0});
  }

  std::string time_settings(const Arguments& arguments) {
    // Read all arguments first, because an error must not change the settings.
    const double main_time = gtp_number(arguments[0], 0.0, "a time");
    const double extra_time = gtp_number(arguments[1], 0.0, "a time");
    extra_stones_ = gtp_number(arguments[2], 0, "a number of stones");
    main_time_ = main_time;
    extra_time_ = extra_time;
    // In the protocol, extra time without stones means no limit.
    has_time_limit_ = !(extra_time > 0 && extra_stones_ == 0);
    start_clocks();
    return "";
  }

  std::string time_left(const Arguments& arguments) {
    const Player player = gtp_player(arguments[0]);
    const double seconds = gtp_number(arguments[1], 0.0, "a time");
    const int stones = gtp_number(arguments[2], 0, "a number of stones");
    has_time_limit_ = true;
    clock_of(player) = {seconds, stones};
    return "";
  }

  std::optional<double> seconds_for_move(Player player) {
    if (!has_time_limit_) return std::nullopt;
    const Clock& clock = clock_of(player);
    const double moves = clock.stones > 0 ? clock.stones : kMovesAhead;
    return std::max(0.0, (clock.seconds - kReserve) / moves - kReserve);
  }

  std::string rules_board(const Arguments&) {
    std::string text;
    const auto [width, height] = position().board().size();
    for (int y = height - 1; y >= 0; --y) {
      for (int x = 0; x < width; ++x) {
        const Place point = position().geometry().point_at(x, y);
        text += x == 0 ? '\n' : ' ';
        text += position().of(Player::V).has(point)   ? 'X'
                : position().of(Player::H).has(point) ? 'O'
                                                      : '.';
      }
    }
    return text;
  }

  std::string rules_board_size(const Arguments&) {
    const BoardSize size = position().board().size();
    return size.width == size.height ? std::to_string(size.width) : format_board_size(size);
  }

  std::string rules_legal_moves(const Arguments&) {
    std::string text;
    legal_moves(position()).for_each([&](Place place) {
      if (!text.empty()) text += ' ';
      text += format_move(position(), place);
    });
    return text;
  }

  const int level_;
  const std::uint64_t seed_;
  std::vector<Position> positions_;
  std::uint64_t games_ = 0;
  bool has_quit_ = false;

  bool has_time_limit_ = false;
  double main_time_ = 0;
  double extra_time_ = 0;
  int extra_stones_ = 0;
  std::array<Clock, 2> clocks_;
};

GtpSession::GtpSession(int level, std::uint64_t seed)
    : game_(std::make_unique<Game>(level, seed)) {}
GtpSession::~GtpSession() = default;
std::string GtpSession::answer(std::string_view line) { return game_->answer(line); }
bool GtpSession::has_quit() const { return game_->has_quit(); }

}  // namespace onyx
