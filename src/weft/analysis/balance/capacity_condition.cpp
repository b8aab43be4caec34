// SPDX-License-Identifier: Apache-2.0
#include "weft/analysis/balance/capacity_condition.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/random.hpp"
#include "weft/core/statistics.hpp"
#include "weft/graph/order.hpp"
#include "weft/network/cables.hpp"
#include "weft/network/terminal_meters.hpp"

namespace weft {
namespace {

constexpr std::size_t sampled_sources = 64;

[[noreturn]] void reject_unconnected() {
  throw InputError("some terminals cannot reach others", "every processor must reach every other",
                   "choose a connected network", "topology");
}

double mean_of(std::vector<double> const& pairs) {
  double sum = 0, number = 0;
  for (std::size_t d = 0; d < pairs.size(); ++d) {
    sum += static_cast<double>(d) * pairs[d];
    number += pairs[d];
  }
  return sum / number;
}

/// Returns the routers of terminals that are drawn at random with `seed`.
std::vector<Vertex> draw_sources(std::vector<std::uint32_t> const& terminals_at, std::uint64_t seed) {
  std::vector<std::uint64_t> last(terminals_at.size());
  std::inclusive_scan(terminals_at.begin(), terminals_at.end(), last.begin(), std::plus<>{},
                      std::uint64_t{0});
  Rng random(seed, Purpose::traffic, 0);
  std::vector<Vertex> sources(sampled_sources);
  for (auto& source : sources)
    source = static_cast<Vertex>(std::ranges::upper_bound(last, random.below(last.back())) - last.begin());
  return sources;
}

/// Returns, for each distance, the number of pairs with their first terminal at `source`.
std::vector<double> pairs_from(Graph const& graph, std::vector<std::uint32_t> const& terminals_at,
                               Vertex source) {
  auto const hops = hops_from(graph, source);
  std::vector<double> pairs;
  for (Vertex v = 0; v < hops.size(); ++v) {
    if (terminals_at[v] == 0) continue;
    if (hops[v] == unreachable) reject_unconnected();
    if (hops[v] >= pairs.size()) pairs.resize(hops[v] + std::size_t{1}, 0);
    pairs[hops[v]] += terminals_at[v] - (v == source ? 1 : 0);
  }
  return pairs;
}

TerminalDistances sample(TopologyFacts const& subject, std::uint64_t seed, Progress& progress) {
  auto const graph = subject.graph();
  auto const terminals_at = subject.terminals_at();
  TerminalDistances distances;
  distances.exact = false;
  distances.how = fmt::format("searches from {} routers", sampled_sources);
  RunningStatistics means;
  progress.start("distances", sampled_sources, "searches");
  for (auto const source : draw_sources(terminals_at, seed)) {
    auto const pairs = pairs_from(graph, terminals_at, source);
    means.add(mean_of(pairs));
    distances.pairs.resize(std::max(distances.pairs.size(), pairs.size()), 0);
    for (std::size_t d = 0; d < pairs.size(); ++d) distances.pairs[d] += pairs[d];
    progress.advance();
  }
  progress.finish();
  distances.mean = mean_of(distances.pairs);
  distances.half_width = confidence_half_width(means);
  return distances;
}

constexpr double rounding = 1e-12;

/// Returns the condition for a throughput: requests make `trips` hops over processors x throughput channels.
CapacityCondition by_throughput(std::string name, double processors, std::uint32_t trips, double throughput,
                                std::string how, bool necessary, bool sufficient) {
  return {Reading::throughput,     std::move(name), processors, static_cast<double>(trips),
          processors * throughput, std::move(how),  necessary,  sufficient};
}

/// Adds the condition for the cut: the fraction 2 floor(p/2) ceil(p/2) / (p (p - 1)) of the requests of p
/// terminals crosses a cut into halves. The bisection refers to all vertices; it halves the terminals if all
/// vertices have the same number of terminals.
void add_cut(TopologyFacts const& subject, std::uint32_t trips, MetricOptions options, Progress& progress,
             std::vector<CapacityCondition>& conditions) {
  if (!subject.terminals_per_vertex || subject.terminals < 2 || subject.vertices % 2 != 0) return;
  options.keys = {"bisection_bandwidth"};
  auto const measures = measure(subject, options, progress);
  auto const* metric = measures.find("bisection_bandwidth");
  if (metric == nullptr) return;
  auto const width = (metric->exact() ? metric->value : metric->upper).number();
  auto const processors = static_cast<double>(subject.terminals);
  if (width > 0)
    conditions.push_back({Reading::cut, "cut into halves", processors,
                          trips * processors / (2 * (processors - 1)), width, metric->how, true});
}

void add_throughput(TopologyFacts const& subject, std::uint32_t trips, MetricOptions options,
                    Progress& progress, std::vector<CapacityCondition>& conditions) {
  options.keys = {"uniform_throughput"};
  auto const measures = measure(subject, options, progress);
  auto const* metric = measures.find("uniform_throughput");
  if (metric == nullptr) return;
  auto const processors = static_cast<double>(subject.terminals);
  auto const add = [&](Value const& value, char const* name, bool necessary, bool sufficient) {
    if (value.number() > 0)
      conditions.push_back(
          by_throughput(name, processors, trips, value.number(), metric->how, necessary, sufficient));
  };
  if (metric->exact()) return add(metric->value, "throughput of uniform traffic", true, true);
  add(metric->upper, "throughput of uniform traffic, at most", true, false);
  add(metric->lower, "throughput of uniform traffic, at least", false, true);
}

bool are_equal(double a, double b) { return std::abs(a - b) <= rounding * std::max(a, b); }

/// Marks as sufficient every necessary condition that demands exactly as much as the known throughput.
void mark_sufficient(std::vector<CapacityCondition>& conditions) {
  auto const known = std::ranges::find_if(conditions, [](auto const& condition) {
    return condition.reading == Reading::throughput && condition.necessary && condition.sufficient;
  });
  if (known == conditions.end()) return;
  for (auto& condition : conditions)
    condition.sufficient |= condition.necessary && are_equal(condition.k_min(), known->k_min());
}

/// Returns the preference for a condition among equally demanding conditions: a cut explains the most, then a
/// known throughput.
int clarity_rank(CapacityCondition const& condition) {
  if (condition.reading == Reading::cut) return 2;
  return condition.reading == Reading::throughput && condition.sufficient ? 1 : 0;
}

}  // namespace

TerminalDistances terminal_distances(TopologyFacts const& subject, MetricOptions const& options,
                                     std::uint64_t seed, Progress& progress) {
  if (subject.terminals < 2)
    throw InputError(
        fmt::format("the network has {} terminal{}", subject.terminals, subject.terminals == 1 ? "" : "s"),
        "a request goes to another processor", "choose a network with at least two terminals", "topology");
  auto asked = options;
  asked.keys = {"diameter", "term_avg_dist", "dist_hist"};
  auto const measures = measure(subject, asked, progress);
  if (auto const* diameter = measures.find("diameter"); diameter != nullptr &&
                                                        diameter->how == "not connected" &&
                                                        subject.known.terminal_pairs_at_distance.empty())
    reject_unconnected();
  TerminalDistances distances;
  if (auto const* mean = measures.find("term_avg_dist"); mean != nullptr) {
    distances.pairs.assign(measures.terminal_pairs.begin(), measures.terminal_pairs.end());
    distances.mean = mean->value.number();
    distances.how = mean->how;
  } else {
    distances = sample(subject, seed, progress);
  }
  distances.longest = distances.pairs.size() - 1;
  return distances;
}

bool CapacityCondition::carries(std::int64_t every) const {
  return k_min() * (1 - rounding) <= static_cast<double>(every);
}

std::uint64_t CapacityCondition::whole_k_min() const {
  return static_cast<std::uint64_t>(std::max(1.0, std::ceil(k_min() * (1 - rounding))));
}

std::vector<CapacityCondition> capacity_conditions(TopologyFacts const& subject,
                                                   TerminalDistances const& distances, std::uint32_t trips,
                                                   MetricOptions const& options, Progress& progress) {
  auto const known = known_total_bandwidth(subject);
  auto const channels = known ? *known : subject.total_bandwidth();
  if (channels <= 0 && distances.mean > 0)
    throw InputError("the network has no channels", "requests travel along channels",
                     "choose another network", "topology");
  auto const processors = static_cast<double>(subject.terminals);
  std::vector<CapacityCondition> conditions;
  for (auto const& reading : subject.capacity_readings)
    conditions.push_back({Reading::published, reading.name, static_cast<double>(reading.processors),
                          static_cast<double>(trips * reading.hops), static_cast<double>(reading.channels),
                          "Leppanen & Penttonen 2007"});
  auto const mean = distances.exact ? distances.how
                                    : fmt::format("{}, 95 %: +-{:.3g}", distances.how, distances.half_width);
  conditions.push_back(
      {Reading::mean, "mean distance", processors, trips * distances.mean, channels, mean, distances.exact});
  conditions.push_back({Reading::diameter, distances.exact ? "diameter" : "diameter, at least", processors,
                        static_cast<double>(trips * distances.longest), channels, distances.how});
  add_cut(subject, trips, options, progress, conditions);
  add_throughput(subject, trips, options, progress, conditions);
  mark_sufficient(conditions);
  return conditions;
}

CapacityCondition const* find_reading(std::vector<CapacityCondition> const& conditions, Reading reading) {
  if (reading == Reading::binding) {
    CapacityCondition const* strictest = find_reading(conditions, Reading::mean);
    for (auto const& condition : conditions)
      if (condition.necessary && (are_equal(condition.k_min(), strictest->k_min())
                                      ? clarity_rank(condition) > clarity_rank(*strictest)
                                      : condition.k_min() > strictest->k_min()))
        strictest = &condition;
    return strictest;
  }
  auto const found = std::ranges::find(conditions, reading, &CapacityCondition::reading);
  return found == conditions.end() ? nullptr : &*found;
}

namespace {

constexpr std::uint64_t max_laid_out = std::uint64_t{1} << 24;

/// Returns whether the topology is small enough for a layout: a layout stores an offset for each coordinate
/// of a dimension, so no side may be as long as a ring of a billion routers.
bool may_be_laid_out(AnyTopology const& topology, TopologyFacts const& facts) {
  auto const sides = topology.sides();
  if (sides.empty()) return facts.terminals_per_vertex || facts.vertices <= max_laid_out;
  return std::cmp_less_equal(std::ranges::max(sides), max_laid_out);
}

std::optional<double> longest_cable(AnyTopology const& topology, TopologyFacts const& facts,
                                    Layout const& layout) {
  auto cables = topology.known_cables(layout);
  if (cables.empty() && facts.channels > max_laid_out) return {};
  if (cables.empty())
    cables = cable_statistics(topology.classes(), topology.groups(), topology.cable_lengths(layout),
                              layout.pitch());
  double longest = 0;
  for (auto const& group : cables) longest = std::max(longest, group.max_length());
  return longest;
}

}  // namespace

std::optional<SignalLaw> signal_law(AnyTopology const& topology, TopologyFacts const& facts,
                                    LayoutParams const& params) {
  if (facts.terminals < 2 || !may_be_laid_out(topology, facts)) return {};
  auto const layout = topology.layout(params);
  SignalLaw law;
  auto positions = facts.vertices;
  if (facts.terminals_per_vertex) {
    law.mean_meters = mean_terminal_meters(layout, facts.vertices, *facts.terminals_per_vertex);
  } else {
    auto const terminals_at = facts.terminals_at();
    law.mean_meters = mean_terminal_meters(layout, terminals_at);
    positions = terminals_at.size() - static_cast<std::uint64_t>(std::ranges::count(terminals_at, 0U));
  }
  law.cube_side = std::cbrt(static_cast<double>(positions)) * layout.pitch();
  law.longest_cable = longest_cable(topology, facts, layout);
  return law;
}

}  // namespace weft
