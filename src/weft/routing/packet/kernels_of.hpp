// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <tuple>
#include <utility>

#include "weft/core/random.hpp"
#include "weft/routing/form/packet_routing.hpp"
#include "weft/routing/grid/dimension_order_leg.hpp"
#include "weft/routing/packet/grid_ports.hpp"
#include "weft/routing/packet/kernels.hpp"
#include "weft/topology/topology.hpp"

namespace weft {

/// Grids that support dimension order.
template <class T> concept OrderedGrid = Cartesian<T> && HasDistance<T> && HasDiameter<T>;

/// Returns the number of parallel links to the same router, which have consecutive ports starting at
/// port_toward().
template <Cartesian T>
std::uint32_t parallel_ports(T const& topology) {
  if constexpr (requires { topology.parallel(); })
    return topology.parallel();
  else
    return 1;
}

/// Dimension order on any grid: corrects one coordinate after another, lowest dimension first, each in the
/// shorter direction, over a randomly chosen parallel link. Minimal.
template <OrderedGrid T>
class CartesianDimensionOrder final : public PacketRouting {
 public:
  CartesianDimensionOrder(T topology, routing::RingTie tie) : topology_(std::move(topology)) {
    if constexpr (MaybeRegularGrid<T>)
      for (std::uint32_t dim = 0; dim < topology_.shape().dims(); ++dim)
        ties_ +=
            tie == routing::RingTie::random && topology_.wraps(dim) && topology_.shape().side(dim) % 2 == 0;
  }
  PacketTraits traits() const override {
    return {.draws = parallel_ports(topology_) > 1 || ties_ > 0,
            .ties = ties_,
            .hop_bound = topology_.diameter()};
  }
  void encode(std::span<std::uint32_t>) const override {}
  RouterId decode(std::uint32_t to) const override { return {to}; }
  void route(Heads const& heads) const override {
    auto const parallel = parallel_ports(topology_);
    for (std::size_t i = 0; i < heads.size(); ++i) {
      bool const plus_on_tie = ties_ == 0 || (heads.draw[i] & 1) != 0;
      auto const first = port(heads.at[i], {heads.to[i]}, plus_on_tie);
      auto const copy =
          parallel > 1 && first != arrived ? scale32(static_cast<std::uint32_t>(heads.draw[i]), parallel) : 0;
      heads.port[i] = {static_cast<std::uint16_t>(first.v + copy)};
    }
  }
  void hops_left(Heads const& heads, std::span<std::uint32_t> hops) const override {
    for (std::size_t i = 0; i < heads.size(); ++i) hops[i] = topology_.distance(heads.at[i], {heads.to[i]});
  }

 private:
  PortId port(RouterId at, RouterId to, bool plus_on_tie) const {
    auto const& shape = topology_.shape();
    for (std::uint32_t dim = 0; dim < shape.dims(); ++dim)
      if (auto const here = shape.coord(at, dim), goal = shape.coord(to, dim); goal != here) {
        auto const plus = topology_.port_toward(at, dim, goal);
        if constexpr (MaybeRegularGrid<T>)
          if (auto const apart = here < goal ? goal - here : here - goal;
              !plus_on_tie && topology_.wraps(dim) && 2 * apart == shape.side(dim))
            return {static_cast<std::uint16_t>(plus.v - 1)};
        return plus;
      }
    return arrived;
  }
  T topology_;
  std::uint16_t ties_ = 0;
};

/// Dimension order on a regular grid.
class GridDimensionOrder final : public PacketRouting {
 public:
  GridDimensionOrder(GridPorts ports, routing::RingTie tie) : ports_(std::move(ports)) {
    for (auto const& axis : ports_.axes())
      ties_ += tie == routing::RingTie::random && axis.side % 2 == 0 && axis.minus != axis.plus;
  }
  PacketTraits traits() const override {
    return {.draws = ties_ > 0, .ties = ties_, .hop_bound = ports_.diameter()};
  }
  void encode(std::span<std::uint32_t> routers) const override { ports_.encode(routers); }
  RouterId decode(std::uint32_t to) const override { return ports_.router(to); }
  void route(Heads const& heads) const override {
    if (ties_ == 0)
      ports_.dimension_order(heads.at, heads.to, heads.port);
    else
      ports_.dimension_order(heads.at, heads.to, heads.draw, heads.port);
  }
  void hops_left(Heads const& heads, std::span<std::uint32_t> hops) const override {
    ports_.distances(heads.at, heads.to, hops);
  }

 private:
  GridPorts ports_;
  std::uint16_t ties_ = 0;
};

/// Binds dimension order to a topology.
template <OrderedGrid T>
PacketRoutingPtr bind_dimension_order(T const& topology, routing::RingTie tie) {
  if constexpr (MaybeRegularGrid<T>)
    if (GridPorts::serves(topology)) return std::make_shared<GridDimensionOrder>(GridPorts(topology), tie);
  return std::make_shared<CartesianDimensionOrder<T>>(topology, tie);
}

/// Offers all productive ports of a grid: the ports of each uncorrected dimension, in both directions if the
/// destination is halfway around.
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

/// Offers all productive ports of a regular grid.
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

/// Binds the routing that offers all productive ports.
template <OrderedGrid T>
PacketRoutingPtr bind_productive_ports(T const& topology) {
  if constexpr (MaybeRegularGrid<T>)
    if (GridPorts::serves(topology)) return std::make_shared<GridMinimalAdaptive>(GridPorts(topology));
  return std::make_shared<CartesianMinimalAdaptive<T>>(topology);
}

/// PacketKernels of one topology type. Included only by generated files.
template <Topology T>
class PacketKernelsOf final : public PacketKernels {
 public:
  explicit PacketKernelsOf(std::shared_ptr<T const> topology) : topology_(std::move(topology)) {}
  PacketRoutingPtr dimension_order(routing::RingTie tie) const override {
    if constexpr (OrderedGrid<T>)
      return bind_dimension_order(*topology_, tie);
    else
      return nullptr;
  }
  PacketRoutingPtr productive_ports() const override {
    if constexpr (OrderedGrid<T>)
      return bind_productive_ports(*topology_);
    else
      return nullptr;
  }
  PacketRoutingPtr shortest_paths(Machine const& machine, MinimalChoice choice) const override {
    return bind_shortest_paths(*topology_, machine, choice);
  }

 private:
  std::shared_ptr<T const> topology_;
};

template <class T>
std::shared_ptr<PacketKernels const> make_packet_kernels(Machine const& machine) {
  return std::make_shared<PacketKernelsOf<T> const>(machine.as<T>());
}

}  // namespace weft
