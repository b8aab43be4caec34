// SPDX-License-Identifier: Apache-2.0
#include "weft/mapping/percs/percs_annealing.hpp"

#include <set>

#include <gtest/gtest.h>

#include "support/machine_of.hpp"
#include "weft/core/error.hpp"
#include "weft/core/parallel.hpp"
#include "weft/engine/load/percs/load.hpp"
#include "weft/mapping/percs/modular_coloring.hpp"
#include "weft/topology/family/percs.hpp"
#include "weft/traffic/communication/catalog.hpp"

namespace weft::mapping {
namespace {

/// A halo on PERCS, with searches that start from the modular coloring.
struct Job {
  Job(Sides const& grid, topology::Percs::Params const& machine, bool direct)
      : communication(task::Halo({}).communicate({grid})), percs(machine), paths(percs, {}, direct) {
    context = {grid, percs.num_terminals(), 1, machine_of(percs), std::make_shared<PercsPaths const>(paths)};
    context.communication = &communication;
    context.place = [this](Spec const&, Progress&) { return ModularColoring({}).place(context); };
  }
  load::Loads loads(Placement const& placement) const {
    return load::percs_loads(paths, {communication, placement, paths.supernodes()});
  }
  Communication communication;
  topology::Percs percs;
  PercsPaths paths;
  MappingContext context;
};

TEST(PercsAnnealing, KeepsNodesAndSupernodesTogetherAndImprovesTheThroughput) {
  for (bool const direct : {true, false}) {
    Job job({32, 64}, {16, 8}, direct);
    auto const start = job.context.place({}, no_progress()),
               found = PercsAnnealing({.moves = 20000}).place(job.context);
    EXPECT_EQ(std::set(found.begin(), found.end()).size(), start.size());
    std::set<std::pair<std::uint32_t, std::uint32_t>> of_nodes, of_supernodes;
    for (std::size_t task = 0; task < start.size(); ++task) {
      of_nodes.emplace(start[task] / 4, found[task] / 4);
      of_supernodes.emplace(start[task] / 128, found[task] / 128);
    }
    EXPECT_EQ(of_nodes.size(), 512U);
    EXPECT_EQ(of_supernodes.size(), 16U);
    EXPECT_GT(job.loads(found).throughput(), 1.1 * job.loads(start).throughput()) << direct;
  }
}

TEST(PercsAnnealing, PreservesLabelsOrContentsOnRequest) {
  Job job({32, 64}, {16, 4}, true);
  auto const start = job.context.place({}, no_progress());
  EXPECT_EQ(PercsAnnealing({.labels = false, .contents = false}).place(job.context), start);
  auto const inside = PercsAnnealing({.labels = false, .moves = 2000}).place(job.context);
  auto const labels = PercsAnnealing({.contents = false, .moves = 2000}).place(job.context);
  for (std::size_t task = 0; task < start.size(); ++task) {
    EXPECT_EQ(inside[task] / 128, start[task] / 128);
    EXPECT_EQ(labels[task] % 128, start[task] % 128);
  }
}

TEST(PercsAnnealing, DependsOnTheSeedButNotOnThreads) {
  Job job({32, 64}, {16, 8}, true);
  PercsAnnealing const annealing({.moves = 3000, .rounds = 2});
  auto const found = annealing.place(job.context);
  {
    Threads const one(1);
    EXPECT_EQ(annealing.place(job.context), found);
  }
  job.context.seed = 2;
  EXPECT_NE(annealing.place(job.context), found);
}

TEST(PercsAnnealing, SupportsAJobOnPartOfTheMachine) {
  Job job({32, 64}, {20, 4}, true);
  auto const start = job.context.place({}, no_progress()),
             found = PercsAnnealing({.moves = 10000}).place(job.context);
  EXPECT_EQ(std::set(found.begin(), found.end()).size(), 2048U);
  EXPECT_LT(std::ranges::max(found), 2560U);
  EXPECT_GT(job.loads(found).throughput(), job.loads(start).throughput());
}

TEST(PercsAnnealing, StopsAtItsTimeLimit) {
  Job job({32, 64}, {16, 4}, true);
  PercsAnnealing({.moves = 1000000000000, .seconds = 0.05}).place(job.context);
}

TEST(PercsAnnealing, RejectsUnsupportedJobs) {
  Job job({32, 64}, {16, 4}, true);
  auto context = job.context;
  context.machine.reset();
  EXPECT_THROW(PercsAnnealing({}).place(context), InputError);
  context = job.context;
  context.communication = nullptr;
  EXPECT_THROW(PercsAnnealing({}).place(context), InputError);
  context = job.context;
  context.place = nullptr;
  EXPECT_THROW(PercsAnnealing({}).place(context), InputError);
  EXPECT_THROW(PercsAnnealing({.start = "[linear,random]"}).place(job.context), InputError);
}

}  // namespace
}  // namespace weft::mapping
