// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "weft/core/lazy.hpp"
#include "weft/core/param.hpp"
#include "weft/network/any_topology.hpp"
#include "weft/network/network.hpp"

namespace weft {

class GridGeometry;
class GroupGeometry;
class Hosts;
class LevelGeometry;
struct NumberedFabric;

using NetworkPtr = std::shared_ptr<Network const>;

/// A topology as used by all rooms above `network`, with its network and its geometries, which are created on
/// first use. Copies share them. Thread-safe.
class Machine {
 public:
  Machine() = default;
  explicit Machine(TopologyPtr topology);
  Machine(TopologyPtr topology, FailureParams const& failures);
  /// Uses an existing network of this topology.
  Machine(TopologyPtr topology, NetworkPtr network);
  /// Creates the network on first use. `may_fail`: whether parts of the network may have failed.
  Machine(TopologyPtr topology, std::function<NetworkPtr()> make_network, bool may_fail = false);

  /// Returns the name of the topology.
  std::string const& topology() const { return parts_->name; }
  /// Returns the topology with the parameters that differ from the defaults.
  std::string const& spec() const { return parts_->spec; }
  std::uint64_t num_routers() const { return parts_->topology->num_routers(); }
  std::uint64_t num_terminals() const { return parts_->topology->num_terminals(); }
  /// Returns whether every channel has a reverse.
  bool bidirectional() const { return parts_->topology->bidirectional(); }
  /// Returns the channels as flat arrays, with failed parts marked.
  NetworkPtr const& network() const { return parts_->network.get(); }
  bool has_failures() const { return parts_->may_fail && network()->has_failures(); }
  /// Returns whether every terminal injects and ejects packets at the same router, so that packets can
  /// continue from the router at which they arrive.
  bool has_two_way_terminals() const { return parts_->topology->has_two_way_terminals(); }

  /// Returns whether a vertex is a computing node rather than a router.
  bool is_node(RouterId r) const { return parts_->topology->is_node(r); }
  /// Returns whether a vertex is a computing node that does not forward packets.
  bool is_host(RouterId r) const { return parts_->topology->is_host(r); }

  /// Returns the sides of a Cartesian topology, dimension 0 first; otherwise empty.
  Sides const& sides() const { return parts_->sides; }
  /// Returns whether the topology is Cartesian. This query and the following ones do not create the
  /// geometries.
  bool is_grid() const { return !sides().empty(); }
  /// Returns whether the topology is a grid without failures.
  bool is_whole_grid() const { return is_grid() && !has_failures(); }
  /// Returns whether grid() exists. A grid with routers of different kinds (sparse_torus, coated_mesh) has
  /// one, but no sides.
  bool has_grid() const { return parts_->topology->has_grid_geometry(); }
  bool is_grouped() const { return parts_->topology->group_size() > 0; }
  bool is_leveled() const { return parts_->topology->level_of({0}).has_value(); }
  /// Returns coordinates and ports if has_grid(); otherwise null.
  std::shared_ptr<GridGeometry const> const& grid() const { return parts_->grid.get(); }
  /// Returns the groups of interconnected routers (dragonfly, PERCS); null for other topologies.
  std::shared_ptr<GroupGeometry const> const& groups() const { return parts_->groups.get(); }
  /// Returns the levels of the routers of a tree or butterfly; null for other topologies.
  std::shared_ptr<LevelGeometry const> const& levels() const { return parts_->levels.get(); }

  /// Returns the number of terminals of a router, then of a copy at each level of a hierarchical topology
  /// below the top, if these numbers are uniform and the terminals consecutive; otherwise empty.
  std::vector<std::uint32_t> const& level_sizes() const { return parts_->level_sizes.get(); }
  /// Returns the group of a router in a hierarchical topology: the copy at the level below the top that
  /// contains it.
  std::uint64_t top_group_of(RouterId r) const;

  /// Returns the hosts of the terminals, as job launchers see them.
  Hosts const& hosts() const { return *parts_->hosts.get(); }
  /// Returns the topology as a fabric; see fabric_of().
  NumberedFabric fabric() const;
  /// Returns the topology as a T, or null if it is of another type. For code specific to a topology.
  template <class T>
  std::shared_ptr<T const> as() const {
    return {parts_->topology, parts_->topology->template get_if<T>()};
  }
  /// Returns the index of the type in `Topologies`. For code that is compiled for each type.
  std::size_t index() const { return parts_->topology->index(); }

 private:
  struct Parts {
    TopologyPtr topology;
    std::string name, spec;
    Sides sides;
    bool may_fail = false;
    Lazy<NetworkPtr> network = {};
    Lazy<std::shared_ptr<GridGeometry const>> grid = {};
    Lazy<std::shared_ptr<GroupGeometry const>> groups = {};
    Lazy<std::shared_ptr<LevelGeometry const>> levels = {};
    Lazy<std::vector<std::uint32_t>> level_sizes = {};
    Lazy<std::shared_ptr<Hosts const>> hosts = {};
  };
  std::shared_ptr<Parts const> parts_;
};

}  // namespace weft
