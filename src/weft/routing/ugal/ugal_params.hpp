// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "weft/core/param.hpp"

namespace weft::routing {

/// Queues that an adaptive decision at the source observes.
enum class QueueScope : std::uint8_t { local, global };

}  // namespace weft::routing

namespace weft {
template <>
inline constexpr EnumValue<routing::QueueScope> enum_values<routing::QueueScope>[] = {
    {"local", routing::QueueScope::local,
     "UGAL-L: the source router's own output ports; a path costs its hops times the queue at its first port"},
    {"global", routing::QueueScope::global,
     "UGAL-G: all routers; a path costs the sum of the queues at its ports"},
};
}  // namespace weft

namespace weft::routing {

/// UGAL choice between a minimal and a non-minimal path.
struct UgalParams {
  QueueScope view = QueueScope::local;
  double bias = 1;
  std::int64_t threshold = 0;
  /// Returns whether a packet uses the minimal path. The costs are in flits.
  bool minimal(std::int64_t cost_minimal, std::int64_t cost_other) const {
    return static_cast<double>(cost_minimal - threshold) <= bias * static_cast<double>(cost_other);
  }
};

inline constexpr std::tuple ugal_schema{
    param("view", &UgalParams::view, "queues that the source compares"),
    param("bias", &UgalParams::bias, Range{0, 1e6},
          "a packet is routed minimally unless the minimal path costs more than bias * (cost of the "
          "non-minimal path) + threshold"),
    param("threshold", &UgalParams::threshold, Range{-1e9, 1e9}, "see bias", "flits"),
};

}  // namespace weft::routing
