// The topology of docs/how-to/add-a-topology.md, compiled as it stands there. The contract of topologies, which is linked
// to this, runs on a catalog that holds it alone.

#include <gtest/gtest.h>

#include "support/breadth_first.hpp"
#include "support/topology_view_of.hpp"
#include "weft/topology/family/star.hpp"

namespace weft {

template TopologySamples samples_of<topology::Star>();

namespace {

TEST(AddATopology, TheStarHasItsFacts) {
  topology::Star const star({.leaves = 7});
  EXPECT_EQ(star.num_routers(), 8u);
  EXPECT_EQ(star.degree({0}), 7);
  EXPECT_EQ(star.diameter(), 2u);
  EXPECT_EQ(all_pairs_histogram(star), (std::map<std::uint32_t, std::uint64_t>{{0, 8}, {1, 14}, {2, 42}}));
}

}  // namespace
}  // namespace weft
