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

/// Latency and bandwidth of a network channel that a file specifies.
struct ChannelOverride {
  ChannelIndex channel;
  std::optional<std::uint32_t> latency = {};  ///< cycles
  std::optional<double> bandwidth = {};       ///< in the units of the topology
  friend bool operator==(ChannelOverride const&, ChannelOverride const&) = default;
};

/// Parses CSV with the columns `from,to` (router names or indices), at least one of `latency` (integer
/// cycles) and `bandwidth`, and optionally `port`, the output port of `from`. A row applies to the channels
/// from one router to another: to all of them if it is the only row with its ends, otherwise to one channel
/// each, in the order of ports. Empty cells are ignored. Throws InputError at file:line:column, where the
/// file is called `file`.
std::vector<ChannelOverride> parse_channel_file(std::string_view text, std::string file,
                                                Network const& network, RouterNames& names);

}  // namespace weft
