// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/file.hpp"

#include <gtest/gtest.h>

#include "support/breadth_first.hpp"
#include "support/complaint.hpp"
#include "support/fabrics.hpp"
#include "support/scratch.hpp"
#include "weft/core/catalog.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/file.hpp"
#include "weft/topology/family/torus.hpp"
#include "weft/topology/graph_file_of.hpp"

namespace weft {
namespace {

constexpr char const* samples = WEFT_SOURCE_DIR "/test/data/graphs/";

topology::File file(std::string const& name,
                    topology::FileDirection direction = topology::FileDirection::as_written) {
  return topology::File{{.path = samples + name, .direction = direction, .concentration = 3}};
}

std::string rejection(topology::File::Params const& params) {
  return complaint_of([&] { topology::File const topology(params); });
}

TEST(File, ReadsTerminalsClassesAndBandwidthsFromGraphml) {
  auto const petersen = file("petersen.graphml");
  EXPECT_EQ(petersen.num_routers(), 10u);
  EXPECT_EQ(petersen.num_terminals(), 18u);
  EXPECT_EQ(petersen.terminals_at({7}).count, 0u);
  EXPECT_EQ(petersen.classes().at(1).name, "spoke");
  EXPECT_TRUE(petersen.is_bidirectional());
  for (std::uint32_t r = 0; r < 10; ++r)
    for (std::uint16_t p = 0; p < petersen.degree({r}); ++p)
      EXPECT_EQ(petersen.bandwidth({r}, {p}), petersen.class_of({r}, {p}).v == 1 ? 2.5 : 1.0);
  EXPECT_EQ(all_pairs_histogram(petersen),
            (std::map<std::uint32_t, std::uint64_t>{{0, 10}, {1, 30}, {2, 60}}));
}

TEST(File, DividesAClassByBandwidth) {
  topology::File const chain(
      GraphFile{.vertices = 3, .links = {{0, 1, 10}, {1, 2, 1}}, .terminals = {1, 1, 1}}, "chain", "chain");
  EXPECT_EQ(chain.groups(), (std::vector<ChannelGroup>{{{0}, 1}, {{0}, 10}}));
  EXPECT_EQ(chain.group_of({0}, {0}), 1u);
  EXPECT_EQ(chain.group_of({1}, {0}), 1u);
  EXPECT_EQ(chain.group_of({1}, {1}), 0u);
  EXPECT_EQ(chain.classes().size(), 1u);
  EXPECT_EQ(chain.unit_rate(), 0) << "bandwidths are relative";
}

TEST(File, UsesTerminalsOfTheFileOrConcentration) {
  EXPECT_EQ(file("fork.anynet").num_terminals(), 6u);
  EXPECT_EQ(file("fabric.ibnet").num_terminals(), 3u);
  EXPECT_EQ(file("manual.graph").num_terminals(), 21u);
}

TEST(File, UsesTheHostNamesOfASlurmCluster) {
  Scratch const scratch;
  write_file(scratch / "topology.conf",
             "SwitchName=s1 Nodes=a[1-2]\nSwitchName=s2 Nodes=b\nSwitchName=top Switches=s1,s2\n");
  topology::File const cluster{{.path = (scratch / "topology.conf").string()}};
  EXPECT_EQ(cluster.num_routers(), 3u);
  EXPECT_EQ(cluster.num_terminals(), 3u);
  EXPECT_EQ(cluster.names(), (std::vector<std::string>{"s1", "s2", "top"}));
  ASSERT_NE(cluster.fabric(), nullptr);
  EXPECT_EQ(cluster.fabric()->devices.back().description, "b");
}

TEST(File, RecognizesACableListOfAries) {
  Scratch const scratch;
  write_file(scratch / "cables.txt", read_file(fabric_sample("small.aries")));
  for (auto const& path : {(scratch / "cables.txt").string(), fabric_sample("small.aries")}) {
    topology::File const machine{{.path = path}};
    EXPECT_EQ(machine.num_routers(), 24u);
    EXPECT_EQ(machine.num_terminals(), 96u);
    auto const distances = all_pairs_histogram(machine);
    std::uint64_t pairs = 0, sum = 0;
    for (auto const& [distance, count] : distances) {
      if (distance > 0) pairs += count;
      sum += distance * count;
    }
    EXPECT_EQ(distances.rbegin()->first, 3u);
    EXPECT_NEAR(static_cast<double>(sum) / static_cast<double>(pairs), 2.115942, 5e-7);
  }
}

TEST(File, ReadsLinksAsArcsOnRequest) {
  EXPECT_FALSE(file("de_bruijn.mtx").is_bidirectional());
  EXPECT_EQ(file("de_bruijn.mtx").degree({0}), 2);
  EXPECT_EQ(file("de_bruijn.mtx", topology::FileDirection::links).degree({0}), 4);  // the loop uses two ports
  EXPECT_FALSE(file("fork.anynet", topology::FileDirection::arcs).is_bidirectional());
}

TEST(File, RoundTripsAnExport) {
  Scratch const scratch;
  topology::Torus const torus{{.sides = {4, 3}, .concentration = 2}};
  auto const written = graph_file_of(torus);
  write_graph(written, GraphFormat::graphml,
              [&](std::string_view text) { write_file(scratch / "net.graphml", text); });
  EXPECT_EQ(graph_file_of(topology::File{{.path = (scratch / "net.graphml").string()}}), written);
}

TEST(File, RejectsInvalidFiles) {
  Scratch const scratch;
  EXPECT_EQ(rejection({}), "topology file needs a path; specify file:path=FILE, e.g. file:path=net.graphml");
  EXPECT_NE(rejection({.path = scratch.path().string(), .format = GraphFormat::metis}).find("Is a directory"),
            std::string::npos);
  write_file(scratch / "empty.graphml", "<graphml><graph edgedefault=\"directed\"/></graphml>");
  EXPECT_NE(rejection({.path = (scratch / "empty.graphml").string()}).find("no vertices"), std::string::npos);
  std::string star = "0 1\n";
  for (int i = 2; i < 70000; ++i) star += "0 " + std::to_string(i) + "\n";
  write_file(scratch / "star.txt", star);
  EXPECT_NE(rejection({.path = (scratch / "star.txt").string()}).find("the maximum is 65535"),
            std::string::npos);
}

}  // namespace
}  // namespace weft
