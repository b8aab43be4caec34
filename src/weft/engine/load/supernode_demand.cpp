#include "weft/engine/load/supernode_demand.hpp"

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

SupernodeDemands::SupernodeDemands(PercsPaths const& paths, NodeTraffic const& traffic,
                                   std::span<std::uint32_t const> label)
    : paths_(paths), traffic_(traffic), label_(label) {
  auto const width = paths.width();
  for (std::uint32_t node = 0; node < traffic.num_nodes(); ++node)
    for (auto const& [other, units] : traffic.sent(node))
      if (node / supernode_nodes != other / supernode_nodes)
        between_residues_[label[node / supernode_nodes] % width][label[other / supernode_nodes] % width] +=
            static_cast<std::int64_t>(units);
}

SupernodeDemand SupernodeDemands::of(std::uint32_t s) const {
  SupernodeDemand demand;
  demand.striped = paths_.params().inside == PercsInside::striped;
  if (paths_.params().local) {
    auto const share = static_cast<std::int64_t>(paths_.denominator() / paths_.stripes());
    for (std::uint32_t i = 0; i < supernode_nodes; ++i)
      for (auto const& [other, units] : traffic_.sent(s * supernode_nodes + i))
        if (other / supernode_nodes == s)
          demand.stay[i][other % supernode_nodes] = static_cast<std::int64_t>(units) * share;
  }
  if (paths_.direct())
    add_direct(s, demand);
  else
    add_indirect(s, demand);
  return demand;
}

void SupernodeDemands::add_direct(std::uint32_t s, SupernodeDemand& demand) const {
  auto const stripes = static_cast<std::int64_t>(paths_.stripes());
  auto const add = [&](auto const& entries, std::array<std::int64_t, supernode_nodes>& by_node) {
    for (auto const& [other, units] : entries)
      if (other / supernode_nodes != s)
        for (auto v = label_[other / supernode_nodes] % paths_.width(); v < supernode_nodes;
             v += paths_.width())
          by_node[v] += static_cast<std::int64_t>(units) * stripes;
  };
  for (std::uint32_t i = 0; i < supernode_nodes; ++i) {
    if (paths_.params().first) add(traffic_.sent(s * supernode_nodes + i), demand.first[i]);
    if (paths_.params().last) add(traffic_.received(s * supernode_nodes + i), demand.last[i]);
  }
}

void SupernodeDemands::add_indirect(std::uint32_t s, SupernodeDemand& demand) const {
  auto const add = [&](auto const& entries, std::array<std::int64_t, supernode_nodes>& by_node) {
    std::uint64_t outside = 0;
    for (auto const& [other, units] : entries) outside += other / supernode_nodes == s ? 0 : units;
    for (std::uint32_t v = 0; v < supernode_nodes; ++v)
      by_node[v] = static_cast<std::int64_t>(outside * paths_.ports(v) * paths_.stripes());
  };
  for (std::uint32_t i = 0; i < supernode_nodes; ++i) {
    if (paths_.params().first) add(traffic_.sent(s * supernode_nodes + i), demand.first[i]);
    if (paths_.params().last) add(traffic_.received(s * supernode_nodes + i), demand.last[i]);
  }
  for (std::uint32_t u = 0; u < supernode_nodes; ++u)
    for (std::uint32_t v = 0; v < supernode_nodes; ++v)
      demand.middle[u][v] = middle_load(paths_, between_residues_, u, v);
}

std::int64_t middle_load(PercsPaths const& paths, ResidueTraffic const& between, std::uint32_t u,
                         std::uint32_t v) {
  auto const width = paths.width();
  if (paths.direct() || !paths.params().middle || u == v || u / width != v / width) return 0;
  return between[u % width][v % width] * static_cast<std::int64_t>(paths.stripes());
}

}  // namespace weft::load
