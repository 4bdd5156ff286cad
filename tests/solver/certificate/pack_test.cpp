// Packs: accepted as written, refused when altered, and read back.
#include "solver/certificate/pack.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "solver/certificate/certificate.h"
#include "solver/certificate/compact_reader.h"
#include "solver/certificate/compact_writer.h"
#include "solver/certificate/prove.h"
#include "solver/decide/wide_decider.h"
#include "solver/referee/referee.h"
#include "tests/sanitized.h"
#include "tests/solver/support.h"

namespace onyx {
namespace {

std::string compact_of(const std::string& text) {
  return with_board(board_size_of(text), [&]<int W>(const WideBoard<W>& board) {
    const WidePosition<W> position = parse_position(board, text);
    WideDecider<W> decider(board);
    const Decision decision = decider.decide(position);
    Proof<W> proof = decider.prove(position, decision);
    return test::bytes_written([&](const WriteAt& write_at) {
      compact::write_certificate(board, position, decision.claim, std::move(proof), "test",
                                 write_at);
    });
  });
}

std::string json_of(const std::string& draw) {
  return with_board(board_size_of(draw), [&](const auto& board) {
    const auto position = parse_position(board, draw);
    return to_json(*proof_number::certify_draw(board, position, std::uint64_t{1} << 24, {}));
  });
}

referee::Verdict verdict_on_pack(const std::string& pack) {
  return referee::check(referee::file_of(pack));
}

std::vector<std::string> read_again(const std::string& pack) {
  const SourceFile file = test::source_of(pack);
  std::vector<std::string> certificates;
  for (const PackedCertificate& one : certificates_in_pack(file)) {
    certificates.push_back(one.read(file));
  }
  return certificates;
}

std::string reason(const std::string& pack) {
  const referee::Verdict verdict = verdict_on_pack(pack);
  EXPECT_FALSE(verdict.accepted);
  return verdict.text;
}

class Pack : public testing::Test {
 protected:
  const std::vector<std::string> texts_{test::kDraws.at(0), test::kDraws.at(1), "open:3x3"};
  const std::vector<std::string> certificates_{compact_of(texts_[0]), compact_of(texts_[1]),
                                               compact_of(texts_[2])};
  const std::string pack_ = pack_of(certificates_);
};

TEST_F(Pack, IsAcceptedAndReadAgain) {
  EXPECT_EQ(referee::kind_of(referee::file_of(pack_)), referee::Kind::pack);
  const referee::Verdict verdict = verdict_on_pack(pack_);
  EXPECT_TRUE(verdict.accepted) << verdict.text;
  EXPECT_EQ(verdict.text, "pack of 3 certificates: 1 V wins, 2 draw");
  const std::vector<std::string> read = read_again(pack_);
  ASSERT_EQ(read, certificates_);
  for (std::size_t i = 0; i < 3; ++i) {
    with_board(board_size_of(texts_[i]), [&](const auto& board) {
      EXPECT_EQ(compact::position_of(read[i]),
                format_position(board, parse_position(board, texts_[i])));
    });
  }
}

/// A pack may mix the formats of certificates, but each position may occur only once.
TEST_F(Pack, OfBothFormats) {
  const std::string draw = json_of(test::kDraws.at(2));
  const std::string same = json_of(texts_[0]);
  EXPECT_EQ(verdict_on_pack(pack_of(std::vector{draw, certificates_[2]})).text,
            "pack of 2 certificates: 1 V wins, 1 draw");
  EXPECT_EQ(read_again(pack_of(std::vector{draw, certificates_[2]})).at(0), draw);
  EXPECT_EQ(reason(pack_of(std::vector{draw, certificates_[0], same})),
            "certificate 3: another certificate has the same position");
  EXPECT_EQ(reason(pack_of(std::vector{draw, pack_})), "certificate 2: it is not a certificate");
  std::string wrong = draw;
  wrong.replace(wrong.find("\"draw\""), 6, "\"V wins\"");
  EXPECT_TRUE(reason(pack_of(std::vector{wrong, draw})).starts_with("certificate 1: "));
}

/// A pack can be checked with the memory that its longest certificate needs, but not with less.
TEST_F(Pack, OfCertificatesThatNeedAllTheMemory) {
  const std::vector<std::string> parts{json_of(texts_[0]), json_of(texts_[1])};
  const std::size_t longest = std::max(parts[0].size(), parts[1].size());
  const std::string pack = pack_of(parts);
  referee::Watch watch;
  watch.memory = 5 * longest;
  EXPECT_EQ(referee::check(referee::file_of(pack), watch).text, "pack of 2 certificates: 2 draw");
  watch.memory = 5 * longest - 5;
  EXPECT_THROW(referee::check(referee::file_of(pack), watch), referee::NeedsMemory);
}

/// The counts are near the group size, 256; 1025 exceeds the batch that is checked in parallel.
TEST_F(Pack, OfManyCertificates) {
  const std::string draw = certificates_[0];
  for (const std::size_t count : {255U, 256U, 257U, 1025U}) {
    if (test::kIsSanitized && count > 257) continue;
    const std::vector<std::string> many(count, draw);
    const std::string pack = pack_of(many);
    EXPECT_EQ(read_again(pack), many);
    EXPECT_EQ(reason(pack), "certificate 2: another certificate has the same position");
    std::string wrong = pack;
    // The last byte before the index belongs to the last certificate.
    wrong[get_number<std::uint64_t>(wrong, 16) - 1] ^= 1;
    EXPECT_EQ(reason(wrong),
              "certificate " + std::to_string(count) + ": damaged: its checksum is wrong");
    EXPECT_THROW(read_again(wrong), Damage);
  }
}

TEST_F(Pack, IsRefusedIfAnythingIsWrong) {
  EXPECT_EQ(reason(pack_ + "x"), "the file has data after its certificates");
  std::string wrong = pack_;
  wrong[7] = '3';
  EXPECT_EQ(reason(wrong), "not a pack of a known version");
  for (std::size_t size = 8; size < pack_.size(); size += 1 + pack_.size() / 97) {
    const std::string part = pack_.substr(0, size);
    EXPECT_FALSE(verdict_on_pack(part).accepted) << size;
    EXPECT_THROW(certificates_in_pack(test::source_of(part)), Damage) << size;
  }
  // A wrong number of certificates (byte 8) or a wrong offset of the index (byte 16).
  for (const std::size_t at : {8U, 15U, 16U, 23U}) {
    wrong = pack_;
    wrong[at] = static_cast<char>(wrong[at] ^ 0x40);
    EXPECT_FALSE(verdict_on_pack(wrong).accepted) << at;
    EXPECT_THROW(certificates_in_pack(test::source_of(wrong)), Damage) << at;
  }
  const std::vector<std::string> twice{certificates_[0], certificates_[1], certificates_[0]};
  EXPECT_EQ(reason(pack_of(twice)), "certificate 3: another certificate has the same position");
  EXPECT_EQ(reason(pack_of({})), "it has no certificates");
}

TEST_F(Pack, IsRefusedIfOfTheFirstVersion) {
  std::ifstream file(std::string(ONYX_TEST_DIR) + "/certificates/old/version-1.pack",
                     std::ios::binary);
  const std::string first{std::istreambuf_iterator<char>(file), {}};
  ASSERT_TRUE(first.starts_with("OnyxPak1"));
  const std::string why =
      "format version 1 is no longer read; onyx before 1.0 reads it, and proves its positions "
      "again with 'onyx pack --from FILE'";
  EXPECT_EQ(reason(first), why);
  try {
    read_again(first);
    ADD_FAILURE() << "it was read";
  } catch (const Damage& damage) {
    EXPECT_EQ(damage.what(), why);
  }
}

TEST_F(Pack, IsRefusedWithAnyBitChanged) {
  for (std::size_t at = 0; at < pack_.size(); ++at) {
    std::string wrong = pack_;
    wrong[at] = static_cast<char>(wrong[at] ^ (1 << at % 8));
    EXPECT_FALSE(verdict_on_pack(wrong).accepted) << at;
    // The index begins at this offset; only the referee checks all of it.
    if (at < get_number<std::uint64_t>(pack_, 16)) {
      EXPECT_THROW(read_again(wrong), Damage) << at;
    }
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
