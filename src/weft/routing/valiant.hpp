#pragma once

#include <tuple>

#include "weft/core/param.hpp"
#include "weft/routing/cartesian_order.hpp"
#include "weft/routing/shortest_paths.hpp"
#include "weft/routing/via.hpp"
#include "weft/topology/one_way.hpp"

namespace weft {

/// The routing `valiant`.
struct Valiant {
  struct Params {};
  static constexpr std::string_view name = "valiant";
  static constexpr std::string_view doc =
      "To a router drawn uniformly at random, then to the destination (Valiant & Brebner, STOC 1981), each "
      "by dimension order on grids, by random shortest paths elsewhere. Any pattern then loads channels as "
      "uniform traffic twice would.";
  static constexpr std::tuple schema{};
  static constexpr std::string_view needs = "a topology with ways back";
  template <class T>
  static constexpr bool serves = !OneWay<T>;

  explicit Valiant(Params const&) {}
  template <class T>
  RoutingPtr bind(T const& topology, BindContext const& context) const {
    RoutingPtr leg;
    if constexpr (OrderedGrid<T>)
      leg = bind_dimension_order(topology);
    else
      leg = bind_shortest_paths(topology, context, MinimalChoice::random);
    return std::make_shared<ViaRandomRouter>(leg, topology.num_routers());
  }
};

}  // namespace weft
