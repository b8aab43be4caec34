// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>

#include "weft/analysis/survey.hpp"
#include "weft/graph/connectivity.hpp"
#include "weft/graph/order.hpp"
#include "weft/graph/shortest_cycle.hpp"

namespace weft {
namespace {

void add_degrees(Measures& out, std::string_view min, std::string_view max, DegreeRange const& degrees) {
  out.metrics.push_back({min, degrees.min, {}, {}, {}});
  out.metrics.push_back({max, degrees.max, {}, {}, {}});
}

/// Counts links, loops and degrees in the graph itself.
void count_links(Survey& survey, Measures& out) {
  auto const& channels = survey.channels();
  auto const ends = survey.subject.bidirectional ? 2U : 1U;
  std::uint64_t loops = 0;
  for (Vertex v = 0; v < channels.num_vertices(); ++v)
    loops += static_cast<std::uint64_t>(std::ranges::count(channels.heads(v), v));
  auto const arcs = survey.arcs().num_arcs();
  out.metrics.push_back({"links", arcs / ends, {}, {}, {}});
  out.metrics.push_back({"loops", loops / ends, {}, {}, {}});
  out.metrics.push_back({"parallel", (channels.num_arcs() - loops - arcs) / ends, {}, {}, {}});
  out.metrics.push_back({"und_edges", survey.undirected().num_arcs() / 2, {}, {}, {}});
  add_degrees(out, "deg_min", "deg_max", degree_range(survey.arcs()));
  if (!survey.subject.bidirectional)
    add_degrees(out, "indeg_min", "indeg_max", degree_range(survey.reversed()));
  add_degrees(out, "und_deg_min", "und_deg_max", degree_range(survey.undirected()));
}

/// Adds the closed forms of the topology.
void known_links(Survey const& survey, Measures& out) {
  auto const& known = survey.subject.known;
  auto const add = [&](std::string_view key, auto const& value) {
    if (value) out.metrics.push_back({key, *value, {}, {}, {}});
  };
  add("links", known.links);
  add("loops", known.loops);
  add("parallel", known.parallel);
  add("deg_min", known.degree_min);
  add("deg_max", known.degree_max);
  if (!survey.subject.bidirectional) return;
  add("und_edges", known.links);
  add("und_deg_min", known.degree_min);
  add("und_deg_max", known.degree_max);
}

using Find = std::uint32_t (*)(Graph const&, std::span<Vertex const>, Progress&);

/// Returns the time, in seconds, of a search that stops at the distance beyond which no shorter cycle is
/// possible.
double seconds_around(Survey& survey, Graph const& graph, std::uint32_t shortest) {
  if (shortest == 0) return survey.search_seconds();
  auto const degree = real(graph.num_arcs()) / real(graph.num_vertices());
  constexpr double seconds_per_arc = 1e-8;
  return std::min(survey.search_seconds(),
                  std::pow(std::max(degree, 2.0), shortest / 2 + 1) * seconds_per_arc);
}

/// Returns the girth, or bounds on it if searches from all starts would take too long, as predicted from a
/// sample of the starts.
Metric shortest_cycle(Survey& survey, std::string_view key, Graph const& graph, Find find,
                      std::uint32_t min) {
  constexpr Vertex sample = 32;
  std::vector<Vertex> starts(
      survey.subject.vertex_transitive ? 1 : std::min<std::uint64_t>(sample, graph.num_vertices()));
  std::iota(starts.begin(), starts.end(), Vertex{0});
  auto const seen = find(graph, starts, survey.progress);
  if (survey.subject.vertex_transitive)
    return {key, seen, {}, {}, "search from one router, since all are equivalent"};
  if (seen == min) return {key, seen, {}, {}, "search"};
  if (survey.affordable(real(graph.num_vertices()) * seconds_around(survey, graph, seen)))
    return {key, find(graph, {}, survey.progress), {}, {}, "search from every router"};
  return {key, {}, min, seen == 0 ? Value{} : Value{seen}, "search from some routers"};
}

void add_girth(Survey& survey, Measures& out) {
  if (survey.is_requested("girth")) {
    if (survey.subject.known.girth)
      out.metrics.push_back({"girth", *survey.subject.known.girth, {}, {}, "closed form"});
    else if (survey.has_graph())
      out.metrics.push_back(shortest_cycle(survey, "girth", survey.undirected(), girth, 3));
  }
  if (!survey.subject.bidirectional && survey.has_graph() && survey.is_requested("dir_girth"))
    out.metrics.push_back(shortest_cycle(survey, "dir_girth", survey.arcs(), directed_girth, 2));
}

void add_edge_connectivity(Survey& survey, Measures& out) {
  if (survey.subject.known.edge_connectivity) {
    out.metrics.push_back({"edge_conn", *survey.subject.known.edge_connectivity, {}, {}, "closed form"});
    return;
  }
  if (!survey.has_graph()) return;
  auto const& graph = survey.undirected();
  auto const degree = degree_range(graph).min;
  auto const flows = real(graph.num_vertices()) / real(degree + 1);
  if (survey.subject.vertex_transitive && strongly_connected(graph))
    out.metrics.push_back({"edge_conn",
                           degree,
                           {},
                           {},
                           "degree, since all routers are equivalent (Mader "
                           "1971)"});
  else if (survey.affordable(survey.search_seconds() * 3 * real(degree) * flows))
    out.metrics.push_back({"edge_conn", edge_connectivity(graph, survey.progress), {}, {}, "maximum flows"});
  else
    out.metrics.push_back(
        {"edge_conn", {}, strongly_connected(graph) ? 1 : 0, degree, "connected; minimum degree"});
}

void add_arc_connectivity(Survey& survey, Measures& out) {
  if (survey.subject.bidirectional || !survey.has_graph()) return;
  auto const& graph = survey.arcs();
  auto const degree = std::min(degree_range(graph).min, degree_range(survey.reversed()).min);
  if (survey.affordable(survey.search_seconds() * 3 * real(degree) * real(graph.num_vertices())))
    out.metrics.push_back({"arc_conn", arc_connectivity(graph, survey.progress), {}, {}, "maximum flows"});
  else
    out.metrics.push_back(
        {"arc_conn", {}, strongly_connected(graph) ? 1 : 0, degree, "connected; minimum degree"});
}

void add_algebraic(Survey& survey, Measures& out) {
  auto const& known = survey.subject.known.algebraic_connectivity;
  if (known) {
    out.metrics.push_back({"alg_conn", *known, {}, {}, "closed form"});
    return;
  }
  if (!survey.has_graph()) return;
  auto const& found = survey.spectrum().connectivity;
  // The residual bounds the error; only digits above it are reported as exact.
  if (found.upper - found.lower <= 1e-8 * std::max(1.0, found.upper))
    out.metrics.push_back({"alg_conn", found.upper, {}, {}, found.method});
  else
    out.metrics.push_back(metric_between("alg_conn", found, false));
}

}  // namespace

void measure_counts(Survey& survey, Measures& out) {
  auto const& subject = survey.subject;
  out.metrics.push_back({"n_vertices", subject.vertices, {}, {}, {}});
  out.metrics.push_back({"n_routers", subject.vertices - subject.nodes, {}, {}, {}});
  out.metrics.push_back({"n_terminals", subject.terminals, {}, {}, {}});
  out.metrics.push_back({"radix", subject.radix, {}, {}, {}});
  out.metrics.push_back({"links_listed", subject.channels / (subject.bidirectional ? 2 : 1), {}, {}, {}});
  if (subject.terminals > 0)
    out.metrics.push_back({"injection_bandwidth", subject.injection_bandwidth, {}, {}, {}});
  if (!survey.any_requested("links", "loops", "parallel", "und_edges", "deg_min", "deg_max", "indeg_min",
                            "indeg_max", "und_deg_min", "und_deg_max"))
    return;
  if (survey.has_graph())
    count_links(survey, out);
  else
    known_links(survey, out);
}

void measure_connectivity(Survey& survey, Measures& out) {
  if (survey.subject.vertices < 2) return;
  add_girth(survey, out);
  if (survey.is_requested("edge_conn")) add_edge_connectivity(survey, out);
  if (survey.is_requested("arc_conn")) add_arc_connectivity(survey, out);
  if (survey.is_requested("alg_conn")) add_algebraic(survey, out);
}

}  // namespace weft
