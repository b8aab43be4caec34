// SPDX-License-Identifier: Apache-2.0
#include "weft/network/failures.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft {
namespace {

template <Topology T>
double failed_fraction(T const& topology, Failures<T> const& failures) {
  double failed = 0, all = 0;
  for (std::uint32_t r = 0; r < topology.num_routers(); ++r)
    for (std::uint16_t p = 0; p < topology.degree({r}); ++p, ++all)
      failed += failures.channel_failed({{r}, {p}});
  return failed / all;
}

TEST(Failures, AffectTheRequestedFraction) {
  topology::Torus const torus{{{32, 32, 32}}};  // 98,304 links: standard deviation 0.0007 at 5 %
  EXPECT_NEAR(failed_fraction(torus, Failures{torus, {.links = 0.05}}), 0.05, 0.003);
  EXPECT_EQ(failed_fraction(torus, Failures{torus, {}}), 0);
  EXPECT_EQ(failed_fraction(torus, Failures{torus, {.links = 1}}), 1);
  double const survives = 0.9 * 0.9;  // both ends must work
  EXPECT_NEAR(failed_fraction(torus, Failures{torus, {.routers = 0.1}}), 1 - survives, 0.01);
}

TEST(Failures, AffectBothDirectionsOfALink) {
  topology::Torus const torus{{{5, 2, 4}, 1, true}};
  Failures const failures{torus, {.links = 0.3, .seed = 3}};
  for (std::uint32_t r = 0; r < torus.num_routers(); ++r)
    for (std::uint16_t p = 0; p < torus.degree({r}); ++p) {
      auto const [to, back] = torus.neighbor({r}, {p});
      EXPECT_EQ(failures.channel_failed({{r}, {p}}), failures.channel_failed({to, back}));
    }
}

TEST(Failures, ContainTheFailuresOfASmallerFraction) {
  topology::Clex const clex{{6, 3}};
  Failures const few{clex, {.links = 0.1, .seed = 8}}, more{clex, {.links = 0.2, .seed = 8}};
  for (std::uint32_t r = 0; r < clex.num_routers(); ++r)
    for (std::uint16_t p = 0; p < clex.degree({r}); ++p)
      EXPECT_LE(few.channel_failed({{r}, {p}}), more.channel_failed({{r}, {p}}));
}

TEST(Failures, DependOnTheSeed) {
  topology::Clex const clex{{8, 2}};
  Failures const one{clex, {.links = 0.5, .seed = 1}}, two{clex, {.links = 0.5, .seed = 2}};
  int differ = 0;
  for (std::uint32_t r = 0; r < clex.num_routers(); ++r)
    for (std::uint16_t p = 0; p < clex.degree({r}); ++p)
      differ += one.channel_failed({{r}, {p}}) != two.channel_failed({{r}, {p}});
  EXPECT_GT(differ, 300);
}

TEST(Failures, NeverAffectSelfLoopsAtRandom) {
  topology::Clex const clex{{4, 2}};
  Failures const failures{clex, {.links = 1}};
  EXPECT_FALSE(failures.channel_failed({{5}, {1}}));
  EXPECT_TRUE(failures.channel_failed({{5}, {2}}));
}

TEST(Failures, CanBeSpecifiedByName) {
  topology::Torus const torus{{{4, 4}}};
  Failures const failures{torus, {.fail = "1-0+10"}};
  EXPECT_TRUE(failures.any());
  EXPECT_TRUE(failures.channel_failed({{1}, {0}})) << "1 -> 0";
  EXPECT_TRUE(failures.channel_failed({{0}, {1}})) << "0 -> 1";
  EXPECT_FALSE(failures.channel_failed({{0}, {0}}));
  EXPECT_TRUE(failures.router_failed({10}));
  EXPECT_FALSE(failures.router_failed({1}));
  EXPECT_TRUE(failures.channel_failed({{10}, {0}}));
  EXPECT_TRUE(failures.channel_failed({{11}, {0}})) << "leads to the failed router";
}

TEST(Failures, AffectAllChannelsBetweenTwoRouters) {
  topology::Clex const clex{
      {3, 2}};  // two nodes of a clique: a channel in each direction, in addition to loops of level 2
  Failures const failures{clex, {.fail = "0-1"}};
  for (std::uint32_t r = 0; r < 9; ++r)
    for (std::uint16_t p = 0; p < clex.degree({r}); ++p) {
      auto const to = clex.neighbor({r}, {p}).router.v;
      EXPECT_EQ(failures.channel_failed({{r}, {p}}), (r == 0 && to == 1) || (r == 1 && to == 0));
    }
}

TEST(Failures, RejectInvalidNames) {
  topology::Torus const torus{{{4, 4}}};
  for (char const* text : {"x", "1-", "-1", "1-2-3", "16", "0-10", "1,2", "1 2"})
    EXPECT_THROW((Failures{torus, {.fail = text}}), InputError) << text;
}

TEST(FailedTopologyTest, RoundTripsItsText) {
  for (FailedTopology const& failed :
       {FailedTopology{"torus:sides=4x4", "0-1+5"}, {"ring", "(0, 1)-(1, 1)"}, {"ring", ""}}) {
    auto const again = read_failed_topology(failed.text());
    EXPECT_EQ(again.topology, failed.topology);
    EXPECT_EQ(again.fail, failed.fail);
  }
  EXPECT_EQ((FailedTopology{"torus:sides=4x4", "0-1+5"}.text()),
            "failed:topology=[torus:sides=4x4],fail=0-1+5");
}

TEST(FailedTopologyTest, CombinesNestedFailures) {
  auto const all = read_failed_topology("failed:topology=[failed:topology=[ring],fail=0-1],fail=3");
  EXPECT_EQ(all.topology, "ring");
  EXPECT_EQ(all.fail, "0-1+3");
}

TEST(FailedTopologyTest, RejectsInvalidParameters) {
  EXPECT_NE(complaint_of([] { read_failed_topology("failed:fail=0-1"); }).find("failed needs a topology"),
            std::string::npos);
  EXPECT_NE(
      complaint_of([] { read_failed_topology("failed:topology=ring,fial=0-1"); }).find("did you mean 'fail'"),
      std::string::npos);
}

}  // namespace
}  // namespace weft
