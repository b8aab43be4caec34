// SPDX-License-Identifier: Apache-2.0
#include "weft/io/slurm/topology_conf.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/complaint.hpp"
#include "support/fabrics.hpp"
#include "weft/io/fabric/fabric_readers.hpp"
#include "weft/io/file.hpp"

namespace weft {
namespace {

struct WrittenConf {
  std::string text = {};
  std::vector<std::string> notes = {};
};

WrittenConf written(Fabric const& fabric) {
  WrittenConf result;
  result.notes = write_topology_conf(fabric, [&](std::string_view piece) { result.text += piece; });
  return result;
}

std::string conf_rejection(std::string_view text) {
  return complaint_of([&] { parse_topology_conf(text, "f"); });
}

TEST(TopologyConf, ReadsATreeOfSwitches) {
  auto const fabric = parse_topology_conf(
      "# a comment\nSwitchName=s1 Nodes=a[1-2],B LinkSpeed=100\nswitchname = s2 NODES=a3  # another\n"
      "SwitchName=top \\\n  Switches=s[1-2]\n",
      "f");
  auto const graph = to_graph(fabric);
  EXPECT_EQ(graph.names, (std::vector<std::string>{"s1", "s2", "top"}));
  EXPECT_EQ(graph.terminals, (std::vector<std::uint32_t>{3, 1, 0}));
  EXPECT_EQ(graph.links, (std::vector<FileLink>{{0, 2}, {1, 2}}));
  FabricNumbers const numbers(fabric);
  std::string nodes;
  for (auto const& terminal : numbers.terminals()) nodes += fabric.devices[terminal.device].description + " ";
  EXPECT_EQ(nodes, "a1 a2 B a3 ");
  EXPECT_EQ(fabric.devices[1], numbered_switch(1, "s2", 2));
  EXPECT_EQ(fabric.devices[6], numbered_adapter(3, "a3"));
}

TEST(TopologyConf, AcceptsASwitchBelowSeveralSwitches) {
  auto const graph = to_graph(parse_topology_conf(
      "SwitchName=t Switches=a,b\nSwitchName=a Nodes=n1\nSwitchName=b Nodes=n2\nSwitchName=u Switches=b,a\n",
      "f"));
  EXPECT_EQ(graph.links, (std::vector<FileLink>{{0, 1}, {0, 2}, {1, 3}, {2, 3}}));
}

TEST(TopologyConf, ReportsThePositionOfTheError) {
  EXPECT_EQ(conf_rejection(""), "f: the file contains no switches (is it a Slurm topology.conf?)");
  EXPECT_EQ(conf_rejection("SwitchName=s Nodes=a Switches=t\n"),
            "f:1:22: switch 's' has Nodes and Switches (Slurm accepts only one of the two)");
  EXPECT_EQ(conf_rejection("SwitchName=s\n"), "f:1:12: switch 's' has neither Nodes nor Switches");
  EXPECT_EQ(
      conf_rejection("BlockName=b Nodes=a\n"),
      "f:1:1: BlockName belongs to the plugin topology/block (only the plugin topology/tree is supported)");
  EXPECT_EQ(
      conf_rejection("BlockSizes=4\n"),
      "f:1:1: BlockSizes belongs to the plugin topology/block (only the plugin topology/tree is supported)");
  EXPECT_EQ(conf_rejection("Nodes=a\n"), "f:1:1: unexpected 'Nodes' (a line begins with SwitchName=)");
  EXPECT_EQ(conf_rejection("SwitchName=s Node=a\n"),
            "f:1:14: unexpected 'Node' (expected Nodes, Switches or LinkSpeed)");
  EXPECT_EQ(conf_rejection("SwitchName=s Nodes=a nodes=b\n"), "f:1:22: Nodes is listed twice");
  EXPECT_EQ(conf_rejection("SwitchName=a[1-2] Nodes=a\n"),
            "f:1:12: SwitchName=a[1-2] (a name has at most 64 letters, digits, '-', '_' and '.')");
  EXPECT_EQ(conf_rejection("SwitchName=s Nodes=a LinkSpeed=fast\n"),
            "f:1:32: LinkSpeed=fast (must be a whole number of at most 32 bits)");
  EXPECT_EQ(conf_rejection("SwitchName=s Nodes=a LinkSpeed=4294967296\n"),
            "f:1:32: LinkSpeed=4294967296 (must be a whole number of at most 32 bits)");
  EXPECT_EQ(
      conf_rejection("SwitchName=s Nodes=a,\\\n b\n"),
      "f:2:2: unexpected 'b' (a line has the form `SwitchName=s Nodes=a[1-3]` or `SwitchName=s Switches=t,u`)");
  EXPECT_EQ(conf_rejection("SwitchName=s Nodes=a,b[1-\n"),
            "f:1:23: expected a closing bracket (a hostlist has the form a[1-3,07],b)");
  EXPECT_EQ(
      conf_rejection("SwitchName=s Nodes=" + std::string(65, 'n')),
      "f:1:20: name 'nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn..' is too long (the maximum is 64 "
      "characters)");
}

TEST(TopologyConf, RejectsDuplicateNamesAndCycles) {
  EXPECT_EQ(conf_rejection("SwitchName=s Nodes=a\nSwitchName=s Nodes=b\n"),
            "f:2:12: switch 's' is listed twice");
  EXPECT_EQ(conf_rejection("SwitchName=s Nodes=a\nSwitchName=S Nodes=A\n"), "none");
  EXPECT_EQ(conf_rejection("SwitchName=s Nodes=a,b,a\n"),
            "f:1:24: node 'a' is listed twice (the node is below switch 's')");
  EXPECT_EQ(conf_rejection("SwitchName=s Nodes=a1\nSwitchName=t Nodes=b,a[0-1]\n"),
            "f:2:22: node 'a1' is listed twice (the node is below switch 's')");
  EXPECT_EQ(conf_rejection("SwitchName=t Switches=s,s\n"), "f:1:25: switch 's' is listed twice");
  EXPECT_EQ(conf_rejection("SwitchName=t Switches=s\n"), "f:1:23: switch 's' is not listed");
  EXPECT_EQ(conf_rejection("SwitchName=t Switches=t\n"), "f:1:23: switch 't' is below itself");
  EXPECT_EQ(conf_rejection("SwitchName=s Nodes=a\nSwitchName=t Switches=s,u\nSwitchName=u Switches=t\n"),
            "f:3:12: switch 'u' is above itself");
}

TEST(TopologyConf, RejectsMoreThanAMillionNames) {
  std::string text = "SwitchName=s Nodes=";
  for (char c = 'a'; c < 'a' + 17; ++c) text += fmt::format("{}{}[0-65535]", c == 'a' ? "" : ",", c);
  EXPECT_EQ(conf_rejection(text), "f:1:196: the file has more than 1048576 names");
}

/// Hosts a1, a2 and b, each at a separate leaf, with the spine `spine`.
constexpr std::string_view leaves_and_spine = R"(Switch 4 "S-0000000000000001" # "leaf x"
[1] "H-000000000000000a"[1]
[2] "H-000000000000000a"[2]
[3] "H-000000000000000b"[1]
[4] "S-0000000000000003"[1]
Switch 4 "S-0000000000000002" # "MF0;leaf:SX6036/U1"
[1] "H-000000000000000c"[1]
[2] "R-000000000000000d"[1]
[4] "S-0000000000000003"[2]
Switch 4 "S-0000000000000003" # "spine"
[1] "S-0000000000000001"[4]
[2] "S-0000000000000002"[4]
Ca 2 "H-000000000000000a" # "a1 mlx4_0"
[1] "S-0000000000000001"[1]
[2] "S-0000000000000001"[2]
Ca 1 "H-000000000000000b" # "a2"
[1] "S-0000000000000001"[3]
Ca 1 "H-000000000000000c"
[1] "S-0000000000000002"[1]
Rt 1 "R-000000000000000d" # "gateway"
[1] "S-0000000000000002"[2]
)";

std::string with(std::string_view from, std::string_view to) {
  std::string text(leaves_and_spine);
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

WrittenConf written_conf(std::string_view topology_file) {
  return written(parse_topology_file(topology_file, "f"));
}

TEST(TopologyConf, WritesSwitchesByLevel) {
  auto const conf = written_conf(leaves_and_spine);
  EXPECT_EQ(conf.text,
            "SwitchName=leaf Nodes=a[1-2]\nSwitchName=s2 Nodes=hc\nSwitchName=spine Switches=leaf,s2\n");
  EXPECT_TRUE(conf.notes.empty());
}

TEST(TopologyConf, AddsARootIfTheSwitchesAreNotATree) {
  std::string const ring =
      "Switch 4 \"fabric\"\n[1] \"two\"[1]\n[3] \"n1\"[1]\nSwitch 4 \"two\"\n[1] \"fabric\"[1]\n[3] \"n2\"[1]\n"
      "Ca 1 \"n1\" # \"n1\"\n[1] \"fabric\"[3]\nCa 1 \"n2\"\n[1] \"two\"[3]\n";
  auto const flat = written_conf(ring);
  EXPECT_EQ(flat.text,
            "SwitchName=fabric Nodes=n1\nSwitchName=two Nodes=n2\nSwitchName=fabric_ Switches=fabric,two\n");
  EXPECT_EQ(flat.notes.size(), 1u);
}

TEST(TopologyConf, ReplacesDuplicateNamesByGuids) {
  EXPECT_EQ(written_conf(with("\"spine\"", "\"leaf y\"")).text,
            "SwitchName=s1 Nodes=a[1-2]\nSwitchName=s2 Nodes=hc\nSwitchName=s3 Switches=s[1-2]\n");
}

/// A GPU node has an adapter per rail; it is one node of Slurm.
TEST(TopologyConf, MergesTheAdaptersOfANode) {
  auto const conf = written_conf(with("\"a2\"", "\"a1 mlx4_1\""));
  EXPECT_EQ(conf.text,
            "SwitchName=leaf Nodes=a1\nSwitchName=s2 Nodes=hc\nSwitchName=spine Switches=leaf,s2\n");
  EXPECT_TRUE(conf.notes.empty());
}

/// Two rails: each node has one adapter at each leaf, and belongs to the leaf of the first one.
TEST(TopologyConf, AssignsANodeToTheSwitchOfItsFirstAdapter) {
  auto const conf = written_conf(
      "Switch 4 \"rail0\"\n[1] \"a\"[1]\n[2] \"c\"[1]\n[4] \"spine\"[1]\n"
      "Switch 4 \"rail1\"\n[1] \"b\"[1]\n[2] \"d\"[1]\n[4] \"spine\"[2]\n"
      "Switch 4 \"far\"\n[1] \"e\"[1]\n[4] \"spine\"[3]\nSwitch 4 \"spine\"\n"
      "[1] \"rail0\"[4]\n[2] \"rail1\"[4]\n[3] \"far\"[4]\n"
      "Ca 1 \"a\" # \"g1 mlx5_0\"\n[1] \"rail0\"[1]\nCa 1 \"b\" # \"g1 mlx5_1\"\n[1] \"rail1\"[1]\n"
      "Ca 1 \"c\" # \"g2 mlx5_0\"\n[1] \"rail0\"[2]\nCa 1 \"d\" # \"g2 mlx5_1\"\n[1] \"rail1\"[2]\n"
      "Ca 1 \"e\" # \"h mlx5_0\"\n[1] \"far\"[1]\n");
  EXPECT_EQ(conf.text,
            "SwitchName=rail0 Nodes=g[1-2]\nSwitchName=far Nodes=h\nSwitchName=spine Switches=rail0,far\n");
  ASSERT_EQ(conf.notes.size(), 1u);
  EXPECT_EQ(
      conf.notes[0],
      "node 'g1' is on switches 'rail0' and 'rail1'; topology.conf is a tree: nodes are on the switch of "
      "their first adapter");
}

TEST(TopologyConf, RejectsUnsupportedFabrics) {
  auto const rejection = [](std::string_view text) { return complaint_of([&] { written_conf(text); }); };
  EXPECT_EQ(
      rejection(with("\"a2\"", "\"a1 mlx4_0\"")),
      "two hosts are named 'a1' ('H-000000000000000a' and 'H-000000000000000b'); Slurm requires distinct names; "
      "Weft uses the first word of the description");
  EXPECT_EQ(rejection("Switch 2 \"a\"\n"),
            "the network has no hosts (a topology.conf lists the nodes of switches)");
  EXPECT_EQ(rejection("Switch 2 \"a\"\n[1] \"h x\"[1]\nCa 2 \"h x\"\n[1] \"a\"[1]\n"),
            "device 'h x' cannot be written to a topology.conf (Slurm does not accept the name)");
}

/// Returns nodes by switch, and switches by switch, independent of their order.
std::map<std::string, std::set<std::string>> content_of(Fabric const& fabric) {
  std::map<std::string, std::set<std::string>> content;
  for (auto const& cable : fabric.cables) {
    auto const &a = fabric.devices[cable.a.device].description,
               &b = fabric.devices[cable.b.device].description;
    content[a].insert(b);
    if (fabric.devices[cable.b.device].kind == DeviceKind::fabric_switch) content[b].insert(a);
  }
  return content;
}

TEST(TopologyConf, MatchesAFileThatSlurmAccepted) {
  auto const netlist = real_fabric("rocket.ibnet"), sample = real_fabric("samples/rocket.topology.conf");
  if (netlist.empty() || sample.empty())
    GTEST_SKIP() << "the real fabrics are not here; WEFT_FABRICS names their folder";
  auto const conf = written(read_fabric(netlist));
  EXPECT_EQ(content_of(parse_topology_conf(conf.text, "f")),
            content_of(parse_topology_conf(read_file(sample), sample)));
  EXPECT_EQ(conf.notes.size(), 1u);
}

/// A fabric of switches with arbitrary cables and hosts: a tree, a tree of levels or neither.
Fabric arbitrary_fabric() {
  Fabric fabric;
  auto const switches = *rc::gen::inRange<std::uint32_t>(1, 9);
  auto const shape = *rc::gen::inRange(0, 3);
  for (std::uint32_t s = 0; s < switches; ++s)
    fabric.devices.push_back(numbered_switch(s, fmt::format("s{}", s), 0));
  std::vector<bool> inner(switches, false);
  auto const join = [&](std::uint32_t a, std::uint32_t b) {
    inner[std::min(a, b)] = true;
    auto const near = FabricPort{std::min(a, b), ++fabric.devices[std::min(a, b)].ports};
    fabric.cables.push_back({near, {std::max(a, b), ++fabric.devices[std::max(a, b)].ports}});
  };
  for (std::uint32_t s = 1; s < switches && shape == 0; ++s) join(s, *rc::gen::inRange<std::uint32_t>(0, s));
  for (std::uint32_t s = 2; s < switches && shape == 1; ++s) {  // two spines
    join(0, s);
    join(1, s);
  }
  for (int left = shape == 2 ? *rc::gen::inRange(0, 12) : 0; left > 0; --left)
    if (auto const a = *rc::gen::inRange<std::uint32_t>(0, switches),
        b = *rc::gen::inRange<std::uint32_t>(0, switches);
        a != b)
      join(a, b);
  for (std::uint32_t s = 0; s < switches; ++s)
    for (auto left = inner[s] && shape != 2 ? 0 : *rc::gen::inRange(s == 0 ? 1 : 0, 4); left > 0; --left) {
      auto const device = static_cast<std::uint32_t>(fabric.devices.size());
      fabric.devices.push_back(numbered_adapter(device - switches, fmt::format("n{}", device - switches)));
      fabric.cables.push_back({{s, ++fabric.devices[s].ports}, {device, 1, fabric.devices[device].guid + 1}});
    }
  std::ranges::sort(fabric.cables, {},
                    [](Cable const& cable) { return std::pair(cable.a.device, cable.a.port); });
  return fabric;
}

RC_GTEST_PROP(TopologyConf, RoundTrips, ()) {
  auto const fabric = arbitrary_fabric();
  FabricNumbers const numbers(fabric);
  RC_PRE(!numbers.terminals().empty());
  auto const once = written(fabric).text;
  auto const read = parse_topology_conf(once, "f");
  auto const twice = written(read).text;
  RC_ASSERT(twice == once);
  RC_ASSERT(parse_topology_conf(twice, "f") == read);
  auto const nodes = [](Fabric const& it) {
    std::map<std::string, std::set<std::string>> result;
    for (auto const& cable : it.cables)
      if (it.devices[cable.b.device].kind == DeviceKind::adapter)
        result[it.devices[cable.a.device].description].insert(it.devices[cable.b.device].description);
    return result;
  };
  RC_ASSERT(nodes(read) == nodes(fabric));
}

TEST(TopologyConf, ReadsTheOutputOfScontrolAsAnEqualTree) {
  // scontrol show topology: lines have a Level, and also list the nodes of all switches below.
  auto const shown =
      parse_topology_conf(read_file(WEFT_SOURCE_DIR "/test/data/files/scontrol_show.conf"), "f");
  auto const file = parse_topology_conf(
      "SwitchName=root Switches=leaf[1-2]\nSwitchName=leaf1 Nodes=node[01-04]\nSwitchName=leaf2 Nodes=node[05-06]\n",
      "f");
  EXPECT_EQ(to_graph(shown), to_graph(file));
  EXPECT_EQ(conf_rejection("SwitchName=s Level=x Nodes=a\n"),
            "f:1:20: Level=x (must be a whole number of at most 32 bits)");
}

}  // namespace
}  // namespace weft
