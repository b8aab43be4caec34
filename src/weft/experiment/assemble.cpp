// SPDX-License-Identifier: Apache-2.0
#include "weft/experiment/assemble.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/traffic/catalog.hpp"

namespace weft {

Spec parse_spec(std::string const& text, std::string const& where) {
  return at_place(where, [&] { return Spec::parse(text); });
}

std::string title_of(AnyTopology const& topology) {
  auto const terminals = topology.num_terminals();
  return fmt::format("{}, {} terminal{}", topology.spec(false), terminals, terminals == 1 ? "" : "s");
}

namespace {

/// Sets the sides of a pattern, if it specifies none, to the sides of the topology, if it is a grid whose
/// number of terminals is a multiple of its number of routers.
template <class Params>
void default_sides(Params& params, AnyTopology const& topology) {
  if constexpr (requires { params.sides, params.concentration; }) {
    auto const sides = topology.sides();
    bool const all_alike = topology.num_terminals() % topology.num_routers() == 0;
    if (sides.empty() || !all_alike || params.sides != Sides{0}) return;
    params.sides = sides;
    if (params.concentration == 0)
      params.concentration = static_cast<std::int64_t>(topology.num_terminals() / topology.num_routers());
  }
}

/// Sets the groups of a pattern, if it specifies none, to the groups of the topology below its top level.
template <class Params>
void default_groups(Params& params, AnyTopology const& topology) {
  if constexpr (requires { params.groups, params.ahead; })
    if (auto const copies = topology.copies(); params.groups == 0 && copies.size() >= 2)
      params.groups = static_cast<std::int64_t>(copies[copies.size() - 2]);
}

}  // namespace

AssembledTraffic make_pattern(std::string const& spec, AnyTopology const& topology,
                              TrafficContext const& context) {
  return at_place("traffic", [&] {
    return Patterns::pick_params(
        Spec::parse(spec),
        [&]<class P>(std::type_identity<P>, typename P::Params params) {
          default_sides(params, topology);
          default_groups(params, topology);
          return AssembledTraffic{make_traffic<P>(params, context), to_spec<P>(params, true).to_string()};
        },
        "traffic pattern");
  });
}

}  // namespace weft
