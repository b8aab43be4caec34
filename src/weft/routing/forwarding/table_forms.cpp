// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/forwarding/table_forms.hpp"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "weft/core/parallel.hpp"
#include "weft/graph/strong_components.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/forwarding/destination_routes.hpp"
#include "weft/routing/forwarding/lane_dependencies.hpp"

namespace weft::routing {
namespace {

/// For each terminal, the routers from which packets arrive at it.
class Arrivals {
 public:
  Arrivals(RoutingTables const& tables, Network const& network)
      : routers_(static_cast<std::size_t>(network.num_routers())),
        arrives_(routers_ * network.num_terminals(), 0) {
    std::vector<DestinationTree> trees(num_threads(), DestinationTree(routers_));
    std::vector<std::uint32_t> longest(num_threads(), 0);
    parallel_for(static_cast<std::size_t>(network.num_terminals()),
                 [&](std::size_t terminal, unsigned worker) {
                   auto& tree = trees[worker];
                   tree.follow(tables.routes.to(static_cast<std::uint32_t>(terminal)), network);
                   for (auto const router : tree.order()) {
                     arrives_[terminal * routers_ + router] = 1;
                     longest[worker] = std::max(longest[worker], tree.depth(router));
                   }
                 });
    longest_ = std::ranges::max(longest);
  }
  bool at(std::uint32_t router, std::uint32_t terminal) const {
    return arrives_[terminal * routers_ + router] != 0;
  }
  std::uint32_t longest() const { return longest_; }

 private:
  std::size_t routers_;
  std::vector<std::uint8_t> arrives_;
  std::uint32_t longest_ = 0;
};

/// Phase of a packet: its service level and, before the first hop, the lane of the first hop.
class TablesRouting final : public SingleCandidate<TablesRouting> {
 public:
  TablesRouting(NetworkPtr network, RoutingTablesPtr tables, std::uint32_t vcs)
      : network_(std::move(network)), tables_(std::move(tables)), arrivals_(*tables_, *network_), vcs_(vcs) {}

  ChannelTraits traits() const override {
    return {.hop_bound = arrivals_.longest(), .oblivious = true, .by_terminal = true};
  }

  std::uint16_t phase_at_source(TerminalPair const& pair) const override {
    auto const router = tables_->routes.router(pair.source);
    auto const channel = tables_->routes.to(pair.terminal)[router].channel();
    auto const level = levels()(pair.source, pair.terminal);
    auto const lane = lanes().injected(pair.source, channel, level);
    return static_cast<std::uint16_t>(known_bit | lane << 4 | level);
  }

  bool reaches(std::uint32_t from, std::uint32_t to) const override {
    auto const terminals = network_->terminals_at({to});
    for (std::uint32_t i = 0; i < terminals.count; ++i)
      if (!reaches_terminal(from, to, terminals.first.v + i)) return false;
    return true;
  }
  bool reaches_terminal(std::uint32_t from, std::uint32_t to, std::uint32_t terminal) const override {
    if (from == to) return true;
    if (!arrivals_.at(from, terminal)) return false;
    auto const sources = network_->terminals_at({from});
    for (std::uint32_t i = 0; i < sources.count; ++i)
      if (drops(from, terminal, phase_at_source({sources.first.v + i, terminal}))) return false;
    return true;
  }

  Candidate next(Head const& head) const {
    auto const channel = tables_->routes.to(head.terminal)[head.at].channel();
    auto phase = head.phase;
    if (phase == 0) phase = phase_at_source({head.source, head.terminal});
    auto const level = level_of(phase);
    auto const lane =
        head.in_port == from_source
            ? first_lane(phase)
            : lanes().after(network_->reverse(network_->channel({head.at}, {head.in_port})), channel, level);
    auto const port = channel.v - network_->channel({head.at}, {0}).v;
    return {.vcs = std::uint64_t{1} << std::min<std::uint32_t>(lane, vcs_ - 1),
            .phase = static_cast<std::uint16_t>(known_bit | level),
            .port = static_cast<std::uint16_t>(port)};
  }

 private:
  static constexpr std::uint16_t known_bit = 1U << 8;  // makes known phases nonzero; 0: at the source
  static std::uint8_t level_of(std::uint16_t phase) { return phase & 15; }
  static std::uint8_t first_lane(std::uint16_t phase) { return phase >> 4 & 15; }

  PairLevels const& levels() const { return tables_->lanes->levels; }
  Lanes const& lanes() const { return tables_->lanes->lanes; }

  /// Returns whether a router on the path from router `at` drops packets of the phase.
  bool drops(std::uint32_t at, std::uint32_t terminal, std::uint16_t phase) const {
    auto const next = tables_->routes.to(terminal);
    if (first_lane(phase) == dropping_lane) return true;
    for (auto channel = next[at].channel();;) {
      auto const hop = next[network_->target(channel).v];
      if (!hop.is_channel()) return false;
      if (lanes().after(channel, hop.channel(), level_of(phase)) == dropping_lane) return true;
      channel = hop.channel();
    }
  }

  NetworkPtr network_;
  RoutingTablesPtr tables_;
  Arrivals arrivals_;
  std::uint32_t vcs_;
};

class SharesOfTables final : public Shares {
 public:
  SharesOfTables(NetworkPtr network, RoutingTablesPtr tables)
      : network_(std::move(network)), tables_(std::move(tables)) {}
  std::uint64_t denominator() const override { return 1; }
  bool by_terminal() const override { return true; }
  bool append(RouterId, RouterId, std::vector<ChannelShare>&) const override { need_terminal(); }
  bool append_to(RouterId from, RouterId to, TerminalId terminal,
                 std::vector<ChannelShare>& out) const override {
    auto const next = tables_->routes.to(terminal.v);
    auto const first = out.size();
    auto at = from;
    while (at != to) {
      if (!next[at.v].is_channel() || out.size() - first > network_->num_routers()) no_path(from, to);
      out.push_back({next[at.v].channel(), 1});
      at = network_->target(next[at.v].channel());
    }
    return true;
  }

 private:
  NetworkPtr network_;
  RoutingTablesPtr tables_;
};

}  // namespace

std::uint32_t vcs_of_tables(RoutingTables const& tables, Network const& network) {
  auto const found = lane_dependencies(tables.routes, network, tables.lanes->lanes, tables.lanes->levels);
  auto const cyclic = strong_components(found.waits).cyclic;
  if (std::ranges::find(cyclic, true) != cyclic.end()) return no_vcs_suffice;
  return std::max<std::uint32_t>(static_cast<std::uint32_t>(std::bit_width(found.used)), 1);
}

ChannelRoutingPtr channels_of_tables(std::string_view name, NetworkPtr network, RoutingTablesPtr tables,
                                     VcSupply const& supply) {
  auto const needed = vcs_of_tables(*tables, *network);
  auto const vcs =
      supplied_vcs(name, needed, supply,
                   needed == no_vcs_suffice ? "packets on its routes can wait for each other in a cycle"
                                            : "one for each lane of its service levels");
  return std::make_shared<TablesRouting>(std::move(network), std::move(tables), vcs);
}

SharesPtr shares_of_tables(NetworkPtr network, RoutingTablesPtr tables) {
  return std::make_shared<SharesOfTables>(std::move(network), std::move(tables));
}

}  // namespace weft::routing
