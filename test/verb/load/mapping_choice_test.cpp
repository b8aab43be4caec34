#include "weft/verb/load/mapping_choice.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "weft/core/error.hpp"
#include "weft/traffic/communication/halo.hpp"
#include "weft/verb/load/load.hpp"
#include "weft/verb/load/load_assembly.hpp"

namespace weft::verb {
namespace {

MappingContext percs_context(Communication const& communication) {
  Percs const percs({16, 4});
  MappingContext context{{32, 64}, percs.num_terminals(), 1, percs, PercsPaths(percs, {}, true)};
  context.communication = &communication;
  return context;
}

TEST(MappingChoice, OffersAllThatMayBeWorthIt) {
  auto const communication = task::Halo({}).communicate({{32, 64}});
  auto const candidates = mapping_candidates(percs_context(communication));
  auto const count = [&](std::string const& name) {
    return std::ranges::count(candidates, name, [](MappingCandidate const& it) { return it.spec.name; });
  };
  EXPECT_EQ(count("linear"), 2);
  EXPECT_EQ(count("modular_coloring"), 1);
  EXPECT_GT(count("blocks"), 10);
  EXPECT_GT(count("lattice_coloring"), 3);
  EXPECT_EQ(count("percs_annealing"), 1);
  EXPECT_EQ(count("best"), 0);
  for (auto const& candidate : candidates) {
    EXPECT_EQ(candidate.improves, candidate.spec.name == "percs_annealing");
    EXPECT_EQ(static_cast<bool>(candidate.most), candidate.improves);
  }
}

double throughput_of_halo(std::string const& mapping) {
  auto const parts = assemble_load(
      {.topology = "torus:sides=16x16x16", .pattern = "halo", .mapping = mapping, .grid = {64, 64}});
  auto const& job = parts.jobs.at(0);
  return parts.machine->loads({job.communication, job.placement, parts.machine->network()}, no_progress())
      .loads.throughput();
}

// 64 x 64 tasks as 16 x (8 x 8) on 8 x 2, 8 x 2, 16: the fullest channel carries 3 messages instead of 4.
TEST(GridEmbedding, AnInterleavedFactoringLoadsTheFullestChannelLess) {
  EXPECT_NEAR(throughput_of_halo("grid_embedding"), 1, 1e-9);
  double best = 0;
  for (int k = 1; k <= 32; ++k) try {
      best = std::max(best, throughput_of_halo("grid_embedding:factoring=" + std::to_string(k)));
    } catch (InputError const&) { break; }
  EXPECT_NEAR(best, 4.0 / 3, 1e-9);
}

/// A search whose check would take for ever if it were run.
TEST(CheckLoad, DoesNotSearch) {
  Load::Params request{.topology = "percs:supernodes=16,links=8",
                       .mapping = "percs_annealing:moves=1000000000000000"};
  Load::assemble(request);
  request.mapping = "percs_annealing:moves=0";
  EXPECT_THROW(Load::assemble(request), InputError);
}

}  // namespace
}  // namespace weft::verb
