// SPDX-License-Identifier: Apache-2.0
// Effects of a failed cable, of the new tables of OpenSM, and of the transition between the tables: the rows
// of degraded.csv, with the tables in test/data/fabrics before the failure (tables) and after it
// (tables-after: from the same OpenSM after `Unlink` in ibsim).
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/reference.hpp"
#include "support/scratch.hpp"
#include "weft/analysis/fabric/contention.hpp"
#include "weft/analysis/fabric/route_judgment.hpp"
#include "weft/analysis/fabric/transition.hpp"
#include "weft/io/file.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/topologies.hpp"

namespace weft {
namespace {

std::string const degraded_data = WEFT_SOURCE_DIR "/test/data/fabrics/";

/// A generated fabric with its tables.
class HealthyFabric {
 public:
  explicit HealthyFabric(std::string const& name)
      : topology_(make_topology("file:format=ibnetdiscover,path=" + degraded_data + "nets/" + name + ".net")),
        network_(Machine(topology_).network()),
        hops_(router_graph(*network_)),
        fabric_(fabric_of(*topology_)),
        ends_(routing::end_nodes(fabric_, routing::FabricEnds::hosts)) {
    for (std::string const folder : {"tables", "tables-after"}) {
      std::filesystem::create_directory(scratch_.path() / folder);
      auto const command = "tar -xJf '" + degraded_data + folder + "/" + name + ".tar.xz' -C '" +
                           (scratch_.path() / folder).string() + "'";
      if (std::system(command.c_str()) != 0) throw std::runtime_error(command);
    }
  }

  void check(ReferenceRow const& row) const {
    auto const before = tables_of("tables", row.at("engine"), *network_);
    auto const cable = channel_of(row.at("cable"));
    auto const judged = fabric::judge(before.routes, *network_, hops_);
    expect(row, "pairs", judged.delivery.pairs);
    expect(row, "pairs_lost", judged.load[cable.v] + judged.load[network_->reverse(cable).v]);
    expect_figures(row, "before", judged, before.routes, *network_);
    auto const unchanged = fabric::transition(before, before, *network_);
    expect(row, "cycles_before", unchanged.together.in_cycles);
    EXPECT_EQ(unchanged.mixed.in_cycles, unchanged.together.in_cycles);
    EXPECT_EQ(unchanged.circling, 0u);
    check_after(row, before, without(cable));
  }

 private:
  void check_after(ReferenceRow const& row, routing::RoutingTables const& before,
                   NetworkPtr const& cut) const {
    auto const after = tables_of("tables-after", row.at("engine"), *cut);
    auto const judged = fabric::judge(after.routes, *cut, HopTable(router_graph(*cut)));
    expect(row, "reachable_after", judged.delivery.reachable);
    expect_figures(row, "after", judged, after.routes, *cut);
    // The service levels of dfsssp vary between runs.
    if (row.at("engine") == "dfsssp") return;
    auto const change = fabric::transition(before, after, *cut);
    expect(row, "cycles_after", fabric::transition(after, after, *cut).together.in_cycles);
    expect(row, "union_in_cycles", change.together.in_cycles);
    expect(row, "mixed_in_cycles", change.mixed.in_cycles);
    expect(row, "mixed_loops", change.circling);
  }
  static void expect_figures(ReferenceRow const& row, std::string const& when,
                             fabric::RouteJudgment const& judged, routing::DestinationRoutes const& routes,
                             Network const& network) {
    expect(row, "max_hops_" + when, judged.delivery.max_hops);
    expect(row, "load_max_" + when, std::ranges::max(judged.load));
    expect_near(
        row, "mean_hops_" + when,
        static_cast<double>(judged.delivery.sum_hops) / static_cast<double>(judged.delivery.reachable));
    expect_near(row, "ebb_mean_" + when, fabric::effective_bisection(routes, network, 1000).mean);
  }
  /// Returns the network with both channels of a cable failed.
  NetworkPtr without(ChannelIndex cable) const {
    auto const fail = fmt::format("{}-{}", network_->source(cable).v, network_->target(cable).v);
    return Machine(topology_, FailureParams{.fail = fail}).network();
  }
  static void expect(ReferenceRow const& row, std::string const& column, std::uint64_t value) {
    EXPECT_EQ(std::to_string(value), row.at(column)) << column;
  }
  static void expect_near(ReferenceRow const& row, std::string const& column, double value) {
    EXPECT_NEAR(value, std::stod(row.at(column)), 0.5000001e-6) << column;
  }

  routing::RoutingTables tables_of(std::string const& when, std::string const& engine,
                                   Network const& network) const {
    auto const folder = scratch_.path() / when / engine;
    ForwardingTables forwarding;
    add_forwarding_tables(read_file(folder / "opensm-lfts.dump"), "opensm-lfts.dump", forwarding);
    Sl2VlTables lanes;
    add_sl2vl_tables(read_file(folder / "opensm-sl2vl.dump"), "opensm-sl2vl.dump", lanes);
    ServiceLevels levels;
    add_service_levels(read_file(folder / "opensm-path-records.dump"), "opensm-path-records.dump", levels);
    auto forwarded = routing::forwarded_routes(fabric_, network, forwarding, ends_);
    routing::PairLevels pairs(*fabric_.fabric, ends_, forwarded.lids, levels);
    return {ends_,
            std::move(forwarded.routes),
            std::move(forwarded.lids),
            routing::LevelsAndLanes{std::move(pairs), routing::Lanes(fabric_, network, ends_, lanes)},
            {}};
  }
  /// Returns the channel of a port of a switch, such as S-000000000020000a[2].
  ChannelIndex channel_of(std::string const& text) const {
    auto const bracket = text.find('[');
    auto const& devices = fabric_.fabric->devices;
    auto const device = std::ranges::find(devices, text.substr(0, bracket), &Device::id) - devices.begin();
    auto const router = fabric_.numbers.router(static_cast<std::uint32_t>(device));
    auto const port = static_cast<std::uint32_t>(std::stoul(text.substr(bracket + 1)));
    auto const& use = fabric_.numbers.use(router, port);
    EXPECT_EQ(use.kind, PortUse::Kind::channel);
    return network_->channel({router}, {static_cast<std::uint16_t>(use.index)});
  }

  Scratch scratch_;
  TopologyPtr topology_;
  NetworkPtr network_;
  HopTable hops_;
  NumberedFabric fabric_;
  routing::EndNodes ends_;
};

class DegradedFabrics : public testing::TestWithParam<std::string> {};

TEST_P(DegradedFabrics, LoseThePairsOfTheFailedCableAndReceiveNewTables) {
  HealthyFabric const fabric(GetParam());
  std::size_t checked = 0;
  for (auto const& row : csv_rows(degraded_data + "degraded.csv")) {
    if (row.at("fabric") != GetParam()) continue;
    SCOPED_TRACE(row.at("engine"));
    fabric.check(row);
    ++checked;
  }
  EXPECT_GE(checked, 6u);
}

INSTANTIATE_TEST_SUITE_P(All, DegradedFabrics,
                         testing::Values("clos_8_4_8", "dragonfly_2_4_2", "hyperx_4x4_4", "mesh_6x6_2",
                                         "random_32_5_3", "ring_8_2", "slimfly_5_4", "torus_4x4x4_1",
                                         "torus_5x5_2", "tree_4_3"),
                         [](auto const& fabric) { return fabric.param; });

}  // namespace
}  // namespace weft
