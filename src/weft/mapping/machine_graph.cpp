#include "weft/mapping/machine_graph.hpp"

#include <algorithm>
#include <cmath>

namespace weft::mapping {

WeightedGraph machine_graph(Network const& network) {
  struct Link {
    std::uint32_t from, to;
    double bandwidth;
  };
  std::vector<Link> links;
  double least = 0;
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    for (auto c = network.first_channels()[r]; c < network.first_channels()[r + std::size_t{1}]; ++c) {
      auto const to = network.targets()[c];
      if (to == r || network.channel_failed({c})) continue;
      auto const bandwidth = network.bandwidth({c});
      least = least == 0 ? bandwidth : std::min(least, bandwidth);
      links.push_back({r, to, bandwidth});
      links.push_back({to, r, bandwidth});
    }
  std::ranges::stable_sort(links, {}, [](Link const& link) { return std::pair{link.from, link.to}; });

  WeightedGraph machine;
  std::vector<std::uint64_t> first(network.num_routers() + 1, 0);
  std::vector<Vertex> heads;
  for (std::size_t i = 0; i < links.size();) {
    double bandwidth = 0;
    auto const [from, to, any] = links[i];
    for (; i < links.size() && links[i].from == from && links[i].to == to; ++i)
      bandwidth += links[i].bandwidth;
    heads.push_back(to);
    constexpr double most = 0x1p40;
    machine.arc_weight.push_back(std::llround(std::min(most, bandwidth / least * 8)));
    ++first[from + std::size_t{1}];
  }
  for (std::size_t r = 0; r < network.num_routers(); ++r) {
    first[r + 1] += first[r];
    machine.vertex_weight.push_back(network.terminals_at({static_cast<std::uint32_t>(r)}).count);
  }
  machine.graph = Graph(std::move(first), std::move(heads));
  return machine;
}

RouterId FreeTerminals::nearest(RouterId from) {
  if (left(from) > 0) return from;
  ++round_;
  queue_.assign(1, from.v);
  stamp_[from.v] = round_;
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    auto const first = network_->first_channels();
    for (auto c = first[queue_[i]]; c < first[queue_[i] + std::size_t{1}]; ++c) {
      auto const to = network_->targets()[c];
      if (stamp_[to] == round_ || network_->channel_failed({c})) continue;
      if (left({to}) > 0) return {to};
      stamp_[to] = round_;
      queue_.push_back(to);
    }
  }
  RouterId any{0};
  while (left(any) == 0) ++any.v;
  return any;
}

}  // namespace weft::mapping
