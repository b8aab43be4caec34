// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <type_traits>

namespace weft {

/// An array that is initially zero. Pages that are never written use no memory: a rank can index an array of
/// the whole network and uses memory only for its own part.
template <class T>
class ZeroedArray {
  static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= alignof(std::max_align_t));

 public:
  ZeroedArray() = default;
  explicit ZeroedArray(std::size_t size)
      : elements_(size == 0 ? nullptr : static_cast<T*>(std::calloc(size, sizeof(T)))), size_(size) {
    if (size > 0 && elements_ == nullptr) throw std::bad_alloc{};
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return elements_.get(); }
  T const* data() const { return elements_.get(); }
  T& operator[](std::size_t i) { return elements_.get()[i]; }
  T const& operator[](std::size_t i) const { return elements_.get()[i]; }
  operator std::span<T const>() const { return {data(), size_}; }

 private:
  struct Free {
    void operator()(T* elements) const { std::free(elements); }
  };
  std::unique_ptr<T, Free> elements_;
  std::size_t size_ = 0;
};

}  // namespace weft
