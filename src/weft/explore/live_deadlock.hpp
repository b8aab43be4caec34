#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "weft/engine/flit/state.hpp"
#include "weft/engine/flit/watchdog.hpp"
#include "weft/explore/flit_channels.hpp"

namespace weft::explore {

/// A deadlock with the channels of its cycle.
struct LiveDeadlock {
  struct Waiter {
    std::optional<std::uint32_t> channel;  ///< into whose buffer the packet came; none: by injection
    std::uint32_t router = 0, vc = 0;
    std::uint32_t source = 0, destination = 0;
    std::optional<std::uint32_t> next_channel;  ///< for which it waits; none: ejection
    std::uint32_t next_vc = 0;
  };
  std::uint64_t cycle = 0, blocked = 0;
  std::string text;
  std::vector<Waiter> waiters;
};

/// The deadlock that the watchdog has just found in `state`.
LiveDeadlock live_deadlock(flit::Deadlock const& found, flit::State const& state,
                           FlitChannels const& channels);

}  // namespace weft::explore
