// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <mutex>
#include <utility>

namespace weft {

/// A value that is computed on first use, exactly once, by any thread.
template <class T>
class Lazy {
 public:
  Lazy() = default;
  explicit Lazy(std::function<T()> make) : make_(std::move(make)) {}

  /// Sets the function that computes the value. Must be called before the first get().
  void set_factory(std::function<T()> make) { make_ = std::move(make); }
  /// Returns whether a function is set.
  bool can() const { return static_cast<bool>(make_); }
  T const& get() const {
    std::call_once(once_, [this] {
      if (make_) value_ = make_();
    });
    return value_;
  }

 private:
  mutable std::once_flag once_;
  std::function<T()> make_;
  mutable T value_{};
};

}  // namespace weft
