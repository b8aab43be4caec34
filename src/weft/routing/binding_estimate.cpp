#include "weft/routing/binding_estimate.hpp"

#include <algorithm>

#include "weft/network/network_size.hpp"
#include "weft/routing/layered/layered.hpp"

namespace weft::routing {

Estimate estimate_binding(Spec const& spec, AnyTopology const& topology) {
  if (spec.name != Layered::name) return {};
  // Of a hop of a route: its place in the route, in the list of its dependencies, and in the routes of each.
  constexpr double bytes_per_hop = 16, bytes_per_pair = 30, seconds_per_hop = 1.5e-7;
  auto const size = size_of(topology);
  auto const routers = static_cast<double>(size.routers),
             sources = static_cast<double>(std::min(size.routers, size.terminals)), pairs = sources * sources,
             hops = pairs * mean_hops(topology);
  constexpr double bytes_per_port = 2;
  return {hops * bytes_per_hop + pairs * bytes_per_pair + routers * routers * bytes_per_port,
          hops * seconds_per_hop, 1};
}

}  // namespace weft::routing
