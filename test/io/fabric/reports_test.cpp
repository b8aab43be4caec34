// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/fabrics.hpp"
#include "weft/io/fabric/fabric_readers.hpp"
#include "weft/io/file.hpp"

namespace weft {
namespace {

/// The data about a cable in every format: for each end, the GUID of the switch or of the end node's port,
/// the port and the LID.
using EndFacts = std::tuple<std::uint64_t, std::uint32_t, std::uint16_t>;
using CableFacts = std::tuple<std::set<EndFacts>, std::string>;

std::multiset<CableFacts> facts_of(Fabric const& fabric) {
  auto const facts = [&](FabricPort const& end) {
    auto const& device = fabric.devices[end.device];
    bool const is_switch = device.kind == DeviceKind::fabric_switch;
    return EndFacts{is_switch ? device.guid : end.guid, end.port, is_switch ? device.lid : end.lid};
  };
  std::multiset<CableFacts> result;
  for (auto const& cable : fabric.cables)
    result.insert({std::set{facts(cable.a), facts(cable.b)}, cable.rate});
  return result;
}

TEST(FabricForms, AllFormatsOfOneFabricAgree) {
  for (std::string const folder : {"ring5.dfsssp", "leafspine.updn.lmc1"}) {
    auto const read = [&](char const* file) { return read_fabric(fabric_sample(folder + "/" + file)); };
    auto const expected = read("ibnetdiscover.txt");
    EXPECT_EQ(read("ibnetdiscover-g.txt"), expected) << folder;
    for (auto const* file : {"ibnetdiscover-f.txt", "ibnetdiscover-p.txt", "opensm-subnet.lst"})
      EXPECT_EQ(facts_of(read(file)), facts_of(expected)) << folder << ' ' << file;
    EXPECT_EQ(read("ibnetdiscover-f.txt").cables.at(0).data_lanes, 8) << folder;
    for (auto const* file : {"ibnetdiscover-p.txt", "opensm-subnet.lst"}) {
      auto const graph = to_graph(read(file)), first = to_graph(expected);
      EXPECT_EQ(graph.vertices, first.vertices);
      EXPECT_EQ(std::multiset(graph.names.begin(), graph.names.end()),
                std::multiset(first.names.begin(), first.names.end()));
    }
  }
}

TEST(FabricForms, RejectsOutputOfOtherToolsWithAHint) {
  auto const rejection = [&](char const* file) {
    auto const text = complaint_of([&] { read_fabric(fabric_sample(std::string("ring5.dfsssp/") + file)); });
    return text.substr(text.find(".d") + 8);
  };
  EXPECT_NE(rejection("opensm-lfts.dump").find(":1:1: the file is a forwarding table, not a topology file"),
            std::string::npos);
  EXPECT_NE(rejection("opensm.fdbs").find("a forwarding table, not a topology file"), std::string::npos);
  EXPECT_NE(rejection("dump_fts.txt").find("--routing forwarding:path=.."), std::string::npos);
  EXPECT_NE(rejection("opensm-sl2vl.dump").find("an SL2VL table, not a topology file"), std::string::npos);
  EXPECT_EQ(complaint_of([&] { parse_fabric("# made by hand\nSwitchName=s Nodes=a\n", "f"); }),
            "f:2:1: the file is a topology.conf of Slurm, not a topology file; use format=slurm");
  EXPECT_NE(rejection("opensm-path-records.dump").find("a list of path records, not a topology file"),
            std::string::npos);
}

TEST(PortsReport, ReadsPortsWithoutCablesAndNamesWithQuotes) {
  auto const fabric = parse_ports_report(
      "DR path slid 0; dlid 0; 0 -> new Channel Adapter {1} portnum 1 lid 0-0 \"\"\n"
      "CA     9  1 0x0000000000000012 4x QDR - SW     6  3 0x0000000000000003 ( 'it's - 'x' - 'r # 3' )\n"
      "SW     6  3 0x0000000000000003 4x QDR - CA     9  1 0x0000000000000012 ( 'r # 3' - 'it's' )\n"
      "SW     6  4 0x0000000000000003 4x ???                    'r # 3'\n"
      "SW     6  5 0x0000000000000003 4x SDR - CA     8  1 0x0000000000000099 ( 'r # 3' - 'unlisted' )\n",
      "f");
  ASSERT_EQ(fabric.devices.size(), 2u);
  EXPECT_EQ(fabric.devices[0].description, "it's - 'x");
  EXPECT_EQ(fabric.devices[1],
            (Device{DeviceKind::fabric_switch, "S-0000000000000003", 3, "r # 3", 5, 6, 0}));
  EXPECT_EQ(fabric.cables, (std::vector<Cable>{{{0, 1, 0x12, 9, 0}, {1, 3}, "4xQDR", 0}}));
}

TEST(PortsReport, ReportsThePositionOfTheError) {
  auto const rejection = [](std::string_view text) {
    return complaint_of([&] { parse_ports_report(text, "f"); });
  };
  std::string const port = "SW 6 3 0x3 4x QDR - ";
  EXPECT_EQ(rejection("CA 9 1 0x12 4x SDR 'a'\n"),
            "f: the file contains no switches (is it a report of ibnetdiscover -p?)");
  EXPECT_EQ(rejection(port + "XX 9 1 0x1\n"), "f:1:21: unexpected 'XX' (expected CA, SW or RT)");
  EXPECT_EQ(rejection(port + "CA 9 1 zz\n"),
            "f:1:28: GUID=zz (must be a hexadecimal number of at most 64 bits)");
  EXPECT_EQ(rejection("SW 6 3 0x3 4x QDR 'a'\nSW 60000 3 0x3 4x QDR\n"),
            "f:2:4: lid=60000 (must be in [0, 49151])");
  EXPECT_EQ(rejection("SW 6 3 0x3 4x\n"), "f:1:14: the rate is missing (expected a rate such as 4x QDR)");
  EXPECT_EQ(rejection("SW 6 3 0x3 4x QDR\n"), "f:1:18: expected a name in quotes");
  EXPECT_EQ(rejection(port + "CA 9 1 0x4\n"), "f:1:31: expected names in brackets");
  EXPECT_EQ(rejection(port + "CA 9 1 0x4 ( 'a' - 'b'\n"),
            "f:1:35: expected a closing bracket after the names");
  EXPECT_EQ(rejection("SW 6 3 0x3 4x QDR 'a'\nhello\n"),
            "f:2:1: unexpected 'hello' (a line begins with CA, SW or RT)");
  EXPECT_EQ(rejection(port + "SW 7 1 0x4 ( 'a' - 'b' )\nSW 7 1 0x4 4x QDR - SW 6 2 0x3 ( 'b' - 'a' )\n"),
            "f:1:1: port 1 of 'S-0000000000000004' does not lead back to port 3 of 'S-0000000000000003' "
            "(every cable is listed at both ends)");
}

TEST(SubnetList, LeavesTheRateOfAnUnnamedSpeedEmpty) {
  auto text = read_file(fabric_sample("ring5.dfsssp/opensm-subnet.lst"));
  EXPECT_EQ(parse_subnet_list(text, "f").cables[0].rate, "4xSDR");
  for (auto at = text.find("SPD=2.5"); at != std::string::npos; at = text.find("SPD=2.5", at))
    text.replace(at, 7, "SPD=3");
  auto const fabric = parse_subnet_list(text, "f");
  EXPECT_EQ(fabric.cables.size(), 10u);
  for (auto const& cable : fabric.cables) EXPECT_EQ(cable.rate, "");
}

TEST(SubnetList, ReportsThePositionOfTheError) {
  auto const rejection = [](std::string_view text) {
    return complaint_of([&] { parse_subnet_list(text, "f"); });
  };
  std::string const head =
      "{ SW Ports:03 SystemGUID:1 NodeGUID:1 PortGUID:1 VenID:0 DevID:0 Rev:0 {a} } b} LID:";
  EXPECT_EQ(rejection("{ XX\n"), "f:1:3: unexpected 'XX' (expected CA, SW or Rt)");
  EXPECT_EQ(rejection("{ SW Ports:FF \n"), "f:1:12: Ports:FF (must be at most FE)");
  EXPECT_EQ(rejection("{ SW Ports:03 NodeGUID:1\n"), "f:1:15: expected SystemGUID:");
  EXPECT_EQ(rejection(head + "C000 PN:01 }\n").substr(0, 30), "f:1:85: LID=C000 (must be at m");
  EXPECT_EQ(rejection(head + "1 PN:04 }\n"), "f:1:90: PN:4 (must be at most 3)");
  EXPECT_EQ(rejection(head + "1 PN:02 }\n"), "f:1:94: expected a port in braces");
}

}  // namespace
}  // namespace weft
