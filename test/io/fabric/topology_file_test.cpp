// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/line_ends.hpp"
#include "weft/io/fabric/fabric_readers.hpp"

namespace weft {
namespace {

constexpr std::string_view two_leaves = R"net(#
# Topology file: generated on Sun Oct  5 21:59:42 2014
Chassis 1 (guid 0x2)
Spine Nodes
Non-Chassis Nodes
vendid=0x8f1
switchguid=0xa1(a1)	# one
Switch	4 "S-00000000000000a1"		# "left # ('one')" enhanced port 0 lid 6 lmc 1
[1]	"H-00000000000000b0"[2](b2) 		# "host mlx" lid 4 4xSDR
[2][ext 7]	"S-00000000000000a2"[1][ext 2]		# "right" lid 3 4xQDR s=4 w=2 v=5 [slot]
[3]	"S-00000000000000a2"[2]		# "right" lid 3 4xXDR

Switch 3 "S-00000000000000a2" # "right" base port 0 lid 3 lmc 0
[1]	"S-00000000000000a1"[2] # "left" lid 6 4xQDR s=4 w=2 v=4
[2]	"S-00000000000000a1"[3] # "left" lid 6 4xXDR
[3]	"R-00000000000000c0"[1](c1) # "gateway" lid 9 ???

Hca 2 "H-00000000000000b0"		# "host mlx"
[2](b2) 	"S-00000000000000a1"[1]		# lid 4 lmc 1 "left" lid 6 4xSDR

Rt 1 "R-00000000000000c0" # "gateway"
[1](c1)	"S-00000000000000a2"[3] # lid 9 lmc 0 "right" lid 3
)net";

std::string topology_rejection(std::string_view text) {
  return complaint_of([&] { parse_topology_file(text, "f"); });
}

TEST(TopologyFile, ReadsDevices) {
  auto const fabric = parse_topology_file(two_leaves, "f");
  ASSERT_EQ(fabric.devices.size(), 4u);
  EXPECT_EQ(fabric.devices[0], (Device{.id = "S-00000000000000a1",
                                       .guid = 0xa1,
                                       .description = "left # ('one')",
                                       .ports = 4,
                                       .lid = 6,
                                       .lmc = 1}));
  EXPECT_EQ(fabric.devices[2],
            (Device{DeviceKind::adapter, "H-00000000000000b0", 0xb0, "host mlx", 2, 0, 0}));
  EXPECT_EQ(fabric.devices[3],
            (Device{DeviceKind::subnet_router, "R-00000000000000c0", 0xc0, "gateway", 1, 0, 0}));
}

TEST(TopologyFile, ReadsCables) {
  std::vector<Cable> const cables{{{0, 1}, {2, 2, 0xb2, 4, 1}, "4xSDR", 0},
                                  {{0, 2}, {1, 1}, "4xQDR", 8},
                                  {{0, 3}, {1, 2}, "4xXDR", 0},
                                  {{1, 3}, {3, 1, 0xc1, 9, 0}, "", 0}};
  EXPECT_EQ(parse_topology_file(two_leaves, "f").cables, cables);
  EXPECT_EQ(parse_topology_file(with_crlf(two_leaves), "f").cables, cables);
}

TEST(TopologyFile, UsesTheLowerRateIfTheEndsOfACableDisagree) {
  std::string text(two_leaves);
  auto const at = text.rfind("lid 6 4xSDR");  // at the host
  text.replace(at, 11, "lid 6 1xSDR");
  auto const cable = parse_topology_file(text, "f").cables.front();
  EXPECT_EQ(cable.rate, "1xSDR");
  EXPECT_EQ(cable.other_rate, "4xSDR");
  text.replace(text.find("lid 4 4xSDR"), 11, "lid 4 1xSDR");
  EXPECT_EQ(parse_topology_file(text, "f").cables.front().other_rate, "") << "now they agree";
}

TEST(TopologyFile, ReadsNetlists) {
  auto const fabric = parse_topology_file(
      "switchguid=0x200000\nSwitch\t2 \"leaf\"\t\t# anything\n[1]\t\"node\"[1]\n\ncaguid=0x1000000\n"
      "Ca\t1 \"node\"\t\t# \"t0\"\n[1]\t\"leaf\"[1]\n",
      "f");
  EXPECT_EQ(fabric.devices[0].guid, 0x200000u);
  EXPECT_EQ(fabric.devices[0].title(), "leaf");
  EXPECT_EQ(fabric.devices[1].guid, 0x1000000u);
  EXPECT_EQ(fabric.devices[1].title(), "t0");
}

TEST(TopologyFile, PreservesInvalidUtf8) {
  auto const fabric = parse_topology_file("Switch 1 \"S-1\" # \"K\xf6ln\" base port 0 lid 1 lmc 0\n", "f");
  EXPECT_EQ(fabric.devices[0].description, "K\xf6ln");
}

TEST(TopologyFile, ReportsThePositionOfTheError) {
  EXPECT_EQ(topology_rejection(""),
            "f: the file contains no switches (is it a topology file of ibnetdiscover?)");
  EXPECT_EQ(topology_rejection("Ca 1 \"H-1\"\n"),
            "f: the file contains no switches (is it a topology file of ibnetdiscover?)");
  EXPECT_EQ(topology_rejection("[1] \"S-2\"[1]\n"), "f:1:1: a port precedes the first device");
  EXPECT_EQ(topology_rejection("Switch 2 S-1\n"), "f:1:10: expected a name in quotes");
  EXPECT_EQ(topology_rejection("Switch 2 \"S-1\n"), "f:1:11: expected a closing quote after the name");
  EXPECT_EQ(topology_rejection("Switch two \"S-1\"\n"), "f:1:8: ports=two (must be a whole number)");
  EXPECT_EQ(topology_rejection("Switch 300 \"S-1\"\n"), "f:1:8: ports=300 (must be in [0, 254])");
  EXPECT_EQ(topology_rejection("Switch 1 \"S-1\"\nhello\n"),
            "f:2:1: unexpected 'hello' (expected a device or a port)");
  EXPECT_EQ(topology_rejection("switchguid=0xg\n"),
            "f:1:12: GUID=0xg (must be a hexadecimal number of at most 64 bits)");
  EXPECT_EQ(topology_rejection("caguid=0x11111111111111111\n"),
            "f:1:8: GUID=0x11111111111111111 (must be a hexadecimal number of at most 64 bits)");
  EXPECT_EQ(topology_rejection("Switch 1 \"S-1\" # \"a\" base port 0 lid 50000 lmc 0\n"),
            "f:1:38: lid=50000 (must be in [0, 49151])");
  std::string const device = "Switch 2 \"S-1\"\n";
  EXPECT_EQ(topology_rejection(device + "[1x] \"S-2\"[1]\n"), "f:2:3: expected a port number in brackets");
  EXPECT_EQ(topology_rejection(device + "[0] \"S-2\"[1]\n"), "f:2:2: port=0 (must be in [1, 2])");
  EXPECT_EQ(topology_rejection(device + "[3] \"S-2\"[1]\n"), "f:2:2: port=3 (must be in [1, 2])");
  EXPECT_EQ(topology_rejection(device + "[1](xyz) \"S-2\"[1]\n"),
            "f:2:5: GUID=xyz) (must be a hexadecimal number of at most 64 bits)");
  EXPECT_EQ(topology_rejection(device + "[1] S-2[1]\n"), "f:2:5: expected a name in quotes");
  EXPECT_EQ(topology_rejection(device + "[1] \"S-2\"\n"), "f:2:10: expected a port number in brackets");
}

TEST(TopologyFile, ReportsBothEndsOfAnInconsistentCable) {
  std::string const device = "Switch 2 \"S-1\"\n";
  EXPECT_EQ(topology_rejection(device + device), "f:2:10: duplicate device 'S-1'");
  EXPECT_EQ(topology_rejection(device + "[1] \"S-2\"[1]\n[1] \"S-2\"[2]\n"),
            "f:3:1: port 1 of 'S-1' is listed twice");
  EXPECT_EQ(topology_rejection(device + "[1] \"S-2\"[1]\n"), "f:2:1: device 'S-2' is not listed");
  EXPECT_EQ(topology_rejection(device + "[1] \"S-1\"[1]\n"), "f:2:1: port 1 of 'S-1' leads to itself");
  std::string const expected =
      "f:2:1: port 1 of 'S-2' does not lead back to port 1 of 'S-1' (every cable is listed at both ends)";
  EXPECT_EQ(topology_rejection(device + "[1] \"S-2\"[1]\nSwitch 2 \"S-2\"\n"), expected);
  EXPECT_EQ(topology_rejection(device + "[1] \"S-2\"[1]\nSwitch 2 \"S-2\"\n[1] \"S-1\"[2]\n"), expected);
}

}  // namespace
}  // namespace weft
