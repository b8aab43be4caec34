// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/kary_nfly.hpp"

#include <map>

#include <gtest/gtest.h>

#include "weft/core/error.hpp"

namespace weft {
namespace {

// Dally & Towles, Principles and Practices of Interconnection Networks, section 4.1: k^n terminals, n stages
// of k^(n-1) switches with k inputs and k outputs; a path traverses n switches.
TEST(KaryNfly, MatchesPublishedFacts) {
  topology::KaryNfly const binary{{2, 4}}, fly{{4, 3}};
  EXPECT_EQ(binary.num_terminals(), 16u);
  EXPECT_EQ(binary.num_routers(), 32u);
  EXPECT_EQ(fly.num_terminals(), 64u);
  EXPECT_EQ(fly.num_routers(), 48u);
  EXPECT_EQ(fly.degree({0}), 4u);
  EXPECT_EQ(fly.in_degree({47}), 4u);
  EXPECT_EQ(fly.degree({47}), 0u);
}

/// For each switch of the last stage, the number of paths to it from a given switch.
using Counts = std::map<std::uint32_t, int>;

void count_paths(topology::KaryNfly const& fly, RouterId at, Counts& ends) {
  if (fly.degree(at) == 0) ++ends[at.v];
  for (std::uint16_t p = 0; p < fly.degree(at); ++p) count_paths(fly, fly.neighbor(at, {p}).router, ends);
}

// Section 4.1: the butterfly has no path diversity, one path from any source to any destination.
TEST(KaryNfly, HasOnePathBetweenSwitchesOfTheFirstAndTheLastStage) {
  for (topology::KaryNfly::Params const& params :
       std::vector<topology::KaryNfly::Params>{{2, 4}, {4, 3}, {3, 2}}) {
    topology::KaryNfly const fly{params};
    auto const switches = fly.num_routers() / fly.stages();
    for (std::uint32_t s = 0; s < switches; ++s) {
      Counts ends;
      count_paths(fly, {s}, ends);
      EXPECT_EQ(ends.size(), switches);
      for (auto const& [end, paths] : ends) {
        EXPECT_EQ(paths, 1);
        EXPECT_EQ(fly.stage({end}), fly.stages() - 1);
      }
    }
  }
}

// Section 4.1: destination-tag routing, digit by digit of the destination, most significant first.
TEST(KaryNfly, DigitsOfTheDestinationSelectThePorts) {
  topology::KaryNfly const fly{{4, 3}};
  for (std::uint32_t from = 0; from < 64; from += 5)
    for (std::uint32_t to = 0; to < 64; ++to) {
      auto at = fly.injection_router({from});
      for (auto const digit : {to / 16, to / 4 % 4}) {
        EXPECT_EQ(fly.port_towards(at, fly.ejection_router({to})).v, digit);
        at = fly.neighbor(at, {static_cast<std::uint16_t>(digit)}).router;
      }
      EXPECT_EQ(at, fly.ejection_router({to}));
    }
}

TEST(KaryNfly, RejectsSizesThatExceedIds) {
  EXPECT_NO_THROW(topology::KaryNfly::check({2, 28}));
  EXPECT_THROW(topology::KaryNfly::check({2, 29}), InputError);  // 29 * 2^28 switches
  EXPECT_THROW(topology::KaryNfly::check({65535, 3}), InputError);
}

}  // namespace
}  // namespace weft
