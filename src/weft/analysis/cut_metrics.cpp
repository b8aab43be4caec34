// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "weft/analysis/survey.hpp"
#include "weft/graph/min_cuts.hpp"
#include "weft/graph/order.hpp"
#include "weft/graph/weighted_graph.hpp"

namespace weft {
namespace {

/// Returns the lower bound on the bisection from routing: the traffic that all pairs can send simultaneously
/// over shortest paths must cross the cut.
Bounds routing_bound(Survey& survey) {
  auto const n = survey.subject.vertices;
  double const load = survey.all_pairs_load();
  if (load == 0) return {};
  constexpr double rounding = 1e-9;
  auto const pairs = real(n / 2) * real(n - n / 2);
  return {std::ceil(pairs / load * (1 - rounding)), INFINITY, "shortest paths of all pairs"};
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
  auto const up_to = [&](std::uint64_t max) {
    return static_cast<unsigned>(std::min(affordable_starts, max));
  };
  auto const arcs_annealed = options.exact ? std::uint64_t{200'000} : std::uint64_t{8'000};
  BisectionEffort effort;
  effort.annealings = static_cast<unsigned>(
      std::min<std::uint64_t>(4, arcs_annealed / std::max<std::uint64_t>(undirected().num_arcs(), 1)));
  effort.structured = std::max(up_to(64), 2U);
  effort.starts = up_to(options.exact ? 32 : 8);
  effort.perturbations = up_to(subject.vertices <= max_exact_bisection_vertices ? 256 : 1024);
  if (options.exact) {
    constexpr double seconds_per_branch = 4e-6;
    effort.branches = options.branches;
    if (options.branches > default_branches && subject.vertices <= max_exact_bisection_vertices)
      progress.expect(real(options.branches) * seconds_per_branch, "the bisection by branch and bound");
  }
  auto [found, side] = bisect(undirected(), spectrum(), proven, effort, progress);
  halves_ = std::move(side);
  if (known && known->upper < found.upper) {
    found.upper = known->upper;
    found.method += "; " + known->method;
  }
  if (options.exact && !found.exact())
    found.method +=
        subject.vertices > max_exact_bisection_vertices
            ? fmt::format("; the exact method supports at most {} vertices", max_exact_bisection_vertices)
            : fmt::format("; not decided by {} steps of branch and bound (show --branches sets more)",
                          options.branches);
  return found;
}

double Survey::crossing_bandwidth(Division const& side) {
  double crossing = 0;
  std::size_t channel = 0;
  for (Vertex v = 0; v < side.size(); ++v)
    for (auto const head : channels().heads(v)) {
      if (side[v] != side[head]) crossing += bandwidths()[channel];
      ++channel;
    }
  return crossing;
}

/// Returns bounds on the bandwidth between halves, from the all-pairs load and from the average over all
/// halves.
Bounds Survey::bandwidth_without_cuts() const {
  auto const half = real(subject.vertices / 2), rest = real(subject.vertices) - half;
  Bounds bounds{0, INFINITY, "load of all pairs, average of all halves"};
  if (auto const& load = subject.known.uniform_load;
      load && subject.terminals_per_vertex && subject.terminals > 0)
    bounds.lower = 2 * half * rest * std::pow(*subject.terminals_per_vertex, 2) / load->upper * (1 - 1e-12);
  if (auto const all = known_total_bandwidth(subject))
    bounds.upper = *all * 2 * half * rest / (real(subject.vertices) * real(subject.vertices - 1));
  return bounds;
}

/// Returns bounds on the bisection bandwidth. An edge has at least one channel in each direction (in one
/// direction if the network is directed).
Bounds Survey::find_bisection_bandwidth() {
  auto const& cut = bisection();
  if (subject.vertices < 2) return cut;
  double const directions = subject.bidirectional ? 2 : 1;
  Bounds bounds{0, INFINITY, cut.method};
  bool plain = false;
  if (subject.bandwidth) {
    bounds.lower = cut.lower * directions * *subject.bandwidth;
    plain = subject.bidirectional &&
            (has_graph() ? channels().num_arcs() == arcs().num_arcs() : subject.known.parallel == 0U);
    if (plain) bounds.upper = cut.upper * directions * *subject.bandwidth;
  } else if (has_graph() && !bandwidths().empty()) {
    bounds.lower = cut.lower * directions * std::ranges::min(bandwidths());
  }
  if (!plain && halves_.empty() && has_graph())
    halves_ = find_halves(undirected(), spectrum(), {}, static_cast<std::uint64_t>(cut.lower), progress).side;
  if (!halves_.empty()) bounds.upper = std::min(bounds.upper, crossing_bandwidth(halves_));
  if (subject.terminals_per_vertex && subject.known.terminal_bisection)
    bounds = both(bounds, *subject.known.terminal_bisection);
  return both(bounds, bandwidth_without_cuts());
}

std::optional<std::pair<std::uint64_t, std::uint64_t>> Survey::terminal_halves() {
  std::uint64_t routers = 0, each = 0;
  if (subject.terminals_per_vertex) {
    routers = subject.vertices;
    each = *subject.terminals_per_vertex;
  } else {
    if (!has_graph()) return {};
    for (auto const count : terminals()) {
      if (count == 0) continue;
      if (each != 0 && count != each) return {};
      each = count;
      ++routers;
    }
  }
  return std::pair{routers / 2 * each, (routers - routers / 2) * each};
}

/// Returns bounds on the terminal bisection. Lower bound: the traffic that all terminals can send to each
/// other over shortest paths crosses the cut. Upper bound: the best halves found, including the halves of the
/// vertices if they also halve the terminals.
Bounds Survey::search_terminal_bisection() {
  constexpr unsigned starts = 8;
  auto const halves = *terminal_halves();
  Bounds bounds{0, INFINITY, "METIS and refinement"};
  if (auto const* counts = paths()) {
    bounds.lower = 2 * real(halves.first) * real(halves.second) / max_load(*counts, bandwidths());
    bounds.method = "even shortest paths of all terminals; METIS and refinement";
  }
  std::vector<std::uint8_t> marked(subject.vertices);
  std::ranges::transform(terminals(), marked.begin(), [](std::uint32_t count) { return count > 0; });
  for (unsigned seed = 0; seed < starts; ++seed)
    bounds.upper = std::min(bounds.upper, crossing_bandwidth(halves_of_marked(undirected(), marked, seed)));
  bisection();
  std::uint64_t here = 0;
  for (std::size_t v = 0; v < halves_.size(); ++v) here += halves_[v] != 0 ? terminals()[v] : 0;
  if (!halves_.empty() && (here == halves.first || here == halves.second))
    bounds.upper = std::min(bounds.upper, crossing_bandwidth(halves_));
  return bounds;
}

std::optional<Bounds> Survey::find_terminal_bisection() {
  auto const& known = subject.known.terminal_bisection;
  if (subject.terminals < 2 || (known && known->exact())) return known;
  if (subject.terminals_per_vertex) return bisection_bandwidth();
  if (!has_graph() || !distances().terminals_connected || distances().pairs.empty()) return known;
  auto const halves = terminal_halves();
  if (!halves || halves->first == 0) return known;
  return known ? both(search_terminal_bisection(), *known) : search_terminal_bisection();
}

void measure_cuts(Survey& survey, Measures& out) {
  if (survey.subject.vertices < 2) return;
  if (survey.is_requested("bisection"))
    out.metrics.push_back(metric_between("bisection", survey.bisection(), true));
  if (survey.is_requested("bisection_bandwidth"))
    out.metrics.push_back(metric_between("bisection_bandwidth", survey.bisection_bandwidth(), true));
  if (survey.is_requested("term_bisection"))
    if (auto const& bounds = survey.terminal_bisection())
      out.metrics.push_back(metric_between("term_bisection", *bounds, true));
}

namespace {

/// Sorts the vertices by their components in an eigenvector. Returns the minimum, over the prefixes of this
/// order and their complements with at most half of the vertices, of the number of leaving arcs per vertex.
double sweep(Graph const& arcs, std::vector<double> const& vector) {
  auto const n = arcs.num_vertices();
  std::vector<Vertex> order(n), rank(n);
  std::iota(order.begin(), order.end(), Vertex{0});
  std::ranges::sort(order, {}, [&](Vertex v) { return vector[v]; });
  for (std::size_t i = 0; i < n; ++i) rank[order[i]] = static_cast<Vertex>(i);
  // Change of the number of arcs of each prefix relative to the previous prefix
  std::vector<std::int64_t> leaving(n + 1, 0), entering(n + 1, 0);
  for (Vertex v = 0; v < n; ++v)
    for (auto const head : arcs.heads(v)) {
      auto& change = rank[v] < rank[head] ? leaving : entering;
      ++change[std::min(rank[v], rank[head]) + std::size_t{1}];
      --change[std::max(rank[v], rank[head]) + std::size_t{1}];
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

/// Returns the number of arcs that leave the smaller side of a division, per vertex of this side; if the
/// sides are equal, the minimum over both.
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

/// Returns a lower bound on the expansion. Under a routing of all pairs, a set of s vertices sends s (n - s)
/// pairs to the others, and an arc carries at most `load` of them. An edge of the underlying graph carries
/// twice as many pairs, over both directions together.
double expansion_by_load(Survey const& survey, double load) {
  auto const n = survey.subject.vertices;
  return load > 0 ? real(n - n / 2) / load : 0;
}

/// Returns bounds on the expansion. Lower bound: from half the algebraic connectivity or from the all-pairs
/// load. Upper bound: the best known cut.
Bounds expansion_bounds(Survey& survey) {
  auto const half = real(survey.subject.vertices / 2);
  auto const& known = survey.subject.known;
  Bounds bounds{0, survey.bisection().upper / half, "half the algebraic connectivity; known cuts"};
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
  auto upper = real(degree_range(arcs).min);
  if (!survey.halves().empty()) upper = std::min(upper, expansion_of(arcs, survey.halves()));
  for (auto const& vector : survey.spectrum().vectors) upper = std::min(upper, sweep(arcs, vector));
  return both(bounds, {0, upper, "known cuts"});
}

/// Returns the expansion: the minimum over all sets if they can be enumerated, otherwise bounds.
Metric expansion(Survey& survey, std::string_view key, Graph const& (Survey::*graph)(),
                 std::vector<std::uint32_t> (*min_cuts_of)(Graph const&, Progress&),
                 Bounds (*bounds)(Survey&)) {
  auto const n = survey.subject.vertices;
  if (n > max_enumerated || !survey.affordable(seconds_of_all_sets(n)))
    return metric_between(key, bounds(survey), false);
  auto const cuts = min_cuts_of((survey.*graph)(), survey.progress);
  double best = INFINITY;
  for (std::size_t k = 1; k <= n / 2; ++k) best = std::min(best, cuts[k] / real(k));
  return {key, best, {}, {}, "all subsets"};
}

}  // namespace

void measure_expansions(Survey& survey, Measures& out) {
  if (survey.subject.vertices < 2) return;
  if (survey.is_requested("expansion"))
    out.metrics.push_back(expansion(survey, "expansion", &Survey::undirected, min_cuts, expansion_bounds));
  if (!survey.subject.bidirectional && survey.is_requested("out_expansion"))
    out.metrics.push_back(
        expansion(survey, "out_expansion", &Survey::all_arcs, min_out_cuts, out_expansion_bounds));
}

}  // namespace weft
