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

/// An object with an address that identifies a type, which may be incomplete.
template <class T>
inline constexpr char type_tag = 0;

/// A type-erased topology of the catalog, so that code for any topology is compiled once. Functions with work
/// proportional to the network loop internally, on the concrete type (topology_of.hpp); functions of one
/// router or channel are not meant for such loops.
class AnyTopology {
 public:
  virtual ~AnyTopology() = default;

  virtual std::string_view name() const = 0;
  /// Returns `name:key=value,..` with all parameters if `all`; otherwise, for titles, only with its size
  /// (Param::size) and values that differ from the defaults.
  virtual std::string spec(bool all) const = 0;
  virtual std::uint64_t num_routers() const = 0;
  virtual std::uint64_t num_terminals() const = 0;
  virtual std::vector<ChannelClass> classes() const = 0;
  virtual std::uint16_t degree(RouterId r) const = 0;
  virtual Hop neighbor(RouterId r, PortId p) const = 0;
  virtual ClassId class_of(RouterId r, PortId p) const = 0;
  /// Returns the channel groups; see Network.
  virtual std::vector<ChannelGroup> groups() const = 0;
  virtual std::uint32_t group_of(RouterId r, PortId p) const = 0;
  /// Returns the bytes/s of a channel of bandwidth 1: the rate in the file of the topology, or `given` if the
  /// file specifies none.
  virtual double unit_rate(double given) const = 0;
  virtual TerminalRange terminals_at(RouterId r) const = 0;
  virtual RouterId injection_router(TerminalId e) const = 0;
  virtual RouterId ejection_router(TerminalId e) const = 0;
  /// Returns whether the topology has a closed form of distance().
  virtual bool has_distance() const = 0;
  /// Returns the hops of a shortest path. Requires has_distance().
  virtual std::uint32_t distance(RouterId from, RouterId to) const = 0;
  /// Returns the diameter if there is a closed form, otherwise nullopt.
  virtual std::optional<std::uint32_t> diameter() const = 0;
  /// Returns whether every channel has a reverse.
  virtual bool bidirectional() const = 0;
  /// Returns whether every terminal injects and ejects packets at the same router.
  virtual bool has_two_way_terminals() const = 0;
  /// Returns whether a vertex is a computing node rather than a router.
  virtual bool is_node(RouterId r) const = 0;
  /// Returns whether a vertex is a computing node that does not forward packets.
  virtual bool is_host(RouterId r) const = 0;
  /// Returns whether the terminals of a router are processors of one computing node.
  virtual bool routers_are_nodes() const = 0;
  /// Returns the names of the routers; empty if they are unnamed.
  virtual std::vector<std::string> names() const = 0;
  /// Returns the coordinates in a grid as (x,y,z), or the position of the router in the terms of the
  /// topology; empty if it has neither.
  virtual std::string coordinates(RouterId r) const = 0;

  /// Returns the sides of a Cartesian topology, dimension 0 first; otherwise empty.
  virtual Sides sides() const = 0;
  /// Returns the number of copies at each level of a hierarchical topology, from level 1; otherwise empty.
  virtual std::vector<std::uint64_t> copies() const = 0;
  /// Returns the copy at `level` of a hierarchical topology that contains the router.
  virtual std::uint64_t copy_of(RouterId r, std::uint32_t level) const = 0;
  /// Returns the topology itself if it is a torus or a mesh; otherwise null.
  virtual Grid const* grid() const = 0;
  virtual bool has_grid_geometry() const = 0;
  /// Returns the coordinates and ports of a Cartesian topology, or of a topology that contains a grid with
  /// routers of different kinds; otherwise null.
  virtual std::shared_ptr<GridGeometry const> grid_geometry() const = 0;
  /// Returns the number of consecutive routers per group of a grouped topology (dragonfly, PERCS); otherwise
  /// 0.
  virtual std::uint32_t group_size() const = 0;
  /// Returns the level of a router of a tree or butterfly, from the terminals up; otherwise nullopt.
  virtual std::optional<std::uint32_t> level_of(RouterId r) const = 0;

  virtual TopologyFacts facts() const = 0;
  virtual Layout layout(LayoutParams const& params) const = 0;
  virtual CableLengths cable_lengths(Layout const& layout) const = 0;
  /// Returns the cable statistics if they can be computed at any size without visiting every channel;
  /// otherwise empty.
  virtual std::vector<CableStatistics> known_cables(Layout const& layout) const = 0;
  virtual Inventory inventory(Layout const& layout, CableLengths lengths) const = 0;
  /// Returns the topology as flat arrays, with failed parts marked.
  virtual Network network(FailureParams const& failures) const = 0;
  /// Returns the topology without its failed parts; see `graph_file_of`.
  virtual GraphFile graph_file(FailureParams const& failures) const = 0;
  /// Returns the arrangement of the routers in a picture; nullopt if the topology defines none.
  virtual std::optional<DrawingHint> drawing() const = 0;

  /// Returns the index of the type in `Topologies`, or the size of `Topologies` for other types.
  virtual std::size_t index() const = 0;
  /// Returns the topology as a T, or null if it is of another type.
  template <class T>
  T const* get_if() const {
    return static_cast<T const*>(get(&type_tag<T>));
  }

 private:
  virtual void const* get(char const* tag) const = 0;
};

using TopologyPtr = std::shared_ptr<AnyTopology const>;

/// Type-erases a topology. Instantiated for each topology in a file that CMake generates
/// (cmake/WeftPerTopology.cmake).
template <class T>
TopologyPtr erase_type(T topology);

}  // namespace weft
