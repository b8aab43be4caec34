// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/paths/tree_shares.hpp"

#include <numeric>
#include <stdexcept>
#include <utility>

namespace weft::routing {
namespace {

constexpr PortId not_asked{0xfffe};

bool draws_among_copies(PacketRouting const& routing) {
  auto const traits = routing.traits();
  return traits.draws && traits.ties == 0;
}

}  // namespace

void require_tree(PacketRouting const& routing) {
  auto const traits = routing.traits();
  if (traits.has_state || traits.width != 1 || !traits.exact_hops)
    throw std::logic_error("expected a routing with one path per pair");
}

std::uint32_t parallel_channels(Network const& network, ChannelIndex first, PacketRouting const& routing) {
  if (!draws_among_copies(routing)) return 1;
  auto const from = network.source(first);
  auto const end = network.first_channels()[from.v + std::size_t{1}];
  auto c = first.v;
  while (c < end && network.target({c}) == network.target(first)) ++c;
  return c - first.v;
}

std::uint64_t tree_denominator(Network const& network, PacketRouting const& routing) {
  std::uint64_t common = std::uint64_t{1} << routing.traits().ties;
  if (!draws_among_copies(routing)) return common;
  for (std::uint32_t c = 0; c < network.num_channels();) {
    auto const parallel = parallel_channels(network, {c}, routing);
    common = std::lcm(common, std::uint64_t{parallel});
    c += parallel;
  }
  return common;
}

TreeShares::TreeShares(NetworkPtr network, PacketRoutingPtr routing)
    : network_(std::move(network)), routing_(std::move(routing)) {
  require_tree(*routing_);
  denominator_ = tree_denominator(*network_, *routing_);
}

std::array<PortId, 2> const& TreeShares::next(RouterId at, Ports& ports) const {
  auto& both = ports.of[at.v];
  if (both[0] != not_asked) return both;
  std::array const routers{at, at};
  std::array<std::uint32_t, 2> to{ports.to, ports.to};
  std::array<std::uint64_t, 2> const draws{0, 1};
  routing_->encode(to);
  routing_->route({.at = routers, .to = to, .draw = draws, .port = both});
  ports.known.push_back(at);
  return both;
}

bool TreeShares::append(RouterId from, RouterId to, std::vector<ChannelShare>& out) const {
  return ports_.with(
      [&] {
        return Ports{to.v, {static_cast<std::size_t>(network_->num_routers()), {not_asked, not_asked}}, {}};
      },
      [&](Ports& ports) {
        if (ports.to != to.v) {
          for (auto const router : ports.known) ports.of[router.v][0] = not_asked;
          ports.known.clear();
          ports.to = to.v;
        }
        return append(from, to, ports, out);
      });
}

bool TreeShares::append(RouterId from, RouterId to, Ports& ports, std::vector<ChannelShare>& out) const {
  bool const has_ties = routing_->traits().ties > 0;
  auto const first = out.size();
  std::vector<Part> open{{from, denominator_}};
  while (!open.empty()) {
    auto const [at, numerator] = open.back();
    open.pop_back();
    if (at == to) continue;
    auto const [port, of_draw_1] = next(at, ports);
    auto const other = has_ties ? of_draw_1 : port;
    if (port == arrived) no_path(from, to);
    if (other != port) {
      for (auto const half : {port, other}) {
        auto const channel = network_->channel(at, half);
        out.push_back({channel, numerator / 2});
        open.push_back({network_->target(channel), numerator / 2});
      }
      continue;
    }
    auto const channel = network_->channel(at, port);
    auto const parallel = parallel_channels(*network_, channel, *routing_);
    for (std::uint32_t i = 0; i < parallel; ++i) out.push_back({{channel.v + i}, numerator / parallel});
    open.push_back({network_->target(channel), numerator});
  }
  if (has_ties) merge_shares(out, first);
  return true;
}

}  // namespace weft::routing
