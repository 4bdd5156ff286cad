// Place sets of every compiled width, compared with std::set.
#include "core/place_set.h"

#include <gtest/gtest.h>

#include <set>
#include <type_traits>

#include "core/board.h"
#include "tests/support.h"

namespace onyx {
namespace {

template <class Width>
class PlaceSetOfWidth : public testing::Test {
 protected:
  static constexpr int kWidth = Width::value;
  static constexpr int kPlaces = 64 * kWidth;
  using Set = PlaceSet<kWidth>;
  using Model = std::set<Place>;

  static Model model_of(const Set& set) {
    Model model;
    set.for_each([&](Place place) { EXPECT_TRUE(model.insert(place).second); });
    return model;
  }
  static Set random_set(test::Rng& rng) {
    Set set;
    // Sets range from empty to nearly full; about a third use only one word.
    const int count = test::random_below(rng, 2 * kPlaces);
    const int first = test::random_below(rng, kWidth) * 64;
    const bool narrow = test::random_below(rng, 3) == 0;
    for (int i = 0; i < count; ++i) {
      set.add(static_cast<Place>(narrow ? first + test::random_below(rng, 64)
                                        : test::random_below(rng, kPlaces)));
    }
    return set;
  }
};

using Widths = testing::Types<std::integral_constant<int, 1>, std::integral_constant<int, 2>,
                              std::integral_constant<int, 4>, std::integral_constant<int, 6>,
                              std::integral_constant<int, 10>>;
TYPED_TEST_SUITE(PlaceSetOfWidth, Widths);

TYPED_TEST(PlaceSetOfWidth, StartsEmpty) {
  const typename TestFixture::Set set;
  EXPECT_TRUE(set.empty());
  EXPECT_FALSE(set.any());
  EXPECT_EQ(set.count(), 0);
  EXPECT_TRUE(TestFixture::model_of(set).empty());
}

TYPED_TEST(PlaceSetOfWidth, HoldsEachPlaceAlone) {
  using Set = typename TestFixture::Set;
  for (int i = 0; i < TestFixture::kPlaces; ++i) {
    const auto place = static_cast<Place>(i);
    const Set set = Set::single(place);
    EXPECT_EQ(set.count(), 1);
    EXPECT_TRUE(set.any());
    EXPECT_EQ(set.lowest(), place);
    EXPECT_EQ(set.words()[static_cast<std::size_t>(i / 64)], std::uint64_t{1} << (i % 64));
    for (int j = 0; j < TestFixture::kPlaces; ++j) {
      ASSERT_EQ(set.has(static_cast<Place>(j)), i == j);
    }
    Set gone = set;
    EXPECT_EQ(gone.pop_lowest(), place);
    EXPECT_TRUE(gone.empty());
  }
}

TYPED_TEST(PlaceSetOfWidth, AddsAndRemovesLikeASet) {
  test::Rng rng(1);
  typename TestFixture::Set set;
  typename TestFixture::Model model;
  for (int step = 0; step < 5000; ++step) {
    const auto place = static_cast<Place>(test::random_below(rng, TestFixture::kPlaces));
    if (test::random_below(rng, 2) == 0) {
      set.add(place);
      model.insert(place);
    } else {
      set.remove(place);
      model.erase(place);
    }
    ASSERT_EQ(set.has(place), model.contains(place));
    ASSERT_EQ(set.count(), static_cast<int>(model.size()));
    ASSERT_EQ(set.empty(), model.empty());
    if (!model.empty()) {
      ASSERT_EQ(set.lowest(), *model.begin());
    }
  }
  EXPECT_EQ(TestFixture::model_of(set), model);
}

TYPED_TEST(PlaceSetOfWidth, CombinesLikeSets) {
  using Set = typename TestFixture::Set;
  using Model = typename TestFixture::Model;
  test::Rng rng(2);
  for (int round = 0; round < 300; ++round) {
    const Set a = TestFixture::random_set(rng);
    const Set b = TestFixture::random_set(rng);
    const Model model_a = TestFixture::model_of(a);
    const Model model_b = TestFixture::model_of(b);
    Model either = model_a;
    either.insert(model_b.begin(), model_b.end());
    Model both;
    Model only_a;
    for (const Place place : model_a) (model_b.contains(place) ? both : only_a).insert(place);
    EXPECT_EQ(TestFixture::model_of(a | b), either);
    EXPECT_EQ(TestFixture::model_of(a & b), both);
    EXPECT_EQ(TestFixture::model_of(a - b), only_a);
    EXPECT_EQ(a.contains(b), both == model_b);
    EXPECT_TRUE(a.contains(a & b));
    EXPECT_EQ(a == b, model_a == model_b);
    EXPECT_EQ((a <=> b) == 0, a == b);
    EXPECT_EQ((a <=> b) < 0, (b <=> a) > 0);
  }
}

TYPED_TEST(PlaceSetOfWidth, PopsEveryPlaceInIncreasingOrder) {
  test::Rng rng(3);
  for (int round = 0; round < 50; ++round) {
    typename TestFixture::Set set = TestFixture::random_set(rng);
    const typename TestFixture::Model model = TestFixture::model_of(set);
    std::vector<Place> popped;
    while (set.any()) popped.push_back(set.pop_lowest());
    EXPECT_EQ(popped, std::vector<Place>(model.begin(), model.end()));
  }
}

TEST(PlaceSet, WorksAtCompileTime) {
  constexpr PlaceSet<2> set = PlaceSet<2>::single(3) | PlaceSet<2>::single(100);
  static_assert(set.count() == 2 && set.has(100) && !set.has(36) && set.lowest() == 3);
  static_assert(sizeof(PlaceSet<1>) == 8 && sizeof(PlaceSet<2>) == 16);
  EXPECT_EQ(test::list(set), (std::vector<Place>{3, 100}));
}

}  // namespace
}  // namespace onyx
