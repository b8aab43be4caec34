// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "weft/engine/replay/replay.hpp"

namespace weft::replay {

/// Activity of a program on its critical path.
enum class PathPart : std::uint8_t {
  computing,
  overhead,  ///< of messages, at CPUs
  latency,   ///< of messages
  bytes,     ///< data in flight, including all delays
  waiting,   ///< for a CPU, a network interface, or the start of a job
};
inline constexpr std::array<std::string_view, 5> path_part_names{"computing", "overhead", "latency", "bytes",
                                                                 "waiting"};

/// A segment of a critical path. Data in flight are attributed to the receiving rank.
struct PathSegment {
  double from, to;  // s
  std::uint32_t rank;
  PathPart part;
};

/// Returns the critical path, backwards from the operation that ends last: from each operation to its last
/// dependency, from a receive that waited for its message to the send, from data that waited for their
/// receive to the receive. The segments cover 0 to the end, in order of time.
std::vector<PathSegment> critical_path(Program const& program, ReplayTrace const& trace);

}  // namespace weft::replay
