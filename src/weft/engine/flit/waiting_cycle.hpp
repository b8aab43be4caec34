#pragma once

#include <functional>
#include <string>

#include "weft/graph/waiting_knot.hpp"

namespace weft::flit {

/// What packets and virtual channels are called.
struct WaitingNames {
  std::function<std::string(std::uint32_t)> packet;   ///< e.g. "packet 17 from terminal 3 to 9"
  std::function<std::string(std::uint32_t)> channel;  ///< e.g. "channel (0,0) -> (1,0), VC 0"
};

/// A deadlock in words: how many of the waiting packets can never go on, whether the knot is one cycle, and the cycle a line for each packet,
/// "NAME holds CHANNEL and waits for CHANNEL". Waiters are packets, things are virtual channels. Empty if every packet can go on.
/// Watchdogs that find nothing moving call `find_waiting_knot` and print this.
std::string in_words(WaitingKnot const& knot, WaitingNames const& names);

}  // namespace weft::flit
