#include "weft/mapping/greedy.hpp"

#include <algorithm>
#include <numeric>
#include <queue>

#include "weft/core/interrupt.hpp"
#include "weft/mapping/machine_graph.hpp"
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
    /// For equal amounts the lowest tasks first.
    bool operator<(Edge const& edge) const {
      if (units != edge.units) return units < edge.units;
      return placed != edge.placed ? placed > edge.placed : other > edge.other;
    }
  };
  RouterId put(std::uint32_t task, RouterId near) {
    throw_if_interrupted();
    auto const router = free_.nearest(near);
    placement_[task] = free_.take(router);
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
}  // namespace weft::mapping
