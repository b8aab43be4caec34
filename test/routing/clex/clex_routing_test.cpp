// SPDX-License-Identifier: Apache-2.0
#include <map>

#include <gtest/gtest.h>

#include "support/routing_on.hpp"
#include "weft/core/error.hpp"
#include "weft/topology/family/clex.hpp"

namespace weft {
namespace {

/// Returns the levels of the channels on the path of a packet.
std::vector<std::uint32_t> levels(topology::Clex const& clex, Walk const& walk, Network const& network) {
  std::vector<std::uint32_t> list;
  for (auto const c : walk.channels())
    list.push_back(clex.level_of(network.id(c).router(), network.id(c).port()));
  return list;
}

TEST(ClexDirect, MatchesAHandComputedPath) {
  // m = 10 makes digits readable. 123 -> 987: level 1 sets the lowest digit to 9; level 3 moves 9 to the top
  // and sets the lowest digit to 8; level 2 moves 8 and sets the lowest digit to 7.
  topology::Clex const clex({.m = 10, .levels = 3});
  auto const m = routing_on(clex, "clex_direct");
  auto const candidate = m.finished(123, 987);
  EXPECT_EQ(candidate.routers(), (std::vector<std::uint32_t>{123, 129, 928, 987}));
  EXPECT_EQ(levels(clex, candidate, *m.network), (std::vector<std::uint32_t>{1, 3, 2}));
  // Level 3 is crossed before level 2 although digit 8 is already in position: this order of levels makes one
  // virtual channel deadlock-free.
  EXPECT_EQ(m.finished(128, 987).routers(), (std::vector<std::uint32_t>{128, 129, 928, 987}));
  EXPECT_EQ(m.finished(123, 127).routers(), (std::vector<std::uint32_t>{123, 127}));
}

TEST(ClexDirect, MatchesAHandComputedPathWithHighLanding) {
  // Level 3: (i, a, j) -> (j, w, a). 123 -> 987: 129 -> 982 -> 987.
  topology::Clex const clex({.m = 10, .levels = 3, .landing = topology::Landing::high});
  EXPECT_EQ(routing_on(clex, "clex_direct").finished(123, 987).routers(),
            (std::vector<std::uint32_t>{123, 129, 982, 987}));
}

TEST(ClexDirect, MatchesAHandComputedPathWithSingleLinks) {
  // Level L swaps d_L with d_1: 123 -> 129 -> 921 -> 928 -> 982 -> 987.
  topology::Clex const clex({.m = 10, .levels = 3, .links = topology::Links::single});
  EXPECT_EQ(routing_on(clex, "clex_direct").finished(123, 987).routers(),
            (std::vector<std::uint32_t>{123, 129, 921, 928, 982, 987}));
}

TEST(ClexDirect, NeedsAtMostAHopPerLevelWithLowLanding) {
  for (auto const& [m, l] : {std::pair{3, 4}, {5, 3}, {16, 2}}) {
    topology::Clex const clex({.m = m, .levels = l});
    auto const r = routing_on(clex, "clex_direct");
    for (std::uint32_t from = 0; from < clex.num_routers(); from += 2)
      for (std::uint32_t to = 0; to < clex.num_routers(); ++to) {
        auto const hops = r.finished(from, to).channels().size();
        ASSERT_GE(hops, clex.distance({from}, {to}));
        ASSERT_LE(hops, clex.levels());
      }
  }
}

TEST(ClexRecursive, MatchesTheRecurrencesOfVisitsAndExchanges) {
  for (auto const landing : {topology::Landing::low, topology::Landing::high}) {
    topology::Clex const clex({.m = 4, .levels = 4, .landing = landing});
    auto const m = routing_on(clex, "clex_recursive");
    int whole = 0;
    for (std::uint32_t from = 0; from < 256; from += 5) {
      auto const to = 255 - from;
      auto const candidate = m.finished(from, to, from);
      ASSERT_EQ(candidate.at(), RouterId{to});
      std::map<std::uint32_t, std::uint32_t> hops;
      std::uint32_t visit = 0;
      for (auto const level : levels(clex, candidate, *m.network)) {
        ++hops[level];
        visit = level == 1 ? visit + 1 : 0;
        ASSERT_LE(visit, 2u);  // directly or via a relay
      }
      // 2^(l - i) edges of level i, or fewer if the packet reaches its destination earlier
      EXPECT_LE(hops[2], 4u);
      EXPECT_LE(hops[3], 2u);
      EXPECT_EQ(hops[4], 1u);
      whole += hops[2] == 4;
    }
    EXPECT_GT(whole, 26);  // more than half of the packets
  }
}

TEST(ClexRecursive, OffersARelayInAdditionToTheDirectChannel) {
  topology::Clex const clex({.m = 16, .levels = 1});
  auto const m = routing_on(clex, "clex_recursive");
  std::uint32_t relays = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    auto walk = m.walk(3, 9, seed);
    walk.step();
    EXPECT_EQ(walk.candidates()[0], PortId{9});
    relays += walk.candidates().size() == 2;
  }
  EXPECT_GT(relays, 30u);  // the random relay may equal one of the two ends
}

TEST(ClexRecursive, RejectsTooManyLevels) {
  EXPECT_THROW(routing_on(topology::Clex({.m = 1, .levels = 16}), "clex_recursive"), InputError);
}

}  // namespace
}  // namespace weft
