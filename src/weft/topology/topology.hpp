// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "weft/core/ids.hpp"
#include "weft/core/param.hpp"

namespace weft {

/// The far end of a channel: the router that the channel enters, and the input port.
struct Hop {
  RouterId router;
  PortId port;
  friend bool operator==(Hop, Hop) = default;
};

/// A range of consecutive terminals of one router.
struct TerminalRange {
  TerminalId first;
  std::uint32_t count = 0;
};

/// A class of channels with the same role and, except in files, equal bandwidth (messages or flits per unit
/// of time, relative to 1).
struct ChannelClass {
  std::string name;
  double bandwidth = 1;
};

/// Returns `count` classes of bandwidth 1, named dim0, dim1, ..
std::vector<ChannelClass> numbered_classes(std::string const& name, std::uint32_t first, std::uint32_t count);

/// The primitive operations of a topology, from which everything else is computed. A topology is a value type
/// that defines its geometry, its parameters (`Params`, `schema`) and their documentation once. The ports of
/// router r are outputs 0..degree(r)-1 and inputs 0..in_degree(t, r)-1; `neighbor` maps to every input port
/// of every router exactly once (checked by the contract tests). Counts are 64-bit; a valid instance has at
/// most 2^32 routers and 65,535 ports per router (`check` throws for larger ones before anything is
/// allocated). `doc`: one paragraph with the source. `samples()`: a few small parameter sets.
template <class T>
concept Topology = requires(T const t, RouterId r, PortId p, TerminalId e, typename T::Params const& params) {
  { T::name } -> std::convertible_to<std::string_view>;
  { T::doc } -> std::convertible_to<std::string_view>;
  T::schema;
  T{params};
  { T::check(params) } -> std::same_as<void>;
  { T::samples() } -> std::same_as<std::vector<typename T::Params>>;
  { t.params() } -> std::same_as<typename T::Params const&>;
  { t.num_routers() } -> std::same_as<std::uint64_t>;
  { t.num_terminals() } -> std::same_as<std::uint64_t>;
  { t.degree(r) } -> std::same_as<std::uint16_t>;
  { t.neighbor(r, p) } -> std::same_as<Hop>;
  { t.injection_router(e) } -> std::same_as<RouterId>;
  { t.ejection_router(e) } -> std::same_as<RouterId>;
  { t.terminals_at(r) } -> std::same_as<TerminalRange>;
  { t.classes() } -> std::same_as<std::vector<ChannelClass>>;
  { t.class_of(r, p) } -> std::same_as<ClassId>;
};

/// Returns the number of input ports of a router: `t.in_degree(r)` if defined, otherwise `t.degree(r)`.
template <Topology T>
std::uint16_t in_degree(T const& t, RouterId r) {
  if constexpr (requires { t.in_degree(r); }) return t.in_degree(r);
  return t.degree(r);
}

/// Topologies that require an input without a default, such as a file: `check` rejects `Params{}`, and
/// `samples()` is empty. The default parameters of every other topology define a small valid instance.
template <class T> concept NeedsInput = Topology<T> && T::needs_input;

/// Topologies in which bandwidths differ between channels of one class, such as a graph file with a weight
/// per edge.
template <class T>
concept PerChannelBandwidth = Topology<T> && requires(T const t, RouterId r, PortId p) {
  { t.bandwidth(r, p) } -> std::same_as<double>;
};

/// Topologies in which every channel p of r has a reverse: neighbor(neighbor(r, p)) == (r, p).
template <class T> concept Bidirectional = Topology<T> && T::bidirectional;

/// Returns whether every channel of this instance has a reverse; `t.is_bidirectional()` overrides the type
/// for topologies with instances of both kinds.
template <class T>
constexpr bool is_bidirectional(T const& t) {
  if constexpr (requires { t.is_bidirectional(); }) return t.is_bidirectional();
  return Bidirectional<T>;
}

/// Topologies in which some vertices are not routers but computing nodes with network ports and one terminal
/// each. The nodes forward packets like routers unless they are hosts.
template <class T>
concept HasNodes = Topology<T> && requires(T const t, RouterId r) {
  { t.num_nodes() } -> std::same_as<std::uint64_t>;
  { t.is_node(r) } -> std::same_as<bool>;
  { T::nodes_are_hosts } -> std::same_as<bool const&>;
};

/// Topologies with computing nodes that are hosts: hosts do not forward packets, so a host can only be the
/// first or last vertex of a path.
template <class T> concept HasHosts = HasNodes<T> && T::nodes_are_hosts;

/// Returns whether a vertex is a host: `t.is_host(r)` if the type defines it (for instances with hosts and
/// other nodes); otherwise, for topologies that satisfy HasHosts, whether it is a node.
template <class T>
constexpr bool is_host(T const& t, RouterId r) {
  if constexpr (requires { t.is_host(r); }) return t.is_host(r);
  if constexpr (HasHosts<T>) return t.is_node(r);
  return false;
}

/// Returns whether any host has several channels, so that a path of the graph could traverse it.
template <class T>
bool has_multihomed_hosts(T const& t) {
  if constexpr (HasHosts<T>)
    for (std::uint64_t i = 0; i < t.num_routers(); ++i)
      if (RouterId const r{static_cast<std::uint32_t>(i)}; is_host(t, r) && t.degree(r) > 1) return true;
  return false;
}

/// Topologies in which the terminals of a router are processors of one computing node, as in tori. In other
/// topologies each terminal is a separate host.
template <class T> concept RoutersAreNodes = Topology<T> && T::routers_are_nodes;

/// Topologies with a closed form for the number of hops of a shortest path. If only some instances have one,
/// `t.has_distance()` distinguishes them; call has_distance(t).
template <class T>
concept HasDistance = Topology<T> && requires(T const t, RouterId a, RouterId b) {
  { t.distance(a, b) } -> std::same_as<std::uint32_t>;
};

/// Returns whether `t.distance` is available.
template <class T>
constexpr bool has_distance(T const& t) {
  if constexpr (requires { t.has_distance(); }) return t.has_distance();
  return HasDistance<T>;
}

/// Topologies that compute the ports on shortest paths directly: `t.visit_minimal_ports(a, b, visit)` calls
/// visit(PortId) for each port of a that leads closer to b, in ascending order.
template <class T>
concept HasMinimalPorts =
    HasDistance<T> && requires(T const t, RouterId a, RouterId b, void (*visit)(PortId)) {
      t.visit_minimal_ports(a, b, visit);
    };

/// Topologies with a closed form for the diameter. If only some instances have one, `t.has_diameter()`
/// distinguishes them; call known_diameter(t).
template <class T>
concept HasDiameter = Topology<T> && requires(T const t) {
  { t.diameter() } -> std::same_as<std::uint32_t>;
};

/// Returns the diameter if there is a closed form, otherwise nullopt.
template <class T>
constexpr std::optional<std::uint32_t> known_diameter(T const& t) {
  if constexpr (requires { t.has_diameter(); })
    if (!t.has_diameter()) return {};
  if constexpr (HasDiameter<T>) return t.diameter();
  return {};
}

/// Multistage networks in which all channels lead from the routers of injection toward the routers of
/// ejection. A path always exists from an injection to an ejection router. Distances between other routers,
/// and metrics derived from them, may be infinite.
template <class T> concept OneWay = Topology<T> && T::one_way;

/// Topologies with equivalent routers: one breadth-first search finds all distances.
template <class T> concept VertexTransitive = Topology<T> && T::vertex_transitive;

/// Returns the number of channels. Visits every router unless all routers are equivalent.
template <Topology T>
std::uint64_t num_channels(T const& t) {
  if constexpr (VertexTransitive<T>) return t.num_routers() * t.degree({0});
  std::uint64_t sum = 0;
  for (std::uint64_t r = 0; r < t.num_routers(); ++r) sum += t.degree({static_cast<std::uint32_t>(r)});
  return sum;
}

/// Topologies with levels 1..levels(). The copy of a router at level i, 0..num_copies(i)-1, is the
/// sub-machine of level i that contains the router. Class i-1 contains the channels of level i: they stay
/// inside a copy of level i, and the channels of levels up to i connect the copy.
template <class T>
concept Hierarchical = Topology<T> && requires(T const t, RouterId r, std::uint32_t level) {
  { t.levels() } -> std::same_as<std::uint32_t>;
  { t.copy_of(r, level) } -> std::same_as<std::uint64_t>;
  { t.num_copies(level) } -> std::same_as<std::uint64_t>;
};

/// Topologies that describe the position of a router in their own terms, such as its digits. In a Cartesian
/// topology, the position is the coordinates.
template <class T>
concept HasCoordinates = Topology<T> && requires(T const t, RouterId r) {
  { t.coordinates(r) } -> std::same_as<std::string>;
};

class CartesianShape;

/// Topologies with routers on a grid. `port_toward(r, dim, coord)` returns the port of the first hop from r
/// along dim toward coordinate coord in the shorter direction (+ in case of a tie).
template <class T>
concept Cartesian = Topology<T> && requires(T const t, RouterId r, std::uint32_t dim, std::uint32_t coord) {
  { t.shape() } -> std::same_as<CartesianShape const&>;
  { t.port_toward(r, dim, coord) } -> std::same_as<PortId>;
};

/// Topologies with a grid, links between all neighbors along each dimension, and a channel class per
/// dimension. `wraps(dim)` returns whether the first and the last router along dim are also neighbors.
template <class T>
concept LinksGridNeighbors = Cartesian<T> && requires(T const t, std::uint32_t dim) {
  { t.wraps(dim) } -> std::same_as<bool>;
};

}  // namespace weft
