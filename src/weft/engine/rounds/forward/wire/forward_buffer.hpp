#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>

namespace weft::rounds {

/// Elements that are written before they are read: growing leaves them uninitialized and keeps nothing. There is always
/// room for a few more past the end, so that blocks can be copied whole.
template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  static constexpr std::size_t padding = 64 / sizeof(T) + 1;

  T* data() { return elements_.get(); }
  T const* data() const { return elements_.get(); }
  T& operator[](std::size_t i) { return elements_[i]; }
  T const& operator[](std::size_t i) const { return elements_[i]; }
  std::size_t capacity() const { return capacity_; }
  /// Makes room for `size` elements. What was there is lost if it has to grow.
  T* prepare(std::size_t size) {
    if (size > capacity_) {
      capacity_ = size + size / 8;
      elements_ = std::make_unique_for_overwrite<T[]>(capacity_ + padding);
    }
    return data();
  }
  /// The same, keeping the first `used` elements.
  T* grow(std::size_t size, std::size_t used) {
    if (size > capacity_) {
      Buffer larger;
      larger.prepare(std::max(size, 2 * capacity_));
      std::copy_n(data(), used, larger.data());
      *this = std::move(larger);
    }
    return data();
  }

 private:
  std::unique_ptr<T[]> elements_;
  std::size_t capacity_ = 0;
};

/// Copies a short run to a place that does not lie behind it, in blocks of 32 bytes; may write up to one block too much.
template <class T>
void copy_run(T* to, T const* from, std::size_t count) {
  auto* target = reinterpret_cast<std::byte*>(to);
  auto const* source = reinterpret_cast<std::byte const*>(from);
  for (std::size_t bytes = count * sizeof(T), done = 0; done < bytes; done += 32)
    std::memcpy(target + done, source + done, 32);
}

}  // namespace weft::rounds
