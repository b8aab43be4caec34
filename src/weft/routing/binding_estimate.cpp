// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/binding_estimate.hpp"

#include <algorithm>

#include "weft/core/param.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/balanced/balanced.hpp"
#include "weft/routing/balanced/balanced_routes.hpp"
#include "weft/routing/layered/layered.hpp"

namespace weft::routing {
namespace {

Estimate estimate_layered(NetworkSize const& size, double mean_hops) {
  constexpr double seconds_per_hop = 1.5e-7;
  auto const sources = static_cast<double>(std::min(size.routers, size.terminals)), pairs = sources * sources,
             hops = pairs * mean_hops;
  return {bytes_of_layers(hops, pairs, static_cast<double>(size.routers)), hops * seconds_per_hop, 1};
}

}  // namespace

Estimate estimate_binding(Spec const& routing, AnyTopology const& topology) {
  if (routing.name == Layered::name) return estimate_layered(size_of(topology), mean_hops(topology));
  if (routing.name != Balanced::name) return {};
  auto const params = read_params<Balanced::Params>(Balanced::schema, routing);
  auto const size = size_of(topology);
  return estimate_balanced(static_cast<double>(size.routers), static_cast<double>(size.terminals),
                           {.layers = static_cast<std::uint32_t>(params.layers), .effort = params.effort});
}

}  // namespace weft::routing
