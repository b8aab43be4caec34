// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <ostream>

#include <gtest/gtest.h>

#include "support/ranks_on.hpp"
#include "weft/collective/ranks/rank_program.hpp"
#include "weft/topology/family/complete.hpp"
#include "weft/topology/family/hypercube.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::collective {
namespace {

/// Steps and slots of an execution, which must be free of violations.
struct Taken {
  std::uint64_t steps, slots;
  friend bool operator==(Taken, Taken) = default;
};

Taken taken(RanksOn const& machine, std::string const& algorithm, Operation operation,
            std::uint32_t packets = 1) {
  auto const execution = execute_plan(machine, algorithm, {.operation = operation, .packets = packets});
  EXPECT_FALSE(execution.violation) << algorithm << ": " << execution.violation->what;
  return {execution.steps, execution.slots};
}

std::ostream& operator<<(std::ostream& out, Taken it) {
  return out << it.steps << " steps, " << it.slots << " slots";
}

TEST(RingSteps, AreAtTheBoundOnRings) {
  RanksOn const ring(topology::Torus({.sides = {7}}));
  EXPECT_EQ(taken(ring, "ring", Operation::allreduce, 21), (Taken{12, 36}))
      << "2 (P - 1) steps of packets / P";
  EXPECT_EQ(taken(ring, "ring", Operation::allreduce, 15), (Taken{12, 36})) << "rounded up to 21";
  EXPECT_EQ(taken(ring, "ring", Operation::allgather, 5), (Taken{6, 30}));
  EXPECT_EQ(taken(ring, "ring", Operation::reduce_scatter, 35), (Taken{6, 30}));
  EXPECT_EQ(taken(ring, "ring", Operation::reduce_scatter, 5), (Taken{6, 6})) << "rounded up to 7";
  EXPECT_EQ(taken(ring, "ring:ways=both", Operation::allgather, 4), (Taken{6, 12})) << "half each way";
  EXPECT_EQ(taken(ring, "ring:ways=both", Operation::allreduce, 14), (Taken{12, 12}));
}

TEST(RingSteps, UseOneChannelOnGridsWithACycle) {
  for (auto const& sides :
       {Sides{4, 4}, Sides{3, 5}, Sides{3, 3, 3}, Sides{5, 3, 2}, Sides{3, 1, 4}, Sides{2, 2}}) {
    RanksOn const torus(topology::Torus({.sides = sides}));
    auto const rounds = torus.network().num_routers() - 1;
    EXPECT_EQ(taken(torus, "ring", Operation::allgather), (Taken{rounds, rounds})) << torus.machine().spec();
  }
  for (auto const& sides : {Sides{4, 3}, Sides{3, 4}, Sides{3, 3, 2}}) {
    RanksOn const mesh(topology::Mesh({.sides = sides}));
    auto const rounds = mesh.network().num_routers() - 1;
    EXPECT_EQ(taken(mesh, "ring", Operation::allgather), (Taken{rounds, rounds})) << mesh.machine().spec();
  }
  RanksOn const odd(topology::Mesh({.sides = {3, 3}}));
  EXPECT_GT(taken(odd, "ring", Operation::allgather).steps, 8u)
      << "no cycle: the last is not next to the first";
  RanksOn const torus(topology::Torus({.sides = {5, 5}}));
  EXPECT_GT(taken(torus, "ring:order=plain", Operation::allgather).steps, 24u);
}

TEST(HypercubeSteps, HaveNoContention) {
  RanksOn const cube(topology::Hypercube({.dimensions = 4}));
  for (std::string const embedding : {":embedding=rounds", ":embedding=slots"}) {
    EXPECT_EQ(taken(cube, "recursive_doubling" + embedding, Operation::allreduce).slots, 4u);
    EXPECT_EQ(taken(cube, "recursive_doubling" + embedding, Operation::allreduce, 3).slots, 12u);
    EXPECT_EQ(taken(cube, "recursive_doubling" + embedding, Operation::allgather).slots, 15u);
    EXPECT_EQ(taken(cube, "rabenseifner" + embedding, Operation::allreduce, 16).slots, 30u);
    EXPECT_EQ(taken(cube, "rabenseifner" + embedding, Operation::reduce_scatter).slots, 15u);
    EXPECT_EQ(taken(cube, "binomial" + embedding, Operation::reduce).slots, 4u);
    EXPECT_EQ(taken(cube, "binomial" + embedding, Operation::broadcast, 3).slots, 12u);
    EXPECT_EQ(taken(cube, "binomial" + embedding, Operation::scatter).slots, 15u);
  }
  EXPECT_EQ(taken(cube, "recursive_doubling", Operation::allreduce, 3).steps, 4u);
  EXPECT_EQ(taken(cube, "rabenseifner", Operation::allreduce, 16).steps, 8u);
  EXPECT_EQ(taken(cube, "binomial", Operation::scatter).steps, 4u);
  EXPECT_EQ(taken(cube, "pairwise", Operation::all_to_all), (Taken{32, 32}))
      << "rank i xor k is as many hops away as k has bits";
}

TEST(CompleteSteps, MatchTheRounds) {
  for (std::uint32_t const ranks : {2, 3, 5, 6, 8, 11}) {
    RanksOn const machine(topology::Complete({.routers = ranks}));
    auto const log = doublings(ranks), folds = std::has_single_bit(ranks) ? 0u : 1u;
    auto const core = doublings(std::bit_floor(ranks));
    EXPECT_EQ(taken(machine, "dissemination", Operation::barrier), (Taken{log, log})) << ranks;
    EXPECT_EQ(taken(machine, "bruck", Operation::all_to_all).steps, log) << ranks;
    EXPECT_EQ(taken(machine, "bruck", Operation::allgather), (Taken{log, ranks - 1})) << ranks;
    EXPECT_EQ(taken(machine, "pairwise", Operation::all_to_all), (Taken{ranks - 1, ranks - 1})) << ranks;
    EXPECT_EQ(taken(machine, "direct", Operation::all_to_all), (Taken{1, 1})) << ranks;
    EXPECT_EQ(taken(machine, "binomial", Operation::gather), (Taken{log, ranks - 1})) << ranks;
    EXPECT_EQ(taken(machine, "recursive_doubling", Operation::allreduce).steps, core + 2 * folds) << ranks;
    EXPECT_EQ(taken(machine, "rabenseifner", Operation::reduce).steps, 2 * core + folds) << ranks;
    EXPECT_EQ(taken(machine, "rabenseifner", Operation::allreduce).steps, 2 * core + 2 * folds) << ranks;
  }
}

TEST(SlotSteps, PipelineRounds) {
  RanksOn const path(topology::Mesh({.sides = {9}}));
  auto const rounds = taken(path, "binomial:embedding=rounds", Operation::broadcast, 10).slots;
  auto const slots = taken(path, "binomial:embedding=slots", Operation::broadcast, 10).slots;
  EXPECT_EQ(rounds, 10u * (8 + 4 + 2 + 1)) << "each round store and forward";
  EXPECT_LT(slots, rounds / 2);
}

}  // namespace
}  // namespace weft::collective
