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
  overhead,  ///< of messages, at a CPU
  latency,   ///< of messages
  bytes,     ///< data in flight, including all delays in the network
  waiting,   ///< for a CPU, a network interface, or the start of a job
};
inline constexpr std::array<std::string_view, 5> path_part_names{"computing", "overhead", "latency", "bytes",
                                                                 "waiting"};

/// A segment of a critical path. Segments of data in flight belong to the receiving rank.
struct PathSegment {
  double from, to;  // s
  std::uint32_t rank;
  PathPart part;
};

/// Returns the critical path, in order of time; its segments cover [0, end]. It is traced backward from the
/// operation that ends last: from an operation to its last dependency, from a receive that waited for its
/// message to the send, and from data that waited for their receive to the receive.
std::vector<PathSegment> critical_path(Program const& program, ReplayTrace const& trace);

}  // namespace weft::replay
