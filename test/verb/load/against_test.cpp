// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/load/against.hpp"

#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "weft/network/topologies.hpp"
#include "weft/verb/load/load.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

/// 16 hosts with four tasks each, on four leaves.
Load::Params halo_of_four(std::string const& against) {
  return {.topology = "fat_tree:arity=4,levels=2",
          .pattern = "halo",
          .grid = {8, 8},
          .ranks_per_node = 4,
          .against = against};
}

/// Either placement has two rows of tasks on each leaf, and 16 of their 64 messages leave it over four
/// channels: 4 each, as many as a task sends, and 16 tasks of a leaf send 16. A host sends 10 messages with
/// four tasks of a row, and 8 with a square: 2.5 and 2 times the messages of a task.
TEST(Against, ComparesTheLinksOfTerminals) {
  auto const result = run<Load>(halo_of_four("blocks:sides=2x2"));
  EXPECT_EQ(
      result.answer,
      "linear: 80.0 % of blocks:sides=2x2 on the same hosts; throughput 16 and 16 channel rates per node, "
      "6.4 and 8 over the links of terminals");
  auto const& table = result.table("placements");
  EXPECT_DOUBLE_EQ(table.at(0, "throughput").number(), 16);
  EXPECT_DOUBLE_EQ(table.at(0, "terminals").number(), 6.4);
  EXPECT_DOUBLE_EQ(table.at(1, "terminals").number(), 8);
  EXPECT_DOUBLE_EQ(table.at(0, "of_highest").number(), 80);
  EXPECT_DOUBLE_EQ(table.at(1, "of_highest").number(), 100);
}

/// Four tasks on a torus of tasks have at least 8 neighbors outside.
TEST(Against, BestHasTheFewestMessagesOverTheLinksOfHosts) {
  auto const table = run<Load>(halo_of_four("best")).table("placements");
  EXPECT_DOUBLE_EQ(table.at(1, "terminals").number(), 8);
  EXPECT_GE(table.at(1, "throughput").number(), 16);
  EXPECT_DOUBLE_EQ(table.at(0, "of_highest").number(), 80);
}

/// Of the 4 messages of each task (one to itself) 3 leave its leaf, by four channels: 3/4 of a message, 3/16
/// of all that a task sends, and four terminals of a leaf could send 4 / (3/16) = 64/3. On one leaf no
/// channel between switches is loaded.
TEST(Against, IsOnTheHostsThatItNames) {
  Load::Params request{.topology = "fat_tree:arity=4,levels=2",
                       .pattern = "all_to_all",
                       .mapping = "hosts:file=t[0,4,8,12]",
                       .against = "hosts:file=t[0-3]"};
  auto const spread = run<Load>(request);
  EXPECT_EQ(spread.answer,
            "hosts:file=t[0,4,8,12]: throughput 21.33 channel rates per node; hosts:file=t[0-3] loads no "
            "channel between routers");
  std::swap(request.mapping, request.against);
  auto const compact = run<Load>(request);
  EXPECT_EQ(compact.answer, "hosts:file=t[0-3]: no channel between routers is loaded");
  EXPECT_DOUBLE_EQ(compact.table("placements").at(0, "of_highest").number(), 100);
  EXPECT_TRUE(compact.table("placements").at(0, "throughput").is_empty());
  request.against = "best";
  EXPECT_EQ(run<Load>(request).answer,
            "hosts:file=t[0-3]: no channel between routers is loaded, and no placement on the same hosts is "
            "better");
}

TEST(Against, BuildsTheTopologyOnce) {
  int built = 0;
  add_program_topology("counted_ring", [&](Spec const& spec) {
    ++built;
    GraphFile ring{.vertices = 8, .terminals = std::vector<std::uint32_t>(8, 1)};
    for (std::uint32_t r = 0; r < 8; ++r) ring.links.push_back({r, (r + 1) % 8});
    return ProgramGraph{spec.to_string(), std::move(ring)};
  });
  run<Load>({.topology = "counted_ring", .pattern = "all_to_all", .against = "best"});
  EXPECT_EQ(built, 1) << "other tasks on all terminals";
  run<Load>({.topology = "counted_ring", .pattern = "all_to_all", .grid = {4}, .against = "best"});
  EXPECT_EQ(built, 2) << "on the terminals of the first placement";
  add_program_topology("counted_ring", {});
}

}  // namespace
}  // namespace weft::verb
