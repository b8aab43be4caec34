// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/trees/in_network.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "weft/collective/trees/tree.hpp"
#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"

namespace weft::collective {
namespace {

constexpr std::uint32_t unreached = 0xffffffff, max_candidates = 2048;

/// The maximum number of hops from a vertex to a rank, and the sum over all ranks, which breaks ties.
using Eccentricity = std::pair<std::uint64_t, std::uint64_t>;

/// Breadth-first searches over channels that have not failed. Both channels of a link fail together, so
/// distances are symmetric.
class DistanceSearches {
 public:
  explicit DistanceSearches(TransferNetwork const& network) : network_(network), lists_(network) {}

  /// Returns, for each of `routers`, the maximum distance and the sum of the distances to `ranks`, computed
  /// by searches from the smaller of the two sets.
  std::vector<Eccentricity> remoteness(std::vector<std::uint32_t> const& routers,
                                       std::vector<std::uint32_t> const& ranks) {
    std::vector<Eccentricity> of(routers.size());
    for (auto const from : ranks.size() < routers.size() ? ranks : std::vector<std::uint32_t>{}) {
      search(from);
      for (std::size_t i = 0; i < routers.size(); ++i) add(hops_[routers[i]], of[i]);
    }
    for (std::size_t i = 0; i < routers.size() && ranks.size() >= routers.size(); ++i) {
      search(routers[i]);
      for (auto const v : ranks) add(hops_[v], of[i]);
    }
    return of;
  }

 private:
  static void add(std::uint32_t hops, Eccentricity& sum) {
    sum.first = std::max<std::uint64_t>(sum.first, hops);
    sum.second += hops;
  }
  void search(std::uint32_t from) {
    throw_if_interrupted();
    hops_.assign(network_.num_vertices(), unreached);
    queue_.assign(1, from);
    hops_[from] = 0;
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      if (i > 0 && !network_.passes(queue_[i])) continue;
      for (auto const c : lists_.out_of(queue_[i])) {
        auto const to = network_.target(c);
        if (network_.bandwidth(c) <= 0 || hops_[to] != unreached) continue;
        hops_[to] = hops_[queue_[i]] + 1;
        queue_.push_back(to);
      }
    }
  }

  TransferNetwork const& network_;
  ChannelLists const lists_;
  std::vector<std::uint32_t> hops_, queue_;
};

/// Returns the most central routers, ascending, excluding hosts; the first router if no router reaches all
/// ranks.
std::vector<std::uint32_t> centers_of(Ranks const& ranks) {
  std::vector<std::uint32_t> routers, spread;
  for (std::uint32_t r = 0; r < ranks.network().num_routers(); ++r)
    if (ranks.network().passes(r)) routers.push_back(r);
  auto const candidates = std::min<std::size_t>(routers.size(), max_candidates);
  for (std::size_t i = 0; i < candidates; ++i) spread.push_back(routers[i * routers.size() / candidates]);
  auto const remoteness = DistanceSearches(ranks.network()).remoteness(spread, ranks.vertices());
  auto const minimum = *std::ranges::min_element(remoteness);
  if (minimum.first == unreached) return {spread[0]};
  std::vector<std::uint32_t> centers;
  for (std::size_t i = 0; i < spread.size(); ++i)
    if (remoteness[i] == minimum) centers.push_back(spread[i]);
  return centers;
}

/// The undirected tree of a group, as adjacency lists.
class GroupTree {
 public:
  GroupTree(TransferNetwork const& network, std::uint32_t center)
      : network_(network), lists_(network), ends_(network.num_vertices()) {
    auto const tree = breadth_first_tree(network, center, TreeDirection::down);
    for (auto const& node : tree.nodes) {
      if (node.depth == 0) continue;
      auto const parent = tree.nodes[node.parent].vertex;
      ends_[node.vertex].push_back(parent);
      ends_[parent].push_back(node.vertex);
    }
  }

  /// Returns the tree, rooted at `root`.
  Tree rooted(std::uint32_t root, TreeDirection direction) const {
    ParentChannels parents(network_.num_vertices(), network_.num_channels());
    std::vector<std::uint32_t> queue{root};
    std::vector<bool> seen(network_.num_vertices());
    seen[root] = true;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      auto const at = queue[i];
      for (auto const v : ends_[at]) {
        if (seen[v]) continue;
        seen[v] = true;
        parents[v] = direction == TreeDirection::down ? channel(at, v) : channel(v, at);
        queue.push_back(v);
      }
    }
    return make_tree(network_, root, direction, parents);
  }

 private:
  std::uint32_t channel(std::uint32_t from, std::uint32_t to) const {
    for (auto const c : lists_.out_of(from))
      if (network_.target(c) == to && network_.bandwidth(c) > 0) return c;
    throw std::logic_error("a link of the tree has no channel back");
  }

  TransferNetwork const& network_;
  ChannelLists const lists_;
  std::vector<std::vector<std::uint32_t>> ends_;
};

}  // namespace

bool InNetwork::serves(Operation operation) {
  return operation == Operation::broadcast || operation == Operation::reduce ||
         operation == Operation::allreduce || operation == Operation::barrier;
}

void InNetwork::check_machine(Ranks const& ranks, Task const&) const {
  auto const& network = *ranks.machine().network();
  bool simultaneous = network.is_bidirectional();
  for (std::uint32_t e = 0; e < network.num_terminals(); ++e)
    simultaneous = simultaneous && network.injection_router({e}) == network.ejection_router({e});
  if (!simultaneous)
    throw InputError(fmt::format("{} cannot run on {}", name, ranks.machine().topology()),
                     "needs channels in both directions", "use single_tree");
  auto const routers = ranks.network().num_routers();
  if (params_.router >= static_cast<std::int64_t>(routers))
    throw InputError(fmt::format("{}:router={}", name, params_.router),
                     fmt::format("must be in [0, {}]", routers - 1));
  if (params_.router >= 0 && !ranks.network().passes(static_cast<std::uint32_t>(params_.router)))
    throw InputError(fmt::format("{}:router={}", name, params_.router),
                     "the router is a host, which does not forward", "use a switch");
}

std::uint32_t InNetwork::center(Ranks const& ranks, std::uint32_t group) const {
  if (params_.router >= 0) return static_cast<std::uint32_t>(params_.router);
  auto const centers = centers_of(ranks);
  return centers[group % centers.size()];
}

Forest InNetwork::forest(Ranks const& ranks, Task const& task, std::uint32_t center) const {
  GroupTree const group(ranks.network(), center);
  bool const has_root = task.operation == Operation::broadcast || task.operation == Operation::reduce;
  auto const root = has_root ? ranks[task.root] : center;
  auto members = ranks.vertices();
  std::ranges::sort(members);
  Forest forest;
  for (auto const direction : {TreeDirection::down, TreeDirection::up})
    if (sends_along(task.operation, direction))
      (direction == TreeDirection::down ? forest.down : forest.up)
          .push_back(pruned(group.rooted(root, direction), members));
  return forest;
}

Plan InNetwork::plan(Ranks const& ranks, Task const& task) const {
  auto const middle = center(ranks);
  auto forest = this->forest(ranks, task, middle);
  std::uint64_t hops = 0;
  for (auto const* trees : {&forest.down, &forest.up})
    for (auto const& tree : *trees) hops += tree.depth();
  auto plan = plan_on_trees(ranks, task, std::move(forest));
  plan.adds_in_routers = true;
  plan.rounds = 1;
  plan.hops_per_round = std::max<std::uint64_t>(hops, 1) - 1;  // excluding the hop from the host
  if (!plan.text.empty()) plan.text = fmt::format("around router {}, {}", middle, plan.text);
  return plan;
}

}  // namespace weft::collective
