// Compact certificates: accepted as written, refused when altered, by sums and by what they say.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "solver/certificate/brief.h"
#include "solver/certificate/compact_format.h"
#include "solver/certificate/compact_writer.h"
#include "solver/certificate/from_proof.h"
#include "solver/referee/referee.h"
#include "tests/solver/support.h"

namespace onyx::compact {
namespace {

using proof_number::FoundValue;
using proof_number::StrategyMove;

template <int W>
std::string written(const Board<W>& board, const Position<W>& position, const FoundValue<W>& value,
                    Proof<W> proof, std::size_t entries_in_block = kEntriesInBlock) {
  std::string bytes;
  write_certificate(
      board, position, proof_number::claim_of(value), std::move(proof), "test",
      [&](std::uint64_t offset, std::string_view part) {
        bytes.resize(std::max(bytes.size(), offset + part.size()));
        part.copy(&bytes[offset], part.size());
      },
      entries_in_block);
  return bytes;
}

/// The entry with this number, in the order of for_each.
template <int W>
void remove_entry(proof_number::MoveTable<W>& moves, std::size_t number) {
  proof_number::MoveTable<W> others;
  std::size_t count = 0;
  moves.for_each([&](const PackedPosition<W>& position, const StrategyMove& move) {
    if (count++ != number) others.try_emplace(position, move);
  });
  moves = std::move(others);
}

/// The bytes must outlive it.
referee::File file_of(const std::string& bytes) {
  return {bytes.size(), [&bytes](std::uint64_t offset, std::size_t count, char* to) {
            ASSERT_LE(offset + count, bytes.size());
            bytes.copy(to, count, offset);
          }};
}

referee::Verdict checked(const std::string& bytes, std::uint64_t memory = 1 << 30) {
  const referee::File file = file_of(bytes);
  EXPECT_TRUE(bytes.size() < 128 || referee::kind_of(file) == referee::Kind::compact);
  referee::Watch watch;
  watch.memory = memory;
  return referee::check(file, watch);
}

/// A position with its value and proof.
template <int W>
struct Solved {
  Position<W> position;
  FoundValue<W> value;
  Proof<W> proof;
};

template <int W>
Solved<W> solved(const Board<W>& board, const Position<W>& position) {
  proof_number::ProofTable<W> table(1 << 22);
  proof_number::Searcher<W> searcher(board, table);
  Solved<W> result{position, proof_number::find_value(searcher, position, {}), {}};
  result.proof = proof_number::prove(searcher, position, result.value, {});
  shorten(board, position, result.proof);
  return result;
}

template <int W>
std::string written(const Board<W>& board, const Solved<W>& solved,
                    std::size_t entries_in_block = kEntriesInBlock) {
  return written(board, solved.position, solved.value, solved.proof, entries_in_block);
}

TEST(CompactCertificate, IsAccepted) {
  std::vector<std::string> texts = test::kDraws;
  for (const char* text :
       {"open:3x3", "open:4x4", "standard:4x4", "open:4x3", "VH/HV - V", "open:2x7"}) {
    texts.emplace_back(text);
  }
  texts.push_back(test::framed(test::kDraws[0], {9, 8}));
  texts.push_back(test::framed(test::kDraws[0], {13, 12}));
  for (const std::string& text : texts) {
    test::with_position(text, [&]<int W>(const Board<W>& board, const Position<W>& position) {
      Solved<W> result{position, {}, {}};
      if (is_finished(board, position)) {
        result.value.winner = other(position.to_move);
      } else {
        result = solved(board, position);
      }
      const referee::Verdict verdict = checked(written(board, result));
      EXPECT_TRUE(verdict.accepted) << text << ": " << verdict.text;
      EXPECT_EQ(verdict.text, name_of(proof_number::claim_of(result.value))) << text;
    });
  }
}

TEST(CompactCertificate, IsReadInPartsIfMemoryIsShort) {
  const Board<1> board({4, 4});
  const Solved<1> result = solved(board, open_setup(board));
  constexpr std::size_t kFew = 4;
  ASSERT_GT(result.proof.entries(), 8 * kFew);
  // Each block is a part of its own.
  const referee::Verdict whole = checked(written(board, result, kFew), 1);
  EXPECT_TRUE(whole.accepted) << whole.text;
  // An entry less is missed in whichever part, or between which parts, it would be.
  for (std::size_t number = 0; number < result.proof.entries(); number += 7) {
    Solved<1> altered = result;
    remove_entry(altered.proof.strategies.front().moves, number);
    const referee::Verdict verdict = checked(written(board, altered, kFew), 1);
    EXPECT_FALSE(verdict.accepted);
    // What it alone led to is spare now, and that may be noticed first.
    const bool says_so = verdict.text.find("missing entry") != std::string::npos ||
                         verdict.text.find("spare entry") != std::string::npos;
    EXPECT_TRUE(says_so) << verdict.text;
  }
}

/// Every altered byte is noticed, and so is every cut.
TEST(CompactCertificate, IsRefusedIfDamaged) {
  const Board<1> board({3, 3});
  const std::string bytes = written(board, solved(board, open_setup(board)));
  ASSERT_TRUE(checked(bytes).accepted);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string altered = bytes;
    altered[i] = static_cast<char>(altered[i] ^ 0x21);
    if (i < 7) {
      EXPECT_NE(referee::kind_of(file_of(altered)), referee::Kind::compact) << "byte " << i;
    } else {
      EXPECT_FALSE(checked(altered).accepted) << "byte " << i;
    }
    EXPECT_FALSE(checked(bytes.substr(0, i)).accepted) << "cut at " << i;
  }
  EXPECT_FALSE(checked(bytes + "x").accepted);
}

TEST(CompactCertificate, IsRefusedIfOfAnotherVersion) {
  const Board<1> board({3, 3});
  std::string bytes = written(board, solved(board, open_setup(board)));
  ASSERT_EQ(bytes[7], '2');
  for (const char digit : {'0', '3', '9', '\0'}) {
    bytes[7] = digit;
    const referee::Verdict verdict = checked(bytes);
    EXPECT_FALSE(verdict.accepted);
    EXPECT_NE(verdict.text.find("version"), std::string::npos) << verdict.text;
  }
}

/// The reason why an altered proof is refused, its sums being right.
template <class Alter>
std::string refusal(const std::string& text, const Alter& alter) {
  return test::with_position(text, [&]<int W>(const Board<W>& board, const Position<W>& position) {
    Solved<W> result = solved(board, position);
    alter(board, result);
    const referee::Verdict verdict = checked(written(board, result));
    return verdict.accepted ? "accepted" : verdict.text;
  });
}

#define EXPECT_REFUSED(text, reason, ...)                                 \
  {                                                                       \
    const std::string why = refusal(text, __VA_ARGS__);                   \
    EXPECT_NE(why.find(reason), std::string::npos) << "it says: " << why; \
  }

template <int W>
proof_number::MoveTable<W>& moves_of(Solved<W>& result) {
  return result.proof.strategies[0].moves;
}

TEST(CompactCertificate, IsRefusedIfItProvesNoWin) {
  const std::string win = "open:3x3";
  EXPECT_REFUSED(win, "missing entry",
                 [&](const auto&, auto& result) { remove_entry(moves_of(result), 0); });
  EXPECT_REFUSED(win, "spare entry", [&]<int W>(const Board<W>& board, Solved<W>& result) {
    // V wins there at once, so that nothing else is missing.
    Position<W> spare = result.position;
    spare.of(Player::V).add(board.geometry().point_at(0, 0));
    spare.of(Player::V).add(board.geometry().point_at(0, 1));
    spare.of(Player::H).add(board.geometry().point_at(2, 0));
    spare.of(Player::H).add(board.geometry().point_at(2, 2));
    const StrategyMove move{board.geometry().point_at(0, 2), 1};
    if (!moves_of(result).try_emplace(pack(spare), move).second)
      throw std::logic_error("not spare");
  });
  EXPECT_REFUSED(win, "no less rank", [&](const auto&, auto& result) {
    moves_of(result).for_each([](const auto&, StrategyMove& move) { move.rank = 2; });
    moves_of(result).at(pack(result.position)).rank = 1;
  });
  EXPECT_REFUSED(win, "not legal", [&](const auto& board, auto& result) {
    moves_of(result).for_each([](const auto& packed, StrategyMove& move) {
      if (unpack(packed).occupied().any()) move.move = unpack(packed).occupied().lowest();
    });
    static_cast<void>(board);
  });
  EXPECT_REFUSED(win, "not legal", [&](const auto&, auto& result) {
    moves_of(result).at(pack(result.position)).move = 65'535;
  });
  EXPECT_REFUSED(win, "strategy too many", [&](const auto&, auto& result) {
    result.proof.strategies.push_back(result.proof.strategies[0]);
    result.proof.strategies[1].owner = Player::H;
  });
  EXPECT_REFUSED(win, "strategy",
                 [&](const auto&, auto& result) { result.value.winner = Player::H; });
  EXPECT_REFUSED(win, "missing entry",
                 [&](const auto&, auto& result) { result.proof.strategies.clear(); });
  EXPECT_REFUSED("3/HH1/3 - V", "the opponent connects", [&](const auto&, auto& result) {
    result.value.winner = Player::V;
    result.proof.strategies.resize(1);
    result.proof.strategies[0].owner = Player::V;
    moves_of(result) = {};
    moves_of(result).try_emplace(pack(result.position), StrategyMove{Place{0}, 9});
  });
}

TEST(CompactCertificate, IsRefusedIfItProvesNoDraw) {
  const std::string draw = test::kDraws[0];
  // A win claimed of a draw: its safe strategy goes round, and its ranks go up.
  EXPECT_REFUSED(draw, "no less rank", [&](const auto&, auto& result) {
    result.value.is_draw = false;
    result.value.winner = Player::V;
    result.proof.strategies.resize(1);
  });
  EXPECT_REFUSED(draw, "strategy H: missing entry",
                 [&](const auto&, auto& result) { result.proof.strategies.resize(1); });
  EXPECT_REFUSED(draw, "spare entry", [&](const auto&, auto& result) {
    moves_of(result).for_each([](const auto&, StrategyMove& move) {
      move.rank = static_cast<std::uint16_t>(move.rank * 2);
    });
  });
  EXPECT_REFUSED(draw, "rank is not 0", [&](const auto&, auto& result) {
    moves_of(result).for_each([](const auto&, StrategyMove& move) { ++move.rank; });
  });
}

/// Of version 1, which is not written any more.
TEST(CompactCertificate, IsAcceptedIfOfTheFirstVersion) {
  for (const std::string name : {"win-3x3", "loss-3x3", "draw-5x5", "finished-2x2"}) {
    std::ifstream file(
        std::string(ONYX_TEST_DIR) + "/fuzz/corpus/compact_certificate/" + name + ".certz",
        std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    ASSERT_TRUE(bytes.starts_with("OnyxCtz1")) << name;
    const referee::Verdict verdict = checked(bytes);
    EXPECT_TRUE(verdict.accepted) << name << ": " << verdict.text;
  }
}

/// What JSON lists is what the brief strategy says and leaves out, and nothing else.
TEST(CompactCertificate, HasFewOfTheEntriesOfItsStrategy) {
  const Board<1> board({4, 4});
  const Solved<1> result = solved(board, open_setup(board));
  const auto& brief = result.proof.strategies.front();
  const auto whole = reached_under(board, result.position, brief, true);
  std::size_t left_out = 0;
  whole.for_each([&](const PackedPosition<1>& packed, const StrategyMove& move) {
    const auto outlook = proof_number::outlook_of(board, unpack(packed));
    const bool is_short = outlook.forecast == proof_number::Outlook<1>::Forecast::win;
    EXPECT_EQ(brief.moves.find(packed) == nullptr, is_short);
    left_out += is_short ? 1 : 0;
    if (!is_short) {
      EXPECT_EQ(brief.moves.at(packed).move, move.move);
    }
  });
  EXPECT_EQ(left_out + brief.moves.size(), whole.size());
  EXPECT_GT(left_out, 9 * brief.moves.size());
}

/// Claims a position with the entries that are given, all that V needs.
std::string with_entries(const Board<1>& board, const PackedPosition<1>& start,
                         const std::vector<proof_number::MoveTable<1>::Entry>& entries) {
  Solved<1> result{unpack(start), {}, {}};
  result.value.winner = Player::V;
  result.proof.strategies.emplace_back().owner = Player::V;
  for (const auto& entry : entries) {
    result.proof.strategies.front().moves.try_emplace(entry.position, entry.move);
  }
  return written(board, result);
}

TEST(CompactCertificate, LeavesOutExactlyWhatIsWonSoon) {
  const Board<1> board({4, 4});
  const Solved<1> result = solved(board, open_setup(board));
  // Entries after which all is won within three plies, each a certificate of its own.
  std::vector<proof_number::MoveTable<1>::Entry> last;
  result.proof.strategies.front().moves.for_each([&](const auto& packed, const StrategyMove& move) {
    const auto reached = reached_under(board, unpack(packed), result.proof.strategies[0], false);
    if (reached.size() == 1) last.push_back({packed, move, true});
  });
  ASSERT_GE(last.size(), 2U);
  EXPECT_TRUE(checked(with_entries(board, last[0].position, {last[0]})).accepted);
  const std::string why = checked(with_entries(board, last[0].position, {last[0], last[1]})).text;
  EXPECT_NE(why.find("spare entry"), std::string::npos) << why;
  // After the move and a reply V wins within three plies: without entries, not with one.
  const Position<1> after = successor(board, unpack(last[0].position), last[0].move.move);
  const Position<1> won = successor(board, after, legal_moves(board, after).lowest());
  EXPECT_TRUE(checked(with_entries(board, pack(won), {})).accepted);
  const auto outlook = proof_number::outlook_of(board, won);
  const std::string spare =
      checked(with_entries(board, pack(won), {{pack(won), {outlook.move, 9}, true}})).text;
  EXPECT_NE(spare.find("wins within three plies"), std::string::npos) << spare;
}

/// The same rank will do where there are more stones, and nowhere else.
TEST(CompactCertificate, CountsStonesWhereRanksAreEqual) {
  const Board<1> board({4, 4});
  Solved<1> result = solved(board, open_setup(board));
  bool has_rank = false;
  result.proof.strategies.front().moves.for_each(
      [&](const auto&, StrategyMove& move) { has_rank = has_rank || move.rank > 0; });
  ASSERT_TRUE(has_rank) << "no capture in the strategy";
  ASSERT_TRUE(checked(written(board, result)).accepted);
  result.proof.strategies.front().moves.for_each(
      [](const auto&, StrategyMove& move) { move.rank = 0; });
  const std::string why = checked(written(board, result)).text;
  EXPECT_NE(why.find("no less rank"), std::string::npos) << why;
}

}  // namespace
}  // namespace onyx::compact
