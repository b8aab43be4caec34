#pragma once

#include <memory>
#include <utility>

#include "weft/core/random.hpp"
#include "weft/routing/grid_ports.hpp"
#include "weft/routing/routing.hpp"
#include "weft/topology/topology.hpp"

namespace weft {

/// Grids that dimension order can be bound to.
template <class T> concept OrderedGrid = Cartesian<T> && KnowsDistance<T> && KnowsDiameter<T>;

/// How many ports from port_toward on are links to the same router.
template <Cartesian T>
std::uint32_t parallel_ports(T const& topology) {
  if constexpr (requires { topology.parallel(); })
    return topology.parallel();
  else
    return 1;
}

/// Dimension order on any grid: corrects the coordinates one after the other, lowest dimension first, each by the shorter
/// way (ties in the plus direction), over any of parallel links. Minimal, and deterministic where links are single.
template <OrderedGrid T>
class CartesianDimensionOrder final : public RoutingFunction {
 public:
  explicit CartesianDimensionOrder(T topology) : topology_(std::move(topology)) {}
  RoutingTraits traits() const override {
    return {.draws = parallel_ports(topology_) > 1, .hop_bound = topology_.diameter()};
  }
  void encode(std::span<std::uint32_t>) const override {}
  RouterId decode(std::uint32_t to) const override { return {to}; }
  void route(Heads const& heads) const override {
    auto const parallel = parallel_ports(topology_);
    for (std::size_t i = 0; i < heads.size(); ++i) {
      auto const first = port(heads.at[i], {heads.to[i]});
      auto const copy =
          parallel > 1 && first != arrived ? scale32(static_cast<std::uint32_t>(heads.draw[i]), parallel) : 0;
      heads.port[i] = {static_cast<std::uint16_t>(first.v + copy)};
    }
  }
  void hops_left(Heads const& heads, std::span<std::uint32_t> hops) const override {
    for (std::size_t i = 0; i < heads.size(); ++i) hops[i] = topology_.distance(heads.at[i], {heads.to[i]});
  }

 private:
  PortId port(RouterId at, RouterId to) const {
    auto const& shape = topology_.shape();
    for (std::uint32_t dim = 0; dim < shape.dims(); ++dim)
      if (auto const goal = shape.coord(to, dim); goal != shape.coord(at, dim))
        return topology_.port_toward(at, dim, goal);
    return arrived;
  }
  T topology_;
};

/// The same on a grid whose routers are all alike.
class GridDimensionOrder final : public RoutingFunction {
 public:
  explicit GridDimensionOrder(GridPorts ports) : ports_(std::move(ports)) {}
  RoutingTraits traits() const override { return {.hop_bound = ports_.diameter()}; }
  void encode(std::span<std::uint32_t> routers) const override { ports_.encode(routers); }
  RouterId decode(std::uint32_t to) const override { return ports_.router(to); }
  void route(Heads const& heads) const override { ports_.dimension_order(heads.at, heads.to, heads.port); }
  void hops_left(Heads const& heads, std::span<std::uint32_t> hops) const override {
    ports_.distances(heads.at, heads.to, hops);
  }

 private:
  GridPorts ports_;
};

/// Dimension order on a topology.
template <OrderedGrid T>
RoutingPtr bind_dimension_order(T const& topology) {
  if constexpr (MaybeRegularGrid<T>)
    if (GridPorts::serves(topology)) return std::make_shared<GridDimensionOrder>(GridPorts(topology));
  return std::make_shared<CartesianDimensionOrder<T>>(topology);
}

}  // namespace weft
