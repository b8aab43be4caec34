// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "weft/chart/matrix_picture.hpp"
#include "weft/chart/network_view.hpp"
#include "weft/core/estimate.hpp"
#include "weft/core/progress.hpp"
#include "weft/network/any_topology.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/layout.hpp"
#include "weft/network/network.hpp"
#include "weft/topology/family.hpp"

namespace weft {

/// Drawing a network, as a picture or as its matrix.
Estimate estimate_picture(NetworkSize const& size);

/// A value for each channel of a network, in the order of Network, such as its load; NaN: it has failed.
struct ChannelValues {
  std::vector<double> values;
  std::string title;  ///< the quantity

  double most() const;
};

/// The size of a network in words: "64 routers, 64 terminals, 128 links".
std::string facts_of(AnyTopology const& topology, std::uint64_t channels, bool fails);

/// `marks`: its network, where something may have failed.
chart::VertexKind kind_of(AnyTopology const& topology, Network const* marks, RouterId router);

chart::Arrangement arrangement_of(PictureStyle style);

/// The name of the outermost copies of a hierarchy: supernode or group.
std::string copy_name(AnyTopology const& topology);

/// The network of a topology, arranged by the structure that its topology states. Networks with too many
/// routers or links for a line each become an aggregate: blocks of a grid, groups, copies, bundles of a
/// stage. Without such a structure it has no vertices: draw the matrix. Aggregates and matrices omit failed
/// parts. `values`: shown by the colors of the links, each the value of its fullest channel.
chart::NetworkView picture_of(AnyTopology const& topology, Progress& progress = no_progress(),
                              FailureParams const& failures = {}, ChannelValues const* values = nullptr);
/// Every router at its position in the layout, seen from above if the layout is flat, else obliquely, its
/// depth along a diagonal; in words its extent and the lengths of cables. Throws InputError for networks with
/// too many routers or links for a line each.
chart::NetworkView picture_of_layout(AnyTopology const& topology, LayoutParams const& layout,
                                     FailureParams const& failures = {});
/// The adjacency matrix in at most 250 rows.
chart::MatrixPicture matrix_of(AnyTopology const& topology, Progress& progress = no_progress(),
                               FailureParams const& failures = {});

}  // namespace weft
