// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "weft/core/interrupt.hpp"
#include "weft/network/network.hpp"

namespace weft {

class GridGeometry;

inline std::uint64_t num_vertices(Network const& network) { return network.num_routers(); }

/// Calls visit(source, target, bandwidth) for each working channel between two routers.
template <class Visit>
void visit_channels(Network const& network, Visit visit) {
  for (std::uint32_t r = 0; r < network.num_routers(); ++r) {
    if (r % 4096 == 0) throw_if_interrupted();
    for (std::uint16_t p = 0, ports = network.degree({r}); p < ports; ++p)
      if (auto const c = network.channel(RouterId{r}, PortId{p});
          network.target(c).v != r && !network.channel_failed(c))
        visit(r, network.target(c).v, network.bandwidth(c));
  }
}

/// The total bandwidth of the channels that leave and enter each vertex, without self loops, for any network
/// that defines num_vertices(network) and visit_channels().
struct VertexBandwidths {
  std::vector<double> out, in;

  template <class AnyNetwork>
  explicit VertexBandwidths(AnyNetwork const& network)
      : out(num_vertices(network), 0), in(num_vertices(network), 0) {
    visit_channels(network, [&](std::uint32_t from, std::uint32_t to, double bandwidth) {
      out[from] += bandwidth;
      in[to] += bandwidth;
    });
  }
};

/// The bandwidth of the channels between two sides of a network, by direction.
struct CutBandwidth {
  double upwards = 0;    ///< low side to high side
  double downwards = 0;  ///< high side to low side
};

/// Returns the bandwidth across a cut; `is_low(vertex)` returns whether a vertex is on the low side.
template <class AnyNetwork, class Side>
CutBandwidth bandwidth_across(AnyNetwork const& network, Side is_low) {
  CutBandwidth sum;
  visit_channels(network, [&](std::uint32_t from, std::uint32_t to, double bandwidth) {
    bool const low = is_low(from);
    if (low != is_low(to)) (low ? sum.upwards : sum.downwards) += bandwidth;
  });
  return sum;
}

/// A predicate that returns whether a router is on the low side of a cut.
using IsLow = std::function<bool(std::uint32_t router)>;

/// Returns bisections by router number: the first half against the second and, if `grid` is not null, the two
/// halves of each dimension.
std::vector<IsLow> middle_cuts(std::uint64_t routers, GridGeometry const* grid);

}  // namespace weft
