#pragma once

#include <tuple>

#include "weft/core/param.hpp"
#include "weft/routing/bound.hpp"
#include "weft/routing/grid_ports.hpp"

namespace weft {

/// Dimension order on any grid: corrects the coordinates one after the other, lowest dimension first, each by the shorter
/// way (ties in the plus direction). Deterministic and minimal.
template <Cartesian T>
class CartesianDimensionOrder final : public RoutingFunction {
 public:
  explicit CartesianDimensionOrder(T topology) : topology_(std::move(topology)) {}
  RoutingTraits traits() const override { return {.hop_bound = topology_.diameter()}; }
  void encode(std::span<std::uint32_t>) const override {}
  RouterId decode(std::uint32_t to) const override { return {to}; }
  void route(Heads const& heads) const override {
    for (std::size_t i = 0; i < heads.size(); ++i) heads.port[i] = port(heads.at[i], {heads.to[i]});
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

/// The routing `dimension_order`.
struct DimensionOrder {
  struct Params {};
  static constexpr std::string_view name = "dimension_order";
  static constexpr std::string_view doc =
      "Corrects the coordinates one after the other, lowest dimension first, each by the shorter way (Dally "
      "& Towles, "
      "Principles and Practices of Interconnection Networks, ch. 8). Deterministic, minimal.";
  static constexpr std::tuple schema{};
  static constexpr std::string_view needs = "a Cartesian topology";
  template <class T>
  static constexpr bool serves = Cartesian<T> && KnowsDistance<T> && KnowsDiameter<T>;

  explicit DimensionOrder(Params const&) {}
  template <class T>
    requires serves<T>
  RoutingPtr bind(T const& topology, BindContext const&) const {
    if constexpr (MaybeRegularGrid<T>)
      if (GridPorts::serves(topology)) return std::make_shared<GridDimensionOrder>(GridPorts(topology));
    return std::make_shared<CartesianDimensionOrder<T>>(topology);
  }
};

}  // namespace weft
