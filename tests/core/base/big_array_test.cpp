// Growing arrays keep their content, whether in heap or mapped memory.
#include "core/base/big_array.h"

#include <gtest/gtest.h>

#include <utility>

namespace onyx {
namespace {

using Array = BigArray<std::uint64_t>;

void fill(Array& array, std::uint64_t count) {
  for (std::uint64_t i = array.size(); i < count; ++i) array.push_back(i * i);
}

void expect_filled(const Array& array, std::uint64_t count) {
  ASSERT_EQ(array.size(), count);
  std::uint64_t i = 0;
  for (const std::uint64_t value : array) {
    ASSERT_EQ(value, i * i);
    ++i;
  }
}

TEST(BigArray, StartsEmpty) {
  const Array array;
  EXPECT_TRUE(array.empty());
  EXPECT_EQ(array.size(), 0U);
  EXPECT_EQ(array.bytes(), 0U);
  EXPECT_EQ(array.begin(), array.end());
}

TEST(BigArray, KeepsItsElementsWhileItGrows) {
  Array array;
  for (const std::uint64_t count : {1U, 2U, 17U, 1000U, 3'000'000U}) {
    fill(array, count);
    expect_filled(array, count);
    EXPECT_GE(array.bytes(), 8 * count);
  }
  array[5] = 7;
  EXPECT_EQ(array[5], 7U);
  EXPECT_EQ(array.data() + 5, &array[5]);
}

TEST(BigArray, KeepsItsElementsInMappedMemoryAndBeyond) {
  Array array;
  array.map(1000);
  EXPECT_TRUE(array.empty());
  fill(array, 1000);
  expect_filled(array, 1000);
  fill(array, 100'000);  // more than was mapped
  expect_filled(array, 100'000);
  array.map(10);  // map() empties the array
  EXPECT_TRUE(array.empty());
}

TEST(BigArray, MappedMemoryIsCountedOnlyWhereItIsUsed) {
  Array array;
  array.map(std::size_t{1} << 27);
  fill(array, 1000);
  expect_filled(array, 1000);
  EXPECT_LT(array.bytes(), 1U << 20);
}

TEST(BigArray, WorksWhereAddressSpaceIsRefused) {
  Array array;
  array.map(SIZE_MAX / 8);
  fill(array, 1000);
  expect_filled(array, 1000);
  array.map(SIZE_MAX);
  fill(array, 1000);
  expect_filled(array, 1000);
}

TEST(BigArray, ReservesWithoutChangingAnything) {
  Array array;
  fill(array, 10);
  array.reserve(100'000);
  expect_filled(array, 10);
  const std::uint64_t* const data = array.data();
  fill(array, 100'000);
  EXPECT_EQ(array.data(), data);
  expect_filled(array, 100'000);
  EXPECT_THROW(array.reserve(SIZE_MAX), std::bad_alloc);
  expect_filled(array, 100'000);
}

TEST(BigArray, ResizesAndClears) {
  Array array;
  fill(array, 100);
  array.resize(50);
  expect_filled(array, 50);
  array.resize(1000);
  ASSERT_EQ(array.size(), 1000U);
  for (std::uint64_t i = 0; i < 1000; ++i) array[i] = i * i;
  expect_filled(array, 1000);
  array.clear();
  EXPECT_TRUE(array.empty());
  fill(array, 5);
  expect_filled(array, 5);
}

TEST(BigArray, KeepsItsElementsWhenMoved) {
  Array mapped;
  mapped.map(1000);
  fill(mapped, 100);
  Array plain;
  fill(plain, 10);
  mapped.swap(plain);
  expect_filled(mapped, 10);
  expect_filled(plain, 100);
  Array moved = std::move(plain);
  expect_filled(moved, 100);
  moved = std::move(mapped);
  expect_filled(moved, 10);
}

}  // namespace
}  // namespace onyx
