#include "weft/collective/applications/folding.hpp"

#include <algorithm>
#include <cmath>

#include "weft/collective/ranks/rank_order.hpp"

namespace weft::collective {
namespace {

/// Divides the machine's dimensions among those of the task grid, whose sides `left` are the products. Later
/// sides among equal ones go to later task dimensions, so that no division is tried twice.
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

/// The task dimension of each dimension of the machine (both the last the fastest).
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
