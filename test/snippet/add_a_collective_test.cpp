// SPDX-License-Identifier: Apache-2.0
// The algorithm of docs/how-to/add-a-collective.md, compiled as it stands there.

#include <gtest/gtest.h>

#include "support/ranks_on.hpp"
#include "weft/collective/once_around.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::collective {
namespace {

static_assert(Algorithm<OnceAround>);

TEST(AddACollective, GoesOnceAroundTheRing) {
  RanksOn const ring(topology::Torus({.sides = {7}}));
  Task const task{.root = 3, .packets = 5};
  OnceAround const algorithm({});
  algorithm.check_machine(ring, task);
  auto const plan = algorithm.plan(ring, task);
  auto const execution = schedule::execute(ring.network(), *plan.schedule);
  EXPECT_FALSE(execution.violation) << execution.violation->what;
  EXPECT_EQ(execution.steps, 10u);
  EXPECT_THROW(algorithm.check_machine(RanksOn(topology::Mesh({.sides = {4}})), task), InputError);
}

}  // namespace
}  // namespace weft::collective
