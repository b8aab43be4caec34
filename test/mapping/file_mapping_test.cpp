#include "weft/mapping/file_mapping.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/fabrics.hpp"
#include "weft/network/topologies.hpp"

namespace weft::mapping {
namespace {

/// Three tasks on four routers of two terminals each.
Placement parse(std::string_view text) {
  Hosts const hosts(make_topology("mesh:sides=4,concentration=2"));
  MappingContext context{.sides = {3}, .terminals = 8};
  context.hosts = [&]() -> Hosts const& { return hosts; };
  return parse_placement(text, "today", context);
}

TEST(FileMapping, ListsATerminalPerTask) {
  EXPECT_EQ(parse("4\n0  # the second task\n\n7"), (Placement{4, 0, 7}));
}

TEST(FileMapping, ReadsRankfiles) {
  EXPECT_EQ(parse("rank 1=node0 slot=1\nrank 0=node003 slot=0\nrank 2=nid1 slot=0\n"), (Placement{6, 1, 2}));
}

/// Four slots of a node with two terminals: 0 and 2 on the first, 1 and 3 on the second.
TEST(FileMapping, DealsOutTheSlotsOfANode) {
  EXPECT_EQ(parse("rank 0=node1 slot=2\nrank 1=node1 slot=3\nrank 2=node1 slot=0\n"), (Placement{2, 3, 2}));
  EXPECT_EQ(parse("rank 0=node1\nrank 1=node1\nrank 2=node1 slot=0:1-2\n"), (Placement{2, 3, 2}));
  EXPECT_EQ(parse("rank 0=+n3 slot=0\nrank 1=node1.cluster slot=0\nrank 2=+n0 slot=1\n"),
            (Placement{6, 2, 1}));
}

TEST(FileMapping, ReadsRankfilesWithTheNamesOfHosts) {
  Hosts const hosts(make_topology("file:path=" + fabric_sample("leafspine.net")));
  MappingContext context{.sides = {2}, .terminals = 6};
  context.hosts = [&]() -> Hosts const& { return hosts; };
  EXPECT_EQ(parse_placement("rank 0=t4 slot=0\nrank 1=H-0000000001000002 slot=0\n", "today", context),
            (Placement{4, 1}));
  EXPECT_EQ(complaint_of([&] { parse_placement("rank 0=node4 slot=0\n", "today", context); }),
            "today:1:6: no host 'node4'");
}

TEST(FileMapping, RefusesWhatIsNoPlacement) {
  struct Case {
    char const *text, *complaint;
  };
  for (auto const& [text, complaint] :
       {Case{"1\n2\n", "task 2 has no terminal"}, Case{"1\n1\n2\n", "terminal 1 a second time"},
        Case{"1\n2\n8\n", "8"}, Case{"1\n2\n3\n4\n", "task 3"}, Case{"rank 0=node0 slot=x\n", "slot=x"},
        Case{"rank 0=login slot=0\n", "'login'"},
        Case{"rank 0=node0 slot=1\nrank 1=node0 slot=1\n", "slot 1 of the node a second time"},
        Case{"rank 0=node4 slot=0\n", "4"},
        Case{"rank 0=node0 slot=0\nrank 0=node1 slot=0\n", "task 0 a second time"}}) {
    auto const line = complaint_of([&] { parse(text); });
    EXPECT_NE(line.find(complaint), std::string::npos) << text << line;
  }
}

}  // namespace
}  // namespace weft::mapping
