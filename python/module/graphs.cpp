// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "module/parts.hpp"
#include "module/views.hpp"
#include "weft/core/error.hpp"
#include "weft/core/parallel.hpp"
#include "weft/graph/betweenness.hpp"
#include "weft/graph/distances.hpp"
#include "weft/graph/eccentricity.hpp"
#include "weft/graph/graph.hpp"
#include "weft/graph/search.hpp"

namespace weft::python {
namespace {

using Starts = py::array_t<std::uint64_t, py::array::c_style>;
using Ids = py::array_t<std::uint32_t, py::array::c_style>;

/// Copies the rows of a graph from Python.
Graph graph_of(Starts const& first, Ids const& heads) {
  std::vector<std::uint64_t> starts(first.data(), first.data() + first.size());
  std::vector<Vertex> ends(heads.data(), heads.data() + heads.size());
  bool const rows = !starts.empty() && starts.front() == 0 && starts.back() == ends.size() &&
                    std::ranges::is_sorted(starts);
  if (!rows || std::ranges::any_of(ends, [&](Vertex v) { return v + std::size_t{1} >= starts.size(); }))
    throw InputError("the rows of the graph are not consistent");
  return {std::move(starts), std::move(ends)};
}

/// Returns the reached vertices in the order of the search, and the hops of each.
py::tuple search(Graph const& graph, std::uint32_t source) {
  if (source >= graph.num_vertices()) throw InputError("the graph has no vertex " + std::to_string(source));
  std::vector<std::uint32_t> hops;
  auto found = without_lock([&] {
    auto all = breadth_first(graph.num_vertices(), {source}, [&](Vertex v, auto step) {
      for (auto const head : graph.heads(v)) step(head);
    });
    hops.reserve(all.order.size());
    for (auto const v : all.order) hops.push_back(all.hops[v]);
    return std::move(all.order);
  });
  return py::make_tuple(array_of(std::move(found)), array_of(std::move(hops)));
}

/// Returns the number of ordered pairs at each distance, and of pairs without a path.
py::tuple distance_counts(Graph const& graph, unsigned threads) {
  auto counts = without_lock([&] {
    Threads const set(threads);
    return count_distances(graph);
  });
  return py::make_tuple(array_of(std::move(counts.pairs)), counts.unreachable_pairs);
}

py::array edge_sums(Graph const& graph, Ids const& edge, std::size_t edges, unsigned threads) {
  if (static_cast<std::uint64_t>(edge.size()) != graph.num_arcs() ||
      std::any_of(edge.data(), edge.data() + edge.size(),
                  [&](std::uint32_t edge_index) { return edge_index >= edges; }))
    throw InputError("each arc must belong to an edge");
  std::vector<std::uint32_t> const of_arcs(edge.data(), edge.data() + edge.size());
  return array_of(without_lock([&] {
    Threads const set(threads);
    return edge_betweenness(graph, {of_arcs, edges});
  }));
}

}  // namespace

void add_graphs(py::module_& module) {
  py::class_<Graph>(module, "Graph", "the arcs of a graph by vertex, in the order of the vertex")
      .def(py::init(&graph_of), py::arg("first"), py::arg("heads"))
      .def("search", &search, py::arg("source"))
      .def("distance_counts", &distance_counts, py::arg("threads") = 0)
      .def(
          "eccentricities",
          [](Graph const& graph, unsigned threads) {
            return array_of(without_lock([&] {
              Threads const set(threads);
              return eccentricities(graph);
            }));
          },
          py::arg("threads") = 0)
      .def(
          "vertex_betweenness",
          [](Graph const& graph, bool with_ends, unsigned threads) {
            return array_of(without_lock([&] {
              Threads const set(threads);
              return vertex_betweenness(graph, with_ends);
            }));
          },
          py::arg("with_ends"), py::arg("threads") = 0)
      .def("edge_betweenness", &edge_sums, py::arg("edge"), py::arg("edges"), py::arg("threads") = 0);
}

}  // namespace weft::python
