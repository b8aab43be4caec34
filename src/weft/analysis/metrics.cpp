// SPDX-License-Identifier: Apache-2.0
#include "weft/analysis/metrics.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "weft/analysis/survey.hpp"
#include "weft/core/error.hpp"

namespace weft {

std::vector<MetricDoc> const& metric_docs() {
  static std::vector<MetricDoc> const docs{
      {"n_vertices", "vertices", "", "routers, and computing nodes with network ports"},
      {"n_routers", "routers", "", "vertices that are not computing nodes"},
      {"n_terminals", "terminals", "", "points at which computing nodes are attached to the network"},
      {"radix", "radix", "ports", "maximum number of ports of a router, including terminal ports"},
      {"links", "links", "", "links of the simple graph, without loops and parallel links; arcs if directed"},
      {"loops", "self loops", "", "links from a router to itself"},
      {"parallel", "parallel links", "", "further links between two routers that are already linked"},
      {"links_listed", "all links", "", "including loops and parallel links"},
      {"und_edges", "undirected edges", "", "links of the simple graph, ignoring their directions"},
      {"deg_min", "minimum degree", "", "neighbors of a router (out-neighbors if directed)"},
      {"deg_max", "maximum degree", "", "neighbors of a router (out-neighbors if directed)"},
      {"indeg_min", "minimum in-degree", "", "in-neighbors of a router"},
      {"indeg_max", "maximum in-degree", "", "in-neighbors of a router"},
      {"und_deg_min", "minimum undirected degree", "", "neighbors in either direction"},
      {"und_deg_max", "maximum undirected degree", "", "neighbors in either direction"},
      {"diameter", "diameter", "hops", "maximum distance between two vertices"},
      {"sum_dist", "sum of distances", "hops", "over ordered pairs of vertices"},
      {"avg_dist", "mean distance", "hops", "over ordered pairs of distinct vertices"},
      {"term_diameter", "terminal diameter", "hops",
       "maximum distance between the routers of two terminals, over paths that do not traverse hosts"},
      {"term_sum_dist", "sum of terminal distances", "hops", "over ordered pairs of distinct terminals"},
      {"term_avg_dist", "mean terminal distance", "hops", "over ordered pairs of distinct terminals"},
      {"girth", "girth", "hops", "length of a shortest cycle of the undirected graph; 0: acyclic"},
      {"dir_girth", "directed girth", "hops",
       "length of a shortest directed cycle of at least two "
       "arcs; 0: acyclic"},
      {"edge_conn", "edge connectivity", "links",
       "minimum number of edges to remove to disconnect the undirected graph"},
      {"arc_conn", "arc connectivity", "arcs",
       "minimum number of arcs to remove to disconnect the directed graph"},
      {"alg_conn", "algebraic connectivity", "", "second smallest eigenvalue of the Laplacian matrix"},
      {"bisection", "bisection", "links",
       "minimum number of links between two halves of the routers; for the terminals, see term_bisection"},
      {"bisection_bandwidth", "bisection bandwidth", "channel rates",
       "minimum bandwidth between two halves of the vertices, both directions together"},
      {"term_bisection", "terminal bisection bandwidth", "channel rates",
       "minimum bandwidth between two halves of the terminals, both directions together; the terminals of "
       "a router stay on one side"},
      {"injection_bandwidth", "injection bandwidth", "channel rates",
       "bandwidth of a router's outgoing channels per terminal of the router, minimum over the routers, "
       "and at "
       "most the value that the topology specifies for a terminal (injection of torus and mesh); a channel "
       "of bandwidth 1 has "
       "the channel rate"},
      {"expansion", "edge expansion", "",
       "minimum number of edges that leave a set of vertices, per vertex of the set, over all sets of "
       "at most half of the vertices"},
      {"out_expansion", "out-expansion", "",
       "of a directed network: minimum number of arcs that leave a set of vertices, per vertex of the "
       "set, over all sets of at most half of the vertices"},
      {"orbits", "orbits of the vertices", "",
       "classes of vertices under automorphisms of the simple graph; 1: vertex-transitive, like "
       "every Cayley graph"},
      {"paths_mean", "mean number of shortest paths", "",
       "over ordered pairs of distinct vertices; parallel channels count as different paths"},
      {"paths_min", "minimum number of shortest paths", "",
       "over ordered pairs of distinct vertices; parallel channels count as different paths"},
      {"uniform_throughput", "throughput of the network, uniform traffic", "channel rates",
       "maximum rate at which all terminals can send simultaneously to uniformly random other "
       "terminals, under optimal routing, if only the channels between routers limit it; above 1 it "
       "exceeds the capacity of a terminal's link"},
      {"terminal_throughput", "throughput of a terminal, uniform traffic", "channel rates",
       "uniform throughput including the link of each terminal to its router, which has the channel rate: "
       "at most 1, or the value that the "
       "topology specifies for a terminal. Computing nodes with network ports have no other link"},
      {"k_min", "minimum request interval (k_min)", "steps",
       "p phi / channels: minimum steps between two requests of each of the p terminals, if a request "
       "needs phi hops, the mean terminal distance, and occupies a channel at each hop (capacity condition "
       "of "
       "Leppanen & Penttonen 2007); at most 1: every terminal may send in every step (see weft balance)"},
      {"moore_bound", "Moore bound", "vertices",
       "maximum number of vertices of a graph of this degree and "
       "diameter"},
      {"moore_ratio", "ratio to the Moore bound", "", "vertices / Moore bound"},
      {"avg_dist_bound", "lower bound on the mean distance", "hops",
       "minimum of the mean distance over all graphs with this number of vertices and this maximum degree "
       "(Cerf, Cowan, "
       "Mullin & Stanton 1974)"},
      {"avg_dist_ratio", "mean distance / its lower bound", "",
       "mean distance / its lower bound; 1: the bound is "
       "attained"},
      {"dist_hist", "distances", "", "number of ordered pairs at each distance, as a separate table"},
  };
  return docs;
}

bool is_main_metric(std::string_view key) {
  constexpr std::array main{"n_routers", "n_terminals",        "radix",     "links",
                            "diameter",  "term_avg_dist",      "bisection", "term_bisection",
                            "edge_conn", "terminal_throughput"};
  return std::ranges::find(main, key) != main.end();
}

MetricDoc const& metric_doc(std::string_view key) {
  std::vector<std::string> keys;
  for (auto const& doc : metric_docs()) {
    if (doc.key == key) return doc;
    keys.emplace_back(doc.key);
  }
  throw InputError("unknown metric '" + std::string(key) + "'", "", suggest(key, keys));
}

namespace {

Value number_of(double number, bool whole) {
  if (!std::isfinite(number)) return {};
  if (whole && number == std::floor(number) && std::abs(number) < 9e15)
    return static_cast<std::int64_t>(number);
  return number;
}

std::size_t position(std::string_view key) {
  auto const& docs = metric_docs();
  return static_cast<std::size_t>(std::ranges::find(docs, key, &MetricDoc::key) - docs.begin());
}

}  // namespace

Bounds both(Bounds const& bounds, Bounds const& other) {
  bool const above = other.lower > bounds.lower, below = other.upper < bounds.upper;
  auto const& method = above && below ? other.method : bounds.method;
  return {std::max(bounds.lower, other.lower), std::min(bounds.upper, other.upper),
          above != below && !method.empty() ? method + "; " + other.method : method};
}

Metric metric_between(std::string_view key, Bounds const& bounds, bool whole) {
  constexpr double rounding = 1e-9, max_gap_of_whole = 0.5;
  auto const between = bounds.upper - bounds.lower;
  bool const met = std::isfinite(bounds.upper) && std::abs(between) <= rounding * std::abs(bounds.upper) &&
                   !(whole && between > max_gap_of_whole);
  if (met || bounds.exact()) return {key, number_of(bounds.upper, whole), {}, {}, bounds.method};
  return {key, {}, number_of(bounds.lower, whole), number_of(bounds.upper, whole), bounds.method};
}

Metric const* Measures::find(std::string_view key) const {
  auto const at = std::ranges::find(metrics, key, &Metric::key);
  return at == metrics.end() ? nullptr : &*at;
}

Measures measure(TopologyFacts const& subject, MetricOptions const& options, Progress& progress) {
  for (auto const& key : options.keys)
    if (key != "all") metric_doc(key);
  Survey survey(subject, options, progress);
  Measures measures;
  for (auto const family : {measure_counts, measure_distances, measure_connectivity, measure_cuts,
                            measure_expansions, measure_symmetry, measure_flows})
    family(survey, measures);
  std::erase_if(measures.metrics, [&](Metric const& metric) { return !survey.is_requested(metric.key); });
  std::ranges::stable_sort(measures.metrics, {}, [](Metric const& metric) { return position(metric.key); });
  return measures;
}

}  // namespace weft
