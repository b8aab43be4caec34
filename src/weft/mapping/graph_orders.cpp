// SPDX-License-Identifier: Apache-2.0
#include "weft/mapping/graph_orders.hpp"

#include <algorithm>
#include <numeric>
#include <queue>

#include "weft/core/interrupt.hpp"
#include "weft/graph/cuthill_mckee.hpp"
#include "weft/graph/weighted_graph.hpp"
#include "weft/mapping/task_graph.hpp"

namespace weft::mapping {
namespace {

constexpr std::uint32_t unplaced = ~std::uint32_t{0};

class GreedyEmbedding {
 public:
  GreedyEmbedding(TaskGraph const& tasks, Network const& network)
      : tasks_(tasks), network_(network), free_(network), placement_(tasks.num_tasks(), unplaced) {}

  Placement run() {
    std::vector<std::uint64_t> volume(tasks_.num_tasks());
    for (std::uint32_t task = 0; task < tasks_.num_tasks(); ++task) volume[task] = tasks_.volume(task);
    std::vector<std::uint32_t> heaviest(tasks_.num_tasks());
    std::iota(heaviest.begin(), heaviest.end(), 0);
    std::ranges::stable_sort(heaviest, std::greater{}, [&](auto task) { return volume[task]; });
    RouterId last = network_.injection_router({0});
    for (auto const task : heaviest) {
      if (placement_[task] != unplaced) continue;
      last = put(task, last);
      grow();
    }
    return std::move(placement_);
  }

 private:
  struct Edge {
    std::uint64_t units;
    std::uint32_t placed, other;
    /// Orders edges with equal units by lowest task.
    bool operator<(Edge const& edge) const {
      if (units != edge.units) return units < edge.units;
      return placed != edge.placed ? placed > edge.placed : other > edge.other;
    }
  };
  RouterId put(std::uint32_t task, RouterId near) {
    throw_if_interrupted();
    auto const router = free_.nearest(near);
    placement_[task] = free_.reserve(router);
    for (auto const& partner : tasks_.partners(task))
      if (placement_[partner.task] == unplaced) edges_.push({partner.units(), task, partner.task});
    return router;
  }
  void grow() {
    while (!edges_.empty()) {
      auto const edge = edges_.top();
      edges_.pop();
      if (placement_[edge.other] == unplaced)
        put(edge.other, network_.injection_router({placement_[edge.placed]}));
    }
  }

  TaskGraph const& tasks_;
  Network const& network_;
  FreeTerminals free_;
  Placement placement_;
  std::priority_queue<Edge> edges_;
};

}  // namespace

Placement Greedy::place(MappingContext const& context) const {
  check_fits(context);
  auto const& network = network_for(context, name);
  return GreedyEmbedding(TaskGraph(communication_for(context, name)), network).run();
}

namespace {

/// A subset of the vertices of a graph, and the subgraph that it induces.
struct Part {
  std::vector<Vertex> vertices;
  WeightedGraph graph;

  Part side(Division const& division, std::uint8_t which) const {
    std::vector<Vertex> inner, outer;
    for (Vertex v = 0; v < division.size(); ++v)
      if (division[v] == which) {
        inner.push_back(v);
        outer.push_back(vertices[v]);
      }
    return {std::move(outer), induced(graph, inner)};
  }
};

Part whole(WeightedGraph graph) {
  std::vector<Vertex> all(graph.graph.num_vertices());
  std::iota(all.begin(), all.end(), 0);
  return {std::move(all), std::move(graph)};
}

class Bisection {
 public:
  Bisection(Network const& network, std::uint64_t seed) : free_(network), seed_(seed) {}

  void place(Part const& tasks, Part const& routers, Placement& placement) {
    throw_if_interrupted();
    auto const& terminals = routers.graph.vertex_weight;
    if (tasks.vertices.empty()) return;
    if (std::ranges::count_if(terminals, [](auto count) { return count > 0; }) == 1 ||
        tasks.vertices.size() == 1)
      return fill(tasks, routers, placement);
    auto const total = routers.graph.total_weight();
    auto const largest = std::ranges::max(terminals);
    auto const slack = std::max(total / 10, largest / 2);
    auto const halves = split(routers.graph, std::max<std::int64_t>(1, total / 2 - slack),
                              std::min(total - 1, total / 2 + slack), seed_);
    auto const left = routers.side(halves, 0), right = routers.side(halves, 1);
    auto const count = static_cast<std::int64_t>(tasks.vertices.size());
    auto const room = left.graph.total_weight();
    if (room == 0 || room == total) return fill(tasks, routers, placement);
    auto const share = std::clamp(count * room / total, std::max<std::int64_t>(0, count - (total - room)),
                                  std::min(room, count));
    auto const division = split(tasks.graph, share, share, seed_);
    place(tasks.side(division, 0), left, placement);
    place(tasks.side(division, 1), right, placement);
  }

 private:
  /// Assigns tasks in order, regardless of their traffic.
  void fill(Part const& tasks, Part const& routers, Placement& placement) {
    auto router = routers.vertices.begin();
    for (auto const task : tasks.vertices) {
      while (free_.left({*router}) == 0) ++router;
      placement[task] = free_.reserve({*router});
    }
  }
  FreeTerminals free_;
  std::uint64_t seed_;
};

}  // namespace

Placement RecursiveBisection::place(MappingContext const& context) const {
  check_fits(context);
  auto const& network = network_for(context, name);
  Placement placement(context.num_tasks());
  Bisection(network, context.seed)
      .place(whole(TaskGraph(communication_for(context, name)).weighted()), whole(machine_graph(network)),
             placement);
  return placement;
}

Placement ReverseCuthillMckee::place(MappingContext const& context) const {
  check_fits(context);
  auto const& network = network_for(context, name);
  auto const tasks = reverse_cuthill_mckee(TaskGraph(communication_for(context, name)).graph());
  FreeTerminals terminals(network);
  Placement placement(tasks.size());
  std::size_t next = 0;
  for (auto const router : reverse_cuthill_mckee(machine_graph(network).graph))
    while (next < tasks.size() && terminals.left({router}) > 0)
      placement[tasks[next++]] = terminals.reserve({router});
  return placement;
}

}  // namespace weft::mapping
