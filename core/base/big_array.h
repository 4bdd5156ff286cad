// A growable array of trivially copyable values, for hundreds of millions of elements.
//
// Unlike std::vector, it leaves new elements uninitialised. A mapped array (see map()) reserves
// address space for its maximum size, so it grows in place. By default, map() asks for huge pages,
// because address translation dominates the time of random access to gigabytes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#include "core/base/assert.h"

namespace onyx {

/// Huge pages make random access faster, but may waste up to two megabytes.
enum class Pages : std::uint8_t { huge, small };

/// Reserves address space; only touched pages take memory. Returns nullptr on failure.
void* map_address_space(std::size_t bytes, Pages pages = Pages::huge);
void unmap_address_space(void* data, std::size_t bytes);
/// Allocates memory for at least the bytes from `begin` to `end`; bytes before `begin` have memory
/// already. This is faster than allocating each page at its first touch, where threads wait for
/// each other. Returns the end of the allocated memory, at most `limit`.
std::size_t provide_memory(void* data, std::size_t begin, std::size_t end, std::size_t limit);
std::size_t provided_memory(std::size_t begin, std::size_t end, std::size_t limit);
/// Makes the C library release freed memory to the system. Takes milliseconds.
void return_free_memory();

template <class T>
class BigArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  BigArray() = default;
  BigArray(BigArray&& that) noexcept { swap(that); }
  BigArray& operator=(BigArray&& that) noexcept {
    swap(that);
    return *this;
  }
  ~BigArray() { free_memory(); }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  /// The capacity in bytes, excluding address space that is only reserved.
  std::size_t bytes() const { return capacity_ * sizeof(T); }
  std::size_t bytes_with(std::size_t count) const {
    if (count <= capacity_) return bytes();
    if (count <= mapped_) return provided_memory(bytes(), count * sizeof(T), mapped_ * sizeof(T));
    return std::max(count, grown()) * sizeof(T);
  }

  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](std::size_t i) {
    ONYX_ASSERT(i < size_);
    return data_[i];
  }
  const T& operator[](std::size_t i) const {
    ONYX_ASSERT(i < size_);
    return data_[i];
  }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }

  void push_back(T value) {
    if (size_ == capacity_) reserve(size_ + 1);
    ONYX_ASSERT(size_ < capacity_);
    data_[size_++] = value;
  }
  /// Makes room for `count` elements in total. Throws std::bad_alloc.
  void reserve(std::size_t count) {
    if (count <= capacity_) return;
    if (count <= mapped_) {
      const std::size_t provided =
          provide_memory(data_, capacity_ * sizeof(T), count * sizeof(T), mapped_ * sizeof(T));
      capacity_ = provided / sizeof(T);
      ONYX_ASSERT(capacity_ >= count && capacity_ <= mapped_);
      return;
    }
    set_capacity(std::max(count, grown()));
  }
  /// Leaves new elements uninitialised and, in a mapped array, untouched. Throws std::bad_alloc.
  void resize(std::size_t count) {
    if (count > std::max(capacity_, mapped_)) set_capacity(count);
    capacity_ = std::max(capacity_, count);
    size_ = count;
  }
  void clear() { size_ = 0; }

  /// Empties the array and reserves address space, in which the array can grow to `count` elements
  /// without moving. If the system refuses, the array stays unmapped.
  void map(std::size_t count, Pages pages = Pages::huge) {
    BigArray().swap(*this);
    if (count > SIZE_MAX / sizeof(T)) return;
    void* const data = map_address_space(count * sizeof(T), pages);
    if (data == nullptr) return;
    data_ = static_cast<T*>(data);
    mapped_ = count;
  }

  void swap(BigArray& that) noexcept {
    std::swap(data_, that.data_);
    std::swap(size_, that.size_);
    std::swap(capacity_, that.capacity_);
    std::swap(mapped_, that.mapped_);
  }

 private:
  static constexpr std::align_val_t kAlignment{alignof(T)};
  std::size_t grown() const { return capacity_ + capacity_ / 2 + 16; }

  void set_capacity(std::size_t count) {
    if (count > SIZE_MAX / sizeof(T)) throw std::bad_alloc();
    T* const data = static_cast<T*>(::operator new(count * sizeof(T), kAlignment));
    if (size_ > 0) std::memcpy(data, data_, std::min(size_, count) * sizeof(T));
    free_memory();
    data_ = data;
    capacity_ = count;
    mapped_ = 0;
  }
  void free_memory() {
    if (mapped_ > 0) {
      unmap_address_space(data_, mapped_ * sizeof(T));
    } else {
      ::operator delete(data_, kAlignment);
    }
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
  std::size_t mapped_ = 0;  ///< Elements that fit in the reserved address space; 0 unless mapped.
};

}  // namespace onyx
