#include "weft/engine/load/supernode_demand.hpp"

namespace weft::load {
namespace {

constexpr std::uint32_t nodes = PercsCounts::nodes_per_supernode;

}  // namespace

SupernodeDemands::SupernodeDemands(PercsPaths const& paths, NodeTraffic const& traffic,
                                   std::span<std::uint32_t const> label)
    : paths_(paths), traffic_(traffic), label_(label) {
  auto const width = paths.width();
  for (std::uint32_t node = 0; node < traffic.num_nodes(); ++node)
    for (auto const& [other, units] : traffic.sent(node))
      if (node / nodes != other / nodes)
        between_residues_[label[node / nodes] % width][label[other / nodes] % width] +=
            static_cast<std::int64_t>(units);
}

SupernodeDemand SupernodeDemands::of(std::uint32_t s) const {
  SupernodeDemand demand;
  demand.striped = paths_.params().inside == PercsInside::striped;
  if (paths_.params().local) {
    auto const share = static_cast<std::int64_t>(paths_.denominator() / paths_.stripes());
    for (std::uint32_t i = 0; i < nodes; ++i)
      for (auto const& [other, units] : traffic_.sent(s * nodes + i))
        if (other / nodes == s) demand.stay[i][other % nodes] = static_cast<std::int64_t>(units) * share;
  }
  if (paths_.direct())
    add_direct(s, demand);
  else
    add_indirect(s, demand);
  return demand;
}

void SupernodeDemands::add_direct(std::uint32_t s, SupernodeDemand& demand) const {
  auto const stripes = static_cast<std::int64_t>(paths_.stripes());
  auto const add = [&](auto const& entries, std::array<std::int64_t, nodes>& by_node) {
    for (auto const& [other, units] : entries)
      if (other / nodes != s)
        for (auto v = label_[other / nodes] % paths_.width(); v < nodes; v += paths_.width())
          by_node[v] += static_cast<std::int64_t>(units) * stripes;
  };
  for (std::uint32_t i = 0; i < nodes; ++i) {
    if (paths_.params().first) add(traffic_.sent(s * nodes + i), demand.first[i]);
    if (paths_.params().last) add(traffic_.received(s * nodes + i), demand.last[i]);
  }
}

void SupernodeDemands::add_indirect(std::uint32_t s, SupernodeDemand& demand) const {
  auto const add = [&](auto const& entries, std::array<std::int64_t, nodes>& by_node) {
    std::uint64_t outside = 0;
    for (auto const& [other, units] : entries) outside += other / nodes == s ? 0 : units;
    for (std::uint32_t v = 0; v < nodes; ++v)
      by_node[v] = static_cast<std::int64_t>(outside * paths_.ports(v) * paths_.stripes());
  };
  for (std::uint32_t i = 0; i < nodes; ++i) {
    if (paths_.params().first) add(traffic_.sent(s * nodes + i), demand.first[i]);
    if (paths_.params().last) add(traffic_.received(s * nodes + i), demand.last[i]);
  }
  for (std::uint32_t u = 0; u < nodes; ++u)
    for (std::uint32_t v = 0; v < nodes; ++v)
      demand.middle[u][v] = middle_load(paths_, between_residues_, u, v);
}

std::int64_t middle_load(PercsPaths const& paths, ResidueTraffic const& between, std::uint32_t u,
                         std::uint32_t v) {
  auto const width = paths.width();
  if (paths.direct() || !paths.params().middle || u == v || u / width != v / width) return 0;
  return between[u % width][v % width] * static_cast<std::int64_t>(paths.stripes());
}

}  // namespace weft::load
