// What a cable that fails takes with it until OpenSM has new tables: the rows of degraded.csv for the tables
// before the failure, those of test/data/fabrics.
#include <algorithm>
#include <cstdlib>

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

/// A generated fabric whose tables are known.
class HealthyFabric {
 public:
  explicit HealthyFabric(std::string const& name)
      : topology_(make_topology("file:format=ibnetdiscover,path=" + degraded_data + "nets/" + name + ".net")),
        network_(Machine(topology_).network()),
        hops_(router_graph(*network_)),
        fabric_(fabric_of(*topology_)),
        ends_(routing::end_nodes(fabric_, routing::FabricEnds::hosts)) {
    auto const command =
        "tar -xJf '" + degraded_data + "tables/" + name + ".tar.xz' -C '" + scratch_.path().string() + "'";
    if (std::system(command.c_str()) != 0) throw std::runtime_error(command);
  }

  void check(ReferenceRow const& row) const {
    auto const tables = tables_of(row.at("engine"));
    auto const judged = fabric::judge(tables.routes, *network_, hops_);
    auto const cable = channel_of(row.at("cable"));
    expect(row, "pairs", judged.fates.pairs);
    expect(row, "pairs_lost", judged.load[cable.v] + judged.load[network_->reverse(cable).v]);
    expect(row, "max_hops_before", judged.fates.max_hops);
    expect(row, "load_max_before", std::ranges::max(judged.load));
    expect_near(row, "mean_hops_before",
                static_cast<double>(judged.fates.sum_hops) / static_cast<double>(judged.fates.reachable));
    expect_near(row, "ebb_mean_before", fabric::effective_bisection(tables.routes, *network_, 1000).mean);
    auto const unchanged = fabric::transition(tables, tables, *network_);
    expect(row, "cycles_before", unchanged.together.in_cycles);
    EXPECT_EQ(unchanged.mixed.in_cycles, unchanged.together.in_cycles);
    EXPECT_EQ(unchanged.circling, 0u);
  }

 private:
  static void expect(ReferenceRow const& row, std::string const& column, std::uint64_t value) {
    EXPECT_EQ(std::to_string(value), row.at(column)) << column;
  }
  static void expect_near(ReferenceRow const& row, std::string const& column, double value) {
    EXPECT_NEAR(value, std::stod(row.at(column)), 0.5000001e-6) << column;
  }

  routing::RoutingTables tables_of(std::string const& engine) const {
    auto const folder = scratch_.path() / engine;
    ForwardingTables forwarding;
    add_forwarding_tables(read_file(folder / "opensm-lfts.dump"), "opensm-lfts.dump", forwarding);
    Sl2VlTables lanes;
    add_sl2vl_tables(read_file(folder / "opensm-sl2vl.dump"), "opensm-sl2vl.dump", lanes);
    ServiceLevels levels;
    add_service_levels(read_file(folder / "opensm-path-records.dump"), "opensm-path-records.dump", levels);
    auto forwarded = routing::forwarded_routes(fabric_, *network_, forwarding, ends_);
    routing::PairLevels pairs(*fabric_.fabric, ends_, forwarded.lids, levels);
    return {ends_,
            std::move(forwarded.routes),
            std::move(forwarded.lids),
            routing::LevelsAndLanes{std::move(pairs), routing::Lanes(fabric_, *network_, ends_, lanes)},
            {}};
  }
  /// The channel that leaves a switch by a port, such as S-000000000020000a[2].
  ChannelIndex channel_of(std::string const& text) const {
    auto const bracket = text.find('[');
    auto const& devices = fabric_.fabric->devices;
    auto const device = std::ranges::find(devices, text.substr(0, bracket), &Device::id) - devices.begin();
    auto const router = fabric_.numbers.router_of(static_cast<std::uint32_t>(device));
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

TEST_P(DegradedFabrics, LoseThePairsThatUseTheFailedCable) {
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
