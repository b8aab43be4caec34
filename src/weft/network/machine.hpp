#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "weft/core/ids.hpp"
#include "weft/core/lazy.hpp"
#include "weft/core/param.hpp"
#include "weft/network/network.hpp"

namespace weft {

class Clex;
class GridGeometry;
class GroupGeometry;
class KaryNfly;
class LevelGeometry;

class Percs;

using NetworkPtr = std::shared_ptr<Network const>;

/// A topology as everything above `network` sees it: its network and the geometries that it has. The network and the
/// geometries are made when first asked for. Copies share what has been made. Safe to use from several threads.
class Machine {
 public:
  /// What `make_machine` (machine_of.hpp) fills in from a topology.
  struct Parts {
    std::string topology;  ///< its name
    std::string spec;      ///< its text, as `name:key=value,..`
    std::uint64_t routers = 0, terminals = 0;
    bool bidirectional = true;
    Sides sides = {};
    std::vector<bool> wraps = {};
    std::vector<std::uint64_t> copies = {};
    std::function<std::uint64_t(RouterId, std::uint32_t)> copy_of = {};
    Lazy<NetworkPtr> network = {};
    Lazy<std::shared_ptr<GridGeometry const>> grid = {};
    Lazy<std::shared_ptr<GroupGeometry const>> groups = {};
    Lazy<std::shared_ptr<LevelGeometry const>> levels = {};
    std::shared_ptr<Clex const> clex = {};
    std::shared_ptr<KaryNfly const> fly = {};
    std::shared_ptr<Percs const> percs = {};
  };
  Machine() = default;
  explicit Machine(std::shared_ptr<Parts const> parts) : parts_(std::move(parts)) {}

  /// The name of the topology.
  std::string const& topology() const { return parts_->topology; }
  /// The topology with the parameters that are not the default.
  std::string const& spec() const { return parts_->spec; }
  std::uint64_t num_routers() const { return parts_->routers; }
  std::uint64_t num_terminals() const { return parts_->terminals; }
  /// Whether every channel has a reverse.
  bool bidirectional() const { return parts_->bidirectional; }
  /// The channels as flat arrays, with what has failed marked.
  NetworkPtr const& network() const { return parts_->network.get(); }
  bool has_failures() const;
  /// Whether every terminal is injected into the router that it is ejected from, so that packets can set out again from
  /// where they arrive.
  bool has_two_way_terminals() const;

  /// The sides of a Cartesian topology, dimension 0 first; empty for others.
  Sides const& sides() const { return parts_->sides; }
  bool is_grid() const { return !sides().empty(); }
  /// Whether a dimension of a Cartesian topology is a ring.
  bool wraps(std::uint32_t dim) const { return parts_->wraps[dim]; }
  /// The copies of each level of a hierarchical topology, from level 1; empty for others.
  std::vector<std::uint64_t> const& copies() const { return parts_->copies; }
  /// The copy of a level that a router of a hierarchical topology belongs to.
  std::uint64_t copy_of(RouterId r, std::uint32_t level) const { return parts_->copy_of(r, level); }

  /// Coordinates and ports of a Cartesian topology; null for others.
  std::shared_ptr<GridGeometry const> const& grid() const { return parts_->grid.get(); }
  /// The same, but null after failures, when routings treat a grid as a graph.
  GridGeometry const* whole_grid() const { return has_failures() ? nullptr : grid().get(); }
  /// Groups of routers linked with one another (dragonfly, PERCS); null for others.
  std::shared_ptr<GroupGeometry const> const& groups() const { return parts_->groups.get(); }
  /// The same, but null after failures.
  GroupGeometry const* whole_groups() const { return has_failures() ? nullptr : groups().get(); }
  /// The levels of the routers of a tree or butterfly; null for others.
  std::shared_ptr<LevelGeometry const> const& levels() const { return parts_->levels.get(); }
  /// The topology itself, if it is a CLEX; else null.
  std::shared_ptr<Clex const> const& clex() const { return parts_->clex; }
  /// The topology itself, if it is a k-ary n-fly; else null.
  std::shared_ptr<KaryNfly const> const& fly() const { return parts_->fly; }
  /// The topology itself, if it is PERCS; else null.
  std::shared_ptr<Percs const> const& percs() const { return parts_->percs; }

 private:
  std::shared_ptr<Parts const> parts_;
};

}  // namespace weft
