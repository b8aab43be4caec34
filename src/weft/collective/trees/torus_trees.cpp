#include "weft/collective/trees/torus_trees.hpp"

namespace weft::collective {
namespace {

/// Dimensions of side 2 with one link.
std::size_t simple_dimensions(GridGeometry const& grid) {
  std::size_t count = 0;
  for (auto const dim : grid.proper_dims()) count += grid.port(0, dim, true) == grid.port(0, dim, false);
  return count;
}

bool is_hypercube(GridGeometry const& grid) {
  auto const dims = grid.proper_dims().size();
  return dims > 0 && simple_dimensions(grid) == dims;
}

/// The dimension along which router v, seen from the root, has its parent in tree (dims[i], either sign).
std::uint32_t parent_dimension(GridGeometry const& grid, std::vector<std::uint32_t> const& dims,
                               std::size_t i, std::uint32_t v, std::uint32_t root) {
  auto const differs = [&](std::uint32_t dim) { return grid.coord(v, dim) != grid.coord(root, dim); };
  if (!differs(dims[i])) return dims[i];
  auto last = i;
  for (std::size_t step = 1; step < dims.size(); ++step)
    if (auto const j = (i + step) % dims.size(); differs(dims[j])) last = j;
  return dims[last];
}

}  // namespace

bool has_arc_disjoint_trees(GridGeometry const& grid) {
  return grid.is_torus() && (simple_dimensions(grid) == 0 || is_hypercube(grid));
}

std::vector<Tree> torus_trees(TransferNetwork const& network, GridGeometry const& grid, std::uint32_t root,
                              Way way) {
  auto const dims = grid.proper_dims();
  std::vector<Tree> trees;
  for (bool const up : {true, false}) {
    if (!up && is_hypercube(grid)) break;
    for (std::size_t i = 0; i < dims.size(); ++i) {
      ParentChannels parents(network.num_vertices(), network.num_channels());
      for (std::uint32_t v = 0; v < network.num_vertices(); ++v) {
        if (v == root) continue;
        auto const dim = parent_dimension(grid, dims, i, v, root);
        bool const down = way == Way::down;
        auto const from = down ? grid.neighbor(v, dim, !up) : v;
        parents[v] = network.channel({from}, {grid.port(from, dim, up == down)});
      }
      trees.push_back(make_tree(network, root, way, parents));
    }
  }
  return trees;
}

}  // namespace weft::collective
