#pragma once

#include <memory>
#include <string>
#include <vector>

#include "weft/network/network.hpp"
#include "weft/routing/vc/grid/grid_geometry.hpp"
#include "weft/routing/vc/group/group_geometry.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/kary_nfly.hpp"

namespace weft::vc {

using NetworkPtr = std::shared_ptr<Network const>;

/// What routings bind to: a network, and what its topology knows of its shape. So routings are compiled once for all topologies.
struct Subject {
  std::string topology;  ///< its name
  NetworkPtr network;
  std::shared_ptr<GridGeometry const> grid = {};  ///< of Cartesian topologies, else null
  std::shared_ptr<GroupGeometry const> groups =
      {};  ///< of cliques linked with one another (dragonfly, PERCS), else null
  std::vector<std::uint8_t> level =
      {};  ///< of each router, from the terminals up, of trees and butterflies; else empty
  std::shared_ptr<Clex const> clex = {};     ///< else null
  std::shared_ptr<KaryNfly const> fly = {};  ///< else null
};

/// Whether routings see a subject as a grid, or as a network of groups. After failures they take it as a graph.
inline bool is_whole_grid(Subject const& subject) {
  return subject.grid != nullptr && !subject.network->has_failures();
}
inline bool is_whole_groups(Subject const& subject) {
  return subject.groups != nullptr && !subject.network->has_failures();
}
/// Whether every terminal is injected into the router that it is ejected from, so that packets can set out again from where they have come.
bool has_two_way_terminals(Subject const& subject);

}  // namespace weft::vc
