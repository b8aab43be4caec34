#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <vector>

#include "weft/topology/topology.hpp"

namespace weft {

/// The channels of one class between routers whose numbers are words of digits (those of the NestedLayout). Each channel moves
/// some digits; the values of these digits are independent of each other, so that the lengths of all channels follow without
/// a look at any of them.
struct DigitCourse {
  /// Digit `from` of the start becomes digit `to` of the end. Without one of them the digit appears or vanishes.
  struct Move {
    std::optional<std::uint32_t> to, from;
  };
  std::uint64_t channels = 0;     ///< self loops included
  std::uint64_t loops = 0;        ///< self loops
  std::uint64_t repetitions = 1;  ///< channels that agree in the values of all digits moved
  bool swap = false;              ///< two digits change places
  std::vector<Move> moves;
};

/// `t.digit_courses()`: one course per channel class.
template <class T>
concept KnowsDigitCourses = Topology<T> && requires(T const t) {
  { t.digit_courses() } -> std::same_as<std::vector<DigitCourse>>;
};

}  // namespace weft
