#pragma once

#include <tuple>

#include "weft/routing/packet/cartesian_order.hpp"

namespace weft {

/// All ports of a grid that lead closer to the destination: those of each uncorrected dimension, both
/// directions if the destination is halfway around.
template <Cartesian T>
class CartesianMinimalAdaptive final : public PacketRouting {
 public:
  explicit CartesianMinimalAdaptive(T topology) : topology_(std::move(topology)) {}
  PacketTraits traits() const override {
    auto const per_dimension = MaybeRegularGrid<T> ? 2 : parallel_ports(topology_);
    auto const width = std::clamp<std::uint32_t>(per_dimension * topology_.shape().dims(), 2, 65535);
    return {.width = static_cast<std::uint16_t>(width), .hop_bound = topology_.diameter()};
  }
  void encode(std::span<std::uint32_t>) const override {}
  RouterId decode(std::uint32_t to) const override { return {to}; }
  void route(Heads const& heads) const override {
    auto const width = traits().width;
    for (std::size_t i = 0; i < heads.size(); ++i)
      heads.candidates[i] = candidates(heads.at[i], {heads.to[i]}, &heads.port[i * width]);
  }
  void hops_left(Heads const& heads, std::span<std::uint32_t> hops) const override {
    for (std::size_t i = 0; i < heads.size(); ++i) hops[i] = topology_.distance(heads.at[i], {heads.to[i]});
  }

 private:
  std::uint16_t candidates(RouterId at, RouterId to, PortId* out) const {
    auto const& shape = topology_.shape();
    std::uint16_t count = 0;
    for (std::uint32_t dim = 0; dim < shape.dims(); ++dim) {
      auto const here = shape.coord(at, dim), goal = shape.coord(to, dim), side = shape.side(dim);
      if (here == goal) continue;
      auto const first = topology_.port_toward(at, dim, goal);
      for (std::uint32_t copy = 0; copy < parallel_ports(topology_); ++copy)
        out[count++] = {static_cast<std::uint16_t>(first.v + copy)};
      if constexpr (MaybeRegularGrid<T>)
        if (auto const apart = here < goal ? goal - here : here - goal;
            topology_.wraps(dim) && 2 * apart == side) {
          auto const plus = out[count - 1];
          out[count++] = {static_cast<std::uint16_t>(plus.v - 1)};
        }
    }
    if (count == 0) out[count++] = arrived;
    return count;
  }
  T topology_;
};

/// The same on a grid whose routers are all alike.
class GridMinimalAdaptive final : public PacketRouting {
 public:
  explicit GridMinimalAdaptive(GridPorts ports) : ports_(std::move(ports)) {}
  PacketTraits traits() const override {
    return {.width = static_cast<std::uint16_t>(std::max<std::size_t>(2 * ports_.axes().size(), 2)),
            .hop_bound = ports_.diameter()};
  }
  void encode(std::span<std::uint32_t> routers) const override { ports_.encode(routers); }
  RouterId decode(std::uint32_t to) const override { return ports_.router(to); }
  void route(Heads const& heads) const override {
    ports_.productive(heads.at, heads.to, traits().width, heads.port, heads.candidates);
  }
  void hops_left(Heads const& heads, std::span<std::uint32_t> hops) const override {
    ports_.distances(heads.at, heads.to, hops);
  }

 private:
  GridPorts ports_;
};

/// The productive ports of a topology.
template <OrderedGrid T>
PacketRoutingPtr bind_productive_ports(T const& topology) {
  if constexpr (MaybeRegularGrid<T>)
    if (GridPorts::serves(topology)) return std::make_shared<GridMinimalAdaptive>(GridPorts(topology));
  return std::make_shared<CartesianMinimalAdaptive<T>>(topology);
}

}  // namespace weft
