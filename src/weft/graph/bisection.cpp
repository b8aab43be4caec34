// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/bisection.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <numeric>

#include "weft/core/interrupt.hpp"
#include "weft/core/parallel.hpp"
#include "weft/core/random.hpp"
#include "weft/graph/min_cuts.hpp"
#include "weft/graph/weighted_graph.hpp"

namespace weft {
namespace {

using Start = std::function<Division()>;

/// Returns the vertices in ascending order of `key`; the sort is stable.
template <class Key>
std::vector<Vertex> sorted_by(std::uint64_t vertices, Key key) {
  std::vector<Vertex> order(vertices);
  std::iota(order.begin(), order.end(), Vertex{0});
  std::ranges::stable_sort(order, {}, key);
  return order;
}

/// Adds divisions of the vertices sorted by index modulo the divisors of n: first modulo n, which yields two
/// blocks, then modulo 2 and higher divisors.
void add_blocks(Graph const& graph, std::vector<Start>& starts) {
  auto const n = graph.num_vertices();
  starts.push_back([n] { return first_half(sorted_by(n, [](Vertex v) { return v; })); });
  for (std::uint64_t period = 2; period < n; ++period)
    if (n % period == 0)
      starts.push_back(
          [n, period] { return first_half(sorted_by(n, [&](Vertex v) { return v % period; })); });
}

/// Adds divisions from the eigenvectors, and from sums and differences of pairs of eigenvectors, which matter
/// for equal eigenvalues.
void add_eigenvectors(Algebraic const& spectrum, std::vector<Start>& starts) {
  auto const& vectors = spectrum.vectors;
  for (std::size_t i = 0; i < vectors.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j)
      for (double const sign : {1.0, -1.0})
        if (i != j || sign > 0)
          starts.push_back([&vectors, i, j, sign] {
            return first_half(
                sorted_by(vectors[i].size(), [&](Vertex v) { return vectors[i][v] + sign * vectors[j][v]; }));
          });
}

/// Returns the vertices in breadth-first order from a random vertex.
std::vector<Vertex> grown_order(Graph const& graph, Rng& rng) {
  auto const n = graph.num_vertices();
  std::vector<Vertex> order;
  std::vector<std::uint8_t> placed(n, 0);
  auto const place = [&](Vertex v) {
    if (placed[v] == 0) order.push_back(v);
    placed[v] = 1;
  };
  place(static_cast<Vertex>(rng.below(n)));
  for (std::size_t i = 0; order.size() < n; ++i) {
    if (i == order.size()) place(static_cast<Vertex>(std::ranges::find(placed, 0) - placed.begin()));
    for (auto const head : graph.heads(order[i])) place(head);
  }
  return order;
}

/// Moves several vertices around a random vertex of each side to the other side.
void perturb(Graph const& graph, Division& side, Rng& rng) {
  auto const n = graph.num_vertices();
  auto const count = std::max<std::uint64_t>(2, rng.below(n / 4 + 2));
  for (std::uint8_t from = 0; from < 2; ++from) {
    std::vector<Vertex> queue;
    auto const take = [&](Vertex v) {
      if (side[v] != from || queue.size() >= count) return;
      side[v] = static_cast<std::uint8_t>(2 + from);
      queue.push_back(v);
    };
    for (unsigned tries = 0; queue.empty() && tries < 64; ++tries) take(static_cast<Vertex>(rng.below(n)));
    for (std::size_t i = 0; i < queue.size(); ++i)
      for (auto const head : graph.heads(queue[i])) take(head);
  }
  for (auto& each : side)
    if (each >= 2) each = static_cast<std::uint8_t>(3 - each);
}

/// Refines starts in parallel and retains the best result: among equal results, the first, or the last if
/// `wander`.
class BranchSearch {
 public:
  BranchSearch(Graph const& graph, std::uint64_t enough, Progress& progress)
      : graph_(graph), enough_(enough), progress_(progress), refinements_(num_threads()) {}

  void try_all(std::vector<Start> const& starts, bool wander = false) {
    if (done()) return;
    std::vector<Halves> results(starts.size());
    parallel_for(starts.size(), [&](std::size_t i, unsigned worker) {
      auto& refinement = refinements_[worker];
      if (!refinement) refinement = std::make_unique<Refinement>(graph_);
      results[i].side = starts[i]();
      results[i].cut = refinement->run(results[i].side);
      progress_.advance();
    });
    for (auto& result : results)
      if (best.side.empty() || result.cut < best.cut || (wander && result.cut == best.cut))
        best = std::move(result);
  }
  bool done() const { return !best.side.empty() && best.cut <= enough_; }

  Halves best;

 private:
  Graph const& graph_;
  std::uint64_t enough_;
  Progress& progress_;
  std::vector<std::unique_ptr<Refinement>> refinements_;
};

/// Returns nearly balanced halves by simulated annealing: single vertices change sides, and imbalance has a
/// cost (D. S. Johnson et al., Optimization by simulated annealing: an experimental evaluation, part I, graph
/// partitioning, Oper. Res. 37, 1989). About 12,000 moves per vertex.
Division annealed_halves(Graph const& graph, std::uint64_t seed) {
  constexpr double hottest = 1, coldest = 0.15, cooling = 0.99, imbalance_cost = 0.05;
  constexpr std::uint64_t moves_per_vertex = 64;  // moves at each temperature
  auto const n = graph.num_vertices();
  Rng rng(seed, Purpose::partition, 3);
  Division side(n);
  for (auto& each : side) each = static_cast<std::uint8_t>(rng.below(2));
  std::int64_t surplus = 0;  // surplus of side 1
  for (auto const each : side) surplus += each == 1 ? 1 : -1;
  for (double temperature = hottest; temperature > coldest; temperature *= cooling) {
    throw_if_interrupted();
    for (std::uint64_t move = 0; move < moves_per_vertex * n; ++move) {
      auto const v = static_cast<Vertex>(rng.below(n));
      std::int64_t gain = 0;
      for (auto const head : graph.heads(v)) gain += side[head] != side[v] ? 1 : -1;
      auto const after = surplus + (side[v] == 1 ? -2 : 2);
      double const cost =
          imbalance_cost * static_cast<double>(after * after - surplus * surplus) - static_cast<double>(gain);
      if (cost > 0 && rng.uniform() >= std::exp(-cost / temperature)) continue;
      side[v] = static_cast<std::uint8_t>(1 - side[v]);
      surplus = after;
    }
  }
  return side;
}

}  // namespace

Halves find_halves(Graph const& graph, Algebraic const& spectrum, BisectionEffort const& effort,
                   std::uint64_t enough, Progress& progress) {
  BranchSearch search(graph, enough, progress);
  progress.start("bisection", 0, "refinements");
  std::vector<Start> structured;
  add_blocks(graph, structured);
  auto const blocks = std::ssize(structured);
  add_eigenvectors(spectrum, structured);
  std::rotate(structured.begin() + 1, structured.begin() + blocks, structured.end());
  structured.resize(std::min<std::size_t>(structured.size(), effort.structured));
  search.try_all(structured);
  std::vector<Start> starts;
  for (unsigned seed = 0; seed < effort.starts && !search.done(); ++seed) {
    throw_if_interrupted();
    if (graph.num_arcs() > 0)
      starts.push_back([side = metis_halves(graph, seed)] { return side; });  // METIS is not thread-safe
    starts.push_back([&graph, seed] {
      Rng rng(seed, Purpose::partition, 1);
      return first_half(grown_order(graph, rng));
    });
  }
  search.try_all(starts);
  starts.clear();
  for (unsigned seed = 0; seed < effort.annealings; ++seed)
    starts.push_back([&graph, seed] { return annealed_halves(graph, seed); });
  search.try_all(starts);
  constexpr unsigned together = 2;
  for (unsigned first = 0; first < effort.perturbations && !search.done(); first += together) {
    starts.clear();
    for (unsigned i = first; i < std::min(effort.perturbations, first + together); ++i)
      starts.push_back([&graph, i, side = search.best.side]() mutable {
        Rng rng(i, Purpose::partition, 2);
        perturb(graph, side, rng);
        return side;
      });
    search.try_all(starts, true);
  }
  progress.finish();
  return std::move(search.best);
}

Bisection bisect(Graph const& graph, Algebraic const& spectrum, Bounds const& proven,
                 BisectionEffort const& effort, Progress& progress) {
  auto const n = graph.num_vertices();
  if (n < 2) return {{0, 0, "one vertex"}, Division(n, 0)};
  auto const spectral = spectral_cut_bound(graph, spectrum.connectivity.lower, n / 2);
  auto const routed = static_cast<std::uint64_t>(std::max(0.0, proven.lower));
  auto const lower = std::max(spectral, routed);
  std::string const below = routed > spectral ? proven.method : "spectral bound";
  auto halves = find_halves(graph, spectrum, effort, lower, progress);
  auto const upper = static_cast<double>(halves.cut);
  if (halves.cut <= lower) return {{upper, upper, below + " meets partition"}, std::move(halves.side)};
  if (n <= max_exact_bisection_vertices)
    if (auto const exact = exact_bisection(graph, halves.cut, effort.branches, progress)) {
      auto const edges = static_cast<double>(*exact);
      if (edges < upper) halves.side.clear();
      return {{edges, edges, "branch and bound"}, std::move(halves.side)};
    }
  return {{static_cast<double>(lower), upper, below + "; METIS and refinement"}, std::move(halves.side)};
}

}  // namespace weft
