#pragma once

#include <cstdint>
#include <vector>

namespace weft::flit {

/// The latency and the pace of each channel of the network. All injection channels are alike, and all ejection channels.
struct ChannelTimes {
  /// The pace of a channel that carries a flit per cycle.
  static constexpr std::uint32_t cycle = 1 << 16;
  std::vector<std::uint32_t> latency;  ///< cycles, >= 1
  std::vector<std::uint32_t> pace;     ///< between two flits, in 1 / 65,536 cycles; empty: a flit per cycle
  std::uint32_t injection = 1, ejection = 1;  ///< cycles, >= 1
};

}  // namespace weft::flit
