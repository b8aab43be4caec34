// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/topology/channel_groups.hpp"

namespace weft {

class Grid;
class GridGeometry;
class Layout;
class Network;
struct CableStatistics;
struct DrawingHint;
struct FailureParams;
struct GraphFile;
struct Inventory;
struct LayoutParams;
struct TopologyFacts;
struct CableCount;
using CableLengths = std::vector<std::vector<CableCount>>;

/// Stands for a type, which may be incomplete, by its address.
template <class T>
inline constexpr char type_tag = 0;

/// A topology of the catalog with its type erased, so that code for any topology is compiled once. Every call
/// whose work grows with the network loops inside, on the type itself (topology_of.hpp); those about one
/// router or channel are for work that does not.
class AnyTopology {
 public:
  virtual ~AnyTopology() = default;

  virtual std::string_view name() const = 0;
  /// `name:key=value,..`, with all parameters, or, as in titles, only its size (Param::size) and what differs
  /// from the defaults.
  virtual std::string spec(bool all) const = 0;
  virtual std::uint64_t num_routers() const = 0;
  virtual std::uint64_t num_terminals() const = 0;
  virtual std::vector<ChannelClass> classes() const = 0;
  virtual std::uint16_t degree(RouterId r) const = 0;
  virtual Hop neighbor(RouterId r, PortId p) const = 0;
  virtual ClassId class_of(RouterId r, PortId p) const = 0;
  /// As in Network.
  virtual std::vector<ChannelGroup> groups() const = 0;
  virtual std::uint32_t group_of(RouterId r, PortId p) const = 0;
  /// Bytes/s of a channel of bandwidth 1: the rate that its file states, else `given`.
  virtual double unit_rate(double given) const = 0;
  virtual TerminalRange terminals_at(RouterId r) const = 0;
  virtual RouterId injection_router(TerminalId e) const = 0;
  virtual RouterId ejection_router(TerminalId e) const = 0;
  /// Whether distance() may be called: the topology has a closed form of it.
  virtual bool knows_distance() const = 0;
  /// Hops of a shortest path. Only if knows_distance().
  virtual std::uint32_t distance(RouterId from, RouterId to) const = 0;
  /// The diameter, where a closed form states it.
  virtual std::optional<std::uint32_t> diameter() const = 0;
  /// Whether every channel has a reverse.
  virtual bool bidirectional() const = 0;
  /// Whether every terminal is injected into the router that it is ejected from.
  virtual bool has_two_way_terminals() const = 0;
  /// Whether a vertex is a computing node rather than a router.
  virtual bool is_node(RouterId r) const = 0;
  /// Whether a vertex is a computing node that forwards nothing.
  virtual bool is_host(RouterId r) const = 0;
  /// Whether the terminals of a router are processors of one computing node.
  virtual bool routers_are_nodes() const = 0;
  /// The names of the routers, if they have any.
  virtual std::vector<std::string> names() const = 0;
  /// Coordinates of a grid as (x,y,z), or the topology's own name of the place; empty for others.
  virtual std::string place(RouterId r) const = 0;

  /// The sides of a Cartesian topology, dimension 0 first; empty for others.
  virtual Sides sides() const = 0;
  /// The copies of each level of a hierarchical topology, from level 1; empty for others.
  virtual std::vector<std::uint64_t> copies() const = 0;
  /// The copy of a level that a router of a hierarchical topology belongs to.
  virtual std::uint64_t copy_of(RouterId r, std::uint32_t level) const = 0;
  /// The topology itself, if it is a torus or a mesh; else null.
  virtual Grid const* grid() const = 0;
  virtual bool has_grid_geometry() const = 0;
  /// Coordinates and ports of a Cartesian topology, or of one with a grid whose routers are not all alike;
  /// null for others.
  virtual std::shared_ptr<GridGeometry const> grid_geometry() const = 0;
  /// The number of consecutive routers in a group of a topology of groups (dragonfly, PERCS); 0 for others.
  virtual std::uint32_t group_size() const = 0;
  /// The level of a router of a tree or butterfly, from the terminals up; none for others.
  virtual std::optional<std::uint32_t> level_of(RouterId r) const = 0;

  virtual TopologyFacts facts() const = 0;
  virtual Layout layout(LayoutParams const& params) const = 0;
  virtual CableLengths cable_lengths(Layout const& layout) const = 0;
  /// Without counting channel by channel, where the topology allows it at any size; else empty.
  virtual std::vector<CableStatistics> known_cables(Layout const& layout) const = 0;
  virtual Inventory inventory(Layout const& layout, CableLengths lengths) const = 0;
  /// The topology as flat arrays, with failed parts marked.
  virtual Network network(FailureParams const& failures) const = 0;
  /// Without failed parts: `graph_file_of`.
  virtual GraphFile graph_file(FailureParams const& failures) const = 0;
  /// The arrangement of the routers in a picture, as far as the topology states it.
  virtual std::optional<DrawingHint> drawing() const = 0;

  /// The position of its type in `Topologies`; their number for a type that is not among them.
  virtual std::size_t index() const = 0;
  /// The topology as a T, or null if it is not one.
  template <class T>
  T const* get_if() const {
    return static_cast<T const*>(get(&type_tag<T>));
  }

 private:
  virtual void const* get(char const* tag) const = 0;
};

using TopologyPtr = std::shared_ptr<AnyTopology const>;

/// Compiled for each topology in a file that CMake generates (cmake/WeftPerTopology.cmake).
template <class T>
TopologyPtr forget_type(T topology);

}  // namespace weft
