// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/schedule/transfer_network.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/network/network.hpp"

namespace weft {
namespace {

/// Returns whether each terminal can be identified with its router: each router has at most one terminal, and
/// no cable limits the traffic between them. If the network specifies rates or terminal bandwidths, each
/// terminal has a cable with a bandwidth.
bool are_routers(Network const& network) {
  if (network.has_rates() || network.has_terminal_bandwidths()) return false;
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    if (network.terminals_at({r}).count > 1) return false;
  for (std::uint32_t e = 0; e < network.num_terminals(); ++e)
    if (network.injection_router({e}) != network.ejection_router({e})) return false;
  return true;
}

/// Returns the terminals that eject at each router, in ascending order.
std::vector<std::vector<std::uint32_t>> ejected_at(Network const& network) {
  std::vector<std::vector<std::uint32_t>> terminals(network.num_routers());
  for (std::uint32_t e = 0; e < network.num_terminals(); ++e)
    terminals[network.ejection_router({e}).v].push_back(e);
  return terminals;
}

}  // namespace

TransferNetwork::TransferNetwork(Network const& network)
    : routers_(static_cast<std::uint32_t>(network.num_routers())), classes_(network.classes()) {
  bool const merged = are_routers(network);
  auto const terminals = static_cast<std::uint32_t>(network.num_terminals());
  auto const more = merged ? 0 : 2 * std::uint64_t{terminals};
  if (network.num_channels() + more > 0xfffffffeu || std::uint64_t{routers_} + terminals > 0xfffffffeu)
    throw InputError(fmt::format("too many channels: {}", network.num_channels() + more),
                     "a schedule supports at most 2^32 - 2", "use a smaller machine");
  if (merged) classes_.resize(classes_.size() - 2);
  auto const add = [&](std::uint32_t from, std::uint32_t to, std::uint8_t of_class, double bandwidth) {
    source_.push_back(from);
    target_.push_back(to);
    class_.push_back(of_class);
    bandwidth_.push_back(static_cast<float>(bandwidth));
  };
  auto const add_terminal = [&](std::uint32_t from, std::uint32_t to, std::uint32_t router, std::uint32_t e,
                                ClassId of_class) {
    add(from, to, static_cast<std::uint8_t>(of_class.v),
        network.router_failed({router}) ? 0 : network.terminal_bandwidth({e}));
  };
  auto const ejected = merged ? std::vector<std::vector<std::uint32_t>>{} : ejected_at(network);
  for (std::uint32_t r = 0; r < routers_; ++r) {
    if (r % 64 == 0) throw_if_interrupted();
    first_channel_.push_back(num_channels());
    ports_.push_back(network.degree({r}));
    for (std::uint16_t p = 0; p < network.degree({r}); ++p) {
      auto const c = network.channel({r}, PortId{p});
      add(r, network.target(c).v, static_cast<std::uint8_t>(network.class_of(c).v),
          network.channel_failed(c) ? 0 : network.bandwidth(c));
    }
    if (!merged)
      for (auto const e : ejected[r]) add_terminal(r, routers_ + e, r, e, network.ejection_class());
  }
  for (std::uint32_t e = 0; e < terminals; ++e) {
    auto const router = network.injection_router({e}).v;
    terminal_vertex_.push_back(merged ? router : routers_ + e);
    if (merged) continue;
    first_channel_.push_back(num_channels());
    add_terminal(routers_ + e, router, router, e, network.injection_class());
  }
  first_channel_.push_back(num_channels());
  if (network.has_multihomed_hosts())
    for (std::uint32_t r = 0; r < routers_; ++r) hosts_.push_back(network.is_host({r}));
}

std::uint32_t TransferNetwork::channel(RouterId r, PortId p) const {
  return r.v < routers_ && p.v < ports_[r.v] ? first_channel_[r.v] + p.v : num_channels();
}

bool TransferNetwork::has_failures() const {
  return std::ranges::any_of(bandwidth_, [](float each) { return each <= 0; });
}

std::string TransferNetwork::vertex_name(std::uint32_t v) const {
  return v < routers_ ? fmt::format("router {}", v) : fmt::format("terminal {}", v - routers_);
}

std::string TransferNetwork::channel_name(std::uint32_t channel) const {
  auto const from = source_[channel];
  auto const& class_name = classes_[class_[channel]].name;
  auto const ends = fmt::format("{} -> {}", vertex_name(from), vertex_name(target_[channel]));
  auto const port = channel - first_channel_[from];
  if (from < routers_ && port < ports_[from]) return fmt::format("{} (port {}, {})", ends, port, class_name);
  return fmt::format("{} ({})", ends, class_name);
}

Graph router_graph(TransferNetwork const& network) {
  std::vector<std::uint64_t> first{0};
  std::vector<Vertex> heads;
  for (std::uint32_t r = 0; r < network.num_routers(); ++r) {
    for (auto c = network.first_channel(r); c < network.first_channel(r + 1); ++c)
      if (auto const to = network.target(c);
          to < network.num_routers() && to != r && network.bandwidth(c) > 0)
        heads.push_back(to);
    first.push_back(heads.size());
  }
  return {std::move(first), std::move(heads)};
}

}  // namespace weft
