// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "weft/engine/replay/replay.hpp"

namespace weft::replay {

/// What a program does on its critical path.
enum class PathPart : std::uint8_t {
  computing,
  overhead,  ///< of messages, at CPUs
  latency,   ///< of messages
  bytes,     ///< data on their way, with all that holds them up
  waiting,   ///< for a CPU, a network interface, or the start of a job
};
inline constexpr std::array<std::string_view, 5> path_part_names{"computing", "overhead", "latency", "bytes",
                                                                 "waiting"};

/// A stretch of a critical path. Data on their way are counted to the rank that receives them.
struct PathStretch {
  double from, to;  // s
  std::uint32_t rank;
  PathPart part;
};

/// Goes back from the operation that ends last: from each operation to what let it begin, from a receive that
/// waited for its message to the send, from data that waited for their receive to that. The stretches follow
/// one another from 0 to the end, in the order of time.
std::vector<PathStretch> critical_path(Program const& program, ReplayTrace const& trace);

}  // namespace weft::replay
