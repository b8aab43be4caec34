// SPDX-License-Identifier: Apache-2.0
#include "weft/io/fabric/cable_ends.hpp"

#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "weft/io/fabric/fabric_readers.hpp"
#include "weft/io/file.hpp"

namespace weft {
namespace {

struct Netlist {
  std::string text;
  std::vector<std::string> notes;
};

Netlist netlist_of(Fabric const& fabric) {
  Netlist result;
  result.notes = write_netlist(fabric, [&](std::string_view piece) { result.text += piece; });
  return result;
}

/// A switch and two adapters; the first has two ports.
Fabric star() {
  Fabric fabric;
  fabric.devices = {{DeviceKind::fabric_switch, "S-00000000000000a1", 0xa1, "leaf # ('one')", 4, 6, 0},
                    {DeviceKind::adapter, "H-00000000000000b0", 0xb0, "host \xff mlx", 2, 0, 0},
                    {DeviceKind::subnet_router, "R-00000000000000c0", 0xc0, "", 1, 0, 0}};
  fabric.cables = {{{0, 1}, {1, 2, 0xb2, 4, 1}, "4xQDR", 0},
                   {{0, 2}, {2, 1, 0xc0, 9, 0}, "", 0},
                   {{0, 4}, {1, 1, 0xb1, 0, 0}, "12xNDR", 0}};
  return fabric;
}

TEST(NetlistWriter, RoundTrips) {
  auto const [text, notes] = netlist_of(star());
  EXPECT_EQ(parse_topology_file(text, "f"), star());
  EXPECT_EQ(notes, std::vector<std::string>{});
}

TEST(NetlistWriter, WritesTheSampleFabrics) {
  std::size_t files = 0;
  auto const folder = std::filesystem::path(WEFT_SOURCE_DIR "/test/data/fabrics");
  std::vector<std::filesystem::path> paths{folder / "ring5.net", folder / "leafspine.net",
                                           folder / "ring5.dfsssp/ibnetdiscover.txt",
                                           folder / "leafspine.updn.lmc1/ibnetdiscover.txt"};
  for (auto const& path : list_directory(folder / "nets"))
    if (path.extension() == ".net") paths.push_back(path);
  for (auto const& path : paths) {
    auto const fabric = read_fabric(path);
    EXPECT_EQ(parse_topology_file(netlist_of(fabric).text, "f"), fabric) << path;
    ++files;
  }
  EXPECT_GT(files, 10u);
}

TEST(NetlistWriter, WritesTheFormatOfIbsim) {
  EXPECT_NE(
      netlist_of(star()).text.find("\ncaguid=0xb0\n"
                                   "Ca\t2 \"H-00000000000000b0\"\t\t# \"host \xff mlx\"\n"
                                   "[1](b1) \t\"S-00000000000000a1\"[4]\t\t# lid 0 lmc 0 \"leaf # ('one')\" "
                                   "lid 6 12xNDR\n"
                                   "[2](b2) \t\"S-00000000000000a1\"[1]\t\t# lid 4 lmc 1 \"leaf # ('one')\" "
                                   "lid 6 4xQDR\n\n"),
      std::string::npos);
}

TEST(NetlistWriter, WritesGuidLinesThatMatchThePortsOfEndNodes) {
  // The port has the GUID of the node, but ibsim adds the number of the port.
  EXPECT_NE(netlist_of(star()).text.find("\nrtguid=0xbf\nRt\t1 \"R-00000000000000c0\"\n"), std::string::npos);
  auto fabric = star();
  fabric.cables[0].b.guid = 0xb7;
  auto const [text, notes] = netlist_of(fabric);
  EXPECT_EQ(parse_topology_file(text, "f"), fabric);
  EXPECT_EQ(notes, std::vector<std::string>{"ports to which ibsim assigns another GUID: 1"});
}

TEST(NetlistWriter, RespectsTheLimitsOfIbsim) {
  auto fabric = star();
  std::string const long_text(70, 'x');
  fabric.devices[0].description = "a=b " + long_text;
  fabric.devices[1].id = "host@" + long_text;
  fabric.devices[2].id = "gateway#1";
  fabric.cables[0].data_lanes = 8;
  auto const [text, notes] = netlist_of(fabric);
  EXPECT_EQ(notes, (std::vector<std::string>{
                       "devices named by their GUIDs, because ibsim cannot read their names: 2",
                       "descriptions cut after 63 characters for ibsim: 1",
                       "cables without their number of virtual lanes, which ibsim does not support: 1"}));
  EXPECT_NE(text.find("# lid 4 lmc 1 \"a-b xxx"), std::string::npos);
  std::size_t begin = 0, longest = 0;
  for (auto end = text.find('\n'); end != std::string::npos; begin = end + 1, end = text.find('\n', begin)) {
    longest = std::max(longest, end - begin);
    if (text[begin] == '[') { EXPECT_EQ(text.substr(begin, end - begin).find('='), std::string::npos); }
  }
  EXPECT_LT(longest, 255u);
  EXPECT_GT(longest, 100u);
  EXPECT_EQ(parse_topology_file(text, "f").devices[1].id, "H-00000000000000b0");
}

TEST(NetlistWriter, RejectsAmbiguousNames) {
  auto fabric = star();
  fabric.devices[1].id = "a#";
  fabric.devices[1].guid = 0xc0;
  fabric.devices[2].id = "H-00000000000000c0";
  EXPECT_EQ(
      complaint_of([&] { netlist_of(fabric); }),
      "two devices are named 'H-00000000000000c0' (ibsim supports names of at most 63 characters without # "
      "and @)");
}

}  // namespace
}  // namespace weft
