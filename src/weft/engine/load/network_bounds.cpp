// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/load/network_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace weft::load {
namespace {

constexpr std::int64_t min_side = 3;  // for smaller sides, the two neighbors in a dimension coincide

/// Function object that returns the units that a task sends to other tasks, excluding its `kept` heaviest
/// destinations.
class Rest {
 public:
  explicit Rest(Communication const& communication) : communication_(communication) {
    for (std::size_t g = 0; g < communication.num_groups(); ++g) {
      auto const members = communication.group(g).members;
      std::vector<std::uint32_t> each(members.begin(), members.end());
      std::ranges::sort(each);
      distinct_.push_back(each.size() - std::ranges::unique(each).size());
    }
  }
  std::uint64_t operator()(std::uint32_t task, std::uint64_t kept) {
    flows_.assign(communication_.flows_of(task).begin(), communication_.flows_of(task).end());
    std::ranges::sort(flows_, {}, &Flow::to);
    units_.clear();
    for (std::size_t i = 0; i < flows_.size(); ++i)
      if (flows_[i].to == task)
        continue;
      else if (i > 0 && flows_[i].to == flows_[i - 1].to)
        units_.back() += flows_[i].units;
      else
        units_.push_back(flows_[i].units);
    std::ranges::sort(units_, std::ranges::greater{});
    std::uint64_t rest = 0;
    for (auto i = kept; i < units_.size(); ++i) rest += units_[i];
    for (auto const g : communication_.groups_of(task)) {
      auto const others = distinct_[g] - 1;
      rest += communication_.group(g).units * (others - std::min(kept, others));
    }
    return rest;
  }

 private:
  Communication const& communication_;
  std::vector<Flow> flows_;
  std::vector<std::uint64_t> units_;
  std::vector<std::uint64_t> distinct_;  // number of distinct members of each group
};

}  // namespace

std::uint64_t min_units_to_neighbors(Communication const& communication, Sides const& grid) {
  for (auto const side : grid)
    if (side < min_side) return 0;
  auto minimum = std::numeric_limits<std::uint64_t>::max();
  for (std::uint64_t task = 0; task < communication.num_tasks(); ++task) {
    std::uint64_t stride = 1;
    for (auto d = grid.size(); d-- > 0;) {
      auto const side = static_cast<std::uint64_t>(grid[d]), at = task / stride % side;
      for (auto const next : {(at + 1) % side, (at + side - 1) % side}) {
        std::uint64_t units = 0;
        for (auto const& flow : communication.flows_of(static_cast<std::uint32_t>(task)))
          if (flow.to == task + next * stride - at * stride) units += flow.units;
        if ((minimum = std::min(minimum, units)) == 0) return 0;
      }
      stride *= side;
    }
  }
  return minimum;
}

double min_grid_border(Sides const& sides, std::uint64_t size) {
  if (size == 0 || size >= size_of(sides)) return 0;
  auto const inside = [&](std::size_t d) {
    return static_cast<double>(size / static_cast<std::uint64_t>(sides[d]));
  };
  if (sides.size() == 2) {
    std::uint64_t sum = 0;  // minimum of p_1 + p_2
    while (sum * sum < 4 * size) ++sum;
    return 2 * std::min({static_cast<double>(sum), static_cast<double>(sides[0]) - inside(1),
                         static_cast<double>(sides[1]) - inside(0)});
  }
  auto const dims = static_cast<double>(sides.size()), volume = static_cast<double>(size);
  double lines = dims * std::pow(volume, (dims - 1) / dims);
  for (std::size_t d = 0; d < sides.size(); ++d) lines -= inside(d);
  return std::max(0.0, 2 * lines);
}

std::uint64_t min_units_between(Communication const& communication, Sides const& grid, std::uint64_t size) {
  auto const tasks = communication.num_tasks();
  if (size >= tasks) return 0;
  Rest rest(communication);
  std::uint64_t by_tasks = 0;
  for (std::uint32_t task = 0; task < tasks; ++task) by_tasks += rest(task, size - 1);
  auto const units = min_units_to_neighbors(communication, grid);
  double each = std::numeric_limits<double>::infinity();
  for (std::uint64_t s = 1; s <= size; ++s)
    each = std::min(each, min_grid_border(grid, s) / static_cast<double>(s));
  constexpr double rounding = 1e-9;
  auto const by_grid =
      std::ceil(each * static_cast<double>(tasks) * static_cast<double>(units) * (1 - rounding));
  return std::max(by_tasks, static_cast<std::uint64_t>(by_grid));
}

std::vector<Bound> network_bounds(Network const& network, Communication const& communication,
                                  Sides const& grid) {
  std::uint64_t maximum = 0, nodes = 0;
  for (std::uint32_t r = 0; r < network.num_routers(); ++r) {
    std::uint64_t const count = network.terminals_at({r}).count;
    maximum = std::max(maximum, count);
    nodes += count > 0;
  }
  double capacity = 0;
  for (std::uint32_t c = 0; c < network.num_channels(); ++c) capacity += network.bandwidth({c});
  auto const leaving = min_units_between(communication, grid, maximum);
  if (leaving == 0) return {};
  double const mean_task =
      static_cast<double>(communication.total_units()) / static_cast<double>(communication.num_tasks());
  double const per_node = static_cast<double>(network.num_terminals()) / static_cast<double>(nodes);
  return {{"all channels: traffic that leaves a router uses at least one",
           per_node * mean_task * capacity / static_cast<double>(leaving)}};
}

}  // namespace weft::load
