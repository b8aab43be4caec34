// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "weft/verb/collective/collective.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

using collective::Operation;

Collective::Params rounds_request(Operation operation, std::string topology, std::string algorithm) {
  return {.operation = operation, .topology = std::move(topology), .algorithm = std::move(algorithm)};
}

TEST(CollectiveFloodingSlow, ReportsEveryDivisionOfTheBandwidth) {
  auto const pipelined =
      run<Collective>(rounds_request(Operation::allgather, "clex:m=32,levels=4", "flooding"));
  auto const& runs = pipelined.table("flooding");
  ASSERT_EQ(runs.rows.size(), 2u);
  EXPECT_EQ(runs.at(0, "rounds").number(), 32768);
  EXPECT_DOUBLE_EQ(runs.at(0, "lower_bound").number(), 1048575.0 / 128);
  EXPECT_LT(runs.at(1, "ratio").number(), 2);
  EXPECT_EQ(pipelined.table("flooding_channels").rows.size(), 8u);
  EXPECT_EQ(pipelined.table("collective").at(0, "slots").number(), 32768);
  auto const barrier =
      run<Collective>(rounds_request(Operation::allgather, "clex", "flooding:stages=barrier"));
  EXPECT_EQ(barrier.table("flooding").rows.size(), 3u);
}

TEST(CollectiveFlooding, HasAShortEstimateForAMillionNodes) {
  // Algorithms in rounds require neither the network nor the distances between all ranks.
  for (auto const* algorithm : {"flooding", "flooding:trees=one_edge", "flooding:stages=barrier"})
    EXPECT_LT(Collective::assemble(rounds_request(Operation::allgather, "clex:m=32,levels=4", algorithm))
                  ->estimate()
                  .seconds,
              10)
        << algorithm;
}

TEST(CollectiveFlooding, ReportsHopsCableLengthsAndTimesOfPaths) {
  // A ring of 6 in two rows of 3, with cables of 0.8 m: in each direction one message over 1 hop and one over
  // 2; the message over 3 hops is split between both.
  auto layout_request = rounds_request(Operation::allgather, "torus:sides=6", "flooding:alpha=10,beta=100");
  layout_request.layout = "folding=two_rows,pitch=0.8";
  auto const result = run<Collective>(layout_request);
  auto const& paths = result.table("flooding_paths");
  EXPECT_DOUBLE_EQ(paths.at(0, "mean_hops").number(), 9.0 / 5);
  EXPECT_DOUBLE_EQ(paths.at(0, "max_meters").number(), 2.4);
  EXPECT_DOUBLE_EQ(paths.at(0, "mean_time").number(), 9.0 / 5 * (10 + 80));
  EXPECT_NE(result.setting("layout").find("two_rows"), std::string::npos);
  // Along breadth-first trees: all routers with terminals are two links apart.
  auto const trees =
      run<Collective>(rounds_request(Operation::allgather, "kary_ntree:arity=2,levels=2", "flooding"));
  EXPECT_EQ(trees.table("flooding_paths").at(0, "max_hops").number(), 2);
  EXPECT_DOUBLE_EQ(trees.table("flooding_paths").at(0, "mean_hops").number(), 2);
  layout_request.algorithm = "ring";
  EXPECT_EQ(rejection_of([&] { Collective::assemble(layout_request); }).value().problem,
            "layout needs algorithm=flooding");
}

TEST(CollectiveFlooding, NotesUnsupportedDivisionsOfTheBandwidth) {
  auto const result =
      run<Collective>(rounds_request(Operation::allgather, "mesh:sides=32x32x32", "flooding"));
  EXPECT_EQ(result.table("flooding").rows.size(), 1u);
  ASSERT_EQ(result.notes.size(), 1u);
}

TEST(CollectiveForward, MatchesACliqueAndARingByHand) {
  // A clique of 4: every channel except the loops carries one message. A ring of 4: 4 (1 + 1 + 2) hops over 8
  // channels.
  auto const clique = run<Collective>(rounds_request(Operation::all_to_all, "clex:m=4,levels=1", "forward"));
  EXPECT_EQ(clique.table("forward").at(0, "messages").number(), 12);
  EXPECT_EQ(clique.table("forward").at(0, "rounds").number(), 1);
  auto const ring = run<Collective>(rounds_request(Operation::all_to_all, "torus:sides=4", "forward"));
  EXPECT_DOUBLE_EQ(ring.table("forward").at(0, "lower_bound").number(), 2);
  EXPECT_DOUBLE_EQ(ring.table("forward").at(0, "hops_per_message").number(), 16.0 / 12);
  EXPECT_EQ(clique.table("collective").at(0, "bound_steps").number(), 1);
  EXPECT_EQ(ring.table("collective").at(0, "bound_steps").number(), 2);
  auto const mesh = run<Collective>(rounds_request(Operation::all_to_all, "mesh:sides=4x5", "forward"));
  EXPECT_EQ(mesh.table("collective").at(0, "bound_steps").number(), 3 + 4);
}

TEST(CollectiveForward, NeverBeatsItsBounds) {
  for (char const* spec : {"clex:m=4,levels=2", "clex:m=3,levels=3", "clex:m=3,levels=3,landing=high",
                           "clex:m=4,levels=3,links=single", "torus:sides=4x4x4", "torus:sides=5x3",
                           "mesh:sides=4x5", "torus:sides=4x2,concentration=2"}) {
    auto const result = run<Collective>(rounds_request(Operation::all_to_all, spec, "forward"));
    EXPECT_GE(result.table("forward").at(0, "ratio").number(), 1) << spec;
  }
}

}  // namespace
}  // namespace weft::verb
