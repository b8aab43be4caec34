// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/trees/tree_plan.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "weft/collective/postconditions.hpp"
#include "weft/collective/trees/tree.hpp"
#include "weft/collective/trees/tree_parts.hpp"
#include "weft/core/error.hpp"

namespace weft::collective {
namespace {

/// Returns, for each of the first `count` trees, the node of each rank.
std::vector<std::vector<std::uint32_t>> nodes_of(std::vector<Tree> const& trees, std::size_t count,
                                                 std::vector<std::uint32_t> const& ranks) {
  auto const vertices = *std::ranges::max_element(ranks) + std::size_t{1};
  std::vector<std::vector<std::uint32_t>> nodes;
  std::vector<std::uint32_t> node_of(vertices);
  for (std::size_t t = 0; t < count; ++t) {
    for (std::uint32_t i = 0; i < trees[t].nodes.size(); ++i)
      if (trees[t].nodes[i].vertex < vertices) node_of[trees[t].nodes[i].vertex] = i;
    auto& of_tree = nodes.emplace_back();
    for (auto const v : ranks) of_tree.push_back(node_of[v]);
  }
  return nodes;
}

/// Returns the blocks of each of `trees` trees: blocks 0 .. blocks - 1 are assigned to the trees round-robin.
std::vector<std::vector<std::uint32_t>> distribute_blocks(std::uint32_t blocks, std::size_t trees) {
  std::vector<std::vector<std::uint32_t>> dealt(trees);
  for (std::uint32_t b = 0; b < blocks; ++b) dealt[b % trees].push_back(b);
  return dealt;
}

/// Returns, for each of the first `count` trees, its parcels: blocks r * packets + q, packet q of each rank r
/// except `without`. All trees have the same number of parcels, or the first trees have one more. The blocks
/// that gain most from a tree are assigned first.
std::vector<std::vector<Parcel>> distribute_parcels(std::vector<Tree> const& trees, std::size_t count,
                                                    std::vector<std::uint32_t> const& ranks,
                                                    std::uint32_t packets, std::uint32_t without) {
  auto const nodes = nodes_of(trees, count, ranks);
  auto const depth = [&](std::size_t t, std::uint32_t rank) { return trees[t].nodes[nodes[t][rank]].depth; };
  std::vector<std::uint32_t> order, gain(ranks.size());
  for (std::uint32_t r = 0; r < ranks.size(); ++r) {
    if (r == without) continue;
    order.push_back(r);
    std::uint32_t minimum = depth(0, r), maximum = minimum;
    for (std::size_t t = 1; t < count; ++t) {
      minimum = std::min(minimum, depth(t, r));
      maximum = std::max(maximum, depth(t, r));
    }
    gain[r] = maximum - minimum;
  }
  std::ranges::stable_sort(order, std::greater{}, [&](std::uint32_t r) { return gain[r]; });
  std::vector<std::vector<Parcel>> dealt(count);
  auto const total = std::uint64_t{packets} * order.size();
  std::vector<std::uint64_t> quota(count);
  for (std::size_t t = 0; t < count; ++t) quota[t] = total / count + (t < total % count ? 1 : 0);
  for (auto const r : order)
    for (std::uint32_t q = 0; q < packets; ++q) {
      std::size_t best = count;
      for (std::size_t t = 0; t < count; ++t)
        if (dealt[t].size() < quota[t] && (best == count || depth(t, r) < depth(best, r))) best = t;
      dealt[best].push_back({nodes[best][r], r * packets + q});
    }
  return dealt;
}

std::uint64_t end_of(std::vector<TreePartPtr> const& parts) {
  std::uint64_t last = 0;
  for (auto const& part : parts) last = std::max(last, part->end());
  return last;
}

/// Schedule of the concurrent parts of all trees.
class TreeSchedule final : public Schedule {
 public:
  TreeSchedule(std::shared_ptr<Forest const> forest, Postcondition postcondition, std::uint32_t width,
               std::vector<TreePartPtr> parts)
      : forest_(std::move(forest)),
        postcondition_(std::move(postcondition)),
        width_(width),
        parts_(std::move(parts)),
        end_(end_of(parts_)) {}
  Postcondition const& postcondition() const override { return postcondition_; }
  bool next(Step& step) override {
    if (at_ == end_) return false;
    step.width = width_;
    step.transfers.clear();
    for (auto& part : parts_) part->append(at_, step.transfers);
    ++at_;
    return true;
  }
  void rewind() override {
    at_ = 0;
    for (auto& part : parts_) part->rewind();
  }

 private:
  std::shared_ptr<Forest const> forest_;
  Postcondition postcondition_;
  std::uint32_t width_;
  std::vector<TreePartPtr> parts_;
  std::uint64_t at_ = 0, end_;
};

Postcondition promise_of(Ranks const& ranks, Task const& task) {
  switch (task.operation) {
    case Operation::broadcast:
      return broadcast_postcondition(ranks, broadcast_order(ranks.size(), task), task.packets);
    case Operation::scatter:
      return scatter_postcondition(ranks, task.root, all_ranks(ranks.size()), task.packets);
    case Operation::gather:
      return gather_postcondition(ranks, task.root, all_ranks(ranks.size()), task.packets);
    case Operation::allgather: return allgather_postcondition(ranks, task.packets);
    case Operation::reduce: return reduce_postcondition(ranks, task.root, task.packets);
    default: return allreduce_postcondition(ranks, task.packets);
  }
}

/// Layout of a plan: the number of trees, whether both directions are used simultaneously, the width of
/// steps, and the batch size.
struct Layout {
  std::size_t trees = 1;
  bool simultaneous = false;
  std::uint32_t width = 1, batch = 1;
};

/// Factory of the parts of an operation with a layout.
class PartMaker {
 public:
  PartMaker(Ranks const& ranks, Task const& task, Forest const& forest, Layout const& layout)
      : ranks_(ranks), task_(task), forest_(forest), layout_(layout) {}

  std::vector<TreePartPtr> parts() {
    switch (task_.operation) {
      case Operation::broadcast: broadcast(0); break;
      case Operation::reduce: reduce(); break;
      case Operation::scatter: scatter(); break;
      case Operation::gather: gather(); break;
      case Operation::allgather: allgather(); break;
      default: allreduce();
    }
    return std::move(parts_);
  }

 private:
  PartTiming from(std::uint64_t first) const { return {first, layout_.batch}; }

  void broadcast(std::uint64_t first) {
    auto dealt = distribute_blocks(task_.packets, layout_.trees);
    for (std::size_t t = 0; t < layout_.trees; ++t)
      parts_.push_back(broadcast_part(forest_.down[t], std::move(dealt[t]), from(first)));
  }
  void reduce() {
    auto dealt = distribute_blocks(task_.packets, layout_.trees);
    for (std::size_t t = 0; t < layout_.trees; ++t)
      parts_.push_back(reduce_part(forest_.up[t], std::move(dealt[t]), from(0)));
  }
  void scatter() {
    auto const dealt =
        distribute_parcels(forest_.down, layout_.trees, ranks_.vertices(), task_.packets, task_.root);
    for (std::size_t t = 0; t < layout_.trees; ++t)
      parts_.push_back(scatter_part(forest_.down[t], dealt[t], from(0)));
  }
  void gather() {
    auto const dealt =
        distribute_parcels(forest_.up, layout_.trees, ranks_.vertices(), task_.packets, task_.root);
    for (std::size_t t = 0; t < layout_.trees; ++t)
      parts_.push_back(gather_part(forest_.up[t], dealt[t], from(0)));
  }
  /// Adds the parts of an allreduce. A batch is complete at the root `depth` steps after the leaves have
  /// started, and can be broadcast immediately.
  void allreduce() {
    reduce();
    if (!layout_.simultaneous) return broadcast(end_of(parts_));
    auto dealt = distribute_blocks(task_.packets, layout_.trees);
    for (std::size_t t = 0; t < layout_.trees; ++t)
      parts_.push_back(broadcast_part(forest_.down[t], std::move(dealt[t]), from(forest_.up[t].depth())));
  }
  void allgather() {
    constexpr auto nobody = 0xffffffffu;
    auto const dealt =
        distribute_parcels(forest_.up, layout_.trees, ranks_.vertices(), task_.packets, nobody);
    for (std::size_t t = 0; t < layout_.trees; ++t)
      parts_.push_back(gather_part(forest_.up[t], dealt[t], from(0)));
    auto const gathered = end_of(parts_);
    for (std::size_t t = 0; t < layout_.trees; ++t) {
      std::vector<std::uint32_t> blocks;
      for (auto const& parcel : dealt[t])
        if (parcel.node == 0) blocks.push_back(parcel.block);
      auto first = layout_.simultaneous ? 0 : gathered;
      for (auto const& arrival : gather_arrivals(forest_.up[t], dealt[t], from(0))) {
        auto const batches_before = blocks.size() / layout_.batch;
        if (arrival.step + 1 > first + batches_before) first = arrival.step + 1 - batches_before;
        blocks.push_back(arrival.block);
      }
      parts_.push_back(broadcast_part(forest_.down[t], std::move(blocks), from(first)));
    }
  }

  Ranks const& ranks_;
  Task const& task_;
  Forest const& forest_;
  Layout layout_;
  std::vector<TreePartPtr> parts_;
};

/// Returns the number of blocks that the busiest vertex sends per step with batches of one block.
std::uint32_t busiest(TransferNetwork const& network, Operation operation, Forest const& forest,
                      Layout const& layout) {
  std::vector<std::uint32_t> down(network.num_vertices()), up(network.num_vertices());
  for (std::size_t t = 0; t < layout.trees; ++t) {
    if (sends_along(operation, TreeDirection::down))
      for (auto const& node : forest.down[t].nodes) {
        auto const parent = forest.down[t].nodes[node.parent].vertex;
        if (node.depth > 0 && (operation != Operation::scatter || node.depth == 1)) ++down[parent];
        if (node.depth > 0 && operation == Operation::scatter) ++down[node.vertex];
      }
    if (sends_along(operation, TreeDirection::up))
      for (auto const& node : forest.up[t].nodes)
        if (node.depth > 0) ++up[node.vertex];
  }
  std::uint32_t maximum = 1;
  for (std::uint32_t v = 0; v < network.num_vertices(); ++v)
    maximum = std::max(maximum, layout.simultaneous ? down[v] + up[v] : std::max(down[v], up[v]));
  return maximum;
}

double min_bandwidth(TransferNetwork const& network, Forest const& forest, std::size_t trees) {
  double minimum = std::numeric_limits<double>::infinity();
  for (auto const* side : {&forest.down, &forest.up})
    for (std::size_t t = 0; t < std::min(trees, side->size()); ++t)
      for (auto const& node : (*side)[t].nodes)
        if (node.depth > 0) minimum = std::min(minimum, network.bandwidth(node.channel));
  return minimum;
}

/// Returns candidate layouts: the layouts that are Pareto-optimal in latency and throughput.
std::vector<Layout> layouts_of(Ranks const& ranks, Task const& task, Forest const& forest,
                               std::size_t simultaneous_trees) {
  std::vector<Layout> layouts;
  auto const maximum = std::max(forest.down.size(), forest.up.size());
  bool const both_directions =
      sends_along(task.operation, TreeDirection::down) && sends_along(task.operation, TreeDirection::up);
  auto const add = [&](std::size_t trees, bool simultaneous) {
    Layout layout{trees, simultaneous, 1, 1};
    auto const bandwidth = min_bandwidth(ranks.network(), forest, trees);
    double const busy = busiest(ranks.network(), task.operation, forest, layout);
    double const sends = task.sends == 0 ? busy * 1e6 : task.sends;
    auto const enough = std::max(16.0, std::ceil(std::max(1 / bandwidth, busy / sends)));
    auto const limit = std::min(bandwidth, sends / busy);
    double rate = 0;
    for (std::uint32_t width = 1; width <= enough || (rate < 0.99 * limit && width <= 8 * enough); ++width) {
      auto const batch = std::min({blocks_carried(bandwidth, width), std::floor(sends * width / busy), 1e6});
      if (batch <= rate * width + 1e-9) continue;
      rate = batch / width;
      layouts.push_back({trees, simultaneous, width, static_cast<std::uint32_t>(batch)});
    }
  };
  for (auto trees = task.sends == 0 ? maximum : 1; trees <= maximum; ++trees) {
    add(trees, false);
    if (both_directions && trees <= simultaneous_trees) add(trees, true);
  }
  if (both_directions && task.sends == 0 && simultaneous_trees > 0 && simultaneous_trees < maximum)
    add(simultaneous_trees, true);
  return layouts;
}

/// Returns the maximum number k such that the first k upward trees share no channel with the first k downward
/// trees, so that blocks can move in both directions simultaneously.
std::size_t num_simultaneous_trees(TransferNetwork const& network, Forest const& forest) {
  auto const unused = std::max(forest.down.size(), forest.up.size());
  std::vector<std::size_t> by_down(network.num_channels(), unused);
  for (std::size_t t = 0; t < forest.down.size(); ++t)
    for (auto const& node : forest.down[t].nodes)
      if (node.depth > 0) by_down[node.channel] = t;
  auto both = std::min(forest.down.size(), forest.up.size());
  for (std::size_t t = 0; t < forest.up.size(); ++t)
    for (auto const& node : forest.up[t].nodes)
      if (node.depth > 0 && by_down[node.channel] != unused)
        both = std::min(both, std::max(t, by_down[node.channel]));
  return both;
}

void check_reach(Ranks const& ranks, std::vector<Tree> const& trees,
                 std::vector<std::uint32_t> const& requested, std::string_view problem) {
  for (auto const& tree : trees) {
    std::vector<bool> reached(ranks.network().num_vertices());
    for (auto const& node : tree.nodes) reached[node.vertex] = true;
    for (auto const v : requested)
      if (!reached[v])
        throw InputError(fmt::format(fmt::runtime(problem), ranks.network().vertex_name(v),
                                     ranks.network().vertex_name(tree.nodes[0].vertex)));
  }
}

/// Formats the number of trees, their maximum depth, and the total number of their channels.
std::string text_of(std::vector<Tree> const& trees, TransferNetwork const& network) {
  std::uint32_t depth = 0;
  std::size_t channels = 0;
  for (auto const& tree : trees) {
    depth = std::max(depth, tree.depth());
    channels += tree.nodes.size() - 1;
  }
  return fmt::format("{} tree{} of depth {} over {} of {} channels{}", trees.size(),
                     trees.size() == 1 ? "" : "s", depth, channels, network.num_channels(),
                     trees.size() == 1 ? "" : ", all disjoint");
}

}  // namespace

bool sends_along(Operation operation, TreeDirection direction) {
  switch (operation) {
    case Operation::broadcast:
    case Operation::scatter: return direction == TreeDirection::down;
    case Operation::gather:
    case Operation::reduce: return direction == TreeDirection::up;
    case Operation::allreduce:
    case Operation::allgather:
    case Operation::barrier: return true;
    case Operation::all_to_all:
    case Operation::reduce_scatter: return false;
  }
  return false;
}

bool supports_trees(Operation operation) {
  return sends_along(operation, TreeDirection::down) || sends_along(operation, TreeDirection::up);
}

Plan plan_on_trees(Ranks const& ranks, Task const& task, Forest forest) {
  auto postcondition = promise_of(ranks, task);
  if (ranks.size() == 1) {
    return {std::make_unique<ListedSchedule>(std::move(postcondition), std::vector<Step>{}), task.packets};
  }
  check_reach(ranks, forest.down, postcondition.participants, "{} cannot be reached from {}");
  check_reach(ranks, forest.up, postcondition.participants, "{} cannot reach {}");
  for (auto* side : {&forest.down, &forest.up})
    for (auto& tree : *side) tree = pruned(tree, postcondition.participants);
  bool const both_directions =
      sends_along(task.operation, TreeDirection::down) && sends_along(task.operation, TreeDirection::up);
  auto const simultaneous = both_directions ? num_simultaneous_trees(ranks.network(), forest) : 0;
  for (auto* side : {&forest.down, &forest.up})
    std::ranges::stable_sort(std::span(*side).first(both_directions ? simultaneous : side->size()), {},
                             &Tree::depth);
  auto const shared = std::make_shared<Forest const>(std::move(forest));
  Layout best;
  std::vector<TreePartPtr> best_parts;
  auto minimum = std::pair(~std::uint64_t{0}, std::uint64_t{0});  // slots, steps
  for (auto const& layout : layouts_of(ranks, task, *shared, simultaneous)) {
    auto parts = PartMaker(ranks, task, *shared, layout).parts();
    auto const steps = end_of(parts);
    if (std::pair(steps * layout.width, steps) >= minimum) continue;
    minimum = {steps * layout.width, steps};
    best = layout;
    best_parts = std::move(parts);
  }
  return {std::make_unique<TreeSchedule>(shared, std::move(postcondition), best.width, std::move(best_parts)),
          task.packets, text_of(shared->down.empty() ? shared->up : shared->down, ranks.network())};
}

}  // namespace weft::collective
