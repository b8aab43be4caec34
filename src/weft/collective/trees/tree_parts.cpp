// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/trees/tree_parts.hpp"

#include <algorithm>

namespace weft::collective {
namespace {

/// Part in which batches traverse the tree level by level.
class LevelPart final : public TreePart {
 public:
  LevelPart(Tree const& tree, TreeDirection direction, std::vector<std::uint32_t> blocks, PartTiming timing)
      : tree_(tree),
        direction_(direction),
        blocks_(std::move(blocks)),
        timing_(timing),
        first_(tree.first_of_depth()),
        batches_((blocks_.size() + timing.batch - 1) / timing.batch) {}

  void append(std::uint64_t step, std::vector<Transfer>& transfers) override {
    if (step < timing_.first || step >= end()) return;
    auto const now = step - timing_.first, depth = std::uint64_t{tree_.depth()};
    // Level d transfers batch now - lag(d), with lag(d) = d - 1 downward and depth - d upward.
    auto const minimum = now < batches_ ? 0 : now - batches_ + 1, maximum = std::min(now, depth - 1);
    for (auto lag = minimum; lag <= maximum; ++lag)
      append_level(static_cast<std::uint32_t>(direction_ == TreeDirection::down ? lag + 1 : depth - lag),
                   now - lag, transfers);
  }
  std::uint64_t end() const override {
    return batches_ == 0 || tree_.depth() == 0 ? timing_.first : timing_.first + tree_.depth() + batches_ - 1;
  }

 private:
  void append_level(std::uint32_t depth, std::uint64_t batch, std::vector<Transfer>& transfers) const {
    auto const low = batch * timing_.batch;
    auto const high = std::min<std::uint64_t>(low + timing_.batch, blocks_.size());
    auto const arrival = direction_ == TreeDirection::down ? Arrival::replace : Arrival::add;
    for (auto i = first_[depth]; i < first_[depth + std::size_t{1}]; ++i)
      for (auto b = low; b < high; ++b)
        transfers.push_back({.channel = tree_.nodes[i].channel, .block = blocks_[b], .arrival = arrival});
  }

  Tree const& tree_;
  TreeDirection direction_;
  std::vector<std::uint32_t> blocks_;
  PartTiming timing_;
  std::vector<std::uint32_t> first_;
  std::uint64_t batches_;
};

/// The parcels of a branch, farthest first.
using Branch = std::vector<Parcel>;

std::vector<Branch> branches_of(Tree const& tree, std::vector<Parcel> const& parcels) {
  std::vector<std::uint32_t> branch(tree.nodes.size());
  std::uint32_t count = 0;
  for (std::uint32_t i = 1; i < tree.nodes.size(); ++i)
    branch[i] = tree.nodes[i].depth == 1 ? count++ : branch[tree.nodes[i].parent];
  std::vector<Branch> branches(count);
  for (auto const& parcel : parcels)
    if (parcel.node != 0) branches[branch[parcel.node]].push_back(parcel);
  for (auto& each : branches)
    std::ranges::stable_sort(each, std::greater{}, [&](Parcel const& p) { return tree.nodes[p.node].depth; });
  return branches;
}

/// Returns the number of steps until the last parcel of a branch has arrived.
std::uint64_t steps_of(Tree const& tree, Branch const& branch, std::uint32_t batch) {
  std::uint64_t steps = 0;
  for (std::size_t i = 0; i < branch.size(); ++i)
    steps = std::max<std::uint64_t>(steps, i / batch + tree.nodes[branch[i].node].depth);
  return steps;
}

/// Lookup of children for the downward paths of parcels: nodes have preorder ranks, so that the child with a
/// given node in its subtree is found by binary search.
class Descent {
 public:
  explicit Descent(Tree const& tree) : first_child_(tree.nodes.size() + 1), rank_(tree.nodes.size()) {
    auto const n = static_cast<std::uint32_t>(tree.nodes.size());
    std::vector<std::uint32_t> size(n, 1);
    for (auto i = n; i-- > 1;) size[tree.nodes[i].parent] += size[i];
    // Nodes are numbered level by level; the children of a node are consecutive, in the order of their
    // parents.
    for (std::uint32_t i = 1; i < n; ++i) ++first_child_[tree.nodes[i].parent + std::size_t{1}];
    first_child_[0] = 1;
    for (std::uint32_t i = 0; i < n; ++i) first_child_[i + std::size_t{1}] += first_child_[i];
    std::vector<std::uint32_t> next(n);
    next[0] = 1;
    for (std::uint32_t i = 1; i < n; ++i) {
      auto& at = next[tree.nodes[i].parent];
      rank_[i] = at;
      at += size[i];
      next[i] = rank_[i] + 1;
    }
  }
  /// Returns the child of `node` on the path to `goal`, a node in its subtree.
  std::uint32_t toward(std::uint32_t node, std::uint32_t goal) const {
    auto const low = rank_.begin() + first_child_[node],
               high = rank_.begin() + first_child_[node + std::size_t{1}];
    return static_cast<std::uint32_t>(std::upper_bound(low, high, rank_[goal]) - rank_.begin() - 1);
  }

 private:
  std::vector<std::uint32_t> first_child_, rank_;
};

class ScatterPart final : public TreePart {
 public:
  ScatterPart(Tree const& tree, std::vector<Parcel> const& parcels, PartTiming timing)
      : tree_(tree), descent_(tree), timing_(timing), branches_(branches_of(tree, parcels)) {
    for (auto const& branch : branches_) {
      at_.emplace_back(branch.size(), 0);
      steps_ = std::max(steps_, steps_of(tree, branch, timing.batch));
    }
  }
  void append(std::uint64_t step, std::vector<Transfer>& transfers) override {
    if (step < timing_.first || step >= end()) return;
    auto const now = step - timing_.first;
    for (std::size_t b = 0; b < branches_.size(); ++b) {
      auto const& branch = branches_[b];
      auto const high = std::min<std::uint64_t>((now + 1) * timing_.batch, branch.size());
      auto const low = now < tree_.depth() ? 0 : (now - tree_.depth() + 1) * timing_.batch;
      for (auto i = low; i < high; ++i) {
        if (now - i / timing_.batch >= tree_.nodes[branch[i].node].depth) continue;
        auto const next = descent_.toward(at_[b][i], branch[i].node);
        transfers.push_back({.channel = tree_.nodes[next].channel, .block = branch[i].block});
        at_[b][i] = next;
      }
    }
  }
  std::uint64_t end() const override { return timing_.first + steps_; }
  void rewind() override {
    for (auto& each : at_) std::ranges::fill(each, 0);
  }

 private:
  Tree const& tree_;
  Descent descent_;
  PartTiming timing_;
  std::vector<Branch> branches_;
  std::vector<std::vector<std::uint32_t>> at_;  // current node of each parcel
  std::uint64_t steps_ = 0;
};

class GatherPart final : public TreePart {
 public:
  GatherPart(Tree const& tree, std::vector<Parcel> const& parcels, PartTiming timing)
      : tree_(tree), timing_(timing), branches_(branches_of(tree, parcels)) {
    for (auto const& branch : branches_) steps_.push_back(steps_of(tree, branch, timing.batch));
    rewind();
  }
  void append(std::uint64_t step, std::vector<Transfer>& transfers) override {
    if (step < timing_.first || step >= end()) return;
    auto const now = step - timing_.first;
    for (std::size_t b = 0; b < branches_.size(); ++b) {
      if (now >= steps_[b]) continue;
      auto const& branch = branches_[b];
      auto const left = steps_[b] - 1 - now;  // number of steps of the scatter before this step
      auto const high = std::min<std::uint64_t>((left + 1) * timing_.batch, branch.size());
      auto const low = left < tree_.depth() ? 0 : (left - tree_.depth() + 1) * timing_.batch;
      for (auto i = low; i < high; ++i) {
        if (left - i / timing_.batch >= tree_.nodes[branch[i].node].depth) continue;
        auto const& node = tree_.nodes[at_[b][i]];
        transfers.push_back({.channel = node.channel, .block = branch[i].block});
        at_[b][i] = node.parent;
      }
    }
  }
  std::uint64_t end() const override {
    return timing_.first + (steps_.empty() ? 0 : *std::ranges::max_element(steps_));
  }
  void rewind() override {
    at_.clear();
    for (auto const& branch : branches_) {
      auto& at = at_.emplace_back();
      for (auto const& parcel : branch) at.push_back(parcel.node);
    }
  }

 private:
  Tree const& tree_;
  PartTiming timing_;
  std::vector<Branch> branches_;
  std::vector<std::uint64_t> steps_;
  std::vector<std::vector<std::uint32_t>> at_;  // current node of each parcel
};

}  // namespace

TreePartPtr broadcast_part(Tree const& tree, std::vector<std::uint32_t> blocks, PartTiming timing) {
  return std::make_unique<LevelPart>(tree, TreeDirection::down, std::move(blocks), timing);
}

TreePartPtr reduce_part(Tree const& tree, std::vector<std::uint32_t> blocks, PartTiming timing) {
  return std::make_unique<LevelPart>(tree, TreeDirection::up, std::move(blocks), timing);
}

TreePartPtr scatter_part(Tree const& tree, std::vector<Parcel> const& parcels, PartTiming timing) {
  return std::make_unique<ScatterPart>(tree, parcels, timing);
}

TreePartPtr gather_part(Tree const& tree, std::vector<Parcel> const& parcels, PartTiming timing) {
  return std::make_unique<GatherPart>(tree, parcels, timing);
}

std::vector<RootArrival> gather_arrivals(Tree const& tree, std::vector<Parcel> const& parcels,
                                         PartTiming timing) {
  std::vector<RootArrival> arrivals;
  for (auto const& branch : branches_of(tree, parcels)) {
    auto const steps = steps_of(tree, branch, timing.batch);
    for (std::size_t i = 0; i < branch.size(); ++i)
      arrivals.push_back({timing.first + steps - 1 - i / timing.batch, branch[i].block});
  }
  std::ranges::stable_sort(arrivals, {}, &RootArrival::step);
  return arrivals;
}

}  // namespace weft::collective
