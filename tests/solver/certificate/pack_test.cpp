// Packs: accepted as written, refused when altered, and read again.
#include "solver/certificate/pack.h"

#include <gtest/gtest.h>

#include "solver/certificate/brief.h"
#include "solver/certificate/compact_reader.h"
#include "solver/certificate/compact_writer.h"
#include "solver/decide/decide.h"
#include "solver/referee/referee.h"
#include "tests/solver/support.h"

namespace onyx {
namespace {

std::string compact_of(const std::string& text) {
  return with_board(board_size_of(text), [&]<int W>(const Board<W>& board) {
    const Position<W> position = parse_position(board, text);
    Decider<W> decider(board);
    const Decision<W> decision = decider.decide(position);
    Proof<W> proof = decider.prove(position, decision);
    shorten(board, position, proof);
    std::string bytes;
    compact::write_certificate(
        board, position, decision.claim, std::move(proof), "test",
        [&](std::uint64_t offset, std::string_view part) {
          bytes.resize(std::max<std::size_t>(bytes.size(), offset + part.size()));
          part.copy(&bytes[offset], part.size());
        });
    return bytes;
  });
}

referee::Verdict verdict_on_pack(const std::string& pack) {
  return referee::check(referee::file_of(pack));
}

class Pack : public testing::Test {
 protected:
  const std::vector<std::string> texts_{test::kDraws.at(0), test::kDraws.at(1), "open:3x3"};
  const std::vector<std::string> certificates_{compact_of(texts_[0]), compact_of(texts_[1]),
                                               compact_of(texts_[2])};
  const std::string pack_ = pack_of(certificates_);
};

TEST_F(Pack, IsAcceptedAndReadAgain) {
  const referee::File file = referee::file_of(pack_);
  EXPECT_EQ(referee::kind_of(file), referee::Kind::pack);
  const referee::Verdict verdict = verdict_on_pack(pack_);
  EXPECT_TRUE(verdict.accepted) << verdict.text;
  EXPECT_EQ(verdict.text, "1 times V wins, 2 times draw");
  const auto read = certificates_in_pack({pack_.size(), file.read_at});
  ASSERT_EQ(read.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string bytes = pack_.substr(read[i].offset, read[i].bytes);
    EXPECT_EQ(bytes, certificates_[i]);
    with_board(board_size_of(texts_[i]), [&](const auto& board) {
      EXPECT_EQ(compact::position_of(bytes),
                format_position(board, parse_position(board, texts_[i])));
    });
  }
}

TEST_F(Pack, IsRefusedIfAnythingIsWrong) {
  const auto reason = [](const std::string& pack) {
    const referee::Verdict verdict = verdict_on_pack(pack);
    EXPECT_FALSE(verdict.accepted);
    return verdict.text;
  };
  EXPECT_EQ(reason(pack_ + "x"), "there is more in the file than its certificates");
  EXPECT_EQ(reason(pack_of({})), "it has no certificates");
  const std::vector<std::string> twice{certificates_[0], certificates_[1], certificates_[0]};
  EXPECT_EQ(reason(pack_of(twice)), "certificate 3: its position came before");
  std::string wrong = pack_;
  wrong[wrong.size() - 1] ^= 1;
  EXPECT_TRUE(reason(wrong).starts_with("certificate 3: ")) << reason(wrong);
  wrong = pack_;
  wrong[7] = '2';
  EXPECT_EQ(reason(wrong), "no pack of a known version");
  // Cut off anywhere, or said to hold more than it does.
  for (std::size_t size = 8; size < pack_.size(); size += 1 + pack_.size() / 97) {
    EXPECT_FALSE(verdict_on_pack(pack_.substr(0, size)).accepted) << size;
    const std::string part = pack_.substr(0, size);
    EXPECT_THROW(certificates_in_pack({size, referee::file_of(part).read_at}), Damage) << size;
  }
  for (const std::size_t at : {8U, 15U, 16U, 23U}) {
    wrong = pack_;
    wrong[at] = static_cast<char>(wrong[at] ^ 0x40);
    EXPECT_FALSE(verdict_on_pack(wrong).accepted) << at;
    EXPECT_THROW(certificates_in_pack({wrong.size(), referee::file_of(wrong).read_at}), Damage)
        << at;
  }
}

TEST_F(Pack, HasNoPositionWhereThereIsNoCertificate) {
  EXPECT_THROW(compact::position_of(""), Damage);
  EXPECT_THROW(compact::position_of(std::string(200, 'x')), Damage);
  std::string wide = certificates_[0];
  wide[8] = 99;
  EXPECT_THROW(compact::position_of(wide), Damage);
  EXPECT_THROW(compact::position_of(certificates_[0].substr(0, 130)), Damage);
}

}  // namespace
}  // namespace onyx
