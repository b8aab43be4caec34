#pragma once

#include <cstdint>
#include <vector>

namespace weft::flit {

/// How long channels take. By channel of the network; injection and ejection channels are all alike.
struct ChannelTimes {
  /// Of `pace`: a flit per cycle.
  static constexpr std::uint32_t cycle = 1 << 16;
  std::vector<std::uint32_t> latency;  ///< cycles, >= 1
  std::vector<std::uint32_t> pace;     ///< between two flits, in 1 / 65,536 cycles; empty: a flit per cycle
  std::uint32_t injection = 1, ejection = 1;  ///< cycles, >= 1
};

}  // namespace weft::flit
