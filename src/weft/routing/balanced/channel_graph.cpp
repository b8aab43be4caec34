#include "weft/routing/balanced/channel_graph.hpp"

#include <algorithm>
#include <cmath>

namespace weft::routing {

ChannelGraph::ChannelGraph(Network const& network, std::span<std::uint32_t const> ends,
                           std::span<double const> rates)
    : home_(ends.begin(), ends.end()), ends_at_(network.num_routers(), 0) {
  for (auto const r : ends)
    if (!network.router_failed({r})) ++ends_at_[r];
  auto const routers = static_cast<std::uint32_t>(network.num_routers());
  if (network.has_multihomed_hosts())
    for (std::uint32_t r = 0; r < routers; ++r) is_host_.push_back(network.is_host({r}));
  first_into_.assign(routers + std::size_t{1}, 0);
  for (std::uint32_t r = 0; r < routers; ++r) {
    first_out_.push_back(num_channels());
    for (std::uint16_t p = 0; p < network.degree({r}); ++p) {
      auto const channel = network.channel({r}, {p});
      auto const to = network.target(channel).v;
      if (to == r || network.channel_failed(channel)) continue;
      source_.push_back(r);
      target_.push_back(to);
      in_network_.push_back(channel.v);
      cost_.push_back(rates.empty() ? 1 : 1 / rates[channel.v]);
      ++first_into_[to + std::size_t{1}];
    }
  }
  first_out_.push_back(num_channels());
  for (std::size_t r = 0; r < routers; ++r) first_into_[r + 1] += first_into_[r];
  into_.resize(num_channels());
  auto next = first_into_;
  for (std::uint32_t c = 0; c < num_channels(); ++c) into_[next[target_[c]]++] = c;
}

namespace {

/// The load if each channel of the router serves equally many destinations for its rate, in whole numbers.
double bound_at(ChannelGraph const& graph, std::uint32_t router, std::uint64_t destinations) {
  double rate = 0, fastest = 0;
  for (auto c = graph.first_out(router); c < graph.first_out(router + 1); ++c) {
    rate += 1 / graph.cost(c);
    fastest = std::max(fastest, 1 / graph.cost(c));
  }
  if (rate == 0) return 0;
  auto const even = static_cast<double>(destinations) / rate;
  bool const alike = rate == fastest * (graph.first_out(router + 1) - graph.first_out(router));
  return graph.ends_at(router) * (alike ? std::ceil(even * fastest - 1e-9) / fastest : even);
}

}  // namespace

double load_bound(ChannelGraph const& graph) {
  HopsTo hops;
  double packets = 0, bound = 0, rate = 0;
  for (std::uint32_t r = 0; r < graph.num_routers(); ++r) {
    if (graph.ends_at(r) == 0) continue;
    hops.search(graph, r);
    std::uint64_t others = 0;
    for (auto const from : hops.order()) {
      packets += static_cast<double>(hops[from]) * graph.ends_at(from) * graph.ends_at(r);
      if (from != r) others += graph.ends_at(from);
    }
    bound = std::max(bound, bound_at(graph, r, others));
  }
  for (std::uint32_t c = 0; c < graph.num_channels(); ++c) rate += 1 / graph.cost(c);
  return rate == 0 ? 0 : std::max(bound, packets / rate);
}

}  // namespace weft::routing
