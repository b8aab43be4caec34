#pragma once

#include <cstdint>

#include "weft/network/network.hpp"

namespace weft::routing {

/// A channel of a network and one of its virtual channels.
struct VirtualChannel {
  ChannelIndex channel;
  std::uint8_t vc = 0;
  friend auto operator<=>(VirtualChannel const&, VirtualChannel const&) = default;
};

}  // namespace weft::routing
