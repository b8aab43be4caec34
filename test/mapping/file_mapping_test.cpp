// SPDX-License-Identifier: Apache-2.0
#include "weft/mapping/file_mapping.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/fabrics.hpp"
#include "support/scratch.hpp"
#include "weft/io/atomic_file.hpp"
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

TEST(FileMapping, ReadsATerminalPerTask) {
  EXPECT_EQ(parse("4\n0  # the second task\n\n7"), (Placement{4, 0, 7}));
}

TEST(FileMapping, ReadsRankfiles) {
  EXPECT_EQ(parse("rank 1=node0 slot=1\nrank 0=node003 slot=0\nrank 2=nid1 slot=0\n"), (Placement{6, 1, 2}));
}

/// A node with two terminals and four slots: 0 and 2 on the first terminal, 1 and 3 on the second.
TEST(FileMapping, DistributesTheSlotsOfANode) {
  EXPECT_EQ(parse("rank 0=node1 slot=2\nrank 1=node1 slot=3\nrank 2=node1 slot=0\n"), (Placement{2, 3, 2}));
  EXPECT_EQ(parse("rank 0=node1\nrank 1=node1\nrank 2=node1 slot=0:1-2\n"), (Placement{2, 3, 2}));
  EXPECT_EQ(parse("rank 0=+n3 slot=0\nrank 1=node1.cluster slot=0\nrank 2=+n0 slot=1\n"),
            (Placement{6, 2, 1}));
}

TEST(FileMapping, ReadsRankfilesWithHostNames) {
  Hosts const hosts(make_topology("file:path=" + fabric_sample("leafspine.net")));
  MappingContext context{.sides = {2}, .terminals = 6};
  context.hosts = [&]() -> Hosts const& { return hosts; };
  EXPECT_EQ(parse_placement("rank 0=t4 slot=0\nrank 1=H-0000000001000002 slot=0\n", "today", context),
            (Placement{4, 1}));
  EXPECT_EQ(complaint_of([&] { parse_placement("rank 0=node4 slot=0\n", "today", context); }),
            "today:1:6: no host 'node4'");
}

TEST(FileMapping, RejectsInvalidPlacements) {
  struct Case {
    char const *text, *complaint;
  };
  for (auto const& [text, complaint] :
       {Case{"1\n2\n", "task 2 has no terminal"}, Case{"1\n1\n2\n", "terminal 1 is listed twice"},
        Case{"1\n2\n8\n", "8"}, Case{"1\n2\n3\n4\n", "task 3"}, Case{"rank 0=node0 slot=x\n", "slot=x"},
        Case{"rank 0=login slot=0\n", "'login'"},
        Case{"rank 0=node0 slot=1\nrank 1=node0 slot=1\n", "slot 1 of the node is used twice"},
        Case{"rank 0=node4 slot=0\n", "4"},
        Case{"rank 0=node0 slot=0\nrank 0=node1 slot=0\n", "task 0 is listed twice"}}) {
    auto const line = complaint_of([&] { parse(text); });
    EXPECT_NE(line.find(complaint), std::string::npos) << text << line;
  }
}

/// Returns the placement from a file for a job with `tasks` tasks. The topology has nodes n0 to n3.
class HostListMapping : public testing::Test {
 protected:
  HostListMapping() {
    write_file(scratch_ / "topology.conf",
               "SwitchName=a Nodes=n[0-2]\nSwitchName=b Nodes=n3\n"
               "SwitchName=c Switches=a,b\n");
    hosts_.emplace(make_topology("file:path=" + (scratch_ / "topology.conf").string()));
  }
  Placement place(std::string const& text, std::int64_t tasks,
                  std::vector<std::uint32_t> const* part = nullptr) {
    write_file(file_, text);
    MappingContext context{.sides = {tasks},
                           .terminals = part == nullptr ? hosts_->num_terminals() : part->size()};
    context.hosts = [this]() -> Hosts const& { return *hosts_; };
    context.part = part;
    return HostList({file_.string()}).place(context);
  }
  /// Returns the error message without the folder.
  std::string complaint(std::string const& text, std::int64_t tasks,
                        std::vector<std::uint32_t> const* part = nullptr) {
    auto const line = complaint_of([&] { place(text, tasks, part); });
    return line.substr(line.find("job.hosts"));
  }

  Scratch scratch_;
  std::filesystem::path file_ = scratch_ / "job.hosts";
  std::optional<Hosts> hosts_;
};

TEST_F(HostListMapping, PlacesTasksInOrderOnTheListedHosts) {
  EXPECT_EQ(place("n2\nn0 slots=1\nn[1,3]\n", 4), (Placement{2, 0, 1, 3}));
  EXPECT_EQ(place("n2\nn0\n", 1), Placement{2});
}

TEST_F(HostListMapping, PlacesSeveralTasksOnAHost) {
  EXPECT_EQ(place("n2\nn1:2\n", 3), (Placement{2, 1, 1}));
  EXPECT_EQ(place("n2 slots=2\nn0\nn2\n", 4), (Placement{2, 2, 0, 2}));
}

TEST_F(HostListMapping, RejectsInvalidLists) {
  EXPECT_EQ(complaint("n2\nn0\n", 3),
            "job.hosts: the hosts have no space for 3 tasks (2 fit); list more hosts, or use a smaller grid");
  EXPECT_EQ(complaint("# none\n", 3), "job.hosts: the file lists no hosts");
  EXPECT_EQ(complaint("n2\nn7\n", 2), "job.hosts:2:1: no host 'n7'; did you mean 'n0'?");
}

TEST_F(HostListMapping, NumbersTheTerminalsOfAPart) {
  std::vector<std::uint32_t> const part{1, 3};
  EXPECT_EQ(place("n3 n1\n", 2, &part), (Placement{1, 0}));
  EXPECT_EQ(complaint("n3\nn2\n", 2, &part),
            "job.hosts: terminal 2 (the terminal does not belong to the job)");
}

TEST_F(HostListMapping, UsesTheTerminalsOfAHostInTurn) {
  write_file(scratch_ / "leaf.net",
             "Switch\t3 \"S-1\"\n[1]\t\"H-a\"[1]\n[2]\t\"H-b\"[1]\n[3]\t\"H-a\"[2]\n"
             "Ca\t2 \"H-a\"\n[1]\t\"S-1\"[1]\n[2]\t\"S-1\"[3]\nCa\t1 \"H-b\"\n[1]\t\"S-1\"[2]\n");
  hosts_.emplace(make_topology("file:path=" + (scratch_ / "leaf.net").string()));
  EXPECT_EQ(place("H-a\nH-b\nH-a\n", 3), (Placement{0, 1, 2}));
  EXPECT_EQ(place("H-a slots=2\nH-b\n", 3), (Placement{0, 2, 1}));
  EXPECT_EQ(place("H-a[2]\nH-a\n", 2), (Placement{2, 0}));
  EXPECT_EQ(place("H-a:3\n", 3), (Placement{0, 2, 0}));
}

}  // namespace
}  // namespace weft::mapping
