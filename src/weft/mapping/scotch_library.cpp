// SPDX-License-Identifier: Apache-2.0
#include "weft/mapping/scotch_library.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

#include "weft/core/error.hpp"

#if WEFT_WITH_SCOTCH
#include <cstdio>

#include <scotch/scotch.h>
#endif

namespace weft::mapping {

#if WEFT_WITH_SCOTCH

namespace {

using Number = SCOTCH_Num;

void expect(int status, char const* what) {
  if (status != 0) throw InputError(std::string("Scotch rejects ") + what, "", "", "mapping");
}

std::vector<Number> numbers(std::vector<std::int64_t> const& values, char const* what) {
  auto const sum = std::reduce(values.begin(), values.end(), static_cast<__int128>(0));
  if (sum > std::numeric_limits<Number>::max())
    throw InputError(std::string(what) + " exceed the range of Scotch's integers",
                     "which have " + std::to_string(8 * sizeof(Number)) + " bits", "", "mapping");
  return {values.begin(), values.end()};
}

/// Divides the weights by a power of two such that their sum, and the sum of their products with distances,
/// remain in range.
std::vector<std::int64_t> scaled(std::vector<std::int64_t> weights) {
  constexpr int bits = 24;
  __int128 sum = 0;
  for (auto const weight : weights) sum += weight;
  int shift = 0;
  while (sum >> shift >> bits != 0) ++shift;
  for (auto& weight : weights) weight = std::max<std::int64_t>(1, weight >> shift);
  return weights;
}

/// A Scotch graph that owns its arrays.
class ScotchGraph {
 public:
  ScotchGraph(WeightedGraph const& from, std::vector<std::int64_t> const& arc_weight)
      : vertex_weight_(numbers(from.vertex_weight, "the weights of the vertices")),
        arc_weight_(numbers(arc_weight, "the weights of the arcs")) {
    if (from.graph.num_arcs() > static_cast<std::uint64_t>(std::numeric_limits<Number>::max()))
      throw InputError("the graph has " + std::to_string(from.graph.num_arcs()) + " arcs",
                       "Scotch's integers have " + std::to_string(8 * sizeof(Number)) + " bits", "",
                       "mapping");
    first_.assign(from.graph.first().begin(), from.graph.first().end());
    heads_.assign(from.graph.all_heads().begin(), from.graph.all_heads().end());
    expect(SCOTCH_graphInit(&graph), "a graph");
    expect(SCOTCH_graphBuild(&graph, 0, static_cast<Number>(vertex_weight_.size()), first_.data(), nullptr,
                             vertex_weight_.data(), nullptr, static_cast<Number>(heads_.size()),
                             heads_.data(), arc_weight_.data()),
           "the graph");
  }
  ~ScotchGraph() { SCOTCH_graphExit(&graph); }
  ScotchGraph(ScotchGraph const&) = delete;
  ScotchGraph& operator=(ScotchGraph const&) = delete;

  SCOTCH_Graph graph;

 private:
  std::vector<Number> first_, heads_, vertex_weight_, arc_weight_;
};

/// A graph bound to a Scotch context with one thread and a separate random generator; results would otherwise
/// vary between runs.
class BoundGraph {
 public:
  BoundGraph(ScotchGraph& of, std::uint64_t seed) {
    expect(SCOTCH_contextInit(&context_), "a context");
    SCOTCH_contextOptionSetNum(&context_, SCOTCH_OPTIONNUMDETERMINISTIC, 1);
    SCOTCH_contextRandomClone(&context_);
    // Scotch 7.0 does not distinguish an even seed from the next odd one.
    SCOTCH_contextRandomSeed(&context_, static_cast<Number>(2 * seed & std::numeric_limits<Number>::max()));
    SCOTCH_contextThreadSpawn(&context_, 1, nullptr);
    SCOTCH_graphInit(&graph);
    expect(SCOTCH_contextBindGraph(&context_, &of.graph, &graph), "a graph in a context");
  }
  ~BoundGraph() {
    SCOTCH_graphExit(&graph);
    SCOTCH_contextExit(&context_);
  }
  BoundGraph(BoundGraph const&) = delete;
  BoundGraph& operator=(BoundGraph const&) = delete;

  SCOTCH_Graph graph;

 private:
  SCOTCH_Context context_;
};

}  // namespace

struct ScotchMapper::Handles {
  Handles(WeightedGraph const& tasks_of, WeightedGraph const& machine_of, double imbalance)
      : tasks(tasks_of, scaled(tasks_of.arc_weight)), machine(machine_of, machine_of.arc_weight) {
    for (std::size_t v = 0; v < machine_of.vertex_weight.size(); ++v)
      if (machine_of.vertex_weight[v] > 0) with_terminals.push_back(static_cast<Number>(v));
    BoundGraph bound(machine, 0);
    SCOTCH_archInit(&target);
    expect(SCOTCH_archBuild2(&target, &bound.graph, static_cast<Number>(with_terminals.size()),
                             with_terminals.data()),
           "the machine");
    SCOTCH_stratInit(&strategy);
    expect(SCOTCH_stratGraphMapBuild(&strategy, SCOTCH_STRATQUALITY, SCOTCH_archSize(&target), imbalance),
           "the strategy");
  }
  ~Handles() {
    SCOTCH_stratExit(&strategy);
    SCOTCH_archExit(&target);
  }
  Handles(Handles const&) = delete;
  Handles& operator=(Handles const&) = delete;

  ScotchGraph tasks, machine;
  std::vector<Number> with_terminals;
  SCOTCH_Arch target;
  SCOTCH_Strat strategy;
};

bool has_scotch() { return true; }

std::vector<std::uint32_t> ScotchMapper::map(std::uint64_t seed) {
  std::vector<Number> part(static_cast<std::size_t>(tasks_));
  BoundGraph bound(handles_->tasks, seed);
  expect(SCOTCH_graphMap(&bound.graph, &handles_->target, &handles_->strategy, part.data()), "to map");
  return {part.begin(), part.end()};
}

ScotchMapper::ScotchMapper(WeightedGraph const& tasks, WeightedGraph const& machine, double imbalance)
    : handles_(std::make_unique<Handles>(tasks, machine, imbalance)), tasks_(tasks.graph.num_vertices()) {}

#else

struct ScotchMapper::Handles {};

bool has_scotch() { return false; }

ScotchMapper::ScotchMapper(WeightedGraph const&, WeightedGraph const&, double) {
  throw InputError("this build does not support Scotch", "libscotch was not found at configure time",
                   "install libscotch-dev and rebuild", "mapping");
}

std::vector<std::uint32_t> ScotchMapper::map(std::uint64_t) { return {}; }

#endif

ScotchMapper::~ScotchMapper() = default;

}  // namespace weft::mapping
