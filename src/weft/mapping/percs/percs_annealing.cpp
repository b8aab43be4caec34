// SPDX-License-Identifier: Apache-2.0
#include "weft/mapping/percs/percs_annealing.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <numeric>

#include "weft/core/error.hpp"
#include "weft/core/parallel.hpp"
#include "weft/mapping/percs/supernode_labels.hpp"

namespace weft::mapping {
namespace {

/// A rearrangement of the start: the contents of node 32 s + i move to node 32 label[s] + position[32 s + i].
struct Layout {
  std::vector<std::uint32_t> label, position;
  std::int64_t max_load = std::numeric_limits<std::int64_t>::max();
};

class PercsSearch {
 public:
  PercsSearch(PercsPaths const& paths, load::PlacedTasks const& tasks, PercsAnnealing::Params const& params,
              std::uint64_t seed, Progress& progress)
      : paths_(paths),
        params_(params),
        seed_(seed),
        progress_(progress),
        traffic_(tasks),
        max_d_load_(d_load(tasks)) {}

  Layout best() {
    std::uint64_t const searches = (params_.labels ? 1 : 0) + (params_.contents ? paths_.supernodes() : 0);
    progress_.start(
        "annealing",
        static_cast<std::uint64_t>(params_.moves) * static_cast<std::uint64_t>(params_.rounds) * searches,
        "swaps");
    Layout best = identity();
    best.max_load = max_load(best.label);
    for (std::int64_t round = 0; round < params_.rounds && best.max_load > max_d_load_ && in_time();
         ++round) {
      auto found = one(static_cast<std::uint64_t>(round));
      if (found.max_load < best.max_load) best = std::move(found);
    }
    progress_.finish();
    return best;
  }

 private:
  enum Stage : std::uint32_t { labels = 1, contents = 2 };

  Layout identity() const {
    Layout layout;
    layout.label.resize(paths_.supernodes());
    layout.position.resize(traffic_.num_nodes());
    std::iota(layout.label.begin(), layout.label.end(), 0u);
    for (std::uint32_t node = 0; node < layout.position.size(); ++node)
      layout.position[node] = node % supernode_size;
    return layout;
  }
  Layout one(std::uint64_t round) {
    Layout layout = identity();
    if (params_.labels) layout.label = choose_labels(round);
    if (params_.contents)
      arrange(layout, round);
    else
      layout.max_load = max_load(layout.label);
    return layout;
  }
  std::vector<std::uint32_t> choose_labels(std::uint64_t round) const {
    Rng const random(seed_, Purpose::placement, round << 32, labels);
    if (paths_.direct()) return spread_residues(paths_, traffic_, budget(), random);
    return gather_residues(paths_, traffic_, without_middle(), budget(), random);
  }
  /// Returns, for each pair of nodes of a supernode, the maximum load of their channel over all supernodes,
  /// without middle hops.
  load::NodeMatrix without_middle() const {
    load::NodeMatrix max{};
    auto const label = identity().label;
    load::SupernodeDemands const demands(paths_, traffic_, label);
    for (std::uint32_t s = 0; s < paths_.supernodes(); ++s) {
      auto demand = demands.of(s);
      demand.middle = {};
      load::SupernodeLoads const loads(demand);
      for (std::uint32_t u = 0; u < supernode_size; ++u)
        for (std::uint32_t v = 0; v < supernode_size; ++v) max[u][v] = std::max(max[u][v], loads.load(u, v));
    }
    return max;
  }
  void arrange(Layout& layout, std::uint64_t round) const {
    load::SupernodeDemands const demands(paths_, traffic_, layout.label);
    std::vector<std::int64_t> max_load(paths_.supernodes());
    parallel_for(paths_.supernodes(), [&](std::size_t s, unsigned) {
      auto const found = anneal_supernode(demands.of(static_cast<std::uint32_t>(s)), max_d_load_, budget(),
                                          Rng(seed_, Purpose::placement, round << 32 | s, contents));
      max_load[s] = found.max_load;
      for (std::uint32_t u = 0; u < supernode_size; ++u)
        layout.position[s * supernode_size + found.content[u]] = u;
    });
    layout.max_load = std::max(max_d_load_, std::ranges::max(max_load));
  }
  std::int64_t max_load(std::vector<std::uint32_t> const& label) const {
    load::SupernodeDemands const demands(paths_, traffic_, label);
    auto max = max_d_load_;
    for (std::uint32_t s = 0; s < paths_.supernodes(); ++s)
      max = std::max(max, load::SupernodeLoads(demands.of(s)).max_load());
    return max;
  }
  /// Returns the weighted load of the most loaded D link, which the search does not change.
  std::int64_t d_load(load::PlacedTasks const& tasks) const {
    return static_cast<std::int64_t>(load::percs_loads(paths_, tasks).classes.front().max) * load::d_weight;
  }
  bool in_time() const {
    return params_.seconds == 0 ||
           std::chrono::steady_clock::now() - begin_ < std::chrono::duration<double>(params_.seconds);
  }
  MoveBudget budget() const {
    return {params_.moves, [this](std::int64_t moves) {
              progress_.advance(static_cast<std::uint64_t>(moves));
              return in_time();
            }};
  }

  PercsPaths const& paths_;
  PercsAnnealing::Params const& params_;
  std::uint64_t seed_;
  Progress& progress_;
  load::NodeTraffic traffic_;
  std::int64_t max_d_load_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// Throws InputError if weighted loads might not fit in 64 bits.
void check_range(PercsPaths const& paths, Communication const& communication) {
  auto const max =
      static_cast<unsigned __int128>(communication.total_units()) * paths.denominator() * 8 * load::lr_weight;
  if (max >> 62 != 0)
    throw InputError("the loads exceed 62 bits",
                     "the product of units sent and the denominator of the routing is too large",
                     "scale the weights down", "mapping");
}

}  // namespace

Placement PercsAnnealing::place(MappingContext const& context) const {
  require_percs(context, name, "the search swaps nodes and supernodes");
  if (context.communication == nullptr)
    throw InputError("percs_annealing needs a communication pattern", "the search minimizes loads",
                     "specify the traffic of the tasks", "mapping");
  check_fits(context);
  auto const paths =
      context.percs_paths != nullptr ? *context.percs_paths : PercsPaths(*context.percs(), {}, true);
  check_range(paths, *context.communication);
  auto placement = start_placement(context, params_.start, name);
  load::PlacedTasks const tasks(*context.communication, placement, paths.supernodes());
  auto const layout = PercsSearch(paths, tasks, params_, context.seed, *context.progress).best();
  constexpr auto each = PercsCounts::processors_per_node;
  Placement better(placement.size());
  for (std::size_t task = 0; task < placement.size(); ++task) {
    auto const node = placement[task] / each;
    better[task] = (layout.label[node / supernode_size] * supernode_size + layout.position[node]) * each +
                   placement[task] % each;
  }
  return better;
}

std::vector<PercsAnnealing::Params> PercsAnnealing::candidate_params(MappingContext const& context) {
  if (!context.percs_paths || context.communication == nullptr) return {};
  return {{.moves = 100000}};
}

double PercsAnnealing::throughput_bound(load::Loads const& loads) {
  return loads.throughput(*std::ranges::find(loads.classes, "D", &load::ClassLoad::name));
}
}  // namespace weft::mapping
