// SPDX-License-Identifier: Apache-2.0
// Exact distance histograms without closed forms: 512 simultaneous searches against igraph's sequential ones,
// on the same graphs in the same run, both on one thread; and a random graph of 100,000 routers on all
// threads. Graphs are lists of arcs without information about their symmetry.

#include <chrono>
#include <functional>
#include <map>
#include <string>

#include <benchmark/benchmark.h>

#include "support/graphs.hpp"
#include "weft/core/parallel.hpp"
#include "weft/graph/distances.hpp"
#include "weft/network/topology_of.hpp"
#include "weft/topology/family/jellyfish.hpp"
#include "weft/topology/family/slim_fly.hpp"
#include "weft/topology/family/torus.hpp"

#if WEFT_WITH_IGRAPH
#include <igraph.h>
#endif

namespace weft {
namespace {

double seconds_of(std::function<void()> const& work) {
  auto const begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

#if WEFT_WITH_IGRAPH
/// Seconds of igraph_path_length_hist, once per graph; its counts, of unordered pairs, must agree.
double igraph_seconds(std::string const& name, Graph const& graph, DistanceCounts const& counts) {
  static std::map<std::string, double> known;
  if (auto const found = known.find(name); found != known.end()) return found->second;
  igraph_vector_int_t edges;
  igraph_vector_int_init(&edges, 0);
  for (Vertex v = 0; v < graph.num_vertices(); ++v)
    for (auto const head : graph.heads(v))
      if (v < head) {
        igraph_vector_int_push_back(&edges, v);
        igraph_vector_int_push_back(&edges, head);
      }
  igraph_t theirs;
  igraph_create(&theirs, &edges, static_cast<igraph_integer_t>(graph.num_vertices()), false);
  igraph_vector_t histogram;
  igraph_vector_init(&histogram, 0);
  igraph_real_t unconnected = 0;
  auto const seconds = seconds_of([&] { igraph_path_length_hist(&theirs, &histogram, &unconnected, false); });
  for (std::size_t d = 1; d < counts.pairs.size(); ++d)
    if (2 * VECTOR(histogram)[d - 1] != static_cast<double>(counts.pairs[d]))
      throw std::logic_error(name + ": counts differ");
  igraph_vector_destroy(&histogram);
  igraph_destroy(&theirs);
  igraph_vector_int_destroy(&edges);
  return known[name] = seconds;
}
#endif

void distances(benchmark::State& state, std::string const& name, std::function<Graph()> const& make,
               unsigned threads, bool beside_igraph) {
  auto const graph = make();
  Threads const limit{threads};
  DistanceCounts counts;
  double best = 1e300;
  for (auto _ : state) best = std::min(best, seconds_of([&] { counts = count_distances(graph); }));
  state.counters["vertices"] = static_cast<double>(graph.num_vertices());
  state.counters["seconds"] = best;
  state.counters["Mpairs/s"] =
      static_cast<double>(graph.num_vertices()) * static_cast<double>(graph.num_vertices()) / best / 1e6;
#if WEFT_WITH_IGRAPH
  if (!beside_igraph) return;
  auto const theirs = igraph_seconds(name, graph, counts);
  state.counters["igraph_seconds"] = theirs;
  state.counters["ratio"] = theirs / best;
#else
  static_cast<void>(name);
  static_cast<void>(beside_igraph);
#endif
}

template <class T>
std::function<Graph()> graph_of(typename T::Params const& params) {
  return [params] { return simple(make_facts(T(params)).graph()); };
}

std::function<Graph()> random_graph_of(Vertex vertices, unsigned degree) {
  return [=] { return simple(random_pairing_graph(vertices, degree, 1)); };
}

#define WEFT_DISTANCES(name, ...)                        \
  BENCHMARK_CAPTURE(distances, name, #name, __VA_ARGS__) \
      ->Unit(benchmark::kMillisecond)                    \
      ->Iterations(3)                                    \
      ->UseRealTime()

WEFT_DISTANCES(slim_fly_q37_one_thread, graph_of<topology::SlimFly>({.q = 37}), 1U, true);
WEFT_DISTANCES(jellyfish_20000_one_thread, graph_of<topology::Jellyfish>({.routers = 20000, .degree = 16}),
               1U, true);
WEFT_DISTANCES(torus_32_one_thread, graph_of<topology::Torus>({.sides = {32, 32, 32}}), 1U, true);
WEFT_DISTANCES(random_regular_100000_all_threads, random_graph_of(100000, 16), 0U, false);

#undef WEFT_DISTANCES

}  // namespace
}  // namespace weft
