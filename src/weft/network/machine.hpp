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

/// A topology as everything above `network` sees it: its network and the geometries that it has. The network
/// and the geometries are made on first use. Copies share what has been made. Safe to use from several
/// threads.
class Machine {
 public:
  Machine() = default;
  explicit Machine(TopologyPtr topology);
  Machine(TopologyPtr topology, FailureParams const& failures);
  /// With a network of this topology that has been built.
  Machine(TopologyPtr topology, NetworkPtr network);
  /// With a network that is made on first use. `may_fail`: parts of it may have failed.
  Machine(TopologyPtr topology, std::function<NetworkPtr()> make_network, bool may_fail = false);

  /// The name of the topology.
  std::string const& topology() const { return parts_->name; }
  /// The topology with the parameters that are not the default.
  std::string const& spec() const { return parts_->spec; }
  std::uint64_t num_routers() const { return parts_->topology->num_routers(); }
  std::uint64_t num_terminals() const { return parts_->topology->num_terminals(); }
  /// Whether every channel has a reverse.
  bool bidirectional() const { return parts_->topology->bidirectional(); }
  /// The channels as flat arrays, with failed parts marked.
  NetworkPtr const& network() const { return parts_->network.get(); }
  bool has_failures() const { return parts_->may_fail && network()->has_failures(); }
  /// Whether every terminal is injected into the router that it is ejected from, so that packets can continue
  /// from where they arrive.
  bool has_two_way_terminals() const { return parts_->topology->has_two_way_terminals(); }

  /// Whether a vertex is a computing node rather than a router.
  bool is_node(RouterId r) const { return parts_->topology->is_node(r); }
  /// Whether a vertex is a computing node that forwards nothing.
  bool is_host(RouterId r) const { return parts_->topology->is_host(r); }

  /// The sides of a Cartesian topology, dimension 0 first; empty for others.
  Sides const& sides() const { return parts_->sides; }
  /// The geometries that it has, without making them.
  bool is_grid() const { return !sides().empty(); }
  /// A grid in which nothing has failed.
  bool is_whole_grid() const { return is_grid() && !has_failures(); }
  /// Also if the routers of a grid are not all alike, so that it has no sides (sparse_torus, coated_mesh).
  bool has_grid() const { return parts_->topology->has_grid_geometry(); }
  bool is_grouped() const { return parts_->topology->group_size() > 0; }
  bool is_leveled() const { return parts_->topology->level_of({0}).has_value(); }
  /// Coordinates and ports if has_grid(); else null.
  std::shared_ptr<GridGeometry const> const& grid() const { return parts_->grid.get(); }
  /// Groups of routers linked with one another (dragonfly, PERCS); null for others.
  std::shared_ptr<GroupGeometry const> const& groups() const { return parts_->groups.get(); }
  /// The levels of the routers of a tree or butterfly; null for others.
  std::shared_ptr<LevelGeometry const> const& levels() const { return parts_->levels.get(); }

  /// The terminals of a router, then of a copy of each level of a hierarchical topology below the top, if all
  /// have equally many, consecutive ones in order; empty for others.
  std::vector<std::uint32_t> const& level_sizes() const { return parts_->level_sizes.get(); }
  /// The copy of the level below the top that a router of a hierarchical topology belongs to: its group.
  std::uint64_t top_group_of(RouterId r) const;

  /// The hosts of its terminals, as launchers of jobs see them.
  Hosts const& hosts() const { return *parts_->hosts.get(); }
  /// The topology as a fabric, see fabric_of().
  NumberedFabric fabric() const;
  /// The topology as a T, or null if it is not one. For code made for one topology.
  template <class T>
  std::shared_ptr<T const> as() const {
    return {parts_->topology, parts_->topology->template get_if<T>()};
  }
  /// The position of its type in `Topologies`. For code that is compiled for each type.
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
