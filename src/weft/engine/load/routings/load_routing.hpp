#pragma once

#include <concepts>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "weft/core/spec.hpp"
#include "weft/engine/load/network_load.hpp"
#include "weft/engine/load/pair_shares.hpp"
#include "weft/routing/bind_context.hpp"
#include "weft/topology/family/percs.hpp"

namespace weft::load {

/// The machine whose channels are loaded, as load routings see it.
struct Machine {
  std::uint64_t routers = 1;
  std::string topology = {};                 ///< its name, for complaints
  std::optional<Percs> percs = {};           ///< if it is one
  bool is_grid = false;                      ///< whether dimension_order routes on it
  bool is_bidirectional = true;              ///< whether every channel has a reverse
  std::function<NetworkPtr()> network = {};  ///< its channels as flat arrays, made when first asked for
  std::function<RoutingPtr(Spec const&)> bind = {};  ///< a routing of packets on it
};

/// A way to spread the traffic between two routers over paths, whatever else is on the way. Adding one = one file and one entry in
/// catalog.hpp. `check_machine` throws InputError, naming the routing, for a machine that it does not serve, before anything
/// is built. A routing that knows better than to go pair by pair also has loads(machine, traffic, progress) -> NetworkLoads.
template <class R>
concept LoadRouting = requires(R const r, typename R::Params const& params, Machine const& machine) {
  { R::name } -> std::convertible_to<std::string_view>;
  { R::doc } -> std::convertible_to<std::string_view>;
  R::schema;
  R{params};
  r.check_machine(machine);
  { r.shares(machine) } -> std::same_as<PairSharesPtr>;
};

/// The loads of all channels under a routing.
template <LoadRouting R>
NetworkLoads loads_of(R const& routing, Machine const& machine, RouterTraffic const& traffic,
                      Progress& progress) {
  if constexpr (requires { routing.loads(machine, traffic, progress); })
    return routing.loads(machine, traffic, progress);
  else
    return loads_by_shares(traffic, *routing.shares(machine), progress);
}

}  // namespace weft::load
