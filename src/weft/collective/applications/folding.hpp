#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "weft/collective/applications/application.hpp"
#include "weft/network/geometry/grid_geometry.hpp"

namespace weft::collective {

/// A task grid laid through a grid of routers so that neighbors are neighbors.
struct Folding {
  std::vector<std::uint32_t> router;  ///< of each task
  std::vector<bool>
      wraps;  ///< per task dimension: whether its last task is next to its first in the machine, too
};

/// Lays each dimension of the task grid (the last the fastest) through some dimensions of the machine whose
/// sides multiply to its own: along a Hamiltonian cycle if there is one, else along a path. Nothing if there
/// is no such division of the machine's dimensions. (Solomonik, Network interconnect topologies, lecture 29:
/// algorithms of two dimensions on a 2k-D torus whose rows and columns are k-D tori, halos unfolded from tori
/// of more dimensions.)
std::optional<Folding> fold(GridGeometry const& machine, Sides const& tasks);

/// Whether fold() gives something, from the sides of the machine alone, in the same order.
bool folds(Sides const& machine, Sides const& tasks);

/// Rows x columns, as nearly equal as possible: those that fold, if there are any, else any.
Sides squarest_grid(GridContext const& context);

}  // namespace weft::collective
