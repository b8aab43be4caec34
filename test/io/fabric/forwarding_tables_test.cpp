// SPDX-License-Identifier: Apache-2.0
#include "weft/io/fabric/forwarding_tables.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/fabrics.hpp"
#include "weft/io/file.hpp"

namespace weft {
namespace {

ForwardingTables sample_tables(std::string const& file) {
  return forwarding_tables_in(read_file(fabric_sample(file)));
}

std::string table_rejection(std::string_view text) {
  return complaint_of([&] { forwarding_tables_in(text); });
}

TEST(ForwardingTables, ReadsOpensmDumps) {
  auto const tables = sample_tables("ring5.dfsssp/opensm-lfts.dump");
  ASSERT_EQ(tables.switches.size(), 5u);
  EXPECT_EQ(tables.switches[0].guid, 0x200000u);
  EXPECT_EQ(tables.switches[0].port, (std::vector<std::uint8_t>{255, 3, 0, 1, 1, 1, 2, 2, 1, 2, 2}));
  EXPECT_EQ(tables.port_guid[1], 0x1000001u);
  EXPECT_EQ(tables.port_guid[6], 0x200003u);
  EXPECT_EQ(tables.switches[0].output_port(1000), SwitchTable::no_port);
}

/// Every tool prints the tables of the first switch that it queries; the forwarding database has no GUIDs.
TEST(ForwardingTables, AllFormatsOfOneFabricAgree) {
  for (std::string const fabric : {"ring5.dfsssp/", "leafspine.updn.lmc1/"}) {
    auto const expected = sample_tables(fabric + "opensm-lfts.dump");
    EXPECT_EQ(sample_tables(fabric + "opensm.fdbs").switches, expected.switches) << fabric;
    for (auto const* file : {"dump_fts.txt", "dump_fts-a.txt", "dump_fts-n.txt", "ibroute.txt"}) {
      auto const tables = sample_tables(fabric + file);
      ASSERT_FALSE(tables.switches.empty()) << fabric << file;
      for (auto const& table : tables.switches) {
        auto const same = std::ranges::find(expected.switches, table.guid, &SwitchTable::guid);
        ASSERT_NE(same, expected.switches.end());
        EXPECT_EQ(table.port, same->port) << fabric << file;
      }
    }
  }
}

constexpr std::string_view head = "Unicast lids [0-9] of switch Lid 2 guid 0x00000000000000a1 ('r # 0'):\n";

TEST(ForwardingTables, UsesTheLastOfSeveralRows) {
  auto const tables =
      forwarding_tables_in(std::string(head) + "0x0001 003\n0x0001 003\n0x0001 004\r\n0x0003 255\n");
  EXPECT_EQ(tables.repeated, 1u);
  EXPECT_EQ(tables.switches[0].port, (std::vector<std::uint8_t>{255, 4, 255, 255}));
}

TEST(ForwardingTables, MergesThePiecesOfASwitch) {
  auto const tables = forwarding_tables_in(
      std::string(head) + "0x0001 003\n1 lids dumped\n" +
      "Unicast lids [0-9] of switch DR path slid 0; dlid 0; 0,1 guid 0xB2 (b):\n0x0002 001\n" +
      std::string(head) + "0x0002 004\n0x0001 005\n");
  ASSERT_EQ(tables.switches.size(), 2u);
  EXPECT_EQ(tables.switches[0].port, (std::vector<std::uint8_t>{255, 5, 4}));
  EXPECT_EQ(tables.switches[1].guid, 0xb2u);
  EXPECT_EQ(tables.repeated, 1u);
}

TEST(ForwardingTables, CountsErrorMessagesOfTools) {
  auto const tables = forwarding_tables_in(
      std::string(head) + "ibwarn: [12] mad_rpc: timeout\n0x0001 003\nibroute: dump tables failed: x\n");
  EXPECT_EQ(tables.skipped, 2u);
}

TEST(ForwardingTables, ReadsUnreachableLidsInADatabase) {
  auto const tables = forwarding_tables_in(
      "__osm_ucast_mgr_dump_ucast_routes: Switch 0xa1\nLID    : Port : Hops : Optimal\n"
      "0x0001 : 003  : 01   : yes\n0x0002 : UNREACHABLE\n0x0003 : 002  : HOPS UNKNOWN\n"
      "0x0004 : 002  : 04   : No 3 hop path possible via port 5!\n");
  EXPECT_EQ(tables.switches[0].port, (std::vector<std::uint8_t>{255, 3, 255, 2, 2}));
}

TEST(ForwardingTables, RejectsAFabricWithAHint) {
  for (auto const* file : {"ibnetdiscover.txt", "ibnetdiscover-p.txt", "opensm-subnet.lst"}) {
    auto const text = read_file(fabric_sample(std::string("ring5.dfsssp/") + file));
    EXPECT_NE(
        table_rejection(text).find(
            ":1: the file is a topology file, not a forwarding table (specify it as topology, e.g. file:path=..)"),
        std::string::npos)
        << file;
  }
  EXPECT_NE(table_rejection(read_file(fabric_sample("ring5.net")))
                .find("the file is a topology file, not a forwarding table"),
            std::string::npos);
}

TEST(ForwardingTables, ReportsThePositionOfTheError) {
  std::string const table(head);
  std::string const row = " (a row has the form `0xLLLL PPP ..`: the LID of the destination, and the port)";
  EXPECT_EQ(table_rejection("0x0001 003\n"), "f:1:1: a row precedes the first switch");
  EXPECT_EQ(table_rejection(table + "0x00"), "f:2:1: unexpected '0x00'" + row);
  EXPECT_EQ(table_rejection(table + "0x0001 00"), "f:2:1: unexpected '0x0001 00'" + row);
  EXPECT_EQ(table_rejection(table + "0x0001 0031"), "f:2:1: unexpected '0x0001 0031'" + row);
  EXPECT_EQ(table_rejection(table + "0x00g1 003\n"), "f:2:1: unexpected '0x00g1 003'" + row);
  EXPECT_EQ(table_rejection(table + "0xC000 003\n"), "f:2:1: LID=0xC000 (must be in [0x0001, 0xBFFF])");
  EXPECT_EQ(table_rejection(table + "0x0000 003\n"), "f:2:1: LID=0x0000 (must be in [0x0001, 0xBFFF])");
  EXPECT_EQ(table_rejection(table + "0x0001 256\n"), "f:2:1: port=256 (must be in [0, 255])");
  EXPECT_EQ(table_rejection(table + "0x0001 003 # CA portguid 0x12: 'a'\n"),
            "f:2:1: the port GUID is missing (expected 16 hexadecimal digits)");
  EXPECT_EQ(table_rejection("Unicast lids of switch Lid 2\n"), "f:1:1: expected the GUID of the switch");
  EXPECT_EQ(table_rejection(table + "hello\n"),
            "f:2:1: unexpected 'hello' (expected the heading of a forwarding table, or a row)");
  EXPECT_EQ(
      table_rejection("PLFT_NUM: 2\n"),
      "f:1:11: PLFT_NUM=2 (switches with private forwarding tables (PLFT) are not supported: the tables alone do not determine the routes)");
}

TEST(ForwardingTablesWriter, WritesTheFormatOfOpenSm) {
  std::vector<LidOwner> const owners{{1, DeviceKind::adapter, 0x1000001, "t0"},
                                     {2, DeviceKind::fabric_switch, 0x200000, "r0 (a 'b' # c)"},
                                     {300, DeviceKind::subnet_router, 0xc1, ""}};
  std::string text;
  ForwardingTablesWriter writer(owners, [&](std::string_view piece) { text += piece; });
  writer.write(owners[1], std::vector<std::uint8_t>{3, 0, 254});
  writer.write({4, DeviceKind::fabric_switch, 0x200001, "r1"},
               std::vector<std::uint8_t>{12, 1, SwitchTable::no_port});
  EXPECT_EQ(text, R"(Unicast lids [0-300] of switch Lid 2 guid 0x0000000000200000 ('r0 (a 'b' # c)'):
0x0001 003 # Channel Adapter portguid 0x0000000001000001: 't0'
0x0002 000 # Switch portguid 0x0000000000200000: 'r0 (a 'b' # c)'
0x012c 254 # Router portguid 0x00000000000000c1: ''
300 lids dumped
Unicast lids [0-300] of switch Lid 4 guid 0x0000000000200001 ('r1'):
0x0001 012 # Channel Adapter portguid 0x0000000001000001: 't0'
0x0002 001 # Switch portguid 0x0000000000200000: 'r0 (a 'b' # c)'
300 lids dumped
)");

  ForwardingTables tables;
  add_forwarding_tables(text, "f", tables);
  ASSERT_EQ(tables.switches.size(), 2u);
  EXPECT_EQ(tables.switches[0].guid, 0x200000u);
  EXPECT_EQ(tables.switches[0].output_port(1), 3);
  EXPECT_EQ(tables.switches[0].output_port(2), 0);
  EXPECT_EQ(tables.switches[0].output_port(300), 254);
  EXPECT_EQ(tables.switches[1].output_port(1), 12);
  EXPECT_EQ(tables.switches[1].output_port(300), SwitchTable::no_port);
  EXPECT_EQ(tables.port_guid[300], 0xc1u);
}

}  // namespace
}  // namespace weft
