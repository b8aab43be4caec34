// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/jobs.hpp"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "support/machine_of.hpp"
#include "weft/core/error.hpp"
#include "weft/routing/percs/percs.hpp"
#include "weft/topology/family/percs.hpp"
#include "weft/traffic/communication/regular.hpp"
#include "weft/workload/routed_machine.hpp"

namespace weft {
namespace {

mapping::MappingContext percs_context(Communication const& communication) {
  topology::Percs const percs({16, 4});
  mapping::MappingContext context{{32, 64},
                                  percs.num_terminals(),
                                  1,
                                  machine_of(percs),
                                  std::make_shared<PercsPaths const>(percs, PercsPathParams{}, true)};
  context.communication = &communication;
  return context;
}

TEST(MappingChoice, OffersAllUsefulMappings) {
  auto const communication = task::Halo({}).communicate({{32, 64}});
  auto const candidates = mapping_candidates(percs_context(communication));
  auto const count = [&](std::string const& name) {
    return std::ranges::count(candidates, name,
                              [](mapping::MappingCandidate const& it) { return it.spec.name; });
  };
  EXPECT_EQ(count("linear"), 2);
  EXPECT_EQ(count("modular_coloring"), 1);
  EXPECT_GT(count("blocks"), 10);
  EXPECT_GT(count("lattice_coloring"), 3);
  EXPECT_EQ(count("percs_annealing"), 1);
  EXPECT_EQ(count("best"), 0);
  for (auto const& candidate : candidates) {
    EXPECT_EQ(candidate.improves, candidate.spec.name == "percs_annealing");
    EXPECT_EQ(static_cast<bool>(candidate.throughput_bound), candidate.improves);
  }
}

double throughput_of(LoadParams const& params) {
  auto parts = assemble_load(params);
  place_jobs(parts, 1, no_progress());
  auto const& job = parts.jobs.at(0);
  return parts.machine->loads({job.communication, job.placement, parts.machine->network()}, no_progress())
      .loads.throughput();
}

double throughput_of_halo(std::string const& mapping) {
  return throughput_of(
      {.topology = "torus:sides=16x16x16", .pattern = "halo", .mapping = mapping, .grid = {64, 64}});
}

TEST(ProgramMessages, MatchThePatternThatTheProgramExchanges) {
  auto const of = [](std::string const& pattern) {
    return throughput_of({.topology = "torus:sides=4x4", .pattern = pattern, .mapping = "random"});
  };
  EXPECT_NEAR(of("program:of=[pattern:of=halo,bytes=1000]"), of("halo"), 1e-9);
  EXPECT_NEAR(of("pattern:of=halo,bytes=1000"), of("halo"), 1e-9);
  EXPECT_NEAR(of("operation:of=all_to_all,algorithm=direct,bytes=10"),
              of("program:of=[operation:of=all_to_all,algorithm=direct,bytes=10]"), 1e-9);
  EXPECT_NEAR(of("program:of=[pattern:of=[traffic:of=tornado]]"), of("tornado"), 1e-9);
  EXPECT_THROW(of("program:of=nothing"), InputError);
}

// 64 x 64 tasks as 16 x (8 x 8) on 8 x 2, 8 x 2, 16: the most loaded channel carries 3 messages instead of 4.
TEST(GridEmbedding, ReducesTheMaximumLoadWithAnInterleavedFactoring) {
  EXPECT_NEAR(throughput_of_halo("grid_embedding"), 1, 1e-9);
  double best = 0;
  for (int k = 1; k <= 32; ++k) try {
      best = std::max(best, throughput_of_halo("grid_embedding:factoring=" + std::to_string(k)));
    } catch (InputError const&) { break; }
  EXPECT_NEAR(best, 4.0 / 3, 1e-9);
}

// Compares with all permutations: none has a larger maximum load.
TEST(WorstCase, IsTheWorstOfAllPermutations) {
  for (char const* topology :
       {"ring:routers=6", "mesh:sides=3x2", "torus:sides=3x2", "petersen:concentration=1"}) {
    auto const worst = throughput_of({.topology = topology, .pattern = "worst_case"});
    RoutedMachine const machine(topology, "default");
    auto const terminals = static_cast<std::uint32_t>(machine.terminals());
    mapping::Placement placement(terminals);
    std::iota(placement.begin(), placement.end(), 0U);
    auto destinations = placement;
    double minimum = 1e300;
    std::uint64_t tried = 0;
    do {
      Communication communication{terminals};
      for (std::uint32_t task = 0; task < terminals; ++task) communication.add({task, destinations[task], 1});
      communication.finish();
      minimum = std::min(
          minimum,
          machine.loads({communication, placement, machine.network()}, no_progress()).loads.throughput());
    } while (++tried < 720 && std::ranges::next_permutation(destinations).found);
    EXPECT_LE(worst, minimum * (1 + 1e-12)) << topology;
    if (terminals <= 6) { EXPECT_NEAR(worst, minimum, 1e-12) << topology; }
  }
}

// Towles & Dally 2002: on a ring of 8 with shortest paths, the worst traffic goes 3 hops in one direction:
// tornado.
TEST(WorstCase, IsAtLeastAsBadAsTornado) {
  EXPECT_LE(throughput_of({.topology = "torus:sides=8x8", .pattern = "worst_case"}),
            throughput_of({.topology = "torus:sides=8x8", .pattern = "tornado"}));
}

}  // namespace
}  // namespace weft
