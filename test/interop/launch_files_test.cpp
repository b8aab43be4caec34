#include "weft/interop/launch_files.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "weft/core/error.hpp"

namespace weft {
namespace {

std::vector<std::uint32_t> const placement{3, 0, 2, 1};

TEST(LaunchFiles, RankfileNamesNodeAndSlot) {
  EXPECT_EQ(launch_file(LaunchFormat::rankfile, placement, 2, "node"),
            "rank 0=node1 slot=1\nrank 1=node0 slot=0\nrank 2=node1 slot=0\nrank 3=node0 slot=1\n");
}

TEST(LaunchFiles, HostfileHasALineForEachRank) {
  EXPECT_EQ(launch_file(LaunchFormat::hostfile, placement, 2, "c*-ib"), "c1-ib\nc0-ib\nc1-ib\nc0-ib\n");
}

TEST(LaunchFiles, RankOrderIsTheInverseOfThePlacement) {
  EXPECT_EQ(launch_file(LaunchFormat::rank_order, placement, 2, "node"), "1,3,2,0\n");
}

TEST(LaunchFiles, RankOrderRefusesFreeSlotsInBetween) {
  std::vector<std::uint32_t> const sparse{0, 2};
  EXPECT_THROW(launch_file(LaunchFormat::rank_order, sparse, 2, "node"), InputError);
}

}  // namespace
}  // namespace weft
