// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/load/percs/supernode_loads.hpp"

#include <algorithm>
#include <numeric>

namespace weft::load {

SupernodeLoads::SupernodeLoads(SupernodeDemand const& demand) : demand_(demand) {
  std::iota(content_.begin(), content_.end(), 0u);
  for (std::uint32_t i = 0; i < size; ++i)
    for (std::uint32_t k = 0; k < size; ++k) {
      from_[i] += demand_.stay[i][k];
      from_drawer_[i / drawer][k] += demand_.stay[i][k];
    }
  for (std::uint32_t u = 0; u < size; ++u) renew_row(u);
}

/// Returns the load of the channel from node u to node v due to traffic inside the supernode.
std::int64_t SupernodeLoads::local(std::uint32_t u, std::uint32_t v) const {
  if (!demand_.striped) return demand_.stay[content_[u]][content_[v]];
  return from_drawer_[u / drawer][content_[v]] + (u / drawer == v / drawer ? from_[content_[u]] : 0);
}

void SupernodeLoads::renew_row(std::uint32_t u) {
  for (std::uint32_t v = 0; v < size; ++v)
    load_[u][v] =
        demand_.first[content_[u]][v] + demand_.last[content_[v]][u] + demand_.middle[u][v] + local(u, v);
  load_[u][u] = 0;
}

void SupernodeLoads::renew_column(std::uint32_t v) {
  for (std::uint32_t u = 0; u < size; ++u)
    load_[u][v] =
        demand_.first[content_[u]][v] + demand_.last[content_[v]][u] + demand_.middle[u][v] + local(u, v);
  load_[v][v] = 0;
}

void SupernodeLoads::swap(std::uint32_t u, std::uint32_t v) {
  auto const at_u = content_[u], at_v = content_[v];
  std::swap(content_[u], content_[v]);
  auto const drawer_u = u / drawer, drawer_v = v / drawer;
  if (demand_.striped && drawer_u != drawer_v) {
    std::array<std::int64_t, size>
        more{};  // by content: additional units that it receives from drawer u, fewer from drawer v
    for (std::uint32_t i = 0; i < size; ++i) more[i] = demand_.stay[at_v][i] - demand_.stay[at_u][i];
    std::array<std::int64_t, size> at{};  // `more` by node
    for (std::uint32_t x = 0; x < size; ++x) at[x] = more[content_[x]];
    for (std::uint32_t i = 0; i < size; ++i) {
      from_drawer_[drawer_u][i] += more[i];
      from_drawer_[drawer_v][i] -= more[i];
    }
    for (std::uint32_t x = 0; x < drawer; ++x)
      for (std::uint32_t y = 0; y < size; ++y) {
        load_[drawer_u * drawer + x][y] += at[y];
        load_[drawer_v * drawer + x][y] -= at[y];
      }
    for (std::uint32_t x = 0; x < drawer; ++x)
      load_[drawer_u * drawer + x][drawer_u * drawer + x] =
          load_[drawer_v * drawer + x][drawer_v * drawer + x] = 0;
  }
  renew_row(u);
  renew_row(v);
  renew_column(u);
  renew_column(v);
}

std::int64_t SupernodeLoads::max_load() const {
  std::int64_t ll = 0, lr = 0;
  for (std::uint32_t u = 0; u < size; ++u)
    for (std::uint32_t d = 0; d < size; d += drawer) {
      auto& maximum = u / drawer == d / drawer ? ll : lr;
      for (std::uint32_t v = d; v < d + drawer; ++v) maximum = std::max(maximum, load_[u][v]);
    }
  return std::max(ll * ll_weight, lr * lr_weight);
}

std::int64_t SupernodeLoads::excess(std::int64_t limit) const {
  // A weighted load exceeds the limit if and only if the load exceeds the quotient, rounded down.
  std::int64_t const ll_limit = limit / ll_weight, lr_limit = limit / lr_weight;
  std::int64_t all_as_lr = 0, ll_as_lr = 0, ll = 0;
  for (std::uint32_t u = 0; u < size; ++u) {
    for (std::uint32_t v = 0; v < size; ++v) all_as_lr += std::max<std::int64_t>(load_[u][v] - lr_limit, 0);
    for (std::uint32_t v = u / drawer * drawer, end = v + drawer; v < end; ++v) {
      ll_as_lr += std::max<std::int64_t>(load_[u][v] - lr_limit, 0);
      ll += std::max<std::int64_t>(load_[u][v] - ll_limit, 0);
    }
  }
  return (all_as_lr - ll_as_lr) * lr_weight + ll * ll_weight;
}

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
  transpose();
}

/// Transposes the traffic, so that there is one row per receiver.
void NodeTraffic::transpose() {
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
