// SPDX-License-Identifier: Apache-2.0
#include "weft/network/hosts.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/network/topologies.hpp"

namespace weft {
namespace {

using Terminals = std::vector<std::uint32_t>;

Hosts hosts_of(std::string const& spec) { return Hosts(make_topology(spec)); }

Hosts hosts_in(std::string const& text, char const* name) {
  Scratch const scratch;
  write_file(scratch / name, text);
  return hosts_of("file:path=" + (scratch / name).string());
}

/// Two switches and two hosts; the first host has two ports, one at each switch.
constexpr auto two_ports =
    "Switch\t3 \"S-1\"\n[1]\t\"S-2\"[1]\n[2]\t\"H-a\"[1]\n[3]\t\"H-b\"[1]\n\n"
    "Switch\t2 \"S-2\"\n[1]\t\"S-1\"[1]\n[2]\t\"H-a\"[2]\n\n"
    "Ca\t2 \"H-a\"\t\t# \"left mlx5_0\"\n[1]\t\"S-1\"[2]\n[2]\t\"S-2\"[2]\n\n"
    "Ca\t1 \"H-b\"\t\t# \"right mlx5_0\"\n[1]\t\"S-1\"[3]\n";

TEST(Hosts, AreTheAdaptersOfAFabric) {
  auto const hosts = hosts_in(two_ports, "two.net");
  ASSERT_TRUE(hosts.named());
  ASSERT_EQ(hosts.size(), 2u);
  EXPECT_EQ(hosts.name(0), "left");
  EXPECT_EQ(hosts.name(1), "right");
  EXPECT_EQ(hosts.slot_of({2}), (HostSlot{0, 1}));
  EXPECT_EQ(hosts.slot_of({1}), (HostSlot{1, 0}));
  EXPECT_TRUE(std::ranges::equal(hosts.terminals_of(0), Terminals{0, 2}));
  for (auto const* name : {"left", "left mlx5_0", "H-a"})
    EXPECT_EQ(hosts.find(name), (Terminals{0, 2})) << name;
  EXPECT_EQ(hosts.find("left[2]"), Terminals{2});
  EXPECT_EQ(hosts.find("1"), Terminals{1});
  EXPECT_EQ(hosts.find("left[3]"), Terminals{});
  EXPECT_EQ(hosts.find("t1"), Terminals{1}) << "the place, as the explorer has it";
  EXPECT_EQ(hosts.find_unique("right"), TerminalId{1});
  EXPECT_EQ(hosts.find_unique("left"), TerminalId{0});
  EXPECT_EQ(complaint_of([&] { hosts.find_unique("3"); }), "'3' is not a terminal");
  EXPECT_EQ(hosts.hint("right2"), "did you mean 'right'?");
}

/// Schedulers and fabrics name a host with or without its domain.
TEST(Hosts, AreFoundWithoutTheirDomain) {
  for (char const* const written : {"gpu01", "gpu01.cluster.org"}) {
    auto text = std::string(two_ports);
    text.replace(text.find("left"), 4, written);
    auto const hosts = hosts_in(text, "two.net");
    EXPECT_EQ(hosts.name(0), written);
    for (auto const* name : {"gpu01", "gpu01.cluster.org"})
      EXPECT_EQ(hosts.find(name), (Terminals{0, 2})) << written << ' ' << name;
    EXPECT_EQ(hosts.find("gpu02"), Terminals{});
    EXPECT_EQ(hosts.find("gpu"), Terminals{});
  }
  auto const hosts = hosts_in("SwitchName=a Nodes=n1.east,n1.west,10.0.0.7\n", "topology.conf");
  EXPECT_EQ(hosts.find("n1"), (Terminals{0, 1}));
  EXPECT_EQ(complaint_of([&] { hosts.find_unique("n1"); }),
            "'n1' matches 2 terminals of several hosts; specify one of them, such as 0");
  EXPECT_EQ(hosts.find("10"), Terminals{});
}

TEST(Hosts, AreTheNodesOfASlurmCluster) {
  auto const hosts = hosts_in("SwitchName=a Nodes=n[1-3]\nSwitchName=b Nodes=n9\nSwitchName=c Switches=a,b\n",
                              "topology.conf");
  EXPECT_EQ(hosts.size(), 4u);
  EXPECT_EQ(hosts.find("n9"), Terminals{3});
  EXPECT_EQ(hosts.find("a"), Terminals{});
}

TEST(Hosts, AreTheVerticesOfANamedGraph) {
  auto const path = std::string(WEFT_SOURCE_DIR "/test/data/graphs/bandwidths.csv");
  auto const topology = make_topology("file:path=" + path + ",concentration=2");
  auto const names = topology->names();
  ASSERT_FALSE(names.empty());
  Hosts const hosts(topology);
  EXPECT_TRUE(hosts.named());
  ASSERT_EQ(hosts.size(), names.size());
  EXPECT_EQ(hosts.find(names[1]), (Terminals{2, 3}));
  EXPECT_EQ(hosts.slot_of({3}), (HostSlot{1, 1}));
}

TEST(Hosts, HaveNoNamesInOtherTopologies) {
  auto const hosts = hosts_of("kary_ntree:arity=3,levels=2");
  EXPECT_FALSE(hosts.named());
  EXPECT_EQ(hosts.size(), 9u);  // the terminals
  EXPECT_EQ(hosts.slot_of({5}), (HostSlot{5, 0}));
  EXPECT_EQ(hosts.find("t5"), Terminals{5});
  EXPECT_EQ(hosts.find("5"), Terminals{5});
  EXPECT_EQ(hosts.find("t9"), Terminals{});
  EXPECT_EQ(hosts.find("r5"), Terminals{});
  EXPECT_EQ(hosts.hint("t9"), "terminals are in [t0, t8]");
}

/// Vertices numbered from 1: 1 is a name, 0 is not, and t0 is the first terminal.
TEST(Hosts, HaveUniqueNames) {
  Scratch const scratch;
  write_file(scratch / "one.edges", "1 2\n2 3\n3 1\n");
  for (auto const& spec : {"file:path=" + (scratch / "one.edges").string(),
                           "file:concentration=2,path=" + (scratch / "one.edges").string(),
                           std::string("ring:routers=5"), std::string("kary_ntree:arity=3,levels=2")}) {
    auto const hosts = hosts_of(spec);
    for (std::uint32_t t = 0; t < hosts.num_terminals(); ++t)
      EXPECT_EQ(hosts.find_unique(hosts.unique_name({t})), TerminalId{t})
          << spec << " " << hosts.unique_name({t});
  }
  auto const hosts = hosts_of("file:path=" + (scratch / "one.edges").string());
  EXPECT_EQ(hosts.unique_name({2}), "3");
  EXPECT_EQ(hosts.find("3"), Terminals{2});
  EXPECT_EQ(hosts.find("0"), Terminals{});
  EXPECT_EQ(hosts.find("t0"), Terminals{0});
}

TEST(Hosts, AreTerminalsOrRouters) {
  auto const topology = make_topology("kary_ntree:arity=3,levels=2");
  Hosts const routers(topology, HostKind::router);
  EXPECT_EQ(routers.size(), 3u);  // not the roots
  EXPECT_EQ(routers.slot_of({5}), (HostSlot{1, 2}));
  EXPECT_EQ(hosts_of("torus:sides=3,concentration=2").size(), 3u);  // processors of a node
  EXPECT_EQ(hosts_of("percs:supernodes=1,links=1").size(), 32u);
  EXPECT_EQ(Hosts(make_topology("torus:sides=3,concentration=2"), HostKind::terminal).size(), 6u);
}

/// The adapters of a node are one host, according to the first word of their descriptions.
TEST(Hosts, CanHaveSeveralAdapters) {
  auto const topology = make_topology("file:path=" WEFT_SOURCE_DIR "/test/data/hosts/two_rails.ibnet");
  Hosts const hosts(topology);
  ASSERT_EQ(hosts.size(), 1u);
  EXPECT_EQ(hosts.name(0), "gpu01");
  EXPECT_EQ(hosts.find("gpu01"), (Terminals{0, 1}));
  EXPECT_EQ(hosts.find("gpu01/mlx5_1"), Terminals{1});
  EXPECT_EQ(hosts.find("gpu01 mlx5_1"), Terminals{1});
  EXPECT_EQ(hosts.find_unique("gpu01"), TerminalId{0});
  EXPECT_EQ(complaint_of([&] { Hosts(topology, HostKind::router); }),
            "node: node=router (the hosts of the file are named); omit node");
}

}  // namespace
}  // namespace weft
