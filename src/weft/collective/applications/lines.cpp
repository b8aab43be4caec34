#include "weft/collective/applications/lines.hpp"

#include <algorithm>

namespace weft::collective {
namespace {

/// The task so many places up or down the line, modulo its length.
std::uint32_t away(TaskGrid const& grid, std::uint32_t task, std::uint32_t dim, std::uint32_t places,
                   bool up) {
  auto const n = grid.side(dim);
  return grid.move(task, dim, (grid.coord(task, dim) + (up ? places : n - places)) % n);
}

}  // namespace

void add_broadcast_hop(TaskGrid const& grid, std::uint32_t root, std::uint32_t dim, std::uint32_t h,
                       std::uint32_t block, std::vector<Message>& out) {
  auto const reach = reach_of(grid, dim, grid.coord(root, dim));
  for (bool const up : {true, false})
    if (h < (up ? reach.up : reach.down))
      out.push_back({away(grid, root, dim, h, up), away(grid, root, dim, h + 1, up), block});
}

void add_reduction_hop(TaskGrid const& grid, std::uint32_t root, std::uint32_t dim, std::uint32_t distance,
                       std::uint32_t block, std::vector<Message>& out) {
  auto const reach = reach_of(grid, dim, grid.coord(root, dim));
  for (bool const up : {true, false})
    if (distance <= (up ? reach.up : reach.down))
      out.push_back({away(grid, root, dim, distance, up), away(grid, root, dim, distance - 1, up), block, 1,
                     Arrival::add});
}

Promise promise_among(std::vector<std::uint32_t> const& places, Holdings holdings) {
  Promise promise{.holdings = holdings, .participants = places};
  std::ranges::sort(promise.participants);
  return promise;
}

void promise_broadcast(TaskGrid const& grid, std::vector<std::uint32_t> const& places, std::uint32_t root,
                       std::uint32_t dim, Promise& promise) {
  if (promise.blocks++ == 0) promise.first_goal = {0};
  promise.start.push_back(places[root]);
  for (auto const task : line_of(grid, root, dim)) promise.goal.push_back(places[task]);
  promise.first_goal.push_back(promise.goal.size());
}

std::vector<std::uint32_t> line_of(TaskGrid const& grid, std::uint32_t task, std::uint32_t dim) {
  std::vector<std::uint32_t> line(grid.side(dim));
  for (std::uint32_t i = 0; i < line.size(); ++i) line[i] = grid.move(task, dim, i);
  return line;
}

std::uint32_t max_hops(TaskGrid const& grid, std::uint32_t dim) {
  return grid.wraps(dim) ? grid.side(dim) / 2 : grid.side(dim) - 1;
}

}  // namespace weft::collective
