// SPDX-License-Identifier: Apache-2.0
#include "weft/mapping/percs/supernode_labels.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace weft::mapping {
namespace {

constexpr std::int64_t check_interval = 4096;  // moves
constexpr std::int64_t cycles = 30;

class SupernodeAnnealing {
 public:
  SupernodeAnnealing(load::SupernodeDemand const& demand, std::int64_t target_load, MoveBudget const& budget,
                     Rng random)
      : loads_(demand), budget_(budget), left_(budget.moves), target_load_(target_load), random_(random) {
    record();
  }

  /// Runs cycles with three limits in turn, which require the full possible gain, half of it, and the
  /// smallest gain.
  NodeArrangement run() {
    auto const cycle = std::max<std::int64_t>(budget_.moves / cycles, 1);
    for (int turn = 0; left_ > 0 && best_.max_load > target_load_; ++turn) {
      auto const next = best_.max_load - 1, gain = next - target_load_;
      cool(next - (turn % 3 == 0 ? gain : turn % 3 == 1 ? gain / 2 : 0), std::min(cycle, left_));
    }
    return best_;
  }

 private:
  /// Runs one annealing cycle, until no load exceeds the limit.
  void cool(std::int64_t limit, std::int64_t moves) {
    record();
    if (best_.max_load <= limit) return;
    auto cost = loads_.excess(limit);
    auto lowest = cost;
    double const hot = initial_temperature(limit, cost),
                 factor = std::pow(0.1, 1.0 / static_cast<double>(moves));
    double temperature = hot;
    for (std::int64_t move = 0; move < moves && cost > 0; ++move, temperature *= factor) {
      if (!count_move()) return;
      auto const [u, v] = pair();
      loads_.swap(u, v);
      auto const next = loads_.excess(limit);
      if (next > cost && random_.uniform() >= std::exp(static_cast<double>(cost - next) / temperature)) {
        loads_.swap(u, v);
        continue;
      }
      cost = next;
      if (cost < lowest) {
        lowest = cost;
        record();
      }
    }
  }
  /// Returns a temperature at which few swaps that increase the excess are accepted; most swaps do not change
  /// loads above the limit anyway.
  double initial_temperature(std::int64_t limit, std::int64_t cost) {
    constexpr int samples = 64;
    double sum = 0;
    int worse = 0;
    for (int i = 0; i < samples; ++i) {
      auto const [u, v] = pair();
      loads_.swap(u, v);
      auto const next = loads_.excess(limit);
      if (next > cost) {
        sum += static_cast<double>(next - cost);
        ++worse;
      }
      loads_.swap(u, v);
    }
    return worse == 0 ? 1.0 : 0.03 * sum / worse;
  }
  std::pair<std::uint32_t, std::uint32_t> pair() {
    auto const u = static_cast<std::uint32_t>(random_.below(supernode_size));
    auto const v = static_cast<std::uint32_t>(random_.below(supernode_size - 1));
    return {u, v + (v >= u)};
  }
  bool count_move() {
    if (--left_ % check_interval == 0 && budget_.should_continue && !budget_.should_continue(check_interval))
      left_ = 0;
    return left_ > 0;
  }
  void record() {
    auto const max_load = loads_.max_load();
    if (best_.max_load != 0 && max_load >= best_.max_load) return;
    best_.max_load = max_load;
    for (std::uint32_t u = 0; u < supernode_size; ++u) best_.content[u] = loads_.content(u);
  }

  load::SupernodeLoads loads_;
  MoveBudget const& budget_;
  std::int64_t left_, target_load_;
  Rng random_;
  NodeArrangement best_;
};

}  // namespace

NodeArrangement anneal_supernode(load::SupernodeDemand const& demand, std::int64_t target_load,
                                 MoveBudget const& budget, Rng random) {
  return SupernodeAnnealing(demand, target_load, budget, random).run();
}

namespace {

constexpr std::int64_t label_check_interval = 1024;  // moves

/// Returns the best labels found by simulated annealing. `state.change(a, b)` exchanges the labels of two
/// supernodes and returns the increase of the cost.
template <class State>
std::vector<std::uint32_t> anneal(State& state, std::uint32_t supernodes, MoveBudget const& budget,
                                  Rng random) {
  auto const pair = [&] {
    auto const a = static_cast<std::uint32_t>(random.below(supernodes));
    auto const b = static_cast<std::uint32_t>(random.below(supernodes - 1));
    return std::pair{a, b + (b >= a)};
  };
  if (supernodes < 2) return state.label();
  double hot = 0;
  constexpr int samples = 64;
  for (int i = 0; i < samples; ++i) {
    auto const [a, b] = pair();
    hot += std::abs(state.change(a, b)) / samples;
    state.change(a, b);
  }
  if (hot == 0) return state.label();
  double cost = 0, lowest = 0, temperature = hot;
  auto best = state.label();
  double const factor = std::pow(1e-3, 1.0 / static_cast<double>(budget.moves));
  for (std::int64_t move = 1; move <= budget.moves; ++move, temperature *= factor) {
    if (move % label_check_interval == 0 && budget.should_continue &&
        !budget.should_continue(label_check_interval))
      break;
    auto const [a, b] = pair();
    auto const more = state.change(a, b);
    if (more > 0 && random.uniform() >= std::exp(-more / temperature)) {
      state.change(a, b);
      continue;
    }
    cost += more;
    if (cost < lowest) {
      lowest = cost;
      best = state.label();
    }
  }
  return best;
}

class Labels {
 public:
  Labels(std::uint32_t supernodes, std::uint32_t width) : width_(width), label_(supernodes) {
    std::iota(label_.begin(), label_.end(), 0u);
  }
  std::vector<std::uint32_t> const& label() const { return label_; }
  std::uint32_t residue(std::uint32_t s) const { return label_[s] % width_; }
  std::uint32_t width() const { return width_; }
  void exchange(std::uint32_t a, std::uint32_t b) { std::swap(label_[a], label_[b]); }

 private:
  std::uint32_t width_;
  std::vector<std::uint32_t> label_;
};

/// Traffic of nodes with other supernodes, by supernode.
class Exchanged {
 public:
  struct Entry {
    std::uint32_t node;
    double units;
  };
  Exchanged(load::NodeTraffic const& traffic, bool sent) {
    auto const supernodes = traffic.num_nodes() / supernode_size;
    std::vector<std::vector<Entry>> by_supernode(supernodes);
    for (std::uint32_t node = 0; node < traffic.num_nodes(); ++node)
      for (auto const& [other, units] : sent ? traffic.sent(node) : traffic.received(node)) {
        if (node / supernode_size == other / supernode_size) continue;
        auto& entries = by_supernode[other / supernode_size];
        if (!entries.empty() && entries.back().node == node)
          entries.back().units += static_cast<double>(units);
        else
          entries.push_back({node, static_cast<double>(units)});
      }
    first_.push_back(0);
    for (auto const& entries : by_supernode) {
      entries_.insert(entries_.end(), entries.begin(), entries.end());
      first_.push_back(entries_.size());
    }
  }
  std::span<Entry const> with(std::uint32_t supernode) const {
    return {entries_.data() + first_[supernode], entries_.data() + first_[supernode + std::size_t{1}]};
  }

 private:
  std::vector<std::size_t> first_;
  std::vector<Entry> entries_;
};

/// Amounts sent to, and received from, each residue, by node and by supernode.
class Spread : public Labels {
 public:
  Spread(PercsPaths const& paths, load::NodeTraffic const& traffic)
      : Labels(paths.supernodes(), paths.width()),
        side_{Side(traffic, true, width()), Side(traffic, false, width())} {
    for (std::uint32_t s = 0; s < paths.supernodes(); ++s)
      for (auto& side : side_) side.move(s, none, residue(s), width());
  }
  double change(std::uint32_t a, std::uint32_t b) {
    auto const ra = residue(a), rb = residue(b);
    exchange(a, b);
    if (ra == rb) return 0;
    double more = 0;
    for (auto& side : side_) more += side.move(a, ra, rb, width()) + side.move(b, rb, ra, width());
    return more;
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static constexpr double node_weight = 64;
  struct Side {
    Side(load::NodeTraffic const& traffic, bool sent, std::uint32_t width)
        : exchanged(traffic, sent),
          by_node(std::size_t{traffic.num_nodes()} * width, 0.0),
          by_supernode(by_node.size() / supernode_size, 0.0) {}
    /// Moves the traffic with supernode s from one residue to another. Returns the increase of the weighted
    /// sum of squares.
    double move(std::uint32_t s, std::uint32_t from, std::uint32_t to, std::uint32_t width) {
      double more = 0;
      for (auto const& [node, units] : exchanged.with(s)) {
        auto* const mine = &by_node[std::size_t{node} * width];
        auto* const all = &by_supernode[std::size_t{node} / supernode_size * width];
        if (from != none) {
          more -= units * (node_weight * (2 * mine[from] - units) + (2 * all[from] - units));
          mine[from] -= units;
          all[from] -= units;
        }
        more += units * (node_weight * (2 * mine[to] + units) + (2 * all[to] + units));
        mine[to] += units;
        all[to] += units;
      }
      return more;
    }
    Exchanged exchanged;
    std::vector<double> by_node, by_supernode;
  };
  std::array<Side, 2> side_;
};

/// Traffic between supernodes, by residue, and the resulting loads between the nodes of a bucket.
class Gathered : public Labels {
 public:
  Gathered(PercsPaths const& paths, load::NodeTraffic const& traffic, load::NodeMatrix const& elsewhere)
      : Labels(paths.supernodes(), paths.width()),
        paths_(paths),
        elsewhere_(elsewhere),
        partners_(paths.supernodes()) {
    for (std::uint32_t node = 0; node < traffic.num_nodes(); ++node)
      for (auto const& [other, units] : traffic.sent(node)) {
        auto const a = node / supernode_size, b = other / supernode_size;
        if (a == b) continue;
        add(a, b, static_cast<std::int64_t>(units), true);
        add(b, a, static_cast<std::int64_t>(units), false);
        between_[residue(a)][residue(b)] += static_cast<std::int64_t>(units);
      }
    for (std::uint32_t u = 0; u < supernode_size; ++u)
      for (std::uint32_t v = 0; v < supernode_size; ++v) scale_ = std::max(scale_, weighted(u, v));
    cost_ = cost();
  }
  double change(std::uint32_t a, std::uint32_t b) {
    auto const ra = residue(a), rb = residue(b);
    exchange(a, b);
    if (ra == rb) return 0;
    exchange(a, b);
    take(a, b, -1);
    exchange(a, b);
    take(a, b, 1);
    auto const before = cost_;
    cost_ = cost();
    return cost_ - before;
  }

 private:
  struct Partner {
    std::uint32_t supernode;
    std::int64_t sent, received;
  };
  void add(std::uint32_t a, std::uint32_t b, std::int64_t units, bool sent) {
    auto& list = partners_[a];
    auto at = std::ranges::find(list, b, &Partner::supernode);
    if (at == list.end()) at = list.insert(at, {b, 0, 0});
    (sent ? at->sent : at->received) += units;
  }
  /// Adds (sign 1) or subtracts (sign -1) all traffic of supernodes a and b; the traffic between them counts
  /// once.
  void take(std::uint32_t a, std::uint32_t b, std::int64_t sign) {
    for (auto const s : {a, b})
      for (auto const& [other, sent, received] : partners_[s]) {
        if (s == b && other == a) continue;
        between_[residue(s)][residue(other)] += sign * sent;
        between_[residue(other)][residue(s)] += sign * received;
      }
  }
  double weighted(std::uint32_t u, std::uint32_t v) const {
    bool const ll = u / PercsCounts::nodes_per_drawer == v / PercsCounts::nodes_per_drawer;
    return static_cast<double>((elsewhere_[u][v] + load::middle_load(paths_, between_, u, v)) *
                               (ll ? load::ll_weight : load::lr_weight));
  }
  double cost() const {
    double sum = 0;
    for (std::uint32_t u = 0; u < supernode_size; ++u)
      for (std::uint32_t v = u / width() * width(), end = v + width(); v < end; ++v) {
        if (u == v) continue;
        double x = weighted(u, v) / scale_;
        x *= x, x *= x, x *= x, x *= x;
        sum += x;
      }
    return sum;
  }

  PercsPaths const& paths_;
  load::NodeMatrix const& elsewhere_;
  std::vector<std::vector<Partner>> partners_;
  load::ResidueTraffic between_{};
  double scale_ = 1, cost_ = 0;
};

}  // namespace

std::vector<std::uint32_t> spread_residues(PercsPaths const& paths, load::NodeTraffic const& traffic,
                                           MoveBudget const& budget, Rng random) {
  Spread state(paths, traffic);
  return anneal(state, paths.supernodes(), budget, random);
}

std::vector<std::uint32_t> gather_residues(PercsPaths const& paths, load::NodeTraffic const& traffic,
                                           load::NodeMatrix const& elsewhere, MoveBudget const& budget,
                                           Rng random) {
  Gathered state(paths, traffic, elsewhere);
  return anneal(state, paths.supernodes(), budget, random);
}
}  // namespace weft::mapping
