// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "weft/analysis/survey.hpp"
#include "weft/graph/distances.hpp"
#include "weft/graph/moore.hpp"
#include "weft/graph/order.hpp"
#include "weft/graph/symmetry.hpp"

namespace weft {
namespace {

Value whole(unsigned __int128 number) {
  if (number < static_cast<unsigned __int128>(1) << 63) return static_cast<std::int64_t>(number);
  return fmt::format("{}", number);
}

struct Keys {
  std::string_view sum, mean;
};

void add_sums(std::vector<std::uint64_t> const& pairs, Keys keys, std::string const& how, Measures& out) {
  auto const sum = sum_of_distances(pairs);
  auto const number = std::accumulate(pairs.begin(), pairs.end(), std::uint64_t{0});
  out.metrics.push_back({keys.sum, whole(sum), {}, {}, how});
  if (number > 0)
    out.metrics.push_back({keys.mean, static_cast<double>(sum) / static_cast<double>(number), {}, {}, how});
}

/// Returns the maximum out-degree of a vertex, if known.
std::optional<std::uint64_t> max_degree(Survey& survey) {
  if (survey.has_graph()) return degree_range(survey.arcs()).max;
  return survey.subject.known.degree_max;
}

/// Returns the lower bound on the mean distance that follows from the degree.
std::optional<double> mean_bound(Survey& survey) {
  auto const degree = max_degree(survey);
  if (!degree) return {};
  return min_mean_distance(real(survey.subject.vertices), real(*degree), !survey.subject.bidirectional);
}

/// Bounds the mean distance; shortest paths via router 0 bound the distance of each pair.
void bound_mean(Survey& survey, Measures& out) {
  auto const n = static_cast<double>(survey.subject.vertices);
  Bounds bounds{mean_bound(survey).value_or(1), n - 1, "degree and diameter"};
  bounds.upper = survey.diameter().upper;
  if (survey.has_graph()) {
    double sum = 0;
    auto const there = hops_from(survey.all_arcs(), 0), back = hops_from(survey.reversed(), 0);
    for (auto const hops : there) sum += hops;
    for (auto const hops : back) sum += hops;
    bounds.upper = std::min(bounds.upper, sum / n);
    bounds.method = "degree, paths over one router";
  }
  out.metrics.push_back(metric_between("avg_dist", bounds, false));
}

void add_moore(Survey& survey, double diameter, Measures& out) {
  auto const degree = max_degree(survey);
  if (!degree) return;
  auto const bound = moore_bound(static_cast<std::uint32_t>(*degree), static_cast<std::uint32_t>(diameter),
                                 !survey.subject.bidirectional);
  constexpr std::size_t max_digits = 40;
  Value digits = bound.digits.size() < 19 ? Value{std::stoll(bound.digits)} : Value{bound.digits};
  if (bound.digits.size() > max_digits) digits = bound.value;
  if (std::isinf(bound.value)) digits = "10^" + std::to_string(bound.digits.size() - 1);
  out.metrics.push_back({"moore_bound", digits, {}, {}, {}});
  out.metrics.push_back(
      {"moore_ratio", static_cast<double>(survey.subject.vertices) / bound.value, {}, {}, {}});
}

/// Adds the minimum mean distance for the degree, and the ratio of the mean to it if the mean is exact.
void add_mean_bound(Survey& survey, Measures& out) {
  auto const bound = mean_bound(survey);
  if (!bound || survey.subject.vertices < 2) return;
  out.metrics.push_back({"avg_dist_bound", *bound, {}, {}, {}});
  if (auto const* mean = out.find("avg_dist"); mean != nullptr && mean->exact())
    out.metrics.push_back({"avg_dist_ratio", mean->value.number() / *bound, {}, {}, {}});
}

}  // namespace

void measure_distances(Survey& survey, Measures& out) {
  if (survey.subject.vertices == 0) return;
  if (!survey.any_requested("diameter", "sum_dist", "avg_dist", "term_diameter", "term_sum_dist",
                            "term_avg_dist", "moore_bound", "moore_ratio", "avg_dist_bound", "avg_dist_ratio",
                            "dist_hist"))
    return;
  auto const diameter = survey.diameter();
  if (std::isinf(diameter.lower))
    out.metrics.push_back({"diameter", "infinite", {}, {}, "not connected"});
  else
    out.metrics.push_back(metric_between("diameter", diameter, true));
  auto const& counts = survey.distances();
  if (counts.connected && !counts.pairs.empty())
    add_sums(counts.pairs, {"sum_dist", "avg_dist"}, counts.how, out);
  if (counts.connected && counts.pairs.empty() && std::isfinite(diameter.upper)) bound_mean(survey, out);
  if (counts.terminals_connected && !counts.terminal_pairs.empty() && survey.subject.terminals > 0) {
    out.metrics.push_back({"term_diameter", counts.terminal_pairs.size() - 1, {}, {}, counts.terminals_how});
    add_sums(counts.terminal_pairs, {"term_sum_dist", "term_avg_dist"}, counts.terminals_how, out);
  }
  if (!counts.terminals_connected && counts.terminal_pairs_cut_off > 0)
    out.metrics.push_back(
        {"term_diameter",
         "infinite",
         {},
         {},
         fmt::format("{} of {} ordered pairs of terminals have no path", counts.terminal_pairs_cut_off,
                     survey.subject.terminals * (survey.subject.terminals - 1))});
  if (diameter.exact() && std::isfinite(diameter.upper)) add_moore(survey, diameter.upper, out);
  add_mean_bound(survey, out);
  if (!survey.is_requested("dist_hist")) return;
  out.pairs = counts.pairs;
  out.terminal_pairs = counts.terminal_pairs;
}

namespace {

/// Returns bounds on the number of orbits, from closed forms or from a search with a step limit that depends
/// only on the graph.
Bounds orbit_bounds(Survey& survey) {
  auto const& subject = survey.subject;
  if (subject.vertex_transitive) return exactly(1, "since all routers are equivalent");
  auto const& known = subject.known.orbits;
  if (known && known->exact()) return *known;
  if (!survey.has_graph()) return known.value_or(Bounds{1, real(subject.vertices), "trivial"});
  constexpr double arcs_per_second = 1e8;
  auto const steps = survey.options.exact
                         ? ~std::uint64_t{0}
                         : static_cast<std::uint64_t>(survey.options.seconds * arcs_per_second);
  auto const found = count_orbits(survey.all_arcs(), steps, survey.progress);
  Bounds const bounds{real(found.lower), real(found.upper), "colors and automorphisms"};
  return known ? both(*known, bounds) : bounds;
}

}  // namespace

void measure_symmetry(Survey& survey, Measures& out) {
  if (survey.subject.vertices == 0 || !survey.is_requested("orbits")) return;
  out.metrics.push_back(metric_between("orbits", orbit_bounds(survey), true));
}

}  // namespace weft
