// Compact certificates: accepted as written, and refused when altered.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>

#include "solver/certificate/compact_format.h"
#include "solver/certificate/compact_reader.h"
#include "solver/certificate/compact_writer.h"
#include "solver/certificate/prove.h"
#include "solver/certificate/truncated_strategy.h"
#include "solver/referee/referee.h"
#include "tests/solver/engine/proof_number/expect_whole.h"
#include "tests/solver/referee/forged_files.h"
#include "tests/solver/support.h"

namespace onyx::compact {
namespace {

using proof_number::FoundValue;
using proof_number::StrategyMove;

template <int W>
std::string written(const WideBoard<W>& board, const WidePosition<W>& position,
                    const FoundValue<W>& value, Proof<W> proof,
                    std::size_t moves_in_block = kMovesInBlock) {
  return test::bytes_written([&](const WriteAt& write_at) {
    write_certificate(board, position, proof_number::claim_of(value), std::move(proof), "test",
                      write_at, moves_in_block);
  });
}

/// The bytes must outlive the result.
referee::File file_of(const std::string& bytes) {
  return {bytes.size(), [&bytes](std::uint64_t offset, std::size_t count, char* to) {
            ASSERT_LE(offset + count, bytes.size());
            bytes.copy(to, count, offset);
          }};
}

SourceFile source_of(const std::string& bytes) {
  return {bytes.size(), [bytes](std::uint64_t offset, std::size_t count, char* to) {
            bytes.copy(to, count, offset);
          }};
}

/// Positions with moves, in the order of the file.
template <int W>
using Entries = std::vector<std::pair<WidePosition<W>, Place>>;

template <int W>
Entries<W> entries_in(const WideBoard<W>& board, const std::string& bytes) {
  Entries<W> entries;
  read_strategies<W>(board, source_of(bytes), [&](const WidePosition<W>& position, Place move) {
    entries.emplace_back(position, move);
  });
  return entries;
}

referee::Verdict checked(const std::string& bytes, std::uint64_t memory = 1 << 30) {
  const referee::File file = file_of(bytes);
  EXPECT_TRUE(bytes.size() < 128 || referee::kind_of(file) == referee::Kind::compact);
  referee::Watch watch;
  watch.memory = memory;
  return referee::check(file, watch);
}

template <int W>
struct Solved {
  WidePosition<W> position;
  FoundValue<W> value;
  Proof<W> proof;
};

template <int W>
Solved<W> solved(const WideBoard<W>& board, const WidePosition<W>& position) {
  proof_number::ProofTable<W> table(1 << 22);
  proof_number::Searcher<W> searcher(board, table);
  Solved<W> result{position, proof_number::find_value(searcher, position, {}), {}};
  result.proof = proof_number::prove(searcher, position, result.value, {});
  return result;
}

template <int W>
std::string written(const WideBoard<W>& board, const Solved<W>& solved,
                    std::size_t moves_in_block = kMovesInBlock) {
  return written(board, solved.position, solved.value, solved.proof, moves_in_block);
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
    test::with_position(
        text, [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& position) {
          Solved<W> result{position, {}, {}};
          if (is_finished(board, position)) {
            result.value.winner = other(position.to_move);
          } else {
            result = solved(board, position);
          }
          const referee::Verdict verdict = checked(written(board, result));
          EXPECT_TRUE(verdict.accepted) << text << ": " << verdict.text;
          EXPECT_EQ(verdict.claim, name_of(proof_number::claim_of(result.value))) << text;
        });
  }
}

TEST(CompactCertificate, TellsHowMuchIsWritten) {
  const WideBoard<1> board({4, 4});
  const Solved<1> result = solved(board, open_setup(board));
  Proof<1> proof = result.proof;
  for (auto& strategy : proof.strategies) {
    strategy.moves = reached_under(board, result.position, strategy);
  }
  const std::size_t entries = proof.entries();
  std::vector<Reached> told;
  write_certificate(
      board, result.position, proof_number::claim_of(result.value), std::move(proof), "test",
      [](std::uint64_t, std::string_view) {}, kMovesInBlock,
      [&](const Reached& reached) { told.push_back(reached); });
  ASSERT_GE(told.size(), 1U);
  for (std::size_t i = 0; i < told.size(); ++i) {
    EXPECT_EQ(told[i].known, entries);
    EXPECT_LE(told[i].done, entries);
    EXPECT_EQ(told[i].done, 1024 * (i + 1));
  }
}

TEST(CompactCertificate, MayHaveManyBlocks) {
  const WideBoard<1> board({4, 4});
  const Solved<1> result = solved(board, open_setup(board));
  ASSERT_GT(result.proof.entries(), 100U);
  const std::string in_many = written(board, result, 4);
  EXPECT_EQ(get_number<std::uint32_t>(in_many, kBlockCountsAt),
            (get_number<std::uint64_t>(in_many, kMoveCountsAt) + 3) / 4);
  const referee::Verdict verdict = checked(in_many);
  EXPECT_TRUE(verdict.accepted) << verdict.text;
  EXPECT_EQ(entries_in(board, in_many), entries_in(board, written(board, result)));
}

TEST(CompactCertificate, SaysHowMuchMemoryItNeeds) {
  const WideBoard<1> board({4, 4});
  const std::string bytes = written(board, solved(board, open_setup(board)));
  std::uint64_t needed = 0;
  try {
    checked(bytes, 1);
  } catch (const referee::NeedsMemory& error) {
    needed = error.bytes;
  }
  EXPECT_GT(needed, 1'000U);
  EXPECT_LT(needed, 4'000'000U);
  EXPECT_TRUE(checked(bytes, needed).accepted);
}

/// The file must have the moves of the strategy, except where the owner wins within three plies.
TEST(CompactCertificate, IsReadAsItWasWritten) {
  for (const std::string& text : {std::string("open:4x4"), test::kDraws[0]}) {
    test::with_position(
        text, [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& position) {
          const Solved<W> result = solved(board, position);
          const std::string bytes = written(board, result);
          const Entries<W> read = entries_in(board, bytes);
          for (const auto& strategy : result.proof.strategies) {
            std::size_t own = 0;
            for (const auto& [state, move] : read) {
              if (state.to_move != strategy.owner) continue;
              ++own;
              EXPECT_EQ(strategy.moves.at(pack(state)).move, move);
              EXPECT_FALSE(short_win(board, state).has_value());
            }
            const auto index = static_cast<std::size_t>(index_of(strategy.owner));
            EXPECT_EQ(own, get_number<std::uint64_t>(bytes, kMoveCountsAt + 8 * index));
            EXPECT_LE(own, strategy.moves.size());
          }
        });
  }
}

/// Every altered byte and every truncation must be detected.
TEST(CompactCertificate, IsRefusedIfDamaged) {
  const WideBoard<1> board({3, 3});
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
  const WideBoard<1> board({3, 3});
  std::string bytes = written(board, solved(board, open_setup(board)));
  ASSERT_EQ(bytes[7], '4');
  for (const char digit : {'0', '5', '9', '\0'}) {
    bytes[7] = digit;
    const referee::Verdict verdict = checked(bytes);
    EXPECT_FALSE(verdict.accepted);
    EXPECT_EQ(verdict.text, "not a compact certificate of a known version");
    EXPECT_THROW(position_of(bytes), Damage);
  }
}

TEST(CompactCertificate, IsRefusedIfOfAnEarlierVersion) {
  for (const char version : {'1', '2', '3'}) {
    std::ifstream file(
        std::string(ONYX_TEST_DIR) + "/certificates/old/version-" + version + ".certz",
        std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    ASSERT_TRUE(bytes.starts_with(std::string("OnyxCtz") + version));
    const std::string why =
        std::string("format version ") + version +
        " is no longer read; onyx before 1.0 reads it, and proves its positions again with 'onyx "
        "pack --from FILE'";
    const referee::Verdict verdict = checked(bytes);
    EXPECT_FALSE(verdict.accepted);
    EXPECT_EQ(verdict.text, why);
    for (const auto& read :
         {std::function<void()>([&] { position_of(bytes); }),
          std::function<void()>([&] { claim_of(bytes); }), std::function<void()>([&] {
            entries_in(WideBoard<1>({3, 3}), bytes);
          })}) {
      try {
        read();
        ADD_FAILURE() << "it was read";
      } catch (const Damage& damage) {
        EXPECT_EQ(damage.what(), why);
      }
    }
  }
}

/// Returns the reason for refusal, or "accepted".
std::string refusal(const std::string& bytes) {
  const referee::Verdict verdict = checked(bytes);
  return verdict.accepted ? "accepted" : verdict.text;
}

#define EXPECT_REFUSED(bytes, reason)                                     \
  {                                                                       \
    const std::string why = refusal(bytes);                               \
    EXPECT_NE(why.find(reason), std::string::npos) << "it says: " << why; \
  }

/// Returns the blocks of V's strategy for a board of at most 64 places, with their heads.
std::vector<std::string> blocks_of(const std::string& bytes) {
  std::vector<std::string> blocks;
  for (std::size_t at = kHeaderBytes + 16; at < bytes.size(); at += blocks.back().size()) {
    blocks.push_back(bytes.substr(at, kBlockHeadBytes + get_number<std::uint32_t>(bytes, at)));
  }
  return blocks;
}

/// Corrects the length and checksum of the only block, and the checksum of the header.
void set_sums(std::string& bytes) {
  const std::size_t block = kHeaderBytes + 16;
  put_number(bytes, block, static_cast<std::uint32_t>(bytes.size() - block - kBlockHeadBytes));
  put_number(
      bytes, block + 8,
      checksum_of(&bytes[block + kBlockHeadBytes], bytes.size() - block - kBlockHeadBytes, 0));
  put_number(bytes, kSummedBytes, checksum_of(bytes.data(), kSummedBytes, 0));
}

/// A list of moves has only one encoding. Other bytes are damaged, or encode moves that do not win.
TEST(CompactCertificate, IsRefusedWithOtherBytesForItsMoves) {
  const WideBoard<1> board({4, 4});
  const std::string bytes = written(board, solved(board, open_setup(board)));
  const std::size_t moves_at = kHeaderBytes + 16 + kBlockHeadBytes;
  std::string again = bytes;
  set_sums(again);
  ASSERT_EQ(again, bytes);
  std::size_t damaged = 0;
  for (std::size_t bit = 8 * moves_at; bit < 8 * bytes.size(); ++bit) {
    std::string altered = bytes;
    altered[bit / 8] = static_cast<char>(altered[bit / 8] ^ 1 << bit % 8);
    set_sums(altered);
    const std::string why = refusal(altered);
    EXPECT_NE(why, "accepted") << "bit " << bit;
    damaged += why.find("cannot be unpacked") != std::string::npos ? 1 : 0;
  }
  EXPECT_GT(damaged, 0U);
  for (const std::string& more : {std::string(1, '\0'), std::string(1, '\x7f')}) {
    std::string longer = bytes + more;
    set_sums(longer);
    EXPECT_REFUSED(longer, "cannot be unpacked");
  }
  for (std::size_t size = moves_at; size < bytes.size(); ++size) {
    std::string cut = bytes.substr(0, size);
    set_sums(cut);
    EXPECT_REFUSED(cut, "cannot be unpacked");
  }
}

TEST(CompactCertificate, IsRefusedWithMoreOrFewerMovesThanItsHeadsSay) {
  const WideBoard<1> board({3, 3});
  const std::string bytes = written(board, solved(board, open_setup(board)));
  const auto moves = get_number<std::uint64_t>(bytes, kMoveCountsAt);
  for (const std::uint64_t others : {moves - 1, moves + 1}) {
    std::string altered = bytes;
    put_number(altered, kMoveCountsAt, others);
    put_number(altered, kHeaderBytes + 20, static_cast<std::uint32_t>(others));
    set_sums(altered);
    EXPECT_NE(refusal(altered), "accepted");
  }
}

TEST(CompactCertificate, IsRefusedWithOtherMoves) {
  const WideBoard<1> board({4, 4});
  // One move in each block.
  const std::vector<std::string> blocks =
      blocks_of(written(board, solved(board, open_setup(board)), 1));
  ASSERT_GE(blocks.size(), 3U);
  const auto with_blocks = [](const std::vector<std::string>& others) {
    return referee::forged::compact_file(4, 4, others.size(), others);
  };
  EXPECT_EQ(refusal(with_blocks(blocks)), "accepted");
  std::vector<std::string> altered = blocks;
  altered.pop_back();
  EXPECT_REFUSED(with_blocks(altered), "no move is left");
  EXPECT_REFUSED(with_blocks({}), "no move is left");
  altered = blocks;
  altered.push_back(blocks.back());
  EXPECT_REFUSED(with_blocks(altered), "more moves than there are positions");
}

TEST(CompactCertificate, IsRefusedIfItsBlocksAreNotAsTheySay) {
  using namespace referee::forged;
  const auto with_block = [&](std::uint32_t moves, std::uint64_t in_header) {
    return compact_file(3, 3, in_header, {compact_block("three moves", moves)});
  };
  EXPECT_REFUSED(with_block(3, 3), "cannot be unpacked");
  EXPECT_REFUSED(with_block(3, 2), "number of entries differs");
  EXPECT_REFUSED(with_block(0, 0), "impossible size");
  EXPECT_REFUSED(with_block(kMovesInBlock + 1, kMovesInBlock + 1), "impossible size");
}

TEST(CompactCertificate, IsRefusedWithAStrategyTooMany) {
  const WideBoard<1> board({3, 3});
  std::string bytes = written(board, solved(board, open_setup(board)));
  put_number(bytes, kMoveCountsAt + 8, std::uint64_t{1});
  put_number(bytes, kBlockCountsAt + 4, std::uint32_t{1});
  put_number(bytes, kSummedBytes, checksum_of(bytes.data(), kSummedBytes, 0));
  bytes += referee::forged::compact_block("a move", 1);
  EXPECT_REFUSED(bytes, "strategy that the claim does not need");
}

/// Returns the reason for refusing an altered proof whose checksums are correct.
template <class Alter>
std::string refusal(const std::string& text, const Alter& alter) {
  return test::with_position(
      text, [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& position) {
        Solved<W> result = solved(board, position);
        alter(result);
        return refusal(written(board, result));
      });
}

#define EXPECT_PROOF_REFUSED(text, reason, ...)                           \
  {                                                                       \
    const std::string why = refusal(text, __VA_ARGS__);                   \
    EXPECT_NE(why.find(reason), std::string::npos) << "it says: " << why; \
  }

TEST(CompactCertificate, IsRefusedIfItProvesNoWin) {
  const std::string win = "open:3x3";
  EXPECT_PROOF_REFUSED(win, "strategy", [&](auto& result) { result.value.winner = Player::H; });
  EXPECT_PROOF_REFUSED(win, "no move is left",
                       [&](auto& result) { result.proof.strategies.clear(); });
  EXPECT_PROOF_REFUSED("3/HH1/3 - V", "the opponent connects", [&](auto& result) {
    result.value.winner = Player::V;
    result.proof.strategies.resize(1);
    result.proof.strategies[0].owner = Player::V;
    result.proof.strategies[0].moves = {};
    result.proof.strategies[0].moves.try_emplace(pack(result.position), StrategyMove{Place{0}, 9});
  });
}

TEST(CompactCertificate, IsRefusedIfItProvesNoDraw) {
  const std::string draw = test::kDraws[0];
  // Claims a win with the safe strategy of a draw, under which play may repeat.
  EXPECT_PROOF_REFUSED(draw, "play comes back", [&](auto& result) {
    result.value.is_draw = false;
    result.value.winner = Player::V;
    result.proof.strategies.resize(1);
  });
  EXPECT_PROOF_REFUSED(draw, "strategy H: no move is left",
                       [&](auto& result) { result.proof.strategies.resize(1); });
}

/// Files written by an earlier version of the program.
TEST(CompactCertificate, IsAcceptedAsItWasWrittenBefore) {
  for (const std::string name :
       {"win-3x3", "win-3x4", "loss-3x5", "short-3x4", "finished-2x2", "draw-4x5", "draw-13x12"}) {
    std::ifstream file(
        std::string(ONYX_TEST_DIR) + "/fuzz/corpus/compact_certificate/" + name + ".certz",
        std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    ASSERT_FALSE(bytes.empty()) << name;
    const referee::Verdict verdict = checked(bytes);
    EXPECT_TRUE(verdict.accepted) << name << ": " << verdict.text;
  }
}

/// A truncated strategy omits exactly the positions that its owner wins within three plies.
TEST(CompactCertificate, HasFewOfTheEntriesOfItsStrategy) {
  const WideBoard<1> board({4, 4});
  const Solved<1> result = solved(board, open_setup(board));
  const auto& brief = result.proof.strategies.front();
  const auto whole = reached_under(board, result.position, brief);
  std::size_t left_out = 0;
  whole.for_each([&](const PackedPosition<1>& packed, const StrategyMove& move) {
    const bool is_short = short_win(board, unpack(packed)).has_value();
    EXPECT_EQ(brief.moves.find(packed) == nullptr, is_short);
    left_out += is_short ? 1 : 0;
    if (!is_short) {
      EXPECT_EQ(brief.moves.at(packed).move, move.move);
    }
  });
  EXPECT_EQ(left_out + brief.moves.size(), whole.size());
  EXPECT_GT(left_out, 9 * brief.moves.size());
  // The whole and the truncated strategy give the same file.
  Solved<1> of_all{result.position, result.value, {}};
  of_all.proof.strategies.push_back({brief.owner, whole});
  EXPECT_EQ(written(board, of_all), written(board, result));
}

TEST(CompactCertificate, HasNoMoveWhereItWinsSoon) {
  const WideBoard<1> board({4, 4});
  const Solved<1> result = solved(board, open_setup(board));
  // Find a position that V wins within three plies. Its certificate has no moves, and a file with a
  // move must be refused.
  std::optional<WidePosition<1>> won;
  test::walk_all(board, result.position, Player::V,
                 [&](const WidePosition<1>& at, const proof_number::Way&) -> std::optional<Place> {
                   if (won || short_win(board, at)) {
                     won = won.value_or(at);
                     return std::nullopt;
                   }
                   return result.proof.strategies.front().moves.at(pack(at)).move;
                 });
  ASSERT_TRUE(won);
  Solved<1> soon{*won, result.value, {}};
  EXPECT_TRUE(checked(written(board, soon)).accepted);
  std::string with_move =
      referee::forged::compact_file(4, 4, 1, {referee::forged::compact_block("a move", 1)});
  // Replace the empty board with the won position.
  with_move.replace(kHeaderBytes, 16, written(board, soon).substr(kHeaderBytes, 16));
  put_number(with_move, 112, checksum_of(&with_move[kHeaderBytes], 16, 0));
  put_number(with_move, kSummedBytes, checksum_of(with_move.data(), kSummedBytes, 0));
  EXPECT_REFUSED(with_move, "more moves than there are positions");
}

}  // namespace
}  // namespace onyx::compact
