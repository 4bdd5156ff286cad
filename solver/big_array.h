// A growing array of plain values for hundreds of millions of them.
//
// Unlike std::vector it leaves new elements uninitialised, grows by half instead of doubling, and
// keeps large blocks on huge pages: without them, random access to gigabytes waits for address
// translation more than for the data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

namespace onyx {

/// A block of at least `bytes`; large ones lie on huge pages where the system has them. Throws
/// std::bad_alloc. Blocks are freed by std::free.
void* allocate_block(std::size_t bytes);

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
  BigArray(const BigArray&) = delete;
  BigArray& operator=(const BigArray&) = delete;
  ~BigArray() { std::free(data_); }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::size_t capacity_bytes() const { return capacity_ * sizeof(T); }

  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }

  void push_back(T value) {
    if (size_ == capacity_) reserve(size_ + 1);
    data_[size_++] = value;
  }
  /// Makes room for `count` elements in all. Throws std::bad_alloc.
  void reserve(std::size_t count) {
    if (count <= capacity_) return;
    // A factor below 2 wastes less, and blocks of this kind can reuse freed ones.
    set_capacity(count > capacity_ + capacity_ / 2 ? count : capacity_ + capacity_ / 2 + 16);
  }
  /// New elements, if any, are uninitialised.
  void resize(std::size_t count) {
    if (count > capacity_) set_capacity(count);
    size_ = count;
  }
  void clear() { size_ = 0; }
  void release() { BigArray().swap(*this); }

  void swap(BigArray& that) noexcept {
    std::swap(data_, that.data_);
    std::swap(size_, that.size_);
    std::swap(capacity_, that.capacity_);
  }

 private:
  void set_capacity(std::size_t count) {
    if (count > SIZE_MAX / sizeof(T)) throw std::bad_alloc();
    T* data = static_cast<T*>(allocate_block(count * sizeof(T)));
    if (size_ > 0) std::memcpy(data, data_, size_ * sizeof(T));
    std::free(data_);
    data_ = data;
    capacity_ = count;
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace onyx
