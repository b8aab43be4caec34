// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/applications/folding.hpp"

#include <algorithm>
#include <cmath>

#include "weft/collective/ranks/rank_order.hpp"

namespace weft::collective {
namespace {

/// Returns the task that is `places` tasks up or down the line, with wraparound.
std::uint32_t away(TaskGrid const& grid, std::uint32_t task, std::uint32_t dim, std::uint32_t places,
                   bool up) {
  auto const n = grid.side(dim);
  return grid.move(task, dim, (grid.coord(task, dim) + (up ? places : n - places)) % n);
}

}  // namespace

void add_broadcast_hop(TaskGrid const& grid, std::uint32_t root, std::uint32_t dim, std::uint32_t h,
                       std::uint32_t block, std::vector<Message>& out) {
  auto const reach = make_reach(grid, dim, grid.coord(root, dim));
  for (bool const up : {true, false})
    if (h < (up ? reach.up : reach.down))
      out.push_back({away(grid, root, dim, h, up), away(grid, root, dim, h + 1, up), block});
}

void add_reduction_hop(TaskGrid const& grid, std::uint32_t root, std::uint32_t dim, std::uint32_t distance,
                       std::uint32_t block, std::vector<Message>& out) {
  auto const reach = make_reach(grid, dim, grid.coord(root, dim));
  for (bool const up : {true, false})
    if (distance <= (up ? reach.up : reach.down))
      out.push_back({away(grid, root, dim, distance, up), away(grid, root, dim, distance - 1, up), block, 1,
                     Arrival::add});
}

Postcondition postcondition_among(std::vector<std::uint32_t> const& places, Holdings holdings) {
  Postcondition postcondition{.holdings = holdings, .participants = places};
  std::ranges::sort(postcondition.participants);
  return postcondition;
}

void add_broadcast_postcondition(TaskGrid const& grid, std::vector<std::uint32_t> const& places,
                                 std::uint32_t root, std::uint32_t dim, Postcondition& postcondition) {
  if (postcondition.blocks++ == 0) postcondition.first_goal = {0};
  postcondition.start.push_back(places[root]);
  for (auto const task : line_of(grid, root, dim)) postcondition.goal.push_back(places[task]);
  postcondition.first_goal.push_back(postcondition.goal.size());
}

std::vector<std::uint32_t> line_of(TaskGrid const& grid, std::uint32_t task, std::uint32_t dim) {
  std::vector<std::uint32_t> line(grid.side(dim));
  for (std::uint32_t i = 0; i < line.size(); ++i) line[i] = grid.move(task, dim, i);
  return line;
}

std::uint32_t max_hops(TaskGrid const& grid, std::uint32_t dim) {
  return grid.wraps(dim) ? grid.side(dim) / 2 : grid.side(dim) - 1;
}

namespace {

/// Assigns the dimensions of the machine from `dim` on to the dimensions of the task grid, such that products
/// of machine sides equal the sides of the task grid; returns false if this is impossible. `left`: remaining
/// factors. Equal sides are assigned in ascending order of the task dimensions, so that no division is tried
/// twice.
bool divide(Sides const& machine, std::size_t dim, Sides& left, std::vector<std::size_t>& task_dim) {
  if (dim == machine.size()) return std::ranges::all_of(left, [](std::int64_t rest) { return rest == 1; });
  auto const side = machine[dim];
  if (side == 1) return divide(machine, dim + 1, left, task_dim);
  std::size_t first = 0;
  for (auto before = dim; before-- > 0;)
    if (machine[before] == side) {
      first = task_dim[before];
      break;
    }
  for (auto t = first; t < left.size(); ++t) {
    if (left[t] % side != 0) continue;
    left[t] /= side;
    task_dim[dim] = t;
    if (divide(machine, dim + 1, left, task_dim)) return true;
    left[t] *= side;
  }
  return false;
}

/// Returns the task dimension of each dimension of the machine (last dimension fastest in both grids);
/// nullopt if there is no division.
std::optional<std::vector<std::size_t>> division(Sides const& machine, Sides const& tasks) {
  std::vector<std::size_t> task_dim(machine.size(), 0);
  auto left = tasks;
  if (!divide(machine, 0, left, task_dim)) return {};
  return task_dim;
}

}  // namespace

bool folds(Sides const& machine, Sides const& tasks) { return division(machine, tasks).has_value(); }

std::optional<Folding> fold(GridGeometry const& machine, Sides const& tasks) {
  Sides sides;
  for (auto dim = machine.dims(); dim-- > 0;) sides.push_back(machine.side(dim));
  auto const task_dim = division(sides, tasks);
  if (!task_dim) return {};
  Folding folding;
  folding.router = {0};
  for (std::size_t t = 0; t < tasks.size(); ++t) {
    std::vector<std::uint32_t> dims;
    for (std::uint32_t dim = 0; dim < machine.dims(); ++dim)
      if (machine.side(dim) > 1 && (*task_dim)[machine.dims() - 1 - dim] == t) dims.push_back(dim);
    auto const line = neighbor_order(machine, dims);
    folding.wraps.push_back(has_cycle(machine, dims));
    std::vector<std::uint32_t> routers;
    for (auto const before : folding.router)
      for (auto const offset : line) routers.push_back(before + offset);
    folding.router = std::move(routers);
  }
  return folding;
}

Sides squarest_grid(GridContext const& context) {
  auto const tasks = static_cast<std::int64_t>(context.tasks);
  std::optional<Sides> any;
  for (auto rows = static_cast<std::int64_t>(std::sqrt(static_cast<double>(tasks)) + 1e-9); rows > 0;
       --rows) {
    if (tasks % rows != 0) continue;
    Sides const grid{rows, tasks / rows};
    if (!any) any = grid;
    if (context.machine.empty()) break;
    for (auto const& turned : {grid, Sides{grid[1], grid[0]}})
      if (folds(context.machine, turned)) return turned;
  }
  return *any;
}

}  // namespace weft::collective
