// SPDX-License-Identifier: Apache-2.0
#include "weft/mapping/scotch.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <optional>

#include "weft/mapping/scotch_library.hpp"
#include "weft/mapping/search/congestion.hpp"
#include "weft/mapping/task_graph.hpp"

namespace weft::mapping {
namespace {

/// Returns the machine graph with lengths as arc weights instead of bandwidths.
WeightedGraph with_lengths(WeightedGraph machine, ScotchLengths lengths) {
  constexpr double shortest = 16;
  auto const max = static_cast<double>(machine.arc_weight.empty() ? 1 : std::ranges::max(machine.arc_weight));
  for (auto& weight : machine.arc_weight)
    weight = lengths == ScotchLengths::hops
                 ? 1
                 : std::max<std::int64_t>(1, std::llround(shortest * max / static_cast<double>(weight)));
  return machine;
}

/// Assigns the tasks of each router to its terminals. Excess tasks, those with the least traffic, move to the
/// nearest free terminals.
Placement onto_terminals(std::vector<std::uint32_t> const& router, TaskGraph const& tasks,
                         Network const& network) {
  std::vector<std::uint64_t> volume(router.size());
  std::vector<std::uint32_t> order(router.size());
  for (std::uint32_t task = 0; task < router.size(); ++task) volume[task] = tasks.volume(task);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater{}, [&](auto task) { return volume[task]; });
  FreeTerminals free(network);
  Placement placement(router.size());
  std::vector<std::uint32_t> left_over;
  for (auto const task : order)
    if (free.left({router[task]}) > 0)
      placement[task] = free.reserve({router[task]});
    else
      left_over.push_back(task);
  for (auto const task : left_over) placement[task] = free.reserve(free.nearest({router[task]}));
  return placement;
}

}  // namespace

Placement Scotch::place(MappingContext const& context) const {
  auto const begin = std::chrono::steady_clock::now();
  auto const seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  check_fits(context);
  SearchContext const search_context(context, name);
  ScotchMapper mapper(search_context.tasks().weighted(),
                      with_lengths(machine_graph(search_context.network()), params_.lengths),
                      params_.imbalance);
  auto costs = search_context.costs();
  std::optional<Congestion> congestion;
  Placement best;
  CongestionValue best_value;
  context.progress->start("scotch", params_.seconds > 0 ? 0 : static_cast<std::uint64_t>(params_.tries),
                          "tries");
  for (std::int64_t i = 0; i < params_.tries || seconds() < params_.seconds; ++i) {
    auto const router = mapper.map(context.seed + static_cast<std::uint64_t>(i));
    auto placement = onto_terminals(router, search_context.tasks(), search_context.network());
    if (congestion)
      congestion->reset(placement);
    else
      congestion.emplace(search_context.tasks(), search_context.network(), costs, placement);
    if (best.empty() || congestion->value() < best_value) {
      best_value = congestion->value();
      best = std::move(placement);
    }
    context.progress->advance();
  }
  context.progress->finish();
  return best;
}
}  // namespace weft::mapping
