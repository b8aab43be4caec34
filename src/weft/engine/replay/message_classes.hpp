#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace weft::replay {

/// Messages by size, a class for each power of ten: that of no bytes, up to 1 byte, up to 10, ..
class MessageClasses {
 public:
  struct Class {
    std::uint64_t messages = 0;
    double bytes = 0;
    double seconds = 0, most = 0;  ///< from leaving to arrival: sum, longest
  };
  static constexpr std::size_t count = 20;

  void add(double bytes, double seconds) {
    auto& it = classes_[class_of(bytes)];
    ++it.messages;
    it.bytes += bytes;
    it.seconds += seconds;
    it.most = std::max(it.most, seconds);
  }
  std::array<Class, count> const& classes() const { return classes_; }
  /// The most bytes of a message in a class.
  static double limit(std::size_t number) {
    return number == 0 ? 0 : std::pow(10.0, static_cast<double>(number - 1));
  }

 private:
  static std::size_t class_of(double bytes) {
    std::size_t number = 0;
    while (number + 1 < count && bytes > limit(number)) ++number;
    return number;
  }
  std::array<Class, count> classes_{};
};

}  // namespace weft::replay
