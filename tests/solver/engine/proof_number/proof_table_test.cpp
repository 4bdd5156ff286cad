// The transposition table of proof-number search: which entries it keeps, how it grows, and how it
// is saved.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "solver/engine/proof_number/saved_search.h"
#include "tests/sanitized.h"
#include "tests/solver/support.h"

namespace onyx::proof_number {
namespace {

/// The bits of `number` are stones on 5x5: V's on places 0 to 13, H's on later places except 24.
PackedPosition<1> question_number(std::uint64_t number) {
  constexpr std::uint64_t kFew = (1 << 14) - 1;
  return {{number & kFew, number >> 14 << 14 & ~(UINT64_C(1) << 24)}};
}

Knowledge with_work(std::uint32_t work, Numbers numbers = {2, 3}, std::uint16_t plies = 0) {
  return {numbers, plies, Place{24}, work};
}

std::optional<Knowledge> find(const ProofTable<1>& table, const PackedPosition<1>& question) {
  return table.find(question, hash_of(question));
}
void store(ProofTable<1>& table, const PackedPosition<1>& question, const Knowledge& knowledge) {
  table.store(question, hash_of(question), knowledge);
}

TEST(ProofNumberTable, KeepsWhatIsSettled) {
  ProofTable<1> table(1 << 12);
  const auto question = question_number(5);
  EXPECT_FALSE(find(table, question).has_value());
  store(table, question, with_work(1));
  EXPECT_EQ(find(table, question)->numbers, (Numbers{2, 3}));
  store(table, question, with_work(2, Numbers::disproved()));
  store(table, question, with_work(4));
  EXPECT_TRUE(find(table, question)->numbers.is_disproved()) << "solved stays solved";
  EXPECT_FALSE(find(table, question)->is_settled());
  store(table, question, with_work(8, Numbers::proved(), 3));
  store(table, question, with_work(16, Numbers::disproved()));
  EXPECT_TRUE(find(table, question)->numbers.is_proved());
  EXPECT_TRUE(find(table, question)->is_settled());
  EXPECT_EQ(find(table, question)->work, 31U) << "work adds up";
  EXPECT_EQ(table.used(), 1U);
}

TEST(ProofNumberTable, ReplacesTheEntryThatCostLeast) {
  ProofTable<1> table(1);  // one bucket
  EXPECT_EQ(table.capacity(), ProofTable<1>::kBucket);
  store(table, question_number(1), with_work(10));
  store(table, question_number(2), with_work(3, Numbers::proved(), 5));
  store(table, question_number(3), with_work(9));
  store(table, question_number(4), with_work(20));
  store(table, question_number(5), with_work(1));
  EXPECT_FALSE(find(table, question_number(3)).has_value());
  store(table, question_number(6), with_work(2));
  EXPECT_FALSE(find(table, question_number(5)).has_value());
  for (const std::uint64_t kept : {1U, 2U, 4U, 6U}) {
    EXPECT_TRUE(find(table, question_number(kept)).has_value()) << kept;
  }
  EXPECT_FALSE(table.wants_to_grow());
  table.clear();
  EXPECT_EQ(table.used(), 0U);
  EXPECT_FALSE(find(table, question_number(1)).has_value());
}

// If the memory is not a power of two, the table still uses all of it.
TEST(ProofNumberTable, GrowsToAllOfItsMemory) {
  for (const std::uint64_t percent : {103U, 150U, 199U}) {
    const std::size_t first = ProofTable<1>(std::uint64_t{1} << 26).capacity();
    ProofTable<1> table(first * sizeof(ProofTable<1>::Entry) * percent / 100);
    ASSERT_EQ(table.capacity(), first);
    std::uint64_t stored = 0;
    for (; !table.wants_to_grow(); ++stored) {
      store(table, question_number(stored), with_work(static_cast<std::uint32_t>(stored + 1)));
    }
    const std::size_t used = table.used();
    table.grow();
    EXPECT_EQ(table.capacity(), first * percent / 100 / 4 * 4);
    EXPECT_FALSE(table.wants_to_grow());
    std::size_t found = 0;
    for (std::uint64_t number = 0; number < stored; ++number) {
      const auto here = find(table, question_number(number));
      if (!here) continue;
      ++found;
      EXPECT_EQ(here->work, number + 1);
    }
    EXPECT_EQ(found, table.used());
    // A new bucket that receives the entries of two old buckets may lose some of them.
    EXPECT_GT(found, used / 10 * 9) << percent;
    std::size_t visited = 0;
    table.for_each([&](const ProofTable<1>::Entry&) { ++visited; });
    EXPECT_EQ(visited, found);
  }
}

/// Systems such as browsers cannot map memory. A limit on the address space has the same effect.
/// (Sanitizers need the address space themselves.)
TEST(ProofNumberTable, GrowsByMovingWhereItCannotGrowInPlace) {
  if (test::kIsSanitized) return;
  const auto grow_in_little_space = [] {
    constexpr std::uint64_t kGigabyte = UINT64_C(1) << 30;
    std::uint64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const rlim_t few = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) + kGigabyte;
    const rlimit limit{few, few};
    if (pages == 0 || setrlimit(RLIMIT_AS, &limit) != 0) return false;
    ProofTable<1> table(9 * kGigabyte);
    if (table.most_entries() * sizeof(ProofTable<1>::Entry) > 6 * kGigabyte) return false;
    std::uint64_t stored = 0;
    for (const std::size_t first = table.capacity(); table.capacity() < 4 * first;) {
      store(table, question_number(stored), with_work(1));
      ++stored;
      if (table.wants_to_grow()) table.grow();
    }
    std::uint64_t found = 0;
    for (std::uint64_t i = 0; i < stored; ++i) {
      found += find(table, question_number(i)).has_value() ? 1U : 0U;
    }
    std::uint64_t visited = 0;
    table.for_each([&](const ProofTable<1>::Entry&) { ++visited; });
    // Some buckets are full although the table is at most half full, so some entries are lost.
    return visited == table.used() && found == visited && found > stored / 10 * 9;
  };
  EXPECT_EXIT(std::_Exit(grow_in_little_space() ? 0 : 1), testing::ExitedWithCode(0), "");
}

TEST(ProofNumberTable, GrowsAndIsSaved) {
  ProofTable<1> table(std::uint64_t{1} << 26);
  const std::size_t first = table.capacity();
  std::uint64_t stored = 0;
  std::size_t used = 0;
  // Two rounds, so that the table that loads the file must grow, too.
  for (int time = 1; time <= 2; ++time) {
    for (; !table.wants_to_grow(); ++stored) {
      store(table, question_number(stored), with_work(static_cast<std::uint32_t>(stored + 1)));
    }
    used = table.used();
    table.grow();
    EXPECT_EQ(table.capacity(), first << time);
  }
  const std::string bytes = test::bytes_written([&](const WriteAt& write_at) {
    save(table, BoardSize{5, 5}, 77, write_at);
  });
  const auto load_into = [](ProofTable<1>& copy, const std::string& content, BoardSize size) {
    return load(copy, WideBoard<1>(size), test::source_of(content));
  };
  ProofTable<1> copy(std::uint64_t{1} << 26);
  EXPECT_EQ(load_into(copy, bytes, {5, 5}), 77U);
  std::size_t found = 0;
  for (std::uint64_t number = 0; number < stored; ++number) {
    const auto here = find(table, question_number(number));
    if (!here) continue;  // its bucket was full
    ++found;
    EXPECT_EQ(here->work, number + 1);
    const auto loaded = find(copy, question_number(number));
    ASSERT_TRUE(loaded.has_value()) << number;
    EXPECT_EQ(loaded->work, number + 1);
  }
  EXPECT_EQ(found, used) << "nothing is lost when it grows";
  EXPECT_EQ(copy.used(), used);

  // Files of another board, and files that are too long, truncated or damaged, must be refused.
  ProofTable<1> scrap(1 << 12);
  EXPECT_THROW(load_into(scrap, bytes, {5, 6}), Damage);
  EXPECT_THROW(load_into(scrap, bytes + "x", {5, 5}), Damage);
  EXPECT_THROW(load_into(scrap, "", {5, 5}), Damage);
  test::Rng rng(9);
  for (int i = 0; i < 30; ++i) {
    const auto at = static_cast<std::size_t>(
        i < 8 ? 8 * i : test::random_below(rng, static_cast<int>(bytes.size())));
    EXPECT_THROW(load_into(scrap, bytes.substr(0, at), {5, 5}), Damage) << at;
    std::string altered = bytes;
    altered[at] = static_cast<char>(altered[at] ^ 0x10);
    EXPECT_THROW(load_into(scrap, altered, {5, 5}), Damage) << at;
  }
}

/// A midpoint next to a stone is not a legal move, even if it is empty.
TEST(ProofNumberTable, IsRefusedIfItHasAnIllegalMove) {
  const WideBoard<1> board({5, 5});
  const Place midpoint = board.midpoints().lowest();
  const Place beside = board.neighbours(midpoint).lowest();
  for (const bool is_beside : {true, false}) {
    ProofTable<1> table(1 << 12);
    WidePosition<1> position = open_setup(board);
    position.stones[0].add(is_beside ? beside : Place{24});
    const PackedPosition<1> question = pack_question(position, Player::V);
    Knowledge knowledge = with_work(1);
    knowledge.move = midpoint;
    store(table, question, knowledge);
    const std::string bytes = test::bytes_written(
        [&](const WriteAt& write_at) { save(table, board.size(), 1, write_at); });
    ProofTable<1> copy(1 << 12);
    if (is_beside) {
      EXPECT_THROW(load(copy, board, test::source_of(bytes)), Damage);
    } else {
      EXPECT_EQ(load(copy, board, test::source_of(bytes)), 1U);
    }
  }
}

/// A file with valid checksums may claim far more entries than it has. The table must not grow for
/// all of them, because that would touch many pages.
TEST(ProofNumberTable, GrowsNoFurtherThanAFileCanFill) {
  ProofTable<1> few(1 << 12);
  store(few, question_number(1), with_work(1));
  std::string bytes = test::bytes_written([&](const WriteAt& write_at) {
    save(few, BoardSize{5, 5}, 1, write_at);
  });
  put_number(bytes, 16, std::uint64_t{100'000'000});
  put_number(bytes, 56, checksum_of(bytes.data(), 56, 0));
  ProofTable<1> table(std::uint64_t{1} << 33);
  const std::size_t at_first = table.capacity();
  EXPECT_THROW(load(table, WideBoard<1>({5, 5}), test::source_of(bytes)), Damage);
  EXPECT_EQ(table.capacity(), at_first);
}

TEST(ProofTable, KeepsSolvedEntries) {
  constexpr std::uint64_t kQuestions = 200;  // so few that no bucket is full
  ProofTable<1> table(1 << 20);
  const auto is_solved = [](std::uint64_t number) { return number % 3 == 0; };
  std::size_t solved = 0;
  for (std::uint64_t number = 0; number < kQuestions; ++number) {
    const Numbers numbers = is_solved(number) ? Numbers::disproved() : Numbers{2, 3};
    store(table, question_number(number), with_work(1, numbers));
    solved += is_solved(number) ? 1 : 0;
  }
  ASSERT_EQ(table.used(), kQuestions);
  table.keep_solved();
  EXPECT_EQ(table.used(), solved);
  for (std::uint64_t number = 0; number < kQuestions; ++number) {
    EXPECT_EQ(find(table, question_number(number)).has_value(), is_solved(number)) << number;
  }
}

TEST(ProofTable, KeepsAFullLastBucket) {
  ProofTable<1> table(1);  // one bucket
  for (std::uint64_t number = 0; number < ProofTable<1>::kBucket; ++number) {
    store(table, question_number(number), with_work(1, Numbers::proved(), 1));
  }
  table.keep_solved();
  EXPECT_EQ(table.used(), ProofTable<1>::kBucket);
}

}  // namespace
}  // namespace onyx::proof_number
