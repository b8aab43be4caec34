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

/// What a file gives to one channel of the network.
struct GivenChannel {
  ChannelIndex channel;
  std::optional<std::uint32_t> latency = {};  ///< cycles
  std::optional<double> bandwidth = {};       ///< in units of the topology
  friend bool operator==(GivenChannel const&, GivenChannel const&) = default;
};

/// Reads CSV with the columns `from,to`, routers by name or number, at least one of `latency` (cycles, whole)
/// and `bandwidth`, and perhaps `port`, the output port of `from`. A row is for the channels from one router
/// to another: for all of them, if no other row has these ends, else for one, in the order of the ports. An
/// empty cell gives nothing. Throws InputError at file:line:column; `file` is the name used there.
std::vector<GivenChannel> parse_channel_file(std::string_view text, std::string file, Network const& network,
                                             RouterNames& names);

}  // namespace weft
