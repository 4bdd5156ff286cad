// Files of games with one mistake, which name two certificates as a proof. The referee must accept
// good files, reject every defect, and agree with the solver's own reading of forged files.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/notation.h"
#include "solver/certificate/compact_reader.h"
#include "solver/certificate/proof.h"
#include "solver/referee/judges.h"
#include "solver/referee/referee.h"
#include "tests/sanitized.h"
#include "tests/solver/referee/forged_files.h"
#include "tests/solver/support.h"

namespace onyx::referee {
namespace {

using Json = nlohmann::ordered_json;
using Texts = std::vector<std::string>;
/// The contents of files, keyed by name.
using Files = std::map<std::string, std::string>;

Files files_in(const std::string& folder) {
  Files files;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(ONYX_TEST_DIR) / folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    files[entry.path().filename().string()] = {std::istreambuf_iterator<char>(file), {}};
  }
  return files;
}

Verdict judged(const Files& files, const std::string& name) {
  Watch watch;
  watch.beside = [&](const std::string& other) { return file_of(files.at(other)); };
  Verdict verdict = check(file_of(files.at(name)), watch);
  EXPECT_TRUE(std::all_of(verdict.text.begin(), verdict.text.end(),
                          [](char c) { return c >= ' ' && c <= '~'; }));
  return verdict;
}

bool is_game_file(const std::string& name) { return name.ends_with(".game.json"); }

TEST(GameCheck, AcceptsGoodGames) {
  const Files files = files_in("certificates/games/accept");
  std::map<std::string, std::string> texts;
  for (const auto& [name, bytes] : files) {
    const Verdict verdict = judged(files, name);
    EXPECT_TRUE(verdict.accepted) << name << ": " << verdict.text;
    if (is_game_file(name)) texts[name] = verdict.text;
  }
  EXPECT_EQ(texts, (std::map<std::string, std::string>{
                       {"4x5.game.json",
                        "one mistake; VV1H/V1VV/H2V/1HVH/VH1V - V; game of 18 plies from "
                        "open:4x5; H gives up a win at ply 18"},
                       {"5x5.game.json",
                        "one mistake; VVHHH/V1VVV/H2VV/1HV2/VH2H - H; game of 19 plies from "
                        "open:5x5; V gives up a win at ply 19"}}));
  const Verdict verdict = judged(files, "5x5.game.json");
  EXPECT_EQ(verdict.claim, "one mistake");
  EXPECT_EQ(verdict.position, "VVHHH/V1VVV/H2VV/1HV2/VH2H - H");
  ASSERT_TRUE(verdict.game);
  EXPECT_EQ(verdict.game->setup, "open:5x5");
  EXPECT_EQ(verdict.game->plies, 19U);
  EXPECT_EQ(verdict.game->moves,
            Json::parse(files.at("5x5-draw.cert.json"))["game"]["moves"].get<Texts>());
}

TEST(GameCheck, LayoutAndOrderCarryNoMeaning) {
  Files files = files_in("certificates/games/accept");
  nlohmann::json sorted = nlohmann::json::parse(files.at("4x5.game.json"));
  sorted["about"] = {{"format", {"x"}}, {"mistake", -1}};
  files["sorted.game.json"] = "\r\n\t" + sorted.dump() + "\n\n";
  EXPECT_TRUE(judged(files, "sorted.game.json").accepted);
  EXPECT_EQ(kind_of(file_of(files.at("sorted.game.json"))), Kind::game);
  EXPECT_EQ(kind_of(file_of(files.at("4x5-draw.cert.json"))), Kind::certificate);
  // A nested "format" is not the format of the file.
  for (const std::string text :
       {R"({"about": {"format": "onyx-game"}})", R"([{"format": "onyx-game"}])",
        R"({"claim": "onyx-game", "format": {"format": "onyx-game"}})", "\"onyx-game\"", "{", ""}) {
    EXPECT_EQ(kind_of(file_of(text)), Kind::certificate) << text;
  }
}

TEST(GameCheck, NeedsTheFilesThatItNames) {
  const Files files = files_in("certificates/games/accept");
  const Verdict alone = check(file_of(files.at("4x5.game.json")));
  EXPECT_FALSE(alone.accepted);
  EXPECT_EQ(alone.text, "the files that it names cannot be read here");
  // An exception while reading a file must reach the caller instead of becoming a verdict.
  Files without = files;
  without.erase("4x5-win.certz");
  EXPECT_THROW(judged(without, "4x5.game.json"), std::out_of_range);
}

/// For each game in tests/certificates/games/fail, a part of the expected reason.
const std::map<std::string, std::string>& expected_reasons() {
  static const std::map<std::string, std::string> reasons = {
      {"about-as-text", "about must be an object, which is not read"},
      {"another-strategy",
       "ply 2: the game leaves the strategy of the win: it plays A5, and the strategy C2"},
      {"array-around-it", "certificate must be an object"},
      {"byte-order-mark", "not JSON: it begins with a byte order mark"},
      {"comma-too-many", "not JSON: line 1, byte 99: '}' is not expected here"},
      {"cut-off", "not JSON: the file ends too early, at byte 78: it is cut off or damaged"},
      {"draw-as-array", "draw must be text"},
      {"draw-name-slash", "draw: \"./draw.cert.json\" is not the plain name of a file"},
      {"draw-rejected",
       "draw: rejected-draw.cert.json is rejected: strategy V: missing entry "
       "\"VV1H/V1VV/1V1H/V1VH/VH1V - V\""},
      {"draw-twice", "win: it claims \"draw\", and the mistake is one of H"},
      {"draw-with-broken-game",
       "draw: broken-game.cert.json is rejected: game: move \"B4\" is not legal in \"H3/1VV1/4/4/4 "
       "- H\""},
      {"draw-without-game", "draw: it has no game"},
      {"duplicate-key-escaped", "duplicate key \"win\""},
      {"duplicate-key", "duplicate key \"win\""},
      {"format-of-certificates", "unknown key \"win\" in certificate"},
      {"game-goes-on-after-mistake", "mistake: it must be the last ply of the game, 18"},
      {"last-brace-missing",
       "not JSON: the file ends too early, at byte 97: it is cut off or damaged"},
      {"missing-draw", "missing key \"draw\""},
      {"missing-format", "unknown key \"win\" in certificate"},
      {"missing-mistake", "missing key \"mistake\""},
      {"missing-version", "missing key \"version\""},
      {"missing-win", "missing key \"win\""},
      {"mistake-0", "mistake must be the number of a ply, from 1"},
      {"mistake-18-and-2-to-the-64", "mistake must be the number of a ply, from 1"},
      {"mistake-as-float", "mistake must be the number of a ply, from 1"},
      {"mistake-as-text", "mistake must be the number of a ply, from 1"},
      {"mistake-negative", "mistake must be the number of a ply, from 1"},
      {"mistake-of-other-side", "mistake: it must be the last ply of the game, 18"},
      {"mistake-too-late", "mistake: it must be the last ply of the game, 18"},
      {"mistake-true", "mistake must be the number of a ply, from 1"},
      {"mistake-with-fraction", "mistake must be the number of a ply, from 1"},
      {"moves-in-another-order",
       "ply 4: the game leaves the strategy of the win: it plays B4, and the strategy C3"},
      {"name-absolute", "win: \"/win.certz\" is not the plain name of a file"},
      {"name-backslash", "win: \"..\\win.certz\" is not the plain name of a file"},
      {"name-blank", "win: \"win.certz \" is not the plain name of a file"},
      {"name-dot-first", "win: \".win.certz\" is not the plain name of a file"},
      {"name-empty",
       "win: \"\" is not the plain name of a file: letters, digits, '.', '_' and '-', and no '.' "
       "first"},
      {"name-slash", "win: \"./win.certz\" is not the plain name of a file"},
      {"name-standard-input", "win: \"/dev/stdin\" is not the plain name of a file"},
      {"name-two-dots",
       "win: \"..\" is not the plain name of a file: letters, digits, '.', '_' and '-', and no '.' "
       "first"},
      {"name-up", "win: \"../fail/win.certz\" is not the plain name of a file"},
      {"name-zero-byte", "win: \"win.certz?\" is not the plain name of a file"},
      {"names-another-game", "draw: names-itself.game.json is not a certificate"},
      {"names-itself", "win: names-itself.game.json is not a certificate"},
      {"something-behind", "not JSON: line 1, byte 99: '{' is not expected here"},
      {"swapped", "draw: it claims \"H wins\", not a draw"},
      {"unknown-key", "unknown key \"game\" in game"},
      {"version-2", "version must be the number 1"},
      {"version-as-text", "version must be the number 1"},
      {"win-as-number", "win must be text"},
      {"win-cut-off", "win: cut-off-win.certz is rejected: the file is cut off or damaged"},
      {"win-damaged",
       "win: damaged-win.certz is rejected: strategy H: a block is damaged: its checksum is wrong"},
      {"win-is-a-pack", "win: some.pack is not a certificate"},
      {"win-null", "win must be text"},
      {"win-of-another-position",
       "win: it is about \"HVVV1/1VHHV/HHH1V/1VH2 - V\", and the game is from \"open:4x5\""},
      {"win-of-other-side", "win: it claims \"V wins\", and the mistake is one of H"},
      {"win-twice", "draw: it claims \"H wins\", not a draw"},
  };
  return reasons;
}

TEST(GameCheck, RejectsEachDefect) {
  const Files files = files_in("certificates/games/fail");
  std::set<std::string> tried;
  for (const auto& [file, bytes] : files) {
    if (!is_game_file(file)) continue;
    const std::string name = file.substr(0, file.find('.'));
    const auto reason = expected_reasons().find(name);
    ASSERT_NE(reason, expected_reasons().end()) << name;
    const Verdict verdict = judged(files, file);
    EXPECT_FALSE(verdict.accepted) << name;
    EXPECT_NE(verdict.text.find(reason->second), std::string::npos) << name << ": " << verdict.text;
    EXPECT_EQ(verdict.claim, "");
    tried.insert(name);
  }
  EXPECT_EQ(tried.size(), expected_reasons().size());
  // The same game without a defect is accepted.
  Files good = files;
  good["good"] = R"({"format": "onyx-game", "version": 1, "win": "win.certz",
                     "draw": "draw.cert.json", "mistake": 18})";
  EXPECT_TRUE(judged(good, "good").accepted) << judged(good, "good").text;
}

/// Returns the entries of the strategies of a compact certificate, as the solver reads them.
template <int W>
std::map<WidePosition<W>, Place> entries_in(const onyx::WideBoard<W>& board,
                                            const std::string& certificate) {
  std::map<WidePosition<W>, Place> entries;
  compact::read_strategies<W>(
      board, test::source_of(certificate),
      [&](const WidePosition<W>& position, Place move) { entries[position] = move; });
  return entries;
}

/// Converts a compact certificate of a win to JSON, with an entry for each position.
std::string whole(const std::string& certificate) {
  const auto [claim, text] = compact::claim_of(certificate);
  return test::with_position(text, [&, &claim = claim]<int W>(const onyx::WideBoard<W>& board,
                                                              const WidePosition<W>& setup) {
    Proof<W> proof;
    proof.strategies.emplace_back();
    proof.strategies.front().owner = claim == Claim::v_wins ? Player::V : Player::H;
    for (const auto& [position, move] : entries_in(board, certificate)) {
      proof.strategies.front().moves.try_emplace(pack(position), {move, 0});
    }
    return to_json(certificate_of(board, setup, claim, proof));
  });
}

TEST(GameCheck, KnowsTheMovesOfCompactCertificates) {
  int games = 0;
  for (const auto& [name, bytes] : files_in("fuzz/corpus/compact_certificate")) {
    const Verdict verdict = check(file_of(bytes));
    if (verdict.position.find(':') == std::string::npos || verdict.claim.size() != 6) continue;
    test::with_position(
        verdict.position, [&, &bytes = bytes, &name = name]<int W>(const onyx::WideBoard<W>& board,
                                                                   const WidePosition<W>& setup) {
          const auto entries = entries_in(board, bytes);
          if (entries.empty()) return;  // the position is won within three plies
          const std::string json = whole(bytes);
          std::mt19937 random(7);
          for (int round = 0; round < 5; ++round) {
            FollowedGame game{verdict.position, {}};
            Texts expected;
            WidePosition<W> position = setup;
            // The owner follows the strategy for four plies, then plays randomly.
            while (!is_finished(board, position) && game.moves.size() < 8) {
              std::vector<Place> places;
              placements(board, position).for_each([&](Place place) { places.push_back(place); });
              Place move = places[random() % places.size()];
              const auto entry = entries.find(position);
              expected.push_back(
                  entry == entries.end() ? "" : format_place(board.geometry(), entry->second));
              if (entry != entries.end() && game.moves.size() < 4) move = entry->second;
              game.moves.push_back(format_move(board, position, move));
              position = successor(board, position, move);
            }
            EXPECT_TRUE(check_one(file_of(bytes), {}, &game).accepted) << name;
            EXPECT_EQ(game.answers, expected) << name;
            FollowedGame same{game.setup, game.moves};
            EXPECT_TRUE(check_one(file_of(json), {}, &same).accepted) << name;
            ASSERT_EQ(same.answers.size(), expected.size()) << name;
            for (std::size_t ply = 0; ply < expected.size(); ++ply) {
              if (expected[ply].empty()) continue;
              EXPECT_EQ(same.answers[ply], expected[ply]) << name;
            }
            EXPECT_NE(std::count(expected.begin(), expected.end(), ""),
                      static_cast<std::ptrdiff_t>(expected.size()));
            ++games;
          }
        });
  }
  EXPECT_GE(games, 20);
}

TEST(GameCheck, TakesAWinInJson) {
  if (test::kIsSanitized) GTEST_SKIP() << "it has hundreds of thousands of positions";
  Files files = files_in("certificates/games/accept");
  files["win.cert.json"] = whole(files.at("4x5-win.certz"));
  Json game = Json::parse(files.at("4x5.game.json"));
  game["win"] = "win.cert.json";
  files["json.game.json"] = game.dump();
  EXPECT_EQ(judged(files, "json.game.json").text, judged(files, "4x5.game.json").text);
}

/// Caches verdicts per file content, because most forged games name unchanged files.
bool is_accepted(const std::string& bytes) {
  static std::map<std::string, bool> known;
  const auto [at, is_new] = known.try_emplace(bytes);
  if (is_new) at->second = check(file_of(bytes)).accepted;
  return at->second;
}
template <int W>
const std::map<WidePosition<W>, Place>& known_entries_in(const onyx::WideBoard<W>& board,
                                                         const std::string& certificate) {
  static std::map<std::string, std::map<WidePosition<W>, Place>> known;
  const auto [at, is_new] = known.try_emplace(certificate);
  if (is_new) at->second = entries_in(board, certificate);
  return at->second;
}

/// Whether the two files that a game names prove it according to the solver's readers. Only the
/// verdicts on the single certificates come from the referee.
bool is_proved(const Files& files, const std::string& name) {
  const auto game = nlohmann::json::parse(files.at(name), nullptr, false);
  if (!game.is_object() || !game.contains("win") || !game.contains("draw")) return false;
  const std::string& win = files.at(game.at("win"));
  const std::string& draw = files.at(game.at("draw"));
  if (kind_of(file_of(win)) != Kind::compact || !is_accepted(win)) return false;
  if (kind_of(file_of(draw)) != Kind::certificate || !is_accepted(draw)) return false;
  const auto drawn = nlohmann::json::parse(draw);
  const auto [claim, about] = compact::claim_of(win);
  if (drawn.at("claim") != "draw" || !drawn.contains("game") || claim == Claim::draw) return false;
  const Player winner = claim == Claim::v_wins ? Player::V : Player::H;
  const auto setup = drawn.at("game").at("setup").get<std::string>();
  const auto moves = drawn.at("game").at("moves").get<Texts>();
  if (game.at("mistake") != moves.size()) return false;
  return test::with_position(
      setup, [&, &about = about]<int W>(const onyx::WideBoard<W>& board, WidePosition<W> position) {
        if (format_position(board, position) != about) return false;
        const auto& entries = known_entries_in(board, win);
        for (std::size_t ply = 0; ply < moves.size(); ++ply) {
          const Place move = parse_move(board, position, moves[ply]);
          if (position.to_move == winner) {
            const auto entry = entries.find(position);
            const bool is_last = ply + 1 == moves.size();
            if (entry == entries.end() || (entry->second == move) == is_last) return false;
          } else if (ply + 1 == moves.size()) {
            return false;
          }
          position = successor(board, position, move);
        }
        return true;
      });
}

/// Forges games from good ones; most forgeries are false.
class Forger {
 public:
  explicit Forger(unsigned seed) : random_(seed) {
    files_ = files_in("certificates/games/accept");
    const Files fail = files_in("certificates/games/fail");
    files_["other.certz"] = fail.at("another-strategy.certz");
    files_["elsewhere.cert.json"] = files_in("certificates/accept").at("draw-5x5-game.cert.json");
    files_["without.cert.json"] = fail.at("draw-without-game.cert.json");
    files_["small.cert.json"] = fail.at("win-of-v.cert.json");
  }

  static constexpr int kKinds = 9;

  /// Returns the files of a forgery; the game is in "forged".
  Files forged(int kind) {
    const std::string board = below(2) == 0 ? "4x5" : "5x5";
    Files files = files_;
    game_ = Json::parse(files.at(board + ".game.json"));
    draw_ = Json::parse(files.at(board + "-draw.cert.json"));
    std::string& win = files.at(board + "-win.certz");
    std::string text;
    switch (kind) {
      case 0:  // the same moves in another order, which lead to the same position
        reorder();
        break;
      case 1:  // another strategy
        files["4x5-win.certz"] = files.at("other.certz");
        if (board == "4x5" && below(4) == 0) break;
        reorder();
        break;
      case 2:  // another ply
        game_["mistake"] = 1 + (game_["mistake"].get<std::size_t>() + below(40)) % 41;
        break;
      case 3:  // another position, earlier in the game
        move_end();
        break;
      case 4:  // other certificates
        game_["win"] = any_name();
        game_["draw"] = any_name();
        if (below(2) == 0) game_["mistake"] = 1 + below(40);
        break;
      case 5:  // a strategy of the other side
        change_owner(win);
        break;
      case 6:
        damage(win);
        break;
      case 7:
        text = draw_.dump(1);
        damage(text);
        break;
      default:
        break;
    }
    files[board + "-draw.cert.json"] = kind == 7 ? text : draw_.dump(1);
    files["forged"] = game_.dump();
    if (kind == 8) damage(files["forged"]);
    return files;
  }

  const Files& good() const { return files_; }

 private:
  std::size_t below(std::size_t limit) { return random_() % limit; }

  std::string any_name() {
    return std::next(files_.begin(), static_cast<std::ptrdiff_t>(below(files_.size())))->first;
  }

  /// Swaps moves of one side until the game is different but ends in the same position.
  void reorder() {
    const Texts moves = draw_["game"]["moves"];
    const std::string setup = draw_["game"]["setup"];
    for (;;) {
      Texts other = moves;
      for (std::size_t swaps = 1 + below(3); swaps > 0; --swaps) {
        const std::size_t one = below(other.size());
        const std::size_t apart = 2 * below(other.size() / 2);
        std::swap(other[one], other[(one + apart) % (other.size() / 2 * 2)]);
      }
      if (other == moves || !ends_in(setup, other, draw_["position"])) continue;
      draw_["game"]["moves"] = other;
      return;
    }
  }

  /// Whether the moves are legal with exactly their marks, and lead to the position `end`.
  static bool ends_in(const std::string& setup, const Texts& moves, const std::string& end) {
    return test::with_position(
        setup, [&]<int W>(const onyx::WideBoard<W>& board, WidePosition<W> position) {
          try {
            for (const std::string& move : moves) {
              if (is_finished(board, position)) return false;
              const Place place = parse_move(board, position, move);
              if (format_move(board, position, place) != move) return false;
              position = successor(board, position, place);
            }
          } catch (const InputError&) {
            return false;
          }
          return format_position(board, position) == end;
        });
  }

  void move_end() {
    Texts moves = draw_["game"]["moves"];
    moves.resize(moves.size() - 1 - below(moves.size() - 1));
    draw_["game"]["moves"] = moves;
    if (below(4) > 0) game_["mistake"] = moves.size();
    if (below(4) == 0) return;
    const std::string setup = draw_["game"]["setup"];
    draw_["position"] = test::with_position(
        setup, [&]<int W>(const onyx::WideBoard<W>& board, WidePosition<W> position) {
          for (const std::string& move : moves) {
            position = successor(board, position, parse_move(board, position, move));
          }
          return format_position(board, position);
        });
  }

  /// In a compact certificate, swaps V and H in the claim, in the side to move, in the counts of
  /// moves and blocks, or in several of these, and corrects the checksum.
  void change_owner(std::string& bytes) {
    const auto turn = [&](std::size_t at) { bytes[at] = bytes[at] == 'V' ? 'H' : 'V'; };
    const std::size_t what = below(7) + 1;
    if (what & 1) turn(16);
    if (what & 2) turn(17);
    if (what & 4) {
      std::swap_ranges(&bytes[24], &bytes[32], &bytes[32]);
      std::swap_ranges(&bytes[40], &bytes[44], &bytes[44]);
    }
    std::string sum;
    forged::append(sum, forged::checksum_of(std::string_view(bytes).substr(0, 120)));
    bytes.replace(120, 8, sum);
  }

  void damage(std::string& bytes) {
    const std::size_t at = below(bytes.size());
    switch (below(4)) {
      case 0:
        bytes.resize(at);
        break;
      case 1:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
        break;
      case 2:
        bytes.erase(at, 1 + below(20));
        break;
      default:
        bytes.insert(at, bytes.substr(below(bytes.size()), 1 + below(20)));
        break;
    }
  }

  std::mt19937 random_;
  Files files_;
  Json game_;
  Json draw_;
};

TEST(GameCheck, AcceptsNoForgedGame) {
  const bool all = std::getenv("ONYX_ALL_CERTIFICATES") != nullptr;
  const int count = all ? 2000 : 300 / test::one_in(10);
  Forger forger(20261128);
  std::set<std::size_t> tried;  // hashes of forgeries
  std::map<int, int> rejected;  // keyed by kind
  int still_true = 0;
  for (int forgeries = 0, round = 0; forgeries < count; ++round) {
    // A third of the forgeries are of kind 0, the hardest to distinguish from good games.
    const int kind = round % 12 < Forger::kKinds ? round % 12 : 0;
    const Files files = forger.forged(kind);
    std::string bytes;
    for (const auto& [name, content] : files) bytes += content;
    if (files == forger.good() || !tried.insert(std::hash<std::string>{}(bytes)).second) continue;
    bool accepted = false;
    std::string text;
    try {
      const Verdict verdict = judged(files, "forged");
      accepted = verdict.accepted;
      text = verdict.text;
    } catch (const std::out_of_range&) {
      text = "a file that it names is not there";
    }
    if (accepted) {
      // Some forgeries change only blanks or `about`, so they are still true.
      EXPECT_TRUE(is_proved(files, "forged")) << kind << ": " << text << '\n' << files.at("forged");
      ++still_true;
      continue;
    }
    if (kind < 6) {
      EXPECT_FALSE(is_proved(files, "forged")) << kind << ": " << text;
    }
    ++rejected[kind];
    ++forgeries;
  }
  EXPECT_EQ(rejected.size(), static_cast<std::size_t>(Forger::kKinds));
  EXPECT_LT(still_true, count / 10);
  RecordProperty("still_true", still_true);
  for (const auto& [kind, number] : rejected) {
    RecordProperty("rejected_of_kind_" + std::to_string(kind), number);
  }
}

}  // namespace
}  // namespace onyx::referee
