// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/load/percs/load.hpp"

#include <algorithm>
#include <vector>

#include "weft/core/error.hpp"

namespace weft::load {
namespace {

using NodeSums = std::array<std::uint64_t, supernode_nodes>;

/// Computes the loads of the L channels for traffic that is striped over the drawer of its source: the first
/// hop uses LL, the second LL or LR.
void stripe(NodePairs const& demand, NodePairs& load) {
  for (std::uint32_t d = 0; d < supernode_nodes; d += drawer_nodes) {
    NodeSums to{};
    for (std::uint32_t u = d; u < d + drawer_nodes; ++u)
      for (std::uint32_t s = 0; s < supernode_nodes; ++s) to[s] += demand[u][s];
    for (std::uint32_t u = d; u < d + drawer_nodes; ++u) {
      std::uint64_t from = 0;
      for (std::uint32_t s = 0; s < supernode_nodes; ++s) from += demand[u][s];
      load[u] = to;
      for (std::uint32_t x = d; x < d + drawer_nodes; ++x) load[u][x] += from;
    }
  }
}

/// Computes the loads of all channels. Traffic inside a supernode is the same under direct and indirect
/// routing; traffic between supernodes is summed differently.
class Kernel {
 public:
  Kernel(PercsPaths const& paths, PlacedTasks const& tasks)
      : paths_(paths),
        tasks_(tasks),
        communication_(tasks.communication()),
        width_(paths.width()),
        mask_(width_ - 1),
        counts_(tasks, paths.width(), paths.direct()),
        groups_(communication_.num_groups()) {}

  void visit_direct(PercsLoadVisitor& visitor);
  void visit_indirect(PercsLoadVisitor& visitor);

 private:
  void collect_groups(std::uint32_t a) {
    if (communication_.num_groups() > 0) local_ = groups_.collect(tasks_, a);
  }
  void add_local_flows(std::uint32_t a, std::uint64_t share);
  void finish_local(std::uint64_t share);
  void gather_direct(std::uint32_t a, std::uint64_t share, std::vector<std::uint64_t>& to);
  void add_groups_direct(std::uint32_t a, std::vector<std::uint64_t>& to);
  void gather_indirect();
  void add_indirect(std::uint32_t a, NodeSums const& multiplicity, NodePairs const& middle);
  NodePairs middle_hops() const;
  void give(std::uint32_t a, PercsLoadVisitor& visitor) {
    if (paths_.params().inside == PercsInside::striped)
      stripe(stay_, load_);
    else
      load_ = stay_;
    auto const stripes = paths_.stripes();
    for (std::uint32_t u = 0; u < supernode_nodes; ++u)
      for (std::uint32_t v = 0; v < supernode_nodes; ++v) load_[u][v] += hops_[u][v] * stripes;
    for (std::uint32_t u = 0; u < supernode_nodes; ++u) load_[u][u] = 0;
    visitor.inner(a, load_);
  }

  PercsPaths const& paths_;
  PlacedTasks const& tasks_;
  Communication const& communication_;
  std::uint32_t width_, mask_;  // W, a power of two, and the mask for numbers modulo W
  GroupCounts counts_;
  LocalGroups groups_;
  std::span<LocalGroups::Local const> local_;
  NodePairs stay_{};  ///< units between nodes inside the supernode
  NodePairs hops_{};  ///< loads of single L hops to, between and from D links, without stripes
  NodePairs load_{};
  NodePairs out_{}, in_{};  // direct, from flows: by node and residue; by residue and node
  NodePairs exchanged_{};   // direct, from groups, in both directions: by node and residue
  std::vector<std::uint64_t> node_out_, node_in_;  // indirect
  NodePairs between_residues_{};                   // indirect: units between supernodes of two residues
};

/// Adds the units that the tasks of supernode a exchange in flows, multiplied by `share`.
void Kernel::add_local_flows(std::uint32_t a, std::uint64_t share) {
  auto const there = tasks_.tasks_in(a);
  for (std::uint32_t p = 0; p < there.size(); ++p) {
    if (there[p] == PlacedTasks::nobody) continue;
    auto const node = p / PercsCounts::processors_per_node;
    for (auto const& flow : communication_.flows_of(there[p]))
      if (tasks_.supernode(flow.to) == a)
        stay_[node][tasks_.node(flow.to) % supernode_nodes] += flow.units * share;
  }
}

/// Adds the units that the tasks of the current supernode exchange in groups, multiplied by `share`, and
/// removes traffic inside nodes.
void Kernel::finish_local(std::uint64_t share) {
  for (auto const& local : local_) {
    auto const units = communication_.group(local.group).units * share;
    for (auto const& from : local.nodes)
      for (auto const& to : local.nodes) stay_[from.node][to.node] += units * from.members * to.members;
  }
  for (std::uint32_t u = 0; u < supernode_nodes; ++u) stay_[u][u] = 0;
  if (!paths_.params().local) stay_ = {};
}

/// Computes out_, in_ and exchanged_ for supernode a, and in `to` the units sent to each supernode; adds the
/// local flows, multiplied by `share`.
void Kernel::gather_direct(std::uint32_t a, std::uint64_t share, std::vector<std::uint64_t>& to) {
  out_ = in_ = {};
  std::ranges::fill(to, 0);
  auto const there = tasks_.tasks_in(a);
  for (std::uint32_t p = 0; p < there.size(); ++p) {
    if (there[p] == PlacedTasks::nobody) continue;
    auto const node = p / PercsCounts::processors_per_node;
    for (auto const& flow : communication_.flows_of(there[p])) {
      auto const b = tasks_.supernode(flow.to);
      if (b == a) {
        stay_[node][tasks_.node(flow.to) % supernode_nodes] += flow.units * share;
        continue;
      }
      out_[node][b & mask_] += flow.units;
      to[b] += flow.units;
    }
    for (auto const place : communication_.flows_to(there[p])) {
      auto const& flow = communication_.flows()[place];
      if (auto const b = tasks_.supernode(flow.from); b != a) in_[b & mask_][node] += flow.units;
    }
  }
  if (!local_.empty()) add_groups_direct(a, to);
  to[a] = 0;
}

void Kernel::add_groups_direct(std::uint32_t a, std::vector<std::uint64_t>& to) {
  exchanged_ = {};
  for (auto const& local : local_) {
    auto const units = communication_.group(local.group).units;
    auto const* const residues = counts_.in_residue(local.group);
    NodeSums elsewhere{};
    for (std::uint32_t c = 0; c < width_; ++c) elsewhere[c] = units * residues[c];
    elsewhere[a & mask_] -= units * local.members;
    for (auto const& [node, members] : local.nodes)
      for (std::uint32_t c = 0; c < width_; ++c) exchanged_[node][c] += members * elsewhere[c];
    auto const* const supernodes = counts_.in_supernode(local.group);
    auto const each = units * local.members;
    for (std::uint32_t b = 0; b < tasks_.supernodes(); ++b) to[b] += each * supernodes[b];
  }
  for (std::uint32_t u = 0; u < supernode_nodes; ++u)
    for (std::uint32_t c = 0; c < width_; ++c) {
      out_[u][c] += exchanged_[u][c];
      in_[c][u] += exchanged_[u][c];
    }
}

void Kernel::visit_direct(PercsLoadVisitor& visitor) {
  std::vector<std::uint64_t> to(tasks_.supernodes());
  auto const& params = paths_.params();
  auto const share = paths_.links();
  for (std::uint32_t a = 0; a < tasks_.supernodes(); ++a) {
    collect_groups(a);
    hops_ = stay_ = {};
    gather_direct(a, share, to);
    finish_local(share);
    for (std::uint32_t bucket = 0; bucket < supernode_nodes; bucket += width_) {
      if (params.first)
        for (std::uint32_t u = 0; u < supernode_nodes; ++u)
          for (std::uint32_t c = 0; c < width_; ++c) hops_[u][bucket + c] += out_[u][c];
      if (params.last)
        for (std::uint32_t c = 0; c < width_; ++c)
          for (std::uint32_t u = 0; u < supernode_nodes; ++u) hops_[bucket + c][u] += in_[c][u];
    }
    give(a, visitor);
    for (auto& load : to) load *= paths_.stripes();
    visitor.between(a, to);
  }
}

/// Computes node_out_, node_in_ and between_residues_.
void Kernel::gather_indirect() {
  node_out_.assign(std::size_t{tasks_.supernodes()} * supernode_nodes, 0);
  node_in_.assign(node_out_.size(), 0);
  between_residues_ = {};
  for (auto const& [from, to, units] : communication_.flows()) {
    auto const a = tasks_.supernode(from), b = tasks_.supernode(to);
    if (a == b) continue;
    node_out_[tasks_.node(from)] += units;
    node_in_[tasks_.node(to)] += units;
    between_residues_[a & mask_][b & mask_] += units;
  }
  for (std::size_t g = 0; g < communication_.num_groups(); ++g) {
    auto const* const residues = counts_.in_residue(g);
    auto const units = communication_.group(g).units;
    for (std::uint32_t c = 0; c < width_; ++c)
      for (std::uint32_t e = 0; e < width_; ++e) between_residues_[c][e] += units * residues[c] * residues[e];
  }
  if (communication_.num_groups() == 0) return;
  for (std::uint32_t a = 0; a < tasks_.supernodes(); ++a)
    for (auto const& local : groups_.collect(tasks_, a)) {
      auto const [units, members] = communication_.group(local.group);
      auto const elsewhere = units * (members.size() - local.members);
      for (auto const& [node, count] : local.nodes) {
        node_out_[a * supernode_nodes + node] += count * elsewhere;
        node_in_[a * supernode_nodes + node] += count * elsewhere;
      }
      between_residues_[a & mask_][a & mask_] -= units * local.members * local.members;
    }
}

void Kernel::add_indirect(std::uint32_t a, NodeSums const& multiplicity, NodePairs const& middle) {
  auto const& params = paths_.params();
  auto const* const out = &node_out_[std::size_t{a} * supernode_nodes];
  auto const* const in = &node_in_[std::size_t{a} * supernode_nodes];
  hops_ = middle;
  for (std::uint32_t u = 0; u < supernode_nodes; ++u) {
    std::uint64_t const first = params.first ? out[u] : 0, ports = params.last ? multiplicity[u] : 0;
    for (std::uint32_t v = 0; v < supernode_nodes; ++v)
      hops_[u][v] += first * multiplicity[v] + ports * in[v];
  }
}

/// Returns the units that each supernode forwards between D links, which are the same for all supernodes.
NodePairs Kernel::middle_hops() const {
  NodePairs middle{};
  if (!paths_.params().middle) return middle;
  for (std::uint32_t bucket = 0; bucket < supernode_nodes; bucket += width_)
    for (std::uint32_t c = 0; c < width_; ++c)
      for (std::uint32_t e = 0; e < width_; ++e) middle[bucket + c][bucket + e] = between_residues_[c][e];
  return middle;
}

void Kernel::visit_indirect(PercsLoadVisitor& visitor) {
  auto const supernodes = tasks_.supernodes();
  gather_indirect();
  auto const middle = middle_hops();
  NodeSums multiplicity{};  // number of supernodes with a D link at the node, including its own
  for (std::uint32_t u = 0; u < supernode_nodes; ++u) multiplicity[u] = paths_.ports(u);
  std::vector<std::uint64_t> out(supernodes, 0), in(supernodes, 0), to(supernodes);
  for (std::uint32_t a = 0; a < supernodes; ++a) {
    for (std::uint32_t u = 0; u < supernode_nodes; ++u) {
      out[a] += node_out_[std::size_t{a} * supernode_nodes + u];
      in[a] += node_in_[std::size_t{a} * supernode_nodes + u];
    }
  }
  auto const share = std::uint64_t{supernodes} * paths_.links();
  for (std::uint32_t a = 0; a < supernodes; ++a) {
    collect_groups(a);
    stay_ = {};
    add_local_flows(a, share);
    finish_local(share);
    add_indirect(a, multiplicity, middle);
    give(a, visitor);
    for (std::uint32_t b = 0; b < supernodes; ++b) to[b] = (out[a] + in[b]) * paths_.stripes();
    visitor.between(a, to);
  }
}

}  // namespace

void check_percs_range(PercsPaths const& paths, Communication const& communication) {
  auto const maximum = static_cast<unsigned __int128>(communication.total_units()) * paths.denominator() * 8;
  if (maximum >> 63 != 0)
    throw InputError("the loads exceed 64 bits",
                     "the product of sent units and the denominator of the routing is too large",
                     "scale the weights down");
}

void visit_percs_loads(PercsPaths const& paths, PlacedTasks const& tasks, PercsLoadVisitor& visitor) {
  check_percs_range(paths, tasks.communication());
  Kernel kernel(paths, tasks);
  if (paths.direct())
    kernel.visit_direct(visitor);
  else
    kernel.visit_indirect(visitor);
}

Estimate estimate_percs_loads(std::uint64_t channels) {
  constexpr double bytes_per_channel = 16, seconds_per_channel = 4e-8;
  auto const count = static_cast<double>(channels);
  return {count * bytes_per_channel, count * seconds_per_channel};
}

}  // namespace weft::load
