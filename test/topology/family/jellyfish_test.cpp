// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/jellyfish.hpp"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "support/complaint.hpp"

namespace weft {
namespace {

/// Returns all links, each in both directions.
std::set<std::pair<std::uint32_t, std::uint32_t>> links(topology::Jellyfish const& graph) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> all;
  for (std::uint32_t r = 0; r < graph.num_routers(); ++r)
    for (std::uint16_t p = 0; p < graph.degree({r}); ++p) all.insert({r, graph.neighbor({r}, {p}).router.v});
  return all;
}

TEST(Jellyfish, IsDeterminedByItsSeed) {
  EXPECT_EQ(links(topology::Jellyfish{{100, 5, 1, 3}}), links(topology::Jellyfish{{100, 5, 1, 3}}));
  EXPECT_NE(links(topology::Jellyfish{{100, 5, 1, 3}}), links(topology::Jellyfish{{100, 5, 1, 4}}));
}

// Singla et al. 2012: a random graph of degree r among all simple r-regular ones.
TEST(Jellyfish, IsSimpleAndRegularAtAnyDensity) {
  for (std::int64_t const degree : {2, 3, 20, 49, 50, 80, 99}) {
    topology::Jellyfish const graph{{100, degree, 1, 9}};
    auto const all = links(graph);
    EXPECT_EQ(all.size(), 100u * static_cast<std::uint64_t>(degree)) << degree;
    for (auto const& [a, b] : all) EXPECT_NE(a, b);
  }
}

TEST(Jellyfish, JoinsCyclesIntoOne) {
  topology::Jellyfish const graph{{1000, 2}};
  std::uint32_t at = 0, before = 0, steps = 0;
  do {
    auto const next = graph.neighbor({at}, {0}).router.v;
    auto const onward = next != before || steps == 0 ? next : graph.neighbor({at}, {1}).router.v;
    before = at;
    at = onward;
    ++steps;
  } while (at != 0);
  EXPECT_EQ(steps, 1000u);
}

TEST(Jellyfish, RejectsImpossibleDegrees) {
  auto const rejection = rejection_of([] { topology::Jellyfish::check({1001, 15}); });
  ASSERT_TRUE(rejection);
  EXPECT_EQ(rejection->suggestion, "use routers=1002 or degree=14");
  EXPECT_THROW(topology::Jellyfish::check({10, 10}), InputError);
  EXPECT_THROW(topology::Jellyfish::check({10, 1}), InputError);
  EXPECT_THROW(topology::Jellyfish::check({4000000000, 4}), InputError) << "links";
}

}  // namespace
}  // namespace weft
