// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/dcell.hpp"

#include <gtest/gtest.h>

#include "support/breadth_first.hpp"

namespace weft {
namespace {

// Guo et al., SIGCOMM 2008, sections 1 and 3.1: "a DCell with a degree of 4 can support as many as 3.26
// million servers" with n = 6 and k = 3; table 1: n = 2: 6, 42, 1,806 servers; n = 4: 20, 420, 176,820.
TEST(Dcell, MatchesPublishedSizes) {
  auto const servers = [](std::int64_t n, std::int64_t levels) {
    return topology::Dcell{{n, levels}}.num_servers();
  };
  EXPECT_EQ(servers(6, 3), 3263442u);
  EXPECT_EQ(topology::Dcell({6, 3}).degree({0}), 4);
  EXPECT_EQ(servers(2, 1), 6u);
  EXPECT_EQ(servers(2, 2), 42u);
  EXPECT_EQ(servers(2, 3), 1806u);
  EXPECT_EQ(servers(4, 1), 20u);
  EXPECT_EQ(servers(4, 2), 420u);
  EXPECT_EQ(servers(4, 3), 176820u);
}

// Figure 1: DCell_1 of n = 4. Server [0,0] is linked with [1,0], [0,1] with [2,0], [1,3] with [4,1].
TEST(Dcell, MatchesTheLinksInTheFigure) {
  topology::Dcell const dcell{{4, 1}};
  auto const linked = [&](std::uint32_t cell, std::uint32_t server) {
    return dcell.neighbor({cell * 4 + server}, {1}).router.v;
  };
  EXPECT_EQ(linked(0, 0), 4u * 1 + 0);
  EXPECT_EQ(linked(0, 1), 4u * 2 + 0);
  EXPECT_EQ(linked(1, 3), 4u * 4 + 1);
  EXPECT_EQ(dcell.neighbor({6}, {0}), (Hop{{20 + 1}, {2}})) << "server 2 of switch 1";
}

// Section 3.1, theorem 2: the diameter of DCell_k is at most 2^(k+1) - 1, not counting mini-switches as hops.
TEST(Dcell, DiameterIsWithinTheBoundOfTheTheorem) {
  for (std::int64_t levels : {0, 1, 2})
    for (std::int64_t n : {2, 3, 4}) {
      topology::Dcell const dcell{{n, levels, topology::MiniSwitch::clique}};
      EXPECT_LE(all_pairs_histogram(dcell).rbegin()->first, (2u << levels) - 1);
    }
}

TEST(Dcell, RejectsSizesThatExceedIds) {
  EXPECT_THROW(topology::Dcell::check({8, 4}), InputError);
  EXPECT_THROW(topology::Dcell::check({65535, 5}), InputError);
  EXPECT_NO_THROW(topology::Dcell::check({10, 3}));
}

}  // namespace
}  // namespace weft
