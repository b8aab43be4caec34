// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "weft/core/param.hpp"
#include "weft/traffic/traffic.hpp"

namespace weft::flit {

/// Traffic with its own rate, packet sizes, virtual channels and priority, in addition to other traffic
/// (Dally & Towles, sec. 15.1: classes of service).
struct TrafficClass {
  static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::uint32_t all_vcs = std::numeric_limits<std::uint32_t>::max();

  std::string name = {};
  TrafficPtr traffic = {};
  double rate = 0;         ///< flits per cycle of each terminal that sends; 0: the rate of the engine
  Sides packet_size = {};  ///< empty: the packet sizes of the engine
  Numbers size_weights{1};
  std::uint32_t first_vc = 0, last_vc = all_vcs;  ///< range within the virtual channels for messages
  std::uint32_t priority = 0;                     ///< higher priorities are served first
  std::uint64_t from = 0, until = never;          ///< cycles in which its messages are created
};

/// The highest priority of a class.
inline constexpr std::int64_t max_priority = 7;
/// The maximum number of classes.
inline constexpr std::size_t max_classes = 16;

}  // namespace weft::flit
