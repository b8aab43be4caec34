// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "weft/analysis/survey.hpp"
#include "weft/graph/concurrent_flow.hpp"
#include "weft/graph/distances.hpp"

namespace weft {
namespace {

/// Returns an upper bound on the rate of a pair of terminals under any routing, from the bandwidth that all
/// hops require and from the bandwidth of the channels out of and into each router.
double rate_limit(Survey& survey, std::vector<std::uint64_t> const& terminal_pairs) {
  auto const& channels = survey.channels();
  auto const& bandwidths = survey.bandwidths();
  auto const n = channels.num_vertices();
  std::vector<double> out(n, 0), in(n, 0);
  std::size_t channel = 0;
  for (Vertex v = 0; v < n; ++v)
    for (auto const head : channels.heads(v)) {
      auto const bandwidth = bandwidths[channel++];
      if (head == v) continue;
      out[v] += bandwidth;
      in[head] += bandwidth;
    }
  auto const all = std::accumulate(out.begin(), out.end(), 0.0);
  double limit = all / static_cast<double>(sum_of_distances(terminal_pairs));
  for (Vertex v = 0; v < n; ++v) {
    auto const here = real(survey.terminals()[v]), elsewhere = real(survey.subject.terminals) - here;
    if (here > 0 && elsewhere > 0) limit = std::min(limit, std::min(out[v], in[v]) / (here * elsewhere));
  }
  return limit;
}

/// Returns an upper bound on the rate of a pair of terminals from the terminal bisection, which limits the
/// traffic across it.
double cut_limit(Survey& survey) {
  auto const halves = survey.terminal_halves();
  auto const& cut = survey.terminal_bisection();
  if (!halves || !cut || halves->first == 0) return INFINITY;
  return cut->upper / (2 * real(halves->first) * real(halves->second));
}

/// Returns an upper bound on the load of a channel for any choice of shortest paths: there are degree - 1
/// choices for each hop of a path before and after the channel, which limits the number of pairs at distance
/// d.
double worst_load(Survey const& survey, std::vector<std::uint64_t> const& terminal_pairs) {
  auto const& subject = survey.subject;
  auto const each = subject.terminals_per_vertex && subject.bidirectional
                        ? std::pow(*subject.terminals_per_vertex, 2)
                        : INFINITY;
  double const onward = subject.known.degree_max.value_or(subject.radix) - 1.0;
  double load = 0, ways = each;
  for (std::size_t hops = 1; hops < terminal_pairs.size(); ++hops, ways *= onward)
    load += std::min(real(terminal_pairs[hops]), real(hops) * ways);
  return load;
}

/// Returns bounds on the throughput, per pair as in all functions below, without building the graph.
Bounds throughput_of_large(Survey& survey, std::vector<std::uint64_t> const& terminal_pairs) {
  Bounds bounds{0, cut_limit(survey), "bisection"};
  if (!survey.subject.bandwidth) return bounds;
  bounds.lower = *survey.subject.bandwidth / worst_load(survey, terminal_pairs);
  auto const by_hops = real(survey.subject.channels) * *survey.subject.bandwidth /
                       static_cast<double>(sum_of_distances(terminal_pairs));
  if (by_hops <= bounds.upper) return {bounds.lower, by_hops, "worst choice of shortest paths; distances"};
  bounds.method = "worst choice of shortest paths; bisection";
  return bounds;
}

Bounds throughput_of_graph(Survey& survey, std::vector<std::uint64_t> const& terminal_pairs) {
  Bounds bounds{0, rate_limit(survey, terminal_pairs), "distances and ports"};
  if (survey.subject.bandwidth) {
    bounds.lower = *survey.subject.bandwidth / worst_load(survey, terminal_pairs);
    bounds.method = "worst choice of shortest paths; distances and ports";
  }
  if (auto const* paths = survey.paths()) {
    bounds.lower = 1 / max_load(*paths, survey.bandwidths());
    bounds.method = "even shortest paths; distances and ports";
  }
  constexpr double rounding = 1e-9, worth_a_word = 1;
  if (bounds.upper <= bounds.lower * (1 + rounding)) {
    bounds.upper = bounds.lower;
    return bounds;
  }
  auto const variables = real(concurrent_flow_variables(survey.channels(), survey.terminals()));
  auto const seconds = seconds_of_program(variables);
  if (seconds > worth_a_word && survey.affordable(seconds) && variables < max_variables)
    survey.progress.expect(seconds, "the throughput by a linear program");
  if (survey.affordable(seconds) && variables < max_variables)
    if (auto const rate = concurrent_flow(survey.channels(), survey.terminals(), survey.bandwidths()))
      return {*rate, *rate, "linear program"};
  if (auto const by_cut = cut_limit(survey); by_cut < bounds.upper) {
    bounds.upper = std::max(by_cut, bounds.lower);
    bounds.method = survey.paths() != nullptr ? "even shortest paths; bisection"
                    : bounds.lower > 0        ? "worst choice of shortest paths; bisection"
                                              : "bisection";
  }
  return bounds;
}

void add_throughput(Survey& survey, Measures& out) {
  if (survey.subject.terminals < 2) return;
  auto const others = real(survey.subject.terminals - 1);
  auto const add = [&](Bounds rate) {
    rate.lower *= others;
    rate.upper *= others;
    out.metrics.push_back(metric_between("uniform_throughput", rate, false));
    bool const own_links = survey.subject.nodes == 0;
    auto const link = survey.subject.terminal_bandwidth;
    if (own_links && rate.upper > link)
      rate = {std::min(rate.lower, link), link, rate.lower >= link ? "link of a terminal" : rate.method};
    out.metrics.push_back(metric_between("terminal_throughput", rate, false));
  };
  auto const& load = survey.subject.known.uniform_load;
  bool const known = load && load->upper > 0;
  Bounds const closed = known ? Bounds{1 / load->upper, 1 / load->lower, load->method} : Bounds{};
  if (known && load->exact()) return add(closed);
  auto const& counts = survey.distances();
  bool const counted = counts.terminal_pairs.size() >= 2 && counts.terminals_connected;
  if (counts.terminal_pairs_cut_off > 0) return add({0, 0, "some terminals have no path between them"});
  if (!counted && !known) return;
  if (!counted) return add(closed);
  auto const found = survey.has_graph() ? throughput_of_graph(survey, counts.terminal_pairs)
                                        : throughput_of_large(survey, counts.terminal_pairs);
  add(found.exact() || !known ? found : both(found, closed));
}

void add_k_min(Survey& survey, Measures& out) {
  auto const& counts = survey.distances();
  auto const& subject = survey.subject;
  if (counts.terminal_pairs.empty() || !counts.terminals_connected || subject.terminals < 2) return;
  auto bandwidth = known_total_bandwidth(subject);
  if (!bandwidth && survey.has_graph()) bandwidth = subject.total_bandwidth();
  if (!bandwidth || *bandwidth == 0) return;
  auto const hops = static_cast<double>(sum_of_distances(counts.terminal_pairs));
  out.metrics.push_back(
      {"k_min", hops / real(subject.terminals - 1) / *bandwidth, {}, {}, counts.terminals_how});
}

}  // namespace

void measure_flows(Survey& survey, Measures& out) {
  if (survey.subject.vertices < 2) return;
  if (survey.any_requested("paths_mean", "paths_min"))
    if (auto const* paths = survey.paths_of_vertices()) {
      out.metrics.push_back({"paths_mean", paths->mean, {}, {}, "search from every router"});
      out.metrics.push_back(
          metric_between("paths_min", {paths->min, paths->min, "search from every router"}, true));
    }
  if (survey.any_requested("uniform_throughput", "terminal_throughput")) add_throughput(survey, out);
  if (survey.is_requested("k_min")) add_k_min(survey, out);
}

}  // namespace weft
