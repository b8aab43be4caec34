#pragma once

#include <cstdint>

namespace weft::flit {

enum class AllocatorKind : std::uint8_t { islip, input_first };

/// The router's parameters, all in cycles and flits.
struct RouterOptions {
  std::uint32_t vcs = 4;
  std::uint32_t vc_buffer = 8;
  std::uint32_t routing_delay = 0;
  std::uint32_t vc_allocation_delay = 1;
  std::uint32_t switch_allocation_delay = 1;
  std::uint32_t switch_delay = 1;
  std::uint32_t credit_delay = 2;
  std::uint32_t speedup = 1;
  AllocatorKind allocator = AllocatorKind::islip;
  bool hold_switch = false;
  bool cut_through = false;           ///< a packet moves on only where all of it fits
  std::uint32_t message_classes = 1;  ///< equal shares of the virtual channels, from the lowest
};

}  // namespace weft::flit
