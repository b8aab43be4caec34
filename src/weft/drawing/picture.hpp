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

/// Returns the estimate for drawing a network, as a picture or as its matrix.
Estimate estimate_picture(NetworkSize const& size);

/// A value for each channel of a network, in the order of Network, such as its load; NaN: failed channel.
struct ChannelValues {
  std::vector<double> values;
  std::string title;  ///< the quantity

  double maximum() const;
};

/// Formats the size of a network: "64 routers, 64 terminals, 128 links".
std::string facts_of(AnyTopology const& topology, std::uint64_t channels, bool fails);

/// Returns the kind of a router. `marks`: the network if parts may have failed, else null.
chart::VertexKind kind_of(AnyTopology const& topology, Network const* marks, RouterId router);

chart::Arrangement arrangement_of(PictureStyle style);

/// Returns the noun for the outermost copies of a hierarchy: supernode or group.
std::string copy_name(AnyTopology const& topology);

/// Returns the network of a topology, arranged by the structure of the topology. A network with too many
/// routers or links to draw individually becomes an aggregate of grid blocks, groups, copies, or bundles of a
/// stage. The view of a large network without such a structure has no vertices: draw its matrix instead.
/// Aggregates and matrices omit failed parts. `values`: shown as link colors, where each link has the value
/// of its most loaded channel; null: none.
chart::NetworkView picture_of(AnyTopology const& topology, Progress& progress = no_progress(),
                              FailureParams const& failures = {}, ChannelValues const* values = nullptr);
/// Returns a picture with every router at its position in the layout, and with the extent and the cable
/// lengths as text. A flat layout is seen from above or from the front; any other obliquely, with its depth
/// along a diagonal. Throws InputError for networks with too many routers or links to draw individually.
chart::NetworkView picture_of_layout(AnyTopology const& topology, LayoutParams const& layout,
                                     FailureParams const& failures = {});
/// Returns the adjacency matrix in at most 250 rows.
chart::MatrixPicture matrix_of(AnyTopology const& topology, Progress& progress = no_progress(),
                               FailureParams const& failures = {});

}  // namespace weft
