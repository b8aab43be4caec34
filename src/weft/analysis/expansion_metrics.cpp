#include <algorithm>
#include <cmath>
#include <numeric>

#include "weft/analysis/survey.hpp"
#include "weft/graph/least_cuts.hpp"
#include "weft/graph/order.hpp"

namespace weft {
namespace {

/// The minimum, over the prefixes of the vertices in the order of an eigenvector and what they leave, of the
/// arcs that leave at most half of the vertices, per vertex.
double sweep(Graph const& arcs, std::vector<double> const& vector) {
  auto const n = arcs.num_vertices();
  std::vector<Vertex> order(n), place(n);
  std::iota(order.begin(), order.end(), Vertex{0});
  std::ranges::sort(order, {}, [&](Vertex v) { return vector[v]; });
  for (std::size_t i = 0; i < n; ++i) place[order[i]] = static_cast<Vertex>(i);
  std::vector<std::int64_t> leaving(n + 1, 0), entering(n + 1, 0);  // more of a prefix than of the one before
  for (Vertex v = 0; v < n; ++v)
    for (auto const head : arcs.heads(v)) {
      auto& change = place[v] < place[head] ? leaving : entering;
      ++change[std::min(place[v], place[head]) + std::size_t{1}];
      --change[std::max(place[v], place[head]) + std::size_t{1}];
    }
  double best = INFINITY;
  std::int64_t out = 0, in = 0;
  for (std::size_t size = 1; size < n; ++size) {
    out += leaving[size];
    in += entering[size];
    if (size <= n / 2) best = std::min(best, static_cast<double>(out) / real(size));
    if (n - size <= n / 2) best = std::min(best, static_cast<double>(in) / real(n - size));
  }
  return best;
}

/// The arcs that leave the smaller side of a division, per vertex; of equal sides, the side that fewer leave.
double expansion_of(Graph const& arcs, Division const& side) {
  auto const n = arcs.num_vertices();
  std::uint64_t vertices[2] = {}, leaving[2] = {};
  for (Vertex v = 0; v < n; ++v) {
    ++vertices[side[v] != 0];
    for (auto const head : arcs.heads(v)) leaving[side[v] != 0] += side[v] != side[head];
  }
  double best = INFINITY;
  for (auto const half : {0, 1})
    if (vertices[half] > 0 && vertices[half] <= n / 2)
      best = std::min(best, real(leaving[half]) / real(vertices[half]));
  return best;
}

/// A set of s vertices sends s (n - s) pairs of a routing of all pairs to the others, and an arc carries at
/// most `load` of them. The edges of the underlying graph carry twice that in both directions together.
double expansion_by_load(Survey const& survey, double load) {
  auto const n = survey.subject.vertices;
  return load > 0 ? real(n - n / 2) / load : 0;
}

/// Between half the algebraic connectivity or what all pairs need, and the best of the cuts at hand.
Bounds expansion_bounds(Survey& survey) {
  auto const half = real(survey.subject.vertices / 2);
  auto const& known = survey.subject.known;
  Bounds bounds{0, survey.bisection().upper / half, "half the algebraic connectivity; cuts at hand"};
  if (known.algebraic_connectivity) bounds.lower = *known.algebraic_connectivity / 2;
  if (survey.has_graph()) {
    auto const& spectrum = survey.spectrum();
    bounds.lower = std::max(bounds.lower, spectrum.connectivity.lower / 2);
    for (auto const& vector : spectrum.vectors)
      bounds.upper = std::min(bounds.upper, sweep(survey.undirected(), vector));
    if (spectrum.vectors.empty()) bounds = {0, 0, "not connected"};
  }
  if (!known.pair_load) return bounds;
  return both(bounds, {expansion_by_load(survey, *known.pair_load), INFINITY, "load of all pairs"});
}

Bounds out_expansion_bounds(Survey& survey) {
  auto const& known = survey.subject.known;
  auto const half = real(survey.subject.vertices / 2);
  Bounds bounds = known.out_expansion.value_or(Bounds{0, real(survey.subject.vertices) - half, "trivial"});
  if (known.pair_load)
    bounds = both(bounds, {expansion_by_load(survey, *known.pair_load), INFINITY, "load of all pairs"});
  if (!survey.has_graph()) return bounds;
  auto const& arcs = survey.all_arcs();
  if (strongly_connected(arcs)) bounds = both(bounds, {1 / half, INFINITY, "connected"});
  if (survey.may_count_paths())
    bounds = both(bounds, {expansion_by_load(survey, max_load(count_paths(arcs, {}, survey.progress))),
                           INFINITY, "shortest paths of all pairs"});
  auto upper = real(degree_range(arcs).least);
  if (!survey.halves().empty()) upper = std::min(upper, expansion_of(arcs, survey.halves()));
  for (auto const& vector : survey.spectrum().vectors) upper = std::min(upper, sweep(arcs, vector));
  return both(bounds, {0, upper, "cuts at hand"});
}

/// The minimum over all sets, if they can be enumerated.
Metric expansion(Survey& survey, std::string_view key, Graph const& (Survey::*graph)(),
                 std::vector<std::uint32_t> (*least)(Graph const&, Progress&), Bounds (*bounds)(Survey&)) {
  auto const n = survey.subject.vertices;
  if (n > most_enumerated || !survey.affordable(seconds_of_all_sets(n)))
    return metric_between(key, bounds(survey), false);
  auto const cuts = least((survey.*graph)(), survey.progress);
  double best = INFINITY;
  for (std::size_t k = 1; k <= n / 2; ++k) best = std::min(best, cuts[k] / real(k));
  return {key, best, {}, {}, "all subsets"};
}

}  // namespace

void measure_expansions(Survey& survey, Measures& out) {
  if (survey.subject.vertices < 2) return;
  if (survey.wants("expansion"))
    out.metrics.push_back(expansion(survey, "expansion", &Survey::undirected, least_cuts, expansion_bounds));
  if (!survey.subject.bidirectional && survey.wants("out_expansion"))
    out.metrics.push_back(
        expansion(survey, "out_expansion", &Survey::all_arcs, least_out_cuts, out_expansion_bounds));
}

}  // namespace weft
