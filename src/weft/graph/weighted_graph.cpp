// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/weighted_graph.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <new>
#include <numeric>
#include <queue>
#include <stdexcept>
#include <string>

#include <metis.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"

namespace weft {
namespace {

constexpr Vertex none = ~Vertex{0};

/// Returns the weights divided by the smallest power of two for which their sum is below 2^30, but at least
/// 1.
template <class Number>
std::vector<Number> scaled_arcs(std::vector<std::int64_t> const& weights) {
  unsigned __int128 sum = 0;
  for (auto const weight : weights) sum += static_cast<std::uint64_t>(weight);
  int shift = 0;
  while (sum >> shift >> 30 != 0) ++shift;
  std::vector<Number> scaled;
  scaled.reserve(weights.size());
  for (auto const weight : weights)
    scaled.push_back(static_cast<Number>(std::max<std::int64_t>(1, weight >> shift)));
  return scaled;
}

Division metis_split(WeightedGraph const& graph, double first_part, std::uint64_t seed) {
  auto const n = graph.graph.num_vertices();
  if (graph.graph.num_arcs() > static_cast<std::uint64_t>(std::numeric_limits<idx_t>::max() / 2))
    throw InputError("the graph has " + std::to_string(graph.graph.num_arcs()) + " arcs",
                     "METIS uses 32-bit integers");
  auto vertices = static_cast<idx_t>(n), constraints = idx_t{1}, parts = idx_t{2};
  std::vector<idx_t> first(graph.graph.first().begin(), graph.graph.first().end()),
      heads(graph.graph.all_heads().begin(), graph.graph.all_heads().end()),
      arcs = scaled_arcs<idx_t>(graph.arc_weight),
      weights(graph.vertex_weight.begin(), graph.vertex_weight.end()), part(n, 0);
  std::array<real_t, 2> share{static_cast<real_t>(first_part), static_cast<real_t>(1 - first_part)};
  idx_t options[METIS_NOPTIONS], cut = 0;
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = static_cast<idx_t>(seed);
  options[METIS_OPTION_UFACTOR] = 1;
  options[METIS_OPTION_NCUTS] = 2;
  auto const status =
      METIS_PartGraphRecursive(&vertices, &constraints, first.data(), heads.data(), weights.data(), nullptr,
                               arcs.data(), &parts, share.data(), nullptr, options, &cut, part.data());
  if (status == METIS_ERROR_MEMORY) throw std::bad_alloc();
  // METIS installs a SIGTERM handler that ends its work; the previous handler is restored by now. In the
  // command, app/termination.hpp blocks the signal.
  if (status == METIS_ERROR) {
    send_sigterm_again();
    throw_if_interrupted();
  }
  if (status != METIS_OK) throw std::runtime_error("METIS returned " + std::to_string(status));
  return {part.begin(), part.end()};
}

std::vector<std::int64_t> ones(std::uint64_t size) { return std::vector<std::int64_t>(size, 1); }

/// Refinement by passes of single moves: each vertex moves once per pass, even if the cut grows, and the best
/// state of the pass is retained.
class WeightedRefinement {
 public:
  WeightedRefinement(WeightedGraph const& graph, std::int64_t min, std::int64_t max)
      : graph_(graph),
        min_(min),
        max_(max),
        gain_(graph.graph.num_vertices()),
        locked_(graph.graph.num_vertices()) {}

  void run(Division& side) {
    while (pass(side)) {}
  }

 private:
  using Entry = std::pair<std::int64_t, Vertex>;
  struct Lower {  // ties prefer the lowest vertex
    bool operator()(Entry const& a, Entry const& b) const {
      return a.first != b.first ? a.first < b.first : a.second > b.second;
    }
  };
  using Heap = std::priority_queue<Entry, std::vector<Entry>, Lower>;

  std::int64_t violation(std::int64_t weight) const {
    return weight < min_ ? min_ - weight : weight > max_ ? weight - max_ : 0;
  }
  void begin(Division const& side) {
    heaps_ = {};
    std::ranges::fill(locked_, 0);
    weight_ = 0;
    for (Vertex v = 0; v < side.size(); ++v) {
      if (side[v] == 0) weight_ += graph_.vertex_weight[v];
      auto const begin = graph_.graph.first()[v];
      auto const heads = graph_.graph.heads(v);
      gain_[v] = 0;
      for (std::size_t i = 0; i < heads.size(); ++i)
        gain_[v] += side[heads[i]] != side[v] ? graph_.arc_weight[begin + i] : -graph_.arc_weight[begin + i];
      heaps_[side[v]].push({gain_[v], v});
    }
  }
  /// Returns the unlocked vertex of side `from` with the highest gain, or `none`.
  Vertex best(Division const& side, std::uint8_t from) {
    auto& heap = heaps_[from];
    while (!heap.empty()) {
      auto const [gain, v] = heap.top();
      if (locked_[v] == 0 && side[v] == from && gain_[v] == gain) return v;
      heap.pop();
    }
    return none;
  }
  void move(Division& side, Vertex v) {
    locked_[v] = 1;
    auto const from = side[v];
    side[v] = static_cast<std::uint8_t>(1 - from);
    weight_ += from == 0 ? -graph_.vertex_weight[v] : graph_.vertex_weight[v];
    auto const begin = graph_.graph.first()[v];
    auto const heads = graph_.graph.heads(v);
    for (std::size_t i = 0; i < heads.size(); ++i) {
      auto const head = heads[i];
      if (locked_[head] != 0) continue;
      gain_[head] +=
          side[head] == from ? 2 * graph_.arc_weight[begin + i] : -2 * graph_.arc_weight[begin + i];
      heaps_[side[head]].push({gain_[head], head});
    }
  }
  /// Runs one pass. Returns whether the division moved closer to the range, or within the range to a smaller
  /// cut.
  bool pass(Division& side) {
    begin(side);
    auto const began = violation(weight_);
    std::int64_t gained = 0, best_gain = 0, best_violation = began;
    std::vector<Vertex> moved;
    std::size_t keep = 0;
    std::size_t const patience = 100 + side.size() / 20;
    InterruptCheck check_for_interrupt;
    while (moved.size() < side.size() && (best_violation > 0 || moved.size() - keep <= patience)) {
      check_for_interrupt();
      auto const a = best(side, 0), b = best(side, 1);
      bool const from_second =
          weight_ < min_ || (weight_ <= max_ && (a == none || (b != none && gain_[b] > gain_[a])));
      auto const v = from_second ? b : a;
      if (v == none) break;
      gained += gain_[v];
      move(side, v);
      moved.push_back(v);
      auto const now = violation(weight_);
      if (now < best_violation || (now == best_violation && gained > best_gain)) {
        best_violation = now;
        best_gain = gained;
        keep = moved.size();
      }
    }
    while (moved.size() > keep) {
      side[moved.back()] ^= 1;
      moved.pop_back();
    }
    return best_violation < began || best_gain > 0;
  }

  WeightedGraph const& graph_;
  std::int64_t min_, max_, weight_ = 0;
  std::vector<std::int64_t> gain_;
  std::vector<std::uint8_t> locked_;
  std::array<Heap, 2> heaps_;
};

}  // namespace

std::int64_t WeightedGraph::total_weight() const {
  return std::reduce(vertex_weight.begin(), vertex_weight.end(), std::int64_t{0});
}

std::int64_t WeightedGraph::cut(Division const& side) const {
  std::int64_t sum = 0;
  for (Vertex v = 0; v < side.size(); ++v) {
    auto const heads = graph.heads(v);
    for (std::size_t i = 0; i < heads.size(); ++i)
      if (side[v] != side[heads[i]]) sum += arc_weight[graph.first()[v] + i];
  }
  return sum / 2;
}

WeightedGraph induced(WeightedGraph const& graph, std::span<Vertex const> vertices) {
  std::vector<Vertex> name(graph.graph.num_vertices(), none);
  for (std::size_t i = 0; i < vertices.size(); ++i) name[vertices[i]] = static_cast<Vertex>(i);
  WeightedGraph part;
  std::vector<std::uint64_t> first{0};
  std::vector<Vertex> heads;
  for (auto const v : vertices) {
    part.vertex_weight.push_back(graph.vertex_weight[v]);
    auto const all = graph.graph.heads(v);
    for (std::size_t i = 0; i < all.size(); ++i)
      if (name[all[i]] != none) {
        heads.push_back(name[all[i]]);
        part.arc_weight.push_back(graph.arc_weight[graph.graph.first()[v] + i]);
      }
    first.push_back(heads.size());
  }
  part.graph = Graph(std::move(first), std::move(heads));
  return part;
}

Division metis_halves(Graph const& graph, std::uint64_t seed) {
  return metis_split({graph, ones(graph.num_arcs()), ones(graph.num_vertices())}, 0.5, seed);
}

Division halves_of_marked(Graph const& graph, std::span<std::uint8_t const> marked, std::uint64_t seed) {
  WeightedGraph const weighted{graph, ones(graph.num_arcs()), {marked.begin(), marked.end()}};
  auto const all = weighted.total_weight();
  return split(weighted, all / 2, (all + 1) / 2, seed);
}

Division split(WeightedGraph const& graph, std::int64_t min, std::int64_t max, std::uint64_t seed) {
  auto const total = graph.total_weight();
  auto const requested = static_cast<double>(min) / 2 + static_cast<double>(max) / 2;
  double const part = total == 0 ? 0.5 : std::clamp(requested / static_cast<double>(total), 1e-6, 1 - 1e-6);
  auto side = metis_split(graph, part, seed);
  WeightedRefinement(graph, min, max).run(side);
  return side;
}

std::uint64_t cut_size(Graph const& graph, Division const& side) {
  std::uint64_t arcs = 0;
  InterruptCheck check_for_interrupt;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    check_for_interrupt();
    for (auto const head : graph.heads(v)) arcs += side[v] != side[head];
  }
  return arcs / 2;
}

Division first_half(std::vector<Vertex> const& order) {
  Division side(order.size(), 1);
  for (std::size_t i = 0; i < order.size() / 2; ++i) side[order[i]] = 0;
  return side;
}

Refinement::Refinement(Graph const& graph) : graph_(graph) {
  auto const n = graph.num_vertices();
  for (Vertex v = 0; v < n; ++v) max_ = std::max(max_, static_cast<std::int64_t>(graph.degree(v)));
  for (auto& buckets : first_) buckets.assign(static_cast<std::size_t>(2 * max_ + 1), none);
  next_.assign(n, none);
  previous_.assign(n, none);
  gain_.assign(n, 0);
  locked_.assign(n, 0);
}

/// Returns the decrease of the cut if v changes sides.
std::int64_t Refinement::gain(Division const& side, Vertex v) const {
  std::int64_t sum = 0;
  for (auto const head : graph_.heads(v)) sum += side[head] != side[v] ? 1 : -1;
  return sum;
}

void Refinement::insert(Division const& side, Vertex v) {
  auto& first = bucket(side[v], gain_[v]);
  next_[v] = first;
  previous_[v] = none;
  if (first != none) previous_[first] = v;
  first = v;
  highest_[side[v]] = std::max(highest_[side[v]], gain_[v]);
}

void Refinement::remove(Division const& side, Vertex v) {
  if (previous_[v] == none)
    bucket(side[v], gain_[v]) = next_[v];
  else
    next_[previous_[v]] = next_[v];
  if (next_[v] != none) previous_[next_[v]] = previous_[v];
}

/// Returns an unlocked vertex of side `from` with the highest gain, or `none`.
Vertex Refinement::best(std::uint8_t from) {
  auto& highest = highest_[from];
  while (highest >= -max_ && bucket(from, highest) == none) --highest;
  return highest < -max_ ? none : bucket(from, highest);
}

void Refinement::move(Division& side, Vertex v) {
  remove(side, v);
  locked_[v] = 1;
  auto const from = side[v];
  side[v] = static_cast<std::uint8_t>(1 - from);
  --size_[from];
  ++size_[1 - from];
  for (auto const head : graph_.heads(v)) {
    if (locked_[head]) continue;
    remove(side, head);
    gain_[head] += side[head] == from ? 2 : -2;
    insert(side, head);
  }
}

/// Runs one pass. Returns the decrease of the cut; an unbalanced state counts as infinitely bad.
std::int64_t Refinement::pass(Division& side) {
  auto const n = static_cast<Vertex>(graph_.num_vertices());
  for (auto& buckets : first_) std::ranges::fill(buckets, none);
  std::ranges::fill(locked_, 0);
  size_[0] = size_[1] = 0;
  highest_[0] = highest_[1] = -max_;
  for (Vertex v = 0; v < n; ++v) ++size_[side[v]];
  InterruptCheck check_for_interrupt;
  for (Vertex v = 0; v < n; ++v) {
    check_for_interrupt();
    gain_[v] = gain(side, v);
    insert(side, v);
  }
  auto const balanced = [&] { return std::max(size_[0], size_[1]) - std::min(size_[0], size_[1]) <= n % 2; };
  bool any = balanced();
  bool const began_balanced = any;
  std::int64_t sum = 0, max = 0;
  std::size_t keep = 0;
  moved_.clear();
  while (moved_.size() < n) {
    check_for_interrupt();
    auto const candidates = std::pair{best(0), best(1)};
    std::uint8_t from = size_[0] == size_[1] ? highest_[1] > highest_[0] : size_[1] > size_[0];
    auto const v = from == 0 ? candidates.first : candidates.second;
    if (v == none) break;
    sum += gain_[v];
    move(side, v);
    moved_.push_back(v);
    if (balanced() && (!any || sum > max)) {
      any = true;
      max = sum;
      keep = moved_.size();
    }
  }
  while (moved_.size() > keep) {
    auto& back = side[moved_.back()];
    back = static_cast<std::uint8_t>(1 - back);
    moved_.pop_back();
  }
  return began_balanced ? max : 1;
}

std::uint64_t Refinement::run(Division& side) {
  while (pass(side) > 0) {}
  return cut_size(graph_, side);
}

}  // namespace weft
