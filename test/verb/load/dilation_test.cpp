// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/dilation.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "weft/engine/load/farthest.hpp"
#include "weft/verb/load/load.hpp"
#include "weft/verb/verb.hpp"
#include "weft/workload/jobs.hpp"

namespace weft::verb {
namespace {

/// Returns the mean hops and the maximum distance in the table `dilation`.
std::pair<double, double> dilation(Load::Params const& request) {
  auto const result = run<Load>(request);
  auto const& table = result.table("dilation");
  return {table.at(0, "mean_hops").number(), table.at(0, "max_distance").number()};
}

TEST(Dilation, IsOneWithUniformLoadsForAHaloOnItsTorus) {
  Load::Params request{.topology = "torus:sides=64x64", .pattern = "halo"};
  for (auto const* const mapping :
       {"linear", "grid_embedding", "space_filling_curve", "local_search:moves=10"}) {
    request.mapping = mapping;
    EXPECT_EQ(dilation(request), (std::pair{1.0, 1.0})) << mapping;
    auto const result = run<Load>(request);
    auto const& table = result.table("throughput");
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
      EXPECT_EQ(table.at(r, "max_load"), Value{0.25}) << mapping;
      EXPECT_EQ(table.at(r, "channels_at_max"), Value{8192}) << mapping;
    }
  }
}

TEST(Dilation, ExcludesUnitsThatATaskSendsToItself) {
  // 8 tasks on a ring of 8: on average (2 * (1 + 2 + 3) + 4) / 7 hops to another task
  auto const [mean, farthest] =
      dilation({.topology = "ring:routers=8", .pattern = "all_to_all", .grid = {8}});
  EXPECT_DOUBLE_EQ(mean, 16.0 / 7);
  EXPECT_EQ(farthest, 4);
}

TEST(Dilation, DependsOnTheRoutingOnPercs) {
  Load::Params request{.topology = "percs:supernodes=4,links=1", .pattern = "all_to_all", .grid = {512}};
  auto const [direct, farthest] = dilation(request);
  EXPECT_GT(direct, 2);
  EXPECT_LT(direct, 3);
  EXPECT_EQ(farthest, 3);
  request.routing = "percs_indirect";
  EXPECT_GT(dilation(request).first, direct);
  request.grid = {4};  // the processors of one node
  EXPECT_EQ(dilation(request), (std::pair{0.0, 0.0}));
}

TEST(Dilation, MaxDistanceOnPercsMatchesTheNetwork) {
  for (Sides const& grid : {Sides{8}, Sides{3, 20}, Sides{16, 8}, Sides{10, 30}}) {
    Load::Params request{.topology = "percs:supernodes=3,links=8", .pattern = "halo", .grid = grid};
    auto const own = dilation(request).second;
    request.routing = "all_minimal";
    EXPECT_EQ(dilation(request).second, own) << format_sides(grid);
  }
}

TEST(Dilation, MaxDistanceFromClosedFormsMatchesTheSearch) {
  for (char const* topology :
       {"clex:m=3,levels=3", "clex:m=4,levels=2,links=single", "clex:m=2,levels=4,landing=high",
        "torus:sides=5x4", "mesh:sides=6x3,concentration=2", "hypercube:dimensions=5", "hyperx:sides=4x5",
        "kary_ntree:arity=3,levels=3", "kary_nfly:arity=2,stages=4", "dragonfly:p=1,a=4,h=2", "slim_fly:q=3",
        "coated_mesh:side=4", "sparse_torus:dimensions=3,side=3", "kautz:degree=2,length=4",
        "jellyfish:routers=20"})
    for (char const* pattern : {"halo", "all_to_all", "shift:by=3"}) {
      Load::Params request{.topology = topology, .pattern = pattern, .mapping = "random"};
      auto const own = dilation(request).second;
      RoutedMachine const machine(topology, "default");
      auto job = assemble_job(machine, request, {});
      place_job(machine, job, 1, no_progress());
      EXPECT_EQ(own, load::farthest_hops({job.communication, job.placement, machine.network()}))
          << topology << ' ' << pattern;
    }
}

TEST(Dilation, MaxDistanceAvoidsFailures) {
  EXPECT_EQ(dilation({.topology = "ring:routers=8", .pattern = "all_to_all", .grid = {8}}).second, 4);
  EXPECT_EQ(
      dilation(
          {.topology = "ring:routers=8", .pattern = "all_to_all", .grid = {8}, .failures = {.fail = "0-7"}})
          .second,
      7);
}

TEST(Load, ReportsTheRequiredMemory) {
  for (char const* topology : {"percs:supernodes=100000", "torus:sides=60000x60000"}) {
    auto const rejection = rejection_of([&] { run<Load>({.topology = topology}); });
    ASSERT_TRUE(rejection) << topology;
    EXPECT_NE(rejection->problem.find(" GB of memory"), std::string::npos) << rejection->what();
  }
}

}  // namespace
}  // namespace weft::verb
