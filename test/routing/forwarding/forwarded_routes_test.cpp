// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/fabrics.hpp"
#include "weft/io/file.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/topologies.hpp"
#include "weft/routing/forwarding/destination_routes.hpp"

namespace weft::routing {
namespace {

/// The fabric of test/data/graphs: two leaves, a spine, and three hosts with LIDs 4, 5 and 8.
struct SmallFabric {
  TopologyPtr topology = make_topology("file:path=" WEFT_SOURCE_DIR "/test/data/graphs/fabric.ibnet");
  NetworkPtr network = Machine(topology).network();
  NumberedFabric fabric = fabric_of(*topology);

  ForwardedRoutes routes(std::string_view tables, FabricEnds ends = FabricEnds::hosts) const {
    return forwarded_routes(fabric, *network, forwarding_tables_in(tables), end_nodes(fabric, ends));
  }
  std::string rejection(std::string_view tables) const {
    return complaint_of([&] { routes(tables); });
  }
};

std::string table(int guid, std::string const& rows) {
  return fmt::format("Unicast lids [0-9] of switch Lid 1 guid 0x{:016x} ('s'):\n{}", guid, rows);
}

TEST(ForwardedRoutes, FindHostsByLidOrGuid) {
  SmallFabric const small;
  auto const by_lid = small.routes(table(1, "0x0004 001\n0x0005 002\n0x0008 010\n"));
  EXPECT_EQ(by_lid.routes.to(0)[0], NextHop(NextHop::End::arrives));
  EXPECT_EQ(by_lid.routes.to(1)[0], NextHop(NextHop::End::arrives));
  ASSERT_TRUE(by_lid.routes.to(2)[0].is_channel());
  EXPECT_EQ(small.network->target(by_lid.routes.to(2)[0].channel()).v, 2u);
  EXPECT_EQ(by_lid.routes.to(0)[1], NextHop(NextHop::End::no_entry));
  EXPECT_EQ(by_lid.without_table, 2u);
  EXPECT_EQ(by_lid.different_lids, 0u);
  auto const by_guid =
      small.routes(table(1, "0x0007 001 # Channel Adapter portguid 0x0000000000000011: 'x'\n"));
  EXPECT_EQ(by_guid.routes.to(0)[0], NextHop(NextHop::End::arrives));
  EXPECT_EQ(by_guid.different_lids, 1u);
}

TEST(ForwardedRoutes, ClassifyEveryOutcome) {
  SmallFabric const small;
  auto const it = small.routes(table(1, "0x0004 002\n0x0005 000\n0x0008 005\n") + table(9, "0x0004 001\n"));
  EXPECT_EQ(it.routes.to(0)[0], NextHop(NextHop::End::wrong_host));  // the port of another host
  EXPECT_EQ(it.routes.to(1)[0], NextHop(NextHop::End::wrong_host));  // the switch itself
  EXPECT_EQ(it.routes.to(2)[0], NextHop(NextHop::End::dead_port));
  EXPECT_EQ(it.unknown_tables, 1u);
}

TEST(ForwardedRoutes, RejectTablesOfAnotherFabric) {
  SmallFabric const small;
  EXPECT_EQ(
      small.rejection(table(9, "0x0004 001\n")),
      "no table belongs to a switch of this fabric (no switch GUID of the tables occurs in the fabric)");
  EXPECT_EQ(small.rejection(table(1, "0x0004 025\n")),
            "the table of 'leaf one' uses port 25 for LID 4 (the switch has 24 ports)");
  EXPECT_EQ(small.rejection(table(1, "0x0005 001 # Channel Adapter portguid 0x0000000000000011: 'x'\n")),
            "LID 5 of port 1 of 'node two HCA-1' is also the LID of port 1 of 'node one HCA-1'");
}

/// With LMC 1 every port has two LIDs; the lower one is the base LID.
TEST(ForwardedRoutes, UseBaseLids) {
  std::string const folder = "leafspine.updn.lmc1/";
  auto const topology =
      make_topology("file:format=ibnetdiscover,path=" + fabric_sample(folder + "ibnetdiscover.txt"));
  auto const tables = forwarding_tables_in(read_file(fabric_sample(folder + "opensm-lfts.dump")));
  auto const fabric = fabric_of(*topology);
  auto const it =
      forwarded_routes(fabric, *Machine(topology).network(), tables, end_nodes(fabric, FabricEnds::hosts));
  EXPECT_EQ(it.different_lids, 0u);
  EXPECT_EQ(it.without_table + it.unknown_tables, 0u);
}

}  // namespace
}  // namespace weft::routing
