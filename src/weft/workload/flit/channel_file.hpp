// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weft/network/network.hpp"
#include "weft/network/router_names.hpp"

namespace weft {

/// Latency and bandwidth that a file specifies for one channel of the network.
struct ChannelOverride {
  ChannelIndex channel;
  std::optional<std::uint32_t> latency = {};  ///< cycles
  std::optional<double> bandwidth = {};       ///< in units of the topology
  friend bool operator==(ChannelOverride const&, ChannelOverride const&) = default;
};

/// Parses CSV with the columns `from,to`, routers by name or number, at least one of `latency` (whole cycles)
/// and `bandwidth`, and optionally `port`, the output port of `from`. A row applies to the channels from one
/// router to another: to all of them if no other row has these ends, else to one, in the order of the ports.
/// Empty cells are ignored. Throws InputError at file:line:column; `file` is the name in errors.
std::vector<ChannelOverride> parse_channel_file(std::string_view text, std::string file,
                                                Network const& network, RouterNames& names);

}  // namespace weft
