// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/chart/heat_chart.hpp"
#include "weft/core/result.hpp"
#include "weft/network/any_topology.hpp"

namespace weft {

/// The loads of a result by channel: each divided by the bandwidth of the channel.
struct RelativeLoads {
  std::vector<double> of_channel;  ///< in the order of Network; NaN: failed
  std::string title;               ///< the quantity
  double most = 0;
};

/// Throws InputError unless there is a value for each channel: a result that was read may have been edited.
void check_channels(AnyTopology const& topology, std::size_t values);

/// From the array `channel_load`.
RelativeLoads relative_loads(AnyTopology const& topology, Result const& result);

/// One map for each class with load, all on one scale, with the name of its class. On grids a cell is a
/// router: its channels of the class. In a hierarchy, a row is the copy that a channel leaves
/// and a column the one that it enters if the class joins copies of the whole; else positions in the copies
/// that the class stays in, with the maximum over all copies. On other networks a cell is a router, or a
/// block of them.
std::vector<std::pair<std::string, chart::HeatMap>> heat_maps(AnyTopology const& topology,
                                                              Result const& result,
                                                              RelativeLoads const& loads);

/// Of all channels of a network without known structure, by blocks of consecutive routers.
chart::HeatMap block_map(AnyTopology const& topology, RelativeLoads const& loads);

/// The network with a value for each channel as its picture: the values of links, or, of a large network
/// without known structure, a map of its blocks.
chart::Picture network_picture(AnyTopology const& topology, std::vector<double> const& values,
                               std::string const& value_title, std::string const& title,
                               std::string const& subtitle);

}  // namespace weft
