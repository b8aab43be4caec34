// SPDX-License-Identifier: Apache-2.0
#include "weft/network/part_titles.hpp"

#include <gtest/gtest.h>

#include "weft/network/topologies.hpp"

namespace weft {
namespace {

using TitleStrings = std::vector<std::string>;
using PortNumbers = std::vector<std::uint16_t>;

TopologyPtr titled_fabric() {
  return make_topology("file:path=" WEFT_SOURCE_DIR "/test/data/graphs/fabric.ibnet");
}

/// In the file, leaf one has hosts at ports 1 and 2 and cables to the spine at ports 10 and 11, leaf two has
/// a host at port 1 and a cable at port 10, and the spine has cables at ports 1, 2 and 3.
TEST(PartTitlesTest, ReturnsTheDescriptionsAndPortsOfAFabric) {
  auto const titles = part_titles(*titled_fabric());
  EXPECT_EQ(titles.routers, (TitleStrings{"leaf one", "leaf two", "spine"}));
  EXPECT_EQ(titles.terminals, (TitleStrings{"node one HCA-1", "node two HCA-1", "node three HCA-1"}));
  EXPECT_EQ(titles.channel_ports, (PortNumbers{10, 11, 10, 1, 2, 3}));
  EXPECT_EQ(titles.terminal_ports, (PortNumbers{1, 2, 1}));
  EXPECT_EQ(switch_names(*titled_fabric(), RouterId{2}), (TitleStrings{"spine", "S-0003"}));
}

TEST(PartTitlesTest, AreEmptyIfTheTopologyIsNotFromAFile) {
  auto const ring = make_topology("ring:routers=4");
  auto const titles = part_titles(*ring);
  EXPECT_TRUE(titles.routers.empty() && titles.terminals.empty() && titles.channel_ports.empty());
  EXPECT_TRUE(switch_names(*ring, RouterId{0}).empty());
}

PartMatch only_part(TopologyPtr const& topology, std::string_view text) {
  auto const found = find_parts(topology, text, 9);
  EXPECT_EQ(found.size(), 1U) << text;
  return found.empty() ? PartMatch{} : found[0];
}

TEST(PartSearchTest, FindsSwitchesPortsAndAdaptersOfAFabric) {
  auto const net = titled_fabric();
  for (auto const* text : {"spine", "S-0003", "2", "r2", "SPI"})
    EXPECT_EQ(only_part(net, text), (PartMatch{.router = {2}, .title = "spine"})) << text;
  // The cable at port 3 of the spine is its third cable, the cable at port 11 of leaf one its second.
  EXPECT_EQ(only_part(net, "spine[3]"), (PartMatch{.router = {2}, .port = PortId{2}, .title = "spine[3]"}));
  EXPECT_EQ(only_part(net, "leaf one[11]"),
            (PartMatch{.router = {0}, .port = PortId{1}, .title = "leaf one[11]"}));
  EXPECT_TRUE(find_parts(net, "spine[9]", 9).empty()) << "no cable is connected to that port";
  PartMatch const three{.router = {1}, .terminal = TerminalId{2}, .title = "node three HCA-1"};
  for (auto const* text : {"node three HCA-1", "H-0030", "0x31", "THREE", "t2"})
    EXPECT_EQ(only_part(net, text), three) << text;
  EXPECT_TRUE(find_parts(net, "0x1f", 9).empty()) << "no part has that GUID";
}

/// The ids in this file contain the GUIDs.
TEST(PartSearchTest, FindsGuids) {
  auto const net = make_topology("file:path=" WEFT_SOURCE_DIR "/test/data/fabrics/leafspine.net");
  EXPECT_EQ(switch_names(*net, RouterId{0}),
            (TitleStrings{"r0", "S-0000000000200000", "0x0000000000200000"}));
  EXPECT_EQ(only_part(net, "0x200003").router, RouterId{3});
  EXPECT_EQ(only_part(net, "0x1000004").title, "t2");
}

TEST(PartSearchTest, FindsAllPartsWithTheTextInTheirNames) {
  auto const found = find_parts(titled_fabric(), "one", 9);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].title, "leaf one");
  EXPECT_EQ(found[1].title, "node one HCA-1");
  EXPECT_EQ(find_parts(titled_fabric(), "o", 2).size(), 2U) << "not more than the limit";
}

TEST(PartSearchTest, FindsCoordinatesOfAGrid) {
  auto const torus = make_topology("torus:sides=4x4");
  for (auto const* text : {"(3,1)", "3,1", "(3, 1)", "7"})
    EXPECT_EQ(only_part(torus, text).router, RouterId{7}) << text;
  for (auto const* text : {"(4,0)", "16", "spine", ""})
    EXPECT_TRUE(find_parts(torus, text, 9).empty()) << text;
}

}  // namespace
}  // namespace weft
