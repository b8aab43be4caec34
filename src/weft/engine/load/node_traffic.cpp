#include "weft/engine/load/node_traffic.hpp"

#include <algorithm>
#include <numeric>

namespace weft::load {

NodeTraffic::NodeTraffic(PlacedTasks const& tasks) {
  auto const nodes = tasks.supernodes() * PercsCounts::nodes_per_supernode;
  auto const& communication = tasks.communication();
  std::vector<std::uint64_t> to(nodes, 0);
  std::vector<std::uint32_t> touched;
  auto const add = [&](std::uint32_t node, std::uint64_t units) {
    if (units == 0) return;
    if (to[node] == 0) touched.push_back(node);
    to[node] += units;
  };
  first_sent_.push_back(0);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    for (auto const task : tasks.tasks_on(node)) {
      if (task == PlacedTasks::nobody) continue;
      for (auto const& flow : communication.flows_of(task)) add(tasks.node(flow.to), flow.units);
      for (auto const g : communication.groups_of(task))
        for (auto const [units, members] = communication.group(g); auto const other : members)
          add(tasks.node(other), units);
    }
    std::ranges::sort(touched);
    for (auto const other : touched) {
      if (other != node) sent_.push_back({other, to[other]});
      to[other] = 0;
    }
    touched.clear();
    first_sent_.push_back(sent_.size());
  }
  turn_round();
}

/// The same by receiver.
void NodeTraffic::turn_round() {
  first_received_.assign(first_sent_.size(), 0);
  for (auto const& entry : sent_) ++first_received_[entry.node];
  std::exclusive_scan(first_received_.begin(), first_received_.end(), first_received_.begin(),
                      std::size_t{0});
  received_.resize(sent_.size());
  auto next = first_received_;
  for (std::uint32_t node = 0; node < num_nodes(); ++node)
    for (auto const& entry : sent(node)) received_[next[entry.node]++] = {node, entry.units};
}

}  // namespace weft::load
