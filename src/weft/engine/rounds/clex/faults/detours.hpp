#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/ids.hpp"
#include "weft/engine/rounds/clex/faults/fault_model.hpp"

namespace weft::rounds {

/// A message that follows a given way, channel by channel.
struct Detour {
  std::uint32_t message;  ///< the caller's
  Ticks start;
  std::vector<ChannelId> way;
  bool restarted = false;  ///< from the source
  Ticks arrived = 0;       ///< result
};

struct DetourTally {
  std::uint64_t hops = 0;  ///< transmissions
  std::uint64_t duplicates = 0;
};

/// Store and forward along the ways: a channel carries one message per round, in the order in which they reach it, and
/// each until it is acknowledged.
DetourTally run_detours(std::vector<Detour>& detours, Medium medium);

}  // namespace weft::rounds
