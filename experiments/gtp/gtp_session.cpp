#include "experiments/gtp/gtp_session.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <exception>
#include <new>

#include "core/base/ascii.h"
#include "core/base/random.h"
#include "core/base/stopwatch.h"
#include "core/line.h"
#include "experiments/support/version.h"
#include "solver/play/opponent.h"

namespace onyx {
namespace {

/// The message of a failure.
struct GtpFailure {
  std::string text;
};

/// Seconds kept back for delivering each answer.
constexpr double kReserve = 0.05;
/// The remaining time of a whole game is divided by this number of moves.
constexpr double kMovesAhead = 25;

/// Splits a line at blanks, as the protocol says: a comment ends it, tabs are blanks, and other
/// control characters are dropped.
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

/// An answer may not contain an empty line, which would end it.
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
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !(number >= least) ||
      !(number <= Number{1'000'000'000})) {
    throw GtpFailure{fmt::format("syntax error: {} is not {}", in_quotes(text), what)};
  }
  return number;
}

void require_words(const std::vector<std::string>& arguments, std::size_t count, const char* what) {
  if (arguments.size() < count) throw GtpFailure{fmt::format("syntax error: {}", what)};
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

GtpSession::GtpSession(int level, std::uint64_t seed) : level_(level), seed_(seed) {
  setup({"open:12x12"});
}

const std::vector<std::pair<std::string, GtpSession::Answer>>& GtpSession::commands() {
  using Self = GtpSession;
  static const std::vector<std::pair<std::string, Answer>> kCommands{
      {"protocol_version", [](Self&, const Arguments&) { return "2"; }},
      {"name", [](Self&, const Arguments&) { return "Onyx"; }},
      {"version", [](Self&, const Arguments&) { return kVersion; }},
      {"known_command", &Self::known_command},
      {"list_commands", &Self::list_commands},
      {"quit",
       [](Self& self, const Arguments&) {
         self.has_quit_ = true;
         return "";
       }},
      {"boardsize", &Self::boardsize},
      {"clear_board", &Self::clear_board},
      {"komi",
       [](Self&, const Arguments& arguments) {
         require_words(arguments, 1, "komi NUMBER");
         gtp_number(arguments[0], -1e9, "a number");
         return "";
       }},
      {"play", &Self::play},
      {"genmove", &Self::genmove},
      {"undo", &Self::undo},
      {"showboard", &Self::showboard},
      {"final_score", &Self::final_score},
      {"time_settings", &Self::time_settings},
      {"time_left", &Self::time_left},
      {"onyx-setup", &Self::setup},
      {"gogui-rules_game_id", [](Self&, const Arguments&) { return "Onyx"; }},
      {"gogui-rules_board", &Self::rules_board},
      {"gogui-rules_board_size", &Self::rules_board_size},
      {"gogui-rules_legal_moves", &Self::rules_legal_moves},
      {"gogui-rules_side_to_move",
       [](Self& self, const Arguments&) { return gtp_name(self.position().to_move()); }},
      {"gogui-rules_final_result", [](Self& self, const Arguments&) {
         const auto won = self.winner();
         return !won ? "unknown" : *won == Player::V ? "Black wins" : "White wins";
       }}};
  return kCommands;
}

std::string GtpSession::answer(std::string_view line) {
  std::vector<std::string> words = gtp_words(line);
  std::string id;
  if (!words.empty() && std::all_of(words[0].begin(), words[0].end(), is_digit)) {
    id = words[0];
    words.erase(words.begin());
  }
  if (words.empty()) return id.empty() ? "" : fmt::format("?{} syntax error: no command\n\n", id);
  const std::string command = words[0];
  words.erase(words.begin());
  const auto it = std::ranges::find(commands(), command, &std::pair<std::string, Answer>::first);
  std::string why;
  try {
    if (it == commands().end()) throw GtpFailure{"unknown command"};
    const std::string text = without_empty_lines(it->second(*this, words));
    return fmt::format("={}{}{}\n\n", id, text.empty() || text.starts_with('\n') ? "" : " ", text);
  } catch (const GtpFailure& failure) {
    why = failure.text;
  } catch (const std::bad_alloc&) {
    why = "out of memory";
  } catch (const std::exception& error) {
    why = error.what();
  }
  return fmt::format("?{} {}\n\n", id, without_empty_lines(why));
}

std::string GtpSession::known_command(const Arguments& arguments) {
  require_words(arguments, 1, "known_command COMMAND");
  const bool is_known =
      std::ranges::any_of(commands(), [&](const auto& one) { return one.first == arguments[0]; });
  return is_known ? "true" : "false";
}

std::string GtpSession::list_commands(const Arguments&) {
  std::string list;
  for (const auto& command : commands()) list += command.first + '\n';
  return list;
}

// --- The game ------------------------------------------------------------------------------------

Position GtpSession::position_for(Player player) const {
  if (const auto won = winner()) {
    throw GtpFailure{fmt::format("the game is over: {} has connected", gtp_name(*won))};
  }
  return {position().board(), position().of(Player::V), position().of(Player::H), player};
}

std::string GtpSession::setup(const Arguments& arguments) {
  std::string text;
  for (const std::string& argument : arguments) text += argument + ' ';
  positions_ = replay(parse_record(text)).positions;
  begin_game();
  return "";
}

std::string GtpSession::boardsize(const Arguments& arguments) {
  require_words(arguments, 1, "boardsize N or boardsize WxH");
  std::string size = in_small_letters(arguments[0]);
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

std::string GtpSession::clear_board(const Arguments&) {
  positions_.erase(positions_.begin() + 1, positions_.end());
  begin_game();
  return "";
}

std::string GtpSession::play(const Arguments& arguments) {
  require_words(arguments, 2, "play COLOUR MOVE");
  const Player player = gtp_player(arguments[0]);
  const std::string move = in_small_letters(arguments[1]);
  try {
    if (move == "pass") throw GtpFailure{"there is no passing in Onyx"};
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

std::string GtpSession::genmove(const Arguments& arguments) {
  require_words(arguments, 1, "genmove COLOUR");
  const Player player = gtp_player(arguments[0]);
  if (winner() == other(player)) return "resign";
  const std::string start = format_position(position_for(player));
  const Stopwatch watch;
  Stop stop;
  if (const auto seconds = seconds_for_move(player)) {
    stop.deadline = Stop::Clock::now() + clock_seconds(*seconds);
  }
  // Each move gets its own seed, so that the player's moves vary between games, and when a position
  // returns.
  Random random = random_for(seed_ + game_, positions_.size());
  const ChosenMove chosen = choose_move(start, level_, random(), stop);
  play({arguments[0], chosen.move});
  Clock& clock = clocks_[static_cast<std::size_t>(index_of(player))];
  clock.seconds = std::max(0.0, clock.seconds - watch.seconds());
  const bool ends_period = clock.stones > 0 ? --clock.stones == 0 : clock.seconds == 0;
  if (ends_period && extra_stones_ > 0) clock = {extra_time_, extra_stones_};
  return chosen.move;
}

std::string GtpSession::undo(const Arguments&) {
  if (positions_.size() == 1) throw GtpFailure{"cannot undo"};
  positions_.pop_back();
  return "";
}

std::string GtpSession::showboard(const Arguments&) {
  const auto won = winner();
  const Player named = won.value_or(position().to_move());
  return fmt::format("\n{}{} {}\n", diagram(position()),
                     named == Player::V ? "V (black)" : "H (white)",
                     won ? "has connected" : "to move");
}

std::string GtpSession::final_score(const Arguments&) {
  const auto won = winner();
  if (!won) throw GtpFailure{"cannot score: nobody has connected"};
  return *won == Player::V ? "B+" : "W+";
}

// --- Time ----------------------------------------------------------------------------------------

void GtpSession::begin_game() {
  ++game_;
  start_clocks();
}

void GtpSession::start_clocks() {
  const bool begins_extra = main_time_ == 0 && extra_stones_ > 0;
  clocks_.fill(begins_extra ? Clock{extra_time_, extra_stones_} : Clock{main_time_, 0});
}

std::string GtpSession::time_settings(const Arguments& arguments) {
  require_words(arguments, 3, "time_settings MAIN_TIME BYO_YOMI_TIME BYO_YOMI_STONES");
  const double main_time = gtp_number(arguments[0], 0.0, "a time");
  const double extra_time = gtp_number(arguments[1], 0.0, "a time");
  const int extra_stones = gtp_number(arguments[2], 0, "a number of stones");
  main_time_ = main_time;
  extra_time_ = extra_time;
  extra_stones_ = extra_stones;
  // By the protocol, extra time without stones means that there is no limit.
  has_time_limit_ = !(extra_time > 0 && extra_stones == 0);
  start_clocks();
  return "";
}

std::string GtpSession::time_left(const Arguments& arguments) {
  require_words(arguments, 3, "time_left COLOUR TIME STONES");
  const Player player = gtp_player(arguments[0]);
  const double seconds = gtp_number(arguments[1], 0.0, "a time");
  const int stones = gtp_number(arguments[2], 0, "a number of stones");
  has_time_limit_ = true;
  clocks_[static_cast<std::size_t>(index_of(player))] = {seconds, stones};
  return "";
}

std::optional<double> GtpSession::seconds_for_move(Player player) const {
  if (!has_time_limit_) return std::nullopt;
  const Clock& clock = clocks_[static_cast<std::size_t>(index_of(player))];
  const double moves = clock.stones > 0 ? clock.stones : kMovesAhead;
  return std::max(0.0, (clock.seconds - kReserve) / moves - kReserve);
}

// --- For GoGui -----------------------------------------------------------------------------------

std::string GtpSession::rules_board(const Arguments&) {
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

std::string GtpSession::rules_board_size(const Arguments&) {
  const BoardSize size = position().board().size();
  return size.width == size.height ? std::to_string(size.width) : format_board_size(size);
}

std::string GtpSession::rules_legal_moves(const Arguments&) {
  std::string text;
  legal_moves(position()).for_each([&](Place place) {
    if (!text.empty()) text += ' ';
    text += format_move(position(), place);
  });
  return text;
}

}  // namespace onyx
