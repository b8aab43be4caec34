// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/forwarding/table_forms.hpp"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/fabrics.hpp"
#include "weft/analysis/deadlock/analysis.hpp"
#include "weft/core/spec.hpp"
#include "weft/engine/load/network_load.hpp"
#include "weft/network/topologies.hpp"
#include "weft/routing/bind.hpp"
#include "weft/routing/forwarding/lane_dependencies.hpp"
#include "weft/traffic/communication/communication.hpp"

namespace weft::routing {
namespace {

/// A machine, and the tables of a routing on it.
struct TabledMachine {
  TabledMachine(std::string const& topology, std::string const& routing)
      : machine(make_topology(topology)),
        spec(Spec::parse(routing)),
        tables(std::make_shared<RoutingTables const>(
            bind_tables(spec, machine, machine.fabric(), FabricEnds::hosts))) {}
  Machine machine;
  Spec spec;
  RoutingTablesPtr tables;
};

std::vector<std::uint64_t> loads_of(Machine const& machine, Shares const& shares) {
  auto const terminals = static_cast<std::uint32_t>(machine.num_terminals());
  Communication communication(terminals);
  for (std::uint32_t s = 0; s < terminals; ++s)
    for (std::uint32_t t = 0; t < terminals; ++t)
      if (s != t) communication.add({s, t, s + 2 * t + 1});
  communication.finish();
  std::vector<std::uint32_t> placement(terminals);
  for (std::uint32_t t = 0; t < terminals; ++t) placement[t] = t;
  auto loads = load::network_loads({communication, placement, *machine.network()}, shares);
  for (auto& load : loads.channel) load /= shares.denominator();
  return loads.channel;
}

constexpr std::array cases{
    std::pair{"torus:sides=4x4,concentration=2", "layered:method=dfsssp"},
    std::pair{"ring:routers=6", "layered:method=lash"},
    std::pair{"mesh:sides=3x4", "dimension_order"},
    std::pair{"kary_ntree:arity=3,levels=3", "nearest_common_ancestor:choice=d_mod_k"},
};

TEST(TableForms, MatchTheRoutingOfTheTables) {
  for (auto const& [topology, routing] : cases) {
    SCOPED_TRACE(topology);
    TabledMachine const made(topology, routing);
    auto const& network = *made.machine.network();
    ASSERT_TRUE(made.tables->lanes);
    auto const vcs = vcs_needed(made.spec, made.machine);
    EXPECT_EQ(vcs_of_tables(*made.tables, network), vcs);
    auto const own = deadlock::analyze(network, *bind_channels(made.spec, made.machine, {.vcs = vcs}), vcs);
    auto const by_tables = deadlock::analyze(
        network, *channels_of_tables("x", made.machine.network(), made.tables, {.vcs = vcs}), vcs);
    EXPECT_EQ(by_tables.channels, own.channels);
    EXPECT_EQ(by_tables.dependencies, own.dependencies);
    EXPECT_TRUE(by_tables.free());
    auto const lanes = lane_dependencies(made.tables->routes, network, made.tables->lanes->lanes,
                                         made.tables->lanes->levels);
    EXPECT_EQ(lanes.waits.num_arcs(), own.dependencies);
    EXPECT_EQ(loads_of(made.machine, *shares_of_tables(made.machine.network(), made.tables)),
              loads_of(made.machine, *bind_shares(made.spec, made.machine)));
  }
}

/// d_mod_k distributes the packets to the nine hosts of a subtree over nine different roots.
TEST(TableForms, RouteByTerminal) {
  TabledMachine const made("kary_ntree:arity=3,levels=3", "nearest_common_ancestor:choice=d_mod_k");
  auto const shares = shares_of_tables(made.machine.network(), made.tables);
  auto const router = made.machine.network()->ejection_router({26});
  std::vector<ChannelShare> a, b;
  shares->append_to({0}, router, {26}, a);
  shares->append_to({0}, router, {25}, b);
  EXPECT_EQ(a.size(), b.size());
  EXPECT_NE(a, b);
  EXPECT_EQ(
      complaint_of([&] { shares->append({0}, router, a); }),
      "routing: the routing depends on the destination terminal (worst-case traffic and per-packet paths are computed per destination router); use another routing");
}

TEST(TableForms, MapServiceLevelsOfOpenSmToVirtualChannels) {
  TabledMachine const ring(
      "file:format=ibnetdiscover,path=" + fabric_sample("ring5.dfsssp/ibnetdiscover.txt"),
      "forwarding:path=" + fabric_sample("ring5.dfsssp"));
  auto const& network = *ring.machine.network();
  auto const vcs = vcs_needed(ring.spec, ring.machine);
  auto const lanes =
      lane_dependencies(ring.tables->routes, network, ring.tables->lanes->lanes, ring.tables->lanes->levels);
  auto const found = deadlock::analyze(network, *bind_channels(ring.spec, ring.machine, {.vcs = vcs}), vcs);
  EXPECT_TRUE(found.free());
  EXPECT_EQ(found.dependencies, lanes.waits.num_arcs());
  EXPECT_GT(vcs, 1u);
  EXPECT_EQ(complaint_of([&] { bind_channels(ring.spec, ring.machine, {.vcs = 1}); }).substr(0, 4), "vcs:");
}

TEST(TablesFromChannels, RejectARoutingThatDependsOnMoreThanTheDestination) {
  auto const rejection = [](std::string const& topology, std::string const& routing) {
    return complaint_of([&] { TabledMachine(topology, routing); });
  };
  EXPECT_EQ(
      rejection("torus:sides=4x4", "valiant"),
      "routing: valiant is not destination-based (the routing sends packets to intermediate routers); use a routing such as balanced or up_down");
  EXPECT_EQ(
      rejection("torus:sides=4x4", "minimal"),
      "routing: minimal is not destination-based (packets from 'r2' to 'r0' have 2 next hops at 'r2', but a table has only one); use a routing such as balanced or up_down");
}

/// Packets change their virtual channels at the datelines of rings.
TEST(TablesFromChannels, OmitServiceLevelsIfLanesChangeAlongThePath) {
  EXPECT_FALSE(TabledMachine("torus:sides=5x5", "dimension_order").tables->lanes);
  EXPECT_TRUE(TabledMachine("mesh:sides=5x5", "dimension_order").tables->lanes);
}

}  // namespace
}  // namespace weft::routing
