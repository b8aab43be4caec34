// SPDX-License-Identifier: Apache-2.0
#include "weft/analysis/survey.hpp"

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "weft/analysis/metrics.hpp"
#include "weft/core/memory.hpp"
#include "weft/graph/distances.hpp"
#include "weft/graph/min_cuts.hpp"
#include "weft/graph/order.hpp"

namespace weft {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// Subtracts the pairs of a vertex with itself, which do not count, from counts[0].
void drop_vertices(std::vector<std::uint64_t>& counts, std::uint64_t vertices) {
  if (!counts.empty()) counts[0] -= vertices;
}

}  // namespace

bool Survey::is_requested(std::string_view key) const {
  return options.keys.empty() ||
         std::ranges::any_of(options.keys, [&](auto const& name) { return name == key || name == "all"; });
}

Graph const& Survey::channels() {
  if (!channels_) {
    require_memory(
        subject.channels * sizeof(Vertex) + subject.vertices * sizeof(std::uint64_t),
        fmt::format("the graph of {} vertices and {} channels", subject.vertices, subject.channels),
        "omit exact, or choose metrics with closed forms");
    channels_ = subject.graph();
  }
  return *channels_;
}

Graph const& Survey::arcs() {
  if (!arcs_) arcs_ = simple(channels());
  return *arcs_;
}

Graph const& Survey::all_arcs() {
  if (arcs().ends().empty()) return arcs();
  if (!all_arcs_) all_arcs_ = without_ends(arcs());
  return *all_arcs_;
}

Graph const& Survey::undirected() {
  if (subject.bidirectional) return all_arcs();
  if (!undirected_) undirected_ = without_ends(weft::undirected(channels()));
  return *undirected_;
}

Graph const& Survey::reversed() {
  if (subject.bidirectional) return all_arcs();
  if (!reversed_) reversed_ = transposed(all_arcs());
  return *reversed_;
}

std::vector<std::uint32_t> const& Survey::terminals() {
  if (!terminals_) terminals_ = subject.terminals_at();
  return *terminals_;
}

std::vector<double> const& Survey::bandwidths() {
  if (!bandwidths_) bandwidths_ = subject.bandwidths();
  return *bandwidths_;
}

/// Counts the pairs with a closed form or by a search from one router.
PairCounts Survey::count_from_one() {
  auto const n = subject.vertices;
  PairCounts counts;
  if (!subject.known.pairs_at_distance.empty()) {
    counts.pairs = {0};
    counts.pairs.insert(counts.pairs.end(), subject.known.pairs_at_distance.begin(),
                        subject.known.pairs_at_distance.end());
    counts.how = "closed form";
  } else {
    counts.pairs = subject.vertices_at_distance();
    for (auto& count : counts.pairs) count *= n;
    drop_vertices(counts.pairs, n);
    counts.how = "search from one router, since all are equivalent";
  }
  if (subject.terminals_per_vertex) {
    std::uint64_t const each = *subject.terminals_per_vertex;
    for (auto const count : counts.pairs) counts.terminal_pairs.push_back(count * each * each);
    counts.terminal_pairs[0] += each > 0 ? n * each * (each - 1) : 0;
  }
  auto const total = std::accumulate(counts.pairs.begin(), counts.pairs.end(), std::uint64_t{0});
  counts.connected = counts.terminals_connected = total == n * (n - 1);
  return counts;
}

PairCounts Survey::count_distances() {
  bool const closed = !subject.known.pairs_at_distance.empty();
  bool const from_one = subject.vertex_transitive && has_graph();
  PairCounts counts;
  if (subject.vertices == 0) return counts;
  if (subject.vertices == 1)
    return {{0}, {subject.terminals * (subject.terminals - 1)}, true, true, 0, "one router"};
  if (closed || from_one) counts = count_from_one();
  if (!counts.terminal_pairs.empty() ||
      (!counts.pairs.empty() && !subject.known.terminal_pairs_at_distance.empty()))
    return counts;
  if (!has_graph() || !affordable(search_seconds() * real(subject.vertices) * cost_of_a_search_of_many))
    return counts;
  auto const found = weft::count_distances(all_arcs(), terminals(), progress);
  auto const of_terminals =
      arcs().ends().empty() ? found : weft::count_distances(arcs(), terminals(), progress, true);
  counts.pairs = found.pairs;
  drop_vertices(counts.pairs, subject.vertices);
  counts.terminal_pairs = of_terminals.weighted;
  drop_vertices(counts.terminal_pairs, subject.terminals);
  while (!counts.terminal_pairs.empty() && counts.terminal_pairs.back() == 0)
    counts.terminal_pairs.pop_back();
  counts.connected = found.unreachable_pairs == 0;
  // With unidirectional channels, a terminal may be injected and ejected at different routers.
  counts.terminal_pairs_cut_off = of_terminals.unreachable_weighted;
  counts.terminals_connected = subject.bidirectional ? counts.terminal_pairs_cut_off == 0 : counts.connected;
  if (!closed) counts.how = "search from every router";
  return counts;
}

PairCounts const& Survey::distances() {
  if (distances_) return *distances_;
  distances_ = count_distances();
  distances_->terminals_how = distances_->how;
  if (auto const& known = subject.known.terminal_pairs_at_distance; !known.empty()) {
    distances_->terminal_pairs = known;
    distances_->terminals_connected = true;
    distances_->terminals_how = "closed form";
  }
  return *distances_;
}

Bounds Survey::diameter() {
  if (subject.known.diameter)
    return {real(*subject.known.diameter), real(*subject.known.diameter), "closed form"};
  if (auto const& counts = distances(); !counts.pairs.empty()) {
    auto const max = counts.connected ? real(counts.pairs.size() - 1) : infinite;
    return {max, max, counts.connected ? counts.how : "not connected"};
  }
  if (!has_graph()) return {1, real(subject.vertices - 1), "trivial"};
  auto const there = hops_from(all_arcs(), 0), back = hops_from(reversed(), 0);
  auto const out = *std::ranges::max_element(there), in = *std::ranges::max_element(back);
  if (out == unreachable || in == unreachable) return {infinite, infinite, "not connected"};
  auto const farthest = static_cast<Vertex>(std::ranges::max_element(there) - there.begin());
  auto const again = hops_from(reversed(), farthest);
  return {real(std::max({out, in, *std::ranges::max_element(again)})), real(out) + real(in),
          "searches from two routers"};
}

Algebraic const& Survey::spectrum() {
  if (!spectrum_) {
    auto const products =
        options.exact ? 0 : static_cast<std::uint64_t>(1 + options.seconds / search_seconds());
    spectrum_ = algebraic_connectivity(undirected(), progress, std::min<std::uint64_t>(products, 100000));
  }
  return *spectrum_;
}

bool Survey::may_count_paths() {
  return has_graph() && affordable(search_seconds() * real(subject.vertices) * cost_of_counting_paths);
}

PathCounts const* Survey::paths() {
  if (!paths_ && !may_count_paths()) return nullptr;
  if (!paths_) paths_ = count_paths(channels(), terminals(), progress);
  return &*paths_;
}

PathCounts const* Survey::paths_of_vertices() {
  if (paths_of_vertices_ || paths() == nullptr || channels().ends().empty())
    return paths_of_vertices_ ? &*paths_of_vertices_ : paths();
  paths_of_vertices_ = count_paths(without_ends(channels()), {}, progress);
  return &*paths_of_vertices_;
}

double Survey::all_pairs_load() {
  if (!may_count_paths()) return 0;
  bool const same = subject.bidirectional && subject.terminals_per_vertex == 1U &&
                    channels().num_arcs() == arcs().num_arcs() && channels().ends().empty();
  return max_load(same ? *paths() : count_paths(undirected(), {}, progress));
}

Bounds const& Survey::bisection_bandwidth() {
  if (!bisection_bandwidth_) bisection_bandwidth_ = find_bisection_bandwidth();
  return *bisection_bandwidth_;
}

std::optional<Bounds> const& Survey::terminal_bisection() {
  if (!terminal_bisection_) terminal_bisection_ = find_terminal_bisection();
  return *terminal_bisection_;
}

Bounds const& Survey::bisection() {
  if (!bisection_) bisection_ = find_bisection();
  return *bisection_;
}

Division const& Survey::halves() {
  bisection();
  return halves_;
}

Estimate estimate_metrics(NetworkSize const& size, MetricOptions const& options, bool throughput_known) {
  // The facts count every port. The graph is stored up to four times, with some vectors of the spectrum.
  // METIS and refinement take the same time for all small graphs.
  constexpr double seconds_per_port = 1.5e-8, bytes_per_arc = 40, bytes_per_vertex = 200,
                   seconds_per_arc = 1.2e-6, seconds_of_halving = 0.4, seconds_per_branch = 1e-6;
  constexpr std::uint64_t max_counted = std::uint64_t{1} << 24;
  auto const arcs = real(size.channels), vertices = real(size.routers);
  Estimate all{0, size.routers > max_counted ? 0 : arcs * seconds_per_port};
  all.useful_threads = useful_threads(vertices / 4096, all.seconds);
  auto const affordable = [&](double seconds) { return options.exact || seconds <= options.seconds; };
  if (!affordable(seconds_of_graph(size.channels))) return all;
  auto const is_requested = [&](std::initializer_list<std::string_view> keys) {
    return options.keys.empty() || std::ranges::any_of(options.keys, [&](std::string const& key) {
             return key == "all" || std::ranges::find(keys, key) != keys.end();
           });
  };
  all.bytes += arcs * bytes_per_arc + vertices * bytes_per_vertex;
  auto const searches = vertices * seconds_of_search(size.routers, size.channels);
  Estimate counting;
  for (auto const cost : {cost_of_a_search_of_many, cost_of_counting_paths})
    if (affordable(searches * cost)) counting.seconds += searches * cost;
  counting.useful_threads = useful_threads(vertices, counting.seconds);
  bool const cuts =
      is_requested({"bisection", "bisection_bandwidth", "term_bisection", "expansion", "out_expansion"});
  if (cuts) all = all.then({0, std::min(arcs * seconds_per_arc + seconds_of_halving, 4.0)});
  if (cuts && options.exact && size.routers <= max_exact_bisection_vertices)
    all = all.then({0, real(options.branches) * seconds_per_branch});
  auto const enumerated = real(is_requested({"expansion"})) + real(is_requested({"out_expansion"}));
  if (options.exact && enumerated > 0 && size.routers <= max_enumerated) {
    auto const seconds = enumerated * seconds_of_all_sets(size.routers);
    all = all.then({0, seconds, useful_threads(vertices, seconds)});
  }
  auto const variables = real(std::min(size.routers, size.terminals)) * arcs;
  bool const program = !throughput_known && is_requested({"uniform_throughput", "terminal_throughput"});
  if (options.exact && program && variables < max_variables)
    all = all.then({0, seconds_of_program(variables)});
  return all.then(counting);
}

}  // namespace weft
