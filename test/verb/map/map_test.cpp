// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/map/map.hpp"

#include <gtest/gtest.h>

#include "support/scratch.hpp"
#include "weft/core/error.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

Spec map_request(std::string const& further) {
  return Spec::parse("map:topology=\"torus:sides=2x3\",mapping=random" + further);
}

TEST(LaunchFileOf, EqualsTheDocumentOfTheRequest) {
  auto const result = run_verb(map_request(""));
  for (auto const* format : {"rankfile", "hostfile"}) {
    auto const experiment = assemble(map_request(std::string(",host=\"n**\",format=") + format));
    experiment->run(no_progress());
    EXPECT_EQ(launch_file_of(result, detail::read_enum<LaunchFormat>("format", format), "n**"),
              experiment->document().value().content);
  }
}

/// Switches with three, one and two hosts.
TEST(LaunchFileOf, ListsTheHostsOfTheTopology) {
  Scratch const scratch;
  auto const topology = scratch / "topology.conf", launch = scratch / "launch";
  write_file(topology,
             "SwitchName=a Nodes=n[1-3]\nSwitchName=b Nodes=x\nSwitchName=c Nodes=y,z\n"
             "SwitchName=d Switches=a,b,c\n");
  auto const run = [&](std::string const& mapping) {
    return run_verb(
        Spec{"map", {{"topology", "file:path=" + topology.string()}, {"grid", "6"}, {"mapping", mapping}}});
  };
  auto const random = run("random");
  for (auto const& [format, mapping] :
       {std::pair{LaunchFormat::rankfile, "file:path="}, {LaunchFormat::hostfile, "hosts:file="}}) {
    auto const text = launch_file_of(random, format);
    for (auto const* name : {"n1", "n2", "n3", "x", "y", "z"})
      EXPECT_NE(text.find(name), std::string::npos) << text;
    write_file(launch, text);
    EXPECT_EQ(run(mapping + launch.string()).table("mapping"), random.table("mapping")) << text;
  }
  EXPECT_EQ(launch_file_of(run("linear"), LaunchFormat::hostfile, "c*"), "c0\nc1\nc2\nc3\nc4\nc5\n");
}

/// Unnamed routers with unequal numbers of terminals: each terminal is a node unless routers are nodes.
TEST(LaunchFileOf, NumbersNodesAndSlots) {
  Scratch const scratch;
  write_file(scratch / "three.anynet",
             "router 0 node 0 node 1 node 2 router 1\nrouter 1 node 3 router 2\nrouter 2 node 4\n");
  auto const result = [&](std::string const& node) {
    return run_verb(Spec{
        "map",
        {{"topology", "file:path=" + (scratch / "three.anynet").string()}, {"grid", "5"}, {"node", node}}});
  };
  EXPECT_EQ(
      launch_file_of(result("automatic"), LaunchFormat::rankfile),
      "rank 0=node0 slot=0\nrank 1=node1 slot=0\nrank 2=node2 slot=0\nrank 3=node3 slot=0\nrank 4=node4 slot=0\n");
  EXPECT_EQ(
      launch_file_of(result("router"), LaunchFormat::rankfile),
      "rank 0=node0 slot=0\nrank 1=node0 slot=1\nrank 2=node0 slot=2\nrank 3=node1 slot=0\nrank 4=node2 slot=0\n");
}

TEST(Map, JobsRunOnTheHostsOfTheirFiles) {
  Scratch const scratch;
  write_file(scratch / "one", "t5\nt2\n");
  write_file(scratch / "two", "t[0-1] t3\n");
  auto const job = [&](char const* name) { return "mapping=[hosts:file=" + (scratch / name).string() + "]"; };
  auto const result = run_verb(Spec{
      "map",
      {{"topology", "torus:sides=3x3"}, {"jobs", "[a:" + job("one") + ",b:" + job("two") + ",c:grid=4]"}}});
  std::vector<Value> terminals;
  auto const& table = result.table("mapping");
  for (std::size_t row = 0; row < table.rows.size(); ++row) terminals.push_back(table.at(row, "terminal"));
  EXPECT_EQ(terminals, (std::vector<Value>{5, 2, 0, 1, 3, 4, 6, 7, 8}));
}

TEST(Map, CountsTheTasksOfHostsThatShareThem) {
  auto const result = run_verb(
      Spec{"map", {{"topology", "fat_tree:arity=4,levels=2"}, {"grid", "8x8"}, {"ranks_per_node", "4"}}});
  EXPECT_EQ(result.answer, "64 tasks on 16 hosts of 4 routers");
}

/// Four tasks on one leaf need no channel between routers.
TEST(Map, HasNoThroughputWithoutLoadedChannels) {
  auto const result = run_verb(
      Spec{"map", {{"topology", "fat_tree:arity=4,levels=2"}, {"grid", "2x2"}, {"mapping", "best"}}});
  EXPECT_EQ(result.answer,
            "4 tasks on 4 terminals of 1 router; linear is best, no channel between routers is loaded");
}

TEST(LaunchFileOf, AcceptsOneJobOnGivenTerminals) {
  auto const request = [](std::string const& jobs) {
    return Spec{"map", {{"topology", "torus:sides=2x3"}, {"jobs", jobs}}};
  };
  auto const one = run_verb(request("[a:grid=2,terminals=1+4]"));
  EXPECT_EQ(launch_file_of(one, LaunchFormat::hostfile), "node1\nnode4\n");
  EXPECT_THROW(launch_file_of(run_verb(request("[a:grid=2,b:grid=1]")), LaunchFormat::hostfile), InputError);
}

TEST(LaunchFileOf, RejectsFormatsThatAreNotLaunchFiles) {
  auto const result = run_verb(map_request(""));
  EXPECT_THROW(launch_file_of(result, LaunchFormat::table), InputError);
  EXPECT_THROW(launch_file_of(result, LaunchFormat::coordinates, "n**"), InputError);
}

}  // namespace
}  // namespace weft::verb
