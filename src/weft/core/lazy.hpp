// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <mutex>
#include <utility>

namespace weft {

/// A value that is made on first use, once, whichever thread uses it.
template <class T>
class Lazy {
 public:
  Lazy() = default;
  explicit Lazy(std::function<T()> make) : make_(std::move(make)) {}

  /// Sets what makes the value. Only before anyone asks for it.
  void made_by(std::function<T()> make) { make_ = std::move(make); }
  /// Whether there is something to make the value.
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
