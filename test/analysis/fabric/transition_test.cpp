// SPDX-License-Identifier: Apache-2.0
#include "weft/analysis/fabric/transition.hpp"

#include <algorithm>
#include <optional>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "weft/graph/hop_table.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/topologies.hpp"

namespace weft::fabric {
namespace {

using routing::NextHop;
using routing::RoutingTables;

/// Generates a small network with random tables.
struct TableMaker {
  TableMaker(std::string const& spec, FailureParams const& failures)
      : topology(make_topology(spec)),
        network(Machine(topology, failures).network()),
        fabric(fabric_of(*topology)),
        ends(routing::end_nodes(fabric, routing::FabricEnds::hosts)),
        hops(router_graph(*network)) {}

  /// Returns a port of router `from` towards `to`; on a shortest path if `shortest`.
  ChannelIndex draw_channel(std::mt19937& random, std::uint32_t from, std::uint32_t to, bool shortest) const {
    while (true) {
      auto const port = static_cast<std::uint16_t>(random() % network->degree({from}));
      auto const channel = network->channel({from}, {port});
      if (!shortest || (!network->channel_failed(channel) &&
                        hops.hops(to, network->target(channel).v) < hops.hops(to, from)))
        return channel;
    }
  }
  RoutingTables draw(std::mt19937& random, std::uint32_t levels, bool shortest) const {
    RoutingTables tables{ends, {network->num_routers(), ends.router}, {}, {}, {}};
    std::vector<std::uint8_t> level;
    for (std::uint32_t end = 0; end < tables.routes.num_ends(); ++end)
      for (std::uint32_t r = 0; r < network->num_routers(); ++r) {
        level.push_back(static_cast<std::uint8_t>(random() % levels));
        tables.routes.to(end)[r] = r == ends.router[end]
                                       ? NextHop(NextHop::End::arrives)
                                       : NextHop(draw_channel(random, r, ends.router[end], shortest));
      }
    tables.lanes.emplace(routing::PairLevels(tables.routes, level),
                         routing::Lanes(fabric, *network, ends, {}));
    return tables;
  }

  TopologyPtr topology;
  NetworkPtr network;
  NumberedFabric fabric;
  routing::EndNodes ends;
  HopTable hops;
};

/// The dependencies under fixed mixtures, each followed packet by packet.
struct Enumeration {
  bool crossed = false;  ///< includes packets that crossed a channel before it failed
  using Lane = std::pair<std::uint32_t, std::uint8_t>;
  std::set<std::pair<Lane, Lane>> waits;
  std::set<std::uint32_t> circling;

  void follow(std::uint32_t source, std::uint32_t end, std::uint8_t level,
              std::vector<RoutingTables const*> const& of_router, Network const& network) {
    auto router = of_router.front()->routes.router(source);
    std::set<std::uint32_t> seen;
    std::optional<Lane> held;
    while (true) {
      auto const hop = of_router[router]->routes.to(end)[router];
      if (!hop.is_channel()) return;
      bool const failed = network.channel_failed(hop.channel());
      if (failed && !crossed) return;
      bool const again = !seen.insert(router).second;
      if (again) circling.insert(end);
      Lane const next{hop.channel().v, level};
      if (held && !failed) waits.insert({*held, next});
      if (again) return;
      held = failed ? std::nullopt : std::optional(next);
      router = network.target(hop.channel()).v;
    }
  }

  std::uint64_t in_cycles() const {
    std::set<Lane> lanes;
    for (auto const& [from, to] : waits) lanes.insert({from, to});
    return static_cast<std::uint64_t>(std::ranges::count_if(lanes, [&](Lane const& lane) {
      std::set<Lane> reached;
      std::vector<Lane> queue{lane};
      while (!queue.empty()) {
        auto const at = queue.back();
        queue.pop_back();
        for (auto it = waits.lower_bound({at, Lane{}}); it != waits.end() && it->first == at; ++it)
          if (reached.insert(it->second).second) queue.push_back(it->second);
      }
      return reached.contains(lane);
    }));
  }
};

/// Service levels equal lanes here. A mixture is the set of routers with new tables, as bits. In the first
/// and in the last mixture, packets have the service levels of their tables.
Enumeration enumerate(RoutingTables const& before, RoutingTables const& after, Network const& network,
                      std::vector<std::uint32_t> const& mixtures) {
  Enumeration found{.crossed = mixtures.size() == 2, .waits = {}, .circling = {}};
  for (auto const mixture : mixtures) {
    std::vector<RoutingTables const*> of_router;
    for (std::uint32_t r = 0; r < network.num_routers(); ++r)
      of_router.push_back((mixture >> r & 1U) != 0 ? &after : &before);
    for (std::uint32_t end = 0; end < before.routes.num_ends(); ++end)
      for (std::uint32_t source = 0; source < before.routes.num_ends(); ++source)
        if (source != end)
          for (auto const* const levels : {&before, &after})
            if (mixtures.size() > 2 || levels == of_router.front())
              found.follow(source, end, levels->lanes->levels(source, end), of_router, network);
  }
  return found;
}

TEST(Transition, MatchesAllMixturesPacketByPacket) {
  std::mt19937 random(7);
  std::uint64_t cyclic = 0, only_mixed = 0, circling = 0;
  for (auto const* const spec :
       {"ring:routers=5", "mesh:sides=2x3", "torus:sides=2x3", "hypercube:dimensions=2"})
    for (auto const* const fail : {"", "0-1"})
      for (int draw = 0; draw < 12; ++draw) {
        TableMaker const maker(spec, {.fail = fail});
        auto const& network = *maker.network;
        bool const shortest = draw % 2 == 0;
        auto const before = maker.draw(random, 1 + random() % 3, shortest);
        auto const after = maker.draw(random, 1 + random() % 3, shortest);
        SCOPED_TRACE(std::string(spec) + " " + fail + " " + std::to_string(draw));
        auto const found = transition(before, after, network);
        std::uint32_t const all = (1U << network.num_routers()) - 1;
        std::vector<std::uint32_t> mixtures;
        for (std::uint32_t mixture = 0; mixture <= all; ++mixture) mixtures.push_back(mixture);
        auto const mixed = enumerate(before, after, network, mixtures);
        auto const together = enumerate(before, after, network, {0, all});
        if (shortest) { EXPECT_EQ(found.mixed.in_cycles, mixed.in_cycles()); }
        EXPECT_GE(found.mixed.in_cycles, mixed.in_cycles()) << "a switch changes while a packet circles";
        EXPECT_EQ(found.circling, mixed.circling.size());
        EXPECT_EQ(found.together.in_cycles, together.in_cycles());
        EXPECT_EQ(found.together.cycle.empty(), found.together.in_cycles == 0);
        cyclic += found.together.in_cycles > 0;
        only_mixed += found.together.in_cycles == 0 && found.mixed.in_cycles > 0;
        circling += found.circling > 0;
      }
  EXPECT_GT(cyclic, 0u);
  EXPECT_GT(only_mixed, 0u);
  EXPECT_GT(circling, 0u);
}

/// The old tables route around the ring in one direction, the new tables in the other.
TEST(Transition, LoopsOnlyIfSomeRoutersHaveNewTables) {
  TableMaker const maker("ring:routers=4", {});
  auto const& network = *maker.network;
  std::mt19937 random(1);
  auto before = maker.draw(random, 1, true);
  auto after = before;
  for (std::uint32_t end = 0; end < 4; ++end)
    for (std::uint32_t r = 0; r < 4; ++r) {
      if (r == end) continue;
      for (std::uint16_t p = 0; p < network.degree({r}); ++p)
        (network.target(network.channel({r}, {p})).v == (r + 1) % 4 ? before : after).routes.to(end)[r] =
            NextHop(network.channel({r}, {p}));
    }
  auto const found = transition(before, after, network);
  EXPECT_EQ(found.circling, 4u);
  EXPECT_EQ(found.together.cycle.size(), 4u) << "around the ring";
  EXPECT_EQ(found.mixed.cycle.size(), 2u) << "back and forth over one cable";
  EXPECT_EQ(transition(before, before, network).circling, 0u);
}

}  // namespace
}  // namespace weft::fabric
