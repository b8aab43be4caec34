// SPDX-License-Identifier: Apache-2.0
// The algorithm of docs/how-to/add-an-application.md, compiled as it stands there.

#include <gtest/gtest.h>

#include "support/ranks_on.hpp"
#include "weft/collective/applications/transposition.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft {
namespace {

static_assert(collective::Application<collective::Transposition>);

TEST(AddAnApplication, TransposesTheBlocks) {
  RanksOn const machine(topology::Torus({.sides = {4, 4}}));
  collective::TaskGrid const grid({4, 4}, {true, true});
  auto phases = collective::Transposition({}).phases(grid, machine.vertices());
  auto const schedule = collective::embed(std::move(phases.at(0).program), machine,
                                          collective::Routes(machine), collective::Embedding::rounds, 0);
  auto const execution = schedule::execute(machine.network(), *schedule);
  EXPECT_FALSE(execution.violation);
  EXPECT_GT(execution.slots, 1u);
}

}  // namespace
}  // namespace weft
