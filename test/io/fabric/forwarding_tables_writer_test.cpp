#include "weft/io/fabric/forwarding_tables_writer.hpp"

#include <gtest/gtest.h>

#include "weft/io/fabric/forwarding_tables.hpp"

namespace weft {
namespace {

TEST(ForwardingTablesWriter, WritesTheFormOfOpenSm) {
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
  EXPECT_EQ(tables.switches[0].port_of(1), 3);
  EXPECT_EQ(tables.switches[0].port_of(2), 0);
  EXPECT_EQ(tables.switches[0].port_of(300), 254);
  EXPECT_EQ(tables.switches[1].port_of(1), 12);
  EXPECT_EQ(tables.switches[1].port_of(300), SwitchTable::no_port);
  EXPECT_EQ(tables.port_guid[300], 0xc1u);
}

}  // namespace
}  // namespace weft
