// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/program/catalog.hpp"

#include <gtest/gtest.h>

#include "weft/core/error.hpp"

namespace weft {
namespace {

TEST(Programs, ResolveTheirParameters) {
  auto const named = make_program("pattern:of=halo", {.sides = {4}});
  EXPECT_EQ(named.resolved, "pattern:of=halo,bytes=1000,compute=0,iterations=1");
  EXPECT_THROW(make_program("pattern:of=[halo,halo]", {.sides = {4}}), InputError);
  EXPECT_THROW(make_program("pattern:iterations=0", {.sides = {4}}), InputError);
}

/// MPICH sums up vectors below 2 KiB by recursive doubling, larger ones by Rabenseifner's algorithm.
TEST(Programs, StateTheAlgorithmsOfTheirCalls) {
  auto const algorithms = [](std::string const& program) {
    return make_program(program, {.sides = {4}}).algorithms;
  };
  auto const large = algorithms("operation:of=allreduce,bytes=1000000");
  ASSERT_EQ(large.size(), 1U);
  EXPECT_EQ(large[0].call, "allreduce");
  EXPECT_EQ(large[0].algorithm, "rabenseifner");
  EXPECT_TRUE(large[0].is_default);
  EXPECT_EQ(large[0].max_ranks, 4U);
  EXPECT_EQ(large[0].max_bytes, 1e6);
  EXPECT_EQ(algorithms("operation:of=allreduce,bytes=1000").at(0).algorithm, "recursive_doubling");
  auto const ring = algorithms("operation:of=allreduce,algorithm=ring");
  EXPECT_EQ(ring.at(0).algorithm, "ring");
  EXPECT_FALSE(ring.at(0).is_default);
  EXPECT_TRUE(algorithms("pattern:of=halo").empty());
}

}  // namespace
}  // namespace weft
