// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/min_cuts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "weft/core/interrupt.hpp"
#include "weft/core/parallel.hpp"
#include "weft/graph/spectrum.hpp"

namespace weft {
namespace {

using Set = std::uint64_t;
using Cuts = std::vector<std::uint32_t>;

constexpr std::uint32_t no_cut = 0xffffffff;
constexpr std::uint64_t largest_doll = 22;

std::uint32_t size(Set set) { return static_cast<std::uint32_t>(std::popcount(set)); }

std::vector<Vertex> given_order(Graph const& graph) {
  std::vector<Vertex> order(graph.num_vertices());
  std::iota(order.begin(), order.end(), Vertex{0});
  return order;
}

std::vector<Set> neighbor_sets(Graph const& graph, std::vector<Vertex> const& order) {
  std::vector<Vertex> position(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) position[order[i]] = static_cast<Vertex>(i);
  std::vector<Set> sets(order.size(), 0);
  for (std::size_t i = 0; i < order.size(); ++i)
    for (auto const head : graph.heads(order[i])) sets[i] |= Set{1} << position[head];
  return sets;
}

/// Finds the minimum cuts of the subgraph of vertices first, first + 1, .. by enumerating, in Gray-code
/// order, its subsets that do not contain the last vertex. `pattern` fixes the `fixed` highest vertices
/// before the last.
void enumerate(std::vector<Set> const& neighbors, std::size_t first, unsigned fixed, Set pattern, Cuts& min) {
  auto const n = neighbors.size();
  Set const within = n - first == 64 ? ~Set{0} : ((Set{1} << (n - first)) - 1) << first;
  auto const free = n - first - 1 - fixed;
  Set chosen = pattern << (first + free);
  std::uint32_t cut = 0;
  for (std::size_t v = first; v < n; ++v)
    if (chosen >> v & 1) cut += size(neighbors[v] & within & ~chosen);
  auto count = size(chosen);
  auto const note = [&] { min[count] = std::min(min[count], cut); };
  note();
  for (Set step = 1; step < Set{1} << free; ++step) {
    auto const v = first + static_cast<std::size_t>(std::countr_zero(step));
    auto const around = neighbors[v] & within;
    auto const inside = size(around & chosen), outside = size(around) - inside;
    bool const leaves = chosen >> v & 1;
    cut += leaves ? inside - outside : outside - inside;
    count += leaves ? -1U : 1U;
    chosen ^= Set{1} << v;
    note();
  }
}

/// Finds the minimum numbers of arcs that leave sets by enumerating, in Gray-code order, the sets that do not
/// contain the last vertex: arcs that enter such a set leave its complement. `pattern` fixes the `fixed`
/// vertices before the last.
void enumerate_directed(std::vector<Set> const& out, std::vector<Set> const& in, unsigned fixed, Set pattern,
                        Cuts& min) {
  auto const n = out.size();
  auto const free = n - 1 - fixed;
  Set chosen = pattern << free;
  std::uint32_t leaving = 0, entering = 0;
  for (std::size_t v = 0; v < n; ++v)
    if (chosen >> v & 1) {
      leaving += size(out[v] & ~chosen);
      entering += size(in[v] & ~chosen);
    }
  auto const note = [&] {
    auto const count = size(chosen);
    min[count] = std::min(min[count], leaving);
    min[n - count] = std::min(min[n - count], entering);
  };
  note();
  for (Set step = 1; step < Set{1} << free; ++step) {
    auto const v = static_cast<std::size_t>(std::countr_zero(step));
    bool const leaves = chosen >> v & 1;
    auto const others = chosen & ~(Set{1} << v);
    auto const more_leaving = size(out[v] & ~others) - size(in[v] & others);
    auto const more_entering = size(in[v] & ~others) - size(out[v] & others);
    leaving += leaves ? 0 - more_leaving : more_leaving;
    entering += leaves ? 0 - more_entering : more_entering;
    chosen ^= Set{1} << v;
    note();
  }
}

/// Returns the minimum over the parts of an enumeration: enumerate_part(fixed, pattern, min) for all
/// patterns.
template <class Enumerate>
Cuts enumerate_all(std::uint64_t n, Progress& progress, Enumerate enumerate_part) {
  unsigned const fixed = n > 12 ? static_cast<unsigned>(std::min<std::uint64_t>(n - 12, 8)) : 0;
  std::vector<Cuts> parts(num_threads(), Cuts(n + 1, no_cut));
  progress.start("all divisions", std::uint64_t{1} << fixed, "parts");
  parallel_for(std::size_t{1} << fixed, [&](std::size_t pattern, unsigned worker) {
    enumerate_part(fixed, pattern, parts[worker]);
    progress.advance();
  });
  progress.finish();
  Cuts min(n + 1, no_cut);
  for (auto const& part : parts)
    for (std::size_t k = 0; k <= n; ++k) min[k] = std::min(min[k], part[k]);
  return min;
}

/// Makes the cuts symmetric: a cut with k vertices on one side has n - k vertices on the other side.
void complete_by_symmetry(Cuts& min) {
  for (std::size_t k = 0; k < min.size(); ++k) {
    auto const both = std::min(min[k], min[min.size() - 1 - k]);
    min[k] = min[min.size() - 1 - k] = both;
  }
}

/// Returns a maximum-adjacency order: each vertex has, among all remaining vertices, the most edges to the
/// previous vertices.
std::vector<Vertex> max_adjacency_order(Graph const& graph) {
  auto const n = graph.num_vertices();
  std::vector<std::int64_t> edges(n, 0);
  std::vector<Vertex> order;
  while (order.size() < n) {
    auto const v = static_cast<Vertex>(std::ranges::max_element(edges) - edges.begin());
    order.push_back(v);
    edges[v] = -1;
    for (auto const head : graph.heads(v))
      if (edges[head] >= 0) ++edges[head];
  }
  return order;
}

Graph subgraph(Graph const& graph, std::vector<Vertex> const& order, std::size_t first) {
  std::vector<Vertex> position(order.size(), 0);
  for (std::size_t i = 0; i < order.size(); ++i) position[order[i]] = static_cast<Vertex>(i);
  std::vector<Arc> arcs;
  for (std::size_t i = first; i < order.size(); ++i)
    for (auto const head : graph.heads(order[i]))
      if (position[head] >= first)
        arcs.emplace_back(static_cast<Vertex>(i - first), static_cast<Vertex>(position[head] - first));
  return Graph::from_arcs(order.size() - first, arcs);
}

/// Branch and bound over the tree of partial divisions.
class Branching {
 public:
  Branching(Graph const& graph, std::uint64_t upper, Progress& progress)
      : order_(max_adjacency_order(graph)),
        neighbors_(neighbor_sets(graph, order_)),
        n_(order_.size()),
        upper_(static_cast<std::uint32_t>(upper)),
        progress_(progress) {
    make_dolls(graph);
  }

  /// Returns the bisection, or nullopt after `steps` steps. Every branch begins with the same upper bound,
  /// and its share of the steps depends only on the previous groups, so that the result does not depend on
  /// the number of threads.
  std::optional<std::uint32_t> run(std::uint64_t steps) {
    constexpr std::size_t group = 64, share = 16;
    std::vector<State> states;
    collect({{0, 0}, 0}, std::min<std::size_t>(n_, 12), states);
    auto best = upper_;
    bool finished = true;
    progress_.start("bisection, branch and bound", 0, "branches");  // at most the number that `steps` allow
    for (std::size_t first = 0; finished && first < states.size(); first += group) {
      auto const limit = steps / share + 1;
      std::vector<Branch> branches(std::min(group, states.size() - first), Branch{upper_, limit});
      parallel_for(branches.size(), [&](std::size_t i, unsigned) {
        search(states[first + i], branches[i]);
        progress_.advance();
      });
      for (auto const& branch : branches) {
        finished = finished && branch.steps > 0;
        steps -= std::min(steps, limit - branch.steps);
        best = std::min(best, branch.best);
      }
    }
    progress_.finish();
    if (!finished) return {};
    return best;
  }

 private:
  struct State {
    Set side[2];
    std::uint32_t cut;
    std::size_t depth() const { return static_cast<std::size_t>(std::popcount(side[0] | side[1])); }
  };
  struct Branch {
    std::uint32_t best;
    std::uint64_t steps;  // remaining steps
  };

  void make_dolls(Graph const& graph) {
    dolls_.assign(n_ + 1, {});
    dolls_[n_] = {0};
    for (std::size_t first = n_; first-- > 0;) {
      auto const vertices = n_ - first;
      Cuts min(vertices + 1, no_cut);
      if (vertices <= largest_doll) {
        enumerate(neighbors_, first, 0, 0, min);
        complete_by_symmetry(min);
      } else {
        auto const part = subgraph(graph, order_, first);
        auto const eigenvalue = algebraic_connectivity(part).connectivity.lower;
        auto const& inner = dolls_[first + 1];
        for (std::size_t k = 0; k <= vertices; ++k) {
          auto const of_inner = std::min(k < vertices ? inner[k] : no_cut, k > 0 ? inner[k - 1] : no_cut);
          min[k] = std::max(of_inner, static_cast<std::uint32_t>(spectral_cut_bound(part, eigenvalue, k)));
        }
      }
      dolls_[first] = std::move(min);
    }
  }

  /// Returns the range of the number of vertices that can still join side 0: one value for even n, two for
  /// odd n.
  std::pair<std::uint32_t, std::uint32_t> room(State const& state) const {
    auto const used = size(state.side[0]);
    return {static_cast<std::uint32_t>(n_ / 2) - used, static_cast<std::uint32_t>((n_ + 1) / 2) - used};
  }

  /// Returns a lower bound on the cut of all completions of the state.
  std::uint32_t bound(State const& state, std::size_t depth) const {
    std::array<std::uint8_t, 128> with_difference{};
    std::uint32_t attachment = 0;
    int lowest = 127, highest = 0;
    for (std::size_t v = depth; v < n_; ++v) {
      auto const zero = size(neighbors_[v] & state.side[0]), one = size(neighbors_[v] & state.side[1]);
      attachment += zero;
      int const difference = 64 + static_cast<int>(one) - static_cast<int>(zero);
      ++with_difference[static_cast<std::size_t>(difference)];
      lowest = std::min(lowest, difference);
      highest = std::max(highest, difference);
    }
    auto const [low, high] = room(state);
    auto min = no_cut;
    int here = lowest;
    std::uint32_t taken = 0;
    auto const& doll = dolls_[depth];
    for (std::uint32_t joined = 0; joined <= high && joined < doll.size(); ++joined) {
      if (joined >= low) min = std::min(min, attachment + doll[joined]);
      if (joined + 1 >= doll.size()) break;
      while (taken == with_difference[static_cast<std::size_t>(here)]) {
        ++here;
        taken = 0;
      }
      ++taken;
      attachment += static_cast<std::uint32_t>(here - 64);
    }
    return min == no_cut ? no_cut : state.cut + min;
  }

  State child(State const& state, std::size_t v, int side) const {
    State next = state;
    next.side[side] |= Set{1} << v;
    next.cut += size(neighbors_[v] & state.side[1 - side]);
    return next;
  }
  bool fits(State const& state) const {
    return size(state.side[0]) <= (n_ + 1) / 2 && size(state.side[1]) <= (n_ + 1) / 2;
  }

  void collect(State const& state, std::size_t depth, std::vector<State>& out) const {
    auto const at = state.depth();
    if (!fits(state)) return;
    if (at == depth) {
      out.push_back(state);
      return;
    }
    for (int side = 0; side < (at == 0 ? 1 : 2); ++side) collect(child(state, at, side), depth, out);
  }

  void search(State const& state, Branch& branch) const {
    auto const depth = state.depth();
    if (!fits(state) || branch.steps == 0) return;
    if (depth == n_) {
      branch.best = std::min(branch.best, state.cut);
      return;
    }
    if (--branch.steps % 65536 == 0) throw_if_interrupted();
    if (bound(state, depth) >= branch.best) return;
    int const first =
        size(neighbors_[depth] & state.side[1]) < size(neighbors_[depth] & state.side[0]) ? 0 : 1;
    search(child(state, depth, first), branch);
    search(child(state, depth, 1 - first), branch);
  }

  std::vector<Vertex> order_;
  std::vector<Set> neighbors_;
  std::size_t n_;
  std::vector<Cuts> dolls_;
  std::uint32_t upper_;
  Progress& progress_;
};

}  // namespace

std::vector<std::uint32_t> min_cuts(Graph const& graph, Progress& progress) {
  auto const neighbors = neighbor_sets(graph, given_order(graph));
  auto min = enumerate_all(graph.num_vertices(), progress, [&](unsigned fixed, Set pattern, Cuts& part) {
    enumerate(neighbors, 0, fixed, pattern, part);
  });
  complete_by_symmetry(min);
  return min;
}

std::vector<std::uint32_t> min_out_cuts(Graph const& graph, Progress& progress) {
  auto const out = neighbor_sets(graph, given_order(graph)),
             in = neighbor_sets(transposed(graph), given_order(graph));
  return enumerate_all(graph.num_vertices(), progress, [&](unsigned fixed, Set pattern, Cuts& part) {
    enumerate_directed(out, in, fixed, pattern, part);
  });
}

std::optional<std::uint64_t> exact_bisection(Graph const& graph, std::uint64_t upper, std::uint64_t steps,
                                             Progress& progress) {
  return Branching(graph, upper, progress).run(steps);
}

}  // namespace weft
