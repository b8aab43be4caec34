#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "weft/analysis/survey.hpp"
#include "weft/graph/least_cuts.hpp"

namespace weft {
namespace {

/// What all pairs can send at once over shortest paths must cross the cut.
Bounds routing_bound(Survey& survey) {
  auto const n = survey.subject.vertices;
  double const load = survey.all_pairs_load();
  if (load == 0) return {};
  constexpr double rounding = 1e-9;
  auto const pairs = real(n / 2) * real(n - n / 2);
  return {std::ceil(pairs / load * (1 - rounding)), INFINITY, "shortest paths of all pairs"};
}

/// The least cut of a prefix of the vertices in the order of the eigenvector, relative to its size.
double sweep(Graph const& graph, std::vector<double> const& vector) {
  std::vector<Vertex> order(graph.num_vertices());
  std::iota(order.begin(), order.end(), Vertex{0});
  std::ranges::sort(order, {}, [&](Vertex v) { return vector[v]; });
  std::vector<bool> inside(order.size(), false);
  double best = INFINITY;
  std::int64_t cut = 0;
  for (std::size_t i = 0; i + 1 < order.size(); ++i) {
    for (auto const head : graph.heads(order[i])) cut += inside[head] ? -1 : 1;
    inside[order[i]] = true;
    best = std::min(best, static_cast<double>(cut) / real(std::min(i + 1, order.size() - i - 1)));
  }
  return best;
}

/// Between half the algebraic connectivity and the best of the cuts at hand.
Bounds expansion_bounds(Survey& survey) {
  auto const half = real(survey.subject.vertices / 2);
  Bounds bounds{0, survey.bisection().upper / half, "half the algebraic connectivity; cuts at hand"};
  if (auto const known = survey.subject.known.algebraic_connectivity) bounds.lower = *known / 2;
  if (survey.has_graph()) {
    auto const& spectrum = survey.spectrum();
    bounds.lower = std::max(bounds.lower, spectrum.connectivity.lower / 2);
    for (auto const& vector : spectrum.vectors)
      bounds.upper = std::min(bounds.upper, sweep(survey.undirected(), vector));
    if (spectrum.vectors.empty()) bounds = {0, 0, "not connected"};
  }
  constexpr double rounding = 1e-9;
  if (bounds.upper <= bounds.lower * (1 + rounding)) bounds.lower = bounds.upper;
  return bounds;
}

void add_expansion(Survey& survey, Measures& out) {
  auto const n = survey.subject.vertices;
  constexpr double seconds_per_set = 3e-9;
  constexpr std::uint64_t most_enumerated = 40;
  if (n > most_enumerated || !survey.affordable(std::pow(2.0, real(n - 1)) * seconds_per_set)) {
    out.metrics.push_back(metric_between("expansion", expansion_bounds(survey), false));
    return;
  }
  auto const cuts = least_cuts(survey.undirected(), survey.progress);
  double best = INFINITY;
  for (std::size_t k = 1; k <= n / 2; ++k) best = std::min(best, cuts[k] / real(k));
  out.metrics.push_back({"expansion", best, {}, {}, "all subsets"});
}

}  // namespace

Bounds Survey::find_bisection() {
  constexpr std::uint64_t arcs_refined = 1'000'000;
  auto const& known = subject.known.bisection;
  if (known && known->exact()) return *known;
  if (subject.vertices < 2) return {0, 0, "one router"};
  if (!has_graph()) return known ? *known : Bounds{0, INFINITY, "too large"};
  auto proven = routing_bound(*this);
  if (known && known->lower > proven.lower) proven = *known;
  auto const affordable_starts =
      (options.exact ? 4 : 1) * arcs_refined / std::max<std::uint64_t>(undirected().num_arcs(), 1);
  auto const up_to = [&](std::uint64_t most) {
    return static_cast<unsigned>(std::min(affordable_starts, most));
  };
  auto const arcs_annealed = options.exact ? std::uint64_t{200'000} : std::uint64_t{8'000};
  BisectionEffort effort;
  effort.annealings = static_cast<unsigned>(
      std::min<std::uint64_t>(4, arcs_annealed / std::max<std::uint64_t>(undirected().num_arcs(), 1)));
  effort.structured = std::max(up_to(64), 2U);
  effort.starts = up_to(options.exact ? 32 : 8);
  effort.perturbations = up_to(subject.vertices <= most_for_exact_cuts ? 256 : 1024);
  if (options.exact) effort.branches = options.branches;
  auto [found, side] = bisect(undirected(), spectrum(), proven, effort, progress);
  halves_ = std::move(side);
  if (known && known->upper < found.upper) {
    found.upper = known->upper;
    found.method += "; " + known->method;
  }
  if (options.exact && !found.exact())
    found.method += subject.vertices > most_for_exact_cuts
                        ? fmt::format("; the exact method takes at most {} vertices", most_for_exact_cuts)
                        : fmt::format("; not decided by {} steps of branch and bound", options.branches);
  return found;
}

void measure_cuts(Survey& survey, Measures& out) {
  if (survey.subject.vertices < 2) return;
  if (survey.wants("bisection")) out.metrics.push_back(metric_between("bisection", survey.bisection(), true));
  if (survey.wants("bisection_bandwidth"))
    out.metrics.push_back(metric_between("bisection_bandwidth", survey.bisection_bandwidth(), true));
  if (survey.wants("term_bisection"))
    if (auto const& bounds = survey.terminal_bisection())
      out.metrics.push_back(metric_between("term_bisection", *bounds, true));
  if (survey.wants("expansion")) add_expansion(survey, out);
}

}  // namespace weft
