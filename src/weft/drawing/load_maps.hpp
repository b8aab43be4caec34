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

/// The channel loads of a result, each divided by the bandwidth of the channel.
struct RelativeLoads {
  std::vector<double> of_channel;  ///< in the order of Network; NaN: failed channel
  std::string title;               ///< the quantity
  double maximum = 0;
};

/// Throws InputError unless `values` is the number of channels: a saved result may have been edited.
void check_channels(AnyTopology const& topology, std::size_t values);

/// Returns the loads from the array `channel_load`.
RelativeLoads relative_loads(AnyTopology const& topology, Result const& result);

/// Returns a map and the class name for each loaded channel class; all maps have one scale. On a grid, a cell
/// is a router and shows its channels of the class. In a hierarchy, the map of the top-level class has a row
/// per copy that channels leave and a column per copy that they enter; the map of any other class has a row
/// and a column per position within the copies that the class connects, and shows the maximum over all
/// copies. On other networks, a row or column is a router or a block of routers.
std::vector<std::pair<std::string, chart::HeatMap>> heat_maps(AnyTopology const& topology,
                                                              Result const& result,
                                                              RelativeLoads const& loads);

/// Returns a map of all channels of a network without known structure, by blocks of consecutive routers.
chart::HeatMap block_map(AnyTopology const& topology, RelativeLoads const& loads);

/// Returns a picture of the network with a value for each channel: a view with colored links or, for a large
/// network without known structure, a map of its blocks.
chart::Picture network_picture(AnyTopology const& topology, std::vector<double> const& values,
                               std::string const& value_title, std::string const& title,
                               std::string const& subtitle);

}  // namespace weft
